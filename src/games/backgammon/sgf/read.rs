//! Reading the trees of matches.

use super::drawings::Drawing;
use super::tree::{Property, Token, Tree, tree};
use super::{drawings, point, values};
use crate::games::backgammon::position_fields::PositionFields;
use crate::games::backgammon::script::{Deed, GameScript, Script};
use crate::games::backgammon::variation;
use crate::games::text::LeftOut;
use crate::games::{GameResult, Outcome, Reading, Side, Tags};

/// The text begins like SGF of backgammon, or like SGF that does not name its game.
pub(in crate::games::backgammon) fn looks_like_one(text: &str) -> bool {
    let compact: String = text.chars().filter(|c| !c.is_whitespace()).take(2_000).collect();
    compact.starts_with("(;") && compact.contains("GM[6]")
}

/// Reads every match of a text.
pub(in crate::games::backgammon) fn read(text: &str, reading: &Reading) -> Vec<Script> {
    let mut scripts: Vec<Script> = Vec::new();
    let (mut at, mut line, mut n_games) = (0, 1, 0);
    while reading.goes_on(at, text.len(), n_games)
        && let Some(tree) = tree(text, at, line)
    {
        line += text[at..tree.end].matches('\n').count();
        at = tree.end;
        n_games += 1;
        let game = match Game::of(tree) {
            Ok(game) => game,
            Err(fault) => {
                scripts.push(Script { faults: vec![fault], ..Script::default() });
                continue;
            }
        };
        match scripts.last_mut() {
            Some(script) if game.goes_on_in(script) => script.games.push(game.script),
            _ => scripts.push(game.into_script()),
        }
    }
    scripts
}

/// One tree, and the facts about the match in its root.
#[derive(Debug, Default)]
struct Game {
    script: GameScript,
    length: u32,
    /// Number in the match, from 0.
    number: Option<usize>,
    jacoby: bool,
    crawford: bool,
    has_cube: bool,
    tags: Tags,
    /// The winner, and the points.
    result: Option<(Side, Option<u32>)>,
    /// The checkers set up, if any are.
    board: Option<PositionFields>,
    /// The side that is set to be on turn.
    turn: Option<Side>,
    /// The cube set up: its power of two and its owner.
    cube: (u8, Option<Side>),
    /// A move or a roll was read.
    is_begun: bool,
    /// Dice that are given but not played yet.
    last_dice: Option<[u8; 2]>,
    /// The comment on the move of this node.
    remarks: Vec<(usize, Deed)>,
    /// What is drawn in this node.
    drawings: Vec<(usize, Drawing)>,
    /// The number of this node, from 1.
    node: usize,
    left_out: LeftOut,
    /// The result if the rules do not decide it.
    own_result: Option<GameResult>,
    /// The variant of backgammon that we do not have, and the line that names it.
    foreign: Option<(usize, String)>,
}

impl Game {
    fn of(mut tree: Tree) -> Result<Self, (usize, String)> {
        let mut game = Self { has_cube: true, ..Self::default() };
        game.script.line = tree.line;
        game.script.notes = std::mem::take(&mut tree.notes);
        for (line, token) in &tree.tokens {
            if let Token::Property(property) = token
                && property.key == "GM"
                && property.values[0].trim() != "6"
            {
                let reason = format!("game {:?} is not backgammon, which is 6", property.values[0]);
                return Err((*line, reason));
            }
        }
        let mut last_line = tree.line;
        for (line, token) in &tree.tokens {
            last_line = *line;
            if let Err(reason) = game.token(*line, token) {
                game.script.fault = Some((*line, reason));
                break;
            }
        }
        game.end_node();
        game.begin(None, None);
        if game.script.fault.is_none() {
            game.script.fault = tree.fault;
        }
        if let (Some((side, points)), None) = (game.result, &game.script.fault) {
            game.script.deeds.push((last_line, Deed::Wins { side: Some(side), points }));
        }
        let left_out = std::mem::take(&mut game.left_out);
        game.script.left_out.extend(left_out.notes());
        Ok(game)
    }

    fn token(&mut self, line: usize, token: &Token) -> Result<(), String> {
        match token {
            Token::Property(property) => return self.property(property),
            Token::Node => {
                self.end_node();
                self.node += 1;
            }
            Token::Open | Token::Close => {
                self.end_node();
                self.last_dice = None;
                let deed = if *token == Token::Open { Deed::Open } else { Deed::Close };
                self.script.deeds.push((line, deed));
            }
        }
        Ok(())
    }

    /// Remarks belong to the move of their node, in any order.
    fn end_node(&mut self) {
        if let Some((line, _)) = self.drawings.first() {
            let line = *line;
            let comment: String = self.remarks.iter().map(|(_, deed)| comment_of(deed)).collect();
            let drawings: Vec<Drawing> = self.drawings.drain(..).map(|(_, one)| one).collect();
            let new = drawings::beside(&drawings, &comment);
            self.remarks.extend((!new.is_empty()).then_some((line, Deed::Comment(new))));
        }
        self.script.deeds.append(&mut self.remarks);
    }

    /// The tree is the next game of the match that the last one belonged to.
    fn goes_on_in(&self, script: &Script) -> bool {
        script.length == self.length
            && script.tags.players == self.tags.players
            && script.faults.is_empty()
            && script.foreign.is_some() == self.foreign.is_some()
            && self.script.exact_start.is_none()
            && self.number.is_some_and(|number| number > 0)
    }

    fn into_script(self) -> Script {
        Script {
            length: self.length,
            jacoby: Some(self.jacoby),
            crawford: Some(self.crawford),
            max_log2: (!self.has_cube).then_some(0),
            tags: self.tags,
            result: self.own_result,
            games: vec![self.script],
            faults: Vec::new(),
            foreign: self.foreign,
            n_more: 0,
        }
    }

    fn property(&mut self, property: &Property) -> Result<(), String> {
        let value = property.values[0].trim();
        let line = property.line;
        match property.key.as_str() {
            "W" => self.act(line, Side::First, value),
            "B" => self.act(line, Side::Second, value),
            "AE" | "AW" | "AB" => self.set_up(property),
            "PL" => {
                let side = side(value).ok_or_else(|| format!("{value:?} is not a player"))?;
                self.turn = Some(side);
                Ok(())
            }
            "DI" => self.dice(line, value),
            // In the heading of a file a text of this name is who owns it.
            "CP" if side(value).is_none() && !matches!(value, "c" | "C" | "") => {
                self.heading("CP", property);
                Ok(())
            }
            "CV" | "CP" => self.cube(property.key == "CV", value),
            "C" => {
                self.remarks.push((line, Deed::Comment(value.to_owned())));
                Ok(())
            }
            "TE" | "BM" | "DO" | "IT" => {
                let mark = match (property.key.as_str(), value) {
                    ("TE", "2") => "!!",
                    ("TE", _) => "!",
                    ("BM", "2") => "??",
                    ("BM", _) => "?",
                    ("DO", _) => "?!",
                    (_, _) => "!?",
                };
                self.remarks.push((line, Deed::Mark(mark)));
                Ok(())
            }
            "A" => {
                let told = values::of_play(&property.values);
                let what = match told {
                    Some(_) => "the rest of an analysis of plays (A)",
                    None => "an analysis of plays (A)",
                };
                self.leave_out(what.to_owned(), property);
                self.remarks.extend(told.map(|told| (line, Deed::Told(told))));
                Ok(())
            }
            "LU" => {
                let told = values::of_roll(value);
                self.remarks.extend(told.map(|told| (line, Deed::Told(told))));
                Ok(())
            }
            "DA" => {
                let told = values::of_cube(value).filter(|_| self.length == 0);
                let what = match told {
                    Some(_) => "the rest of an analysis of the cube (DA)",
                    None => "an analysis of the cube (DA)",
                };
                self.leave_out(what.to_owned(), property);
                self.remarks.extend(told.map(|told| (line, Deed::Told(told))));
                Ok(())
            }
            "QM" => {
                self.begin(None, None);
                self.last_dice = None;
                self.script.deeds.push((line, Deed::Exactly(value.to_owned())));
                Ok(())
            }
            key => {
                // In the root a text of this name is a tag.
                let is_tag = self.node <= 1 && key == "CR" && !drawings::names_points(value);
                match drawings::read(property).filter(|_| !is_tag) {
                    Some(Ok(drawing)) => self.drawings.push((line, drawing)),
                    Some(Err(what)) => self.left_out.add(what, line, self.node),
                    None => self.heading(key, property),
                }
                Ok(())
            }
        }
    }

    fn heading(&mut self, key: &str, property: &Property) {
        let value = property.values[0].trim();
        let tags = &mut self.tags;
        let is_empty = property.values.iter().all(|value| value.trim().is_empty());
        match key {
            "PW" => value.clone_into(&mut tags.players[0]),
            "PB" => value.clone_into(&mut tags.players[1]),
            "WR" => value.clone_into(&mut tags.ratings[0]),
            "BR" => value.clone_into(&mut tags.ratings[1]),
            "DT" => value.clone_into(&mut tags.date),
            "PC" => value.clone_into(&mut tags.place),
            "MI" => {
                for value in property.values.iter().filter(|value| !value.trim().is_empty()) {
                    if self.match_info(value).is_none() {
                        let key = value.split(':').next().unwrap_or_default().trim();
                        self.leave_out(format!("the match information {}", quoted(key)), property);
                    }
                }
            }
            "RU" => {
                // SGF marks the Crawford game: later games only name the rule.
                self.script.is_crawford.get_or_insert(false);
                for rule in property.values.iter().flat_map(|value| value.split([':', ','])) {
                    match rule.trim().to_ascii_lowercase().as_str() {
                        "jacoby" => self.jacoby = true,
                        "crawford" => self.crawford = true,
                        "crawfordgame" => self.script.is_crawford = Some(true),
                        "nocube" => self.has_cube = false,
                        rule => {
                            if let Some(what) = variation::as_rule(rule) {
                                self.foreign = Some((property.line, what.to_owned()));
                            } else if !rule.is_empty() {
                                self.leave_out(format!("the rule {}", quoted(rule)), property);
                            }
                        }
                    }
                }
            }
            "RE" => {
                self.result = result(value);
                if self.result.is_none() && !matches!(value, "" | "?" | "Void") {
                    self.leave_out(format!("the result {}", quoted(value)), property);
                }
            }
            "QP" => self.script.exact_start = Some(value.to_owned()),
            "QR" => self.own_result = own_result(value),
            "QT" => {
                let pairs = property.values.iter().filter_map(|value| value.split_once(':'));
                tags.other.extend(pairs.map(|(key, value)| (key.to_owned(), value.to_owned())));
            }
            "EV" | "RO" | "GC" | "GN" | "SO" | "AN" | "ON" | "US" | "CR" | "CP" => {
                tags.other.insert(key.to_owned(), value.to_owned());
            }
            // The file itself. From its second game on GNU Backgammon writes `CAP` for `CA` and `AP`.
            "FF" | "GM" | "CA" | "AP" | "CAP" => {}
            "GS" => self.leave_out("the statistics of the game (GS)".to_owned(), property),
            key if !is_empty => {
                let key = if key.is_empty() { "without a name" } else { key };
                self.leave_out(format!("the property {key}"), property);
            }
            _ => {}
        }
    }

    fn leave_out(&mut self, what: String, property: &Property) {
        self.left_out.add(what, property.line, self.node);
    }

    /// `length:7`, `game:0`, `ws:3`, `bs:1`. `None` if it is something else.
    fn match_info(&mut self, info: &str) -> Option<()> {
        let (key, number) = info.split_once(':')?;
        let number = number.trim().parse::<u32>().ok()?;
        let score = |game: &mut GameScript, side: usize| {
            game.score.get_or_insert_default()[side] = number;
        };
        match key.trim() {
            "length" => self.length = number,
            "game" => self.number = Some(number as usize),
            "ws" => score(&mut self.script, 0),
            "bs" => score(&mut self.script, 1),
            _ => return None,
        }
        Some(())
    }

    /// `62xrrp`, `double`, `take`, `drop`.
    fn act(&mut self, line: usize, side: Side, value: &str) -> Result<(), String> {
        self.begin(Some(side), None);
        let mut push = |deed| self.script.deeds.push((line, deed));
        match value.to_ascii_lowercase().as_str() {
            "double" => push(Deed::Double { side: Some(side), value: None }),
            "take" => push(Deed::Take(Some(side))),
            "drop" => push(Deed::Drop(Some(side))),
            other => {
                let (dice, steps) = play(side, other)?;
                // Dice that were set up are the ones that are played now.
                if self.last_dice != Some(dice) {
                    push(Deed::Dice { side: Some(side), dice });
                }
                push(Deed::Play(steps));
                self.last_dice = None;
            }
        }
        Ok(())
    }

    /// `DI[63]`: dice that are rolled but not played yet.
    fn dice(&mut self, line: usize, value: &str) -> Result<(), String> {
        let [one, other] = *value.as_bytes() else {
            return Err(format!("{value:?} are no dice"));
        };
        let dice = [one.wrapping_sub(b'0'), other.wrapping_sub(b'0')];
        if dice == [0, 0] {
            return Ok(());
        }
        self.begin(self.turn, Some(dice));
        self.last_dice = Some(dice);
        self.script.deeds.push((line, Deed::Dice { side: self.turn, dice }));
        Ok(())
    }

    fn cube(&mut self, is_value: bool, value: &str) -> Result<(), String> {
        if self.is_begun {
            return Err("the cube is set in the middle of a game".to_owned());
        }
        if is_value {
            let cube = value.parse::<u32>().ok().filter(|n| n.is_power_of_two() && *n <= 32_768);
            let cube = cube.ok_or_else(|| format!("{value:?} is not a value of a cube"))?;
            self.cube.0 = cube.ilog2() as u8;
        } else {
            self.cube.1 = side(value);
        }
        Ok(())
    }

    /// Checkers put on the board, or taken from it.
    fn set_up(&mut self, property: &Property) -> Result<(), String> {
        if self.is_begun {
            return Err("a position is set up in the middle of a game".to_owned());
        }
        let fields = self.board.get_or_insert_default();
        for value in &property.values {
            for letter in letters(value)? {
                let outside = || format!("{letter:?} is not a point");
                match property.key.as_str() {
                    "AE" => {
                        let point = point(Side::First, letter).ok_or_else(outside)?;
                        if point == 25 {
                            (fields.points[0], fields.points[25]) = (0, 0);
                        } else if point > 0 {
                            fields.points[usize::from(point)] = 0;
                        }
                    }
                    key => {
                        let side = if key == "AW" { Side::First } else { Side::Second };
                        let point = usize::from(point(side, letter).ok_or_else(outside)?);
                        if point > 0 {
                            let n = fields.n_at(side, point) + 1;
                            if n > 15 {
                                return Err("more than 15 checkers on a point".to_owned());
                            }
                            fields.put(side, point, n);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// The first roll or move: the position set up so far is the start of the game.
    fn begin(&mut self, turn: Option<Side>, dice: Option<[u8; 2]>) {
        if std::mem::replace(&mut self.is_begun, true) {
            return;
        }
        let Some(board) = self.board.take().filter(|board| board.n_set() > 0) else { return };
        self.script.start = Some(PositionFields {
            cube_log2: self.cube.0,
            cube_owner: self.cube.1,
            on_roll: self.turn.or(turn).unwrap_or(Side::First),
            dice: dice.map(|[one, other]| [one.max(other), one.min(other)]),
            length: self.length,
            score: self.script.score.unwrap_or_default(),
            ..board
        });
    }
}

/// The beginning of a text in quotation marks.
fn quoted(text: &str) -> String {
    format!("{:?}", text.chars().take(40).collect::<String>())
}

fn comment_of(deed: &Deed) -> &str {
    if let Deed::Comment(text) = deed { text } else { "" }
}

/// `White`, `w`, `B`.
fn side(value: &str) -> Option<Side> {
    match value.bytes().next()?.to_ascii_lowercase() {
        b'w' => Some(Side::First),
        b'b' => Some(Side::Second),
        _ => None,
    }
}

/// The letters of `f`, `a:f`.
pub(super) fn letters(value: &str) -> Result<Vec<char>, String> {
    let value = value.trim();
    let (from, to) = value.split_once(':').unwrap_or((value, value));
    let single =
        |text: &str| text.parse::<char>().ok().ok_or_else(|| format!("{value:?} is not a point"));
    let (from, to) = (single(from)?, single(to)?);
    if from > to || !from.is_ascii() || !to.is_ascii() {
        return Err(format!("{value:?} are no points"));
    }
    Ok((from..=to).collect())
}

/// `B+4`, `W+2R`, `W+1Resign`: the winner, and the points.
fn result(value: &str) -> Option<(Side, Option<u32>)> {
    let (winner, rest) = value.split_once('+')?;
    let digits: String = rest.trim().chars().take_while(char::is_ascii_digit).collect();
    Some((side(winner.trim())?, digits.parse().ok()))
}

/// `W+3 White lost on time`, `= agreed`: our own form, for results that the rules do not decide.
fn own_result(value: &str) -> Option<GameResult> {
    let (score, reason) = value.split_once(' ')?;
    let reason = reason.to_owned();
    if score == "=" {
        return Some(GameResult { outcome: Outcome::Draw, margin: None, reason });
    }
    let (winner, points) = result(score)?;
    let sign = if winner == Side::First { 1 } else { -1 };
    let margin = points.and_then(|points| i32::try_from(points).ok()).map(|points| sign * points);
    Some(GameResult { outcome: Outcome::WonBy(winner), margin, reason })
}

/// The dice, and the steps in the mover's numbering: `62xrrp` is `24/18 18/16`.
fn play(side: Side, value: &str) -> Result<([u8; 2], String), String> {
    let letters: Vec<char> = value.chars().filter(|c| !c.is_whitespace()).collect();
    let wrong = || format!("{value:?} is not a play: two dice and pairs of letters are needed");
    let [one, other, steps @ ..] = &letters[..] else { return Err(wrong()) };
    let die = |letter: char| letter.to_digit(10).map(|digit| digit as u8).ok_or_else(wrong);
    let dice = [die(*one)?, die(*other)?];
    if steps.len() % 2 != 0 || steps.len() > 8 {
        return Err(wrong());
    }
    let mut texts = Vec::with_capacity(4);
    for pair in steps.chunks_exact(2) {
        let [from, to] = [pair[0], pair[1]].map(|letter| point(side, letter));
        let (Some(from), Some(to)) = (from, to) else { return Err(wrong()) };
        texts.push(format!("{from}/{to}"));
    }
    Ok((dice, texts.join(" ")))
}
