//! Steps of GUIDE about the game on the engine's board.
//!
//! Looks at moves only as far as they change the board.

use super::super::board::Board;
use super::super::report::counted;
use super::super::test_bench::{ANSWER, Flaw, Found, SEARCH};
use super::{Guide, board};
use crate::protocol::guide::{GameText, Move, Reply};
use crate::protocol::quoted;

/// A board and the moves listed with it, as reported by the engine.
type KeptBoard = (String, Option<Vec<Move>>);

impl Guide {
    /// Sends a whole game, or only its end if the engine takes nothing else.
    pub(super) async fn tell_game(&mut self, board: &Board) {
        let command = match (self.lacks(&["game"]), self.lacks(&["position"])) {
            (Some(_), None) => format!("position {}", placed(board)),
            _ => format!("game {}", board.root().full),
        };
        self.bench.send(command).await;
    }

    /// The position reported by the engine; `None` if it says that it cannot report it, or that it
    /// does not know the command that was sent before.
    async fn told(&mut self, sent: &str) -> Result<Option<KeptBoard>, Flaw> {
        self.has_refused = false;
        if self.lacks(&["requestposition"]).is_some() {
            return Ok(None);
        }
        self.bench.send("requestposition").await;
        let mut has_refused = false;
        let read = |line: &str| match Reply::parse(line) {
            Reply::Position { board, moves } => Some(Ok(Some((board.to_string(), moves)))),
            Reply::Error(message) if names(&message, "requestposition") => Some(Ok(None)),
            Reply::Error(message) if names(&message, sent) => {
                has_refused = true;
                None
            }
            Reply::Error(message) => Some(Err(Flaw(message))),
            _ => None,
        };
        let (told, _) = self.bench.find("`position`", ANSWER, read).await?;
        self.has_refused = has_refused;
        if has_refused {
            self.bench.warn(format!("{sent}: not implemented"));
            return Ok(None);
        }
        told
    }

    /// Compares the engine's board with ours, if it reports it; returns whether it did.
    pub(super) async fn see_board(
        &mut self,
        board: &Board,
        sent: &str,
        when: &str,
    ) -> Result<bool, Flaw> {
        let Some((told, _)) = self.told(sent).await? else { return Ok(false) };
        let ours = placed(board);
        if told == ours {
            return Ok(true);
        }
        Err(Flaw(format!(
            "{when} its board is {told} and should be {ours}",
            told = quoted(told),
            ours = quoted(ours)
        )))
    }
}

/// An error about this command.
fn names(message: &str, command: &str) -> bool {
    let mut words = message.split(|ch: char| !ch.is_ascii_alphanumeric());
    words.any(|word| word.eq_ignore_ascii_case(command))
}

/// The position alone, as GUIDE writes it.
fn placed(board: &Board) -> String {
    let text = board.pos.to_text();
    self::board(Some(&text)).root().start
}

fn seen(told: bool) -> String {
    match told {
        true => "the board is right".to_owned(),
        false => "the engine does not tell its board".to_owned(),
    }
}

pub(super) async fn game(guide: &mut Guide) -> Found {
    if let Some(lacking) = guide.lacks(&["game"]) {
        return Ok(lacking);
    }
    guide.ready().await?;
    let board = board(None).open(40, 17);
    guide.tell_game(&board).await;
    let told = guide.see_board(&board, "game", "after `game`").await?;
    if guide.has_refused {
        return Ok(String::new());
    }
    guide.go(&board, guide.short_level(), SEARCH).await?;
    Ok(seen(told))
}

pub(super) async fn moves(guide: &mut Guide) -> Found {
    if let Some(lacking) = guide.lacks(&["move"]) {
        return Ok(lacking);
    }
    guide.ready().await?;
    let board = board(None).open(50, 16);
    guide.tell_game(&self::board(None)).await;
    for step in board.steps() {
        guide.bench.send(format!("move {step}")).await;
    }
    let told = guide.see_board(&board, "move", "after the moves").await?;
    if guide.has_refused {
        return Ok(String::new());
    }
    guide.go(&board, guide.short_level(), SEARCH).await?;
    Ok(seen(told))
}

pub(super) async fn own_move(guide: &mut Guide) -> Found {
    guide.ready().await?;
    let board = board(None).open(60, 12);
    guide.tell_game(&board).await;
    let (mv, _) = guide.go(&board, guide.short_level(), SEARCH).await?;
    let told = guide.see_board(&board.after(&mv), "go", &format!("after its move {mv}")).await?;
    Ok(seen(told))
}

pub(super) async fn requestposition(guide: &mut Guide) -> Found {
    if let Some(lacking) = guide.lacks(&["requestposition", "position"]) {
        return Ok(lacking);
    }
    guide.ready().await?;
    let board = board(None).open(70, 20);
    guide.bench.send(format!("position {}", placed(&board))).await;
    let Some((told, moves)) = guide.told("position").await? else {
        guide.bench.warn("not implemented");
        return Ok(String::new());
    };
    if told != placed(&board) {
        return Err(format!("its board is {}", quoted(told)).into());
    }
    let Some(moves) = moves else { return Err("its list of moves cannot be read".into()) };
    let listed: Vec<String> = moves.iter().map(Move::to_string).collect();
    let compared = board.link().compare_moves(&*board.pos, &listed);
    if let Some(extra) = compared.extra.first() {
        return Err(format!("lists {extra}, which is not legal").into());
    }
    if let Some(missing) = compared.missing.first() {
        // The document calls the list both the legal moves and the moves made.
        guide.bench.warn(format!("does not list {missing}"));
    }
    Ok(format!("the board and {}", counted(listed.len(), "move")))
}

pub(super) async fn requestgame(guide: &mut Guide) -> Found {
    if let Some(lacking) = guide.lacks(&["requestgame", "game"]) {
        return Ok(lacking);
    }
    guide.ready().await?;
    let board = board(None).open(90, 9);
    guide.tell_game(&board).await;
    guide.bench.send("requestgame").await;
    let read = |line: &str| match Reply::parse(line) {
        Reply::Game(game) => Some(Some(game)),
        Reply::Error(_) => Some(None),
        _ => None,
    };
    let (told, _) = guide.bench.find("`game`", ANSWER, read).await?;
    let Some(told) = told else {
        guide.bench.warn("not implemented");
        return Ok(String::new());
    };
    let ours = GameText::parse(&board.root().full);
    if ours.as_ref() != Some(&told) {
        return Err(format!("another game: {told}").into());
    }
    Ok(counted(told.moves.len(), "move"))
}

pub(super) async fn forward_jumpto(guide: &mut Guide) -> Found {
    if let Some(lacking) = guide.lacks(&["forward", "jumpto", "game"]) {
        return Ok(lacking);
    }
    guide.ready().await?;
    let (whole, shorter) = (board(None).wander(4, 10), board(None).wander(4, 8));
    guide.tell_game(&whole).await;
    let mut told = true;
    for (command, board) in [
        ("forward -2", &shorter),
        ("forward 2", &whole),
        ("jumpto 8", &shorter),
        ("jumpto 0", &board(None)),
    ] {
        guide.bench.send(command).await;
        let word = command.split(' ').next().unwrap_or_default();
        told &= guide.see_board(board, word, &format!("after `{command}`")).await?;
    }
    guide.fence().await?;
    Ok(seen(told))
}

pub(super) async fn new_game(guide: &mut Guide) -> Found {
    if let Some(lacking) = guide.lacks(&["new"]) {
        return Ok(lacking);
    }
    guide.ready().await?;
    guide.tell_game(&board(None).open(60, 12)).await;
    if guide.lacks(&["enginemode"]).is_none() {
        guide.bench.send("enginemode 2").await;
    }
    guide.bench.send("new").await;
    let start = board(None);
    let told = match guide.see_board(&start, "new", "after `new`").await {
        Ok(_) if guide.has_refused => return Ok(String::new()),
        Ok(told) => told,
        Err(flaw) if guide.bench.is_running() => {
            // The document speaks of a new game and does not say where it begins.
            guide.bench.warn(flaw.0);
            guide.tell_game(&start).await;
            true
        }
        Err(flaw) => return Err(flaw),
    };
    // Analysis ends in no move.
    guide.go(&start, guide.short_level(), SEARCH).await?;
    Ok(seen(told))
}

pub(super) async fn courtesies(guide: &mut Guide) -> Found {
    guide.ready().await?;
    let commands =
        ["opponents player-engine", "offerdraw", "setcomment 0 a comment", "showwindow 0"];
    let mut refused = Vec::new();
    for command in commands {
        guide.bench.send(command).await;
        let (replies, _) = guide.fence().await.map_err(|flaw| format!("{command}: {}", flaw.0))?;
        if replies.iter().any(|reply| matches!(reply, Reply::Move(_))) {
            return Err(format!("plays a move after `{command}`").into());
        }
        if replies.iter().any(|reply| matches!(reply, Reply::Error(_))) {
            refused.push(command.split(' ').next().unwrap_or_default());
        }
    }
    Ok(match refused.as_slice() {
        [] => String::new(),
        refused => format!("not implemented: {}", refused.join(", ")),
    })
}
