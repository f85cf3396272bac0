//! Other words for the actions, as people who know other programs type them into the palette.
//!
//! A table alone; it is shown nowhere.

use super::ActionId as Id;

/// Words for each action beside those that it is shown with. Those of the palette's query may come in any
/// order and be cut short.
static ALIASES: &[(Id, &str)] = &[
    (Id::NewGame, "play start against, adaptive opponent, level strength"),
    (Id::UndoNew, "last game, previous game"),
    (Id::Open, "import file, load game"),
    (Id::FileGames, "list of games, database"),
    (Id::Save, "export game"),
    (Id::SaveAs, "export game, convert to another format"),
    (Id::SavePage, "export report, html review"),
    (Id::SavePicture, "export picture, image png svg, screenshot diagram"),
    (Id::SaveFilm, "export animation, gif webp video"),
    (Id::Quit, "exit, close program"),
    (Id::CopyPosition, "export position"),
    (Id::CopyGame, "export game to the clipboard"),
    (Id::InsertLine, "add variation"),
    (Id::Paste, "import game or position from the clipboard, fen pdn xgid"),
    (Id::UndoEdit, "undo"),
    (Id::RedoEdit, "redo"),
    (Id::TypeMove, "enter move"),
    (Id::EditComment, "note, annotate"),
    (Id::EditPosition, "position editor, set up board, setup"),
    (Id::Promote, "promote variation"),
    (Id::Demote, "demote variation"),
    (Id::Delete, "remove variation"),
    (Id::EraseDrawn, "remove clear arrows marks"),
    (Id::TakeBack, "undo move"),
    (Id::MoveNow, "force move"),
    (Id::OfferDraw, "remis"),
    (Id::Rating, "adaptive opponent, elo"),
    (Id::Review, "review of the game, blunder check, accuracy"),
    (Id::WholeGame, "review blunder check"),
    (Id::ReviewMany, "batch review"),
    (Id::PractiseMistakes, "practice, training, puzzles"),
    (Id::PractiseDue, "practice, training, puzzles, repetition"),
    (Id::PractiseFile, "practice, training, puzzles"),
    (Id::Coach, "blunder warning, tutor"),
    (Id::AnalyseToggle, "live engine evaluation, infinite"),
    (Id::MoreLines, "multipv"),
    (Id::FewerLines, "multipv"),
    (Id::CompareMoves, "candidates, multipv"),
    (Id::ShowDifferences, "compare engines"),
    (Id::ShowValues, "heat map"),
    (Id::ShowNumbers, "coordinates"),
    (Id::Engines, "engine manager, install engine"),
    (Id::AddEngine, "install engine"),
    (Id::Openings, "opening book"),
    (Id::ModePlay, "game"),
    (Id::ModeAnalyse, "analysis board, study"),
    (Id::ModeMatch, "matches, tournaments"),
    (Id::NewMatch, "engines against each other"),
    (
        Id::NewTournament,
        "engines against each other, swiss, round robin, gauntlet, knockout, sprt, cup",
    ),
    (Id::GoOnWith, "resume tournament, open results"),
    (Id::Turn, "flip rotate board"),
    (Id::Graph, "evaluation chart, values of the game"),
    (Id::Console, "log, transcript"),
    (Id::Problems, "errors"),
    (Id::DiceStatistics, "luck"),
    (Id::Rollout, "monte carlo, 21 rolls, heat map of rolls"),
    (Id::Summary, "error rate, statistics"),
    (Id::ThemeDark, "night mode, theme"),
    (Id::ThemeLight, "day mode, theme"),
    (Id::ThemeContrast, "theme"),
    (Id::ThemeSystem, "theme"),
    (Id::ZoomIn, "zoom in, bigger"),
    (Id::ZoomOut, "zoom out"),
    (Id::ZoomReset, "zoom 100"),
    (Id::Settings, "preferences options"),
    (Id::Keys, "shortcuts, help, hotkeys"),
];

/// The other words for this action; empty where there are none.
pub(super) fn of(id: Id) -> &'static str {
    ALIASES.iter().find(|(known, _)| *known == id).map_or("", |(_, words)| words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_action_has_its_other_words_in_one_line() {
        for (at, (id, words)) in ALIASES.iter().enumerate() {
            assert!(!words.is_empty(), "{id:?}");
            assert!(!ALIASES[..at].iter().any(|(other, _)| other == id), "{id:?} stands twice");
        }
    }
}
