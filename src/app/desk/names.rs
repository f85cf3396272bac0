//! What engines are called: by their names in the list everywhere, and what each calls itself beside it.
//!
//! Reads names and changes none.

use super::state::Desk;
use crate::app::command::SeatChoice;
use crate::app::engines::{Engine, Role};
use crate::app::views::SessionView;
use crate::app::words::name_of;
use crate::games::Side;

impl Desk {
    /// What an engine is called wherever it is shown: one at the board as its seat, others as in the
    /// list. What engines call themselves may be the same for two of them, and may change.
    pub(super) fn called(&self, engine: &Engine) -> String {
        match engine.role.seat() {
            Some(side) => name_of(&self.seats.choices[side.idx()]),
            None => engine.entry.clone(),
        }
    }

    /// The same by the number of its session; empty where it is not known any more.
    pub(super) fn called_by_id(&self, id: u64) -> String {
        self.engines.get(id).map(|engine| self.called(engine)).unwrap_or_default()
    }

    /// What the engine of a card is called; the second card with one engine has a number.
    pub(super) fn card_name(&self, id: u64) -> String {
        let name = self.called_by_id(id);
        let before = self.analysis.cards.iter().take_while(|card| card.engine != id);
        let n_same = before.filter(|card| self.called_by_id(card.engine) == name).count();
        if n_same == 0 { name } else { format!("{name} ({})", n_same + 1) }
    }

    /// Every session with a name that no other one has.
    pub(super) fn session_views(&self) -> Vec<SessionView> {
        let title = |engine: &Engine| match engine.role {
            Role::Seat(side) => {
                let [first, second] =
                    Side::BOTH.map(|side| name_of(&self.seats.choices[side.idx()]));
                let side = self.doc.game.info().sides[side.idx()];
                let name = self.called(engine);
                if first == second { format!("{name}, {side}") } else { name }
            }
            Role::Card => self.card_name(engine.id),
            Role::Review => format!("{}, whole game", self.called(engine)),
            Role::Hint => format!("{}, for hints", self.called(engine)),
            Role::Candidates => format!("{}, for candidate plays", self.called(engine)),
            Role::Coach => format!("{}, the coach", self.called(engine)),
            Role::Practice => format!("{}, for practice", self.called(engine)),
            Role::Ask => format!("{}, for its options", self.called(engine)),
        };
        let view = |engine: &Engine| SessionView {
            id: engine.id,
            name: title(engine),
            own_name: engine.session.own_name().to_owned(),
        };
        let mut views: Vec<SessionView> = self.engines.iter().map(view).collect();
        for i in 1..views.len() {
            let n_same = views[..i].iter().filter(|other| other.name == views[i].name).count();
            // A seat and a card may have the same engine.
            if n_same > 0 {
                views[i].name = format!("{}, session {}", views[i].name, views[i].id);
            }
        }
        views
    }

    /// What the engine on a seat calls itself; empty where it has not said so.
    pub(super) fn own_name_of_seat(&self, side: Side) -> String {
        let SeatChoice::Engine { .. } = &self.seats.choices[side.idx()] else {
            return String::new();
        };
        let running = self.engines.on_seat(side).map(|engine| engine.session.own_name().to_owned());
        running.unwrap_or_default()
    }

    /// What the engine with this name in evaluations calls itself; empty where it does not run.
    pub(super) fn own_name_of_series(&self, name: &str) -> String {
        let mut engines = self.engines.iter();
        let found = engines.find(|engine| engine.launch.config.name == name);
        found.map(|engine| engine.session.own_name().to_owned()).unwrap_or_default()
    }

    /// Writes into the heading of the game at the table what the engine on a seat calls itself.
    pub(super) fn note_own_name(&mut self, role: Role) {
        let Role::Seat(side) = role else { return };
        let own_name = self.own_name_of_seat(side);
        if let Some(table) = self.doc.table_mut().filter(|_| !own_name.is_empty()) {
            table.name_engine(side, &own_name);
        }
    }
}
