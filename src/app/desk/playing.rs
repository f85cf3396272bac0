//! The game between the seats: passes, clocks, the engines' turns, failures.
//!
//! Knows no protocol: a player of the layer below asks the engines and reads their answers.

use std::time::Instant;

use super::parts::candidates::{Candidates, dice_of};
use super::parts::keeper::Keeper;
use super::parts::problems::ToldProblem;
use super::state::Desk;
use crate::app::command::SeatChoice;
use crate::app::effect::Topic;
use crate::app::engines::{Engine, Role};
use crate::app::format;
use crate::app::views::{Mode, NoticeKind};
use crate::app::words::{name_of, sentence};
use crate::games::{Evaluation, Side};
use crate::play::{Cause, EnginePlayer, Patience, Played, SeatNews, Table, TableError};
use crate::protocol::{Event, Info, Request};
use crate::session::{Exit, News, SessionEvent};

impl Desk {
    /// Brings the game forward as far as it goes by itself.
    pub(super) fn drive_game(&mut self, now: Instant) {
        self.player_timeouts(now);
        if self.mode != Mode::Play {
            return;
        }
        let lost = self.doc.table_mut().and_then(|table| table.check_flag(now));
        if lost.is_some() {
            self.game_ended(now);
        }
        if self.waits_for_coach(now) {
            return;
        }
        self.play_passes(now);
        while self.roll_dice(now) || self.play_forced(now) || self.answer_for_engine(now) {
            self.play_passes(now);
        }
        let Some(table) = self.doc.table().filter(|table| !table.is_paused()) else { return };
        let Some(side) = table.turn() else { return };
        match &self.seats.choices[side.idx()] {
            SeatChoice::Human { .. } => {
                if self.awaited_word().is_some() {
                    return;
                }
                if let Some(table) = self.doc.table_mut() {
                    table.start_clock(now);
                }
            }
            SeatChoice::Engine { .. } => self.ask_engine(side, now),
        }
    }

    /// When [`Desk::drive_game`] must be called next.
    pub(super) fn game_deadline(&self) -> Option<Instant> {
        let table = self.doc.table()?;
        let silences = Side::BOTH.into_iter().filter_map(|side| {
            let player = self.seats.players[side.idx()].as_ref()?;
            player.poll_timeout(self.engines.session_on_seat(side), table)
        });
        let flag = Some(table).filter(|table| !table.is_paused()).and_then(Table::flag_at);
        silences.chain(flag).min()
    }

    fn player_timeouts(&mut self, now: Instant) {
        for side in Side::BOTH {
            let Some(player) = &mut self.seats.players[side.idx()] else { continue };
            let Some(table) = self.doc.table_mut() else { return };
            let session = self.engines.session_on_seat(side);
            if let Some(news) = player.handle_timeout(session, now, table) {
                self.take_seat_news(side, news, now);
            }
        }
    }

    fn play_passes(&mut self, now: Instant) {
        while let Some(pass) = self.doc.table().and_then(Table::forced_pass) {
            if self.doc.table().is_some_and(Table::is_paused) || self.passes_by_hand() {
                return;
            }
            let followed = self.doc.at_end();
            let rolled = self.rolled_words();
            let Some(table) = self.doc.table_mut() else { return };
            let Ok(played) = table.play(&pass.mv.0, now, None) else { return };
            self.move_made(played.node, followed);
            match rolled {
                Some(rolled) => self.messages.lasting(format!("{rolled}: no legal play.")),
                None => self.messages.lasting(format!("{}: pass.", pass.note)),
            }
        }
    }

    /// Makes the only play that the dice leave to a person, where that is wished. Says whether one
    /// was made.
    fn play_forced(&mut self, now: Instant) -> bool {
        let Some(table) = self.doc.table().filter(|table| !table.is_paused()) else { return false };
        let human = table.turn().filter(|side| self.seats.is_human(*side));
        let only = table.forced_play().filter(|_| self.settings.play_forced);
        let Some((side, mv)) = human.zip(only) else { return false };
        let shown = table.position().show_move(&mv.0);
        let n_plies = table.ply();
        let rolled = self.rolled_words();
        self.make_move(&mv.0, now, None);
        let name = self.doc.game.info().sides[side.idx()];
        let rolled = rolled.unwrap_or_else(|| name.to_owned());
        self.messages.lasting(format!("{rolled}: the only play is {shown}."));
        self.doc.table().is_some_and(|table| table.ply() > n_plies)
    }

    /// Answers for an engine what its protocol has no word for. Says whether there was anything.
    fn answer_for_engine(&mut self, now: Instant) -> bool {
        let Some(table) = self.doc.table().filter(|table| !table.is_paused()) else { return false };
        let engine = table.turn().filter(|side| !self.seats.is_human(*side));
        let Some((side, mv)) = engine.zip(table.unasked()) else { return false };
        let n_plies = table.ply();
        let shown = format::mentioned(table.position(), &mv.0);
        self.make_move(&mv.0, now, None);
        let name = name_of(&self.seats.choices[side.idx()]);
        self.messages.notice(NoticeKind::Info, format!("{name}: {shown}."));
        self.doc.table().is_some_and(|table| table.ply() > n_plies)
    }

    /// `You rolled 5-5`, where the last move at the table was a roll.
    fn rolled_words(&self) -> Option<String> {
        let table = self.doc.table()?;
        let (side, roll) = table.turn().zip(table.last_move())?;
        let dice = dice_of(roll)?;
        let name = name_of(&self.seats.choices[side.idx()]);
        Some(format!("{name} rolled {}-{}", &dice[..1], &dice[1..]))
    }

    /// The forced pass is a person's, who is to see why.
    fn passes_by_hand(&self) -> bool {
        let turn = self.doc.table().and_then(Table::turn);
        self.asks_for_passes() && turn.is_some_and(|side| self.seats.is_human(side))
    }

    /// A person makes forced passes: where the game has it so, and where nothing that the dice
    /// force is to be played at once.
    pub(super) fn asks_for_passes(&self) -> bool {
        let has_dice = self.doc.game.info().has_dice;
        self.doc.game.passes_by_hand() || has_dice && !self.settings.play_forced
    }

    fn ask_engine(&mut self, side: Side, now: Instant) {
        let asked = |player: &EnginePlayer| player.search().is_some();
        if self.seats.players[side.idx()].as_ref().is_some_and(asked) {
            return;
        }
        let Some(mut id) = self.seat_engine(side, now) else { return };
        // One that ended while it was asked nothing has lost nothing yet. One that ends while it
        // is to move loses, so that this cannot go on for ever.
        if self.engines.get(id).is_some_and(Engine::has_ended) {
            let Some(new) = self.start_again_if_allowed(id, side, now) else { return };
            id = new;
        }
        let Some(engine) = self.engines.get_mut(id) else { return };
        let Some(table) = self.doc.table() else { return };
        let Some(player) = &mut self.seats.players[side.idx()] else { return };
        if let Some(request) = player.ask(&engine.session, table, now) {
            engine.send(request, now);
        }
    }

    /// The engine that sits on a side, started when it does not run.
    pub(super) fn seat_engine(&mut self, side: Side, now: Instant) -> Option<u64> {
        if let Some(engine) = self.engines.seat(side) {
            return Some(engine.id);
        }
        let SeatChoice::Engine { name, options } = self.seats.choices[side.idx()].clone() else {
            return None;
        };
        let (launch, link) = match self.launch(&name, &options) {
            Ok(found) => found,
            Err(_) if self.catalogue.is_unlisted(&name) => {
                self.ask_for_seat(&name, now);
                return None;
            }
            Err(cause) => {
                self.forfeit(side, cause, now);
                return None;
            }
        };
        let shown = launch.config.name.clone();
        let player = EnginePlayer::new(&shown, link, Patience::ENDLESS)
            .with_pondering(self.seats.ponder)
            .attended();
        self.seats.players[side.idx()] = Some(player);
        Some(self.engines.start(&name, options, launch, Role::Seat(side), now))
    }

    pub(super) fn handle_seat_event(&mut self, side: Side, event: &SessionEvent) {
        self.hear_kept(side, event);
        let followed = self.doc.at_end();
        let Some(player) = &mut self.seats.players[side.idx()] else { return };
        if let News::Infos(infos) = &event.what {
            let wanted = player.search();
            for info in infos.iter().filter(|info| Some(info.search) == wanted) {
                note_eval(&mut self.seats.evals[side.idx()], side, info);
            }
        }
        let Some(table) = self.doc.table_mut() else { return };
        let offer = table.draw_offer();
        let session = self.engines.session_on_seat(side);
        match player.handle(event, session, table) {
            Some(SeatNews::Moved(played)) => {
                let ponder = player.ponder(session, table);
                self.engine_moved(side, &played, followed, event.at);
                self.note_declined(side, offer.filter(|_| !played.over));
                if let Some(request) = ponder {
                    self.send_to_seat(side, request, event.at);
                }
            }
            Some(news) => self.take_seat_news(side, news, event.at),
            None => {}
        }
        match &event.what {
            News::Event(Event::DrawOffered) => self.engine_offers_draw(side, event.at),
            News::Event(Event::Remark { ply, text }) => {
                let nodes = self.doc.table().map(|table| table.nodes().to_vec());
                let name = name_of(&self.seats.choices[side.idx()]);
                self.take_remark(&name, &nodes.unwrap_or_default(), *ply, text);
            }
            News::Event(_) | News::Infos(_) | News::Ended(_) => {}
        }
    }

    fn engine_moved(&mut self, side: Side, played: &Played, followed: bool, at: Instant) {
        let evals = &self.doc.record().node(played.node).evaluations;
        if let Some(own) = evals.first() {
            self.seats.evals[side.idx()] = Some(own.score);
        }
        self.announce(side);
        self.move_made(played.node, followed);
        if played.over {
            self.game_ended(at);
        }
    }

    fn take_seat_news(&mut self, side: Side, news: SeatNews, now: Instant) {
        match news {
            SeatNews::Lost => self.game_ended(now),
            SeatNews::Send(request) => self.send_to_seat(side, request, now),
            SeatNews::Unruly => self.end_unruly(side, now),
            SeatNews::Refused { why, cause } => {
                self.engine_refused(side, &why, cause, now);
            }
            SeatNews::Interrupted => self.engine_interrupted(side, now),
            // The move is shown where it was taken in; the rest needs nothing.
            SeatNews::Moved(_) | SeatNews::Thinking | SeatNews::Settled => {}
        }
    }

    pub(super) fn send_to_seat(&mut self, side: Side, request: Request, now: Instant) {
        if let Some(engine) = self.engines.seat(side) {
            engine.send(request, now);
        }
    }

    /// Says the move that the side has just made at the table, as people read it.
    fn announce(&mut self, side: Side) {
        let Some(table) = self.doc.table() else { return };
        let before = table.positions().iter().nth_back(1);
        let Some((before, mv)) = before.zip(table.last_move()) else { return };
        let side = self.doc.game.info().sides[side.idx()];
        let shown = before.show_move(&mv.0);
        if !shown.is_empty() {
            self.announcement = format!("{side} plays {shown}");
        }
    }

    /// Makes a move of a person at the table, and shows it.
    pub(super) fn make_move(&mut self, text: &str, at: Instant, eval: Option<Evaluation>) {
        let followed = self.doc.at_end();
        let Some(table) = self.doc.table_mut() else { return };
        match table.play(text, at, eval) {
            Ok(played) => {
                if let Some(side) = played.side {
                    self.announce(side);
                }
                self.move_made(played.node, followed);
                if played.over {
                    self.game_ended(at);
                }
            }
            Err(TableError::TooLate) => self.game_ended(at),
            Err(error) => self.messages.notice(NoticeKind::Refused, sentence(&error.to_string())),
        }
    }

    /// A move was made at the table: a user who followed the game goes on following it.
    pub(super) fn move_made(&mut self, node: crate::games::NodeId, followed: bool) {
        self.record_changed();
        if followed {
            self.go_to(node);
        }
    }

    /// The record has changed: what was drawn from it is stale.
    pub(super) fn record_changed(&mut self) {
        self.doc.note_change();
        self.doc.take_in_tried();
        self.doc.line_changed();
        self.keep_game();
    }

    pub(super) fn forfeit(&mut self, side: Side, cause: Cause, now: Instant) {
        let Some(table) = self.doc.table_mut() else { return };
        if !table.is_over() {
            table.stop_clocks(now);
            table.forfeit(side, cause);
            self.game_ended(now);
        }
    }

    /// The table says that the game has ended: it has a result, or waits for what the person chooses
    /// where an engine has failed.
    pub(super) fn game_ended(&mut self, now: Instant) {
        let lost = self.doc.table().and_then(Table::forfeited);
        let failed = lost.filter(|(_, cause)| cause.leaves_doubt()).map(|(side, _)| *side);
        if let Some(engine) = failed.and_then(|side| self.engines.seat(side)) {
            engine.send(Request::Resync, now);
        }
        if !self.leave_unsettled(now) {
            self.conclude(now);
        }
    }

    /// The game has a result: say so, and let the engines rest.
    pub(super) fn conclude(&mut self, now: Instant) {
        self.settle();
        self.rest_seats(now);
        self.doc.chosen.clear();
        self.reveal_dice();
        self.record_changed();
        let Some(result) = self.doc.table().and_then(Table::result) else { return };
        let text = format::result(result, self.doc.game.info());
        self.announcement.clone_from(&text);
        self.messages.notice(NoticeKind::Info, format!("{text}."));
        self.count_result();
    }

    /// Engines on seats stop thinking; a late answer is dropped.
    pub(super) fn rest_seats(&mut self, now: Instant) {
        for side in Side::BOTH {
            let player = self.seats.players[side.idx()].as_mut();
            if let Some(request) = player.and_then(|player| player.abandon(now)) {
                self.send_to_seat(side, request, now);
            }
        }
    }

    /// Ends the engines that sit on no seat any more.
    pub(super) fn end_seats(&mut self) {
        self.seats.players = [None, None];
        self.seats.keeper = Keeper::Unknown;
        self.candidates = Candidates::default();
        self.new_coach();
        let of_game =
            |role| matches!(role, Role::Seat(_) | Role::Hint | Role::Candidates | Role::Coach);
        self.engines.remove_if(|engine| of_game(engine.role));
    }

    /// Stops the clocks of a running game and lets its engines rest.
    pub(super) fn pause_table(&mut self, now: Instant) {
        let running = self.doc.table().is_some_and(|table| !table.is_over() && !table.is_paused());
        if running {
            self.rest_seats(now);
            if let Some(table) = self.doc.table_mut() {
                table.pause(now);
            }
            self.keep_game();
        }
    }

    /// Tells the engine whose turn it is to move now.
    pub(super) fn move_now(&mut self, now: Instant) {
        let side = self.doc.table().and_then(Table::turn);
        let player = side.and_then(|side| self.seats.players[side.idx()].as_mut());
        match (side, player.and_then(EnginePlayer::move_now)) {
            (Some(side), Some(request)) => self.send_to_seat(side, request, now),
            (Some(_) | None, _) => {
                self.messages.notice(NoticeKind::Refused, "No engine is thinking about a move.");
            }
        }
    }

    /// Says how an engine ended, unless it was asked to or the game's result says it.
    pub(super) fn report_exit(&mut self, id: u64, exit: &Exit, now: Instant) {
        let Some(cause) = Cause::of_exit(exit) else { return };
        let Some(engine) = self.engines.get(id) else { return };
        if self.is_asked_for_move(engine.role) {
            return;
        }
        let (entry, role) = (engine.entry.clone(), engine.role);
        let text = sentence(&cause.said_of(&self.called(engine)));
        if let Some(engine) = self.engines.get_mut(id) {
            engine.failed_at_rest = Some(cause);
        }
        let bundle = self.bundle_of(id, &text, &exit.stderr);
        let restart = Some(id).filter(|id| self.may_restart(*id));
        self.messages.problem(text, exit.stderr.clone(), restart, now);
        self.messages.newest_is_about(Topic::EndOf(id));
        match role {
            Role::Card | Role::Review => self.messages.belongs_to(Mode::Analyse),
            Role::Seat(_) | Role::Hint | Role::Candidates | Role::Coach | Role::Practice => {
                self.messages.belongs_to(Mode::Play);
            }
            Role::Ask => {}
        }
        self.messages.about_engine(&entry);
        self.attach(bundle, ToldProblem::of_session(restart));
    }

    /// Starts an ended engine again in its role; a game that it lost by failing goes on.
    /// Says its new number.
    pub(super) fn restart_engine(&mut self, id: u64, now: Instant) -> Option<u64> {
        let role = self.engines.get(id)?.role;
        // As the list has it now, which may have been set right meanwhile.
        self.renew_launch(id);
        let new = self.engines.start_again(id, now)?;
        self.messages.withdraw(Topic::EndOf(id));
        self.analysis.restarted(id, new);
        self.candidates.restarted(id, new);
        self.resume_review(new, now);
        self.resume_practice(id, new, now);
        let Role::Seat(side) = role else { return Some(new) };
        if let Some(player) = &mut self.seats.players[side.idx()] {
            player.restarted();
        }
        self.kept_anew(side);
        self.go_on_after_failure(side);
        Some(new)
    }
}

/// Keeps the newest score that an engine gives while it thinks.
fn note_eval(eval: &mut Option<f64>, side: Side, info: &Info) {
    if let Some(score) = info.score.filter(|score| score.is_finite()) {
        *eval = Some(if side == Side::First { score } else { -score });
    }
}
