//! What the window sees: data alone, ready to be shown. Nothing here changes or decides anything.

mod analysis;
mod batch;
mod checks;
mod desk;
mod dice_study;
mod empty;
mod engines;
mod failures;
mod game;
mod judged;
mod matches;
mod pasted;
mod practice;
mod ratings;
mod settings;
mod snapshot;
mod tournament;

pub use crate::app::choices::{
    Aid, Aids, CoachWish, DrawRules, Judge, Mode, MoveMark, PointOfView, Theme,
};

pub use analysis::{
    AnalysisView, CandidateLine, CandidatesView, CardLine, ChancesView, ComparedMove,
    ComparisonView, DifferencesView, ElsewhereView, EngineCardView, LineStep, LockView, PinnedView,
    SaidLine, ThreatView, ValueMark,
};
pub use batch::{BatchGameState, BatchGameView, BatchMeasure, BatchState, BatchView};
pub use checks::{CheckStepState, CheckStepView, CheckView};
pub use desk::DeskView;
pub use dice_study::{DiceStudyView, RollCellView, RollChartView, RolloutRowView, RolloutView};
pub(super) use engines::RunningEngine;
pub use engines::{
    DeclaredOption, DialectView, EngineDetails, EngineEntryView, LookedFor, NoteKind, NoteView,
    OptionView, ProbeState, ProbeTryView, ProbeView, RemovedView, Resource, Suggestion,
    VerdictView,
};
pub use failures::{FailureView, Remedy};
pub use game::{
    BetterView, Chip, ChipTone, ClockView, CoachView, CopiedText, DecisionsView, DiceView,
    GamePart, GameView, GraphPoint, MoveCell, PassView, SeatView, TreeRow,
};
pub use judged::{
    LuckView, MistakeView, PlyView, RollCountView, RollsView, StatisticView, SummaryView,
};
pub(in crate::app) use matches::kind_word;
pub use matches::{
    BelowTable, DuelView, EloView, MatchBoard, MatchGameRow, MatchGameState, MatchOutcome,
    MatchView, OpeningLine, OpeningsView, SideStanding, WallBoard,
};
pub use pasted::{FindingView, PastedView, ReadingView};
pub use practice::{DueView, PracticeState, PracticeView, ReplyTone, ReplyView};
pub use ratings::{AdaptiveView, RatedRowView, RatingView, RatingsView};
pub use settings::{LEAST_DRAWER, MOST_ANALYSING, MOST_DRAWER, Settings, are_loss_marks};
pub use snapshot::{
    ConsoleLine, ConsoleView, Direction, EditorView, InTheWay, NoStop, Notice, NoticeKind,
    NoticeOffer, ProblemView, ProgressView, SessionView, Snapshot, TabView, TypedView,
};
pub use tournament::{TestView, TournamentDraft, TournamentLine, TournamentView};
