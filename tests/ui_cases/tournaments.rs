//! The form for a tournament, and a tournament that runs.

use std::path::PathBuf;

use quintet::app::{
    EloView, MatchView, TestView, TournamentDraft, TournamentFile, TournamentLine, TournamentPlace,
    TournamentView,
};
use quintet::ui::MatchKind;

use super::*;

/// A running tournament of three engines, or of two that a test ends.
fn running_tournament(with_test: bool) -> MatchView {
    let names: &[&str] = match with_test {
        true => &["Edax 4.6", "Quintet Othello (level 10)"],
        false => &["Edax 4.6", "Quintet Othello (level 10)", "Quintet Othello (level 9)"],
    };
    let n = names.len();
    let line = |((place, name), lost): ((usize, &&str), u32)| TournamentLine {
        name: (*name).to_owned(),
        own_name: String::new(),
        wins: 6 - 2 * lost,
        draws: 1,
        losses: 1 + 2 * lost,
        score: 6.5 - 2.0 * place as f64,
        points: None,
        tie_break: 12.25,
        elo: {
            let value = 100.0 - 100.0 * place as f64;
            Some(EloView::Around { value, low: value - 60.0, high: value + 60.0 })
        },
        against: (0..n).map(|other| (other != place).then_some((2.5, 4))).collect(),
        withdrawn: false,
    };
    let curve: Vec<(u32, f64)> = (0..40).map(|n| (n, f64::from(n) * 0.04)).collect();
    let tournament = TournamentView {
        format: if with_test { "match" } else { "round-robin" },
        round: if with_test { (1, 1) } else { (2, 3) },
        tie_break: "SB",
        lines: names.iter().enumerate().zip(0..).map(line).collect(),
        test: with_test.then(|| TestView {
            terms: "elo0=0,elo1=5,alpha=0.05,beta=0.05,model=normalized".to_owned(),
            pairs: 39,
            llr: 1.56,
            bounds: [-2.94, 2.94],
            verdict: None,
            curve: curve.into(),
        }),
    };
    MatchView {
        title: "Autumn cup".to_owned(),
        conditions: "Othello, round-robin of 3 players, 12 games, 1s/move".to_owned(),
        standing: Default::default(),
        below: Default::default(),
        tournament: Some(tournament.into()),
        ..running_match()
    }
}

#[test]
fn the_command_for_a_new_tournament_shows_its_form_unless_a_match_runs() {
    let by_palette = |runs: bool, words: &str| {
        let mut found = running_tournament(false);
        found.over = !runs;
        let mut h = window_with(Mode::Play, |s| s.matching = Some(found.into()));
        h.state_mut().commands.clear();
        key(&mut h, CTRL, Key::K);
        type_into(&mut h, "Command to search", words);
        key(&mut h, NONE, Key::Enter);
        h
    };
    for (words, kind) in
        [("New tournament\u{2026}", MatchKind::Tournament), ("New match\u{2026}", MatchKind::Match)]
    {
        let mut h = by_palette(false, words);
        assert_eq!(taken(&mut h), [Command::Game(GameCommand::SetMode(Mode::Match))]);
        let state = &h.state().ui;
        assert_eq!(state.match_kind, kind);
        assert_eq!(state.tournament_form.is_some(), kind == MatchKind::Tournament);
        assert_eq!(state.match_form.is_some(), kind == MatchKind::Match);
    }
    let mut h = by_palette(true, "New tournament\u{2026}");
    assert_eq!(taken(&mut h), [], "another one runs");
    assert_eq!(h.state().ui.match_kind, MatchKind::Match);
}

#[test]
fn what_a_folder_has_is_shown_in_place_of_the_form_once_it_is_there() {
    let mut h = window(Mode::Match);
    click(&mut h, "Tournament");
    type_into(&mut h, "Name of the tournament", "Spring");
    click(&mut h, "Go on with the match or tournament of a folder");
    h.get_by_label("Path of the file").type_text("/home/me/cup");
    h.run();
    click(&mut h, "Go on");
    let folder = PathBuf::from("/home/me/cup");
    assert_eq!(taken(&mut h), [Command::Match(MatchCommand::Resume(folder.clone()))]);
    assert!(h.state().ui.tournament_form.is_some(), "nothing is there yet");
    let mut found = running_tournament(false);
    (found.over, found.folder) = (true, Some(folder));
    h.state_mut().snapshot.matching = Some(found.into());
    h.run();
    assert!(h.query_by_label("Start the tournament").is_none());
    let last = h.state().ui.last_tournament.as_ref().unwrap();
    assert!(h.state().ui.tournament_form.is_none() && last.name.contains("Spring"));
}

#[test]
fn the_file_of_openings_is_typed_or_chosen() {
    let mut h = window(Mode::Match);
    click(&mut h, "Tournament");
    click(&mut h, "Choose the file with the openings");
    h.get_by_label("Path of the file").type_text("/home/me/club.ggf");
    h.run();
    click(&mut h, "Choose");
    assert_eq!(taken(&mut h), [], "nothing is opened");
    let typed = h.get_by_label("Openings: value").accesskit_node().value();
    assert_eq!(typed.as_deref(), Some("/home/me/club.ggf"));
    click(&mut h, "Start the tournament");
    let commands = taken(&mut h);
    let [Command::Match(MatchCommand::StartTournament { text, .. })] = commands.as_slice() else {
        panic!("{commands:?}");
    };
    let file = TournamentFile::read(text).unwrap();
    assert_eq!(file.openings_file.as_deref(), Some("/home/me/club.ggf"));
}

#[test]
fn a_tournament_is_described_and_started_by_the_text_of_its_file() {
    let mut h = window(Mode::Match);
    click(&mut h, "Tournament");
    type_into(&mut h, "Pairs of games of an encounter", "many");
    assert!(h.query_by_label_contains("is not a number of pairs").is_some());
    click(&mut h, "Start the tournament");
    assert_eq!(taken(&mut h), []);

    let mut h = window(Mode::Match);
    click(&mut h, "Tournament");
    type_into(&mut h, "Name of the tournament", " of autumn");
    click(&mut h, "Add a player");
    type_into(&mut h, "Pairs of games of an encounter", "5");
    click(&mut h, "Start the tournament");
    let commands = taken(&mut h);
    let [Command::Match(MatchCommand::StartTournament { text, place })] = commands.as_slice()
    else {
        panic!("{commands:?}");
    };
    assert_eq!(*place, TournamentPlace::Matches);
    let file = TournamentFile::read(text).unwrap();
    assert!(file.name.contains(" of autumn"), "{}", file.name);
    assert_eq!(file.player.len(), 3);
    assert_eq!(file.pairs.map(std::num::NonZero::get), Some(5));
    let engines: Vec<&str> = file.player.iter().map(|wish| wish.engine.as_str()).collect();
    assert!(engines.iter().any(|engine| engine.contains(":option.level=")), "{engines:?}");
}

#[test]
fn a_file_is_shown_in_the_form_and_keys_without_a_field_stay() {
    let text = "name = \"From a file\"\nformat = \"swiss\"\nrounds = 2\nmargin = 0.5\n\
                [[player]]\nengine = \"builtin:1\"\nname = \"One\"\n\
                [[player]]\nengine = \"/opt/edax\"\nprotocol = \"nboard\"\n\
                [[player]]\nengine = \"builtin:3\"\ntime = \"depth 4\"\n\
                [[player]]\nengine = \"builtin:4\"\n";
    let place = TournamentPlace::Beside("/home/me/cup.toml".into());
    let file = TournamentFile::read(text).unwrap();
    let written = file.to_text();
    let mut h = window_with(Mode::Match, |s| {
        s.tournament_draft = Some(TournamentDraft { number: 1, file, place }.into());
    });
    click(&mut h, "Start the tournament");
    let commands = taken(&mut h);
    let [Command::Match(MatchCommand::StartTournament { text, place })] = commands.as_slice()
    else {
        panic!("{commands:?}");
    };
    assert_eq!(*text, written);
    assert_eq!(*place, TournamentPlace::Beside("/home/me/cup.toml".into()));
}

#[test]
fn the_form_reads_and_writes_how_openings_are_used_and_the_cycles_of_a_gauntlet() {
    let of = |keys: &str| {
        let players = "[[player]]\nengine = \"builtin:1\"\n[[player]]\nengine = \"builtin:2\"\n";
        TournamentFile::read(&format!("format = \"gauntlet\"\n{keys}\n{players}")).unwrap()
    };
    let place = TournamentPlace::Matches;
    let started = |h: &mut Window| {
        click(h, "Start the tournament");
        let commands = taken(h);
        let [Command::Match(MatchCommand::StartTournament { text, .. })] = commands.as_slice()
        else {
            panic!("{commands:?}");
        };
        text.clone()
    };
    let keys = "challengers = 1\ncycles = 3\nopenings-file = \"club.ggf\"\n\
                openings-order = \"random\"\nopening-plies = 10";
    let file = of(keys);
    let mut h = window_with(Mode::Match, |s| {
        let draft = TournamentDraft { number: 1, file: file.clone(), place: place.clone() };
        s.tournament_draft = Some(draft.into());
    });
    assert_eq!(started(&mut h), file.to_text(), "nothing was changed");

    let bare = of("openings-file = \"club.ggf\"");
    let mut h = window_with(Mode::Match, |s| {
        s.tournament_draft = Some(TournamentDraft { number: 1, file: bare, place }.into());
    });
    type_into(&mut h, "Number of challengers", "1");
    type_into(&mut h, "Cycles: value", "3");
    type_into(&mut h, "Their plies: value", "10");
    click(&mut h, "Order of the openings");
    click(&mut h, "Random, by the seed");
    assert_eq!(started(&mut h), file.to_text(), "all of it was typed");
}

#[test]
fn a_running_tournament_shows_its_table_its_crosstable_and_its_test() {
    let mut h = window_with(Mode::Match, |s| s.matching = Some(running_tournament(false).into()));
    assert!(h.query_by_label_contains("21 of 40 games, round 2 of 3").is_some());
    let line = "1. Edax 4.6: 6 wins, 1 draw, 1 loss, score 6.5, Elo +100 \u{b1}60";
    assert!(h.query_by_label(line).is_some());
    assert!(
        h.query_all_by_label("Edax 4.6 against Quintet Othello (level 9): 2\u{bd} of 4").count()
            > 0
    );
    click(&mut h, "Crosstable");
    assert!(h.query_by_label_contains("Game 21: ").is_none());
    click(&mut h, "Games");
    assert!(h.query_by_label_contains("Game 21: ").is_some());
    click(&mut h, "Games at once: more");
    assert_eq!(taken(&mut h), [Command::Match(MatchCommand::PlayAtOnce(3))]);

    let h = window_with(Mode::Match, |s| s.matching = Some(running_tournament(true).into()));
    assert!(h.query_by_label_contains("Test: LLR +1.56 after 39 pairs, elo0=0").is_some());

    let mut over = running_tournament(false);
    (over.over, over.finished) = (true, 40);
    over.folder = Some("/home/me/cup".into());
    let mut h = window_with(Mode::Match, |s| s.matching = Some(over.clone().into()));
    click(&mut h, "Make longer\u{2026}");
    let folder = || std::path::PathBuf::from("/home/me/cup");
    assert_eq!(taken(&mut h), [Command::Match(MatchCommand::ReadTournament(folder()))]);
    over.finished = 30;
    let mut h = window_with(Mode::Match, |s| s.matching = Some(over.into()));
    click(&mut h, "Go on");
    assert_eq!(taken(&mut h), [Command::Match(MatchCommand::Resume(folder()))]);
}

#[test]
fn late_games_can_be_played_again_where_that_changes_no_pairing() {
    let mut over = running_tournament(false);
    (over.over, over.finished, over.late) = (true, 40, 3);
    over.folder = Some("/home/me/cup".into());
    let name = "Play 3 late games again";
    let mut h = window_with(Mode::Match, |s| s.matching = Some(over.clone().into()));
    click(&mut h, name);
    let command = MatchCommand::ReplayLate("/home/me/cup".into());
    assert_eq!(taken(&mut h), [Command::Match(command)]);
    over.keeps_late = Some("A swiss pairs its rounds by results.".to_owned());
    let mut h = window_with(Mode::Match, |s| s.matching = Some(over.clone().into()));
    h.get_by_label_contains(name).click();
    h.run();
    assert_eq!(taken(&mut h), []);
    // While it runs there is no such button, nor where no game was lost late.
    over.over = false;
    let running = over.clone();
    let h = window_with(Mode::Match, |s| s.matching = Some(running.into()));
    assert!(h.query_by_label_contains("late game").is_none());
    (over.over, over.late) = (true, 0);
    let h = window_with(Mode::Match, |s| s.matching = Some(over.into()));
    assert!(h.query_by_label_contains("late game").is_none());
}

#[test]
fn rarer_keys_of_a_tournament_have_fields_in_a_group_that_is_opened() {
    let mut h = window(Mode::Match);
    click(&mut h, "Tournament");
    assert!(h.query_by_label("Site: value").is_none());
    click(&mut h, "More rules");
    type_into(&mut h, "Site: value", "Leiden");
    type_into(&mut h, "Exact from: value", "14");
    type_into(&mut h, "Draw at: value", "200");
    type_into(&mut h, "Processors: value", "0-1");
    type_into(&mut h, "Play again if: value", "late, ");
    type_into(&mut h, "Play again if: value", "lazy");
    assert!(h.query_by_label_contains("\"lazy\" is not a cause; known: crashed").is_some());
    (0..4).for_each(|_| h.key_press(egui::Key::Backspace));
    type_into(&mut h, "Play again if: value", "crashed");
    type_into(&mut h, "At most: value", "5");
    type_into(&mut h, "Win by score: value", "score=10 plies=6");
    assert!(h.query_by_label("Its limit: value").is_none());
    type_into(&mut h, "Referee: value", "/opt/edax");
    type_into(&mut h, "Its limit: value", "depth 12");
    type_into(&mut h, "Its protocol: value", "nb");
    assert!(h.query_by_label_contains("\"nb\" is not a protocol; known: hub").is_some());
    type_into(&mut h, "Its protocol: value", "oard");
    click(&mut h, "Start the tournament");
    let commands = taken(&mut h);
    let [Command::Match(MatchCommand::StartTournament { text, .. })] = commands.as_slice() else {
        panic!("{commands:?}");
    };
    for line in [
        "site = \"Leiden\"",
        "exact-empties = 14",
        "max-plies = 200",
        "affinity = \"0-1\"",
        "replay = [\"late\", \"crashed\"]",
        "replay-most = 5",
        "referee = \"/opt/edax\"",
        "referee-protocol = \"nboard\"",
        "referee-time = \"depth 12\"",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}: {text}");
    }
}

#[test]
fn after_a_match_the_form_of_a_tournament_is_shown_where_it_is_chosen() {
    let mut over = running_match();
    over.over = true;
    let mut h = window_with(Mode::Match, |s| s.matching = Some(over.into()));
    click(&mut h, "New match\u{2026}");
    type_into(&mut h, "Number of games", "4");
    click(&mut h, "Tournament");
    assert!(h.query_by_label("Name of the tournament").is_some());
    // The choice in the panel, not the modes and pages at its left.
    let matches = h.query_all_by_label("Match");
    let left = |node: &egui_kittest::Node<'_>| node.rect().left();
    matches.max_by(|one, other| left(one).total_cmp(&left(other))).unwrap().click();
    h.run();
    let typed = h.get_by_label("Number of games").accesskit_node().value();
    assert_eq!(typed.as_deref(), Some("204"));
}

#[test]
fn a_player_has_the_name_that_is_typed_also_with_another_engine() {
    let mut h = window(Mode::Match);
    click(&mut h, "Tournament");
    type_into(&mut h, "Player 2: name", "Candidate");
    click(&mut h, "Start the tournament");
    let commands = taken(&mut h);
    let [Command::Match(MatchCommand::StartTournament { text, .. })] = commands.as_slice() else {
        panic!("{commands:?}");
    };
    let file = TournamentFile::read(text).unwrap();
    let names: Vec<Option<&str>> =
        file.player.iter().map(|player| player.name.as_deref()).collect();
    assert_eq!(names[..2], [None, Some("Candidate")]);
}

#[test]
fn a_message_moves_no_button_of_the_form_of_a_tournament() {
    let places = [false, true].map(|is_told| {
        let mut h = window_with(Mode::Match, |s| {
            s.matching = None;
            let text = "The file cannot be read: it has no players. ".repeat(6);
            let notice = Notice { id: 5, kind: NoticeKind::Error, text, offer: None };
            s.notices = if is_told { vec![notice].into() } else { s.notices.clone() };
        });
        click(&mut h, "Tournament");
        h.run();
        let message = h.query_by_label_contains("it has no players").map(|found| found.rect());
        assert_eq!(message.is_some(), is_told);
        ["Start the tournament", "Open the file of a tournament"].map(|name| {
            let button = h.get_by_label(name).rect();
            assert!(message.is_none_or(|message| message.bottom() <= button.top()), "{name}");
            button
        })
    });
    assert_eq!(places[0], places[1]);
}

#[test]
fn the_delays_of_all_players_can_be_read() {
    let delay = |n: usize| {
        let time = std::time::Duration::from_micros(10 * n as u64);
        (format!("Player {n} of the list"), time, time)
    };
    let mut h = window_with(Mode::Match, |s| {
        let delays = (1..=6).map(delay).collect();
        let disagreements = vec![("Edax 4.6".to_owned(), 2, "the result".to_owned())];
        s.matching = Some(MatchView { delays, disagreements, ..running_tournament(false) }.into());
    });
    h.run();
    for n in 1..=6 {
        let words = format!("Player {n} of the list: median 0.0{n} ms, 99th percentile 0.0{n} ms");
        h.get_by_label(&words).scroll_to_me();
        h.run();
        assert!(is_seen(&h, &words), "{words}");
    }
    assert!(h.query_by_label_contains("disagrees with the referee 2 times").is_some());
    assert!(h.query_by_label("Tournament: running").is_some());
}
