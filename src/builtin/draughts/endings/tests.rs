use super::*;
use crate::games::Rules;
use crate::games::Setup;
use crate::games::draughts::{MoveList, legal_moves};

fn position(variant: Variant, fen: &str) -> Draughts {
    let setup = Setup { variant: Some(variant.name().to_owned()), position: Some(fen.to_owned()) };
    Draughts::start(&setup).unwrap()
}

fn endings(variant: Variant) -> &'static Endings {
    Endings::shared(variant).unwrap()
}

/// The value that the moves of a position give it.
fn from_moves(endings: &Endings, pos: &Draughts) -> EndingValue {
    let mut list = MoveList::new();
    legal_moves(pos, &mut list);
    if list.is_empty() {
        let ending = pos.ending().unwrap();
        let is_won = ending.outcome == Outcome::WonBy(pos.turn());
        return if is_won { EndingValue::Win(0) } else { EndingValue::Loss(0) };
    }
    let group = |pos: &Draughts| Group::of(pos.variant(), Material::of(&turned(pos)));
    let values = list.iter().map(|mv| {
        let mut after = *pos;
        after.play(mv);
        let most = group(&after).plies().filter(|_| group(&after) != group(pos));
        let in_time = |plies: u32| most.is_none_or(|most| plies <= u32::from(most));
        let over = after.ending().map(|ending| ending.outcome == Outcome::WonBy(after.turn()));
        match over {
            Some(true) => EndingValue::Win(0),
            Some(false) => EndingValue::Loss(0),
            None => match endings.value(&after).unwrap() {
                EndingValue::Win(n) if !in_time(n) => EndingValue::Draw,
                EndingValue::Loss(n) if !in_time(n) => EndingValue::Draw,
                value => value,
            },
        }
    });
    let (mut win, mut loss, mut draws) = (None, None, false);
    for value in values {
        match value {
            EndingValue::Loss(n) => win = Some(win.map_or(n, |best: u32| best.min(n))),
            EndingValue::Win(n) => loss = Some(loss.map_or(n, |worst: u32| worst.max(n))),
            EndingValue::Draw => draws = true,
        }
    }
    match (win, draws, loss) {
        (Some(n), _, _) => EndingValue::Win(n + 1),
        (None, true, _) => EndingValue::Draw,
        (None, false, n) => EndingValue::Loss(n.unwrap() + 1),
    }
}

fn check(variant: Variant, men: [u8; 2], kings: [u8; 2], every: usize) {
    let endings = endings(variant);
    let slice = endings.slice(Material { men, kings });
    for place in (0..slice.len()).step_by(every) {
        let Some(board) = slice.board(place) else { continue };
        let pos = Draughts::new(board, Side::First, variant).unwrap();
        assert_eq!(endings.value(&pos), Some(from_moves(endings, &pos)), "{}", pos.to_text());
    }
}

/// Every value follows from those after its moves. For wins and losses that proves them, from the
/// ends of games backwards; for draws it shows that neither side can do better.
#[test]
fn values_follow_from_those_of_the_moves() {
    for variant in [Variant::International, Variant::Killer, Variant::Losing] {
        check(variant, [0, 0], [1, 1], 1);
        check(variant, [1, 0], [0, 1], 1);
        check(variant, [0, 1], [1, 0], 1);
        check(variant, [1, 1], [0, 0], 1);
        check(variant, [0, 0], [2, 1], 3);
        check(variant, [1, 0], [1, 1], 7);
        check(variant, [1, 2], [0, 0], 7);
    }
    check(Variant::Breakthrough, [1, 1], [0, 0], 1);
    check(Variant::Breakthrough, [2, 1], [0, 0], 1);
    check(Variant::Breakthrough, [1, 2], [0, 0], 1);
}

#[test]
fn values_with_four_pieces_follow_from_those_of_the_moves() {
    check(Variant::International, [0, 0], [3, 1], 101);
    check(Variant::International, [0, 0], [2, 2], 101);
    check(Variant::International, [0, 0], [1, 3], 101);
}

#[test]
fn what_is_solved_first_is_what_moves_lead_to() {
    let steps = |variant, fen: &str| {
        let endings = Endings::new(variant);
        let steps = endings.steps(&position(variant, fen));
        steps.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(
        steps(Variant::International, "W:W28,K32:BK1"),
        [
            "1 king against 1 king",
            "1 king against 1 man",
            "1 king against 2 kings",
            "1 king against 1 man, 1 king"
        ]
    );
    assert_eq!(
        steps(Variant::Breakthrough, "W:W28,32:B1"),
        ["1 man against 1 man", "1 man against 2 men"]
    );
    assert_eq!(steps(Variant::International, "W:W28,32,33:B1,2").len(), 0);
}

/// A king on the long diagonal holds three others, and off it loses to two that stand well; in Killer two
/// always win. The plies are the program's own.
#[test]
fn known_endings_have_their_values() {
    use Variant::{Breakthrough, International, Killer, Losing};
    let cases = [
        (International, "B:WK1,K2,K3:BK46", EndingValue::Draw),
        (International, "W:WK1,K2:BK46", EndingValue::Draw),
        (International, "W:WK1,K2:BK45", EndingValue::Win(7)),
        (Killer, "W:WK1,K2:BK46", EndingValue::Win(3)),
        (Losing, "W:WK1:BK6", EndingValue::Draw),
        (Breakthrough, "W:W6:B40", EndingValue::Win(1)),
        (Breakthrough, "B:W11:B40", EndingValue::Win(3)),
    ];
    let found = cases.map(|(variant, fen, _)| {
        (variant, fen, endings(variant).value(&position(variant, fen)).unwrap())
    });
    assert_eq!(found, cases);
}

/// Two kings and a man against a king on the long diagonal, after some moves to and fro.
#[test]
fn what_a_game_has_counted_decides_whether_a_win_comes_in_time() {
    let variant = Variant::International;
    let (won, drawn) = ("W:WK1,K2:BK45", "W:WK1,K2:BK46");
    let trace = |fen| position(variant, fen).trace();
    let settled = |fen, line: &[Trace]| endings(variant).settled(&position(variant, fen), line);
    assert_eq!(settled(drawn, &[trace(drawn)]), Some(Outcome::Draw));
    assert_eq!(settled(won, &[trace(won)]), Some(Outcome::WonBy(Side::First)));
    // Three plies of ten are counted: seven are left, and the win takes seven.
    let others = ["B:WK1,K2:BK50", "W:WK1,K7:BK50", "B:WK1,K7:BK45"].map(trace);
    let line = |n: usize| [&others[..n], &[trace(won)]].concat();
    assert_eq!(settled(won, &line(3)), Some(Outcome::WonBy(Side::First)));
    let one_more = [&[trace("W:WK1,K2:BK50")], &line(3)[..]].concat();
    assert_eq!(settled(won, &one_more), Some(Outcome::Draw));
    // A position that was there twice may come again on the way.
    let twice = [trace("B:WK1,K2:BK50"), trace("B:WK1,K2:BK50"), trace(won)];
    assert_eq!(settled(won, &twice), None);
}
