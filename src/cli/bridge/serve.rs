//! The bridge's dialogue: UBGI on the standard streams, GNU Backgammon behind it.
//!
//! Evaluates nothing. It reads the host's commands while the program thinks; to stop the program,
//! it kills the process, which cannot be interrupted in any other way, and starts it again later.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use quintet::games::backgammon::{Backgammon, Phase, write_xgid};
use quintet::games::{LinkedGame, Rules, Setup};
use quintet::protocol::ubgi::{
    Action, AnalysisLine, AnalysisReply, AnalysisRequest, Identity, PositionText, PositionTexts,
    Task, UbgiServer,
};
use quintet::protocol::{OptionDecl, OptionKind};
use thiserror::Error;
use tokio::io::Stdin;
use tokio::sync::mpsc;

use super::gnubg::{self, Console, Failure, Manner, Socket};
use super::hints;
use super::rollout::{self, Candidate};
use super::texts::Texts;
use crate::cli::output;

/// The option for the number of rolls it looks ahead.
const PLY: &str = "Ply";
/// The number of plays listed by default.
const LINES: u32 = 10;
/// A rollout reports its progress after this time, and after each round of games.
const PAUSE: Duration = Duration::from_millis(500);

/// Why the dialogue ended before the host wanted it.
#[derive(Debug, Error)]
pub(super) enum End {
    /// The program behind the bridge.
    #[error(transparent)]
    Failure(#[from] Failure),
    /// The standard streams.
    #[error(transparent)]
    Streams(#[from] io::Error),
}

/// Serves a host until `quit` or the end of the input.
pub(super) async fn serve(program: PathBuf, ply: u8) -> Result<(), End> {
    let version = gnubg::version(&program).await;
    let identity = Identity {
        name: "GNU Backgammon".to_owned(),
        author: "the authors of GNU Backgammon; bridge by the authors of Quintet".to_owned(),
        version: version
            .unwrap_or_else(|| concat!("bridge ", env!("CARGO_PKG_VERSION")).to_owned()),
    };
    let declared = OptionDecl {
        name: PLY.to_owned(),
        kind: OptionKind::Int { min: 0, max: 4 },
        default: ply.to_string(),
    };
    let (sender, news) = mpsc::channel(64);
    let mut host = Host {
        server: UbgiServer::new(identity, vec![declared]),
        lines: Texts::new(tokio::io::stdin()),
        news,
    };
    let mut gnubg = Gnubg { program, news: sender, socket: None, rolling: None, console: None };
    loop {
        while let Some(task) = host.server.poll_task() {
            if task == Task::Quit || host.carry_out(task, &mut gnubg).await? == Next::Quit {
                return Ok(());
            }
        }
        let Some(line) = host.lines.next_line().await? else { return Ok(()) };
        host.server.handle_line(&line);
    }
}

/// The rawboard of a position with a decision, as it is sent to an engine.
pub(super) fn rawboard_of(pos: &Backgammon) -> String {
    let start = pos.to_text();
    let game = LinkedGame {
        start: &start,
        variant: None,
        players: ["You", "Opponent"],
        clocks: [None; 2],
        moves: &[],
        now: None,
    };
    let link = Backgammon::link("ubgi").expect("backgammon is played over UBGI");
    with_cube(&PositionTexts::of(&link.root(&game)).rawboard)
}

/// The board with a cube that both sides may turn if neither may, as in the Crawford game: GNU
/// Backgammon 1.07 answers `take` there whatever was rolled. It still recognises the game by its
/// score.
fn with_cube(rawboard: &str) -> String {
    /// "May double" of the player and of the opponent (FIBS).
    const MAY_DOUBLE: usize = 38;
    let mut fields: Vec<&str> = rawboard.split(':').collect();
    if let Some(may_double @ ["0", "0"]) = fields.get_mut(MAY_DOUBLE..MAY_DOUBLE + 2) {
        may_double.fill("1");
    }
    fields.join(":")
}

/// Whether the dialogue goes on.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Next {
    On,
    Quit,
}

/// How work ended.
enum Ended<T> {
    Done(T),
    /// The host does not want it any more.
    Stopped,
    Quit,
}

/// Events of a running analysis.
enum News {
    Ranked(Vec<AnalysisLine>),
    Progress { done: u64, total: u64 },
}

struct Host {
    server: UbgiServer,
    lines: Texts<Stdin>,
    news: mpsc::Receiver<News>,
}

impl Host {
    async fn carry_out(&mut self, task: Task, gnubg: &mut Gnubg) -> Result<Next, End> {
        match task {
            Task::Write(lines) => write(&lines)?,
            Task::Initialize => return self.initialize(gnubg).await,
            Task::Decide(text) => match read(&text) {
                Some(pos) => return self.decide(&pos, gnubg).await,
                None => write(&self.server.refuse())?,
            },
            Task::Analyse(request) => match read(&request.position) {
                Some(pos) => return self.analyse(&pos, &request, gnubg).await,
                None => write(&self.server.refuse())?,
            },
            // No task is running that could be stopped, and options are read where they are used.
            Task::Stop | Task::OptionChanged(_) => {}
            Task::Quit => return Ok(Next::Quit),
        }
        Ok(Next::On)
    }

    fn ply(&self) -> u8 {
        self.server.value(PLY).and_then(|ply| ply.parse().ok()).unwrap_or(2)
    }

    async fn initialize(&mut self, gnubg: &mut Gnubg) -> Result<Next, End> {
        let manner = Manner { ply: self.ply(), jacoby: true, cubeful: true };
        // A host that has already closed its end still gets the message that the program cannot be
        // started.
        match self.during_start(gnubg.warm_up(manner)).await? {
            Ended::Done(Ok(())) => write(&self.server.ready())?,
            Ended::Done(Err(failure)) => self.give_up(failure)?,
            Ended::Stopped => write(&self.server.refuse())?,
            Ended::Quit => return Ok(Next::Quit),
        }
        Ok(Next::On)
    }

    async fn decide(&mut self, pos: &Backgammon, gnubg: &mut Gnubg) -> Result<Next, End> {
        let mut ply = self.ply();
        loop {
            match self.during(gnubg.decide(pos, ply)).await? {
                Ended::Done(Ok(action)) => write(&self.server.answer(&action))?,
                Ended::Done(Err(failure)) => {
                    gnubg.socket = None;
                    self.give_up(failure)?;
                }
                // An answer is still needed: the one at 0 plies.
                Ended::Stopped => {
                    gnubg.socket = None;
                    ply = 0;
                    continue;
                }
                Ended::Quit => return Ok(Next::Quit),
            }
            return Ok(Next::On);
        }
    }

    async fn analyse(
        &mut self,
        pos: &Backgammon,
        request: &AnalysisRequest,
        gnubg: &mut Gnubg,
    ) -> Result<Next, End> {
        write(&self.server.say(&AnalysisReply::Start))?;
        let ply = request.ply.map_or(self.ply(), |ply| ply.min(4) as u8);
        let work = gnubg.analyse(pos, request, ply);
        let ended = match request.time {
            None => self.during(work).await?,
            Some(time) => match self.during(tokio::time::timeout(time, work)).await? {
                Ended::Done(Ok(result)) => Ended::Done(result),
                Ended::Done(Err(_)) | Ended::Stopped => Ended::Stopped,
                Ended::Quit => Ended::Quit,
            },
        };
        while let Ok(news) = self.news.try_recv() {
            self.tell(news)?;
        }
        match ended {
            Ended::Done(Ok(())) => write(&self.server.end())?,
            Ended::Done(Err(failure)) => {
                gnubg.forget_analysis();
                self.give_up(failure)?;
            }
            Ended::Stopped => {
                gnubg.forget_analysis();
                write(&self.server.end())?;
            }
            Ended::Quit => return Ok(Next::Quit),
        }
        Ok(Next::On)
    }

    /// Waits for the end of some work and reads the host's commands meanwhile.
    async fn during<T>(&mut self, work: impl Future<Output = T>) -> io::Result<Ended<T>> {
        self.during_until(work, Duration::ZERO).await
    }

    /// The same; the end of the input does not end this work if it is over soon.
    async fn during_start<T>(&mut self, work: impl Future<Output = T>) -> io::Result<Ended<T>> {
        const SOON: Duration = Duration::from_secs(10);
        self.during_until(work, SOON).await
    }

    async fn during_until<T>(
        &mut self,
        work: impl Future<Output = T>,
        after_input: Duration,
    ) -> io::Result<Ended<T>> {
        tokio::pin!(work);
        loop {
            tokio::select! {
                done = &mut work => return Ok(Ended::Done(done)),
                Some(news) = self.news.recv() => self.tell(news)?,
                line = self.lines.next_line() => match line? {
                    Some(line) => self.server.handle_line(&line),
                    None => {
                        let done = tokio::time::timeout(after_input, work).await;
                        return Ok(done.map_or(Ended::Quit, Ended::Done));
                    }
                },
            }
            // While a task is open, only urgent tasks come out.
            match self.server.poll_task() {
                Some(Task::Stop) => return Ok(Ended::Stopped),
                Some(Task::Quit) => return Ok(Ended::Quit),
                Some(_) | None => {}
            }
        }
    }

    fn tell(&mut self, news: News) -> io::Result<()> {
        let lines = match news {
            News::Ranked(lines) => self.server.say_ranked(lines),
            News::Progress { done, total } => {
                self.server.say(&AnalysisReply::Progress { done, total })
            }
        };
        write(&lines)
    }

    /// The task has failed. The next one may succeed, unless the program behind the bridge is gone:
    /// then the bridge exits too, and says why. A `sorry` would only hide this from the host.
    fn give_up(&mut self, failure: Failure) -> Result<(), End> {
        match failure {
            Failure::Odd(_) => {
                output::complain(&format!("quintet: {failure}"));
                Ok(write(&self.server.refuse())?)
            }
            Failure::NoStart { .. }
            | Failure::Ended { .. }
            | Failure::Unreachable { .. }
            | Failure::Silent { .. } => Err(End::Failure(failure)),
        }
    }
}

fn write(lines: &[String]) -> io::Result<()> {
    let mut output = io::stdout().lock();
    for line in lines {
        writeln!(output, "{line}")?;
    }
    output.flush()
}

/// A position with a decision.
fn read(text: &PositionText) -> Option<Backgammon> {
    let setup = Setup { variant: None, position: Some(text.text().to_owned()) };
    let pos = Backgammon::start(&setup).ok()?;
    let asks = matches!(pos.phase, Phase::Play(_) | Phase::Decide | Phase::Roll | Phase::Doubled);
    asks.then_some(pos)
}

/// GNU Backgammon; its processes are started when they are needed.
struct Gnubg {
    program: PathBuf,
    news: mpsc::Sender<News>,
    /// Decides.
    socket: Option<Socket>,
    /// Plays the games of rollouts.
    rolling: Option<Socket>,
    /// Lists actions with their equities.
    console: Option<Console>,
}

impl Gnubg {
    fn forget_analysis(&mut self) {
        (self.rolling, self.console) = (None, None);
    }

    async fn warm_up(&mut self, manner: Manner) -> Result<(), Failure> {
        self.socket = Some(Socket::start(&self.program, manner).await?);
        Ok(())
    }

    async fn decide(&mut self, pos: &Backgammon, ply: u8) -> Result<Action, Failure> {
        let is_open = match pos.phase {
            Phase::Decide => pos.can_double(),
            Phase::Play(_) | Phase::Doubled => true,
            Phase::Roll | Phase::Opening | Phase::Over { .. } => false,
        };
        if !is_open {
            return Ok(Action::Roll);
        }
        if pos.must_pass() {
            return Ok(Action::NoPlay);
        }
        let jacoby = pos.terms.length == 0 && pos.terms.jacoby;
        // If there is no cube, it must not count.
        let cubeful = pos.terms.max_log2 > 0;
        let manner = Manner { ply, jacoby, cubeful };
        let socket = match &mut self.socket {
            Some(socket) if socket.manner == manner => socket,
            other => other.insert(Socket::start(&self.program, manner).await?),
        };
        let answer = socket.ask(&rawboard_of(pos)).await?;
        let action = match Action::parse(&answer) {
            Some(Action::Play(play)) => hints::written(pos, &play).map(Action::Play),
            action => action,
        };
        action.ok_or_else(|| Failure::Odd(answer.trim().to_owned()))
    }

    async fn analyse(
        &mut self,
        pos: &Backgammon,
        request: &AnalysisRequest,
        ply: u8,
    ) -> Result<(), Failure> {
        let n_lines = request.lines.unwrap_or(LINES);
        let news = self.news.clone();
        let console = match &mut self.console {
            Some(console) => console,
            none => none.insert(Console::start(&self.program).await?),
        };
        let asked = after_pass(pos).unwrap_or(*pos);
        let inquiry = Inquiry::of(&asked);
        let xgid = write_xgid(&asked, asked.turn);
        // All requested plays are searched as deep as the best one.
        let filters = [(1, 0), (2, 0), (3, 0), (3, 2), (4, 0), (4, 2)].map(|(ply, level)| {
            format!("set evaluation movefilter {ply} {level} {n_lines} 8 0.16\n")
        });
        console.ask(&filters.concat()).await?;
        let mut ranked = Vec::new();
        // The results at 0 plies come first.
        let deep = (ply > 0).then_some(ply);
        for ply in std::iter::once(0).chain(deep) {
            let command = inquiry.command(n_lines);
            let said = console
                .ask(&format!(
                    "set evaluation chequer evaluation plies {ply}\n\
                     set evaluation cubedecision evaluation plies {ply}\n\
                     set xgid {xgid}\n\
                     {command}"
                ))
                .await?;
            ranked = inquiry.read(&said, &asked);
            if asked != *pos {
                ranked = hints::passing(&ranked);
            }
            // For the cube all actions are reported: a ranking of two would mean nothing.
            if matches!(pos.phase, Phase::Play(_)) {
                ranked.truncate(n_lines as usize);
            }
            tell(&news, News::Ranked(ranked.clone())).await;
        }
        match request.trials {
            Some(trials) => self.roll_out(pos, &ranked, trials, request.seed.unwrap_or(1)).await,
            None => Ok(()),
        }
    }

    /// Plays games from each position that is compared, 36 at a time.
    async fn roll_out(
        &mut self,
        pos: &Backgammon,
        ranked: &[AnalysisLine],
        trials: u32,
        seed: u64,
    ) -> Result<(), Failure> {
        let mut candidates = Candidate::all_of(pos, ranked);
        let total = u64::from(trials) * candidates.len() as u64;
        let mut done = 0;
        let mut last_told = Instant::now();
        for first in (0..trials).step_by(36) {
            for candidate in &mut candidates {
                let socket = match &mut self.rolling {
                    Some(socket) => socket,
                    none => none.insert(Socket::start(&self.program, rollout::MANNER).await?),
                };
                for game in first..trials.min(first + 36) {
                    candidate.play(socket, seed, game).await?;
                    done += 1;
                    if last_told.elapsed() >= PAUSE {
                        tell(&self.news, News::Progress { done, total }).await;
                        last_told = Instant::now();
                    }
                }
            }
            tell(&self.news, News::Ranked(rollout::lines(pos, &candidates))).await;
        }
        tell(&self.news, News::Progress { done, total }).await;
        Ok(())
    }
}

/// If nothing can be played: the position that the opponent gets; its value says everything.
fn after_pass(pos: &Backgammon) -> Option<Backgammon> {
    let pass = pos.must_pass().then(|| pos.read_move("pass").ok())??;
    let mut after = *pos;
    after.play_unchecked(&pass);
    Some(after)
}

/// The commands for the text mode about a position.
#[derive(Clone, Copy, Debug)]
enum Inquiry {
    Plays,
    /// Doubling, from the point of view of the side that may double.
    Cube,
    /// The same for an offered double, for the other side.
    Taking,
    /// There is no decision; the value of the position.
    Rolling,
}

impl Inquiry {
    fn of(pos: &Backgammon) -> Self {
        match pos.phase {
            Phase::Play(_) => Self::Plays,
            Phase::Doubled => Self::Taking,
            Phase::Decide if pos.can_double() => Self::Cube,
            Phase::Decide | Phase::Roll | Phase::Opening | Phase::Over { .. } => Self::Rolling,
        }
    }

    fn command(self, n_lines: u32) -> String {
        match self {
            Self::Plays => format!("hint {n_lines}"),
            Self::Cube | Self::Taking => "hint".to_owned(),
            Self::Rolling => "eval".to_owned(),
        }
    }

    fn read(self, said: &[String], pos: &Backgammon) -> Vec<AnalysisLine> {
        match self {
            Self::Plays => hints::plays(said, pos),
            Self::Cube => hints::cube(said),
            Self::Taking => hints::taking(&hints::cube(said)),
            Self::Rolling => hints::rolling(said),
        }
    }
}

async fn tell(sender: &mpsc::Sender<News>, news: News) {
    // A receiver that is gone has ended, too.
    drop(sender.send(news).await);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_the_crawford_game_the_board_has_a_cube_so_that_a_play_is_answered() {
        let board = |crawford: u8, cube: &str| {
            let text = format!("XGID=-b----E-C---eE---c-e----B-:{cube}:1:62:0:2:{crawford}:3:10");
            let pos = quintet::games::backgammon::read_xgid(&text).unwrap();
            let fields: Vec<String> = rawboard_of(&pos).split(':').map(str::to_owned).collect();
            fields[37..40].join(" ")
        };
        assert_eq!(board(1, "0:0"), "1 1 1");
        assert_eq!(board(0, "0:0"), "1 1 1");
        assert_eq!(board(0, "1:1"), "2 1 0");
        assert_eq!(board(0, "1:-1"), "2 0 1");
    }
}
