//! The lines of the live view: a pure function of what it shows and of the size of the terminal.
//!
//! Reads nothing and writes nothing.

use std::time::Duration;

use quintet::games::counted;
use quintet::play::SprtState;
use quintet::play::tournament::halves_text;
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use super::super::output::harmless;

/// What the writer of the games knows: who plays, and what they have made.
#[derive(Clone, Debug, Default)]
pub(in crate::cli) struct Scene {
    /// Games that were played, those before a break among them.
    pub(in crate::cli) played: u32,
    /// Games that are to be played; with a test the most of them.
    pub(in crate::cli) games: u32,
    /// Games at once, unless the user has changed it.
    pub(in crate::cli) at_once: u32,
    /// The most games at once.
    pub(in crate::cli) most_at_once: u32,
    /// What a test says so far.
    pub(in crate::cli) test: Option<SprtState>,
    /// The players, best first.
    pub(in crate::cli) lines: Vec<SceneLine>,
}

/// A line of the table.
#[derive(Clone, Debug)]
pub(in crate::cli) struct SceneLine {
    /// The player.
    pub(in crate::cli) name: String,
    /// Its games.
    pub(in crate::cli) games: u32,
    /// What it made in them.
    pub(in crate::cli) score: String,
    /// Its rating with an interval.
    pub(in crate::cli) elo: String,
    /// Its half points and games against the player of each line; `None` where they have not met.
    pub(in crate::cli) met: Vec<Option<[u32; 2]>>,
}

/// What the user has asked of the running games.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(super) enum Pace {
    #[default]
    Playing,
    Paused,
    Finishing,
    Stopping,
}

/// What was seen since the program started.
#[derive(Clone, Debug, Default)]
pub(super) struct Seen {
    pub(super) pace: Pace,
    /// Games at once now.
    pub(super) at_once: u32,
    /// Games that are played at this moment.
    pub(super) running: usize,
    /// Since the start.
    pub(super) elapsed: Duration,
    /// Engines that are not ready, and since when: a sentence for each.
    pub(super) starting: Vec<String>,
    /// How long a game takes on average.
    pub(super) mean: Option<Duration>,
    /// Games that were lost by failures or on time, most often first.
    pub(super) causes: Vec<(String, u32)>,
    /// What the program adds to a ply: the median, and what 99 % do not exceed.
    pub(super) delays: Option<[Duration; 2]>,
    /// The last games, the newest last.
    pub(super) last: Vec<LastGame>,
    /// Keys are read.
    pub(super) has_keys: bool,
}

/// Columns and rows of a terminal.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(in crate::cli) struct Size {
    pub(in crate::cli) columns: usize,
    pub(in crate::cli) rows: usize,
}

/// A game that is over.
#[derive(Clone, Debug)]
pub(super) struct LastGame {
    pub(super) number: u32,
    /// First side first.
    pub(super) players: [String; 2],
    /// `1-0`
    pub(super) result: String,
    pub(super) reason: String,
}

/// The most of the last games that are shown.
pub(super) const MOST_LAST: usize = 8;
/// The most engines that are not ready, each in a line.
const MOST_STARTING: usize = 3;
/// The least of them where there is hardly room.
const LEAST_LAST: usize = 2;

/// The lines of the view: none is wider than the terminal, and there are fewer than it has rows.
pub(super) fn lines(scene: &Scene, seen: &Seen, size: Size) -> Vec<String> {
    let mut head = vec![progress(scene, size.columns), state(scene, seen)];
    if let Some(test) = &scene.test {
        head.push(test_line(test, size.columns));
    }
    let n_shown = seen.starting.len().min(MOST_STARTING);
    head.extend(seen.starting[..n_shown].iter().cloned());
    if let more @ 1.. = seen.starting.len() - n_shown {
        head.push(format!("... and {} more", counted(more, "engine")));
    }
    let mut foot = Vec::new();
    if !seen.causes.is_empty() {
        let causes = seen.causes.iter().map(|(cause, n)| format!("{n} {cause}"));
        foot.push(format!("failures: {}", causes.collect::<Vec<_>>().join(", ")));
    }
    if let Some([median, p99]) = seen.delays {
        let micros = |time: Duration| time.as_secs_f64() * 1e6;
        let (median, p99) = (micros(median), micros(p99));
        foot.push(format!(
            "added by the host per ply: median {median:.0} us, 99 % within {p99:.0} us"
        ));
    }
    if seen.has_keys {
        let finish = if seen.pace == Pace::Finishing { "go on" } else { "finish and stop" };
        let pause = if seen.pace == Pace::Paused { "go on" } else { "pause" };
        foot.push(format!("+ - games at once   p {pause}   f {finish}   q stop now"));
    }
    // The cursor stands below the view. Empty lines around the table go where they do not fit.
    let room = size.rows.saturating_sub(1 + head.len() + foot.len());
    let n_last = seen.last.len().min(MOST_LAST);
    let table = table(&scene.lines, size.columns, room.saturating_sub(n_last.min(LEAST_LAST)));
    let n_last = n_last.min(room.saturating_sub(table.len()));
    let n_empty = if table.len() + n_last + 2 <= room { 1 } else { 0 };
    let mut all = head;
    all.extend(vec![String::new(); n_empty]);
    all.extend(table);
    all.extend(vec![String::new(); n_empty]);
    let last = &seen.last[seen.last.len() - n_last..];
    all.extend(last.iter().map(|game| last_line(game, size.columns)));
    all.extend(foot);
    all.truncate(size.rows.saturating_sub(1).max(1));
    all.iter().map(|line| cut(&harmless(line).replace(['\n', '\t'], " "), size.columns)).collect()
}

/// `[######--------------]  12 of 40 games`
fn progress(scene: &Scene, columns: usize) -> String {
    let (played, games) = (scene.played, scene.games);
    let most = if scene.test.is_some() { "at most " } else { "" };
    let words = format!("{played} of {most}{}", counted(games as usize, "game"));
    let width = columns.saturating_sub(words.len() + 4).min(40);
    if width < LEAST_BAR {
        return words;
    }
    let share = f64::from(played.min(games)) / f64::from(games.max(1));
    format!("{}  {words}", bar(share, width))
}

/// A shorter bar shows nothing.
const LEAST_BAR: usize = 10;

/// `[####------]`, so many columns between the brackets.
fn bar(share: f64, width: usize) -> String {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a part of a few columns"
    )]
    let n_full = (share.clamp(0.0, 1.0) * width as f64) as usize;
    format!("[{}{}]", "#".repeat(n_full), "-".repeat(width - n_full))
}

/// `2 at once, 2 running; 1 min 40 s, about 3 min 20 s left`; with a test `about 1 min left at this rate,
/// at most 20 min`
fn state(scene: &Scene, seen: &Seen) -> String {
    let running = seen.running;
    let pace = match seen.pace {
        Pace::Playing => {
            format!("{} at once, {running} running", seen.at_once)
        }
        Pace::Paused => format!("paused: no new game starts, {running} running"),
        Pace::Finishing => format!("finishing, then stopping: {running} running"),
        Pace::Stopping => "stopping".to_owned(),
    };
    let left = seen.mean.filter(|_| seen.pace == Pace::Playing).map(|mean| {
        let n_left = scene.games.saturating_sub(scene.played);
        let time = |games: u32| {
            time_text(mean.saturating_mul(games) / seen.at_once.clamp(1, games.max(1)))
        };
        let rate = scene.test.and_then(|test| test.pairs_left());
        let rate = rate.map(|pairs| pairs.saturating_mul(2)).filter(|games| *games < n_left);
        match (scene.test, rate) {
            (None, _) => format!(", about {} left", time(n_left)),
            (Some(_), None) => format!(", at most {} left", time(n_left)),
            (Some(_), Some(games)) => {
                format!(", about {} left at this rate, at most {}", time(games), time(n_left))
            }
        }
    });
    format!("{pace}; {}{}", time_text(seen.elapsed), left.unwrap_or_default())
}

/// `45 s`, `12 min 05 s`, `3 h 05 min`
fn time_text(time: Duration) -> String {
    let secs = time.as_secs();
    let (hours, minutes) = (secs / 3_600, secs / 60 % 60);
    match (hours, minutes) {
        (0, 0) => format!("{secs} s"),
        (0, _) => format!("{minutes} min {:02} s", secs % 60),
        _ => format!("{hours} h {minutes:02} min"),
    }
}

/// `LLR +1.25 (-2.94 to +2.94) after 12 pairs  [-------|---*---]`
fn test_line(test: &SprtState, columns: usize) -> String {
    let words = format!("{test} after {}", counted(test.pairs as usize, "pair"));
    let width = columns.saturating_sub(words.len() + 4).min(40);
    if width < LEAST_BAR {
        return words;
    }
    let [low, high] = test.bounds;
    let place = |llr: f64| {
        let share = ((llr - low) / (high - low)).clamp(0.0, 1.0);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss,
            reason = "a column among a few"
        )]
        let column = (share * (width - 1) as f64).round() as usize;
        column
    };
    let mut marks = vec!['-'; width];
    marks[place(0.0)] = '|';
    marks[place(test.llr)] = '*';
    format!("{words}  [{}]", marks.into_iter().collect::<String>())
}

/// `game 12: A - B 1-0 (more discs)`; where it does not fit, the names are shorter.
fn last_line(game: &LastGame, columns: usize) -> String {
    let LastGame { number, players, result, reason } = game;
    let made = |most: usize| {
        let [first, second] = players.each_ref().map(|name| shortened(name, most));
        format!("game {number}: {first} - {second} {result} ({reason})")
    };
    let fitting = NAME_WIDTHS.into_iter().map(made).find(|line| line.width() <= columns);
    fitting.unwrap_or_else(|| made(NAME_WIDTHS[NAME_WIDTHS.len() - 1]))
}

/// The most columns that names take: as many as fit.
const NAME_WIDTHS: [usize; 4] = [40, 28, 20, 14];

/// The name with dots in its middle if it takes more columns than this: what distinguishes names of
/// a program is often their end.
fn shortened(name: &str, most: usize) -> String {
    const DOTS: &str = "...";
    let name = harmless(name);
    if name.width() <= most {
        return name.into_owned();
    }
    let room = most.saturating_sub(DOTS.len());
    let end: String = name.chars().rev().take_while(fitting_into(room / 2)).collect();
    let end: String = end.chars().rev().collect();
    let begin = name.chars().take_while(fitting_into(room - end.width()));
    format!("{}{DOTS}{end}", begin.collect::<String>())
}

/// Takes characters as long as they fit into so many columns together.
fn fitting_into(columns: usize) -> impl FnMut(&char) -> bool {
    let mut used = 0;
    move |ch| {
        used += ch.width().unwrap_or(0);
        used <= columns
    }
}

/// What the table shows of each two players.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Cells {
    /// `1.5/2`
    Whole,
    /// `1.5`
    Score,
    /// `7`: tenths of the points, for many players.
    Tenths,
    Nothing,
}

/// The table with as much of it as fits: first ratings and the results of each two players, then
/// less of them, with shorter names and results in tenths. At most so many lines.
fn table(lines: &[SceneLine], columns: usize, most: usize) -> Vec<String> {
    let made = |most_name: usize, (has_elo, cells): (bool, Cells)| {
        let table = whole_table(lines, most_name, has_elo, cells);
        table.iter().all(|line| line.width() <= columns).then_some((table, cells))
    };
    let first = |ways: &[(bool, Cells)], widths: &[usize]| {
        ways.iter().find_map(|way| widths.iter().find_map(|most_name| made(*most_name, *way)))
    };
    let whole =
        [(true, Cells::Whole), (false, Cells::Whole), (true, Cells::Score), (false, Cells::Score)];
    // A name of 20 columns is worth more than ratings, and less than the results.
    let [wide @ .., narrow] = NAME_WIDTHS;
    let (mut table, cells) = first(&whole, &wide)
        .or_else(|| first(&[(false, Cells::Score)], &[narrow, NARROWEST]))
        .or_else(|| first(&TENTHS, &[wide[2], narrow, NARROWEST]))
        .or_else(|| first(&[(true, Cells::Nothing), (false, Cells::Nothing)], &wide))
        .unwrap_or_else(|| (whole_table(lines, narrow, false, Cells::Nothing), Cells::Nothing));
    if table.len() > most {
        let n_left_out = table.len() - most.saturating_sub(1).max(1);
        table.truncate(table.len() - n_left_out);
        table.push(format!("     ... and {}", counted(n_left_out, "other player")));
        table.truncate(most);
    }
    if cells == Cells::Tenths && table.len() < most {
        table.push(cut("     tenths of the points; + is all of them", columns));
    }
    table
}

/// Names in a table that would be too wide otherwise.
const NARROWEST: usize = 10;

/// The table of many players.
const TENTHS: [(bool, Cells); 2] = [(true, Cells::Tenths), (false, Cells::Tenths)];

fn whole_table(lines: &[SceneLine], most_name: usize, has_elo: bool, cells: Cells) -> Vec<String> {
    let name_of = |line: &SceneLine| shortened(&line.name, most_name);
    let widest = |of: &dyn Fn(&SceneLine) -> usize, least: usize| {
        lines.iter().map(of).max().unwrap_or(0).max(least)
    };
    let name_width = widest(&|line| name_of(line).width(), "player".len());
    let score_width = widest(&|line| line.score.width(), "score".len());
    let elo_width = widest(&|line| line.elo.width(), "Elo".len());
    let cell = |own: usize, other: usize| match (cells, lines[own].met.get(other).copied()) {
        _ if own == other => "*".to_owned(),
        (Cells::Whole, Some(Some([halves, games]))) => format!("{}/{games}", halves_text(halves)),
        (Cells::Score, Some(Some([halves, _]))) => halves_text(halves),
        (Cells::Tenths, Some(Some([halves, games]))) if games > 0 => {
            // A game has two halves: so many tenths are five times the halves of a game.
            let tenths = u64::from(halves) * 5 / u64::from(games);
            if tenths < 10 { tenths.to_string() } else { "+".to_owned() }
        }
        _ => "-".to_owned(),
    };
    let has_cells = cells != Cells::Nothing;
    let count = if has_cells { lines.len() } else { 0 };
    let grid: Vec<Vec<String>> =
        (0..lines.len()).map(|own| (0..count).map(|other| cell(own, other)).collect()).collect();
    // Of a number of a player in so narrow a column the last digit is shown.
    let (least, most_digits) = if cells == Cells::Tenths { (1, 10) } else { (2, usize::MAX) };
    let cell_width = grid.iter().flatten().map(String::len).max().unwrap_or(0).max(least);
    let mut heading =
        format!("     {}  games  {:>score_width$}", padded("player", name_width), "score");
    if has_elo {
        heading += &format!("  {:>elo_width$}", "Elo");
    }
    let place = |place: usize| format!(" {:>cell_width$}", place % most_digits);
    heading.extend((1..=count).map(place));
    let row = |(own, line): (usize, &SceneLine)| {
        let (name, games) = (padded(&name_of(line), name_width), line.games);
        let mut text = format!("{:>3}  {name}  {games:>5}  {:>score_width$}", own + 1, line.score);
        if has_elo {
            text += &format!("  {:>elo_width$}", line.elo);
        }
        text.extend(grid[own].iter().map(|cell| format!(" {cell:>cell_width$}")));
        text
    };
    std::iter::once(heading).chain(lines.iter().enumerate().map(row)).collect()
}

/// The text with blanks behind it up to so many columns.
fn padded(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(text.width())))
}

/// As much of the text as fits into so many columns, with dots where it was cut.
fn cut(text: &str, columns: usize) -> String {
    const DOTS: &str = "...";
    if text.width() <= columns {
        return text.to_owned();
    }
    let room = columns.saturating_sub(DOTS.len());
    let mut shown: String = text.chars().take_while(fitting_into(room)).collect();
    shown.push_str(&DOTS[..columns.min(DOTS.len())]);
    shown
}

#[cfg(test)]
#[path = "view_tests.rs"]
mod tests;
