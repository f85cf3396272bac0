//! Engines in trouble as the window sees them. It decides nothing.

/// An engine of the game or of the analysis that has failed or does not answer, for as long as
/// something can be done about it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FailureView {
    /// As its seat is called, or its card.
    pub name: String,
    /// What happened, in one sentence that does not change while it lasts.
    pub text: String,
    /// The same with how long it lasts, where it lasts: this does change.
    pub shown: String,
    /// The last lines of its error output, oldest first; none where there was nothing.
    pub error_output: Vec<String>,
    /// The game waits for what is chosen here, and for nothing else.
    pub waits: bool,
    /// The seat (0 is the first side) of an engine that plays; `None` for one that analyses.
    pub seat: Option<usize>,
    /// Its session; `None` where it could not even be tried.
    pub session: Option<u64>,
    /// What can be done, what helps most first.
    pub remedies: Vec<Remedy>,
    /// The bundle that can be saved.
    pub bundle: Option<u64>,
}

/// What can be done about an engine that has failed or does not answer.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Remedy {
    /// Nothing is done; it may answer yet.
    Wait,
    /// It is started again with the state that it had; a game that waits goes on.
    Restart,
    /// Its process is ended; one that was to move has lost.
    Kill,
    /// It loses the game.
    Forfeit,
    /// The game stays as it is and is analysed.
    Analyse,
    /// It leaves the analysis.
    Remove,
    /// What is wrong with its entry in the list is looked at.
    Engines,
    /// Another player takes its seat.
    Replace,
}

impl Remedy {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 8] = [
        Self::Wait,
        Self::Restart,
        Self::Kill,
        Self::Forfeit,
        Self::Analyse,
        Self::Remove,
        Self::Engines,
        Self::Replace,
    ];
}
