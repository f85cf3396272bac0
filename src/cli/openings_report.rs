//! `--openings-report`: how balanced each opening of a match or tournament turned out to be.
//!
//! Counts nothing: [`OpeningScores`] does.

use quintet::games::GameInfo;
use quintet::play::{OpeningScore, OpeningScores, PAIR_RESULTS};
use serde_json::{Value, json};

/// A table of the openings, the least balanced first.
pub(super) fn lines(scores: &OpeningScores, info: &GameInfo) -> Vec<String> {
    let [first, _] = info.sides;
    let pairs = PAIR_RESULTS.map(|result| format!("{result:>7}")).join("  ");
    let mut lines = vec![
        String::new(),
        format!("openings, the least balanced first; scores and pairs of games of {first}"),
        format!("games   score  draws  {pairs}  opening"),
    ];
    for opening in scores.by_imbalance() {
        let pairs = opening.pairs.map(|count| format!("{count:7}")).join("  ");
        let [_, draws, _] = opening.results;
        lines.push(format!(
            "{:5}  {:4.0} %  {draws:5}  {pairs}  {}",
            opening.games(),
            100.0 * opening.score(),
            opening.name()
        ));
    }
    lines
}

/// The same as a list of objects.
pub(super) fn json(scores: &OpeningScores) -> Vec<Value> {
    let object = |opening: &OpeningScore| {
        let [first_wins, draws, second_wins] = opening.results;
        json!({
            "position": opening.position, "moves": opening.moves, "games": opening.games(),
            "score": opening.score(), "first_wins": first_wins, "draws": draws,
            "second_wins": second_wins, "pairs": opening.pairs,
        })
    };
    scores.by_imbalance().into_iter().map(object).collect()
}

#[cfg(test)]
mod tests {
    use quintet::games::{self, Outcome, Side};

    use super::*;

    #[test]
    fn a_line_has_the_score_and_the_pairs_of_an_opening() {
        let mut scores = OpeningScores::default();
        let moves = ["f5", "d6"].map(str::to_owned);
        scores.add(0, None, &moves, Outcome::WonBy(Side::First));
        scores.add(0, None, &moves, Outcome::Draw);
        let info = games::find("othello").unwrap().info();
        let lines = lines(&scores, info);
        assert!(lines[1].ends_with("of Black"), "{lines:?}");
        let cells: Vec<&str> = lines[3].split_whitespace().collect();
        assert_eq!(cells, ["2", "75", "%", "1", "0", "0", "0", "1", "0", "f5", "d6"]);
        assert_eq!(json(&scores)[0]["pairs"], json!([0, 0, 0, 1, 0]));
    }
}
