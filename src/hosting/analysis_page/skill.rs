//! The table that players of backgammon know: errors by checkers and cube, luck, and the rating.
//!
//! Counts nothing: [`Skill`] does.

use super::GamePage;
use crate::games::{Side, capital, plural};
use crate::page::Html;
use crate::play::{CubeError, Losses, SideSummary, Skill, rating_name};

impl GamePage<'_> {
    /// The table of both sides by every engine; nothing in games without a cube.
    pub(super) fn skill_table(&self, html: &mut Html) {
        if !self.info.has_cube {
            return;
        }
        let mut head = vec!["Player".to_owned()];
        head.extend(self.has_several().then(|| "Engine".to_owned()));
        head.extend(
            ["Error rate", "Rating", "Checkers", "Rate", "Cube", "Rate"].map(str::to_owned),
        );
        head.extend(CubeError::ALL.map(|error| capital(&plural(error.name()))));
        head.push("Luck".to_owned());
        html.raw("<h3>Errors and luck</h3>\n<div class=\"wide\"><table>\n");
        html.head_row(&head.iter().map(String::as_str).collect::<Vec<_>>());
        for (idx, by) in self.analysed.by.iter().enumerate().filter(|(_, by)| !by.is_empty()) {
            let engine = self.page.engines.get(idx).map_or("", String::as_str);
            let both = SideSummary::both(self.record, by, &[], &self.info);
            for (side, sums) in Side::BOTH.into_iter().zip(both) {
                let skill = Skill::by(self.record, side, by);
                let mut cells = vec![self.player(side)];
                cells.extend(self.has_several().then(|| engine.to_owned()));
                cells.extend(self.skill_cells(&skill, sums.luck));
                html.row(&cells);
            }
        }
        html.raw("</table></div>\n");
        html.element(
            "p",
            &[],
            "Decisions with what the errors among them lost; an error is marked ?! or worse. A rate is a \
             thousand times the mean loss of a decision, and the rating its name. Wrong decisions about \
             the cube are counted from the least loss on.",
        );
    }

    fn skill_cells(&self, skill: &Skill, luck: Option<f64>) -> Vec<String> {
        let rate = |losses: Losses| {
            losses.mean().map_or_else(|| "-".to_owned(), |mean| format!("{:.1}", 1000.0 * mean))
        };
        let errors = |losses: Losses| match losses.n {
            0 => "-".to_owned(),
            n => format!("{} of {n}, {}", losses.n_marked, self.size_of(losses.sum)),
        };
        let cube = |losses: Losses| match losses.n {
            0 => "0".to_owned(),
            n => format!("{n}, {}", self.size_of(losses.sum)),
        };
        let all = skill.all();
        let rating = all.mean().map_or("-", rating_name);
        let mut cells = vec![rate(all), rating.to_owned()];
        cells.extend([skill.pieces, skill.cube].into_iter().flat_map(|of| [errors(of), rate(of)]));
        cells.extend(skill.cube_errors.map(cube));
        cells.push(luck.map_or_else(|| "-".to_owned(), |luck| format!("{luck:+.3}")));
        cells
    }
}
