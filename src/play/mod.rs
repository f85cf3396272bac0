//! Seats, clocks, referee, games, matches, rating, analysis.
//!
//! Knows that engines play games, but no protocol and no drawing.

pub mod adaptive;
mod adjudication;
mod affinity;
mod analysis;
mod budget;
mod bundle;
mod candidates;
mod cause;
mod cause_name;
mod checking;
mod clock;
mod contest;
mod delays;
mod dice;
pub mod dice_study;
mod duel;
mod end_score;
mod game_score;
mod guess;
mod interval;
mod kept_report;
mod known_openings;
mod lateness;
mod line;
mod match_config;
mod match_control;
mod match_engine;
mod match_games;
mod match_notes;
mod match_past;
mod match_runner;
mod match_terms;
mod opening_book;
mod opening_maker;
mod opening_scores;
mod openings;
mod own_terms;
mod player;
mod points;
pub mod practice;
mod probe;
mod pulse;
mod ratings;
mod referee;
mod repeats;
mod replays;
mod report;
mod result_row;
mod review;
pub mod rolls;
mod row;
mod schedule;
mod skill;
mod slow_start;
mod sprt;
mod standing;
mod table;
mod tally;
mod time_control;
pub mod tournament;
mod variant;
pub mod viewer;

pub use crate::origin::{EngineFile, Machine, Origin, ProgramBuild, TournamentOrigin};
pub use adjudication::{
    AdjudicatedBy, Adjudication, DrawRule, MOST_EMPTIES, ParseRuleError, ResignRule, RuleMisfit,
};
pub use affinity::{Affinity, AffinityMisfit, ParseAffinityError};
pub use analysis::{AnalysisLine, Analyst, SearchNews};
pub use budget::one_ply_note;
pub use bundle::BundleFacts;
pub use candidates::CandidateSearch;
pub use cause::{Cause, and_says};
pub use cause_name::{CauseName, ParseCauseNameError};
pub use checking::{Disagreed, Disagreements};
pub use clock::{Clock, MOVE_NOW_GRACE, Remaining, Stopped};
pub use delays::Delays;
pub use dice::{DiceError, DiceList, DiceSource, MatchDice, Seed};
pub use duel::Duel;
pub use game_score::GameScore;
pub use interval::Interval;
pub use known_openings::KnownOpenings;
pub use lateness::{Lateness, OwnFault, late_line};
pub use line::{GameLine, linked_move};
pub use match_config::{MatchConfig, MatchError};
pub use match_control::{ControlState, MatchControl};
pub use match_engine::EngineSpec;
pub use match_games::{MatchSummary, continue_match, run_match};
pub use match_past::MatchPast;
pub use match_runner::{LiveGame, MatchEnd, MatchEvent, SolvingEndings};
pub use match_terms::{MatchPlayer, MatchTerms};
pub use opening_book::{BookError, BookOpening, BookWish, OpeningBook, OpeningOrder};
pub use opening_scores::{OpeningScore, OpeningScores, PAIR_RESULTS};
pub use openings::{OPENING_PLIES, OpeningWish, Openings, PairOpening};
pub(crate) use player::depth_number;
pub use player::{EnginePlayer, Patience, PonderCount, SeatNews, next_search_id};
pub use points::{PAIR_POINTS, Points};
pub use probe::{
    Greeting, Probe, ProbeError, ProbeNews, ProbeRemark, ProbeReport, ProbeTry, probe,
};
pub use ratings::{Crosstable, Meetings, Rating, Ratings};
pub use referee::Referee;
pub use repeats::{Repeats, repeated_line};
pub use replays::{LossKind, ParseLossKindError, ReplayRule};
pub use report::{GameReport, GameStop};
pub use result_row::{
    Conditions, DelayRow, DisagreementRow, EngineRow, LatenessRow, OpeningsRow, ResultRow,
};
pub use review::{
    ANALYSIS_VERSION, BatchEnd, BatchEvent, BatchFailures, BatchGame, BatchRows, BetterLine,
    CoursePoint, FailureRow, KnownPosition, KnownReviews, KnownRows, MoveClass, MoveValue, NoValue,
    NotJudged, NotedPosition, PhaseSummary, PositionReview, ReviewBatch, ReviewChange,
    ReviewDriver, ReviewEffort, ReviewFailure, ReviewPlan, ReviewRow, ReviewScope, ReviewedBy,
    ReviewedGame, RollValue, SideSummary, SummaryRow, accuracy, accuracy_of, agreement,
    better_beside, course, facts, judging_engine, mark_of, phases, review_games, turned_the_game,
};
pub use rolls::Rolls;
pub use schedule::{Pairing, Schedule};
pub use skill::{CubeError, Losses, Skill, is_word, rating_name};
pub use slow_start::SlowStart;
pub use sprt::{MOST_TEST_GAMES, Model, Sprt, SprtError, SprtRun, SprtState, Verdict};
pub use standing::{FEWEST_UNITS, Standing, TOO_FEW, elo};
pub use table::{ForcedPass, Played, Table, TableError};
pub use tally::{Reason, Tally};
pub use time_control::{ParseTimeControlError, TimeControl, TimeFault, parse_time};
pub use variant::{canonical_setup, canonical_variant, link_for, title_of};
