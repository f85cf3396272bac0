//! Files, pasted texts and protocol texts of draughts: good ones are read in full, broken ones as
//! far as they go.

use quintet::games::draughts::Draughts;
use quintet::games::testing::check_rules;

#[test]
fn draughts_keeps_every_promise() {
    check_rules::<Draughts>(6, 200);
}
