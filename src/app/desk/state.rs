//! What a desk is: its state, how it begins, and what another game on it means.
//!
//! Answers no command; the files beside this one do.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use std::time::Instant;

use super::parts::analysis::Analysis;
use super::parts::candidates::Candidates;
use super::parts::cards::Shelf;
use super::parts::coach::Coach;
use super::parts::dice_study::DiceStudies;
use super::parts::document::{Board, Document};
use super::parts::editor::Editor;
use super::parts::pictures::Drawn;
use super::parts::place::Place;
use super::parts::practice::Practice;
use super::parts::problems::ToldProblem;
use super::parts::seats::Seats;
use crate::app::catalogue::Catalogue;
use crate::app::effect::{Effect, Outbox};
use crate::app::engines::Engines;
use crate::app::numbers::Numbers;
use crate::app::shared::Shared;
use crate::app::views::{CopiedText, Mode, NoticeKind, RatingsView, Settings};
use crate::games::{self, Game, GameInfo, NodeId, Record, Setup, counted};
use crate::store::SavedCard;

/// So many documents are kept that can be brought back.
const MOST_UNDO: usize = 8;

/// What a desk shares with the other rooms.
#[derive(Clone, Debug)]
pub(in crate::app) struct Surroundings {
    /// Settings that are kept.
    pub(in crate::app) settings: Shared<Settings>,
    /// The user's ratings.
    pub(in crate::app) ratings: Shared<RatingsView>,
    /// The list of engines.
    pub(in crate::app) catalogue: Arc<Catalogue>,
    /// The branch that was copied last.
    pub(in crate::app) branch: Option<Arc<Record>>,
    /// Numbers of sessions.
    pub(in crate::app) sessions: Numbers,
    /// Numbers of positions that are shown, and of documents.
    pub(in crate::app) positions: Numbers,
    /// Numbers of bundles.
    pub(in crate::app) bundles: Numbers,
}

/// One tab: a game on a board with all that belongs to it.
#[derive(Debug)]
pub(in crate::app) struct Desk {
    /// Its own number.
    pub(super) id: u64,
    pub(super) mode: Mode,
    pub(super) doc: Document,
    /// The documents that were replaced and can be brought back, the newest last.
    pub(super) undo: VecDeque<(Document, Seats)>,
    /// The position editor, while it is open.
    pub(super) editor: Option<Editor>,
    pub(super) seats: Seats,
    pub(super) engines: Engines,
    pub(super) analysis: Analysis,
    /// What an engine would play in a person's place.
    pub(super) candidates: Candidates,
    pub(super) coach: Coach,
    /// Rolls, cube and rollout of the position shown.
    pub(super) dice_studies: DiceStudies,
    /// What is practised here.
    pub(super) practice: Option<Practice>,
    /// Which engines were started again by the program lately, and when.
    pub(super) restarts: Vec<(String, Instant)>,
    pub(super) settings: Shared<Settings>,
    pub(super) ratings: Shared<RatingsView>,
    pub(super) catalogue: Arc<Catalogue>,
    /// The branch that was copied last, at whatever desk.
    pub(super) branch: Option<Arc<Record>>,
    /// Text for the system's clipboard.
    pub(super) copied: Option<CopiedText>,
    /// Its place among the tabs.
    pub(super) place: Place,
    /// What is told to those who do not see the window.
    pub(super) announcement: String,
    pub(super) messages: Outbox,
    pub(super) effects: Vec<Effect>,
    /// Problems with engines that the user has seen, the newest last.
    pub(super) told_problems: Vec<ToldProblem>,
    /// What engines have complained of, by their names.
    pub(super) complaints: BTreeMap<String, BTreeSet<String>>,
    pub(super) drawn: Drawn,
    /// Counts up with everything that happens at the desk.
    pub(super) revision: u64,
    pub(super) positions: Numbers,
    pub(super) bundles: Numbers,
}

impl Desk {
    /// A desk with an empty board, and the cards of the last time, which rest.
    pub(in crate::app) fn new(id: u64, around: Surroundings, cards: Vec<SavedCard>) -> Self {
        let game = games::GAMES[0];
        let Surroundings { settings, ratings, catalogue, branch, sessions, positions, bundles } =
            around;
        Self {
            id,
            mode: Mode::Play,
            doc: empty_document(game, positions.next()),
            undo: VecDeque::new(),
            editor: None,
            seats: Seats::people(game.info()),
            engines: Engines::new(sessions),
            analysis: Analysis::with(Shelf::of(cards)),
            candidates: Candidates::default(),
            coach: Coach::default(),
            dice_studies: DiceStudies::default(),
            practice: None,
            restarts: Vec::new(),
            settings,
            ratings,
            catalogue,
            branch,
            copied: None,
            place: Place::default(),
            announcement: String::new(),
            messages: Outbox::default(),
            effects: Vec::new(),
            told_problems: Vec::new(),
            complaints: BTreeMap::new(),
            drawn: Drawn::default(),
            revision: 0,
            positions,
            bundles,
        }
    }

    /// Its own number.
    pub(in crate::app) fn id(&self) -> u64 {
        self.id
    }

    /// What it wants done, oldest first.
    pub(super) fn take_effects(&mut self) -> Vec<Effect> {
        self.revision += 1;
        let mut effects = self.engines.take_effects();
        effects.append(&mut self.effects);
        effects.extend(self.messages.take());
        effects
    }

    /// A number for a position that is shown from now on.
    pub(super) fn new_position_id(&self) -> u64 {
        self.positions.next()
    }

    /// The game on the board with the losses from which the user has moves marked.
    pub(super) fn judging(&self) -> GameInfo {
        let info = self.doc.game.info();
        info.with_loss_marks(self.settings.loss_marks_of(info))
    }

    /// Shows the position after `node`.
    pub(super) fn go_to(&mut self, node: NodeId) {
        let id = self.new_position_id();
        self.doc.go_to(node, id);
        self.messages.position_changed();
    }

    /// Puts another game on the board; the old one can be brought back. Says whether it is there.
    pub(super) fn replace(&mut self, game: &'static dyn Game, board: Board, seats: Seats) -> bool {
        let id = self.new_position_id();
        let doc = match Document::new(game, board, id) {
            Ok(doc) => doc,
            Err(error) => {
                self.messages
                    .notice(NoticeKind::Error, format!("The game cannot be shown: {error}."));
                return false;
            }
        };
        self.pause_table(Instant::now());
        let n_open = self.leave_practice();
        // An engine that goes through the old game would go on for ever.
        self.stop_review(Instant::now());
        let unsaved = self.doc.is_unsaved();
        self.doc.was_studied = self.mode == Mode::Analyse;
        let old = std::mem::replace(&mut self.doc, doc);
        let old_seats = std::mem::replace(&mut self.seats, seats);
        // An untouched board is nothing that one would want back.
        if old.record().n_nodes() > 1 || old.record().setup.position.is_some() {
            self.keep_for_undo(old, old_seats);
        }
        self.editor = None;
        self.end_seats();
        self.messages.game_changed();
        if n_open > 0 {
            let open = counted(n_open, "open exercise");
            let text = format!("The practice has ended with {open}. What was practised is kept.");
            self.messages.notice(NoticeKind::Info, text);
        }
        if unsaved {
            let text = "The game before had changes that were not saved. File, \u{201c}Bring back the \
                        game before\u{201d} goes back to it.";
            self.messages.notice(NoticeKind::Info, text);
        }
        self.announcement.clear();
        self.analysis.forget_game();
        self.keep_last_game();
        true
    }

    /// Keeps a document that leaves the board. Of too many the oldest goes, but for games that are
    /// not over.
    pub(super) fn keep_for_undo(&mut self, doc: Document, seats: Seats) {
        if self.undo.len() >= MOST_UNDO {
            let oldest = self.undo.iter().position(|(doc, _)| !doc.is_unfinished());
            self.undo.remove(oldest.unwrap_or_default());
        }
        self.undo.push_back((doc, seats));
    }
}

fn empty_document(game: &'static dyn Game, number: u64) -> Document {
    let record = Record::new(game.info().name, Setup::default());
    Document::new(game, Board::Study(Box::new(record)), number)
        .expect("every game has a normal start, which the battery checks")
}
