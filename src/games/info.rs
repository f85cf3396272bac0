//! The facts about a game that are the same in every position: its names, variants and scores.
//!
//! Knows no rules.

use super::Side;

/// A variant of a game's rules.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Variant {
    /// Short name for files and the command line.
    pub name: &'static str,
    /// Display name if the game is named, too.
    pub title: &'static str,
    /// Name that includes the game: `Frisian draughts`.
    pub listed: &'static str,
    /// Other known names: `bt`.
    pub aliases: &'static [&'static str],
}

/// The facts about a game that the rest of the program needs: abilities are data, so no layer above
/// has to ask which game it is.
#[derive(Clone, Debug)]
pub struct GameInfo {
    /// Short name, as used in `engines.toml` and on the command line.
    pub name: &'static str,
    /// The game's name in the middle of a sentence: `draughts`, `Othello`.
    pub noun: &'static str,
    /// Display name.
    pub title: &'static str,
    /// Names of the sides, first player first: `["Black", "White"]`.
    pub sides: [&'static str; 2],
    /// Variants; empty when there is only the game itself. The first is the default.
    pub variants: &'static [Variant],
    /// The variant that a new game begins with if the user has not chosen one; empty for the first.
    pub usual_variant: &'static str,
    /// The text of a position says what is played: no variant can be chosen beside it.
    pub position_holds_variant: bool,
    /// Names of the protocols that engines of this game speak.
    pub protocols: &'static [&'static str],
    /// The dice are moves of [`super::Actor::Chance`].
    pub has_dice: bool,
    /// The game has a doubling cube.
    pub has_cube: bool,
    /// Ways to look at the board: 8 for a square board, 2 if only turning makes sense, 4 if the
    /// board is mirrored, too (odd ones are turned).
    pub n_orientations: u8,
    /// The unit of a score: `discs`, `men`, `points`.
    pub score_unit: &'static str,
    /// A score (in `score_unit`) that means a nearly certain win; the full height of graph and bar.
    pub score_range: f64,
    /// The value of a won game in `score_unit`, if all wins are equal; `None` if [`super::Ending::margin`]
    /// counts it.
    pub win_score: Option<f64>,
    /// The scores that mean a forced result.
    pub forced_scale: ForcedScale,
    /// Losses in `score_unit` from which a move is marked `?!`, `?`, `??`.
    pub loss_marks: [f64; 3],
    /// A move that loses so much counts 1/e of a perfect one in the accuracy, whatever it is marked.
    pub accuracy_loss: f64,
    /// A move is a single cell, so its value can stand on its cell.
    pub values_on_cells: bool,
    /// Empty cells form regions ([`super::Rules::regions`]).
    pub has_regions: bool,
    /// An example of a typed move: `f5`.
    pub move_example: &'static str,
    /// The cells have numbers that can be written on them.
    pub numbered_cells: bool,
    /// The players may agree on a draw, and rules may make one.
    pub can_be_drawn: bool,
}

/// The scores of engines that mean a forced result, by convention of the game's engines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ForcedScale {
    /// No score means a forced result: engines differ, or nothing is forced.
    None,
    /// From `least` on a score means a win: `win` at once, and a hundredth less for each ply until
    /// then. Below `counted` the plies are unknown.
    Plies {
        /// The score of a game that is won now.
        win: f64,
        /// The least score that gives the plies.
        counted: f64,
        /// The least score that means a win at all.
        least: f64,
        /// The greatest score; a greater one is on another scale.
        most: f64,
    },
    /// The greatest possible score is the margin of a win.
    Margin {
        /// The greatest score.
        most: f64,
    },
}

/// A result that the other side cannot prevent.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Forced {
    /// It wins.
    Win,
    /// It wins in this many plies.
    In(u32),
    /// It wins by this margin, in [`GameInfo::score_unit`].
    By(u32),
}

impl GameInfo {
    /// The same game, in which moves are marked from these losses on. The accuracy stays what it is.
    #[must_use]
    pub fn with_loss_marks(&self, loss_marks: [f64; 3]) -> Self {
        Self { loss_marks, ..self.clone() }
    }

    /// The forced result that a score means; the sign of the score gives the winner.
    #[must_use]
    pub fn forced(&self, score: f64) -> Option<Forced> {
        let size = score.abs();
        match self.forced_scale {
            ForcedScale::None => None,
            ForcedScale::Plies { win, counted, least, most } => {
                // Rounded, because hundredths have no exact binary form.
                let plies = ((win - size) * 100.0).round();
                match size {
                    _ if !(least..=most).contains(&size) => None,
                    _ if size <= counted || plies < 1.0 => Some(Forced::Win),
                    _ => Some(Forced::In(plies as u32)),
                }
            }
            ForcedScale::Margin { most } => (size >= most).then_some(Forced::By(most as u32)),
        }
    }

    /// The key in a record's heading for the name of a side's engine: `WhiteEngine`.
    #[must_use]
    pub fn engine_key(&self, side: Side) -> String {
        format!("{}Engine", self.sides[side.idx()])
    }

    /// The default variant of a new game; `None` in games without variants.
    #[must_use]
    pub fn usual_variant(&self) -> Option<&'static Variant> {
        self.variants
            .iter()
            .find(|variant| variant.name == self.usual_variant)
            .or(self.variants.first())
    }

    /// The game and its variant in one name: `Frisian draughts`, `Othello`.
    #[must_use]
    pub fn listed(&self, variant: Option<&str>) -> &'static str {
        let named = variant.and_then(|name| self.find_variant(name));
        named.or(self.variants.first()).map_or(self.title, |variant| variant.listed)
    }

    /// Everything playable, for display lists: each variant, the usual one first.
    pub fn choices(
        &'static self,
    ) -> impl Iterator<Item = (Option<&'static Variant>, &'static str)> {
        let usual = self.usual_variant();
        let others = self.variants.iter().filter(move |variant| Some(*variant) != usual);
        let all = std::iter::once(usual).chain(others.map(Some));
        all.map(|variant| (variant, variant.map_or(self.title, |variant| variant.listed)))
    }

    /// Finds a variant by its name or another known name; capitals do not matter.
    #[must_use]
    pub fn find_variant(&self, name: &str) -> Option<&'static Variant> {
        self.variants.iter().find(|variant| {
            variant.name.eq_ignore_ascii_case(name)
                || variant.aliases.iter().any(|alias| alias.eq_ignore_ascii_case(name))
        })
    }
}
