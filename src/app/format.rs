//! Figures as people read them.
//!
//! Decides no colour and no layout. Minus is U+2212 and unknown is a dash, everywhere.

use std::time::Duration;

use super::views::ConsoleLine;
pub(super) use crate::games::signed;
use crate::games::{
    self, Evaluation, Forced, ForcedScale, Game, GameInfo, GameResult, Outcome, Position, Proof,
    Record, Side,
};
use crate::play::adaptive::{RatingChange, UserRating};
use crate::protocol::Bound;
use crate::session;
use crate::store::Uncounted;

/// What stands where nothing is known.
pub(super) const DASH: &str = "\u{2013}";

/// See [`GameInfo::score_text`].
pub(super) fn score(value: f64, info: &GameInfo) -> String {
    info.score_text(value)
}

/// A score with all digits that count, as engines give it: `+2.00`; `+0.158` where a hundredth is
/// much.
pub(super) fn score_fine(value: f64, info: &GameInfo) -> String {
    signed(value, if info.score_range < 2.0 { 3 } else { 2 })
}

/// What two engines differ by, short enough for a cell: a difference that a value would not show is
/// still seen.
pub(super) fn difference(value: f64, info: &GameInfo) -> String {
    signed(value, if info.score_range >= 10.0 { 1 } else { 2 })
}

/// The same of what an engine says of a position: a forced result in words. They are about the side
/// that they stand beside, whatever the point of view of numbers: `own` is the score as that side
/// sees it, `seen` as it is to be shown.
pub(super) fn told(seen: f64, own: f64, info: &GameInfo) -> String {
    forced(own, info).unwrap_or_else(|| score(seen, info))
}

/// [`told`], with all digits that count.
pub(super) fn told_fine(seen: f64, own: f64, info: &GameInfo) -> String {
    forced(own, info).unwrap_or_else(|| score_fine(seen, info))
}

/// A forced result in words: `wins in 9`, `loses by 64`; `None` where the score tells none.
fn forced(value: f64, info: &GameInfo) -> Option<String> {
    let verb = if value > 0.0 { "wins" } else { "loses" };
    Some(in_words(verb, info.forced(value)?))
}

/// A forced result that names the winner, of a value from the first side's point of view: `White wins in 9`;
/// `None` where the score tells none.
#[must_use]
pub fn forced_winner(score: f64, info: &GameInfo) -> Option<String> {
    let winner = info.sides[usize::from(score < 0.0)];
    Some(format!("{winner} {}", in_words("wins", info.forced(score)?)))
}

fn in_words(verb: &str, forced: Forced) -> String {
    match forced {
        Forced::Win => verb.to_owned(),
        Forced::In(plies) => format!("{verb} in {plies}"),
        Forced::By(margin) => format!("{verb} by {margin}"),
    }
}

/// What a move has lost, for a sentence: `about 7 discs`, `about 0.16 points of equity`, `about 25 of the
/// 100 points of a won game`.
pub(super) fn lost(loss: f64, info: &GameInfo) -> String {
    // As many digits as tell a mistake from a slip.
    let figure = match info.loss_marks[1] {
        ..0.5 => format!("{loss:.2}"),
        ..2.0 if loss < 10.0 => format!("{loss:.1}"),
        _ => format!("{loss:.0}"),
    };
    match info.win_score {
        // Such points have no meaning but their share of a win.
        Some(win) if win <= info.score_range => {
            format!("about {figure} of the {win:.0} {} of a won game", info.score_unit)
        }
        _ if info.has_cube => format!("about {figure} {} of equity", info.score_unit),
        _ => format!("about {figure} {}", info.score_unit),
    }
}

/// What is proved of a position: `wins by 12`, `loses`, `draw`. Where only the sign is proved the
/// number says nothing. The words are about the side whose score `own` is, as in [`told`].
pub(super) fn proved(seen: f64, own: f64, bound: Bound, info: &GameInfo) -> String {
    let verb = if own > 0.0 { "wins" } else { "loses" };
    let margin = matches!(info.forced_scale, ForcedScale::Margin { .. });
    match bound {
        Bound::Estimate => told_fine(seen, own, info),
        Bound::Exact | Bound::WinLossDraw if own == 0.0 => "draw".to_owned(),
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most 64")]
        Bound::Exact if margin => in_words(verb, Forced::By(own.abs().round() as u32)),
        Bound::Exact => told_fine(seen, own, info),
        Bound::WinLossDraw => in_words(verb, Forced::Win),
    }
}

/// What is known of a position after a move: where only the winner is proved, in words, otherwise as
/// [`told`].
pub(super) fn valued(seen: f64, own: f64, eval: &Evaluation, info: &GameInfo) -> String {
    match eval.proof {
        Some(Proof::First | Proof::Draw | Proof::Second) => {
            proved(seen, own, Bound::WinLossDraw, info)
        }
        Some(Proof::Score) | None => told(seen, own, info),
    }
}

/// The evaluation bar's text for a score of the first side's view: a forced result names the winner.
pub(super) fn bar_text(first: f64, shown: f64, info: &GameInfo) -> String {
    let winner = if first > 0.0 { info.sides[0] } else { info.sides[1] };
    match info.forced(first) {
        Some(forced) => in_words(&format!("{winner} wins"), forced),
        None => score(shown, info),
    }
}

/// A chance in per cent, without the sign of it: `55.1`.
pub(super) fn per_cent(chance: f64) -> String {
    format!("{:.1}", chance * 100.0)
}

/// A large number in three or four figures: `184.2 M`.
pub(super) fn count(n: u64) -> String {
    let value = precise(n);
    match n {
        0..10_000 => n.to_string(),
        10_000..1_000_000 => format!("{:.1} k", value / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1} M", value / 1e6),
        _ => format!("{:.2} G", value / 1e9),
    }
}

/// Nodes a second: `15.9 M/s`; a dash when too little is known.
pub(super) fn speed(nodes: u64, time: Duration) -> String {
    if time < Duration::from_millis(50) || nodes == 0 {
        return DASH.to_owned();
    }
    let rate = precise(nodes) / time.as_secs_f64();
    format!("{}/s", count(Duration::from_secs_f64(rate.min(1e15)).as_secs()))
}

fn precise(n: u64) -> f64 {
    Duration::from_secs(n).as_secs_f64()
}

/// Time spent, to a tenth: `0:06.2`.
pub(super) fn spent(time: Duration) -> String {
    let secs = time.as_secs();
    format!("{}:{:02}.{}", secs / 60, secs % 60, time.subsec_millis() / 100)
}

/// Seconds in a chip: `3.2 s`.
pub(super) fn secs(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

/// A result as a sentence: `Black wins 37-27: more discs`.
pub(super) fn result(result: &GameResult, info: &GameInfo) -> String {
    let score = match (result.margin, info.score_unit) {
        // Discs add up to 64, so the difference tells the score that players know.
        (Some(margin), "discs") => format!(" {}-{}", 32 + margin.abs() / 2, 32 - margin.abs() / 2),
        (Some(margin), unit) if margin.abs() > 1 => format!(" by {} {unit}", margin.abs()),
        _ => String::new(),
    };
    match result.outcome {
        Outcome::WonBy(side) => {
            format!("{} wins{score}: {}", info.sides[side.idx()], result.reason)
        }
        Outcome::Draw => format!("Draw{score}: {}", result.reason),
    }
}

/// A rating with its interval of 95 %: `1150 ± 120`.
pub(super) fn rating(rating: UserRating) -> String {
    format!("{:.0} \u{b1} {:.0}", rating.rating, rating.half_width())
}

/// What a game has changed: `Rating 1150 → 1172 ± 110, next level 5`.
pub(super) fn rating_change(change: &RatingChange) -> String {
    let (before, after) = (change.before.rating, rating(change.after));
    format!("Rating {before:.0} \u{2192} {after}, next level {}", change.next_level)
}

/// See [`GameInfo::share_of_bar`].
#[expect(clippy::cast_possible_truncation, reason = "a share from 0 to 1 for the screen")]
pub(super) fn bar(score: f64, info: &GameInfo) -> f32 {
    info.share_of_bar(score) as f32
}

/// The evaluation bar at the end of a game: all of it is the winner's.
pub(super) fn bar_at_end(outcome: Outcome) -> (f32, String) {
    let (part, text) = match outcome {
        Outcome::WonBy(Side::First) => (1.0, "1-0"),
        Outcome::WonBy(Side::Second) => (0.0, "0-1"),
        Outcome::Draw => (0.5, "\u{bd}"),
    };
    (part, text.to_owned())
}

/// A game in the list of a file: players, result, date.
pub(super) fn record_title(record: &Record) -> String {
    let info = games::find(&record.game).map(Game::info);
    let name = |idx: usize| match record.tags.players[idx].as_str() {
        "" => info.map_or("?", |info| info.sides[idx]).to_owned(),
        name => name.to_owned(),
    };
    let result = record.result.as_ref().zip(info).map(|(result, info)| self::result(result, info));
    let mut parts = vec![format!("{} \u{2013} {}", name(0), name(1))];
    parts.extend(result);
    parts.extend(Some(record.tags.date.clone()).filter(|date| !date.is_empty()));
    parts.join(", ")
}

/// A line of a log as the window shows it.
pub(super) fn console_line(line: session::LogLine) -> ConsoleLine {
    let (secs, direction) = (line.at.as_secs_f64(), line.direction);
    ConsoleLine { secs, direction, text: line.text.into() }
}

/// A move as people read it; one that needs no mention in a game, such as a roll instead of a double, by its
/// own word.
pub(super) fn mentioned(position: &dyn Position, mv: &str) -> String {
    let shown = position.show_move(mv);
    if shown.is_empty() { mv.to_owned() } else { shown }
}

/// The beginning of a line, moves in canonical text, as people read it: at most so many plies, as far as
/// they can be played.
pub(super) fn line(position: &dyn Position, line: &[String], most_plies: usize) -> String {
    let mut position = position.boxed_clone();
    let steps = line.iter().take(most_plies).map_while(|mv| position.step(mv).ok());
    let shown: Vec<String> = steps.map(|step| step.shown).filter(|mv| !mv.is_empty()).collect();
    shown.join(" ")
}

/// Why a game against the adaptive opponent does not count, behind a colon.
pub(super) fn uncounted(why: Uncounted) -> &'static str {
    match why {
        Uncounted::TakenBack => "a move was taken back",
        Uncounted::Hint => "the program showed a move",
        Uncounted::Coach => "the coach showed a better move",
        Uncounted::Analysis => "an engine analysed it",
        Uncounted::Hurried => "the opponent was told to move at once",
        Uncounted::Seat => "a player was changed",
        Uncounted::Position => "it began from a position of your own",
        Uncounted::Dice => "the program did not roll the dice freely",
        Uncounted::Limited => "the opponent\u{2019}s search is limited",
        Uncounted::Failed => "the opponent failed or lost on time",
        Uncounted::RatingsDamaged => "ratings.json cannot be read; repair or remove it",
        Uncounted::RatingsNewer => "a newer version of the program has written ratings.json",
        Uncounted::Other => "a newer version of the program says so",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rounded_zero_has_no_sign_and_minus_is_a_minus() {
        let info = |name: &str| crate::games::find(name).unwrap().info();
        assert_eq!(score_fine(-0.001, info("othello")), "0.00");
        assert_eq!(score_fine(-1.5, info("draughts")), "\u{2212}1.50");
        assert_eq!(score_fine(2.0, info("othello")), "+2.00");
        assert_eq!(score_fine(0.1584, info("backgammon")), "+0.158");
        assert_eq!(per_cent(0.5514), "55.1");
    }

    #[test]
    fn what_a_move_has_lost_is_told_in_the_terms_of_the_game() {
        for (game, loss, expected) in [
            ("othello", 7.02, "about 7 discs"),
            ("othello", 12.4, "about 12 discs"),
            ("draughts", 1.234, "about 1.2 men"),
            ("hive", 24.7, "about 25 of the 100 points of a won game"),
            ("backgammon", 0.1584, "about 0.16 points of equity"),
        ] {
            assert_eq!(lost(loss, crate::games::find(game).unwrap().info()), expected);
        }
    }

    #[test]
    fn a_forced_result_is_told_in_words_where_the_scale_says_so() {
        let info = |name: &str| crate::games::find(name).unwrap().info();
        for (game, value, expected) in [
            // Scan: 100 less a hundredth for each ply.
            ("draughts", -99.91, "loses in 9"),
            ("draughts", 99.99, "wins in 1"),
            ("draughts", 98.5, "wins in 150"),
            ("draughts", 100.0, "wins"),
            ("draughts", 327.67, "wins"),
            // Its tables of endgames tell no plies.
            ("draughts", -89.97, "loses"),
            ("draughts", 20.0, "+20.00"),
            ("othello", -64.0, "loses by 64"),
            ("othello", 64.0, "wins by 64"),
            ("othello", 63.0, "+63.00"),
            ("hive", 99.93, "wins in 7"),
            ("hive", -100.0, "loses"),
            ("hive", 98.93, "+98.93"),
            // The scales of other engines go further.
            ("hive", 120.0, "+120.00"),
            // Engines of this game have no scale in common.
            ("backgammon", 3.0, "+3.000"),
        ] {
            assert_eq!(told_fine(value, value, info(game)), expected, "{game} {value}");
        }
        let othello = info("othello");
        for (value, bound, expected) in [
            (-12.0, Bound::Exact, "loses by 12"),
            (0.0, Bound::Exact, "draw"),
            (2.0, Bound::WinLossDraw, "wins"),
            (-12.0, Bound::Estimate, "\u{2212}12.00"),
        ] {
            assert_eq!(proved(value, value, bound, othello), expected, "{value} {bound:?}");
        }
        // Black's view of numbers, and a win of White, beside whom the words stand.
        assert_eq!(told(-64.0, 64.0, othello), "wins by 64");
        assert_eq!(told(-6.0, 6.0, othello), "\u{2212}6");
        assert_eq!(proved(-12.0, 12.0, Bound::Exact, othello), "wins by 12");
        assert_eq!(bar_text(-99.91, 99.91, info("draughts")), "Black wins in 9");
        assert_eq!(bar_text(0.11, 0.11, info("draughts")), "+0.11");
    }

    #[test]
    fn counts_keep_three_or_four_figures() {
        for (n, text) in
            [(999, "999"), (12_345, "12.3 k"), (184_200_000, "184.2 M"), (5_210_000_000, "5.21 G")]
        {
            assert_eq!(count(n), text);
        }
        assert_eq!(speed(98_700_000, Duration::from_millis(6200)), "15.9 M/s");
        assert_eq!(speed(5, Duration::ZERO), DASH);
        assert_eq!(spent(Duration::from_millis(66_250)), "1:06.2");
    }
}
