// SPDX-License-Identifier: GPL-3.0-or-later
//! What is on the page: a tree of moves, the current position, a line that is played out, and the
//! review of the game.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use jiff::Timestamp;
use morris::{ByColor, Color, Game, GameTree, Move, NodeId, Pgn, Position, Rules};
use morris_play::analysis::Analysis;
use morris_play::persistence::{SaveId, SavedGame, SavedKind};
use morris_play::session::{MoveEntry, Scene, Status};
use morris_play::setup::GameSetup;
use morris_solved::tablebase::Tables;
use morris_teach::review::{Mark, PlyReview, Review};

use crate::board::{MoveTone, ShownMove};
use crate::services::{Document, Job, PendingSave, Saving};

/// Maximum number of better moves that are drawn.
const MOST_SHOWN: usize = 3;

/// What is known about a game besides its moves and players.
#[derive(Clone, Debug, Default)]
pub struct Head {
    pub name: Option<String>,
    /// Time of saving.
    pub saved: Option<Timestamp>,
    /// Tags of the text that the game comes from.
    pub tags: BTreeMap<String, String>,
}

#[derive(Clone, Debug)]
pub struct Subject {
    /// Saved game to which the tree and the review belong, if it has been saved.
    pub document: Option<Rc<Document>>,
    /// Name, day, and tags of the game.
    pub head: Head,
    pub setup: GameSetup,
    /// The moves, and the position that is shown first.
    pub analysis: Analysis,
    /// Whether it is the user's own analysis, which stays while something else is on the page.
    pub is_own: bool,
}

impl Subject {
    /// A position without a game.
    pub fn position(rules: Rules, position: Position) -> Self {
        Self { is_own: false, ..Self::own_position(rules, position) }
    }

    /// The user's own analysis of a position.
    pub fn own_position(rules: Rules, position: Position) -> Self {
        Self::own(Analysis::new(GameTree::new(rules, position)))
    }

    pub fn own(analysis: Analysis) -> Self {
        let setup = GameSetup::between_persons(*analysis.tree().rules());
        Self { document: None, head: Head::default(), setup, analysis, is_own: true }
    }

    /// A saved game with its tree, at its end, or a saved analysis where it was left.
    pub fn saved(id: Option<SaveId>, saved: &SavedGame) -> Self {
        let tags = saved.notes.as_ref().map(|notes| notes.tags.clone()).unwrap_or_default();
        let head = Head { name: saved.name.clone(), saved: Some(saved.saved), tags };
        let (setup, is_own) = (saved.setup.clone(), saved.kind == SavedKind::Analysis);
        let document = id.map(|id| Document::new(id, None));
        Self { document, head, setup, analysis: Analysis::of_save(saved), is_own }
    }

    /// Returns the save of the user's own analysis.
    pub fn to_save(&self) -> SavedGame {
        let saved = self.with_head(SavedGame::now(self.setup.clone(), self.analysis.game(), None));
        SavedGame { kind: SavedKind::Analysis, ..saved }
    }

    /// Returns the game with its tree, for an export.
    pub fn to_export(&self) -> SavedGame {
        let saved = self.with_head(SavedGame::now(self.setup.clone(), self.analysis.tree().game(), None));
        SavedGame { saved: self.head.saved.unwrap_or(saved.saved), ..saved }
    }

    fn with_head(&self, saved: SavedGame) -> SavedGame {
        let notes = Pgn { tree: self.analysis.tree().clone(), tags: self.head.tags.clone() };
        SavedGame { name: self.head.name.clone(), notes: Some(notes), ..saved }
    }

    /// Returns whether nothing would be lost without it.
    pub fn is_empty(&self) -> bool {
        self.analysis.tree().is_empty() && !self.analysis.tree().has_comments()
    }

    /// Shows the position of the game after this number of moves first.
    pub fn at(mut self, moves: usize) -> Self {
        let tree = self.analysis.tree();
        let end = std::iter::once(self.analysis.current()).chain(tree.ancestors(self.analysis.current()));
        let node = end.into_iter().find(|&node| tree.depth(node) <= moves);
        if let Some(node) = node {
            self.analysis.go_to(node);
        }
        self
    }
}

/// A line from the current position that is shown without being in the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub moves: Vec<Move>,
    /// Number of its moves that are shown.
    pub shown: usize,
}

/// Returns whether the keys for mistakes stop at a move.
pub(super) fn is_stop(ply: &PlyReview) -> bool {
    matches!(ply.mark, Some(Mark::Slip | Mark::Blunder | Mark::Doubtful))
}

pub(super) struct Reviewed {
    /// The game, up to its end.
    pub game: Arc<Game>,
    /// The nodes of its positions, from the start on. Some may have been removed from the tree.
    pub nodes: Vec<NodeId>,
    /// Tables used by the review.
    pub tables: Arc<Tables>,
    pub review: Review,
    /// Whether the review is complete.
    pub finished: bool,
    /// Sides whose mistakes are listed.
    pub sides: Vec<Color>,
    /// Job that makes the review. Dropping it stops the work.
    pub _job: Job,
}

impl Reviewed {
    /// Returns the nodes of its positions that are still in the tree, from the start on.
    pub(super) fn nodes_in(&self, tree: &GameTree) -> &[NodeId] {
        &self.nodes[..self.nodes.partition_point(|&node| tree.contains(node))]
    }

    /// Returns the number of moves of the game before a node, if it is a position of the game.
    pub(super) fn moves_at(&self, tree: &GameTree, node: NodeId) -> Option<usize> {
        let moves = tree.depth(node);
        (self.nodes.get(moves) == Some(&node)).then_some(moves)
    }

    /// Returns the move that led to a node of the game.
    pub(super) fn ply(&self, tree: &GameTree, node: NodeId) -> Option<&PlyReview> {
        self.review.plies.get(self.moves_at(tree, node)?.checked_sub(1)?)
    }

    /// Returns whether a move is in the list of mistakes.
    pub(super) fn lists(&self, ply: &PlyReview) -> bool {
        is_stop(ply) && self.sides.contains(&ply.side)
    }

    /// Returns whether the values of some moves are only estimates.
    pub(super) fn is_estimated(&self) -> bool {
        self.review.plies.iter().any(|ply| ply.before.is_none_or(|worth| worth.exact().is_none()))
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Part {
    /// The tree.
    #[default]
    Moves,
    Values,
    Review,
}

impl Part {
    pub(super) fn named(name: &str) -> Self {
        [Self::Moves, Self::Values, Self::Review].into_iter().find(|part| part.name() == name).unwrap_or_default()
    }

    /// Returns the name in the stack.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Moves => "moves",
            Self::Values => "values",
            Self::Review => "review",
        }
    }
}

/// What is done on the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Something is analyzed.
    #[default]
    Analysis,
    /// A position is set up, for this purpose.
    Editor(LeadsTo),
}

/// Where the way back leads from the editor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeadsTo {
    /// To the analysis, where the editor was opened.
    Analysis,
    PageBefore,
}

impl Mode {
    /// Returns the name in the stack.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Analysis => "analysis",
            Self::Editor(_) => "editor",
        }
    }
}

/// What is on the page.
pub(super) struct Opened {
    pub document: Option<Rc<Document>>,
    pub head: Head,
    pub setup: GameSetup,
    pub analysis: Analysis,
    pub is_own: bool,
    pub reviewed: Option<Reviewed>,
    pub line: Option<Line>,
    pub entry: MoveEntry,
    /// Whether the user has done something here. What is found later must not replace it.
    pub is_touched: bool,
    /// Whether the tree is saved as it is, or is being saved.
    pub is_saved: bool,
    /// Last save of the tree.
    pub save: Option<Rc<PendingSave>>,
}

/// The position on the board, and how it came about.
pub(super) struct Sight {
    /// The game up to the position.
    pub game: Game,
    pub moves: Vec<ShownMove>,
}

impl Opened {
    pub(super) fn tree(&self) -> &GameTree {
        self.analysis.tree()
    }

    /// Returns whether all moves have only been tried: they are no game of the user.
    pub(super) fn is_tried(&self) -> bool {
        self.is_own || self.document.is_none()
    }

    pub(super) fn has_game(&self) -> bool {
        self.analysis.end() != self.tree().root()
    }

    /// Returns the sides that persons play here.
    pub(super) fn persons(&self) -> Vec<Color> {
        Color::BOTH.into_iter().filter(|&side| self.setup.players[side].is_local()).collect()
    }

    /// Returns the sides whose mistakes are practiced.
    pub(super) fn learners(&self) -> Vec<Color> {
        if self.is_tried() { Vec::new() } else { self.persons() }
    }

    pub(super) fn node(&self) -> NodeId {
        self.analysis.current()
    }

    /// Returns whether the tree has to be saved: it has changed, or that has failed.
    pub(super) fn needs_saving(&self) -> bool {
        !self.is_saved || self.saving() == Saving::Failed
    }

    pub(super) fn saving(&self) -> Saving {
        match &self.document {
            // It knows also of a save before something else was on the page.
            Some(document) if self.is_own => document.saving(),
            _ => self.save.as_ref().map(|save| save.state()).unwrap_or_default(),
        }
    }

    /// Notes that the user has done something here.
    pub(super) const fn touch(&mut self) {
        self.is_touched = true;
    }

    /// Forgets a line and a move that is being entered.
    pub(super) fn leave_entry(&mut self) {
        self.line = None;
        self.entry = MoveEntry::default();
    }

    pub(super) fn review(&self) -> Option<(Arc<Game>, Review)> {
        self.reviewed.as_ref().map(|reviewed| (Arc::clone(&reviewed.game), reviewed.review.clone()))
    }

    /// Returns the review of the move that led to the current node.
    pub(super) fn ply(&self) -> Option<&PlyReview> {
        self.reviewed.as_ref()?.ply(self.tree(), self.node())
    }

    /// Returns that move if it is a mistake.
    pub(super) fn mistake(&self) -> Option<&PlyReview> {
        self.ply().filter(|ply| ply.mistake.is_some())
    }

    /// Returns the node whose position is on the board. In the review, a mistake is shown in the
    /// position before it, where a better move can be tried.
    pub(super) fn shown_node(&self, part: Part) -> NodeId {
        let before = self.mistake().filter(|_| part == Part::Review && self.line.is_none());
        before.and_then(|_| self.tree().parent(self.node())).unwrap_or_else(|| self.node())
    }

    pub(super) fn sight(&self, part: Part) -> Sight {
        let node = self.shown_node(part);
        let mut game = self.tree().game_at(node);
        for &mv in self.line.iter().flat_map(|line| line.moves.iter().take(line.shown)) {
            // A line of the engine or of the tables is legal.
            if game.play(mv).is_err() {
                break;
            }
        }
        let mistake = self.mistake().filter(|_| node != self.node());
        let arrows = mistake.map(|ply| {
            let better = ply.better.iter().take(MOST_SHOWN).map(|&mv| ShownMove { mv, tone: MoveTone::Good });
            std::iter::once(ShownMove { mv: ply.mv, tone: MoveTone::Bad }).chain(better).collect()
        });
        Sight { game, moves: arrows.unwrap_or_default() }
    }

    /// Returns the scene of a game, with the move that is being entered.
    pub(super) fn scene(&self, game: &Game) -> Scene {
        let rules = game.rules();
        let last = game.last_move().map(|mv| (game.position().side().other(), mv));
        if let Some(outcome) = game.outcome() {
            let scene = Scene::of_position(game.position(), last, rules);
            let lost = lost(game, &scene);
            return Scene { status: Status::Over(outcome), outcome: Some(outcome), lost, ..scene };
        }
        let scene = self.entry.scene(game.position(), rules);
        let (played, begun) = (game.cursor(), scene.last.is_some());
        let rest = Scene::of_position(game.position(), last, rules);
        let (last, lost) = (scene.last.or(last), lost(game, &scene));
        Scene { played, last, lost, mills: if begun { scene.mills } else { rest.mills }, ..scene }
    }
}

/// Returns how many men each side has lost since the start of a game.
fn lost(game: &Game, scene: &Scene) -> ByColor<u8> {
    ByColor::from_fn(|color| {
        let left = scene.men[color].len() + usize::from(scene.hand[color]);
        game.start().total(color).saturating_sub(left) as u8
    })
}
