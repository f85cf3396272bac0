//! The crosstable of a report as a picture: a grid of cells, the deeper the further from half the points.
//!
//! Draws numbers that others have found. Colours are the page's.

use std::fmt::Display;

use super::charts::{DIGIT, LEFT, RowName, WIDTH};
use crate::page::{Html, begin, label};

/// A cell of the grid.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum GridCell {
    /// A player and itself.
    Itself,
    /// The two have not met.
    Empty,
    /// What the player of the row made against that of the column.
    Met {
        /// Its share of the points, from 0 to 1.
        share: f64,
        /// Its points: `1.5`.
        points: String,
        /// Of how many games.
        games: u32,
    },
}

/// Half the points have no colour, and all of them this much: the text on it stays readable.
const DEEPEST: f64 = 0.5;

/// One row and one column for each player, best first.
pub(super) fn crosstable(html: &mut Html, names: &[RowName], cells: &[Vec<GridCell>]) {
    let n_players = names.len().max(1) as f64;
    let wide = ((WIDTH - LEFT - 10.0) / n_players).min(64.0);
    let tall = wide.clamp(15.0, 28.0);
    let top = 22.0;
    begin(
        html,
        [WIDTH, top + tall * n_players + 4.0],
        "What each player made against each other one",
    );
    let middle = |idx: usize| LEFT + wide * (idx as f64 + 0.5);
    // Numbers that would touch each other are left out.
    let every = ((2.0 * DIGIT + 4.0) / wide).ceil().max(1.0) as usize;
    for place in (0..names.len()).step_by(every) {
        label(html, "middle", [middle(place), top - 7.0], &(place + 1).to_string());
    }
    for (row, name) in names.iter().enumerate() {
        let y = top + tall * row as f64;
        let words = format!("{}  {}", name.shortened(), row + 1);
        label(html, "end", [LEFT - 8.0, y + tall / 2.0 + 4.0], &words);
        for (column, cell) in cells[row].iter().enumerate() {
            let place = [LEFT + wide * column as f64, y, wide, tall];
            let (class, depth, said, texts) = match cell {
                GridCell::Itself => ("heat-none", 1.0, None, Vec::new()),
                GridCell::Empty => ("heat-empty", 1.0, None, Vec::new()),
                GridCell::Met { share, points, games } => {
                    let text = format!("{points}/{games}");
                    let class = if *share >= 0.5 { "heat-more" } else { "heat-less" };
                    let other = &names[column];
                    let said = format!("{name} against {other}: {text} ({:.0} %)", 100.0 * share);
                    // Where the number of games has no room the points stand alone.
                    let texts = vec![text, points.clone()];
                    (class, (share - 0.5).abs() * 2.0 * DEEPEST, Some(said), texts)
                }
            };
            square(html, class, place, depth, said.as_deref());
            let fits = |text: &&String| text.len() as f64 * DIGIT <= wide - 2.0;
            if let Some(text) = texts.iter().find(fits) {
                label(html, "middle", [middle(column), y + tall / 2.0 + 4.0], text);
            }
        }
    }
    html.close("svg");
    html.raw("\n");
}

fn square(
    html: &mut Html,
    class: &'static str,
    [x, y, wide, tall]: [f64; 4],
    depth: f64,
    said: Option<&str>,
) {
    let [x, y, wide, tall] =
        [x + 0.5, y + 0.5, wide - 1.0, tall - 1.0].map(|at| format!("{at:.1}"));
    let depth = format!("{depth:.2}");
    let place: [(&'static str, &dyn Display); 6] = [
        ("class", &class),
        ("x", &x),
        ("y", &y),
        ("width", &wide),
        ("height", &tall),
        ("fill-opacity", &depth),
    ];
    html.open("rect", &place);
    said.into_iter().for_each(|said| html.element("title", &[], said));
    html.close("rect");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(n_players: usize) -> String {
        let name = |n| RowName { name: format!("<P{n}>"), is_withdrawn: n == 2 };
        let names: Vec<RowName> = (1..=n_players).map(name).collect();
        let cell = |row: usize, column: usize| match (row == column, row < column) {
            (true, _) => GridCell::Itself,
            (false, true) => GridCell::Met { share: 0.75, points: "1.5".to_owned(), games: 2 },
            (false, false) => GridCell::Met { share: 0.25, points: "0.5".to_owned(), games: 2 },
        };
        let row = |row: usize| (0..n_players).map(|column| cell(row, column)).collect();
        let cells: Vec<Vec<GridCell>> = (0..n_players).map(row).collect();
        let mut html = Html::default();
        crosstable(&mut html, &names, &cells);
        html.into_text()
    }

    #[test]
    fn each_cell_says_who_made_what_and_has_its_number_where_there_is_room() {
        let few = drawn(3);
        assert_eq!(few.matches("class=\"heat-more\"").count(), 3, "{few}");
        assert_eq!(few.matches("class=\"heat-less\"").count(), 3, "{few}");
        assert_eq!(few.matches("fill-opacity=\"0.25\"").count(), 6, "{few}");
        assert!(
            few.contains("<title>&lt;P1&gt; against &lt;P2&gt; (withdrawn): 1.5/2 (75 %)</title>"),
            "{few}"
        );
        assert!(few.contains(">&lt;P2&gt; (withdrawn)  2</text>"), "{few}");
        assert_eq!(few.matches(">1.5/2</text>").count(), 3, "{few}");
        let more = drawn(20);
        assert_eq!(more.matches(">1.5</text>").count(), 190, "{more}");
        let many = drawn(40);
        assert_eq!(many.matches("<rect").count(), 1600);
        assert!(!many.contains(">1.5/2</text>") && !many.contains("NaN"));
    }
}
