//! Fingerprints of the values of variables: they tell values apart, and show none.
//!
//! Does not know which variables there are. A fingerprint is made with a key that stands in the folder of
//! the results and in no row, so that a short value cannot be found by trying all.

use sha2::{Digest, Sha256};

/// The keys of a folder; the first one makes new fingerprints. A folder has several where shares of a
/// tournament were merged.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Fingerprints {
    first: Key,
    more: Vec<Key>,
}

#[derive(Clone, Debug, Eq, PartialEq)]
struct Key {
    secret: String,
    /// Stands before each of its fingerprints.
    id: String,
}

impl Fingerprints {
    /// Fingerprints by this key, a random text.
    #[must_use]
    pub fn of_key(secret: String) -> Self {
        Self { first: Key::new(secret), more: Vec::new() }
    }

    /// Reads the keys of a folder, one a line; `None` if there is none.
    pub(super) fn read(text: &str) -> Option<Self> {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let mut keys = lines.map(|line| Key::new(line.to_owned()));
        Some(Self { first: keys.next()?, more: keys.collect() })
    }

    /// As [`Fingerprints::read`] reads it.
    pub(super) fn to_text(&self) -> String {
        let keys = std::iter::once(&self.first).chain(&self.more);
        keys.map(|key| format!("{}\n", key.secret)).collect()
    }

    /// The same with those keys of another folder that it does not have yet.
    #[must_use]
    pub(super) fn with_keys_of(mut self, other: Self) -> Self {
        for key in std::iter::once(other.first).chain(other.more) {
            if self.first != key && !self.more.contains(&key) {
                self.more.push(key);
            }
        }
        self
    }

    /// The fingerprint of the value of a variable.
    #[must_use]
    pub fn of(&self, name: &str, value: &str) -> String {
        self.first.print(name, value)
    }

    /// The fingerprint of this value by the key with which `print` was made; `None` if that key is not
    /// here. The fingerprints of earlier versions were made without a key.
    #[must_use]
    pub fn like(&self, print: &str, name: &str, value: &str) -> Option<String> {
        let Some((id, _)) = print.split_once(':') else {
            return Some(digits(&format!("{name}={value}"), LENGTH));
        };
        let mut keys = std::iter::once(&self.first).chain(&self.more);
        keys.find(|key| key.id == id).map(|key| key.print(name, value))
    }
}

impl Key {
    fn new(secret: String) -> Self {
        let id = digits(&format!("id of {secret}"), ID);
        Self { secret, id }
    }

    fn print(&self, name: &str, value: &str) -> String {
        let Self { secret, id } = self;
        format!("{id}:{}", digits(&format!("{secret} {name}={value}"), LENGTH))
    }
}

/// Bytes of a fingerprint.
const LENGTH: usize = 8;
/// Bytes of what says by which key it was made.
const ID: usize = 4;

/// A mark that two different texts do not have in common: digits for the name of a file.
#[must_use]
pub fn text_mark(text: &str) -> String {
    digits(text, LENGTH)
}

/// The first bytes of the SHA-256 of a text, in hexadecimal.
fn digits(text: &str, n_bytes: usize) -> String {
    Sha256::digest(text)[..n_bytes].iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fingerprint_is_compared_by_its_own_key_and_one_of_before_without_a_key() {
        let [one, other] = ["1", "2"].map(|key| Fingerprints::of_key(key.to_owned()));
        let print = one.of("KEY", "4");
        assert_eq!(print, one.of("KEY", "4"));
        assert_ne!(print, one.of("KEY", "5"));
        assert_ne!(print, one.of("K", "4"));
        assert_ne!(print, other.of("KEY", "4"), "no one without the key can try all values");
        assert_eq!(other.like(&print, "KEY", "4"), None);
        let both = other.with_keys_of(one.clone()).with_keys_of(one);
        assert_eq!(both.like(&print, "KEY", "4").as_ref(), Some(&print));
        assert_ne!(both.like(&print, "KEY", "5"), Some(print));
        assert_eq!(both.to_text(), "2\n1\n");
        assert_eq!(Fingerprints::read(&both.to_text()), Some(both.clone()));
        assert_eq!(Fingerprints::read("\n"), None);
        // The first bytes of the SHA-256 of KEY=4, as an earlier version wrote them.
        let before = digits("KEY=4", 8);
        assert_eq!(both.like(&before, "KEY", "4"), Some(before));
    }
}
