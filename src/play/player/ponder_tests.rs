//! Thinking on the other's time, against invented sessions; no process, no waiting.

use super::tests::{ABLE, Scene};
use super::*;
use crate::games::Side;
use crate::protocol::{Answer, Capabilities, Mode};
use crate::session::{Exit, ExitCause, ProcessEnd};

/// An engine that has moved f5, expects f6 and was let think about it.
fn pondering(control: &str) -> (Scene, SearchId) {
    let mut scene = Scene::thinking(control);
    scene.player = std::mem::replace(&mut scene.player, spare()).with_pondering(true);
    scene.now += Duration::from_secs(1);
    let answer = Answer {
        search: scene.search,
        mv: Some("F5".to_owned()),
        ponder: Some("F6".to_owned()),
        ..Answer::default()
    };
    assert!(matches!(scene.event(Event::Answer(answer)), Some(SeatNews::Moved(_))));
    let Some(Request::Search(search)) = scene.player.ponder(&scene.session, &scene.table) else {
        panic!("no search")
    };
    assert_eq!(search.mode, Mode::Ponder);
    let moves: Vec<&str> = search.root.moves.iter().map(|mv| &*mv.mv).collect();
    assert_eq!(moves, ["F5", "F6"], "with the reply it expects");
    (scene, search.id)
}

fn spare() -> EnginePlayer {
    let link = crate::games::find("othello").unwrap().link("nboard").unwrap();
    EnginePlayer::new("spare", link, Patience::MATCH)
}

/// The opponent moves at once.
fn reply(scene: &mut Scene, mv: &str) -> Option<Request> {
    scene.table.play(mv, scene.now, None).unwrap();
    scene.player.ask(&scene.session, &scene.table, scene.now)
}

const fn count(hits: u32, all: u32) -> Option<PonderCount> {
    Some(PonderCount { hits, all })
}

#[test]
fn a_right_guess_goes_on_as_the_search_for_the_move() {
    let (mut scene, search) = pondering("10s");
    assert_eq!(scene.event(Event::Started(search)), None, "its clock stands");
    assert_eq!(scene.table.clock(Side::First, scene.now).running_since, None);
    scene.search = search;
    scene.news(News::Infos(vec![scene.info("14", 3.0, "E6-d6")]));
    scene.now += Duration::from_secs(5);
    assert_eq!(
        scene.player.poll_timeout(&scene.session, &scene.table),
        None,
        "there is no deadline"
    );
    assert_eq!(reply(&mut scene, "f6"), Some(Request::PonderHit));
    assert_eq!(scene.event(Event::Started(search)), Some(SeatNews::Thinking));
    scene.now += Duration::from_secs(2);
    let Some(SeatNews::Moved(played)) = scene.answer("E6") else { panic!("not played") };
    assert_eq!(played.elapsed, Duration::from_secs(2), "only since the reply was made");
    let eval = &scene.table.record().node(played.node).evaluations[0];
    assert_eq!((eval.score, eval.depth.as_str()), (3.0, "14"), "what it found before counts");
    assert_eq!(scene.player.guesses(&scene.session), count(1, 1));
    assert_eq!(
        scene.player.ponder(&scene.session, &scene.table),
        None,
        "it said of no reply that it expects it"
    );
}

#[test]
fn a_wrong_guess_is_replaced_by_the_search_for_the_move() {
    let (mut scene, search) = pondering("10s");
    scene.event(Event::Started(search));
    scene.search = search;
    scene.news(News::Infos(vec![scene.info("14", 3.0, "E6-d6")]));
    let Some(Request::Search(new)) = reply(&mut scene, "d6") else { panic!("no search") };
    assert_eq!((new.mode, new.root.moves.len()), (Mode::Play, 2));
    assert_eq!(scene.event(Event::Ended(search)), None, "an unknown search");
    scene.event(Event::Started(new.id));
    scene.search = new.id;
    let Some(SeatNews::Moved(played)) = scene.answer("C3") else { panic!("not played") };
    assert!(scene.table.record().node(played.node).evaluations.is_empty(), "not of that position");
    assert_eq!(scene.player.guesses(&scene.session), count(0, 1));
}

#[test]
fn a_search_that_was_not_taken_up_or_has_ended_is_asked_for_anew() {
    let (mut scene, _) = pondering("10s");
    assert!(matches!(reply(&mut scene, "f6"), Some(Request::Search(_))));
    assert_eq!(
        scene.player.guesses(&scene.session),
        count(1, 1),
        "the guess was right all the same"
    );
    let (mut scene, search) = pondering("10s");
    scene.event(Event::Started(search));
    assert_eq!(scene.event(Event::Ended(search)), None);
    assert!(scene.player.is_idle());
    assert!(matches!(reply(&mut scene, "f6"), Some(Request::Search(_))));
    // It had already ended when it was told; that is not the engine's fault.
    let (mut scene, search) = pondering("10s");
    scene.event(Event::Started(search));
    assert_eq!(reply(&mut scene, "f6"), Some(Request::PonderHit));
    let Some(SeatNews::Send(Request::Search(again))) = scene.event(Event::Ended(search)) else {
        panic!("not asked again")
    };
    assert_eq!(again.mode, Mode::Play);
    assert_eq!(scene.table.forfeited(), None);
}

#[test]
fn it_does_not_think_on_when_the_game_stops_and_moves_only_in_its_turn() {
    let (mut scene, search) = pondering("10s");
    scene.event(Event::Started(search));
    assert_eq!(scene.player.move_now(), None, "it is not its turn");
    assert_eq!(scene.player.abandon(scene.now), Some(Request::Abandon));
    assert!(!scene.player.is_idle(), "its search has not ended yet");
    assert_eq!(scene.event(Event::Ended(search)), Some(SeatNews::Settled));
    assert!(matches!(reply(&mut scene, "f6"), Some(Request::Search(_))));
    assert_eq!(scene.player.guesses(&scene.session), count(0, 0), "what was abandoned is no guess");
    // A reply that was taken back and made again comes too late for the guess.
    let (mut scene, search) = pondering("10s");
    scene.event(Event::Started(search));
    scene.table.take_back(1);
    assert!(matches!(
        scene.player.ask(&scene.session, &scene.table, scene.now),
        Some(Request::Search(_))
    ));
    assert_eq!(scene.player.guesses(&scene.session), count(0, 0));
}

#[test]
fn a_crash_while_it_thinks_on_the_others_time_loses_nothing_at_the_table() {
    let (mut scene, search) = pondering("10s");
    scene.event(Event::Started(search));
    let exit = Exit { cause: ExitCause::Crashed, status: ProcessEnd::Code(1), stderr: Vec::new() };
    assert_eq!(scene.news(News::Ended(exit)), None);
    assert_eq!(scene.table.forfeited(), None);
    assert!(scene.player.is_idle());
}

#[test]
fn nothing_is_asked_of_engines_that_cannot_or_shall_not() {
    let answer = |search, ponder: &str| Answer {
        search,
        mv: Some("F5".to_owned()),
        ponder: Some(ponder.to_owned()),
        ..Answer::default()
    };
    for (on, able, reply, expected) in [
        (true, true, "F6", true),
        (false, true, "F6", false),
        (true, false, "F6", false),
        (true, true, "A1", false),
        (true, true, "nonsense", false),
    ] {
        let mut scene = Scene::thinking("10s");
        scene.player = std::mem::replace(&mut scene.player, spare()).with_pondering(on);
        scene.session = SessionState::able(Capabilities { ponder: able, ..ABLE });
        scene.event(Event::Answer(answer(scene.search, reply)));
        let asked = scene.player.ponder(&scene.session, &scene.table).is_some();
        assert_eq!(asked, expected, "{on} {able} {reply}");
        assert_eq!(
            scene.player.guesses(&scene.session),
            if on && able { count(0, 0) } else { None }
        );
    }
}
