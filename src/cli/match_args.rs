//! The arguments of `quintet match`, and the match that they describe.
//!
//! Plays nothing.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::anyhow;
use clap::Args;
use quintet::games::{Game, Setup, counted};
use quintet::play::tournament::{FormatName, PlayerWish, PlayersFault, tell_apart};
use quintet::play::{
    Affinity, DiceList, EngineSpec, MOST_TEST_GAMES, MatchConfig, MatchDice, Seed, Sprt,
    canonical_variant,
};
use quintet::protocol::Protocol;
use quintet::store::{
    EngineList, FileError, FindEngineError, FitError, crowding, make_folder, read_text, waits,
};

use super::adjudication::AdjudicationArgs;
use super::contestants::{other_game, spec};
use super::engine_arg::{EngineArg, parse_protocol};
use super::match_file::RANDOM;
use super::numbers::whole;
use super::opening_args::OpeningArgs;
use super::pairing_args::PairingArgs;
use super::process_args::{ProcessArgs, for_each};
use super::time_args::{TimeArgs, parse_margin};
use super::{Code, Failure, Outcome, of_file, parse_game};

#[derive(Args, Debug)]
pub(super) struct MatchArgs {
    /// An engine: a name in the list, a short name such as builtin:3 (level 3), a file, host:port
    /// or a command in quotes; options after it: NAME:option.threads=2.
    pub(super) a: EngineArg,
    /// The other engine.
    pub(super) b: EngineArg,
    /// More engines: all play each other, as in `quintet tournament`.
    #[arg(value_name = "C")]
    pub(super) more: Vec<EngineArg>,
    /// Who meets whom: match (two engines), round-robin (three or more, if nothing is said),
    /// gauntlet (A against all others), knockout or swiss. The results are in a folder.
    #[arg(long, value_name = "FORMAT")]
    pub(super) format: Option<FormatName>,
    #[command(flatten)]
    pub(super) pairing: PairingArgs,
    /// The folder for the results of a tournament, which `quintet tournament --resume` continues;
    /// by default the first of match-1, match-2 ... that does not exist. Two engines have it only
    /// with this option, --format, or another one that only a tournament has.
    #[arg(long, value_name = "FOLDER")]
    pub(super) out: Option<PathBuf>,
    /// The protocol of engines that are in no list: hub, guide, uhp, ubgi or nboard; given as
    /// often as there are engines, the first is A's and the second B's. Needed if the game has several protocols and the
    /// program is unknown.
    #[arg(long, value_name = "PROTOCOL", value_parser = parse_protocol)]
    protocol: Vec<Protocol>,
    #[command(flatten)]
    pub(super) process: ProcessArgs,
    /// The game.
    #[arg(long, default_value = "othello", value_parser = parse_game)]
    pub(super) game: &'static dyn Game,
    /// Variant of the game, such as frisian or money.
    #[arg(long, value_name = "NAME", conflicts_with = "length")]
    variant: Option<String>,
    /// A backgammon match to so many points: short for --variant match-N.
    #[arg(long, value_name = "N")]
    length: Option<String>,
    /// Number of games, of any two engines that meet; colours are swapped in pairs that share an
    /// opening or the dice. 2 by default; with --sprt the most games, 100000 by default.
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = whole::<u32>(1..))]
    pub(super) games: Option<u32>,
    /// Ends the match by the verdict of a sequential probability ratio test: whether A is stronger
    /// than B by elo0 or by elo1. alpha and beta (0.05) are the error rates, model is normalized or
    /// logistic; where games are worth different points, points0=0,points1=0.05.
    #[arg(long, value_name = "elo0=0,elo1=5,...", conflicts_with = "only")]
    pub(super) sprt: Option<Sprt>,
    #[command(flatten)]
    pub(super) time: TimeArgs,
    /// Games at once.
    #[arg(long, allow_negative_numbers = true, default_value_t = 1, value_name = "N", value_parser = whole::<u32>(1..=256))]
    pub(super) concurrency: u32,
    /// Linux: the processors on which engines are bound, such as 0-3 or 0,2. Each running game has
    /// one of them to itself, for both of its engines; with 0-3/2 two, one for each engine.
    #[arg(long, value_name = "LIST")]
    pub(super) affinity: Option<Affinity>,
    /// Let engines that can do so think on the opponent's time.
    #[arg(long)]
    pub(super) ponder: bool,
    /// A third repetition of a position does not end the game as a draw.
    #[arg(long)]
    pub(super) no_repetition: bool,
    /// Games that are not over after so many plies are drawn; a roll of the dice counts as one.
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = whole::<u32>(1..))]
    pub(super) max_plies: Option<u32>,
    #[command(flatten)]
    pub(super) adjudication: AdjudicationArgs,
    /// Do not ask engines that keep the game (UHP) which moves they see, to compare.
    #[arg(long)]
    pub(super) no_compare: bool,
    /// Chooses the openings, and the dice unless one of the next two does.
    #[arg(long, allow_negative_numbers = true, default_value_t = 1, value_name = "N")]
    pub(super) seed: u64,
    /// Any text that determines the dice. With "random" the program makes a secret seed: its
    /// SHA-256 is printed before the match and the seed after it, as proof that the dice were fixed
    /// (the results hold it from the first game on).
    #[arg(long, value_name = "TEXT", conflicts_with = "dice")]
    pub(super) dice_seed: Option<String>,
    /// Dice from a file: digits from 1 to 6, with blanks or ",;:-" between them and # before a
    /// comment; an empty line begins the dice of the next two games. A game that runs out of dice
    /// is drawn.
    #[arg(long, value_name = "FILE")]
    pub(super) dice: Option<PathBuf>,
    /// Seconds by which every move may be late, for slow machines and connections.
    #[arg(long, allow_negative_numbers = true, value_name = "S", value_parser = parse_margin, default_value = "0")]
    pub(super) margin: Duration,
    /// If more than this percentage of games is decided by failures (crashes, illegal moves, lost
    /// on time), the exit code is 6.
    #[arg(long, allow_negative_numbers = true, value_name = "PERCENT", default_value_t = 5, value_parser = whole::<u32>(0..=100))]
    pub(super) max_failures: u32,
    /// The number of different openings, which then repeat; by default no opening is used twice.
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = whole::<u32>(1..))]
    pub(super) openings: Option<u32>,
    #[command(flatten)]
    pub(super) book: OpeningArgs,
    /// Play only the game with this number, as it would be played in the whole match: with all
    /// other values of a game's row it plays that game again.
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = whole::<u32>(1..))]
    pub(super) only: Option<u32>,
    /// Print the final table only.
    #[arg(long)]
    pub(super) quiet: bool,
    /// Append one JSON object per game, with its record, to this file.
    #[arg(long, value_name = "FILE")]
    pub(super) json: Option<PathBuf>,
    /// Append a row per game to this table, for spreadsheets.
    #[arg(long, value_name = "FILE")]
    pub(super) csv: Option<PathBuf>,
    /// Append a row per move to this table: time used, clock, depth, nodes, value, line.
    #[arg(long, value_name = "FILE")]
    pub(super) moves: Option<PathBuf>,
    /// Write what is known of each failed game (dialogue, error output, position, versions) to a
    /// separate file in this folder; by default next to the results file, if there is one. `quintet
    /// replay` plays such a file.
    #[arg(long, value_name = "FOLDER")]
    pub(super) bundles: Option<PathBuf>,
}

impl MatchArgs {
    /// The number of games, at most.
    pub(super) fn n_games(&self) -> u32 {
        self.games.unwrap_or(if self.sprt.is_some() { MOST_TEST_GAMES } else { 2 })
    }

    /// The protocol of each of so many engines: one for all, or one for each.
    pub(super) fn protocols(&self, n_engines: usize) -> Result<Vec<Option<Protocol>>, Failure> {
        for_each("--protocol", &self.protocol, n_engines)
    }

    /// Each file that the match writes must have a different name.
    pub(super) fn check_files(&self) -> Outcome {
        let files = [("--json", &self.json), ("--csv", &self.csv), ("--moves", &self.moves)];
        for (idx, (option, path)) in files.iter().enumerate().filter(|(_, (_, p))| p.is_some()) {
            if let Some((other, _)) = files[..idx].iter().find(|(_, known)| known == path) {
                let why = "name the same file; each needs its own";
                return Err(Code::Usage.of(anyhow!("{other} and {option} {why}")));
            }
        }
        Ok(())
    }

    /// What the names of bundles begin with.
    pub(super) fn bundle_stem(&self) -> Result<Option<PathBuf>, FileError> {
        if let Some(folder) = &self.bundles {
            make_folder(folder)?;
            return Ok(Some(folder.join("match")));
        }
        // No bundles if the results go to a pipe or a device.
        let results = self.json.as_ref().or(self.csv.as_ref());
        let file = results.filter(|path| path.is_file());
        Ok(file.map(|path| path.with_extension("")))
    }
}

pub(super) fn config(args: &MatchArgs, list: &EngineList) -> Result<MatchConfig, Failure> {
    let variant = variant(args)?;
    let wishes = args.process.wishes([&args.a, &args.b])?;
    let engines = specs(list, args, &wishes, variant.as_deref())?;
    let setup = Setup { variant, position: None };
    let time = args.time.control()?;
    let mut config = MatchConfig::with_setup(args.game, setup, engines, args.n_games(), time)
        .map_err(|err| Code::Usage.of(err))?;
    for (own, wish) in config.time.iter_mut().zip(&wishes) {
        *own = wish.time.unwrap_or(time);
    }
    config.check_limits().map_err(|err| Code::Usage.of(err))?;
    config.concurrency = args.concurrency;
    config.affinity.clone_from(&args.affinity);
    config.check_affinity().map_err(|err| Code::Usage.of(err))?;
    config.seed = args.seed;
    config.different_openings = args.openings;
    args.book.add_book(&mut config, args.quiet)?;
    config.margin = args.margin;
    config.dice = dice(args)?;
    config.ponder = args.ponder;
    config.rules.repetition = !args.no_repetition;
    config.max_plies = args.max_plies;
    let variant = config.setup().variant.clone();
    config.adjudication = args.adjudication.rules(args.game, variant.as_deref())?;
    config.referee = args.adjudication.referee(list, args.game, variant.as_deref())?;
    config.compares = !args.no_compare;
    config.crowding = crowding;
    config.waits = waits;
    config.only = args.only;
    if let Some(sprt) = args.sprt {
        config = config.with_sprt(sprt).map_err(|err| Code::Usage.of(err))?;
    }
    if let Some(number) = args.only.filter(|number| args.n_games() < *number) {
        let why = "its match has only";
        let games = counted(args.n_games() as usize, "game");
        return Err(Code::Usage.of(anyhow!("--only {number}: {why} {games} (--games)")));
    }
    Ok(config)
}

/// The two engines, with different names.
fn specs(
    list: &EngineList,
    args: &MatchArgs,
    wishes: &[PlayerWish],
    variant: Option<&str>,
) -> Result<[EngineSpec; 2], Failure> {
    let info = args.game.info();
    let refused = |error: FitError| match error {
        FitError::Find(FindEngineError::OtherGame { engine, plays, .. }) => {
            other_game(&engine, &plays, info.title)
        }
        error => Code::Usage.of(error),
    };
    let protocols = args.protocols(2)?;
    let spec = |engine, protocol| spec(list, args.game, variant, engine, protocol, refused);
    let protocol = |idx: usize| wishes[idx].protocol.or(protocols[idx]);
    let mut specs = [spec(&args.a, protocol(0))?, spec(&args.b, protocol(1))?];
    tell_apart(&mut specs);
    for (wish, spec) in wishes.iter().zip(&mut specs) {
        let name = spec.name.clone();
        let said = |misfit| Code::Usage.of(anyhow!("{name}: --{misfit}"));
        wish.check_name().map_err(|why| Code::Usage.of(anyhow!("--player: {why}")))?;
        wish.apply(spec).map_err(said)?;
    }
    if specs[0].name == specs[1].name {
        return Err(Code::Usage.of(PlayersFault::SameName(specs[0].name.clone())));
    }
    Ok(specs)
}

/// The variant requested by name or by the length of a match.
pub(super) fn variant(args: &MatchArgs) -> Result<Option<String>, Failure> {
    let info = args.game.info();
    let is_length = |name: &str| name.bytes().all(|byte| byte.is_ascii_digit());
    let asked = args.length.as_deref().or(args.variant.as_deref());
    let length = match (canonical_variant(info, asked), &args.length) {
        (Ok(variant), Some(length)) if is_length(length) => return Ok(variant),
        (Ok(variant), None) => return Ok(variant),
        (Err(error), None) => return Err(Code::Usage.of(error)),
        (_, Some(length)) => length,
    };
    let aliases = info.variants.iter().flat_map(|variant| variant.aliases);
    let lengths: Vec<&str> = aliases.filter(|name| is_length(name)).copied().collect();
    Err(Code::Usage.of(if lengths.is_empty() {
        anyhow!("--length: {} has no matches to so many points", info.title)
    } else {
        let lengths = lengths.join(", ");
        anyhow!("--length: there is no match to {length:?} points; lengths are {lengths}")
    }))
}

/// The requested dice, if any.
fn dice(args: &MatchArgs) -> Result<Option<MatchDice>, Failure> {
    let info = args.game.info();
    let option = if args.dice.is_some() { "--dice" } else { "--dice-seed" };
    if (args.dice.is_some() || args.dice_seed.is_some()) && !info.has_dice {
        return Err(Code::Usage.of(anyhow!("{option}: {} is played without dice", info.title)));
    }
    if let Some(seed) = &args.dice_seed {
        return Ok(Some(match seed.trim() {
            "" => return Err(Code::Usage.of(anyhow!("--dice-seed: the seed is empty"))),
            RANDOM => MatchDice::Secret(Seed::fresh()),
            text => MatchDice::Seeded(Seed(text.to_owned())),
        }));
    }
    let Some(path) = &args.dice else { return Ok(None) };
    let text = read_text(path).map_err(of_file)?;
    let lists = dice_of_pairs(&text, args.n_games().div_ceil(2) as usize);
    let lists = lists.map_err(|reason| Code::Usage.of(anyhow!("{}: {reason}", path.display())))?;
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    Ok(Some(MatchDice::Listed { name, lists }))
}

/// Dice for so many pairs of games.
fn dice_of_pairs(text: &str, n_pairs: usize) -> Result<Vec<DiceList>, String> {
    let lists = DiceList::read_all(text).map_err(|error| error.to_string())?;
    match lists.len() {
        n if n < n_pairs => Err(format!(
            "it has dice for {} of games, and {n_pairs} are needed; an empty line begins the dice \
             of the next pair",
            counted(n, "pair")
        )),
        _ => Ok(lists),
    }
}
