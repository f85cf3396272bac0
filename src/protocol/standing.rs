//! The evidence for whether an engine takes an argument that its protocol makes optional.
//!
//! Knows no argument; the clients do.

/// The facts known about an optional argument.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
enum Standing {
    /// No search with it has ended yet.
    #[default]
    Untried,
    /// A search with it has ended without an error.
    Taken,
    /// The engine has answered it with an error.
    Refused,
}

/// The facts known about each of the `N` forms in which a search can be limited. A form is its
/// place in the table, below `N`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standings<const N: usize>([Standing; N]);

impl<const N: usize> Default for Standings<N> {
    fn default() -> Self {
        Self([Standing::Untried; N])
    }
}

impl<const N: usize> Standings<N> {
    pub(super) fn is_untried(&self, form: impl Into<usize>) -> bool {
        self.0[form.into()] == Standing::Untried
    }

    pub(super) fn is_refused(&self, form: impl Into<usize>) -> bool {
        self.0[form.into()] == Standing::Refused
    }

    /// A search with it has ended well.
    pub(super) fn take(&mut self, form: impl Into<usize>) {
        self.0[form.into()] = Standing::Taken;
    }

    /// The engine has refused it.
    pub(super) fn refuse(&mut self, form: impl Into<usize>) {
        self.0[form.into()] = Standing::Refused;
    }
}
