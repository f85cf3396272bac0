//! Reading `.mat` files.

use super::cells;
use crate::games::Reading;
use crate::games::backgammon::script::{Deed, GameScript, MAX_DEEDS, MAX_PROBLEMS, Script};
use crate::games::backgammon::variation;

/// Bytes of a line other than a remark; longer ones do not occur.
const MAX_LINE: usize = 4_000;
/// Letters that are kept of a name or a tag.
const MAX_TEXT: usize = 500;
/// Letters that are kept of a remark in one line.
const MAX_REMARK: usize = 20_000;
/// Letters that are quoted of an unknown line.
const MAX_QUOTED: usize = 100;

/// The text is a match of this format, or a part of one.
pub(in crate::games::backgammon) fn looks_like_one(text: &str) -> bool {
    text.lines().take(200).any(|line| {
        begins(line)
            || numbered(line.trim()).is_some_and(|(_, rest)| {
                let (deeds, _) = cells::deeds(rest, 0);
                deeds.iter().any(|deed| matches!(deed, Deed::Dice { .. }))
            })
    })
}

/// The line begins a match or a game.
pub(in crate::games::backgammon) fn begins(line: &str) -> bool {
    let line = line.trim();
    match_length(line).is_some() || game_number(line).is_some()
}

/// Reads every match of a text.
pub(in crate::games::backgammon) fn read(text: &str, reading: &Reading) -> Vec<Script> {
    let mut reader = Reader::default();
    let mut done = 0;
    for (idx, line) in text.lines().enumerate() {
        if !reading.goes_on(done, text.len(), reader.n_games) {
            break;
        }
        done += line.len() + 1;
        reader.line(idx + 1, line);
    }
    reader.finish()
}

/// The result so far.
#[derive(Debug, Default)]
struct Reader {
    scripts: Vec<Script>,
    /// The match being read.
    script: Script,
    /// Remarks above the first game of the match, with their lines.
    head: Vec<(usize, String)>,
    /// The match has its own line, or a game.
    is_begun: bool,
    /// The line after `Game 1` names the players.
    wants_names: bool,
    n_games: usize,
    /// Problems that were noted.
    n_notes: usize,
}

impl Reader {
    fn line(&mut self, number: usize, line: &str) {
        let text = line.trim();
        if text.is_empty() {
            return;
        }
        if let Some(remark) = text.strip_prefix([';', '#']) {
            self.remark(number, remark.trim());
        } else if line.len() > MAX_LINE {
            self.fault(number, format!("a line of {} characters", line.len()));
        } else if self.wants_names && has_scores(text) {
            // The line may also be a player whose name looks like a line of the format.
            self.wants_names = false;
            self.names(number, text);
        } else if let Some(length) = match_length(text) {
            self.begin_match();
            self.is_begun = true;
            self.script.length = length;
        } else if game_number(text).is_some() {
            self.begin_game(number);
            self.wants_names = true;
        } else if let Some((shift, rest)) = numbered(line) {
            self.wants_names = false;
            self.turns(number, shift, rest);
        } else if std::mem::take(&mut self.wants_names) {
            self.names(number, text);
        } else {
            self.other(number, line);
        }
    }

    /// A second match begins in the same file.
    fn begin_match(&mut self) {
        if self.is_begun {
            self.scripts.push(std::mem::take(&mut self.script));
        }
    }

    fn begin_game(&mut self, line: usize) {
        self.is_begun = true;
        self.n_games += 1;
        self.script.games.push(GameScript { line, ..GameScript::default() });
        for (line, remark) in std::mem::take(&mut self.head) {
            self.deed(line, Deed::Comment(remark));
        }
    }

    /// The game being read; a move without one begins one.
    fn game(&mut self, line: usize) -> &mut GameScript {
        if self.script.games.is_empty() {
            self.begin_game(line);
        }
        self.script.games.last_mut().expect("a game has just been begun where there was none")
    }

    fn fault(&mut self, line: usize, reason: String) {
        let game = self.game(line);
        if game.fault.is_none() {
            game.fault = Some((line, reason));
        }
    }

    /// `[Player 1 "Anne"]`, or a remark on the game.
    fn remark(&mut self, line: usize, remark: &str) {
        if let Some((key, value)) = tag(remark) {
            // A heading after games belongs to the next match.
            if !self.script.games.is_empty() {
                self.begin_match();
                self.is_begun = false;
            }
            let key = self.kept(line, "a heading", key, MAX_TEXT);
            let value = self.kept(line, &format!("{key:?}"), value, MAX_TEXT);
            if key.eq_ignore_ascii_case("variation") {
                self.script.foreign = variation::named(&value).map(|what| (line, what));
            }
            self.tag(&key, &value);
        } else if !remark.is_empty() {
            let remark = self.kept(line, "a remark", remark, MAX_REMARK);
            match self.script.games.is_empty() {
                true => self.head.push((line, remark)),
                false => self.deed(line, Deed::Comment(remark)),
            }
        }
    }

    /// The part of a text that is kept; the cut is reported.
    fn kept(&mut self, line: usize, what: &str, text: &str, most: usize) -> String {
        let n = text.chars().filter(|c| !c.is_control()).count();
        if n > most {
            let note = format!("of {what} with {n} characters the first {most} are kept");
            self.note(line, note);
        }
        clipped(text, most)
    }

    fn note(&mut self, line: usize, note: String) {
        self.n_notes += 1;
        if self.n_notes > MAX_PROBLEMS {
            self.script.n_more += 1;
            return;
        }
        match self.script.games.last_mut() {
            Some(game) => game.notes.push((line, note)),
            None => self.script.faults.push((line, note)),
        }
    }

    fn tag(&mut self, key: &str, value: &str) {
        let on = || !value.trim().eq_ignore_ascii_case("off");
        let tags = &mut self.script.tags;
        match key.to_ascii_lowercase().as_str() {
            "player 1" => value.clone_into(&mut tags.players[0]),
            "player 2" => value.clone_into(&mut tags.players[1]),
            "player 1 elo" => value.clone_into(&mut tags.ratings[0]),
            "player 2 elo" => value.clone_into(&mut tags.ratings[1]),
            "eventdate" => value.clone_into(&mut tags.date),
            "site" => value.clone_into(&mut tags.place),
            "jacoby" => self.script.jacoby = Some(on()),
            "crawford" => self.script.crawford = Some(on()),
            "cubelimit" => {
                let limit = value.trim().parse::<u32>().ok().filter(|limit| *limit > 0);
                self.script.max_log2 = limit.map(|limit| limit.ilog2().min(15) as u8);
            }
            "cube" if !on() => self.script.max_log2 = Some(0),
            _ => {
                tags.other.insert(key.to_owned(), value.to_owned());
            }
        }
    }

    /// `Anne : 0     Bob : 2`.
    fn names(&mut self, line: usize, text: &str) {
        let Some([left, right]) = players(text) else {
            self.other(line, text);
            return;
        };
        let game = self.game(line);
        if let (Some(left), Some(right)) = (left.1, right.1) {
            game.score = Some([left, right]);
        }
        for (side, name) in [left.0, right.0].into_iter().enumerate() {
            // The heading has the whole name; the line under it has to be short.
            if self.script.tags.players[side].is_empty() {
                self.script.tags.players[side] = self.kept(line, "a name", name, MAX_TEXT);
            }
        }
    }

    fn turns(&mut self, line: usize, shift: usize, rest: &str) {
        if self.game(line).fault.is_some() {
            return;
        }
        let (deeds, fault) = cells::deeds(rest, shift);
        deeds.into_iter().for_each(|deed| self.deed(line, deed));
        if let Some(reason) = fault {
            self.fault(line, reason);
        }
    }

    fn deed(&mut self, line: usize, mut deed: Deed) {
        let game = self.game(line);
        // Until a play is made, the column decides who begins; later the rules do, which also hold
        // if the columns were moved.
        let is_first = !game.deeds.iter().any(|(_, deed)| matches!(deed, Deed::Play(_)));
        if let Deed::Dice { side, .. }
        | Deed::Double { side, .. }
        | Deed::Take(side)
        | Deed::Drop(side) = &mut deed
            && !is_first
        {
            *side = None;
        }
        // The caller reports one more deed as too many.
        if game.deeds.len() <= MAX_DEEDS {
            game.deeds.push((line, deed));
        }
    }

    /// A line without a number: a result, or unknown text.
    fn other(&mut self, line: usize, text: &str) {
        if self.script.games.is_empty() {
            // Programs may write anything above the first game.
            return;
        }
        if self.game(line).fault.is_some() {
            return;
        }
        let (deeds, fault) = cells::deeds(text, 0);
        if fault.is_some() {
            let note = format!("{:?} is not understood", clipped(text.trim(), MAX_QUOTED));
            self.note(line, note);
        } else {
            deeds.into_iter().for_each(|deed| self.deed(line, deed));
        }
    }

    fn finish(mut self) -> Vec<Script> {
        if self.is_begun {
            self.scripts.push(self.script);
        }
        self.scripts.retain(|script| !script.games.is_empty());
        self.scripts
    }
}

/// `7 point match`, `0 point match`, `unlimited match`, `money session`: 0 for money.
fn match_length(line: &str) -> Option<u32> {
    let line = line.to_ascii_lowercase();
    let line = line.trim_matches(['.', ' ']);
    if ["unlimited match", "money session", "money game", "money play"].contains(&line) {
        return Some(0);
    }
    let (number, rest) = line.split_once(|c: char| c.is_whitespace() || c == '-')?;
    let words: Vec<&str> = rest.split_whitespace().collect();
    let fits = matches!(&words[..], ["point" | "points", "match" | "session", ..]);
    if !fits {
        return None;
    }
    number.parse().ok()
}

/// `Game 3`.
fn game_number(line: &str) -> Option<u32> {
    let (word, number) = line.split_once(char::is_whitespace)?;
    let number = number.trim().trim_end_matches([':', '.']);
    if word.eq_ignore_ascii_case("game") { number.parse().ok() } else { None }
}

/// `  12) ...`: the column after the bracket, and its text.
fn numbered(line: &str) -> Option<(usize, &str)> {
    let (number, rest) = line.split_once(')')?;
    let digits = number.trim();
    let is_number =
        !digits.is_empty() && digits.len() <= 5 && digits.bytes().all(|b| b.is_ascii_digit());
    is_number.then_some((number.len() + 1, rest))
}

/// `[EventDate "2026.11.20"]`.
fn tag(remark: &str) -> Option<(&str, &str)> {
    let inner = remark.strip_prefix('[')?.strip_suffix(']')?;
    let (key, value) = inner.split_once('"')?;
    let key = key.trim();
    let value = value.trim_end();
    (!key.is_empty()).then_some((key, value.strip_suffix('"').unwrap_or(value)))
}

/// A name, and the points if given.
type Named<'a> = (&'a str, Option<u32>);

/// Both names with their points. Names may hold blanks and colons: a name ends with a colon, points
/// and a gap.
fn players(text: &str) -> Option<[Named<'_>; 2]> {
    if let Some((before, points)) = text.rsplit_once(':')
        && let Ok(right_points) = points.trim().parse()
    {
        // The gap is two blanks or a tab; otherwise a single blank.
        let first = ["\t", "  ", " "].iter().find_map(|gap| first_player(before, gap));
        if let Some((left_name, left_points, right_name)) = first {
            return Some([(left_name, Some(left_points)), (right_name, Some(right_points))]);
        }
    }
    let gap = text.find("\t").or_else(|| text.find("  "))?;
    let (left, right) = text.split_at(gap);
    Some([(left.trim(), None), (right.trim(), None)])
}

/// The first name, its points, and the text after the following gap. Reads each letter at most a
/// few times, for any line.
fn first_player<'a>(text: &'a str, gap: &str) -> Option<(&'a str, u32, &'a str)> {
    text.match_indices(':').find_map(|(colon, _)| {
        let points = text[colon + 1..].trim_start();
        let is_digit = |byte: &u8| byte.is_ascii_digit() || *byte == b'+';
        let (points, rest) = points.split_at(points.bytes().take_while(is_digit).count());
        let second = rest.trim_start();
        let blanks = &rest[..rest.len() - second.len()];
        let points = points.parse().ok().filter(|_| blanks.contains(gap))?;
        Some((text[..colon].trim(), points, second.trim_end()))
    })
}

/// The line has both names with their points.
fn has_scores(text: &str) -> bool {
    players(text).is_some_and(|players| players.iter().all(|(_, points)| points.is_some()))
}

fn clipped(text: &str, most: usize) -> String {
    text.chars().filter(|c| !c.is_control()).take(most).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Side;

    #[test]
    fn names_may_hold_blanks_and_colons() {
        for (line, left, right) in [
            ("gnubg : 0                      root : 3", ("gnubg", 0), ("root", 3)),
            ("Anne: the 1st : 2   Bob  Dee : 11", ("Anne: the 1st", 2), ("Bob  Dee", 11)),
            ("A : 1\tB: : 0", ("A", 1), ("B:", 0)),
            ("A: 1 B: 2", ("A", 1), ("B", 2)),
            ("Jürgen Ö. : 4     郭 : 5", ("Jürgen Ö.", 4), ("郭", 5)),
            ("A : 1 B: 2  C : 3 \t D: 4", ("A : 1 B: 2  C", 3), ("D", 4)),
            ("A : 1 B: 2  C : 3", ("A : 1 B", 2), ("C", 3)),
        ] {
            let [l, r] = players(line).expect(line);
            assert_eq!(
                [(l.0, l.1), (r.0, r.1)],
                [(left.0, Some(left.1)), (right.0, Some(right.1))]
            );
        }
        assert_eq!(players(&format!("{}: 1", "x ".repeat(1_900))), None);
        assert_eq!(players(&format!("{}: 1", ": x ".repeat(900))), None);
        assert_eq!(players("Anne   Bob: 3rd"), Some([("Anne", None), ("Bob: 3rd", None)]));
        assert_eq!(players("nobody"), None);
    }

    #[test]
    fn a_line_is_cut_into_the_deeds_of_both() {
        let dice = |side, one, other| Deed::Dice { side: Some(side), dice: [one, other] };
        let play = |text: &str| Deed::Play(text.to_owned());
        let (first, second) = (Side::First, Side::Second);
        for (line, deeds) in [
            (
                " 62: 24/18 18/16             55: 13/8 13/8 6/1* 6/1",
                vec![
                    dice(first, 6, 2),
                    play("24/18 18/16"),
                    dice(second, 5, 5),
                    play("13/8 13/8 6/1* 6/1"),
                ],
            ),
            ("                             53: 8/3", vec![dice(second, 5, 3), play("8/3")]),
            ("\t\t5-3:8/3", vec![dice(second, 5, 3), play("8/3")]),
            (" 63:    41: Cannot move", vec![dice(first, 6, 3), dice(second, 4, 1), play("")]),
            (
                " 11:                          Doubles => 2",
                vec![dice(first, 1, 1), Deed::Double { side: Some(second), value: Some(2) }],
            ),
            (
                "  Drops                       Wins 1 point and the match",
                vec![Deed::Drop(Some(first)), Deed::Wins { side: Some(second), points: Some(1) }],
            ),
        ] {
            assert_eq!(cells::deeds(line, 4), (deeds, None), "{line}");
        }
        assert!(cells::deeds(" hello", 4).1.is_some());
        let (deeds, fault) = cells::deeds(" 31:    Beavers => 4", 4);
        assert_eq!((deeds, fault.is_some()), (vec![dice(first, 3, 1)], true));
    }
}
