//! A chat log without the time and the name in front of each line: `[20:14:03] <anna> 1. 32-28`.
//!
//! Knows no program: the forms are those that many of them share.

/// The text without what stands in front of its lines; `None` if it is no chat.
pub(super) fn without_talkers(text: &str) -> Option<String> {
    let n_lines = text.lines().filter(|line| !line.trim().is_empty()).count();
    let n_said = text.lines().filter(|line| said(line).is_some()).count();
    let is_chat = n_said > 1 && n_said * 2 >= n_lines;
    let rest =
        || text.lines().map(|line| said(line).unwrap_or(line)).collect::<Vec<_>>().join("\n");
    is_chat.then(rest)
}

/// What is said in this line, behind a time in brackets, a name, or both. A time alone is no sign of a chat: it may
/// be a capture, `14:23`.
fn said(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let (is_sure, behind) = match line.strip_prefix(['[', '(']) {
        Some(inner) => (true, time(inner)?.trim_start().strip_prefix([']', ')'])?),
        None => (false, time(line).unwrap_or(line)),
    };
    let has_time = is_sure || behind.len() < line.len();
    let behind = behind.trim_start();
    let behind = behind.strip_prefix("- ").filter(|_| has_time).unwrap_or(behind);
    match name(behind, has_time) {
        Some(said) => Some(said.trim_start()),
        None => is_sure.then_some(behind),
    }
}

/// What follows `20:14`, `20:14:03`, or `02.01.24, 20:14`.
fn time(text: &str) -> Option<&str> {
    let is_date = |word: &str| {
        let parts: Vec<&str> = word.split(['.', '/', '-']).collect();
        let is_number = |part: &&str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        parts.len() == 3 && parts.iter().all(is_number)
    };
    let text = match text.split_once([' ', 'T']) {
        Some((date, rest)) if is_date(date.trim_end_matches(',')) => rest.trim_start(),
        Some(_) | None => text,
    };
    let end = text.find(|c: char| !c.is_ascii_digit() && c != ':').unwrap_or(text.len());
    let (clock, rest) = text.split_at(end);
    let parts: Vec<&str> = clock.split(':').collect();
    let is_clock = (2..=3).contains(&parts.len())
        && parts.iter().all(|part| (1..=2).contains(&part.len()))
        && parts[0].parse().is_ok_and(|hour: u8| hour < 24);
    let rest = ["AM", "PM", "am", "pm"]
        .iter()
        .find_map(|half| rest.trim_start().strip_prefix(half))
        .unwrap_or(rest);
    is_clock.then_some(rest)
}

/// What follows `<anna>`, or `Anna:` where a name has to come.
fn name(text: &str, has_time: bool) -> Option<&str> {
    /// No longer name is looked for.
    const LONGEST: usize = 40;
    let is_name = |name: &str| {
        name.len() <= LONGEST && name.starts_with(|c: char| c.is_alphabetic() || "@+~_".contains(c))
    };
    if let Some((name, said)) = text.strip_prefix('<').and_then(|rest| rest.split_once('>')) {
        return is_name(name).then_some(said);
    }
    let (name, said) = text.split_once(": ").filter(|_| has_time)?;
    is_name(name).then_some(said)
}
