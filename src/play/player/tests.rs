//! An engine's seat against invented sessions; no process, no waiting.

use super::asking::UNLIMITED_BUDGET;
use super::waiting::{DELIVERY, OWN_RESTART};
use super::*;
use crate::games::{self, HistoryRules, Setup};
use crate::play::TimeControl;
use crate::protocol::{Answer, Capabilities, Info, Mode, Refused, Restart};
use crate::session::{Exit, ExitCause, ProcessEnd};

pub(super) const ABLE: Capabilities = Capabilities::SAMPLE;

/// A game in which an engine plays Black.
pub(super) struct Scene {
    pub(super) table: Table,
    pub(super) player: EnginePlayer,
    pub(super) session: SessionState,
    pub(super) search: SearchId,
    pub(super) now: Instant,
}

impl Scene {
    /// The engine was asked for its first move.
    fn asked(control: &str) -> Self {
        let game = games::find("othello").unwrap();
        let control = control.parse().unwrap();
        let rules = HistoryRules::default();
        let table = Table::new(game, Setup::default(), [control; 2], rules).unwrap();
        let link = game.link("nboard").unwrap();
        let mut player = EnginePlayer::new("Deep", link, Patience::MATCH);
        let (session, now) = (SessionState::able(ABLE), Instant::now());
        let asked = player.ask(&session, &table, now);
        let Some(Request::Search(search)) = asked else { panic!("no search") };
        assert_eq!(search.mode, Mode::Play);
        Self { table, player, session, search: search.id, now }
    }

    pub(super) fn thinking(control: &str) -> Self {
        let mut scene = Self::asked(control);
        let started = scene.event(Event::Started(scene.search));
        assert_eq!(started, Some(SeatNews::Thinking));
        scene
    }

    pub(super) fn event(&mut self, event: Event) -> Option<SeatNews> {
        self.news(News::Event(event))
    }

    pub(super) fn news(&mut self, what: News) -> Option<SeatNews> {
        let event = SessionEvent { at: self.now, what };
        self.session.note(&event, "Deep");
        self.player.handle(&event, &self.session, &mut self.table)
    }

    pub(super) fn answer(&mut self, text: &str) -> Option<SeatNews> {
        let mv = Some(text.to_owned()).filter(|text| !text.is_empty());
        self.event(Event::Answer(Answer { search: self.search, mv, ..Answer::default() }))
    }

    pub(super) fn info(&self, depth: &str, score: f64, pv: &str) -> Info {
        Info {
            search: self.search,
            line: Some(pv[..2].to_owned()),
            score: Some(score),
            depth: Some(depth.to_owned()),
            pv: pv.split('-').map(str::to_owned).collect(),
            ..Info::default()
        }
    }

    /// Time passes to the next deadline.
    fn silence(&mut self) -> Option<SeatNews> {
        self.now =
            self.player.poll_timeout(&self.session, &self.table).expect("something is waited for");
        self.player.handle_timeout(&self.session, self.now, &mut self.table)
    }

    fn cause(&self) -> &Cause {
        &self.table.forfeited().expect("one side has lost").1
    }
}

#[test]
fn an_engine_that_takes_parts_of_a_second_is_given_them_and_another_is_asked_for_one_ply() {
    let asked = |time_step| {
        let game = games::find("hive").unwrap();
        let control = "0.1s/move".parse().unwrap();
        let rules = HistoryRules::default();
        let table = Table::new(game, Setup::default(), [control; 2], rules).unwrap();
        let link = game.link("uhp").unwrap();
        let able = Capabilities { time_step, clock: false, ..ABLE };
        let mut player = EnginePlayer::new("Deep", link, Patience::MATCH);
        let Some(Request::Search(search)) =
            player.ask(&SessionState::able(able), &table, Instant::now())
        else {
            panic!("no search")
        };
        (search.limits.move_time, search.limits.depth)
    };
    assert_eq!(asked(None), (None, Some(1)));
    let millis = Duration::from_millis;
    assert_eq!(asked(Some(millis(1_000))), (None, Some(1)));
    assert_eq!(asked(Some(millis(1))), (Some(millis(100)), None));
}

#[test]
fn an_answer_is_a_move_with_its_evaluation() {
    let mut scene = Scene::thinking("10s");
    let infos = vec![scene.info("7", 1.0, "F5-d6"), scene.info("8", 2.5, "F5-f6")];
    scene.news(News::Infos(infos));
    scene.now += Duration::from_secs(3);
    let Some(SeatNews::Moved(played)) = scene.answer("F5") else { panic!("not played") };
    assert_eq!((played.mv.0.as_str(), played.elapsed), ("f5", Duration::from_secs(3)));
    let eval = &scene.table.record().node(played.node).evaluations[0];
    assert_eq!((eval.score, eval.depth.as_str(), eval.engine.as_str()), (2.5, "8", "Deep"));
    assert!(scene.player.is_idle());
}

fn refused(search: SearchId, words: &str) -> Event {
    let (what, why) = (Refused::Position, Reason::Said(words.to_owned()));
    Event::Refused(Refusal { search, what, why })
}

#[test]
fn a_refusal_names_what_was_refused() {
    let mut scene = Scene::thinking("10s");
    let (what, why) = (Refused::Command("go chequer".to_owned()), Reason::Said("no".to_owned()));
    scene.event(Event::Refused(Refusal { search: scene.search, what, why }));
    scene.event(Event::Ended(scene.search));
    let said = "answered go chequer with \u{201c}no\u{201d}";
    assert_eq!(scene.cause(), &Cause::BadOutput(said.to_owned()));
}

#[test]
fn an_engine_that_is_started_again_before_its_move_is_waited_for() {
    let mut scene = Scene::asked("10s");
    scene.event(Event::Restarting);
    assert_eq!(scene.player.poll_timeout(&scene.session, &scene.table), None);
    scene.now += Duration::from_secs(20);
    scene.event(Event::Restarted(Restart::OutOfStep));
    let due = scene
        .player
        .poll_timeout(&scene.session, &scene.table)
        .expect("it must get ready for its move now");
    assert!(scene.now < due, "it has had no time since it was ready");
}

#[test]
fn a_search_that_ends_after_a_refusal_was_refused_for_that() {
    let complain = |text: &str| Event::Complaint(text.to_owned());
    let bad = |text: &str| Cause::BadOutput(text.to_owned());
    for started in [true, false] {
        let mut scene = if started { Scene::thinking("10s") } else { Scene::asked("10s") };
        scene.event(complain("no hash"));
        scene.event(refused(scene.search, "bad position"));
        assert_eq!(scene.event(Event::Ended(scene.search)), Some(SeatNews::Lost));
        assert_eq!(scene.cause(), &bad("refused the position: bad position"));
    }
    // An earlier complaint, or one during its start, is not the reason.
    let mut scene = Scene::asked("10s");
    scene.event(complain("option \"hash\" is not sent"));
    scene.player.ask(&scene.session, &scene.table, scene.now);
    let Some(search) = scene.player.search() else { panic!("no search") };
    scene.event(complain("option \"book\" is not sent"));
    let (name, capabilities, options) = ("Deep".to_owned(), ABLE, Vec::new());
    scene.event(Event::Ready { name, capabilities, options });
    scene.event(Event::Started(search));
    scene.event(Event::Ended(search));
    assert_eq!(scene.cause(), &bad("ended its search without a move"));
}

#[test]
fn an_engine_that_its_client_stops_at_its_limit_has_lost_on_time() {
    // The client's timer rings before the player's, or after it.
    let limit = Duration::from_secs(10);
    for (clock, after, on_time) in [
        (false, limit - DELIVERY / 2, true),
        (false, limit, true),
        (false, limit - 2 * DELIVERY, false),
        (true, limit - DELIVERY / 2, false),
    ] {
        let mut scene = Scene::asked("10s/move");
        let (name, options) = ("Deep".to_owned(), Vec::new());
        let capabilities = Capabilities { clock, ..ABLE };
        scene.event(Event::Ready { name, capabilities, options });
        scene.event(Event::Started(scene.search));
        scene.now += after;
        assert_eq!(scene.event(Event::Ended(scene.search)), Some(SeatNews::Lost));
        assert_eq!(*scene.cause() == Cause::LostOnTime, on_time, "{clock} {after:?}");
        assert_eq!(scene.table.spent(scene.now)[0], after, "its clock shows what it has used");
    }
}

#[test]
fn an_engine_that_gives_up_at_once_has_not_lost_on_time_however_short_its_time_is() {
    for (after, on_time) in [(1, false), (4, false), (5, true), (10, true)] {
        let mut scene = Scene::asked("0.01s/move");
        let (name, options) = ("Deep".to_owned(), Vec::new());
        let capabilities = Capabilities { clock: false, ..ABLE };
        scene.event(Event::Ready { name, capabilities, options });
        scene.event(Event::Started(scene.search));
        scene.now += Duration::from_millis(after);
        scene.event(Event::Ended(scene.search));
        assert_eq!(*scene.cause() == Cause::LostOnTime, on_time, "after {after} ms");
        assert_eq!(scene.player.gave_up(), !on_time, "after {after} ms");
    }
}

#[test]
fn what_comes_after_the_flag_is_a_move_or_the_engine_has_given_up() {
    for (text, gave_up) in [("F5", false), ("", true), ("a1", true), ("zz", true)] {
        let mut scene = Scene::thinking("10s");
        scene.silence();
        assert_eq!(scene.cause(), &Cause::LostOnTime);
        assert_eq!(scene.answer(text), Some(SeatNews::Lost));
        assert_eq!(scene.player.gave_up(), gave_up, "{text}");
    }
}

#[test]
fn an_attended_engine_that_refuses_a_position_has_not_lost_yet() {
    let mut scene = Scene::asked("10s");
    scene.player = scene.player.attended();
    scene.event(refused(scene.search, "invalidmove No"));
    let why = Reason::Said("invalidmove No".to_owned());
    let cause = Cause::BadOutput("refused the position: invalidmove No".to_owned());
    let refused = Some(SeatNews::Refused { why, cause });
    assert_eq!(scene.event(Event::Ended(scene.search)), refused);
    assert!(scene.player.is_idle() && !scene.table.is_over());
}

#[test]
fn an_attended_engine_without_a_stop_is_interrupted_and_loses_nothing() {
    for (stop, expected) in [(false, SeatNews::Interrupted), (true, SeatNews::Lost)] {
        let mut scene = Scene::thinking("10s");
        scene.player = scene.player.attended();
        scene.session = SessionState::able(Capabilities { stop, ..ABLE });
        assert_eq!(scene.player.move_now(), Some(Request::Stop));
        assert_eq!(scene.event(Event::Ended(scene.search)), Some(expected));
        assert_eq!(scene.table.is_over(), stop);
    }
    // At the limit of its time it is late, in any game.
    let mut scene = Scene::thinking("5s/move");
    scene.player = scene.player.attended();
    scene.session = SessionState::able(Capabilities { stop: false, ..ABLE });
    assert_eq!(scene.silence(), Some(SeatNews::Send(Request::Stop)));
    assert_eq!(scene.event(Event::Ended(scene.search)), Some(SeatNews::Lost));
    assert_eq!(scene.cause(), &Cause::LostOnTime);
}

#[test]
fn an_engine_without_a_stop_has_time_to_start_anew_before_it_is_killed() {
    let mut scene = Scene::thinking("10s");
    scene.session = SessionState::able(Capabilities { stop: false, ..ABLE });
    let start = scene.now;
    assert_eq!(scene.player.abandon(scene.now), Some(Request::Abandon));
    assert_eq!(scene.silence(), Some(SeatNews::Unruly));
    assert_eq!(scene.now - start, Patience::MATCH.obey + OWN_RESTART);
}

#[test]
fn an_attended_engine_that_keeps_the_game_is_not_asked_to_think_for_ever() {
    let hive = games::find("hive").unwrap();
    let (rules, endless) = (HistoryRules::default(), [TimeControl::Unlimited; 2]);
    let table = Table::new(hive, Setup::default(), endless, rules).unwrap();
    let link = hive.link("uhp").unwrap();
    let player = || EnginePlayer::new("Deep", link, Patience::ENDLESS);
    for (mut player, expected) in [(player().attended(), Some(UNLIMITED_BUDGET)), (player(), None)]
    {
        let asked = player.ask(&SessionState::new(), &table, Instant::now());
        let Some(Request::Search(search)) = asked else { panic!("no search") };
        assert_eq!(search.limits.move_time, expected);
    }
}

#[test]
fn answers_to_other_searches_are_nobodys_moves() {
    let mut scene = Scene::thinking("10s");
    let stale = Answer { search: SearchId(0), mv: Some("F5".into()), ..Answer::default() };
    assert_eq!(scene.event(Event::Answer(stale)), None);
    assert_eq!(scene.event(Event::Ended(SearchId(0))), None);
    assert_eq!(scene.table.ply(), 0);
}

#[test]
fn what_cannot_be_played_loses_with_its_own_cause() {
    for (text, cause) in [
        ("a1", Cause::IllegalMove("a1".into())),
        ("PA", Cause::IllegalMove("PA".into())),
        ("zz", Cause::BadOutput("move “zz”".into())),
        ("", Cause::BadOutput("no move in its answer".into())),
    ] {
        let mut scene = Scene::thinking("10s");
        assert_eq!(scene.answer(text), Some(SeatNews::Lost), "{text}");
        assert_eq!(scene.cause(), &cause);
    }
}

#[test]
fn the_clock_runs_from_the_start_of_the_search() {
    let mut scene = Scene::asked("10s");
    scene.now += Duration::from_secs(5);
    scene.event(Event::Started(scene.search));
    scene.now += Duration::from_secs(1);
    let Some(SeatNews::Moved(played)) = scene.answer("F5") else { panic!("not played") };
    assert_eq!(played.elapsed, Duration::from_secs(1));
}

#[test]
fn a_silent_engine_loses_on_time_when_its_flag_falls() {
    let mut scene = Scene::thinking("10s");
    let start = scene.now;
    assert_eq!(scene.silence(), Some(SeatNews::Lost));
    assert_eq!(scene.now - start, Duration::from_secs(10) + DELIVERY);
    assert_eq!(scene.cause(), &Cause::LostOnTime);
    // It is still thinking: it gets a second to obey.
    assert_eq!(scene.player.abandon(scene.now), Some(Request::Abandon));
    assert_eq!(scene.silence(), Some(SeatNews::Unruly));
    assert!(scene.now - start < Duration::from_secs(12));
    assert!(scene.player.is_idle());
}

#[test]
fn a_line_read_in_time_counts_although_the_timer_rings() {
    let mut scene = Scene::thinking("10s");
    let flag = scene.table.flag_at().unwrap();
    assert_eq!(scene.player.handle_timeout(&scene.session, flag, &mut scene.table), None);
    scene.now = flag;
    assert!(matches!(scene.answer("F5"), Some(SeatNews::Moved(_))));
}

#[test]
fn an_engine_with_a_time_per_move_is_told_to_move() {
    let mut scene = Scene::thinking("2s/move");
    let start = scene.now;
    assert_eq!(scene.silence(), Some(SeatNews::Send(Request::Stop)));
    assert_eq!(scene.now - start, Duration::from_secs(2));
    scene.now += Duration::from_millis(20);
    assert!(matches!(scene.answer("F5"), Some(SeatNews::Moved(_))));
    let mut scene = Scene::thinking("2s/move");
    scene.silence();
    assert_eq!(scene.silence(), Some(SeatNews::Lost));
    assert_eq!(scene.cause(), &Cause::LostOnTime);
}

#[test]
fn an_engine_that_only_stops_has_moved_as_its_best_line_says() {
    let mut scene = Scene::thinking("2s/move");
    let infos =
        vec![scene.info("9", 1.0, "D3-c3"), scene.info("8", 5.0, "C4"), scene.info("9", 0.5, "F5")];
    scene.news(News::Infos(infos));
    assert_eq!(scene.player.move_now(), Some(Request::Stop));
    assert_eq!(scene.player.move_now(), None, "once is enough");
    let Some(SeatNews::Moved(played)) = scene.event(Event::Ended(scene.search)) else {
        panic!("not played")
    };
    assert_eq!(played.mv.0, "d3");
    // Unasked, the end of a search is not a move.
    let mut scene = Scene::thinking("2s/move");
    scene.news(News::Infos(vec![scene.info("9", 1.0, "D3-c3")]));
    assert_eq!(scene.event(Event::Ended(scene.search)), Some(SeatNews::Lost));
    assert!(matches!(scene.cause(), Cause::BadOutput(_)));
}

#[test]
fn an_engine_without_a_move_at_its_limit_has_lost_on_time() {
    let mut scene = Scene::thinking("2s/move");
    assert_eq!(scene.silence(), Some(SeatNews::Send(Request::Stop)));
    scene.now += Duration::from_millis(20);
    assert_eq!(scene.event(Event::Ended(scene.search)), Some(SeatNews::Lost));
    assert_eq!(scene.cause(), &Cause::LostOnTime);
    // Told to move before its limit by the user, it still had time.
    let mut scene = Scene::thinking("2s/move");
    scene.player.move_now();
    assert_eq!(scene.event(Event::Ended(scene.search)), Some(SeatNews::Lost));
    assert!(matches!(scene.cause(), Cause::BadOutput(_)));
}

#[test]
fn an_engine_that_does_not_get_ready_stalls() {
    let mut scene = Scene::asked("0.2s/move");
    let start = scene.now;
    assert_eq!(scene.silence(), Some(SeatNews::Lost));
    assert_eq!(scene.now - start, Patience::MATCH.ready);
    assert!(matches!(scene.cause(), Cause::Stalled(_)));
}

#[test]
fn a_starting_engine_has_the_deadlines_of_its_session() {
    let game = games::find("othello").unwrap();
    let rules = HistoryRules::default();
    let control = "1s".parse().unwrap();
    let mut table = Table::new(game, Setup::default(), [control; 2], rules).unwrap();
    let link = game.link("nboard").unwrap();
    let mut player = EnginePlayer::new("Slow", link, Patience::MATCH);
    let now = Instant::now();
    let mut session = SessionState::new();
    player.ask(&session, &table, now);
    assert_eq!(player.poll_timeout(&session, &table), None);
    let ready = Event::Ready { name: "Slow".into(), capabilities: ABLE, options: Vec::new() };
    let at = now + Duration::from_secs(20);
    let ready = SessionEvent { at, what: News::Event(ready) };
    session.note(&ready, "Slow");
    player.handle(&ready, &session, &mut table);
    assert_eq!(player.poll_timeout(&session, &table), Some(at + Patience::MATCH.ready));
}

#[test]
fn without_a_clock_patience_decides() {
    let mut scene = Scene::thinking("depth 20");
    assert_eq!(scene.silence(), Some(SeatNews::Lost));
    assert_eq!(scene.cause(), &Cause::Stalled("no move within 120 s".into()));
}

#[test]
fn without_a_clock_whoever_goes_on_talking_has_not_stalled() {
    let mut scene = Scene::thinking("depth 20");
    let first = scene.player.poll_timeout(&scene.session, &scene.table).unwrap();
    scene.now += Duration::from_secs(100);
    let info = scene.info("9", 1.0, "c4-c3");
    scene.event(Event::Info(info));
    assert_eq!(scene.player.handle_timeout(&scene.session, first, &mut scene.table), None);
    assert_eq!(scene.silence(), Some(SeatNews::Lost));
    assert_eq!(scene.cause(), &Cause::Stalled("no move within 220 s".into()));
}

#[test]
fn a_crash_is_named_and_leaves_the_seat_free() {
    let mut scene = Scene::thinking("10s");
    let exit = Exit {
        cause: ExitCause::Crashed,
        status: ProcessEnd::Code(139),
        stderr: vec!["oh no".into()],
    };
    assert_eq!(scene.news(News::Ended(exit)), Some(SeatNews::Lost));
    assert_eq!(scene.cause().to_string(), "crashed (exit 139)");
    assert!(scene.player.is_idle());
}

#[test]
fn an_abandoned_search_is_swallowed() {
    let mut scene = Scene::thinking("10s");
    assert_eq!(scene.player.abandon(scene.now), Some(Request::Abandon));
    assert_eq!(scene.answer("F5"), Some(SeatNews::Settled));
    assert_eq!(scene.table.ply(), 0);
    assert_eq!(scene.player.abandon(scene.now), None);
}

#[test]
fn an_engine_that_is_started_again_because_its_search_does_not_end_has_stalled_or_is_interrupted() {
    let restart = || Event::Restarting;
    let mut scene = Scene::thinking("10s");
    scene.player.move_now();
    assert_eq!(scene.event(restart()), None);
    assert_eq!(scene.event(Event::Ended(scene.search)), Some(SeatNews::Lost));
    assert_eq!(scene.cause(), &Cause::Stalled("did not answer when told to move".to_owned()));

    let mut scene = Scene::thinking("10s");
    scene.player = scene.player.attended();
    scene.player.move_now();
    scene.event(restart());
    assert_eq!(scene.event(Event::Ended(scene.search)), Some(SeatNews::Interrupted));
    assert!(!scene.table.is_over());
}
