//! The words of the window, in one place so that they can be translated.
//!
//! Knows no layout. Sentences about what happened come ready from the snapshot.

pub(super) const MENU_FILE: &str = "File";
pub(super) const MENU_EDIT: &str = "Edit";
pub(super) const MENU_GAME: &str = "Game";
pub(super) const MENU_ENGINES: &str = "Engines";
pub(super) const MENU_VIEW: &str = "View";
pub(super) const MENU_HELP: &str = "Help";

pub(super) const NEW_GAME: &str = "New game\u{2026}";
pub(super) const NEW_TAB: &str = "Open a new tab";
pub(super) const CLOSE_TAB: &str = "Close tab";
pub(super) const CLOSE_OTHER_TABS: &str = "Close the other tabs";
pub(super) const REOPEN_TAB: &str = "Bring back the closed tab";
pub(super) const NEXT_TAB: &str = "Next tab";
pub(super) const PREVIOUS_TAB: &str = "Previous tab";
pub(super) const RENAME_TAB: &str = "Rename tab\u{2026}";
pub(super) const PIN_TAB: &str = "Analyse while not shown";
pub(super) const FLOAT_TAB: &str = "Move to a window of its own";
pub(super) const DOCK_TAB: &str = "Move back among the tabs";
pub(super) const MARKED_LOSSES: &str = "Marks of a review";
pub(super) const MARKED_FROM: &str = "loss marked";
pub(super) const RESET_LOSSES: &str = "mark moves as the program does";
pub(super) const OWN_LOSSES: &str = "These are the program\u{2019}s own numbers.";
pub(super) const WRONG_LOSSES: &str = "Numbers above 0, none smaller than the one before.";
pub(super) const TABS_AND_ENGINES: &str = "Tabs and engines";
pub(super) const PAUSE_HIDDEN: &str = "Pause a game while its tab is not shown";
pub(super) const MOST_ANALYSING: &str = "Engines that analyse at once";
pub(super) const ALL_TABS: &str = "All tabs";
pub(super) const ONLY_TAB: &str = "This is the only tab.";
pub(super) const UNDO_NEW: &str = "Bring back the game before";
pub(super) const UNDO_EDIT: &str = "Undo the last change";
pub(super) const REDO_EDIT: &str = "Do it again";
pub(super) const OPEN: &str = "Open\u{2026}";
pub(super) const FILE_GAMES: &str = "Games of the file";
pub(super) const SAVE: &str = "Save";
pub(super) const ON_THE_BOARD: &str = "On the board";
pub(super) const IN_EDITOR: &str = "In the position editor";
pub(super) const SAVE_AS: &str = "Save as\u{2026}";
pub(super) const QUIT: &str = "Quit";
pub(super) const COPY_POSITION: &str = "Copy the position";
pub(super) const COPY_FEN: &str = "Copy the position as FEN";
pub(super) const COPY_HUB: &str = "Copy the position as Hub writes it";
pub(super) const COPY_GUIDE: &str = "Copy the position as GUIDE writes it";
pub(super) const COPY_GNU: &str = "Copy the position as ids of GNU Backgammon";
pub(super) const COPY_FIBS: &str = "Copy the position as a FIBS board";
pub(super) const COPY_SNOWIE: &str = "Copy the position as Snowie writes it";
pub(super) const COPY_GAME: &str = "Copy the game";
pub(super) const SAVE_PICTURE: &str = "Save the board as a picture\u{2026}";
pub(super) const FILM_PACE: &str = "Time of a move in films";
pub(super) const FILM_WIDTH: &str = "Width of films";
pub(super) const SAVE_FILM: &str = "Save the game as a film\u{2026}";
pub(super) const COPY_LINE: &str = "Copy the best line";
pub(super) const INSERT_LINE: &str = "Insert the best line";
pub(super) const PASTE: &str = "Paste a game or position";
pub(super) const NO_LIMIT: &str = "Search without a limit";
pub(super) const LIMIT: &str = "Limit of its search";
pub(super) const BACK: &str = "Back";
pub(super) const COMPARE_LISTED: &str = "The moves of the list";
pub(super) const WAS_PASTED: &str = "What was pasted\u{2026}";
pub(super) const WAS_PASTED_TITLE: &str = "What was pasted";
pub(super) const OPEN_PASTED: &str = "Open";
pub(super) const OPEN_PASTED_IN_TABS: &str = "Open the others in tabs";
pub(super) const LIST_PASTED: &str = "Show as a list";
pub(super) const TYPE_MOVE: &str = "Type a move";
pub(super) const EDIT_COMMENT: &str = "Comment on this move";
pub(super) const EDIT_POSITION: &str = "Edit the position";
pub(super) const PROMOTE: &str = "Make this the main line";
pub(super) const DEMOTE: &str = "Put this line one place further down";
pub(super) const COPY_BRANCH: &str = "Copy from this move on";
pub(super) const PASTE_BRANCH: &str = "Paste the copied moves here";
pub(super) const ERASE_DRAWN: &str = "Erase what is drawn on the board";
pub(super) const MERGE_FILE: &str = "Merge games from a file\u{2026}";
pub(super) const MERGE_PASTED: &str = "Merge the game on the clipboard";
pub(super) const MERGE_TAB: &str = "Merge the game of the next tab";
pub(super) const MERGE_THIS_TAB: &str = "Merge into the game shown";
pub(super) const DELETE: &str = "Delete from this move on";
pub(super) const FIRST: &str = "To the start";
pub(super) const PREVIOUS: &str = "One move back";
pub(super) const NEXT: &str = "One move on";
pub(super) const LAST: &str = "To the end";
pub(super) const NEXT_MISTAKE: &str = "Next mistake";
pub(super) const PREVIOUS_MISTAKE: &str = "Previous mistake";
pub(super) const PRACTISE: &str = "Practise";
pub(super) const PRACTISE_MISTAKES: &str = "Practise your mistakes";
pub(super) const PRACTISE_FIRST: &str = "Practise the mistakes of the first side";
pub(super) const PRACTISE_SECOND: &str = "Practise the mistakes of the second side";
pub(super) const OF_BOTH: &str = "Mistakes of both sides";
pub(super) const LONGER_MATCH: &str = "Make the match longer";
pub(super) const YOUR_RATING: &str = "Your rating\u{2026}";
pub(super) const PRACTISE_DUE: &str = "Practise what is due";
pub(super) const PRACTISE_FILE: &str = "Practise the positions of a file\u{2026}";
pub(super) const PRACTISE_PASTED: &str = "Practise pasted positions";
pub(super) const PRACTICE_ANSWER: &str = "Show the answer";
pub(super) const PRACTICE_NEXT: &str = "Next exercise";
pub(super) const PRACTICE_END: &str = "End the practice";
pub(super) const PRACTICE_BACK: &str = "Back to the exercise";
pub(super) const PRACTICE_AGAIN: &str = "Practise the missed ones again";
pub(super) const SKIP: &str = "Skip";
pub(super) const HELP_PIECE: &str = "Hint";
pub(super) const HELP_MOVE: &str = "Show the move";
pub(super) const HELP_ANSWER: &str = "Answer and line";
pub(super) const IS_JUDGED: &str = "Your move is being judged.";
pub(super) const FIRST_TRY: &str = "at the first try";
pub(super) const WITH_TRIES: &str = "after other moves";
pub(super) const WITH_HINTS: &str = "with hints";
pub(super) const FAILED: &str = "not found";
pub(super) const VOID: &str = "not counted";
pub(super) const NO_SCORE: &str = "No score yet.";
pub(super) const TAKE_BACK: &str = "Take back";
pub(super) const MOVE_NOW: &str = "Move now";
pub(super) const INTERRUPT: &str = "Interrupt";
pub(super) const INTERRUPT_TIP: &str =
    "The engine cannot be stopped: it is started again, and plays the best move it has named";
pub(super) const HINT: &str = "Hint";
pub(super) const PAUSE: &str = "Pause the game";
pub(super) const RESIGN: &str = "Resign\u{2026}";
pub(super) const ROLL: &str = "Roll";
pub(super) const DOUBLE: &str = "Double";
pub(super) const TAKE: &str = "Take";
pub(super) const DROP: &str = "Drop";
pub(super) const ACCEPT_RESIGNATION: &str = "Accept the resignation";
pub(super) const REJECT_RESIGNATION: &str = "Reject the resignation";
pub(super) const CONFIRM_PLAY: &str = "Confirm move";
pub(super) const UNDO_PART: &str = "Undo part";
pub(super) const RESIGN_SINGLE: &str = "Resign a single game";
pub(super) const RESIGN_GAMMON: &str = "Resign a gammon";
pub(super) const RESIGN_BACKGAMMON: &str = "Resign a backgammon";
pub(super) const PLAY_FORCED: &str = "Make forced plays at once";
pub(super) const SWAP_DICE: &str = "Swap the dice";
pub(super) const COPY_SEED: &str = "Copy the seed, or its hash";
pub(super) const CANDIDATES: &str = "Candidate plays";
pub(super) const PARTS: &str = "Games";
pub(super) const CHOOSE_DICE: &str = "Choose the dice";
pub(super) const OFFER_DRAW: &str = "Offer a draw\u{2026}";
pub(super) const ACCEPT_DRAW: &str = "Accept the draw";
pub(super) const CLAIM_DRAW: &str = "Claim the draw";
pub(super) const ANALYSE_TOGGLE: &str = "Start or stop the analysis";
pub(super) const WHOLE_GAME: &str = "Analyse the whole game";
pub(super) const REVIEW: &str = "Analyse the game with\u{2026}";
pub(super) const REVIEW_MANY: &str = "Analyse games of the file with\u{2026}";
pub(super) const REVIEW_THESE: &str = "Analyse these games\u{2026}";
pub(super) const SAVE_REVIEWS: &str = "Save the games\u{2026}";
/// The sign that the coach looks at the moves of the game.
pub(super) const COACH_IS_ON: &str = "The coach is on";
pub(super) const COACH_TIP: &str =
    "The coach warns you of bad moves before the engine answers. A click opens its setting.";
pub(super) const COACH_RESTS: &str =
    "The coach rests: it looks at no game with a clock. A click opens its setting.";
pub(super) const COACH: &str = "Coach: warn me of bad moves";
pub(super) const COACH_WHY: &str = "Coach: what was better?";
pub(super) const COACH_PLAY_ON: &str = "Coach: play on";
pub(super) const TAKE_BACK_MOVE: &str = "Take the move back";
pub(super) const WHY: &str = "What was better?";
pub(super) const PLAY_ON: &str = "Play on";
pub(super) const MARK_GOOD: &str = "Mark as a good move !";
pub(super) const MARK_MISTAKE: &str = "Mark as a mistake ?";
pub(super) const MARK_VERY_GOOD: &str = "Mark as a very good move !!";
pub(super) const MARK_BLUNDER: &str = "Mark as a blunder ??";
pub(super) const MARK_INTERESTING: &str = "Mark as interesting !?";
pub(super) const MARK_DUBIOUS: &str = "Mark as dubious ?!";
pub(super) const MARK_NONE: &str = "Take the mark away";
pub(super) const SUMMARY: &str = "Summary";
pub(super) const ROLLOUT: &str = "Rollout";
pub(super) const ROLL_OUT: &str = "Roll out";
pub(super) const STOP_ROLLOUT: &str = "Stop the rollout";
pub(super) const RESUME_ROLLOUT: &str = "Resume the rollout";
pub(super) const ROLLOUT_HOW: &str =
    "Plays games from this position with the built-in engine and subtracts the luck of the dice.";
pub(super) const NO_ROLLOUT: &str = "There is nothing to roll out in this position.";
pub(super) const CHOOSE_ROLL: &str = "Click a roll to see its best reply.";
/// The heads of the columns of a rollout, and what each says.
pub(super) const ROLLOUT_COLUMNS: [(&str, &str); 9] = [
    ("Equity", "What the position is worth, in points of the cube"),
    ("Error", "The standard error of the equity"),
    ("Wins", "Games won, in per cent"),
    ("Gammons", "Games won by a gammon or backgammon, in per cent"),
    ("Bgs", "Games won by a backgammon, in per cent"),
    ("Lost g.", "Games lost by a gammon or backgammon, in per cent"),
    ("Lost bgs", "Games lost by a backgammon, in per cent"),
    ("Games", "Games played from there"),
    ("Behind", "By how many joint standard deviations the play is behind the best one"),
];
pub(super) const TURNING_POINTS: &str = "Turning points";
pub(super) const NO_TURNING_POINTS: &str = "No mistake turned the game.";
pub(super) const PAUSE_WORK: &str = "Pause this work";
pub(super) const GO_ON_WORK: &str = "Resume this work";
pub(super) const STOP_WORK: &str = "Stop this work";
pub(super) const MORE_LINES: &str = "One line more";
pub(super) const FEWER_LINES: &str = "One line less";
pub(super) const SHOW_THREAT: &str = "Show the threat";
pub(super) const NO_THREAT: &str = "Show the position as it is";
pub(super) const THREAT_IS_NO_LINE: &str =
    "A threat is no line of the game: the other side is to move.";
pub(super) const LOCK_IT: &str = "Lock to this position";
pub(super) const UNLOCK_IT: &str = "Follow the board again";
pub(super) const LOCK: &str = "Lock the first engine to this position";
pub(super) const LOCK_TIP: &str = "A locked engine stays at this position while you look at others. \
                                   Its arrows and values are only on the board of its own position.";
pub(super) const LOCKED_TIP: &str = "Goes to the position that the engine is locked to";
pub(super) const COMPARE_MOVES: &str = "Compare moves";
pub(super) const COMPARE_TIP: &str = "This engine reports one line at a time. The program can have it \
                                      search the position after each move on its own: at first \
                                      shortly, then the best moves longer. Each value is from the \
                                      search of its move, turned to the side to move.";
pub(super) const PIN_LINE: &str = "Pin the line";
pub(super) const PIN_THIS_LINE: &str = "Pin this line";
pub(super) const UNPIN_LINE: &str = "Unpin this line";
pub(super) const COPY_THIS_LINE: &str = "Copy this line";
pub(super) const INSERT_THIS_LINE: &str = "Insert this line";
pub(super) const PINNED: &str = "Pinned lines";
pub(super) const ELSEWHERE: &str = "The same position in other tabs";
pub(super) const REGIONS: &str = "Parity of empty regions";
pub(super) const ENGINE_ARROWS: &str = "An arrow for each engine";
/// Why differences are not shown elsewhere.
pub(super) const DIFFERENCES_IN_ANALYSE: &str = "Engines are compared in Analyse.";
pub(super) const DIFFERENCES: &str = "What the first two engines differ by";
pub(super) const FOLLOW_MAIN_LINE: &str = "Follow the main line on the board";
pub(super) const POINT_OF_VIEW: &str = "Scores as the side to move sees them";
pub(super) const ENGINES_PAGE: &str = "List of engines";
pub(super) const OPENINGS_PAGE: &str = "List of openings";
pub(super) const ADD_AN_ENGINE: &str = "Add an engine to the list\u{2026}";
pub(super) const RELOAD_ENGINES: &str = "Read engines.toml again";
pub(super) const MATCH_PAUSE: &str = "Pause the match";
pub(super) const MATCH_FINISH: &str = "Finish the running games, then stop the match";
pub(super) const MATCH_GO_ON: &str = "Go on with the match after all";
pub(super) const NEW_MATCH: &str = "New match\u{2026}";
pub(super) const GO_ON_WITH: &str = "Go on with a match or tournament\u{2026}";
pub(super) const NEW_TOURNAMENT: &str = "New tournament\u{2026}";
pub(super) const LIST_MATCH_GAMES: &str = "List its games (of the match)";
pub(super) const MATCH_STOP: &str = "Stop the match now\u{2026}";
pub(super) const MODE_PLAY: &str = "Play";
pub(super) const MODE_ANALYSE: &str = "Analyse";
pub(super) const MODE_MATCH: &str = "Match";
pub(super) const TURN: &str = "Turn board";
pub(super) const LET_GO: &str = "Put the chosen piece back";
pub(super) const PASS: &str = "Pass";
pub(super) const BOARD_NEARER: &str = "Zoom in on the board";
pub(super) const BOARD_FARTHER: &str = "Zoom out of the board";
pub(super) const BOARD_FIT: &str = "Show the whole board";
pub(super) const BOARD_FOCUS: &str = "Keyboard to the board or the hand";
pub(super) const DRAWER: &str = "Open or close the drawer";
pub(super) const DRAWER_EDGE: &str = "Height of the drawer";
pub(super) const DRAWER_EDGE_TIP: &str =
    "Drag to make it higher or lower; two clicks give it its usual height";
pub(super) const GRAPH: &str = "Graph";
pub(super) const CONSOLE: &str = "Console";
pub(super) const PROBLEMS: &str = "Problems";
pub(super) const GAME_INFO: &str = "Game info";
pub(super) const THEME_SYSTEM: &str = "Colours of the system";
pub(super) const THEME_DARK: &str = "Dark colours";
pub(super) const THEME_LIGHT: &str = "Light colours";
pub(super) const THEME_CONTRAST: &str = "High contrast";
pub(super) const ZOOM_IN: &str = "Larger";
pub(super) const ZOOM_OUT: &str = "Smaller";
pub(super) const ZOOM_RESET: &str = "Normal size";
pub(super) const SHOW_LEGAL: &str = "Mark legal moves";
pub(super) const SHOW_VALUES: &str = "Write values on the board";
pub(super) const SHOW_NUMBERS: &str = "Numbers on squares";
pub(super) const DRAW_RULES: &str = "Draws by rule";
pub(super) const WHO_DECIDES: &str = "Who decides";
pub(super) const DRAWS_AUTOMATIC: &str = "Draws by rule end the game";
pub(super) const DRAWS_ASK: &str = "Draws by rule are claimed";
pub(super) const DRAWS_OFF: &str = "No draws by rule";
pub(super) const ANIMATE: &str = "Animate moves";
pub(super) const SOUNDS: &str = "Sounds";
pub(super) const SETTINGS: &str = "Settings";
pub(super) const PALETTE: &str = "Search commands";
pub(super) const KEYS: &str = "Keys";
pub(super) const ABOUT: &str = "About Quintet";

pub(super) const MENU: &str = "Menu";
pub(super) const THEME: &str = "Colours";
pub(super) const ZOOM: &str = "Size";

pub(super) const RAIL_BOARD: &str = "Board";
pub(super) const RAIL_ENGINES: &str = "Engines";
pub(super) const RAIL_OPENINGS: &str = "Openings";
pub(super) const RAIL_GAMES: &str = "Games";
pub(super) const RAIL_MATCH: &str = "Match";
pub(super) const RAIL_DRAWER: &str = "Drawer";
pub(super) const RAIL_SETTINGS: &str = "Settings";

/// Stands for an unknown value.
pub(super) const DASH: &str = "\u{2013}";

pub(super) const ANALYSIS: &str = "Analysis";
pub(super) const PLAYERS_SAID: &str = "What the players expected";
pub(super) const NO_OTHER_MOVE: &str = "no other legal move";
pub(super) const ADD_ENGINE: &str = "Add engine";
pub(super) const TIME_KEPT: &str = "time kept by Quintet";
pub(super) const TIME_KEPT_TIP: &str = "This engine does not divide the time on its clock itself. Quintet \
                                        gives each of its moves a limit and tells it to move when that is \
                                        over.";
pub(super) const PROBE_BUSY: &str = "A probe is running; wait until it is done, or stop it.";
pub(super) const NO_ENGINE_LEFT: &str = "No engine of the list plays this game";
pub(super) const NO_ENGINE_LEFT_HOW: &str = "Add one on the page of engines.";
pub(super) const NO_ENGINE_YET: &str = "No engine is analysing.";
pub(super) const NO_ENGINE_HOW: &str = "Add engine starts one on the position on the board.";
pub(super) const LINES: &str = "Lines";
pub(super) const RESTART: &str = "Restart";
pub(super) const WHAT_NOW: &str = "What now";
pub(super) const WAIT: &str = "Wait";
pub(super) const SHOW_AGAIN: &str = "Show again what can be done";
pub(super) const KILL_ENGINE: &str = "Kill engine";
pub(super) const FORFEIT: &str = "Let it lose";
pub(super) const GO_ON_AS_ANALYSIS: &str = "Go on as analysis";
pub(super) const FAILED_ENGINE: &str = "What to do about a failed engine";
pub(super) const SHOW_PROBLEMS: &str = "Show all problems";
pub(super) const GO_ON: &str = "Go on";
pub(super) const OPEN_THE_GAME: &str = "Open the game";
pub(super) const REPLACE_ENGINE: &str = "Choose another engine\u{2026}";
pub(super) const RESTART_ENGINE: &str = "Restart engine";
pub(super) const DROP_ENGINE: &str = "Drop a program or a folder to add it as an engine";
pub(super) const DROP_ANYTHING: &str =
    "Drop a file of games to open it, or a program to add it as an engine";
pub(super) const OPTIONS: &str = "Options\u{2026}";
pub(super) const SHOW_ITS_WINDOW: &str = "Show its own window";
pub(super) const HIDE_ITS_WINDOW: &str = "Hide its own window";
pub(super) const REMOVE: &str = "Remove";
pub(super) const SHOW_CONSOLE: &str = "Show its console";

pub(super) const MOVES: &str = "Moves";
pub(super) const MISTAKES: &str = "Mistakes";
pub(super) const COMMENTS: &str = "Comments";
pub(super) const NO_MOVES: &str = "No moves yet.";
pub(super) const NO_MISTAKES: &str = "No mistakes are marked. A whole-game analysis finds them.";
pub(super) const COMMENT_BEFORE: &str = "Comment before the move shown";
pub(super) const COMMENT_BEFORE_HINT: &str = "Before the move\u{2026}";
pub(super) const COMMENT_LABEL: &str = "Comment on the move shown";
pub(super) const ACCURACY: &str = "Accuracy";
pub(super) const ERROR_RATE: &str = "Error rate";
pub(super) const BY_LOSS: &str = "By loss";
pub(super) const IN_ORDER: &str = "In order";
pub(super) const DICE_STATISTICS: &str = "Rolls and luck";
pub(super) const DICE: &str = "Dice";
pub(super) const FAIR_DICE: &str = "fair dice";
pub(super) const EXPECTED: &str = "expected";
pub(super) const LUCKIEST: &str = "Luckiest and unluckiest";

pub(super) const CLOSE: &str = "Close";
pub(super) const CANCEL: &str = "Cancel";
pub(super) const DONE: &str = "Done";
pub(super) const PLAY_FROM_HERE: &str = "Play from here";
/// Said of the position in the editor.
pub(super) const CAN_BE_PLAYED: &str = "This position can be played.";
/// Said of the position that is being typed in the editor.
pub(super) const TYPED_CAN_BE_PLAYED: &str =
    "The typed position can be played: Enter puts it on the board.";
pub(super) const BEGIN_AGAIN: &str = "Begin again";
pub(super) const BEGIN_AGAIN_ASK: &str = "Begin again\u{2026}";
pub(super) const ALL_MESSAGES: &str = "All messages";
pub(super) const DISMISS: &str = "Dismiss";

/// Goes on with a game that was not finished.
pub(super) const SAVE_PAGE: &str = "Save the analysis as a page\u{2026}";
pub(super) const RESUME_GAME: &str = "Resume";
/// The label before an engine's own name.
pub(super) const CALLS_ITSELF: &str = "Calls itself ";
pub(super) const NO_CONSOLE: &str = "No engine is running. Its dialogue appears here.";
pub(super) const NO_MATCH_CONSOLE: &str = "The engines of a match have no console here. Where one of them fails, the dialogue with it is \
     saved beside the games of the match.";
pub(super) const NO_PROBLEMS: &str = "Nothing went wrong so far.";
pub(super) const NO_FACTS: &str = "This game has no heading.";
pub(super) const NO_MATCH: &str = "There is no match yet.";
pub(super) const SEND: &str = "Send";
pub(super) const SENT: &str = "> sent";
pub(super) const RECEIVED: &str = "< received";
pub(super) const HOLD: &str = "Hold the console still";
pub(super) const COPY_CONSOLE: &str = "Copy the console";
pub(super) const CLEAR_CONSOLE: &str = "Clear the console";
pub(super) const SAVE_TRANSCRIPT: &str = "Save the transcript\u{2026}";
pub(super) const SAVE_BUNDLE: &str = "Save bundle\u{2026}";

pub(super) const CHECKS: &str = "Checks";
pub(super) const CHECK: &str = "Check";
pub(super) const CHECK_AGAIN: &str = "Check again";
pub(super) const STOP: &str = "Stop";
pub(super) const STOP_CHECK: &str = "Stop the check";
pub(super) const COPY_REPORT: &str = "Copy the report";
pub(super) const SAVE_REPORT: &str = "Save the report\u{2026}";
pub(super) const NEVER_CHECKED: &str = "A check starts the engine, as a process of its own, and says step by step whether it does \
     what the document of its protocol wants.";
pub(super) const NOTHING_SAID: &str = "This step has no dialogue.";

pub(super) const OFL_NOTE: &str = "Inter by Rasmus Andersson and JetBrains Mono by JetBrains, both \
     under the SIL Open Font License 1.1, in reduced form.";

/// Dice for display, the higher one first: `5-2` for `52` and `25`; empty if there are none.
pub(super) fn dice(digits: &str) -> String {
    match digits.split_at_checked(1) {
        Some((one, other)) if !other.is_empty() => format!("{}-{}", one.max(other), one.min(other)),
        Some(_) | None => digits.to_owned(),
    }
}
