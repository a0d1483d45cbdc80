// SPDX-License-Identifier: GPL-3.0-or-later
//! Choice among the grades of the puzzle of the day.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use morris_teach::puzzles::DailyGrade;

use super::course::Course;
use super::solver::Solver;
use crate::pages::exercise::Exercise;
use crate::text::describe;
use crate::widgets::radio_tiles::{self, buttons};

impl Solver {
    pub(super) fn offer_grades(&self) {
        let grades = &*self.panel().grades;
        let mut first: Option<gtk::ToggleButton> = None;
        for grade in DailyGrade::ALL {
            let name = describe::grade_name(grade);
            let label = gtk::Label::builder().label(&name).wrap(true).wrap_mode(gtk::pango::WrapMode::WordChar).build();
            let button = gtk::ToggleButton::builder().child(&label).accessible_role(gtk::AccessibleRole::Radio).build();
            radio_tiles::name_tile(&button, &gettext("Puzzle of the Day"), &name);
            button.set_group(first.as_ref());
            first.get_or_insert(button.clone());
            grades.append(&button);
            button.connect_toggled(weak!(solver = self, move |button| {
                if button.is_active() {
                    solver.choose_grade(grade);
                }
            }));
        }
        radio_tiles::connect(grades);
    }

    fn choose_grade(&self, chosen: DailyGrade) {
        match self.course() {
            Course::Daily(day, grade) if grade != chosen => {
                self.begin(Course::Daily(day, chosen), self.imp().rules.get());
            }
            _ => {}
        }
    }

    pub(super) fn show_grade(&self) {
        let (panel, course) = (self.panel(), self.course());
        for widget in [panel.kicker.upcast_ref::<gtk::Widget>(), panel.grades.upcast_ref()] {
            widget.set_visible(self.is_daily());
        }
        if let Course::Daily(_, grade) = course {
            buttons(&panel.grades).nth(grade as usize).iter().for_each(|button| button.set_active(true));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use jiff::Zoned;
    use morris::Rules;
    use morris_teach::puzzles::Puzzle;

    use super::super::tests::{PUZZLE, other_work, page, solve};
    use super::*;
    use crate::pages::exercise::Exercise;

    #[gtk::test]
    fn the_grade_of_the_puzzle_of_the_day_can_be_changed() {
        let page = page();
        let (_job, _end) = other_work(&page);
        let today = Zoned::now().date();
        page.begin(Course::Daily(today, DailyGrade::Medium), Rules::STANDARD);
        let buttons: Vec<_> = radio_tiles::buttons(&page.panel().grades).collect();
        assert!(page.panel().grades.is_visible() && buttons[1].is_active());
        buttons[2].set_active(true);
        assert_eq!(page.course(), Course::Daily(today, DailyGrade::Hard));
        page.begin(Course::Rated, Rules::STANDARD);
        assert!(!page.panel().grades.is_visible());
    }

    #[gtk::test]
    fn the_puzzle_of_the_day_counts_the_days() {
        let page = page();
        let practice = Rc::clone(&page.context().services.practice);
        glib::MainContext::default().block_on(practice.load());
        let today = Zoned::now().date();
        page.imp().course.set(Course::Daily(today, DailyGrade::Easy));
        let shown = || [&page.panel().progress, &page.panel().level].map(|label| label.label().to_string());
        page.show(Some(Puzzle::parse(PUZZLE).unwrap()));
        assert_eq!(shown(), ["Solve it to start a streak", "Difficulty 1581"]);
        solve(&page);
        assert_eq!(shown(), ["1 day in a row", "Solved"]);
        assert_eq!((page.panel().offers_next(), &*page.panel().next.label().unwrap()), (true, "Rated Puzzles"));
        let tomorrow = today.tomorrow().unwrap();
        page.imp().course.set(Course::Daily(tomorrow, DailyGrade::Easy));
        page.show(Some(Puzzle::parse(PUZZLE).unwrap()));
        page.ask_answer();
        assert_eq!(shown(), ["1 day in a row", "Not solved"]);
        page.imp().course.set(Course::Daily(tomorrow.tomorrow().unwrap(), DailyGrade::Easy));
        page.show(Some(Puzzle::parse(PUZZLE).unwrap()));
        page.ask_answer();
        assert_eq!(shown(), ["Next puzzle tomorrow", "Not solved"]);
        page.imp().course.set(Course::Daily(tomorrow.tomorrow().unwrap(), DailyGrade::Hard));
        page.show(Some(Puzzle::parse(PUZZLE).unwrap()));
        assert_eq!(shown(), ["Solve it to start a streak", "Difficulty 1581"], "another grade can still be solved");
    }
}
