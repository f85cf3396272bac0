//! Backgammon over UBGI: positions as three texts, answers as moves.
//!
//! Holds no state; the client decides what to send and when.

use std::borrow::Cow;

use super::position_fields::PositionFields;
use super::{Backgammon, Move, ids, rawboard, reading, xgid};
use crate::games::{Link, LinkedGame, MoveText, Position, Rules, Setup};
use crate::protocol::Root;

/// The link for `protocol`, if engines of backgammon speak it.
pub(super) fn link(protocol: &str) -> Option<&'static dyn Link> {
    (protocol == Ubgi.protocol()).then_some(&Ubgi as &dyn Link)
}

/// Backgammon over UBGI.
#[derive(Debug)]
struct Ubgi;

impl Link for Ubgi {
    fn protocol(&self) -> &'static str {
        "ubgi"
    }

    /// The position after the moves without its history: engines of UBGI know no game. The side
    /// that rolls, plays or has doubled is the bottom player. If an engine has no decision (the
    /// dice decide, or a resignation is pending) the root is empty. The texts are those of
    /// [`crate::protocol::ubgi::PositionTexts`].
    fn root(&self, game: &LinkedGame<'_>) -> Root {
        let now = game.now.and_then(|now| now.as_any().downcast_ref::<Backgammon>());
        let pos = now.copied().unwrap_or_else(|| after_moves(game));
        if pos.phase_actor().is_none() || pos.resigned.is_some() {
            return Root::default();
        }
        let fields = PositionFields::of(&pos);
        let texts = [
            xgid::write_xgid(&pos, pos.turn),
            rawboard::write(&fields, game.players),
            ids::write_position(&fields),
        ];
        Root { full: texts.join("\n"), ..Root::default() }
    }

    /// Reads every form of the document, of the later dialects and of real engines; a play is
    /// matched by the position it leads to, which may also be given instead, as GNU Backgammon's
    /// position id.
    fn spelled<'a>(&self, pos: &dyn Position, text: &'a str) -> Cow<'a, str> {
        let text = text.trim();
        if text.len() == ids::POSITION_LEN
            && let Some(mv) = leading_to(pos, text)
        {
            return Cow::Owned(mv.0);
        }
        Cow::Borrowed(match text.to_ascii_lowercase().as_str() {
            // A blank line: no play is possible.
            "" => "pass",
            // GNU Backgammon would take and double again at once, which UBGI does not know.
            "beaver" | "accept" => "take",
            "reject" => "drop",
            // A line of analysis.
            "double take" | "double drop" | "double pass" => "double",
            _ => text,
        })
    }

    /// A play that goes backwards can be read, but is never legal.
    fn is_never_legal(&self, text: &str) -> bool {
        reading::is_play(text)
    }
}

/// The position after the moves of the game, played from its start.
fn after_moves(game: &LinkedGame<'_>) -> Backgammon {
    let mut pos = placed(game.start, game.variant);
    for played in game.moves {
        let Ok(mv) = Rules::read_move(&pos, &played.mv.0) else { break };
        pos.play_unchecked(&mv);
    }
    pos
}

/// The position of a canonical text, which can be set up; an empty one is the usual start.
fn placed(text: &str, variant: Option<&str>) -> Backgammon {
    let variant = variant.map(str::to_owned);
    let position = (!text.is_empty()).then(|| text.to_owned());
    let setup = Setup { variant, position };
    Backgammon::start(&setup)
        .or_else(|_| Backgammon::start(&Setup::default()))
        .expect("the usual start is one")
}

/// The play after which the position has this id, from either side's point of view.
fn leading_to(pos: &dyn Position, id: &str) -> Option<MoveText> {
    let start = xgid::read_xgid(&pos.to_text()).ok()?;
    Rules::legal_moves(&start).into_iter().find_map(|mv| {
        let Move::Play(steps) = mv else { return None };
        let mut after = start;
        steps.as_slice().iter().for_each(|step| {
            after.board.step(*step);
        });
        let fields = PositionFields::of(&after);
        let other = PositionFields { on_roll: fields.on_roll.opponent(), ..fields.clone() };
        let is_it = [fields, other].iter().any(|fields| ids::write_position(fields) == id);
        is_it.then(|| MoveText(start.write_move(&mv)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::testing::Seeded;
    use crate::games::{self, LinkedMove, PlayError};

    fn root(start: &str, moves: &[&str]) -> Root {
        let linked = |mv: &&str| LinkedMove::new(MoveText((*mv).to_owned()), None, None);
        let moves: Vec<LinkedMove> = moves.iter().map(linked).collect();
        let players = ["Ada", "Bob: the\nsecond"];
        Ubgi.root(&LinkedGame {
            start,
            variant: None,
            players,
            clocks: [None; 2],
            moves: &moves,
            now: None,
        })
    }

    struct Texts {
        xgid: String,
        rawboard: String,
        position_id: String,
    }

    fn texts(start: &str, moves: &[&str]) -> Texts {
        let root = root(start, moves);
        let [xgid, rawboard, position_id] = root.full.lines().collect::<Vec<_>>()[..] else {
            panic!("{root:?}")
        };
        let [xgid, rawboard, position_id] = [xgid, rawboard, position_id].map(str::to_owned);
        Texts { xgid, rawboard, position_id }
    }

    #[test]
    fn who_rolls_or_plays_is_the_bottom_player() {
        let texts = texts("", &["31", "8/5 6/5", "roll", "62"]);
        // Black sees White's new point as his own 20.
        assert_eq!(texts.xgid, "XGID=-b----E-C---eE---b-db---B-:0:0:1:62:0:0:1:0:10");
        assert_eq!(texts.position_id.len(), ids::POSITION_LEN);
        assert!(
            texts.rawboard.starts_with("board:Bob  the second:Ada:9999:0:0:0:-2:0:0:0:0:5:0:3")
        );
        assert!(texts.rawboard.contains(":1:6:2:0:0:1:1:1:0:1:-1:0:25:"), "{}", texts.rawboard);
    }

    #[test]
    fn the_opening_has_the_ids_that_everybody_knows() {
        let texts = texts("", &["31"]);
        assert_eq!(texts.xgid, "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:1:0:10");
        assert_eq!(texts.position_id, "4HPwATDgc/ABMA");
    }

    #[test]
    fn who_has_doubled_is_the_bottom_player_and_the_other_one_decides() {
        let start = "XGID=-b----E-C---eE---c-e----B-:1:1:1:00:2:3:0:7:10";
        assert_eq!(texts(start, &[]).xgid, start);
        let texts = texts(start, &["double"]);
        assert_eq!(texts.xgid, start.replace(":00:", ":D:"));
        // In the rawboard the side that decides is "you"; it is the turn of the opponent, who has
        // doubled.
        assert!(texts.rawboard.starts_with("board:Bob  the second:Ada:7:3:2:"));
        assert!(texts.rawboard.contains(":-1:0:0:0:0:2:0:1:1:1:-1:0:25:"), "{}", texts.rawboard);
    }

    /// Random games with every kind of decision; the root after each ply, found in both ways.
    #[test]
    fn the_position_at_hand_gives_the_root_that_playing_the_game_again_gives() {
        for variant in ["money", "cubeless", "match-7"] {
            let setup = Setup { variant: Some(variant.to_owned()), position: None };
            let n_compared: usize = (0..100).map(|seed| n_compared(&setup, variant, seed)).sum();
            assert!(n_compared > 200, "{variant}: {n_compared}");
        }
    }

    /// Compares the roots of a random game of at most 50 plies. How many there were.
    fn n_compared(setup: &Setup, variant: &str, seed: u64) -> usize {
        let mut pos = games::find("backgammon").unwrap().start(setup).unwrap();
        let (start, mut moves) = (pos.to_text(), Vec::new());
        let mut random = Seeded::new(seed);
        for _ in 0..50 {
            let mut legal = pos.legal_moves();
            if legal.is_empty() {
                break;
            }
            let mv = legal.swap_remove(random.below(legal.len()));
            pos.play(&mv.0).unwrap();
            moves.push(LinkedMove::new(mv, None, None));
            let again = LinkedGame {
                start: &start,
                variant: Some(variant),
                players: ["a", "b"],
                clocks: [None; 2],
                moves: &moves,
                now: None,
            };
            let at_hand = LinkedGame { now: Some(&*pos), ..again.clone() };
            assert_eq!(Ubgi.root(&at_hand), Ubgi.root(&again), "{variant} {}", pos.to_text());
        }
        moves.len()
    }

    #[test]
    fn nothing_is_asked_where_the_dice_decide_or_a_resignation_is_answered() {
        for moves in [&[][..], &["31", "8/5 6/5", "roll"], &["31", "resign 1"]] {
            assert_eq!(root("", moves), Root::default(), "{moves:?}");
        }
    }

    fn read(position: &str, text: &str) -> Result<String, PlayError> {
        let setup = Setup { variant: None, position: Some(position.to_owned()) };
        let pos = Backgammon::start(&setup).unwrap();
        let (read, mut after, mut played) = (Ubgi.read_move(&pos, text), pos, pos);
        assert_eq!(Ubgi.play_move(&mut played, text), read, "{text}");
        if let Ok(mv) = &read {
            Position::play(&mut after, &mv.0).unwrap();
        }
        assert_eq!(played, after, "{text}");
        read.map(|mv| mv.0)
    }

    #[test]
    fn every_form_of_an_answer_is_read() {
        let opening =
            |dice: &str| format!("XGID=-b----E-C---eE---c-e----B-:0:0:1:{dice}:0:0:0:0:10");
        for (dice, text, expected) in [
            ("31", "8/5 6/5", "8/5 6/5"),
            ("31", "6/5 8/5 ", "8/5 6/5"),
            ("31", "8 5 6 5", "8/5 6/5"),
            ("31", "8-5 6-5", "8/5 6/5"),
            ("31", "8/5, 6/5*", "8/5 6/5"),
            ("65", "24/13", "24/18 18/13"),
            ("65", "24/18/13", "24/18 18/13"),
            ("33", "8/5(2) 6/3(2)", "8/5 8/5 6/3 6/3"),
            ("00", "roll", "roll"),
            ("00", "nodouble", "roll"),
            ("00", "Double", "double"),
            ("00", "double take", "double"),
            ("00", "double drop", "double"),
            ("D", "take", "take"),
            ("D", "beaver", "take"),
            ("D", "drop", "drop"),
            ("D", "reject", "drop"),
        ] {
            assert_eq!(read(&opening(dice), text).as_deref(), Ok(expected), "{dice} {text}");
        }
        let bar = "XGID=-a----E-C---dD---c-e-a--BA:0:0:1:43:0:0:0:0:10";
        for text in ["25/21* 24/21", "bar/21 24/21", "BAR/21* 24/21*"] {
            assert_eq!(read(bar, text).as_deref(), Ok("bar/21* 24/21"), "{text}");
        }
        let home = "XGID=-CCCBBB-----------bbbccc--:0:0:1:64:0:0:0:0:10";
        for text in ["6/0 4/0", "4/off 6/off"] {
            assert_eq!(read(home, text).as_deref(), Ok("6/off 4/off"), "{text}");
        }
    }

    #[test]
    fn a_blank_line_is_right_only_where_no_play_is_possible() {
        let closed_out = "XGID=-------------A-----bbbbbbB:0:0:1:33:0:0:0:0:10";
        assert_eq!(read(closed_out, "").as_deref(), Ok("pass"));
        assert_eq!(read(closed_out, "pass").as_deref(), Ok("pass"));
        let opening = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10";
        for text in ["", "pass", "roll", "take", "24/18 13/11", "8/5", "sorry", "4HPwATDgc/ABMA"] {
            assert!(read(opening, text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_play_that_can_be_read_is_illegal_and_not_unreadable() {
        let opening = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10";
        for text in ["1/25 1/25", "24/18 13/11", "5/8", "13/13"] {
            let error = read(opening, text).unwrap_err();
            assert!(matches!(error, PlayError::Illegal { .. }), "{text}: {error:?}");
        }
        for text in ["sorry", "1/26", "8/", "8/5 6"] {
            let error = read(opening, text).unwrap_err();
            assert!(matches!(error, PlayError::Unreadable { .. }), "{text}: {error:?}");
        }
    }

    #[test]
    fn a_play_may_be_given_by_the_position_it_leads_to() {
        let opening = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10";
        for after in [
            "XGID=-b---BD-B---eE---c-e----B-:0:0:1:00:0:0:0:0:10",
            "XGID=-b---BD-B---eE---c-e----B-:0:0:-1:00:0:0:0:0:10",
        ] {
            let id = ids::write_position(&PositionFields::of(&xgid::read_xgid(after).unwrap()));
            assert_eq!(read(opening, &id).as_deref(), Ok("8/5 6/5"));
        }
    }
}
