//! What an engine that answers at once says, in each of the five protocols.
//!
//! It knows the rules and plays a legal move; it searches nothing, keeps no clock and reads no limits.

use std::error::Error;
use std::fmt::Write as _;

use quintet::games::backgammon::{Backgammon, Phase, play_text, plays};
use quintet::games::draughts::{self, Draughts};
use quintet::games::hive::{self, GameType, Hive};
use quintet::games::testing::Seeded;
use quintet::games::{self, BoxPosition, Game, Reading, Rules, Setup};
use quintet::protocol::guide::{self, GuideServer, Identity};
use quintet::protocol::uhp::GameString;
use quintet::protocol::{Protocol, hub, nboard, ubgi, uhp};

/// The meaning of a line to the measurement.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Heard {
    /// None.
    Other,
    /// A game begins.
    NewGame,
    /// The opponent's answer, or the position after it.
    News,
    /// A move is wanted; it has been written.
    Asked,
    /// The engine is to end.
    Quit,
}

/// One protocol, from the engine's side.
pub(crate) trait Dialogue {
    /// The lines that are written before anything is read.
    fn greeting(&mut self) -> String {
        String::new()
    }

    /// Reads a line and writes the answer, if there is one.
    fn hear(&mut self, line: &str, output: &mut String) -> Result<Heard, Box<dyn Error>>;
}

/// A new dialogue in this protocol.
pub(crate) fn dialogue(protocol: Protocol) -> Result<Box<dyn Dialogue>, Box<dyn Error>> {
    Ok(match protocol {
        Protocol::NBoard => Box::new(NBoardDialogue::new()?),
        Protocol::Hub => Box::new(HubDialogue::default()),
        Protocol::Guide => Box::new(GuideDialogue::new()),
        Protocol::Uhp => Box::new(UhpDialogue::new()),
        Protocol::Ubgi => Box::new(UbgiDialogue { is_ready: false }),
    })
}

fn say(output: &mut String, line: &str) {
    output.push_str(line);
    output.push('\n');
}

/// Othello: the first legal move.
struct NBoardDialogue {
    game: &'static dyn Game,
    pos: BoxPosition,
    answered: String,
}

impl NBoardDialogue {
    fn new() -> Result<Self, Box<dyn Error>> {
        let game = games::find("othello").ok_or("no Othello")?;
        Ok(Self { game, pos: game.start(&Setup::default())?, answered: String::new() })
    }
}

impl Dialogue for NBoardDialogue {
    fn hear(&mut self, line: &str, output: &mut String) -> Result<Heard, Box<dyn Error>> {
        match nboard::Command::parse(line) {
            nboard::Command::SetGame(ggf) => {
                let games = self.game.read_games("ggf", ggf.as_bytes(), &Reading::default());
                let record = games.records.first().ok_or("a broken game")?;
                self.pos = record.replay(self.game, record.last())?;
                self.answered.clear();
                return Ok(Heard::NewGame);
            }
            nboard::Command::Move(played) => {
                let is_own = played.mv.eq_ignore_ascii_case(&self.answered);
                self.pos.play(&played.mv)?;
                return Ok(if is_own { Heard::Other } else { Heard::News });
            }
            nboard::Command::Ping(number) => say(output, &format!("pong {number}")),
            nboard::Command::Go => {
                let mv = self.pos.legal_moves().into_iter().next().ok_or("no move")?;
                self.answered = mv.0.to_uppercase();
                say(output, &format!("=== {}", self.answered));
                return Ok(Heard::Asked);
            }
            nboard::Command::Quit => return Ok(Heard::Quit),
            nboard::Command::NBoard(_)
            | nboard::Command::SetDepth(_)
            | nboard::Command::SetContempt(_)
            | nboard::Command::Hint(_)
            | nboard::Command::OddPing(_)
            | nboard::Command::Learn
            | nboard::Command::Analyze
            | nboard::Command::Ignored(_) => {}
        }
        Ok(Heard::Other)
    }
}

/// Draughts: the first legal move.
#[derive(Default)]
struct HubDialogue {
    place: hub::Place,
}

impl Dialogue for HubDialogue {
    fn hear(&mut self, line: &str, output: &mut String) -> Result<Heard, Box<dyn Error>> {
        match hub::Command::parse(line) {
            hub::Command::Hub => {
                let id = hub::Id { name: "instant".to_owned(), ..hub::Id::default() };
                say(output, &hub::Reply::Id(id).to_string());
                say(output, &hub::Reply::Wait.to_string());
            }
            hub::Command::Init => say(output, &hub::Reply::Ready.to_string()),
            hub::Command::Ping => say(output, &hub::Reply::Pong.to_string()),
            hub::Command::NewGame => return Ok(Heard::NewGame),
            hub::Command::Pos(place) => {
                self.place = place;
                return Ok(Heard::News);
            }
            hub::Command::Go(_) => {
                let position = self.place.pos.clone();
                let mut pos = Draughts::start(&Setup { variant: None, position })?;
                for mv in &self.place.moves {
                    pos.play_unchecked(&Rules::read_move(&pos, mv)?);
                }
                let mv = pos.legal_moves().first().map(|mv| pos.write_move(mv));
                let done = hub::Done { mv, ponder: None };
                say(output, &hub::Reply::Done(done).to_string());
                return Ok(Heard::Asked);
            }
            hub::Command::Quit => return Ok(Heard::Quit),
            hub::Command::SetParam { .. }
            | hub::Command::Level(_)
            | hub::Command::PonderHit
            | hub::Command::Stop
            | hub::Command::Malformed(_)
            | hub::Command::Ignored(_) => {}
        }
        Ok(Heard::Other)
    }
}

/// Draughts over GUIDE: the first legal move.
struct GuideDialogue {
    server: GuideServer,
    /// The position after so many moves of the game.
    kept: Option<(Draughts, usize)>,
}

impl GuideDialogue {
    fn new() -> Self {
        let identity = Identity { name: "instant".to_owned(), ..Identity::default() };
        Self { server: GuideServer::new(identity), kept: None }
    }

    /// The position on the board of the dialogue.
    fn position(&mut self) -> Result<Draughts, Box<dyn Error>> {
        let (game, ply) = (self.server.game(), self.server.ply());
        let (mut pos, done) = match self.kept.take() {
            Some((pos, done)) if done <= ply => (pos, done),
            _ => {
                let position = Some(game.start.to_string());
                (Draughts::start(&Setup { variant: None, position })?, 0)
            }
        };
        for mv in &game.moves[done..ply] {
            pos.play_unchecked(&typed(mv));
        }
        self.kept = Some((pos, ply));
        Ok(pos)
    }
}

/// Squares are counted from 0 in a move of the rules.
fn typed(mv: &guide::Move) -> draughts::Move {
    let captured = mv.kills.iter().fold(0, |set, square| set | 1 << (square - 1));
    draughts::Move { from: mv.from - 1, to: mv.to - 1, captured }
}

fn written(mv: &draughts::Move) -> guide::Move {
    let kills = (0..50).filter(|square| mv.captured >> square & 1 == 1).map(|square| square + 1);
    guide::Move { from: mv.from + 1, to: mv.to + 1, kills: kills.collect() }
}

impl Dialogue for GuideDialogue {
    fn greeting(&mut self) -> String {
        let mut output = String::new();
        while let Some(line) = self.server.poll_transmit() {
            say(&mut output, &line);
        }
        output
    }

    fn hear(&mut self, line: &str, output: &mut String) -> Result<Heard, Box<dyn Error>> {
        let before = self.server.ply();
        let task = self.server.handle_line(line);
        while let Some(line) = self.server.poll_transmit() {
            say(output, &line);
        }
        match task {
            Some(guide::Task::NewGame) => {
                self.kept = None;
                Ok(Heard::NewGame)
            }
            Some(guide::Task::Search(assignment)) => {
                let pos = self.position()?;
                let mv = written(pos.legal_moves().first().ok_or("no move")?);
                let answer = self.server.admit(Some(assignment.order), &guide::Reply::Move(mv));
                answer.into_iter().for_each(|line| say(output, &line));
                Ok(Heard::Asked)
            }
            Some(guide::Task::Quit) => Ok(Heard::Quit),
            Some(guide::Task::Board) if self.server.ply() == before + 1 => Ok(Heard::News),
            Some(guide::Task::Board) => {
                self.kept = None;
                Ok(Heard::Other)
            }
            _ => Ok(Heard::Other),
        }
    }
}

/// Hive: a legal move by chance, the same in every run.
struct UhpDialogue {
    pos: Hive,
    /// The moves of the game, each after a semicolon.
    moves: String,
    answered: String,
    /// The legal moves of the position, once they were asked for.
    legal: Option<Vec<hive::Move>>,
    random: Seeded,
}

impl UhpDialogue {
    fn new() -> Self {
        let pos = Hive::new(GameType::default());
        let (moves, answered) = (String::new(), String::new());
        Self { pos, moves, answered, legal: None, random: Seeded::new(1) }
    }

    fn begin(&mut self, game: &GameString) -> Result<(), Box<dyn Error>> {
        let kind = game.kind.to_string();
        self.pos = Hive::new(GameType::find(&kind).ok_or("no such game")?);
        self.moves.clear();
        self.answered.clear();
        self.legal = None;
        game.moves.iter().try_for_each(|mv| self.play(mv))
    }

    fn play(&mut self, mv: &str) -> Result<(), Box<dyn Error>> {
        let typed = Rules::read_move(&self.pos, mv)?;
        self.pos.play_unchecked(&typed);
        self.legal = None;
        self.moves.push(';');
        self.moves.push_str(mv);
        Ok(())
    }

    fn say_game(&self, output: &mut String) -> Result<(), Box<dyn Error>> {
        let kind = self.pos.game_type().name();
        let (state, turn) = (self.pos.state(), self.pos.turn_text());
        writeln!(output, "{kind};{state};{turn}{}\nok", self.moves)?;
        Ok(())
    }
}

impl Dialogue for UhpDialogue {
    fn greeting(&mut self) -> String {
        "id instant\nMosquito;Ladybug;Pillbug\nok\n".to_owned()
    }

    fn hear(&mut self, line: &str, output: &mut String) -> Result<Heard, Box<dyn Error>> {
        match uhp::Command::parse(line) {
            uhp::Command::Info => output.push_str(&self.greeting()),
            uhp::Command::NewGame(wanted) => {
                self.begin(&wanted.game().ok_or("no such game")?)?;
                self.say_game(output)?;
                return Ok(Heard::NewGame);
            }
            uhp::Command::Play(mv) => {
                let is_own = mv == self.answered;
                self.play(&mv)?;
                self.say_game(output)?;
                return Ok(if is_own { Heard::Other } else { Heard::News });
            }
            uhp::Command::ValidMoves => {
                let pos = &self.pos;
                let moves = self.legal.get_or_insert_with(|| pos.legal_moves());
                for (idx, mv) in moves.iter().enumerate() {
                    output.push_str(if idx == 0 { "" } else { ";" });
                    output.push_str(&pos.write_move(mv));
                }
                output.push_str("\nok\n");
            }
            uhp::Command::BestMove(_) => {
                let pos = &self.pos;
                let moves = self.legal.get_or_insert_with(|| pos.legal_moves());
                let mv = moves.get(self.random.below(moves.len().max(1))).ok_or("no move")?;
                self.answered = self.pos.write_move(mv);
                writeln!(output, "{}\nok", self.answered)?;
                return Ok(Heard::Asked);
            }
            uhp::Command::Exit => return Ok(Heard::Quit),
            uhp::Command::Undo(_)
            | uhp::Command::Options
            | uhp::Command::GetOption(_)
            | uhp::Command::SetOption { .. } => say(output, "ok"),
            uhp::Command::Malformed(_) | uhp::Command::Unknown(_) => output.push_str("err\nok\n"),
        }
        Ok(Heard::Other)
    }
}

/// Backgammon by the draft of UBGI: the first legal play; never doubles, always takes.
struct UbgiDialogue {
    is_ready: bool,
}

/// The checkers at the start of a game, as an XGID has them.
const START: &str = "-b----E-C---eE---c-e----B-";

impl Dialogue for UbgiDialogue {
    fn hear(&mut self, line: &str, output: &mut String) -> Result<Heard, Box<dyn Error>> {
        match ubgi::Command::parse(line) {
            ubgi::Command::Ubgi => {
                self.is_ready = true;
                output.push_str("id name instant\nid author Quintet\nid version 1\nreadyok\n");
            }
            ubgi::Command::Position(position) if self.is_ready => {
                let text = position.text();
                let setup = Setup { variant: None, position: Some(text.to_owned()) };
                let pos = Backgammon::start(&setup)?;
                match pos.phase {
                    Phase::Play(dice) => {
                        let plays = plays(&pos.board, dice);
                        let steps = &plays.first().ok_or("no play")?.steps;
                        let is_pass = steps.as_slice().is_empty();
                        let text = play_text(&pos.board, steps);
                        say(output, if is_pass { "" } else { &text });
                    }
                    Phase::Doubled => say(output, "take"),
                    _ => say(output, "roll"),
                }
                if text.contains(START) {
                    return Ok(Heard::NewGame);
                }
                return Ok(Heard::Asked);
            }
            ubgi::Command::Quit => return Ok(Heard::Quit),
            _ => say(output, "sorry"),
        }
        Ok(Heard::Other)
    }
}
