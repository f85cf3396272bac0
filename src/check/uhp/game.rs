//! Steps of UHP in the game: new games, moves, answers, undo, ends of games.
//!
//! Every GameString is read and judged by the program's own rules.

use std::time::Duration;

use super::super::board::Board;
use super::super::report::{counted, in_words};
use super::super::test_bench::{Flaw, Found, Limit, OVERTIME, SEARCH};
use super::{Uhp, board};
use crate::games::KeptGame;
use crate::protocol::quoted;
use crate::protocol::uhp::{GameKind, Reply};

impl Uhp {
    /// Sends a command whose answer must be the game of `board`.
    async fn bring(&mut self, command: &str, board: &Board) -> Result<(), Flaw> {
        let line = self.ask_line(command).await?;
        see_game(&line, board).map_err(|flaw| format!("after `{command}`: {flaw}"))?;
        let head = line.split(';').next().unwrap_or_default();
        let kind = board.variant().unwrap_or("Base");
        if head != kind {
            // Any combination is allowed; but hosts compare texts.
            self.bench.warn(format!("the game type {kind} is written {}", quoted(head)));
        }
        Ok(())
    }

    /// Loads a game.
    async fn load(&mut self, board: &Board) -> Result<(), Flaw> {
        self.ready().await?;
        self.bring(&format!("newgame {}", board.root().full), board).await
    }

    /// The best move of the game that is loaded: the last line is the answer.
    async fn best(&mut self, board: &Board, effort: &str, limit: Limit) -> Result<String, Flaw> {
        let lines = self.ask(&format!("bestmove {effort}"), limit).await?;
        let Some(line) = lines.last() else { return Err("no move before `ok`".into()) };
        if let Reply::Error(text) = Reply::parse(line) {
            return Err(format!("`bestmove {effort}` is answered by {}", quoted(text)).into());
        }
        Ok(board.read(line)?.0)
    }

    /// A game with these extra pieces, as far as they are declared.
    fn game(&self, seed: u64, n_moves: usize) -> Board {
        board(&self.kind()).open(seed, n_moves)
    }
}

/// Compares a GameString with the game that it should be.
fn see_game(line: &str, board: &Board) -> Result<(), String> {
    let Some(kept) = board.link().read_kept(line) else {
        return Err(format!("{} is not a GameString", quoted(line)));
    };
    let KeptGame { variant, moves, unplayable, said, by_moves } = &kept;
    if line.ends_with(';') {
        return Err(format!("{} ends in a semicolon", quoted(line)));
    }
    if let Some((mv, why)) = unplayable {
        return Err(format!("{mv} in the game is not legal: {why}"));
    }
    let ours = board.played();
    if *moves != ours {
        return Err(format!(
            "a game of {} and not of {} that was sent, or other ones",
            counted(moves.len(), "move"),
            ours.len()
        ));
    }
    let kind = board.variant().unwrap_or("Base");
    if !variant.eq_ignore_ascii_case(kind) {
        return Err(format!("a game of {variant} and not of {kind}"));
    }
    for (what, said, is) in
        [("state", &said.state, &by_moves.state), ("turn", &said.turn, &by_moves.turn)]
    {
        if said != is {
            return Err(format!(
                "the {what} is {said} and should be {is}",
                said = quoted(said),
                is = quoted(is)
            ));
        }
    }
    Ok(())
}

pub(super) async fn newgame(uhp: &mut Uhp) -> Found {
    uhp.ready().await?;
    uhp.bring("newgame", &board("Base")).await?;
    Ok("Base".to_owned())
}

pub(super) async fn newgame_type(uhp: &mut Uhp) -> Found {
    uhp.ready().await?;
    let able = uhp.capabilities.as_deref().and_then(GameKind::parse_capabilities);
    let able = able.unwrap_or_default();
    let mut begun = Vec::new();
    for bits in 0..8 {
        let kind =
            GameKind { mosquito: bits & 1 > 0, ladybug: bits & 2 > 0, pillbug: bits & 4 > 0 };
        let is_declared = (!kind.mosquito || able.mosquito)
            && (!kind.ladybug || able.ladybug)
            && (!kind.pillbug || able.pillbug);
        if !is_declared {
            continue;
        }
        let name = kind.to_string();
        uhp.bring(&format!("newgame {name}"), &board(&name)).await?;
        begun.push(name);
    }
    Ok(begun.join(", "))
}

pub(super) async fn newgame_string(uhp: &mut Uhp) -> Found {
    let boards = [uhp.game(1, 4), uhp.game(20, 13), uhp.game(300, 30), board("Base").open(4, 22)];
    for board in &boards {
        uhp.load(board).await?;
    }
    Ok(counted(boards.len(), "game"))
}

pub(super) async fn game_head(uhp: &mut Uhp) -> Found {
    uhp.ready().await?;
    let mut n_seen = 0;
    for n_moves in 0..12 {
        let board = board("Base").wander(5, n_moves);
        uhp.load(&board).await?;
        n_seen += 1;
    }
    Ok(counted(n_seen, "game"))
}

pub(super) async fn play(uhp: &mut Uhp) -> Found {
    uhp.ready().await?;
    let whole = uhp.game(60, 24);
    let mut now = board(&uhp.kind());
    uhp.bring(&format!("newgame {}", uhp.kind()), &now).await?;
    for mv in whole.played() {
        now.play(&mv.0);
        let command = if mv.0 == "pass" { "pass".to_owned() } else { format!("play {mv}") };
        uhp.bring(&command, &now).await?;
    }
    Ok(counted(whole.played().len(), "move"))
}

pub(super) async fn validmoves(uhp: &mut Uhp) -> Found {
    let boards = [
        board("Base"),
        board("Base").open(70, 6),
        uhp.game(71, 1),
        uhp.game(72, 7),
        uhp.game(730, 18),
        uhp.game(740, 34),
    ];
    for board in &boards {
        uhp.load(board).await?;
        let line = uhp.ask_line("validmoves").await?;
        let listed: Vec<String> = line.split(';').map(|mv| mv.trim().to_owned()).collect();
        let n_listed = listed.len();
        let listed: Vec<String> = listed.into_iter().filter(|mv| !mv.is_empty()).collect();
        if listed.len() < n_listed {
            uhp.bench.warn(format!("an empty move in {}", quoted(line)));
        }
        let compared = board.link().compare_moves(&*board.pos, &listed);
        let place = board.root().full;
        if let Some(missing) = compared.missing.first() {
            return Err(format!("{missing} is not listed in {place}").into());
        }
        if let Some(extra) = compared.extra.first() {
            return Err(format!("{} is listed in {place} and is not legal", quoted(extra)).into());
        }
        if let Some(twice) = compared.twice.first() {
            uhp.bench.warn(format!("{twice} is listed twice"));
        }
    }
    Ok(counted(boards.len(), "position"))
}

pub(super) async fn bestmove_depth(uhp: &mut Uhp) -> Found {
    let mut found = Vec::new();
    for (board, depth) in [(board("Base"), 1), (uhp.game(80, 9), 2), (uhp.game(810, 26), 1)] {
        uhp.load(&board).await?;
        found.push(uhp.best(&board, &format!("depth {depth}"), SEARCH).await?);
    }
    Ok(found.join(", "))
}

/// Engines are known to refuse it, and viewers never send it.
pub(super) async fn bestmove_depth_0(uhp: &mut Uhp) -> Found {
    let board = uhp.game(80, 9);
    uhp.load(&board).await?;
    uhp.best(&board, "depth 0", SEARCH).await
}

pub(super) async fn bestmove_time(uhp: &mut Uhp) -> Found {
    let board = uhp.game(90, 15);
    uhp.load(&board).await?;
    let began = std::time::Instant::now();
    let limit = OVERTIME.after(Duration::from_secs(1));
    let mv = uhp.best(&board, "time 00:00:01", limit).await?;
    Ok(format!("{mv} after {}", in_words(began.elapsed())))
}

pub(super) async fn bestmove_lines(uhp: &mut Uhp) -> Found {
    let board = uhp.game(100, 12);
    uhp.load(&board).await?;
    let lines = uhp.ask("bestmove depth 2", SEARCH).await?;
    for line in &lines {
        if line.contains(';') {
            uhp.bench.warn(format!("{} is more than a move", quoted(line)));
        }
        board.read(line)?;
    }
    Ok(counted(lines.len(), "line"))
}

pub(super) async fn bestmove_keeps_game(uhp: &mut Uhp) -> Found {
    let board = uhp.game(110, 11);
    uhp.load(&board).await?;
    let mv = uhp.best(&board, "depth 1", SEARCH).await?;
    uhp.bring(&format!("play {mv}"), &board.after(&mv)).await?;
    Ok(format!("{mv} can still be played"))
}

pub(super) async fn pass(uhp: &mut Uhp) -> Found {
    let passing = board("Base").until(|board| {
        let moves = board.pos.legal_moves();
        moves.len() == 1 && moves[0].0 == "pass"
    });
    uhp.load(&passing).await?;
    let line = uhp.ask_line("validmoves").await?;
    if line.trim() != "pass" {
        return Err(format!("the moves listed are {}", quoted(line)).into());
    }
    let best = uhp.best(&passing, "depth 1", SEARCH).await?;
    let passed = passing.after(&best);
    uhp.bring("pass", &passed).await?;
    uhp.bring("undo", &passing).await?;
    uhp.bring("play pass", &passed).await?;
    Ok("played".to_owned())
}

pub(super) async fn undo(uhp: &mut Uhp) -> Found {
    let game = |n_moves| board("Base").wander(12, n_moves);
    uhp.load(&game(9)).await?;
    uhp.bring("undo", &game(8)).await?;
    uhp.bring("undo 1", &game(7)).await?;
    uhp.bring("undo 4", &game(3)).await?;
    uhp.bring("undo 3", &game(0)).await?;
    Ok("9 moves".to_owned())
}

pub(super) async fn undo_too_many(uhp: &mut Uhp) -> Found {
    let game = board("Base").wander(13, 2);
    uhp.load(&game).await?;
    if let Some(flaw) = uhp.refused("undo 5").await? {
        return Err(flaw.into());
    }
    Ok("refused".to_owned())
}

pub(super) async fn terminal(uhp: &mut Uhp) -> Found {
    let finished = board("Base").until(Board::is_over);
    uhp.load(&finished).await?;
    let is_move = |line: &String| match Reply::parse(line) {
        Reply::Moves(_) | Reply::Thought(_) => true,
        Reply::Ok
        | Reply::Id(_)
        | Reply::Capabilities(_)
        | Reply::Game(_)
        | Reply::Setting(_)
        | Reply::Error(_)
        | Reply::Blank
        | Reply::Text(_) => false,
    };
    for command in ["validmoves", "bestmove depth 1"] {
        let lines = uhp.ask(command, SEARCH).await?;
        if let Some(line) = lines.iter().find(|line| is_move(line)) {
            return Err(format!("`{command}` is answered by {}", quoted(line)).into());
        }
    }
    let head = finished.root().full;
    Ok(head.split(';').nth(1).unwrap_or_default().to_owned())
}

/// Games of the base type, and texts that aren't a legal move in them. All but the last two can be
/// read and name a place, so only the rules refuse them.
const ILLEGAL: [(&[&str], &[&str]); 3] = [
    // The queen in the first turn.
    (&[], &["wQ"]),
    (
        &["wS1", "bS1 wS1-"],
        &[
            // A piece moves before the queen is placed.
            "wS1 bS1-",
            // Placed next to the opponent only, out of order, on another piece.
            "wA1 bS1-", "wA2 -wS1", "wA1 wS1",
            // No such piece is there, and no move at all.
            "wA1 bA3-", "nonsense",
        ],
    ),
    // The hive is broken, a queen runs, and it is not Black's turn.
    (&["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"], &["wS1 \\bS1", "wQ bQ-", "bQ bS1/"]),
];

pub(super) async fn illegal_move(uhp: &mut Uhp) -> Found {
    let mut n_refused = 0;
    for (moves, illegal) in ILLEGAL {
        let mut game = board("Base");
        moves.iter().for_each(|mv| game.play(mv));
        let next = game.pos.legal_moves().remove(0);
        for text in illegal {
            uhp.load(&game).await?;
            if let Some(flaw) = uhp.refused(&format!("play {text}")).await? {
                return Err(flaw.into());
            }
            // No command asks for the game alone; the next move shows that it is unchanged.
            let shown = uhp.bring(&format!("play {next}"), &game.after(&next.0)).await;
            shown.map_err(|flaw| format!("after `play {text}` was refused: {}", flaw.0))?;
            n_refused += 1;
        }
    }
    Ok(format!("{} refused", counted(n_refused, "move")))
}

pub(super) async fn illegal_pass(uhp: &mut Uhp) -> Found {
    uhp.load(&board("Base").wander(15, 3)).await?;
    if let Some(flaw) = uhp.refused("pass").await? {
        uhp.bench.warn(flaw);
    }
    Ok("refused".to_owned())
}

pub(super) async fn bad_newgame(uhp: &mut Uhp) -> Found {
    uhp.ready().await?;
    for text in ["Base+X", "Base;InProgress;Black[2];wS1;bS1 wS1-;nonsense"] {
        if let Some(flaw) = uhp.refused(&format!("newgame {text}")).await? {
            uhp.bench.warn(flaw);
        }
    }
    uhp.load(&board("Base").wander(16, 5)).await?;
    Ok("refused, and the next game is loaded".to_owned())
}

pub(super) async fn end_of_input(uhp: &mut Uhp) -> Found {
    let board = uhp.game(90, 15);
    uhp.load(&board).await?;
    uhp.bench.send("bestmove time 00:00:01").await;
    uhp.bench.listen(Duration::from_millis(100)).await;
    uhp.bench.end_input().await
}
