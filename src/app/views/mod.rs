//! What the window sees: data alone, ready to be shown. Nothing here changes or decides anything.

mod analysis;
mod checks;
mod desk;
mod empty;
mod engines;
mod failures;
mod judged;
mod matches;
mod snapshot;

pub use analysis::{
    AnalysisView, CandidateLine, CandidatesView, CardLine, ChancesView, EngineCardView, ValueMark,
};
pub use checks::{CheckStepState, CheckStepView, CheckView};
pub use desk::DeskView;
pub(super) use engines::RunningEngine;
pub use engines::{
    DeclaredOption, DialectView, EngineDetails, EngineEntryView, LookedFor, NoteKind, NoteView,
    OptionView, ProbeState, ProbeTryView, ProbeView, RemovedView, Suggestion, VerdictView,
};
pub use failures::{FailureView, Remedy};
pub use judged::{LuckView, MistakeView, PlyView, RollCountView, RollsView, StatisticView};
pub use matches::{
    EloView, MatchBoard, MatchGameRow, MatchGameState, MatchOutcome, MatchView, SideStanding,
    WallBoard,
};
pub use snapshot::{
    Chip, ChipTone, ClockView, ConsoleLine, ConsoleView, DecisionsView, DiceView, Direction,
    DrawRules, EditorView, GamePart, GameView, GraphPoint, InTheWay, Judge, Mode, MoveCell, NoStop,
    Notice, NoticeKind, NoticeOffer, PassView, PointOfView, ProblemView, ProgressView, SeatView,
    SessionView, Settings, Snapshot, TabView, Theme, TreeRow,
};
