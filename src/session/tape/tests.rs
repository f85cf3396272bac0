//! Transcripts read as scripts, and replayed.

use std::time::Instant;

use super::super::log::Log;
use super::*;

fn said(replay: &mut Replay<'_>) -> Vec<String> {
    let mut texts = Vec::new();
    while let Part::Say { text, .. } = replay.next_part() {
        texts.push(text);
    }
    texts
}

const SESSION: &str = "It crashed\nengine: Toy\n\n       0.0 -- CMD toy\n       1.0 >> hub\n   \
    51.0 << id name=Toy^M\n      51.5 !! warm\n      52.0 << wait\n      53.0 >> init\n      \
    53.0 >> ping 7\n      60.0 << pong 7\n      61.0 >> level depth=3\n      61.0 >> go think\n\
    62.0 << xx [30 bytes more]\n 63.0 -- END Crashed signal 11 (segmentation fault)\n";

#[test]
fn a_transcript_is_read_with_its_times_and_its_end() {
    let tape = Tape::read(SESSION, 1).unwrap();
    assert_eq!(tape.end, Some(TapeEnd::Signal(11)));
    let marks: Vec<&str> = tape.lines.iter().map(|line| line.direction.mark()).collect();
    assert_eq!(marks.join(""), ">><<!!<<>>>><<>>>><<");
    assert_eq!(tape.lines[1].text, "id name=Toy\r");
    assert_eq!(tape.lines[1].at, Duration::from_millis(51));
    assert_eq!((tape.lines[9].text.as_str(), tape.lines[9].cut), ("xx", 30));
    assert_eq!(tape.lines[0].number, 5, "as an editor counts");
}

#[test]
fn what_a_log_writes_is_read_again() {
    let start = Instant::now();
    let log = Log::new(start);
    log.append(start, Direction::Sent, "info");
    log.append(start + Duration::from_millis(20), Direction::Received, "a\tb\0");
    log.append(start + Duration::from_millis(20), Direction::Received, "");
    log.append_unfinished(start + Duration::from_millis(21), "move 3");
    log.append(
        start + Duration::from_millis(21),
        Direction::Note,
        &end_note(&ExitCause::ClosedOutput, ProcessEnd::Signal(9)),
    );
    let mut text = String::new();
    log.write_transcript(&mut text).unwrap();
    // Editors cut blanks at the ends of lines.
    let text: String = text.lines().map(|line| format!("{}\n", line.trim_end())).collect();
    let tape = Tape::read(&text, 1).unwrap();
    let texts: Vec<&str> = tape.lines.iter().map(|line| line.text.as_str()).collect();
    assert_eq!(texts, ["info", "a\tb\0", "", "move 3"]);
    let unfinished: Vec<bool> = tape.lines.iter().map(|line| line.unfinished).collect();
    assert_eq!(unfinished, [false, false, false, true]);
    assert_eq!(tape.end, Some(TapeEnd::ClosedOutput));
}

#[test]
fn the_end_is_written_for_people_and_read_in_the_older_words_too() {
    for (cause, status, note, end) in [
        (ExitCause::Crashed, "exit 3", "END: it ended by itself; exit 3", TapeEnd::Exit(3)),
        (ExitCause::Crashed, "", "END: it ended by itself", TapeEnd::Exit(1)),
        (
            ExitCause::Stalled("did not answer ping within 5 s".to_owned()),
            "signal 9 (killed)",
            "END: did not answer ping within 5 s; signal 9 (killed)",
            TapeEnd::Ended,
        ),
        (ExitCause::Asked, "exit 0", "END: it was asked to quit; exit 0", TapeEnd::Ended),
    ] {
        assert_eq!(end_note(&cause, status.parse().unwrap()), note);
        let older = format!("END {cause:?} {status}");
        for note in [note, older.trim_end()] {
            let tape = Tape::read(&format!("0 >> a\n1 << b\n2 -- {note}\n"), 1).unwrap();
            let is_bare = status.is_empty() && note == older.trim_end();
            assert_eq!(tape.end.as_ref(), (!is_bare).then_some(&end).or(Some(&TapeEnd::Ended)));
        }
    }
}

#[test]
fn the_engine_s_part_is_played_as_recorded() {
    let tape = Tape::read(SESSION, 1).unwrap();
    let mut replay = Replay::new(&tape);
    assert!(matches!(replay.next_part(), Part::Listen(line) if line.text == "hub"));
    assert_eq!(replay.match_line("hub"), LineMatch::Same);
    let Part::Say { text, delay, .. } = replay.next_part() else { panic!("it speaks") };
    assert_eq!((text.as_str(), delay), ("id name=Toy\r", Duration::from_millis(50)));
    assert_eq!(said(&mut replay), ["warm", "wait"]);
    assert_eq!(replay.match_line("init"), LineMatch::Same);
    assert_eq!(replay.match_line("ping 7"), LineMatch::Same);
    assert_eq!(said(&mut replay), ["pong 7"]);
    assert_eq!(
        (replay.match_line("level depth=3"), replay.match_line("go think")),
        (LineMatch::Same, LineMatch::Same)
    );
    assert_eq!(said(&mut replay), ["xx"]);
    assert_eq!(replay.next_part(), Part::End(&TapeEnd::Signal(11)));
}

#[test]
fn a_program_that_counts_otherwise_or_leaves_something_out_is_answered() {
    let tape = Tape::read(SESSION, 1).unwrap();
    let mut replay = Replay::new(&tape);
    assert_eq!(replay.match_line("hub 2"), LineMatch::Otherwise("hub".to_owned()));
    assert_eq!(said(&mut replay).len(), 3);
    assert_eq!(replay.match_line("what is this"), LineMatch::Unknown);
    assert_eq!(replay.match_line("ping 4"), LineMatch::Ahead(1));
    assert_eq!(said(&mut replay), ["pong 4"], "the fence closes");
    assert_eq!(replay.match_line("go think"), LineMatch::Ahead(1));
    assert_eq!(said(&mut replay), ["xx"]);
}

#[test]
fn what_is_no_transcript_is_refused_with_its_line() {
    assert_eq!(Tape::read("", 1), Err(TapeError::NoTranscript));
    assert_eq!(Tape::read("{\"a\": 1}\n", 1), Err(TapeError::NoTranscript));
    let broken = "1.0 >> hub\n1.5 << id\noops\n";
    let error = Tape::read(broken, 1).unwrap_err();
    assert_eq!(error.to_string(), "line 3: \"oops\" is not a line of a transcript");
    let silent = Tape::read("0.0 -- CMD x\n0.1 -- cannot start \"x\"\n", 1).unwrap_err();
    assert_eq!(silent.to_string(), "it has no dialogue: cannot start \"x\"");
}

#[test]
fn an_engine_that_was_started_again_has_parts() {
    let text = "0 >> info\n1 << id A\n2 -- RESTART: interrupted\n3 >> info\n4 << id B\n\
        5 -- END Crashed exit 3\n";
    let tape = Tape::read(text, 1).unwrap();
    assert_eq!((tape.n_restarts, tape.end), (1, Some(TapeEnd::Ended)));
    assert_eq!(tape.lines[1].text, "id A");
    let tape = Tape::read(text, 2).unwrap();
    assert_eq!((tape.lines[1].text.as_str(), tape.end), ("id B", Some(TapeEnd::Exit(3))));
    let error = Tape::read(text, 3).unwrap_err().to_string();
    assert_eq!(error, "there is no part 3: the engine was started 2 times");
}

#[test]
fn the_transcripts_of_the_protocol_tests_are_read_too() {
    let text = "# a remark\n> hub\n< id name=Toy\n+ 1.5s\n< wait\nE oh\n! ready\n< <eof>\n";
    let tape = Tape::read(text, 1).unwrap();
    assert_eq!(tape.lines.len(), 4);
    assert_eq!(tape.lines[2].at, Duration::from_millis(1500));
    assert_eq!(tape.end, Some(TapeEnd::ClosedOutput));
}

#[test]
fn whatever_is_read_does_no_harm() {
    for text in [
        "inf >> x",
        "-1 >> x",
        "1e300 >> x",
        "1 >>x",
        "1 >> x [99999999999999999999 bytes more]",
        "1 é x",
        "^ << ^",
        "1 -- 18446744073709551615 lines were not kept\n1 -- 1 lines were not kept",
    ] {
        drop(Tape::read(text, 1));
        drop(Tape::read(&format!("1 >> a\n{text}\n1 << ^"), 1));
    }
}
