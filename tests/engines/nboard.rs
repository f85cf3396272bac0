//! The scripted engine's NBoard: what a well-behaved engine would answer.
//!
//! Writes nothing itself.

use quintet::games::{self, Actor, BoxPosition, Game, Reading, Record, Setup, Side};
use quintet::protocol::nboard::Command;

use super::Script;
use super::deed::Moment;

/// The state of the dialogue.
pub(super) struct NBoard {
    game: &'static dyn Game,
    pos: Option<BoxPosition>,
    name: Option<String>,
    /// Moves to play, the next one last.
    moves: Vec<String>,
    pick: usize,
    score: Option<f64>,
    score_at: Option<(usize, f64)>,
}

impl NBoard {
    pub(super) fn new(script: &Script) -> Self {
        let game = games::find("othello").expect("Othello is one of the games");
        Self {
            game,
            pos: game.start(&Setup::default()).ok(),
            name: script.name.clone(),
            moves: script.moves.iter().rev().cloned().collect(),
            pick: script.pick,
            score: script.score,
            score_at: script.score_at,
        }
    }

    /// What kind of command a line is.
    pub(super) fn moment(line: &str) -> Moment {
        match Command::parse(line.trim_end()) {
            Command::NBoard(_) => Moment::Hello,
            Command::SetDepth(_) | Command::SetGame(_) | Command::SetContempt(_) => Moment::Set,
            Command::Move(_) => Moment::Move,
            Command::Hint(_) => Moment::Hint,
            Command::Go => Moment::Go,
            Command::Ping(_) | Command::OddPing(_) => Moment::Ping,
            Command::Learn => Moment::Learn,
            Command::Analyze => Moment::Analyze,
            Command::Quit => Moment::Quit,
            Command::Ignored(_) => Moment::Unknown,
        }
    }

    /// Carries a command out; the lines to answer.
    pub(super) fn answer(&mut self, line: &str) -> Vec<String> {
        match Command::parse(line.trim_end()) {
            Command::NBoard(_) => {
                self.name.take().map(|name| format!("set myname {name}")).into_iter().collect()
            }
            Command::SetGame(ggf) => {
                // As Edax does, it keeps the old position when it cannot read the new one.
                self.pos = self.read(&ggf).or(self.pos.take());
                Vec::new()
            }
            Command::Move(played) => {
                if let Some(pos) = &mut self.pos {
                    drop(pos.play(&played.mv));
                }
                Vec::new()
            }
            Command::Hint(n) => self.hint(n),
            Command::Go => {
                let score = self.score();
                vec![format!("=== {}{score}", self.best())]
            }
            Command::Ping(n) => vec![format!("pong {n}")],
            Command::OddPing(n) => vec![format!("pong {n}")],
            Command::Learn => vec!["learned".to_owned()],
            Command::SetDepth(_)
            | Command::SetContempt(_)
            | Command::Analyze
            | Command::Quit
            | Command::Ignored(_) => Vec::new(),
        }
    }

    fn read(&self, ggf: &str) -> Option<BoxPosition> {
        let games = self.game.read_games("ggf", ggf.as_bytes(), &Reading::default());
        let record: &Record = games.records.first()?;
        record.replay(self.game, record.last()).ok()
    }

    fn hint(&self, n: u32) -> Vec<String> {
        let mut lines = vec!["status thinking".to_owned()];
        for (idx, mv) in self.legal().iter().take(n as usize).enumerate() {
            lines.push(format!("search {mv} {:.2} 0 {}", 2.0 - idx as f64, 10));
        }
        lines.push("status".to_owned());
        lines
    }

    /// The score of the next move as NBoard writes it, from the mover's point of view.
    fn score(&self) -> String {
        let actor = self.pos.as_ref().map(|pos| pos.actor());
        let sign = if actor == Some(Actor::Player(Side::First)) { 1.0 } else { -1.0 };
        let n_discs = self.n_discs();
        let special = self.score_at.filter(|(discs, _)| *discs == n_discs).map(|(_, score)| score);
        let score = special.or(self.score);
        score.map_or(String::new(), |score| format!("/{:.2}", sign * score))
    }

    /// So many discs are on its board; 0 without one.
    pub(super) fn n_discs(&self) -> usize {
        let is_disc = |c: &char| matches!(c, '*' | 'O');
        // Behind the squares the text says who is to move.
        let n_discs = |pos: &BoxPosition| pos.to_text().chars().take(64).filter(is_disc).count();
        self.pos.as_ref().map_or(0, n_discs)
    }

    fn best(&mut self) -> String {
        let listed = self.moves.pop();
        let picked = || {
            let mut legal = self.legal();
            (!legal.is_empty()).then(|| legal.swap_remove(self.pick % legal.len()))
        };
        listed.or_else(picked).unwrap_or_else(|| "--".to_owned())
    }

    /// The legal moves as NBoard writes them.
    fn legal(&self) -> Vec<String> {
        let moves = self.pos.as_ref().map(|pos| pos.legal_moves()).unwrap_or_default();
        moves
            .into_iter()
            .map(|mv| match mv.0.len() {
                2 if mv.0.ends_with(|ch: char| ch.is_ascii_digit()) => mv.0.to_uppercase(),
                _ => "PA".to_owned(),
            })
            .collect()
    }
}
