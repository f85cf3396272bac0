//! What must hold of everything that comes from strangers: files, pasted texts, typed moves, and
//! what engines write. One function for each kind of input; `fuzz/` feeds them with what a fuzzer
//! finds, `tests/properties.rs` with samples that it damages.
//!
//! Finds no input itself, and judges no text by what it says: that is done by the tables elsewhere.

use quintet::games::{
    Actor, BoxPosition, GAMES, Game, LinkedMove, MoveText, Position, Reading, Recognised, Record,
    Setup,
};
use quintet::protocol::{Framing, LineDecoder, guide, hub, nboard, ubgi, uhp};

#[path = "untrusted/dialogue.rs"]
mod dialogue;
#[path = "untrusted/own_files.rs"]
mod own_files;

pub(crate) use dialogue::dialogue;
pub(crate) use own_files::own_file;

/// Choices made by bytes, until they are used up; then all are the first.
struct Choices<'a>(&'a [u8]);

impl<'a> Choices<'a> {
    fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }

    fn below(&mut self, n: usize) -> usize {
        usize::from(self.byte()) % n
    }

    fn of<'t, T>(&mut self, all: &'t [T]) -> &'t T {
        &all[self.below(all.len())]
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The bytes to the next line end, which is passed over.
    fn line(&mut self) -> String {
        let end = self.0.iter().position(|byte| *byte == b'\n').unwrap_or(self.0.len());
        let line = String::from_utf8_lossy(&self.0[..end]).into_owned();
        self.0 = self.0.get(end + 1..).unwrap_or_default();
        line
    }
}

/// Every format: the number by which [`file`] knows it, the game's short name, its own name.
pub(crate) fn formats() -> impl Iterator<Item = (u8, &'static str, &'static str)> {
    let of = |game: &&'static dyn Game| {
        let name = game.info().name;
        game.formats().iter().map(move |format| (name, format.name))
    };
    (0..).zip(GAMES.iter().flat_map(of)).map(|(number, (game, format))| (number, game, format))
}

/// A file: its first byte says which game and format it is read as. [`check_record`] holds for the
/// games that come out.
pub(crate) fn file(data: &[u8]) {
    let Some((number, bytes)) = data.split_first() else { return };
    let n_formats = formats().count();
    let chosen = formats().nth(usize::from(*number) % n_formats);
    let (_, game, format) = chosen.expect("it is one of them");
    let game = quintet::games::find(game).expect("a game of the program");
    let read = game.read_games(format, bytes, &Reading::default());
    for record in read.records.iter().take(3) {
        check_record(game, record);
    }
}

/// A game can be played through, and what is written of it is read as the same moves.
pub(crate) fn check_record(game: &'static dyn Game, record: &Record) {
    let replayed = record.replay(game, record.last());
    assert!(replayed.is_ok(), "{replayed:?}");
    for format in game.formats().iter().filter(|format| format.writes()) {
        let Ok(text) = game.write_game(format.name, record) else { continue };
        if record.setup.position.is_some() {
            // A match in its middle may have come to it in more than one way.
            continue;
        }
        let again = game.read_games(format.name, text.as_bytes(), &Reading::default());
        assert_eq!(again.problems, [], "{}: {text}", format.name);
        let again = again.records.first().map(|again| again.moves_to(again.last()));
        let (again, moves) = (again.unwrap_or_default(), record.moves_to(record.last()));
        let n_same = again.iter().zip(&moves).take_while(|(again, mv)| again == mv).count();
        // What is forced at the end, a pass, a reader may add, and a format may have no sign for.
        let start = game.start(&record.setup).expect("as above");
        let again = &again[n_same..played_of_choice(&*start, &again).max(n_same)];
        let moves = &moves[n_same..played_of_choice(&*start, &moves).max(n_same)];
        assert_eq!(again, moves, "after {n_same} moves, {}: {text}", format.name);
    }
}

/// How many of the moves there are without the forced passes at the end.
fn played_of_choice(start: &dyn Position, moves: &[MoveText]) -> usize {
    let mut pos = start.boxed_clone();
    let mut n_chosen = 0;
    for (idx, mv) in moves.iter().enumerate() {
        if pos.forced_note().is_none() {
            n_chosen = idx + 1;
        }
        if pos.play(&mv.0).is_err() {
            return moves.len();
        }
    }
    n_chosen
}

/// A pasted text: a game that it is taken for can be played through, a position be started from.
pub(crate) fn pasted(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    for game in GAMES {
        match game.recognise(&text) {
            Ok(Some(Recognised::Game { record, .. })) => {
                let replayed = record.replay(*game, record.last());
                assert!(replayed.is_ok(), "{replayed:?}");
            }
            Ok(Some(Recognised::Position { setup, .. })) => {
                let start = game.start(&setup);
                assert!(start.is_ok(), "{start:?}");
            }
            Ok(Some(Recognised::Foreign { .. }) | None) | Err(_) => {}
        }
    }
}

/// A typed move, somewhere in a game: what is understood is legal, and its canonical text is
/// understood as itself.
pub(crate) fn typed_move(data: &[u8]) {
    let mut choices = Choices(data);
    let played = played(&mut choices);
    let text = choices.line();
    let pos = &played.pos;
    if let Ok(mv) = pos.resolve(&text) {
        assert_eq!(pos.resolve(&mv.0), Ok(mv.clone()));
        assert_eq!(pos.boxed_clone().play(&text), Ok(mv.clone()));
        pos.show_move(&mv.0);
        pos.move_cells(&mv.0);
        pos.move_steps(&mv.0);
    } else {
        pos.refusal(&text);
    }
    let setup = Setup { variant: None, position: Some(text) };
    if let Ok(pos) = played.game.start(&setup) {
        let again = Setup { variant: setup.variant, position: Some(pos.to_text()) };
        let again = played.game.start(&again).map(|pos| pos.to_text());
        assert_eq!(again, Ok(pos.to_text()));
    }
}

/// A game that has been going on for some moves.
struct Played {
    game: &'static dyn Game,
    variant: Option<String>,
    start: String,
    moves: Vec<LinkedMove>,
    pos: BoxPosition,
}

fn played(choices: &mut Choices<'_>) -> Played {
    let game = *choices.of(GAMES);
    let variants = game.info().variants;
    let variant = (!variants.is_empty()).then(|| choices.of(variants).name.to_owned());
    let setup = Setup { variant: variant.clone(), position: None };
    let mut pos = game.start(&setup).expect("the normal start");
    let start = pos.to_text();
    let mut moves = Vec::new();
    for _ in 0..choices.below(40) {
        if matches!(pos.actor(), Actor::Over(_)) {
            break;
        }
        let legal = pos.legal_moves();
        let mv = choices.of(&legal).clone();
        pos.play(&mv.0).expect("it is legal");
        moves.push(LinkedMove::new(mv, None, None));
    }
    Played { game, variant, start, moves, pos }
}

/// Lines as every parser of a protocol reads them: none panics, and what is written again stays the
/// same.
pub(crate) fn line(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    for line in text.lines() {
        // Control characters are not written by anything that would write a line again.
        let line = &line.replace(char::is_control, " ");
        settled(line, |text| hub::Reply::parse(text).to_string());
        // Of a command that is wrong only the mistake is known, in words.
        if !matches!(hub::Command::parse(line), hub::Command::Malformed(_)) {
            settled(line, |text| hub::Command::parse(text).to_string());
        }
        settled(line, |text| guide::Reply::parse(text).to_string());
        settled(line, |text| guide::Command::parse(text).to_string());
        settled(line, |text| nboard::Reply::parse(text).to_string());
        settled(line, |text| nboard::Command::parse(text).to_string());
        // What it writes of a line that it does not understand is for people.
        uhp::Command::parse(line).to_string();
        let told = (uhp::Reply::parse(line), uhp::Thought::parse_error_line(line));
        let _text = format!("{told:?}");
        uhp::GameString::parse(line).map(|game| game.to_string());
        let _text = format!("{:?}", ubgi::Reply::parse(line));
        settled(line, |text| ubgi::Command::parse(text).to_string());
        ubgi::PositionText::parse(line).map(|position| position.text().len());
        ubgi::Action::parse(line).map(|action| action.to_string());
        read_by_links(line);
    }
}

/// Written once, a line is written the same again.
fn settled(line: &str, rewritten: impl Fn(&str) -> String) {
    let once = rewritten(line);
    assert_eq!(rewritten(&once), once, "from {line:?}");
}

fn read_by_links(line: &str) {
    for game in GAMES {
        let pos = game.start(&Setup::default()).expect("the normal start");
        for link in game.info().protocols.iter().filter_map(|name| game.link(name)) {
            if let Ok(mv) = link.read_move(&*pos, line) {
                assert!(pos.boxed_clone().play(&mv.0).is_ok(), "{mv}");
            }
            let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
            link.read_line(&*pos, &words);
            link.compare_moves(&*pos, &words);
            link.read_kept(line);
        }
    }
}

/// Bytes in any portions: the lines are those of all bytes at once, and none is too long.
pub(crate) fn portions(data: &[u8]) {
    const MAX_LINE: usize = 40;
    let mut choices = Choices(data);
    let framing = *choices.of(&[Framing::Lines, Framing::ControlBytes]);
    let size = 1 + choices.below(50);
    let bytes = choices.0;
    let lines = |portions: &mut dyn Iterator<Item = &[u8]>| {
        let mut decoder = LineDecoder::framed(MAX_LINE, framing);
        let mut lines = Vec::new();
        for portion in portions {
            decoder.push(portion);
            while let Some(line) = decoder.next_line() {
                lines.push((line.text.into_owned(), line.cut, line.lossy));
            }
        }
        decoder.finish();
        while let Some(line) = decoder.next_line() {
            lines.push((line.text.into_owned(), line.cut, line.lossy));
        }
        lines
    };
    let whole = lines(&mut std::iter::once(bytes));
    assert_eq!(lines(&mut bytes.chunks(size)), whole);
    // A replaced byte is three bytes long.
    assert!(whole.iter().all(|(text, ..)| text.len() <= 3 * MAX_LINE), "{whole:?}");
}
