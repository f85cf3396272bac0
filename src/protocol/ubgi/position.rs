//! Positions as UBGI writes them: three texts of the same position, and the facts that can be read
//! from them without rules.
//!
//! Checks no position and moves no checker.

use crate::protocol::Root;
use crate::protocol::words::{fields, split_at};

/// A position, as it is sent to an engine.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum PositionText {
    /// `XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10`
    Xgid(String),
    /// `board:You:Opponent:1:0:0:...`, the rawboard of FIBS.
    Rawboard(String),
}

impl PositionText {
    /// Reads a line that is a position and nothing else; an XGID may lack its `XGID=`.
    #[must_use]
    pub fn parse(line: &str) -> Option<Self> {
        let line = line.trim();
        let head = |n: usize| line.get(..n).unwrap_or_default().to_ascii_lowercase();
        if head(5) == "xgid=" {
            return Some(Self::Xgid(line.to_owned()));
        }
        if head(6) == "board:" {
            return Some(Self::Rawboard(line.to_owned()));
        }
        let (board, rest) = split_at(line, ":")?;
        let is_xgid = board.len() == 26
            && board.bytes().all(|byte| byte == b'-' || byte.is_ascii_alphabetic())
            && fields(rest, |ch| ch == ':').len() >= 8;
        is_xgid.then(|| Self::Xgid(format!("XGID={line}")))
    }

    /// The line.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::Xgid(text) | Self::Rawboard(text) => text,
        }
    }
}

/// The texts of one position that [`Root::full`] holds, one a line. All of them are written from
/// the point of view that `rules.md` 5.4 fixes: bottom is the one who rolls, moves or doubles.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct PositionTexts {
    /// The XGID, with `XGID=`; turn is always 1.
    pub xgid: String,
    /// The rawboard of FIBS; the one who decides has colour 1 and direction -1.
    pub rawboard: String,
    /// GNU Backgammon's position id, 14 characters; the one who decides is on roll.
    pub position_id: String,
}

impl PositionTexts {
    /// A root of these texts. An engine of UBGI knows no game, so there are no moves.
    #[must_use]
    pub fn root(&self) -> Root {
        let line = |text: &str| text.replace(['\n', '\r'], " ");
        let texts = [&self.xgid, &self.rawboard, &self.position_id].map(|text| line(text));
        Root { full: texts.join("\n"), ..Root::default() }
    }

    /// Reads a root; missing texts are empty.
    #[must_use]
    pub fn of(root: &Root) -> Self {
        let mut lines = root.full.lines().map(str::to_owned);
        let mut next = || lines.next().unwrap_or_default();
        Self { xgid: next(), rawboard: next(), position_id: next() }
    }
}

/// The question that a position puts to an engine (`rules.md` 5.4).
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Question {
    /// Dice lie on the board: how are they played?
    Play,
    /// No dice were thrown: double first, or roll?
    Cube,
    /// The opponent has doubled: take or drop?
    Take,
}

/// The fields of an XGID behind the board.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Fields {
    pub(super) question: Question,
    /// The dice, if they were thrown.
    pub(super) dice: Option<[u8; 2]>,
    /// Value of the cube as a power of two.
    pub(super) cube: u32,
    /// 1 for bottom, -1 for top, 0 in the middle.
    pub(super) owner: i32,
    /// The scores of bottom and top.
    pub(super) scores: [u32; 2],
    pub(super) is_crawford: bool,
    pub(super) is_jacoby: bool,
    /// The length of the match; 0 for money.
    pub(super) length: u32,
}

impl Fields {
    /// Reads an XGID; `None` if a field is missing or isn't a number.
    pub(super) fn parse(xgid: &str) -> Option<Self> {
        let text = xgid.trim();
        let text = split_at(text, "=").map_or(text, |(_, fields)| fields);
        let mut fields = fields(text, |ch| ch == ':').into_iter().skip(1);
        let mut next = || fields.next();
        let (cube, owner) = (next()?.parse().ok()?, next()?.parse().ok()?);
        let (_turn, dice) = (next()?, next()?);
        let scores = [next()?.parse().ok()?, next()?.parse().ok()?];
        let (rule, length): (u32, u32) = (next()?.parse().ok()?, next()?.parse().ok()?);
        let (question, dice) = read_dice(dice)?;
        let is_match = length > 0;
        Some(Self {
            question,
            dice,
            cube,
            owner,
            scores,
            is_crawford: is_match && rule == 1,
            is_jacoby: !is_match && rule & 1 == 1,
            length,
        })
    }
}

fn read_dice(text: &str) -> Option<(Question, Option<[u8; 2]>)> {
    match text.as_bytes() {
        b"00" => Some((Question::Cube, None)),
        b"D" | b"d" | b"B" | b"b" | b"R" | b"r" => Some((Question::Take, None)),
        [a @ b'1'..=b'6', b @ b'1'..=b'6'] => Some((Question::Play, Some([a - b'0', b - b'0']))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10";

    #[test]
    fn positions_are_told_from_other_lines() {
        let rawboard = "board:You:Opp:1:0:0:0:-2:0";
        assert_eq!(PositionText::parse(START), Some(PositionText::Xgid(START.to_owned())));
        assert_eq!(PositionText::parse(&START[5..]), Some(PositionText::Xgid(START.to_owned())));
        let parsed = PositionText::parse(rawboard);
        assert_eq!(parsed, Some(PositionText::Rawboard(rawboard.to_owned())));
        for line in ["", "stop", "ubgi", "8/5 6/5", "xgid", "a:b:c:d:e:f:g:h:i", "é:1:2:3"] {
            assert_eq!(PositionText::parse(line), None, "{line}");
        }
    }

    #[test]
    fn a_root_holds_all_texts_of_a_position_and_nothing_smuggled() {
        let texts = PositionTexts {
            xgid: START.to_owned(),
            rawboard: "board:You\nquit:Opp".to_owned(),
            position_id: "4HPwATDgc/ABMA".to_owned(),
        };
        let read = PositionTexts::of(&texts.root());
        assert_eq!(read.rawboard, "board:You quit:Opp");
        assert_eq!((read.xgid, read.position_id), (texts.xgid, texts.position_id));
        assert_eq!(PositionTexts::of(&Root::default()), PositionTexts::default());
    }

    #[test]
    fn the_dice_say_what_is_asked() {
        let with = |dice: &str| Fields::parse(&START.replace(":31:", &format!(":{dice}:")));
        assert_eq!(with("31").unwrap().dice, Some([3, 1]));
        assert_eq!(with("66").unwrap().question, Question::Play);
        assert_eq!(with("00").unwrap().question, Question::Cube);
        assert_eq!(with("D").unwrap().question, Question::Take);
        for dice in ["", "7", "77", "0", "06", "311"] {
            assert_eq!(with(dice), None, "{dice}");
        }
    }

    #[test]
    fn the_rules_of_the_game_are_read() {
        let tail = |tail: &str| Fields::parse(&format!("XGID=-b----E-C---eE---c-e----B-{tail}"));
        let fields = tail(":2:-1:1:00:3:4:1:7:10").unwrap();
        assert_eq!((fields.cube, fields.owner, fields.scores), (2, -1, [3, 4]));
        assert_eq!((fields.is_crawford, fields.is_jacoby, fields.length), (true, false, 7));
        let fields = tail(":0:0:1:00:0:0:3:0:10").unwrap();
        assert_eq!((fields.is_crawford, fields.is_jacoby, fields.length), (false, true, 0));
        assert_eq!(tail(":0:0:1:00:0:0"), None);
        assert_eq!(tail(":x:0:1:00:0:0:0:0:10"), None);
    }
}
