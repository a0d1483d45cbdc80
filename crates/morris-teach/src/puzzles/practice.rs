// SPDX-License-Identifier: GPL-3.0-or-later
//! Record of a person's practice: ratings, repetitions, daily puzzles and run records.

use std::collections::{BTreeMap, VecDeque};
use std::ops::RangeInclusive;

use jiff::civil::Date;

use super::attempt::Attempt;
use super::canonical::PuzzleKey;
use super::daily::DailyGrade;
use super::endgame::{Endgame, EndgameRecord};
use super::generator::{GENERATOR_VERSION, MOST_SHOWN};
use super::judgment::{QUESTION_RATINGS, Question};
use super::kind::Theme;
use super::player_rating::{PUZZLE_DEVIATION, PlayerRating, RatingScore};
use super::puzzle::Puzzle;
use super::repetition::{LineDue, Repetition};
use super::rush::{Run, RunKind};
use crate::coach::Coaching;
use crate::opening::LineCard;

/// Range of the ratings of puzzles that are looked for. Beyond it, finding one takes too long.
const OFFERED: [i32; 2] = [750, 1940];
/// Number of first puzzles that climb: each is harder by [`AHEAD`] points for each puzzle solved
/// so far, as long as none was failed, so that a strong newcomer does not stay with easy ones.
const CLIMBING: u32 = 10;
/// Points for each solved puzzle while the puzzles climb.
const AHEAD: f64 = 150.0;
/// Points by which a question counts less than its rating. A guess is right half of the time, so a
/// person is as strong as the questions of which three of four are answered right.
const GUESSING: f64 = 191.0;

/// Scope of rating an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rated {
    /// The solver and each theme are rated.
    Whole,
    /// Only the themes are rated, because a solver who has chosen the theme knows half of the
    /// answer.
    Themes,
    /// Nothing is rated, because the puzzle was repeated or belongs to a run.
    Nothing,
}

/// Progress with one kind of puzzles. The default is that of a newcomer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// The rating.
    pub rating: PlayerRating,
    /// Number of attempts that ended without a hint.
    pub tried: u32,
    /// Number of these that were solved at the first try.
    pub solved: u32,
}

impl Default for Progress {
    fn default() -> Self {
        Self { rating: PlayerRating::NEWCOMER, tried: 0, solved: 0 }
    }
}

/// Results of the puzzles of a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DailyResult {
    /// Points of the first attempt at each grade that was tried.
    pub grades: [Option<RatingScore>; DailyGrade::ALL.len()],
    /// Version of the generator. Another version had another puzzle on that day.
    pub version: u32,
}

impl DailyResult {
    /// Returns the points of a grade, if it was tried.
    pub fn of(&self, grade: DailyGrade) -> Option<RatingScore> {
        self.grades.get(grade as usize).copied().flatten()
    }

    /// Returns the points of the grade that went best. They count for the day.
    pub fn best(&self) -> RatingScore {
        let went = |points: &RatingScore| self.grades.contains(&Some(*points));
        [RatingScore::Whole, RatingScore::Half].into_iter().find(went).unwrap_or(RatingScore::Nothing)
    }

    /// Adds the grades of another record that are missing here.
    fn take_in(&mut self, other: Self) {
        for (own, other) in self.grades.iter_mut().zip(other.grades) {
            *own = own.or(other);
        }
    }
}

/// Record of a person's practice.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Practice {
    /// Progress with all rated puzzles.
    pub all: Progress,
    /// Progress by theme.
    pub themes: BTreeMap<Theme, Progress>,
    /// Puzzles to be repeated.
    pub repetition: Repetition,
    /// Results of the daily puzzles.
    pub days: BTreeMap<Date, DailyResult>,
    /// Best results of the runs.
    pub records: BTreeMap<RunKind, u32>,
    /// Best results of the endgames.
    pub endgames: BTreeMap<Endgame, EndgameRecord>,
    /// Recently shown puzzles, the newest last.
    pub shown: VecDeque<PuzzleKey>,
    /// The coach of the first games.
    pub coach: Coaching,
    /// Progress with questions whether a move is a mistake.
    pub judgment: Progress,
    /// Decisions of openings that were practiced.
    pub lines: BTreeMap<LineCard, LineDue>,
}

impl Progress {
    fn count(&mut self, rating: f64, points: RatingScore) {
        self.rating = self.rating.after(rating, PUZZLE_DEVIATION, points);
        self.tried = self.tried.saturating_add(1);
        self.solved = self.solved.saturating_add(u32::from(points == RatingScore::Whole));
    }

    /// Returns the number of points by which the next puzzle is harder than the rating.
    fn ahead(&self) -> f64 {
        let climbs = self.tried < CLIMBING && self.tried == self.solved;
        if climbs { f64::from(self.solved) * AHEAD } else { 0.0 }
    }

    /// Returns a range of ratings around this one, within bounds.
    fn range_around(rating: f64, [least, most]: [i32; 2]) -> RangeInclusive<i32> {
        const WIDTH: i32 = 150;
        let middle = (rating as i32).clamp(least + WIDTH, most - WIDTH);
        middle - WIDTH..=middle + WIDTH
    }

    fn take_in(&mut self, other: Self) {
        if other.tried > self.tried {
            *self = other;
        }
    }
}

impl Practice {
    /// Records that a puzzle is shown.
    pub fn show(&mut self, puzzle: &Puzzle) {
        self.push_shown(puzzle.key());
    }

    fn push_shown(&mut self, key: PuzzleKey) {
        self.shown.retain(|&shown| shown != key);
        self.shown.push_back(key);
        while self.shown.len() > MOST_SHOWN {
            self.shown.pop_front();
        }
    }

    /// Merges the record of another instance of the program. Merging it again changes nothing. Of
    /// two ratings, the one based on more puzzles is kept.
    pub fn take_in(&mut self, other: Self) {
        let Self { all, themes, repetition, days, records, endgames, shown, coach, judgment, lines } = other;
        self.coach.take_in(coach);
        self.judgment.take_in(judgment);
        self.all.take_in(all);
        for (theme, progress) in themes {
            self.themes.entry(theme).or_default().take_in(progress);
        }
        self.repetition.take_in(repetition);
        for (day, result) in days {
            self.days.entry(day).or_insert(result).take_in(result);
        }
        for (kind, most) in records {
            let record = self.records.entry(kind).or_default();
            *record = most.max(*record);
        }
        for (endgame, record) in endgames {
            self.endgame_played(endgame, record);
        }
        for (card, line) in lines {
            let known = self.lines.entry(card).or_insert(line);
            if known.due < line.due {
                *known = line;
            }
        }
        let new: Vec<_> = shown.into_iter().filter(|key| !self.shown.contains(key)).collect();
        new.into_iter().for_each(|key| self.push_shown(key));
    }

    /// Returns the range of ratings for the next puzzle: around the rating of the solver, as far as
    /// there are such puzzles. As long as a newcomer solves all, the puzzles are harder.
    pub fn next_rating(&self) -> RangeInclusive<i32> {
        Progress::range_around(self.all.rating.rating + self.all.ahead(), OFFERED)
    }

    /// Returns the range of ratings for the next question whether a move is a mistake.
    pub fn next_question(&self) -> RangeInclusive<i32> {
        Progress::range_around(self.judgment.rating.rating, [*QUESTION_RATINGS.start(), *QUESTION_RATINGS.end()])
    }

    /// Records the answer to a question whether a move is a mistake.
    pub fn judged(&mut self, question: &Question, is_right: bool) {
        let points = if is_right { RatingScore::Whole } else { RatingScore::Nothing };
        self.judgment.count(f64::from(question.rating) - GUESSING, points);
    }

    /// Records the end of an attempt on a day. A puzzle that took more than one try or a hint is
    /// repeated.
    pub fn tried(&mut self, attempt: &Attempt, rated: Rated, today: Date) {
        let puzzle = attempt.puzzle();
        let Some(result) = attempt.result() else { return };
        self.repetition.tried(puzzle, result, today);
        // After a hint nothing is rated.
        let Some(points) = attempt.points() else { return };
        if rated == Rated::Whole {
            self.all.count(puzzle.rating.into(), points);
        }
        if rated != Rated::Nothing {
            for theme in &puzzle.themes {
                self.themes.entry(*theme).or_default().count(puzzle.rating.into(), points);
            }
        }
    }

    /// Records the end of a daily puzzle. The first result of each grade is kept.
    pub fn daily_tried(&mut self, day: Date, grade: DailyGrade, points: RatingScore) {
        let mut result = DailyResult { grades: Default::default(), version: GENERATOR_VERSION };
        if let Some(tried) = result.grades.get_mut(grade as usize) {
            *tried = Some(points);
        }
        self.days.entry(day).or_insert(result).take_in(result);
    }

    /// Returns the result of a daily puzzle, if it was tried.
    pub fn daily_result(&self, day: Date, grade: DailyGrade) -> Option<RatingScore> {
        self.days.get(&day)?.of(grade)
    }

    /// Returns the grade of the daily puzzle that suits the solver.
    pub fn daily_grade(&self) -> DailyGrade {
        DailyGrade::for_rating(self.all.rating.rating)
    }

    /// Returns the number of consecutive days on which a daily puzzle was solved, up to today or
    /// yesterday.
    pub fn days_in_a_row(&self, today: Date) -> u32 {
        let solved = |day: &Date| self.days.get(day).is_some_and(|result| result.best() != RatingScore::Nothing);
        let yesterday = today.yesterday().unwrap_or(today);
        let mut day = if solved(&today) { today } else { yesterday };
        let mut row = 0;
        while solved(&day) {
            row += 1;
            let Ok(before) = day.yesterday() else { break };
            day = before;
        }
        row
    }

    /// Records the end of an endgame, if it is the best one. Returns `true` if it is better than an
    /// earlier success.
    pub fn endgame_played(&mut self, endgame: Endgame, record: EndgameRecord) -> bool {
        let before = self.endgames.get(&endgame).copied();
        let best = before.map_or(record, |before| before.better(record));
        self.endgames.insert(endgame, best);
        before.is_some_and(|before| before.points != RatingScore::Nothing && before != best)
    }

    /// Returns the decisions of openings to practice on a day: those that are due, the longest
    /// overdue first, and then the new ones in the order of the openings.
    pub fn lines_due(&self, today: Date) -> impl Iterator<Item = LineCard> {
        let mut due: Vec<_> = self.lines.iter().filter(|(_, line)| line.due <= today).collect();
        due.sort_by_key(|(_, line)| line.due);
        let due: Vec<_> = due.into_iter().map(|(&card, _)| card).collect();
        due.into_iter().chain(LineCard::all().iter().copied().filter(|card| !self.lines.contains_key(card)))
    }

    /// Returns the number of decisions of openings that were never tried.
    pub fn new_lines(&self) -> usize {
        LineCard::all().iter().filter(|card| !self.lines.contains_key(card)).count()
    }

    /// Records an attempt at a decision of an opening.
    pub fn line_tried(&mut self, card: LineCard, points: RatingScore, today: Date) {
        let known = self.lines.get(&card).copied();
        self.lines.insert(card, LineDue::after(known, points, today));
    }

    /// Records the end of a run. Returns `true` if it is a record.
    pub fn finish(&mut self, run: &Run) -> bool {
        let record = self.records.entry(run.kind()).or_default();
        let better = run.solved() > *record;
        *record = run.solved().max(*record);
        better
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    use super::*;

    /// Returns how far the rating is from the strength of a newcomer after `puzzles` puzzles, on
    /// the average of 400 newcomers, who solve each puzzle as often as the ratings predict.
    fn error_after(puzzles: usize, strength: f64) -> f64 {
        let mut chance = Xoshiro256PlusPlus::seed_from_u64(strength as u64);
        let mut error = |_| {
            let mut practice = Practice::default();
            for _ in 0..puzzles {
                let puzzle = f64::from(chance.random_range(practice.next_rating()));
                let solves = chance.random_bool(1.0 / (1.0 + 10_f64.powf((puzzle - strength) / 400.0)));
                let points = if solves { RatingScore::Whole } else { RatingScore::Nothing };
                practice.all.count(puzzle, points);
            }
            (practice.all.rating.rating - strength).abs()
        };
        (0..400).map(&mut error).sum::<f64>() / 400.0
    }

    #[test]
    fn a_newcomer_reaches_the_right_rating_within_ten_puzzles() {
        // No puzzle that is looked for is harder than 1940.
        for strength in (600..=1900).step_by(100) {
            let after = error_after(10, f64::from(strength));
            // Measured: 84 to 147, and 106 on the average.
            assert!(after < 150.0, "{strength}: {after:.0}");
        }
    }

    #[test]
    fn the_first_puzzle_is_as_easy_as_a_newcomer_is_weak() {
        let mut practice = Practice::default();
        assert_eq!(practice.next_rating(), 750..=1050);
        practice.all.count(900.0, RatingScore::Nothing);
        assert_eq!(practice.next_rating(), 750..=1050, "the easiest that are looked for");
    }

    #[test]
    fn a_newcomer_gets_the_easy_puzzle_of_the_day() {
        let mut practice = Practice::default();
        assert_eq!(practice.daily_grade(), DailyGrade::Easy);
        for (rating, grade) in [(1_099.0, DailyGrade::Easy), (1_300.0, DailyGrade::Medium), (1_900.0, DailyGrade::Hard)]
        {
            practice.all.rating.rating = rating;
            assert_eq!(practice.daily_grade(), grade);
        }
    }

    #[test]
    fn each_grade_counts_once_and_the_best_counts_for_the_day() {
        let (mut practice, day) = (Practice::default(), jiff::civil::date(2026, 11, 22));
        practice.daily_tried(day, DailyGrade::Hard, RatingScore::Nothing);
        assert_eq!((practice.days_in_a_row(day), practice.daily_result(day, DailyGrade::Easy)), (0, None));
        practice.daily_tried(day, DailyGrade::Easy, RatingScore::Half);
        practice.daily_tried(day, DailyGrade::Hard, RatingScore::Whole);
        assert_eq!(practice.daily_result(day, DailyGrade::Hard), Some(RatingScore::Nothing), "the first one is kept");
        assert_eq!(
            (practice.days_in_a_row(day), practice.days.get(&day).map(DailyResult::best)),
            (1, Some(RatingScore::Half))
        );
    }

    #[test]
    fn puzzles_climb_until_the_first_failure() {
        let mut practice = Practice::default();
        practice.all.count(900.0, RatingScore::Whole);
        let rating = practice.all.rating.rating as i32;
        assert_eq!(*practice.next_rating().start(), rating, "150 ahead, 150 wide");
        practice.all.count(1_400.0, RatingScore::Nothing);
        let rating = practice.all.rating.rating as i32;
        assert_eq!(practice.next_rating(), rating - 150..=rating + 150);
    }

    #[test]
    fn puzzles_follow_the_rating() {
        let mut practice = Practice::default();
        let mut before = practice.next_rating();
        for _ in 0..10 {
            let rating = f64::from(*before.end());
            practice.all.rating = practice.all.rating.after(rating, PUZZLE_DEVIATION, RatingScore::Whole);
            let next = practice.next_rating();
            assert!(next.start() >= before.start(), "{next:?} after {before:?}");
            before = next;
        }
        assert_eq!(before, 1640..=1940, "the hardest that are looked for");
    }
}
