//! The file of a tournament as a text: only the keys that differ from their defaults.
//!
//! Writes no file. [`TournamentFile::read`] reads such a text back.

use std::fmt::Display;

use toml::{Table, Value};

use super::file::TournamentFile;
use super::wish::{Late, PlayerWish, Restart};

impl TournamentFile {
    /// The text of a file that says the same. Comments of the file that it was read from are not in it.
    #[must_use]
    pub fn to_text(&self) -> String {
        let usual = Self::default();
        let mut keys = Keys::default();
        keys.put("name", text(&self.name));
        keys.put_some("site", self.site.as_ref().map(text));
        keys.put("game", text(self.game.info().name));
        keys.put_some("variant", self.variant.as_ref().map(text));
        keys.put("format", text(self.format.name()));
        keys.put_some("pairs", self.pairs.map(|n| number(n.get())));
        keys.put_some("cycles", self.cycles.map(|n| number(n.get())));
        keys.put_some("challengers", self.challengers.map(|n| Value::Integer(n.get() as i64)));
        keys.put_some("rounds", self.rounds.map(|n| number(n.get())));
        keys.put_some("tie-breaks", self.tie_breaks.map(number));
        keys.put_some("sprt", self.sprt.map(text));
        keys.put("time", text(self.time));
        keys.put("seed", i64::try_from(self.seed).map_or_else(|_| text(self.seed), Value::Integer));
        keys.put_some("openings", self.openings.map(|n| number(n.get())));
        keys.put_some("openings-file", self.openings_file.as_ref().map(text));
        keys.put_some("openings-order", self.openings_order.map(|order| text(order.name())));
        keys.put_some("opening-plies", self.opening_plies.map(|n| number(n.get())));
        keys.put_unless("openings-once", self.openings_once, usual.openings_once);
        keys.put_some("dice-seed", self.dice_seed.as_ref().map(text));
        keys.put("concurrency", number(self.concurrency.get()));
        keys.put_some("affinity", self.affinity.as_ref().map(text));
        keys.put_unless("ponder", self.ponder, usual.ponder);
        keys.put_some("margin", (self.margin > 0.0).then_some(Value::Float(self.margin)));
        keys.put_unless("repetition", self.repetition, usual.repetition);
        keys.put_some("max-plies", self.max_plies.map(|n| number(n.get())));
        keys.put_some("resign", self.resign.map(|rule| Value::String(rule.into())));
        keys.put_some("draw", self.draw.map(|rule| Value::String(rule.into())));
        keys.put_some("referee", self.referee.as_ref().map(text));
        keys.put_some("referee-protocol", self.referee_protocol.map(|it| text(it.name())));
        let given = (self.referee_time != usual.referee_time).then(|| text(self.referee_time));
        keys.put_some("referee-time", given);
        keys.put_some("exact-empties", self.exact_empties.map(|n| number(n.get())));
        keys.put_some("exact-pieces", self.exact_pieces.map(|n| number(n.get())));
        keys.put_unless("decided-races", self.decided_races, usual.decided_races);
        keys.put_unless("compare", self.compare, usual.compare);
        if !self.replay.is_empty() {
            keys.put("replay", Value::Array(self.replay.iter().map(text).collect()));
        }
        let most = (self.replay_most != usual.replay_most).then(|| number(self.replay_most.get()));
        keys.put_some("replay-most", most);
        keys.put_some("withdraw-after", self.withdraw_after.map(|n| number(n.get())));
        let failures = (self.max_failures != usual.max_failures).then(|| number(self.max_failures));
        keys.put_some("max-failures", failures);
        keys.put_some("results", self.results.as_ref().map(text));
        for player in &self.player {
            keys.begin_player();
            keys.put_player(player);
        }
        keys.lines
    }
}

impl PlayerWish {
    /// The keys of a `[[player]]` that says the same.
    #[must_use]
    pub fn to_table(&self) -> Table {
        self.keys().into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
    }

    /// The same in the order in which they are written.
    fn keys(&self) -> Vec<(&'static str, Value)> {
        let pairs = self.env.iter();
        let pairs = pairs.map(|(name, value)| (name.clone(), Value::String(value.clone())));
        let env = Value::Table(pairs.collect());
        let restart = match self.restart {
            Restart::Never => None,
            Restart::Always => Some(text("always")),
        };
        let keys = [
            ("engine", Some(text(&self.engine))),
            ("name", self.name.as_ref().map(text)),
            ("protocol", self.protocol.map(|protocol| text(protocol.name()))),
            ("time", self.time.map(text)),
            ("env", (!self.env.is_empty()).then_some(env)),
            ("start-delay", self.start_delay.map(Value::Float)),
            ("restart", restart),
            ("ponder", self.ponder.map(Value::Boolean)),
            ("margin", self.margin.map(Value::Float)),
            ("late", self.late.map(late)),
            ("anchor", self.anchor.map(Value::Float)),
        ];
        keys.into_iter().filter_map(|(key, value)| Some((key, value?))).collect()
    }
}

/// Lines of a file, key by key.
#[derive(Default)]
struct Keys {
    lines: String,
}

impl Keys {
    fn put(&mut self, key: &str, value: Value) {
        self.lines += &format!("{key} = {value}\n");
    }

    fn put_some(&mut self, key: &str, value: Option<Value>) {
        if let Some(value) = value {
            self.put(key, value);
        }
    }

    fn put_unless(&mut self, key: &str, value: bool, usual: bool) {
        if value != usual {
            self.put(key, Value::Boolean(value));
        }
    }

    fn begin_player(&mut self) {
        self.lines += "\n[[player]]\n";
    }

    fn put_player(&mut self, player: &PlayerWish) {
        player.keys().into_iter().for_each(|(key, value)| self.put(key, value));
    }
}

fn text(of: impl Display) -> Value {
    Value::String(of.to_string())
}

fn late(of: Late) -> Value {
    match of {
        Late::AtEnd => Value::Boolean(true),
        Late::Number(of) => number(of),
    }
}

fn number(of: u32) -> Value {
    Value::Integer(i64::from(of))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::tournament::DEFAULTS;

    /// A file in which every key has another value than its default.
    const EVERYTHING: &str = r#"
name = "A \"cup\""
site = "Leiden"
game = "othello"
format = "swiss"
pairs = 2
rounds = 1
time = "5m+3s"
seed = 7
openings-file = "club.ggf"
openings-order = "random"
opening-plies = 8
openings-once = true
concurrency = 4
affinity = "0-3"
ponder = true
margin = 0.25
repetition = false
max-plies = 300
resign = "score=10 plies=6 one-sided"
draw = "score=0.5 plies=8 after=60"
referee = "/opt/edax"
referee-protocol = "nboard"
referee-time = "depth 12"
exact-empties = 14
compare = false
replay = ["late", "crashed"]
replay-most = 1
withdraw-after = 3
max-failures = 7
results = "there"

[[player]]
engine = "builtin:1"
name = "A"
protocol = "nboard"
time = "depth 4"
env = { A = "1" }
start-delay = 0.5
restart = "always"
ponder = true
margin = 0.25
anchor = 2000.0

[[player]]
engine = "Edax:option.threads=2"
"#;

    #[test]
    fn a_file_is_the_same_after_it_was_written_and_read() {
        let others = [
            "game = \"backgammon\"\ndecided-races = true\ndice-seed = \"7f3a\"\nopenings = 50\n",
            "game = \"draughts\"\nvariant = \"frisian\"\nformat = \"gauntlet\"\ncycles = 2\n\
             challengers = 1\ntime = \"40/10m\"\n",
            "game = \"draughts\"\nvariant = \"killer\"\nexact-pieces = 3\n",
            "format = \"match\"\nsprt = \"elo0=0,elo1=5,model=logistic\"\ntime = \"1.5h\"\n",
            "format = \"knockout\"\ntie-breaks = 0\ntime = \"depth 8\"\n",
        ];
        let players = "[[player]]\nengine = \"builtin:1\"\n[[player]]\nengine = \"builtin:2\"\n";
        let late = players.to_owned() + "[[player]]\nengine = \"builtin:3\"\nlate = true\n";
        let third = "[[player]]\nengine = \"builtin:4\"\n";
        let swiss = format!("format = \"swiss\"\nrounds = 2\n{players}{third}{third}late = 2\n");
        let others = others.map(|keys| keys.to_owned() + players).into_iter().chain([late, swiss]);
        let others: Vec<String> = others.collect();
        let all = [DEFAULTS, EVERYTHING].into_iter().chain(others.iter().map(String::as_str));
        for given in all {
            let file = TournamentFile::read(given).unwrap();
            let written = file.to_text();
            let again =
                TournamentFile::read(&written).unwrap_or_else(|why| panic!("{why}: {written}"));
            assert_eq!(format!("{again:?}"), format!("{file:?}"), "{written}");
        }
        // Each key of the long file is written.
        let written = TournamentFile::read(EVERYTHING).unwrap().to_text();
        let key_of = |line: &str| line.split(" = ").next().map(str::to_owned);
        let keys = |of: &str| -> Vec<String> {
            of.lines().filter(|line| line.contains(" = ")).filter_map(key_of).collect()
        };
        assert_eq!(keys(&written), keys(EVERYTHING));
    }
}
