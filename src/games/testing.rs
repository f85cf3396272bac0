//! The tests that every game must pass. Used by `tests/games.rs` and `tests/formats.rs`.
//!
//! Does not know any game: it checks the promises of [`Rules`], on random games with fixed seeds.

use std::collections::HashSet;
use std::time::Duration;

use super::{
    Actor, Adapter, BoxPosition, Click, Ending, Evaluation, Game, HistoryRules, Mark, MoveText,
    Outcome, PlayError, Position, Reading, Recognised, Record, Rules, Scene, SceneView, Setup,
    Side, Step, Trace, perft,
};

/// Numbers that look random and are the same in every run (xorshift64).
#[derive(Clone, Debug)]
pub struct Seeded(u64);

impl Seeded {
    /// A different sequence for each seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self((seed ^ 0x5851_f42d_4c95_7f2d).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below `n`, which must not be 0.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % n
    }
}

/// Plays `games` random games of each variant of `R`, at most `max_plies` long, and checks on the
/// way the promises of every game.
///
/// # Panics
///
/// When a promise of [`Rules`] is broken; the message names variant, seed and ply.
#[track_caller]
pub fn check_rules<R: Rules>(games: u64, max_plies: u32) {
    let names: Vec<Option<String>> = match R::INFO.variants {
        [] => vec![None],
        variants => variants.iter().map(|variant| Some(variant.name.to_owned())).collect(),
    };
    check_info::<R>();
    for variant in names {
        check_rules_from::<R>(&Setup { variant, position: None }, games, max_plies);
    }
}

/// Does the same as [`check_rules`], from one start.
///
/// # Panics
///
/// In the same cases as [`check_rules`].
#[track_caller]
pub fn check_rules_from<R: Rules>(setup: &Setup, games: u64, max_plies: u32) {
    for seed in 0..games {
        let (line, record) = random_game::<R>(setup, seed, max_plies);
        for (ply, (pos, mv)) in line.iter().enumerate() {
            let at = format!("{setup:?}, seed {seed}, ply {ply}: {}", Rules::to_text(pos));
            check_moves(pos, &at);
            check_text(pos, setup, &at);
            check_scene(pos, &at);
            if let Some(mv) = mv {
                check_played(pos, mv, &at);
            }
            if ply % 8 == seed as usize % 8 {
                check_perft(pos, &at);
            }
        }
        let traces: Vec<Trace> = line.iter().map(|(pos, _)| Rules::trace(pos)).collect();
        if let Some(ending) = R::judge(&traces, HistoryRules::default()) {
            check_ending(ending, &format!("{setup:?}, seed {seed}"));
        }
        check_record::<R>(&record, &format!("{setup:?}, seed {seed}"));
    }
}

/// Positions, each with the move played in it; the last has no move.
type Line<R> = Vec<(R, Option<<R as Rules>::Move>)>;

/// The positions of a random game with the move played in each, and the game's record, with
/// comments, times and evaluations.
fn random_game<R: Rules>(setup: &Setup, seed: u64, max_plies: u32) -> (Line<R>, Record) {
    let mut numbers = Seeded::new(seed);
    let mut pos = R::start(setup).expect("the battery is given a start that exists");
    let mut record = Record::new(R::INFO.name, setup.clone());
    record.tags.players = ["First, the".to_owned(), "Second".to_owned()];
    let (mut line, mut at) = (Line::<R>::new(), Record::START);
    for ply in 0..max_plies {
        let moves = Rules::legal_moves(&pos);
        let Some(mv) = (!moves.is_empty()).then(|| moves[numbers.below(moves.len())].clone())
        else {
            break;
        };
        let side = match Rules::actor(&pos) {
            Actor::Player(side) => Some(side),
            Actor::Chance | Actor::Over(_) => None,
        };
        at = record.add(at, MoveText(pos.write_move(&mv)), side);
        if let Some(side) = side {
            let node = record.node_mut(at);
            node.elapsed = Some(Duration::from_millis(10 * numbers.below(1000) as u64));
            let score = numbers.below(400) as f64 / 100.0 - 2.0;
            let engine = record_player(side);
            node.evaluations = vec![Evaluation { score, engine, ..Evaluation::default() }];
            if ply % 5 == 3 {
                node.comment = format!("comment on ply {ply}");
            }
        }
        line.push((pos.clone(), Some(mv.clone())));
        pos.play_unchecked(&mv);
    }
    if let Actor::Over(ending) = Rules::actor(&pos) {
        record.result = Some(ending.into());
    }
    line.push((pos, None));
    (line, record)
}

fn record_player(side: Side) -> String {
    ["First, the", "Second"][side.idx()].to_owned()
}

#[track_caller]
fn check_info<R: Rules>() {
    let info = R::INFO;
    assert!(info.score_range > 0.0 && info.n_orientations > 0, "{info:?}");
    assert!(info.loss_marks.is_sorted() && info.loss_marks[0] > 0.0, "{info:?}");
    assert!(R::formats().first().is_some_and(|native| native.writes()), "no native format");
    for protocol in info.protocols {
        let link = R::link(protocol).expect("every protocol of INFO has a link");
        assert_eq!(link.protocol(), *protocol);
    }
    assert!(R::link("no such protocol").is_none());
    let unknown = Setup { variant: Some("no such variant".to_owned()), position: None };
    assert!(R::start(&unknown).is_err(), "an unknown variant was set up");
}

#[track_caller]
fn check_moves<R: Rules>(pos: &R, at: &str) {
    let moves = Rules::legal_moves(pos);
    assert!(moves.is_sorted_by(|a, b| a < b), "{at}: moves not sorted or not unique: {moves:?}");
    let actor = Rules::actor(pos);
    assert_eq!(moves.is_empty(), matches!(actor, Actor::Over(_)), "{at}: {actor:?}");
    if let Actor::Over(ending) = actor {
        check_ending(ending, at);
    }
    let mut texts = HashSet::new();
    for mv in &moves {
        let text = pos.write_move(mv);
        let again = pos.read_move(&text);
        assert_eq!(again.as_ref(), Ok(mv), "{at}: {text:?} is read as another move");
        let shown = Rules::show_move(pos, mv);
        assert_eq!(pos.show_move_among(mv, &moves), shown, "{at}: {text}");
        for text in [&text, &shown] {
            let (again, among) = (pos.read_move(text), pos.read_move_among(text, &moves));
            assert_eq!(again, among, "{at}: {text:?} among the legal moves");
        }
        assert_eq!(Position::resolve(pos, &text), Ok(MoveText(text.clone())), "{at}");
        assert!(!text.contains(['\n', ';']) && !text.is_empty(), "{at}: {text:?}");
        assert!(texts.insert(text), "{at}: two moves are written alike");
    }
    let garbage = "\u{1}!garbage";
    let refused = Position::resolve(pos, garbage);
    assert_eq!(refused, Err(PlayError::Unreadable { text: garbage.to_owned() }), "{at}");
    if Rules::forced_note(pos).is_some() {
        assert_eq!(moves.len(), 1, "{at}: a forced pass is not the only move");
    }
    for side in Side::BOTH {
        assert!(!Rules::stock(pos, side).is_empty(), "{at}: nothing said of what {side:?} has");
    }
}

#[track_caller]
fn check_ending(ending: Ending, at: &str) {
    assert_eq!(ending.outcome == Outcome::Draw, ending.margin == 0, "{at}: {ending:?}");
    assert!(!ending.reason.is_empty(), "{at}: an ending without a reason");
}

#[track_caller]
fn check_text<R: Rules>(pos: &R, setup: &Setup, at: &str) {
    let text = Rules::to_text(pos);
    assert!(!text.contains('\n'), "{at}: a position of several lines");
    let setup = Setup { variant: setup.variant.clone(), position: Some(text.clone()) };
    for setup in [setup, pos.setup()] {
        let again = R::start(&setup).unwrap_or_else(|error| panic!("{at}: {error}"));
        assert_eq!(Rules::to_text(&again), text, "{at}");
        assert_eq!(Rules::trace(&again), Rules::trace(pos), "{at}");
        assert_eq!(Rules::actor(&again), Rules::actor(pos), "{at}");
        assert_eq!(Rules::legal_moves(&again), Rules::legal_moves(pos), "{at}");
    }
}

#[track_caller]
fn check_played<R: Rules>(pos: &R, mv: &R::Move, at: &str) {
    let text = pos.write_move(mv);
    let mut typed = pos.clone();
    typed.play_unchecked(mv);
    let mut untyped: BoxPosition = Position::boxed_clone(pos);
    assert_eq!(untyped.play(&text), Ok(MoveText(text.clone())), "{at}");
    assert_eq!(untyped.to_text(), Rules::to_text(&typed), "{at}: {text}");
    let mut stepped: BoxPosition = Position::boxed_clone(pos);
    let step = Step { mv: MoveText(text.clone()), shown: Rules::show_move(pos, mv) };
    assert_eq!(stepped.step(&text), Ok(step), "{at}");
    assert_eq!(stepped.to_text(), Rules::to_text(&typed), "{at}: {text}");
    let (before, after) = (Rules::trace(pos), Rules::trace(&typed));
    assert_ne!(before.key, after.key, "{at}: {text} leaves the key as it was");
    let view = SceneView { last_move: Some(&text), ..SceneView::default() };
    check_marks(&Rules::scene(&typed, &view), at);
    let cells = cell_names(&Rules::scene(pos, &SceneView::default()));
    for cell in Rules::move_cells(pos, mv) {
        assert!(cells.contains(&cell), "{at}: {text} is shown on {cell:?}, which is not a cell");
    }
    assert_eq!(Position::move_cells(pos, &text), Rules::move_cells(pos, mv), "{at}");
}

#[track_caller]
fn check_perft<R: Rules>(pos: &R, at: &str) {
    assert_eq!(Rules::perft(pos, 0), 1, "{at}");
    if R::INFO.has_dice {
        // Each game defines a ply itself, and has its own tests for that.
        return;
    }
    for depth in 1..=3 {
        assert_eq!(Rules::perft(pos, depth), by_definition(pos, depth), "{at}: depth {depth}");
    }
}

/// perft without any override, all the way down.
fn by_definition<R: Rules>(pos: &R, depth: u32) -> u64 {
    if depth <= 1 || matches!(Rules::actor(pos), Actor::Over(_)) {
        return perft(pos, depth);
    }
    Rules::legal_moves(pos)
        .iter()
        .map(|mv| {
            let mut child = pos.clone();
            child.play_unchecked(mv);
            by_definition(&child, depth - 1)
        })
        .sum()
}

/// The possible names of clicks: those of cells and of pieces in hand.
fn cell_names(scene: &Scene) -> HashSet<String> {
    let in_hand = scene.hands.iter().flatten().map(|piece| piece.name.clone());
    scene.cells.iter().map(|cell| cell.name.clone()).chain(in_hand).collect()
}

#[track_caller]
fn check_scene<R: Rules>(pos: &R, at: &str) {
    let usual = cell_names(&Rules::scene(pos, &SceneView::default()));
    for orientation in 0..R::INFO.n_orientations {
        let view = SceneView { show_legal: true, orientation, ..SceneView::default() };
        let scene = Rules::scene(pos, &view);
        assert_eq!(cell_names(&scene), usual, "{at}: orientation {orientation} has other cells");
        let n_names = scene.cells.len() + scene.hands.iter().map(Vec::len).sum::<usize>();
        assert_eq!(n_names, usual.len(), "{at}: two cells have one name");
        check_cells(&scene, at);
        check_marks(&scene, at);
        let ids: HashSet<u32> = scene.pieces.iter().map(|piece| piece.id).collect();
        assert_eq!(ids.len(), scene.pieces.len(), "{at}: two pieces have one id");
        assert!(scene.pieces.iter().all(|piece| piece.diameter > 0.0), "{at}");
    }
    for cell in &usual {
        check_click(pos, cell, &usual, at);
    }
    let click = Rules::click(pos, &[], "no such cell");
    assert!(!matches!(click, Click::Partial(_)), "{at}: a cell that is none was chosen");
}

#[track_caller]
fn check_cells(scene: &Scene, at: &str) {
    let middle = |idx: usize| {
        let outline = &scene.cells[idx].outline;
        let n = outline.len() as f32;
        let (x, y) = outline.iter().fold((0.0, 0.0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
        (x / n, y / n)
    };
    let mut spoken = HashSet::new();
    for (idx, cell) in scene.cells.iter().enumerate() {
        assert!(cell.outline.len() >= 3, "{at}: {} has no area", cell.name);
        assert!(!cell.spoken.is_empty(), "{at}: {} has no spoken name", cell.name);
        assert!(spoken.insert(&cell.spoken), "{at}: {:?} is said of two cells", cell.spoken);
        let (x, y) = middle(idx);
        for (way, next) in cell.neighbours.iter().enumerate() {
            let Some(next) = *next else { continue };
            let (to_x, to_y) = middle(next);
            let right_way = [to_x < x, to_x > x, to_y < y, to_y > y][way];
            assert!(right_way, "{at}: arrow {way} leads from {} the wrong way", cell.name);
        }
    }
}

#[track_caller]
fn check_marks(scene: &Scene, at: &str) {
    let names = cell_names(scene);
    for mark in &scene.marks {
        let (Mark::LastMove(cell) | Mark::Legal(cell) | Mark::Movable(cell) | Mark::Chosen(cell)) =
            mark;
        assert!(names.contains(cell), "{at}: {mark:?} is on no cell");
    }
}

/// Makes a first click, and a second one on every cell if the first was not enough.
#[track_caller]
fn check_click<R: Rules>(pos: &R, cell: &str, cells: &HashSet<String>, at: &str) {
    let Some(chosen) = clicked(pos, &[], cell, cells, at) else { return };
    for second in cells {
        clicked(pos, &chosen, second, cells, at);
    }
}

/// The cells that are chosen after a click, unless it completed or refused a move.
#[track_caller]
fn clicked<R: Rules>(
    pos: &R,
    chosen: &[String],
    cell: &str,
    cells: &HashSet<String>,
    at: &str,
) -> Option<Vec<String>> {
    match Rules::click(pos, chosen, cell) {
        Click::Partial(now) => {
            let known = now.iter().all(|cell| cells.contains(cell));
            assert!(known, "{at}: {chosen:?} {cell} chooses {now:?}");
            Some(now)
        }
        Click::Complete(text) => {
            let resolved = Position::resolve(pos, &text);
            assert_eq!(resolved, Ok(MoveText(text)), "{at}: {chosen:?} {cell}");
            None
        }
        Click::Refused(reason) | Click::Kept { reason, .. } => {
            assert!(!reason.is_empty(), "{at}: {cell} is refused without a reason");
            None
        }
    }
}

/// Writes the record in the native format and reads it back.
#[track_caller]
fn check_record<R: Rules>(record: &Record, at: &str) {
    let game = &Adapter::<R>::NEW;
    record.replay(game, record.last()).unwrap_or_else(|error| panic!("{at}: {error}"));
    let native = R::formats()[0].name;
    let text = R::write_game(native, record).unwrap_or_else(|error| panic!("{at}: {error}"));
    let read = R::read_games(native, text.as_bytes(), &Reading::default());
    assert_eq!(read.problems, [], "{at}: {text}");
    let [again] = &read.records[..] else { panic!("{at}: {} games", read.records.len()) };
    assert_eq!(again.main_line().len(), record.main_line().len(), "{at}: {text}");
    for (one, other) in record.main_line().into_iter().zip(again.main_line()) {
        let (one, other) = (record.node(one), again.node(other));
        assert_eq!((&one.mv, one.side, &one.comment), (&other.mv, other.side, &other.comment));
    }
    assert_eq!(again.tags.players, record.tags.players, "{at}: {text}");
    assert_eq!(again.result, record.result, "{at}: {text}");
    let start = |record: &Record| game.start(&record.setup).map(|pos| pos.to_text());
    assert_eq!(start(again), start(record), "{at}: {text}");
    let rewritten = R::write_game(native, again);
    assert_eq!(rewritten, Ok(text.clone()), "{at}: written differently the second time");
    let recognised = R::recognise(&text);
    assert!(matches!(recognised, Ok(Some(Recognised::Game { .. }))), "{at}: {recognised:?}");
}

/// Reads `rounds` damaged copies of each sample (format name, bytes), in every format and as a
/// pasted text: nothing may panic, every resulting game can be played through and written.
///
/// # Panics
///
/// When reading panics or gives a record that cannot be replayed; the message names the round.
#[track_caller]
pub fn check_garbage<R: Rules>(samples: &[(&str, &[u8])], rounds: u64) {
    for (format, sample) in samples {
        for seed in 0..rounds {
            let bytes = damaged(sample, seed);
            let read = R::read_games(format, &bytes, &Reading::default());
            for record in &read.records {
                let replayed = record.replay(&Adapter::<R>::NEW, record.last());
                assert!(replayed.is_ok(), "{format}, round {seed}: {replayed:?}");
                if let Ok(text) = R::write_game(R::formats()[0].name, record) {
                    let again =
                        R::read_games(R::formats()[0].name, text.as_bytes(), &Reading::default());
                    assert_eq!(again.problems, [], "{format}, round {seed}: {text}");
                }
            }
            for other in R::formats().iter().filter(|other| other.name != *format) {
                R::read_games(other.name, &bytes, &Reading::default());
            }
            let pasted = String::from_utf8_lossy(&bytes);
            if let Ok(Some(Recognised::Game { record, .. })) = R::recognise(&pasted) {
                let replayed = record.replay(&Adapter::<R>::NEW, record.last());
                assert!(replayed.is_ok(), "{format}, round {seed}: {replayed:?}");
            }
        }
    }
}

/// A copy with one to six small mistakes: bytes changed, left out, doubled, cut or moved.
fn damaged(sample: &[u8], seed: u64) -> Vec<u8> {
    let mut numbers = Seeded::new(seed);
    let mut bytes = sample.to_vec();
    for _ in 0..=numbers.below(6) {
        if bytes.is_empty() {
            break;
        }
        let at = numbers.below(bytes.len());
        let end = (at + 1 + numbers.below(20)).min(bytes.len());
        match numbers.below(7) {
            0 => bytes[at] = numbers.below(256) as u8,
            1 => bytes[at] = b"[](){};:/*-O.0189apPB\n\r \xff"[numbers.below(25)],
            2 => {
                bytes.remove(at);
            }
            3 => {
                let part = bytes[at..end].to_vec();
                let to = numbers.below(bytes.len());
                bytes.splice(to..to, part);
            }
            4 => {
                bytes.drain(at..end);
            }
            5 => bytes.truncate(at),
            _ => bytes.insert(at, b"[](){};\""[numbers.below(8)]),
        }
    }
    bytes
}
