//! Steps of UBGI around positions: plays, cube, stop.
//!
//! Does not judge how good an answer is.

use std::time::Duration;

use super::super::board::Board;
use super::super::report::{counted, in_words};
use super::super::test_bench::{Flaw, Found, Limit, SEARCH, STOP};
use super::{Said, Ubgi, board, opening};
use crate::protocol::quoted;
use crate::protocol::ubgi::{Action, PositionTexts};

impl Ubgi {
    /// Sends a position and returns the legal answer: canonical, and as written.
    pub(super) async fn decide(
        &mut self,
        board: &Board,
        limit: Limit,
    ) -> Result<(String, String), Flaw> {
        self.ready().await?;
        let text = self.text(board);
        self.bench.send(text).await;
        self.answer(board, limit).await
    }

    async fn answer(&mut self, board: &Board, limit: Limit) -> Result<(String, String), Flaw> {
        match self.said(limit).await? {
            Said::Sorry => Err(sorry(board)),
            Said::Action(_, line) => Ok((board.read(&line)?.0, line)),
        }
    }

    /// The same for optional decisions: `sorry` is an answer, too.
    async fn decide_or_sorry(&mut self, board: &Board) -> Result<Option<(String, String)>, Flaw> {
        self.ready().await?;
        let text = self.text(board);
        self.bench.send(text).await;
        match self.said(SEARCH).await? {
            Said::Sorry => {
                self.bench.warn(sorry(board).0);
                Ok(None)
            }
            Said::Action(_, line) => Ok(Some((board.read(&line)?.0, line))),
        }
    }

    /// Sends a position after lines of which so many may still be answered, by `sorry` or by no
    /// play, and waits for its legal answer. Returns how many were answered by `sorry`.
    pub(super) async fn decide_behind(
        &mut self,
        n_owed: usize,
        board: &Board,
    ) -> Result<usize, Flaw> {
        self.ready().await?;
        let text = self.text(board);
        self.bench.send(text).await;
        let mut n_sorry = 0;
        for _ in 0..n_owed {
            match self.said(SEARCH).await? {
                Said::Sorry => n_sorry += 1,
                Said::Action(Action::NoPlay, _) => {}
                Said::Action(_, line) => {
                    board.read(&line)?;
                    let more = self.more().await;
                    return match more.iter().find(|said| matches!(said, Said::Action(..))) {
                        Some(said) => {
                            Err(format!("{} belongs to no position", quoted(said.text())).into())
                        }
                        None => Ok(n_sorry + more.len()),
                    };
                }
            }
        }
        self.answer(board, SEARCH).await?;
        Ok(n_sorry)
    }

    /// A line that answers nothing.
    async fn more(&mut self) -> Vec<Said> {
        let time = self.bench.scaled(Duration::from_millis(100));
        self.bench.listen(time).await.iter().filter_map(|line| Said::parse(line)).collect()
    }
}

fn sorry(board: &Board) -> Flaw {
    Flaw(format!("`sorry` to {}", board.pos.to_text()))
}

fn with_cube(tail: &str) -> Board {
    board(&format!("XGID=-b----E-C---eE---c-e----B-:{tail}"))
}

pub(super) async fn xgid(ubgi: &mut Ubgi) -> Found {
    let told = ubgi.decide(&opening("31"), SEARCH).await;
    match told {
        Ok((mv, _)) => Ok(mv),
        Err(flaw) => {
            // One of the two forms suffices.
            ubgi.bench.put_away().await;
            ubgi.reads_xgid = false;
            if ubgi.decide(&opening("31"), SEARCH).await.is_err() {
                ubgi.reads_xgid = true;
                return Err(flaw);
            }
            Ok("not read, but rawboards are".to_owned())
        }
    }
}

pub(super) async fn rawboard(ubgi: &mut Ubgi) -> Found {
    ubgi.ready().await?;
    let board = opening("31");
    ubgi.bench.send(PositionTexts::of(&board.root()).rawboard).await;
    match ubgi.said(SEARCH).await {
        Ok(Said::Action(_, line)) => Ok(board.read(&line)?.0),
        Ok(Said::Sorry) if ubgi.reads_xgid => Ok("not read, but XGIDs are".to_owned()),
        Ok(Said::Sorry) => Err("neither XGIDs nor rawboards are read".into()),
        Err(flaw) if !ubgi.bench.is_running() || !ubgi.reads_xgid => Err(flaw),
        Err(_silence) => {
            ubgi.bench.put_away().await;
            Ok("not answered, but XGIDs are".to_owned())
        }
    }
}

pub(super) async fn positions(ubgi: &mut Ubgi) -> Found {
    let boards = [
        opening("31"),
        opening("64"),
        opening("55"),
        board("XGID=-a--BBD-B---dC---c-e-a-aA-:1:1:1:42:0:0:0:0:10"),
        board("XGID=aBaB--C-A---dE--ac-e----B-:0:0:1:62:0:0:0:0:10"),
        board("XGID=-CCCBBB-----------bbbccc--:0:0:1:64:0:0:0:0:10"),
        board("XGID=---BBBCCC---------cccbbb--:2:-1:1:11:0:0:0:0:10"),
    ];
    for board in &boards {
        ubgi.decide(board, SEARCH).await?;
    }
    Ok(counted(boards.len(), "legal play"))
}

pub(super) async fn move_form(ubgi: &mut Ubgi) -> Found {
    // Two with leaps, two with repeats, one with a forced hit.
    let boards = [
        opening("65"),
        opening("33"),
        opening("11"),
        board("XGID=-a----E-C---dD---c-e-a--BA:0:0:1:43:0:0:0:0:10"),
        board("XGID=------------------a---AbbB:0:0:1:41:0:0:0:0:10"),
    ];
    for board in boards.iter().filter(|board| board.pos.legal_moves().len() > 1) {
        let (mv, line) = ubgi.decide(board, SEARCH).await?;
        if let Some(odd) = odd_form(&line, &mv) {
            return Err(format!("{}: {odd}", quoted(line)).into());
        }
    }
    Ok("as the document has them".to_owned())
}

/// What is wrong with the notation of a play; `mv` is the same play in canonical form.
fn odd_form(line: &str, mv: &str) -> Option<&'static str> {
    if line.contains('*') {
        return Some("a hit is not marked");
    }
    if line.contains(['(', ')']) {
        return Some("repeated steps are written out");
    }
    if line.bytes().any(|byte| byte.is_ascii_uppercase()) {
        return Some("there are no capital letters");
    }

    let n_points = line.trim().split(['/', '-', ' ']).filter(|point| !point.is_empty()).count();
    let n_steps = mv.split_ascii_whitespace().count();
    if n_points != 2 * n_steps {
        return Some("a checker that is moved twice is written in two pairs");
    }
    None
}

pub(super) async fn bar_and_off(ubgi: &mut Ubgi) -> Found {
    let mut seen = Vec::new();
    for (xgid, words) in [
        ("XGID=-a----E-C---dD---c-e-a--BA:0:0:1:43:0:0:0:0:10", ["bar", "25"]),
        ("XGID=-CCCBBB-----------bbbccc--:0:0:1:66:0:0:0:0:10", ["off", "0"]),
    ] {
        let (_, line) = ubgi.decide(&board(xgid), SEARCH).await?;
        let mut points = line.split(['/', '-', ' ']);
        if !points.any(|point| words.contains(&point)) {
            return Err(format!(
                "{line} has neither {} nor {}",
                words[0],
                words[1],
                line = quoted(line)
            )
            .into());
        }
        seen.push(line.trim().to_owned());
    }
    Ok(seen.join(", "))
}

pub(super) async fn no_play(ubgi: &mut Ubgi) -> Found {
    let (_, line) =
        ubgi.decide(&board("XGID=-------------A-----bbbbbbB:0:0:1:33:0:0:0:0:10"), SEARCH).await?;
    if !line.trim().is_empty() {
        return Err(format!("{} instead of a blank line", quoted(line)).into());
    }
    Ok("blank".to_owned())
}

pub(super) async fn cube(ubgi: &mut Ubgi) -> Found {
    let mut seen = Vec::new();
    for board in [
        opening("00"),
        board("XGID=aBaB--C-A---dE--ac-e----B-:0:0:1:00:0:0:0:0:10"),
        board("XGID=---BBBCCC---------cccbbb--:1:1:1:00:0:0:0:0:10"),
    ] {
        let Some((mv, line)) = ubgi.decide_or_sorry(&board).await? else { continue };
        see_word(&line, &["roll", "double"])?;
        seen.push(mv);
    }
    Ok(seen.join(", "))
}

/// The document's own words, in its own spelling.
fn see_word(line: &str, words: &[&str]) -> Result<(), Flaw> {
    if words.contains(&line.trim()) {
        return Ok(());
    }
    Err(format!("{line} is none of {}", words.join(", "), line = quoted(line)).into())
}

pub(super) async fn no_double(ubgi: &mut Ubgi) -> Found {
    ubgi.ready().await?;
    if !ubgi.reads_xgid {
        // By the program's rules there is no decision, so it writes no rawboard for it.
        return Ok("not asked without XGIDs".to_owned());
    }
    let mut seen = Vec::new();
    // The opponent owns the cube; the Crawford game.
    for tail in ["1:-1:1:00:0:0:0:0:10", "0:0:1:00:3:4:1:5:10"] {
        ubgi.bench.send(format!("XGID=-b----E-C---eE---c-e----B-:{tail}")).await;
        seen.push(match ubgi.said(SEARCH).await? {
            Said::Sorry => "sorry",
            Said::Action(Action::Roll, _) => "roll",
            Said::Action(_, line) => {
                return Err(format!("{} is not possible there", quoted(line)).into());
            }
        });
    }
    Ok(seen.join(", "))
}

pub(super) async fn take(ubgi: &mut Ubgi) -> Found {
    let mut seen = Vec::new();
    for board in [opening("D"), with_cube("1:1:1:D:2:3:0:7:10")] {
        let Some((mv, line)) = ubgi.decide_or_sorry(&board).await? else { continue };
        see_word(&line, &["take", "drop"])?;
        seen.push(mv);
    }
    Ok(seen.join(", "))
}

pub(super) async fn in_match(ubgi: &mut Ubgi) -> Found {
    let mut seen = Vec::new();
    for tail in ["0:0:1:31:4:2:0:5:10", "1:-1:1:65:0:6:0:7:10", "0:0:1:00:2:3:0:7:10"] {
        seen.extend(ubgi.decide_or_sorry(&with_cube(tail)).await?.map(|(mv, _)| mv));
    }
    Ok(seen.join(", "))
}

pub(super) async fn stateless(ubgi: &mut Ubgi) -> Found {
    ubgi.decide(&opening("65"), SEARCH).await?;
    ubgi.decide(&board("XGID=-CCCBBB-----------bbbccc--:0:0:1:64:0:0:0:0:10"), SEARCH).await?;
    let (mv, _) = ubgi.decide(&opening("65"), SEARCH).await?;
    Ok(mv)
}

pub(super) async fn one_answer(ubgi: &mut Ubgi) -> Found {
    for board in [opening("42"), opening("66")] {
        ubgi.decide(&board, SEARCH).await?;
        if let Some(more) = ubgi.more().await.first() {
            return Err(format!("a second answer: {}", quoted(more.text())).into());
        }
    }
    Ok("one".to_owned())
}

pub(super) async fn in_order(ubgi: &mut Ubgi) -> Found {
    ubgi.ready().await?;
    let far = board("XGID=-CCCBBB-----------bbbccc--:0:0:1:64:0:0:0:0:10");
    let boards = [far, opening("31"), opening("55"), opening("21")];
    for board in &boards {
        let text = ubgi.text(board);
        ubgi.bench.send(text).await;
    }
    for (board, nth) in boards.iter().zip(1..) {
        let answered = ubgi.answer(board, SEARCH).await;
        answered.map_err(|flaw| format!("answer {nth}: {}", flaw.0))?;
    }
    Ok(counted(boards.len(), "answer"))
}

pub(super) async fn stop(ubgi: &mut Ubgi) -> Found {
    ubgi.ready().await?;
    let board = opening("31");
    let text = ubgi.text(&board);
    ubgi.bench.send(text).await;
    ubgi.bench.send("stop").await;
    let began = std::time::Instant::now();
    // It may have been answered before it was stopped, or not at all.
    let seen = match ubgi.said(STOP).await {
        Ok(Said::Action(_, line)) => board.read(&line).map(|mv| mv.0)?,
        Ok(Said::Sorry) => "sorry".to_owned(),
        Err(flaw) if !ubgi.bench.is_running() => return Err(flaw),
        Err(_) => "no answer".to_owned(),
    };
    let took = began.elapsed();
    let more = ubgi.more().await;
    if more.iter().any(|said| matches!(said, Said::Action(..))) {
        return Err("a second answer".into());
    }
    // `stop` may be answered by `sorry`.
    ubgi.decide_behind(usize::from(more.is_empty()), &opening("66")).await?;
    Ok(format!("{seen} after {}", in_words(took)))
}

pub(super) async fn stop_idle(ubgi: &mut Ubgi) -> Found {
    ubgi.ready().await?;
    ubgi.bench.send("stop").await;
    let more = ubgi.more().await;
    if more.iter().any(|said| matches!(said, Said::Action(..))) {
        return Err("an action that was not asked for".into());
    }
    let n_late = ubgi.decide_behind(usize::from(more.is_empty()), &opening("31")).await?;
    if more.len() + n_late > 0 {
        ubgi.bench.warn("`sorry`, as if it were not known");
    }
    Ok("no answer".to_owned())
}

pub(super) async fn bad_position(ubgi: &mut Ubgi) -> Found {
    ubgi.ready().await?;
    let mut n_owed: usize = 0;
    for text in ["XGID=nonsense:0:0:1:31:0:0:0:0:10", "board:You:Opponent:nothing"] {
        ubgi.bench.send(text).await;
        let more = ubgi.more().await;
        n_owed = (n_owed + 1).saturating_sub(more.len());
        let played = more
            .into_iter()
            .find(|said| matches!(said, Said::Action(action, _) if *action != Action::NoPlay));
        if let Some(Said::Action(_, line)) = played {
            return Err(format!(
                "{line} is answered to {text}",
                line = quoted(line),
                text = quoted(text)
            )
            .into());
        }
    }
    ubgi.decide_behind(n_owed, &opening("31")).await?;
    Ok("not played in, and the next position is answered".to_owned())
}

pub(super) async fn terminal(ubgi: &mut Ubgi) -> Found {
    ubgi.ready().await?;
    // All checkers of one side are off.
    ubgi.bench.send("XGID=------------------------a-:0:0:1:31:0:0:0:0:10").await;
    let more = ubgi.more().await;
    let n_owed = usize::from(more.is_empty());
    for said in more {
        if let Said::Action(Action::Play(play), _) = said {
            return Err(format!("{play} where nothing is left to move").into());
        }
    }
    ubgi.decide_behind(n_owed, &opening("31")).await?;
    Ok("no play is made up".to_owned())
}

pub(super) async fn quit(ubgi: &mut Ubgi) -> Found {
    ubgi.begin().await?;
    ubgi.bench.quit("quit").await
}

impl Ubgi {
    /// Sends a position, or an analysis if that takes longer, and does not wait.
    async fn begin(&mut self) -> Result<(), Flaw> {
        self.ready().await?;
        let text = self.text(&opening("11"));
        let text = if self.analyses { format!("analyse trials 100000 {text}") } else { text };
        self.bench.send(text).await;
        Ok(())
    }
}

pub(super) async fn end_of_input(ubgi: &mut Ubgi) -> Found {
    ubgi.begin().await?;
    ubgi.bench.end_input().await
}

#[cfg(test)]
mod tests {
    use super::odd_form;

    #[test]
    fn what_the_move_format_forbids_is_seen() {
        for (line, mv) in
            [("8/5 6/5", "8/5 6/5"), ("8 5 6 5 ", "8/5 6/5"), ("24-18 18-13", "24/18 18/13")]
        {
            assert_eq!(odd_form(line, mv), None, "{line}");
        }
        for (line, mv) in [
            ("24/13", "24/18 18/13"),
            ("8/5(2) 6/3(2)", "8/5 8/5 6/3 6/3"),
            ("24/18*/13", "24/18 18/13"),
            ("BAR/21", "bar/21"),
            ("24/18/13", "24/18 18/13"),
        ] {
            assert!(odd_form(line, mv).is_some(), "{line}");
        }
    }
}
