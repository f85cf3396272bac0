//! Backgammon: matches, money games and sessions, with the doubling cube.
//!
//! One position holds everything in a match that affects the next moves: the checkers, the dice,
//! the cube, the score. Games follow each other directly: the end of one is followed by the opening
//! roll of the next. White is the first player and XGID's bottom player. Rolls no dice, and knows
//! no engine or window.

mod click;
mod editor;
mod file_values;
mod formats;
mod ids;
mod links;
mod making;
mod mat;
mod moves;
mod perft;
mod place;
mod playing;
mod position_fields;
mod rawboard;
mod reading;
mod recorded_games;
mod recording;
mod scene;
mod script;
mod sgf;
mod snowie;
mod terms;
mod variation;
mod why;
mod xgid;

pub mod board;
pub mod cube;
pub mod dice;
pub mod movegen;

pub use board::Board;
pub use cube::{Cube, Win, largest_win};
pub use dice::Dice;
pub use movegen::{Play, Steps, plays, plays_into};
pub use moves::{Move, play_text};
pub use perft::perft;
pub use terms::{MAX_CUBE_LOG2, Terms};
pub use xgid::{read_xgid, write_xgid};

use super::{
    Actor, Brush, Click, Edit, EditView, FileProblem, ForcedScale, Format, GameInfo, GamePhase,
    Link, Recognised, Rules, Scene, SceneView, Setup, SetupError, Side, Stage, Trace,
    UnreadableMove,
};

/// The next event.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Phase {
    /// One die of each player decides who begins the game. [`Backgammon::turn`] means nothing then.
    Opening,
    /// The player on turn rolls or doubles.
    Decide,
    /// The dice are rolled for the player on turn.
    Roll,
    /// The player on turn plays these dice.
    Play(Dice),
    /// The player on turn has doubled, and the opponent takes or drops.
    Doubled,
    /// It is over, by the game that ended last.
    Over {
        /// The winner of the last game.
        winner: Side,
        /// Its value.
        points: u32,
        /// The way in which it was won.
        win: Win,
    },
}

/// A position in a match, a session or a single game.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Backgammon {
    /// The checkers from the point of view of the player on turn.
    pub board: Board,
    /// The side that rolls, plays or has doubled.
    pub turn: Side,
    /// The next event.
    pub phase: Phase,
    /// A pending resignation, as a multiple of the cube. It was offered by
    /// [`Backgammon::resigner`].
    pub resigned: Option<u8>,
    /// The cube.
    pub cube: Cube,
    /// Points, first player first.
    pub score: [u32; 2],
    /// The stakes.
    pub terms: Terms,
    /// This is the game without cube that the Crawford rule demands.
    pub is_crawford: bool,
    /// Number of the game in the match or session, from 1.
    pub game: u32,
}

impl Backgammon {
    /// The normal start under these terms: the opening roll of the first game.
    #[must_use]
    pub fn start_of(terms: Terms) -> Self {
        Self {
            board: Board::START,
            turn: Side::First,
            phase: Phase::Opening,
            resigned: None,
            cube: Cube::default(),
            score: [0, 0],
            terms,
            is_crawford: false,
            game: 1,
        }
    }

    /// The checkers of `side` and of the other player, each in that player's own numbering
    /// (see [`Board::own`]).
    #[must_use]
    pub fn checkers(&self, side: Side) -> [[u8; 26]; 2] {
        let Board { own, opp } = self.board;
        if side == self.turn { [own, opp] } else { [opp, own] }
    }

    /// The player on turn has access to the cube, whether turning it is useful or not.
    #[must_use]
    pub fn may_turn_cube(&self) -> bool {
        let owned = self.cube.owner.is_none_or(|owner| owner == self.turn);
        owned && !self.is_crawford && self.cube.log2 < self.terms.max_log2
    }

    /// The side to move may double before rolling: the cube is in play, its own or in the middle,
    /// not at its limit, and not dead (in a match, if the cube's value already suffices, a higher
    /// one only helps the opponent).
    #[must_use]
    pub fn can_double(&self) -> bool {
        let (score, length) = (self.score[self.turn.idx()], u32::from(self.terms.length));
        let is_dead = length > 0 && score + self.cube.value() >= length;
        self.may_turn_cube() && !is_dead
    }

    /// The side that acts in the phase, ignoring a resignation; `None` for the dice and at the end.
    #[must_use]
    pub fn phase_actor(&self) -> Option<Side> {
        match self.phase {
            Phase::Decide | Phase::Play(_) => Some(self.turn),
            Phase::Doubled => Some(self.turn.opponent()),
            Phase::Opening | Phase::Roll | Phase::Over { .. } => None,
        }
    }

    /// The side that may resign: the one that acts, or that the dice are rolled for.
    #[must_use]
    pub fn resigner(&self) -> Option<Side> {
        match self.phase {
            Phase::Roll => Some(self.turn),
            Phase::Opening
            | Phase::Decide
            | Phase::Play(_)
            | Phase::Doubled
            | Phase::Over { .. } => self.phase_actor(),
        }
    }

    /// The most points that `loser` can still lose in this game with the current cube.
    fn most_lost(&self, loser: Side) -> u32 {
        let [own, opp] = self.checkers(loser.opponent());
        self.terms.points(self.cube, largest_win(&Board { own, opp }))
    }

    /// The dice leave no play.
    #[must_use]
    pub fn must_pass(&self) -> bool {
        let Phase::Play(dice) = self.phase else { return false };
        !movegen::can_play(&self.board, dice)
    }
}

impl Rules for Backgammon {
    type Move = Move;

    const INFO: &'static GameInfo = &GameInfo {
        name: "backgammon",
        noun: "backgammon",
        title: "Backgammon",
        sides: ["White", "Black"],
        variants: terms::VARIANTS,
        usual_variant: "",
        position_holds_variant: true,
        protocols: &["ubgi"],
        has_dice: true,
        has_cube: true,
        n_orientations: 4,
        score_unit: "points",
        score_range: 1.5,
        win_score: None,
        forced_scale: ForcedScale::None,
        // GNU Backgammon's own limits for doubtful, bad and very bad.
        loss_marks: [0.04, 0.08, 0.16],
        accuracy_loss: 0.08,
        values_on_cells: false,
        has_regions: false,
        move_example: "13/8 6/5",
        numbered_cells: false,
        can_be_drawn: false,
    };

    fn start(setup: &Setup) -> Result<Self, SetupError> {
        let name = setup.variant.as_deref().unwrap_or("money");
        let terms = Self::INFO.find_variant(name).and_then(|known| terms::of_variant(known.name));
        let Some(terms) = terms else {
            let names: Vec<&str> = terms::VARIANTS.iter().map(|known| known.name).collect();
            return Err(SetupError::Variant {
                variant: name.to_owned(),
                game: Self::INFO.name,
                allowed: names.join(", "),
            });
        };
        let Some(text) = &setup.position else { return Ok(Self::start_of(terms)) };
        formats::read_position(text)
            .map_err(|problem| SetupError::Position { text: text.clone(), problem })
    }

    fn setup(&self) -> Setup {
        let default = Setup::default();
        let variants = Self::INFO.variants.iter();
        let named = variants
            .map(|variant| Setup { variant: Some(variant.name.to_owned()), position: None });
        let is_it = |setup: &Setup| Self::start(setup).is_ok_and(|pos| pos == *self);
        std::iter::once(default)
            .chain(named)
            .find(is_it)
            .unwrap_or_else(|| Setup { variant: None, position: Some(self.to_text()) })
    }

    fn other_stakes(&self, variant: Option<&str>) -> Option<[String; 2]> {
        let played = Self::start(&Setup { variant: variant.map(str::to_owned), position: None });
        let played = played.ok()?.terms;
        (self.terms != played).then(|| [self.terms.to_string(), played.to_string()])
    }

    fn actor(&self) -> Actor {
        if let (Some(_), Some(side)) = (self.resigned, self.resigner()) {
            return Actor::Player(side.opponent());
        }
        match (self.phase, self.phase_actor()) {
            (_, Some(side)) => Actor::Player(side),
            (Phase::Over { .. }, None) => Actor::Over(self.ending()),
            (_, None) => Actor::Chance,
        }
    }

    fn legal_moves(&self) -> Vec<Move> {
        self.moves()
    }

    /// A player may resign whenever that player must act.
    fn also_legal(&self, mv: &Move) -> bool {
        let Move::Resign(1..=3) = mv else { return false };
        self.resigned.is_none() && self.resigner().is_some()
    }

    fn play_unchecked(&mut self, mv: &Move) {
        self.make(mv);
    }

    fn write_move(&self, mv: &Move) -> String {
        moves::text(&self.board, mv)
    }

    fn show_move(&self, mv: &Move) -> String {
        moves::short_text(&self.board, mv)
    }

    fn read_move(&self, text: &str) -> Result<Move, UnreadableMove> {
        reading::read_move(self, text, None)
    }

    fn read_move_among(&self, text: &str, legal: &[Move]) -> Result<Move, UnreadableMove> {
        reading::read_move(self, text, Some(legal))
    }

    fn to_text(&self) -> String {
        xgid::write(self)
    }

    fn position_texts(&self) -> Vec<(&'static str, String)> {
        formats::position_texts(self)
    }

    /// Positions may come back, but that decides nothing.
    fn trace(&self) -> Trace {
        Trace { key: self.key(), irreversible: false, tag: 0 }
    }

    fn brushes() -> &'static [Brush] {
        &editor::BRUSHES
    }

    fn edit(setup: &Setup, edit: &Edit) -> Result<Setup, SetupError> {
        editor::edit(setup, edit)
    }

    fn edit_view(setup: &Setup, view: &SceneView<'_>) -> Option<EditView> {
        editor::edit_view(setup, view)
    }

    /// A ply is a roll and the play that answers it; see [`perft()`].
    fn perft(&self, depth: u32) -> u64 {
        perft::perft_of(self, depth, |_| 1)
    }

    fn weighted_perft(&self, depth: u32) -> Option<u64> {
        Some(perft::perft_of(self, depth, |dice| dice.weight().into()))
    }

    fn stock(&self, side: Side) -> String {
        let pips = board::pips(&self.checkers(side)[0]);
        let points = self.score[side.idx()];
        let count = |n: u32, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
        if self.terms.n_games == 1 {
            count(pips, "pip")
        } else {
            format!("{}, {}", count(pips, "pip"), count(points, "point"))
        }
    }

    fn forced_note(&self) -> Option<String> {
        let Phase::Play(dice) = self.phase else { return None };
        let is_free = self.resigned.is_none() && self.must_pass();
        is_free.then(|| format!("{} has no legal play for {dice}", side_name(self.turn)))
    }

    /// UBGI knows no resignation: one is accepted when the game cannot win more, or no more is
    /// needed to win the match.
    fn unasked(&self) -> Option<Move> {
        let (times, loser) = (self.resigned?, self.resigner()?);
        let offered = self.terms.points(self.cube, Win::Resigned(times));
        let (score, length) = (self.score[loser.opponent().idx()], u32::from(self.terms.length));
        let wins_match = length > 0 && score + offered >= length;
        let is_most = wins_match || offered >= self.most_lost(loser);
        Some(if is_most { Move::Accept } else { Move::Reject })
    }

    /// In a match the match is lost, whatever the score. A double that was not answered does not
    /// count.
    fn stake(&self, loser: Side) -> Option<u32> {
        (self.terms.length == 0).then(|| self.most_lost(loser))
    }

    fn stage(&self) -> Option<Stage> {
        let offered = u32::from(self.phase == Phase::Doubled);
        Some(Stage {
            game: self.game,
            score: (self.terms.n_games != 1).then_some(self.score),
            cube: self.cube.value() << offered,
            note: if self.is_crawford { "Crawford game" } else { "" },
        })
    }

    /// The opening lasts until a side has come two rolls nearer to its home, the ending begins with the
    /// race.
    fn phase(&self) -> GamePhase {
        /// Of 167 at the start.
        const LEAST_PIPS: u32 = 150;
        if self.board.is_race() {
            GamePhase::Ending
        } else if self.board.pips().iter().all(|pips| *pips >= LEAST_PIPS) {
            GamePhase::Opening
        } else {
            GamePhase::Middle
        }
    }

    fn scene(&self, view: &SceneView<'_>) -> Scene {
        scene::scene(self, view)
    }

    fn move_cells(&self, mv: &Move) -> Vec<String> {
        scene::move_cells(self, mv)
    }

    fn move_steps(&self, mv: &Move) -> Vec<[String; 2]> {
        scene::move_steps(self, mv)
    }

    fn click(&self, chosen: &[String], cell: &str) -> Click {
        click::click(self, chosen, cell)
    }

    fn refusal(&self, text: &str) -> Option<String> {
        why::refusal(self, &self.read_move(text).ok()?)
    }

    fn formats() -> &'static [Format] {
        formats::FORMATS
    }

    fn recognise(text: &str) -> Result<Option<Recognised>, FileProblem> {
        formats::recognise(text)
    }

    fn link(protocol: &str) -> Option<&'static dyn Link> {
        links::link(protocol)
    }
}

/// `White` or `Black`.
fn side_name(side: Side) -> &'static str {
    Backgammon::INFO.sides[side.idx()]
}
