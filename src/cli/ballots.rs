//! `quintet find-openings`: makes the books of balanced openings. For developers, not shown in the
//! help.

use std::path::PathBuf;

use clap::Args;
use quintet::builtin::{Ballot, BallotOptions, find_ballots};
use quintet::store::write_atomically;

use super::{Code, Outcome, output};

#[derive(Args, Debug)]
pub(super) struct BallotArgs {
    /// The game, or `all` for all books.
    game: String,
    /// Its variant; by default all of them.
    #[arg(long)]
    variant: Option<String>,
    /// The folder to write to; by default the one in the sources.
    #[arg(long, default_value = "assets/openings")]
    out: PathBuf,
    /// Random moves of each opening; this and the following are by default those of the book.
    #[arg(long)]
    plies: Option<u32>,
    /// How many openings.
    #[arg(long)]
    count: Option<u32>,
    /// Seed of all random choices; the same arguments give the same openings.
    #[arg(long)]
    seed: Option<u64>,
    /// Depth of the search that judges, in plies.
    #[arg(long)]
    depth: Option<u32>,
    /// The evaluation must lie within so many hundredths of a man, a disc or a point.
    #[arg(long)]
    within: Option<i32>,
}

/// A book that comes with the program.
struct Book {
    game: &'static str,
    variant: Option<&'static str>,
    options: BallotOptions,
}

impl Book {
    const fn draughts(variant: &'static str, count: u32, depth: u32, within: i32) -> Self {
        let options = BallotOptions { plies: 8, count, seed: 1, depth, within };
        Self { game: "draughts", variant: Some(variant), options }
    }

    const fn hive(variant: &'static str) -> Self {
        let options = BallotOptions { plies: 8, count: 100, seed: 1, depth: 6, within: 50 };
        Self { game: "hive", variant: Some(variant), options }
    }
}

/// All of them. Backgammon needs none: the dice make games differ, and both games of a pair have the
/// same.
const BOOKS: [Book; 14] = [
    Book {
        game: "othello",
        variant: None,
        options: BallotOptions { plies: 8, count: 200, seed: 1, depth: 14, within: 100 },
    },
    Book::draughts("international", 100, 13, 20),
    Book::draughts("frisian", 100, 13, 20),
    Book::draughts("killer", 50, 11, 25),
    Book::draughts("breakthrough", 50, 10, 30),
    Book::draughts("losing", 50, 12, 20),
    Book::hive("Base"),
    Book::hive("Base+M"),
    Book::hive("Base+L"),
    Book::hive("Base+P"),
    Book::hive("Base+ML"),
    Book::hive("Base+MP"),
    Book::hive("Base+LP"),
    Book::hive("Base+MLP"),
];

pub(super) fn run(args: &BallotArgs) -> Outcome {
    let is_asked = |book: &&Book| {
        let has_variant = |name: &str| book.variant.is_some_and(|of| of.eq_ignore_ascii_case(name));
        (args.game == "all" || args.game.eq_ignore_ascii_case(book.game))
            && args.variant.as_deref().is_none_or(has_variant)
    };
    let books: Vec<&Book> = BOOKS.iter().filter(is_asked).collect();
    if books.is_empty() {
        let known: Vec<String> = BOOKS.iter().map(Book::title).collect();
        let known = known.join(", ");
        let said = format!("there is no such book of openings; known: {known}");
        return Err(Code::Usage.of(anyhow::anyhow!(said)));
    }
    for book in books {
        book.make(args)?;
    }
    Ok(())
}

impl Book {
    /// `draughts killer`
    fn title(&self) -> String {
        [self.game].into_iter().chain(self.variant).collect::<Vec<_>>().join(" ")
    }

    fn make(&self, args: &BallotArgs) -> Outcome {
        let usual = self.options;
        let options = BallotOptions {
            plies: args.plies.unwrap_or(usual.plies),
            count: args.count.unwrap_or(usual.count),
            seed: args.seed.unwrap_or(usual.seed),
            depth: args.depth.unwrap_or(usual.depth),
            within: args.within.unwrap_or(usual.within),
        };
        let found = find_ballots(self.game, self.variant, &options, |ballot| {
            let score = f64::from(ballot.score) / 100.0;
            output::complain(&format!("{}: {score:+.2}", self.line(ballot)));
        });
        let found = found.unwrap_or_default();
        let lines: String = found.iter().map(|ballot| self.line(ballot) + "\n").collect();
        let name: Vec<&str> = [self.game].into_iter().chain(self.variant).collect();
        let out = args.out.join(format!("{}.txt", name.join("-")));
        write_atomically(&out, (self.heading(&options) + &lines).as_bytes())?;
        output::complain(&format!("{} openings in {}", found.len(), out.display()));
        Ok(())
    }

    /// What the file says of itself.
    fn heading(&self, options: &BallotOptions) -> String {
        let BallotOptions { plies, count, seed, depth, within } = *options;
        let variant = self.variant.unwrap_or_default();
        let (name, how, unit) = match self.game {
            "draughts" => {
                let how = "Moves at random from the normal start, nothing to take,";
                (format!("{variant} draughts"), how, "men")
            }
            "hive" => {
                let how = "Two turns that are mirror images, or moves at random,";
                (format!("Hive ({variant})"), how, "points")
            }
            _ => ("Othello".to_owned(), "Moves at random from the normal start,", "discs"),
        };
        let flag = self.variant.map(|name| format!("--variant {name} ")).unwrap_or_default();
        format!(
            "# Balanced starts of {name}, found by the program's own engine: quintet find-openings \
             {}\n# {flag}--plies {plies} --count {count} --seed {seed} --depth {depth} --within \
             {within}\n# {how} and a value within {:.2} {unit}.\n",
            self.game,
            f64::from(within) / 100.0,
        )
    }

    /// An opening as its file has it: moves of Hive have blanks in them.
    fn line(&self, ballot: &Ballot) -> String {
        let moves: Vec<&str> = ballot.moves.iter().map(|mv| mv.0.as_str()).collect();
        moves.join(if self.game == "hive" { "; " } else { " " })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_book_has_its_command_in_its_head_and_is_as_long_as_that_says() {
        for book in BOOKS {
            let name: Vec<&str> = [book.game].into_iter().chain(book.variant).collect();
            let path = format!("assets/openings/{}.txt", name.join("-"));
            let text = std::fs::read_to_string(&path).unwrap();
            assert!(text.starts_with(&book.heading(&book.options)), "{path}");
            let n_lines = text.lines().filter(|line| !line.starts_with('#')).count();
            assert_eq!(n_lines, book.options.count as usize, "{path}");
        }
    }
}
