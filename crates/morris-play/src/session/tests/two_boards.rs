// SPDX-License-Identifier: GPL-3.0-or-later
//! One game at two boards. Each session has the other as its external player, and messages between
//! them take time.

use std::collections::VecDeque;

use proptest::prelude::*;

use super::*;

/// A message in transit.
#[derive(Clone, Copy, Debug)]
enum Letter {
    Move(Move),
    Message(SeatMessage),
}

/// Next event at one of the boards.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// The person at this board plays a legal move.
    Move(usize),
    Undo,
    OfferDraw,
    Answer(Answer),
    Rest,
    /// The earliest message sent from this board arrives.
    Arrive,
}

struct Boards {
    sessions: ByColor<Session>,
    /// Number of the pending request of each session to the other side.
    asked: ByColor<Option<morris_engine::RequestId>>,
    /// Messages that each side has sent.
    sent: ByColor<VecDeque<Letter>>,
}

impl Boards {
    fn new(rules: Rules) -> Self {
        let players = |person: Color| {
            ByColor::from_fn(|color| if color == person { Player::Person } else { Player::program("friend") })
        };
        let setup = |person| GameSetup { players: players(person), ..GameSetup::between_persons(rules) };
        let sessions = ByColor::from_fn(|color| Session::new(setup(color), 1));
        let mut boards = Self { sessions, asked: ByColor::default(), sent: ByColor::default() };
        for color in Color::BOTH {
            boards.tell(color, Input::Begin);
            boards.tell(color, Input::Contact { side: color.other(), contact: Contact::Here });
        }
        boards
    }

    fn tell(&mut self, color: Color, input: Input) {
        for effect in self.sessions[color].handle(input) {
            match effect {
                Effect::Ask { request, .. } => self.asked[color] = Some(request.id),
                Effect::StopThinking => self.asked[color] = None,
                Effect::Tell { to, message } => {
                    assert_eq!(to, color.other());
                    self.sent[color].push_back(Letter::Message(message));
                }
                _ => {}
            }
        }
    }

    fn go(&mut self, color: Color, step: Step) {
        match step {
            Step::Move(chance) => self.play(color, chance),
            Step::Undo => self.tell(color, Input::Undo),
            Step::OfferDraw => self.tell(color, Input::OfferDraw),
            Step::Answer(answer) => self.tell(color, Input::Answer(answer)),
            Step::Rest => {
                self.tell(color, Input::Pause);
                self.tell(color, Input::Resume);
            }
            Step::Arrive => self.arrive(color),
        }
    }

    fn play(&mut self, color: Color, chance: usize) {
        let game = Arc::clone(self.sessions[color].game());
        let moves = game.position().legal_moves(game.rules());
        if moves.is_empty() || !self.sessions[color].is_persons_turn() {
            return;
        }
        let mv = moves[chance % moves.len()];
        for point in mv.from.into_iter().chain(mv.to).chain(mv.removed) {
            self.tell(color, Input::Tap(point));
        }
        let after = self.sessions[color].game();
        if after.cursor() > game.cursor() {
            assert_eq!(after.moves()[game.cursor()], mv);
            self.sent[color].push_back(Letter::Move(mv));
        }
    }

    fn arrive(&mut self, from: Color) {
        let to = from.other();
        match self.sent[from].pop_front() {
            Some(Letter::Message(message)) => self.tell(to, Input::Message { from, message }),
            Some(Letter::Move(mv)) => {
                let id = self.asked[to].take().expect("a move is waited for");
                self.tell(to, Input::Seat(SeatEvent { id, kind: SeatEventKind::Move(mv) }));
            }
            None => {}
        }
    }

    /// Delivers all messages and answers all questions.
    fn calm_down(&mut self) {
        while Color::BOTH.iter().any(|&color| !self.sent[color].is_empty() || self.sessions[color].question.is_some()) {
            for color in Color::BOTH {
                self.arrive(color);
                self.tell(color, Input::Answer(Answer::Decline));
            }
        }
    }
}

fn any_step() -> impl Strategy<Value = (Color, Step)> {
    let step = prop_oneof![
        8 => any::<usize>().prop_map(Step::Move),
        1 => Just(Step::Undo),
        1 => Just(Step::OfferDraw),
        2 => Just(Step::Answer(Answer::Accept)),
        1 => Just(Step::Answer(Answer::Decline)),
        1 => Just(Step::Rest),
        8 => Just(Step::Arrive),
    ];
    (prop::sample::select(Color::BOTH.as_slice()), step)
}

proptest! {
    #![proptest_config(ProptestConfig { max_shrink_iters: 4_000, ..ProptestConfig::with_cases(96) })]
    #[test]
    fn both_boards_agree_however_long_their_words_take(
        rules in prop::sample::select(Rules::PRESETS.as_slice()),
        steps in prop::collection::vec(any_step(), 1..300),
    ) {
        let mut boards = Boards::new(rules);
        for (color, step) in steps {
            boards.go(color, step);
        }
        boards.calm_down();
        let ByColor { white, black } = &boards.sessions;
        prop_assert_eq!(white.game().played(), black.game().played());
        prop_assert_eq!(white.outcome(), black.outcome());
    }
}
