//! What the window costs: its start, idleness, memory, frames, and floods of an engine's lines.
//!
//! Runs the program as it is shipped on an X server without a screen (software OpenGL, 1280x800)
//! and looks at it from outside: X events, pixels, `/proc`. Only the times of frames come from the
//! program itself (`QUINTET_FRAME_TIMES`). Needs Xvfb (`.ci/run packages` installs it).
//!
//! ```text
//! cargo bench --bench window                    # all; about three minutes
//! cargo bench --bench window -- start flood     # those whose name contains one of these
//! ```

#![expect(clippy::print_stdout, reason = "its figures are what this program is for")]

#[cfg(target_os = "linux")]
#[path = "../tests/support"]
mod support {
    #[expect(dead_code, reason = "the end-to-end tests use the rest")]
    pub(crate) mod x_client;
    #[expect(dead_code, reason = "the end-to-end tests use the rest")]
    pub(crate) mod x_server;
}

#[cfg(target_os = "linux")]
fn main() {
    linux::main();
}

#[cfg(not(target_os = "linux"))]
fn main() {
    println!("only measured on Linux");
}

#[cfg(target_os = "linux")]
mod linux {
    use std::fs;
    use std::path::PathBuf;
    use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

    use quintet::games::{BoxPosition, MoveText, SceneView, Setup};

    use super::support::x_client::{Area, XClient};
    use super::support::x_server::{Program, XServer, poll};

    const SCRIPTED: &str = env!("CARGO_BIN_EXE_scripted-engine");
    const LIMIT: Duration = Duration::from_secs(30);
    /// Keysyms.
    const CONTROL: u32 = 0xffe3;
    const ESCAPE: u32 = 0xff1b;
    const SPACE: u32 = 0x20;
    const NUM_2: u32 = 0x32;
    const PAGE_UP: u32 = 0xff55;
    const PAGE_DOWN: u32 = 0xff56;
    const LEFT: u32 = 0xff51;
    const RIGHT: u32 = 0xff53;
    /// The menu button, in pixels; what it opens covers [`UNDER_MENU`], where else nothing moves.
    const MENU: (i16, i16) = (70, 22);
    const UNDER_MENU: Area = Area { x: 62, y: 70, width: 30, height: 60 };

    pub(super) fn main() {
        let wanted: Vec<String> =
            std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
        let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
        println!("load of the machine: {}", load.trim());
        let server = XServer::start();
        // The server ends with its last client.
        let _stay = XClient::connect(&server.display);
        for name in ["start", "idle", "reporting", "flood-50k", "flood-1M", "hive"] {
            if !wanted.is_empty() && !wanted.iter().any(|wish| name.contains(wish.as_str())) {
                continue;
            }
            println!("\n{name}");
            match name {
                "start" => start(&server),
                "idle" => idle(&server),
                "reporting" => reporting(&server),
                "flood-50k" => flood(&server, 50_000),
                "hive" => hive(&server),
                _ => flood(&server, 1_000_000),
            }
        }
    }

    /// From the start of the process to its mapped window, and to the last change of its picture.
    fn start(server: &XServer) {
        const RUNS: usize = 21;
        const STILL: Duration = Duration::from_millis(800);
        let (mut mapped, mut stable) = (Vec::new(), Vec::new());
        for _ in 0..RUNS {
            let x = XClient::connect(&server.display);
            let program = Program::start(Some(&server.display), &[], &[], &[]);
            let (_window, at) = x.mapped(LIMIT);
            mapped.push(millis(at - program.started));
            let (mut seen, mut changed) = (rows(&x), Instant::now());
            while changed.elapsed() < STILL {
                std::thread::park_timeout(Duration::from_millis(2));
                let now = rows(&x);
                if now != seen {
                    (seen, changed) = (now, Instant::now());
                }
            }
            stable.push(millis(changed - program.started));
        }
        show("exec to mapped window", &mut mapped, "ms", Some(100.0));
        show("exec to stable picture", &mut stable, "ms", Some(350.0));
    }

    /// Some rows of the window's pixels: enough to see any change, little enough not to disturb.
    fn rows(x: &XClient) -> Vec<Vec<u8>> {
        let row = |i: i16| x.pixels(Area { x: 0, y: 20 + i * 45, width: 1280, height: 1 });
        (0..17).map(row).collect()
    }

    /// A window in the mode for analysis with an engine attached.
    struct Attached {
        x: XClient,
        program: Program,
        frames: PathBuf,
    }

    impl Attached {
        /// With the engine that comes with the program, or one made by `scripted-engine`.
        fn start(server: &XServer, faults: &[&str]) -> Self {
            let frames = std::env::temp_dir().join(format!("frames-{}", std::process::id()));
            let list = engines(faults);
            let files = if faults.is_empty() { vec![] } else { vec![("engines.toml", &*list)] };
            let env = [("QUINTET_FRAME_TIMES", frames.to_str().expect("a plain path"))];
            let x = XClient::connect(&server.display);
            let program = Program::start(Some(&server.display), &files, &env, &[]);
            let (window, _) = x.mapped(LIMIT);
            pause(Duration::from_millis(700));
            x.focus(window);
            x.point(640, 780);
            x.keys(&[CONTROL, NUM_2]);
            pause(Duration::from_millis(500));
            x.keys(&[SPACE]);
            let this = Self { x, program, frames };
            poll("the engine", LIMIT, || this.engine());
            pause(Duration::from_secs(2));
            this
        }

        fn engine(&self) -> Option<u32> {
            let path = format!("/proc/{0}/task/{0}/children", self.program.pid());
            let of_all = fs::read_dir(format!("/proc/{}/task", self.program.pid())).ok()?;
            let of_all = of_all
                .filter_map(|task| fs::read_to_string(task.ok()?.path().join("children")).ok());
            let children: String =
                of_all.chain(fs::read_to_string(path)).collect::<Vec<_>>().join(" ");
            children.split_whitespace().next()?.parse().ok()
        }

        /// Frames that began since this moment: seconds since then, and milliseconds they took.
        fn frames_since(&self, from: SystemTime) -> Vec<(f64, f64)> {
            let from = from.duration_since(UNIX_EPOCH).expect("after 1970").as_micros();
            let text = fs::read_to_string(&self.frames).expect("the program writes it");
            let frame = |line: &str| {
                let (at, took) = line.split_once(' ')?;
                let at = at.parse::<u128>().ok()?.checked_sub(from)?;
                Some((u32::try_from(at).ok()?, took.parse::<u32>().ok()?))
            };
            text.lines()
                .filter_map(frame)
                .map(|(at, took)| (f64::from(at) / 1e6, f64::from(took) / 1e3))
                .collect()
        }

        /// Frames a second, their times, and the longest time between two.
        fn show_frames(&self, from: SystemTime, secs: f64, least: Option<f64>) {
            let frames = self.frames_since(from);
            let mut took: Vec<f64> = frames.iter().map(|(_, took)| *took).collect();
            let rate = count(frames.len()) / secs;
            print!("  {:<32} {rate:>9.1} /s", "frames");
            if let Some(least) = least {
                print!("   at least {least} wanted");
            }
            println!();
            if !took.is_empty() {
                show("time of a frame", &mut took, "ms", Some(6.0));
            }
            let gaps = frames.windows(2).map(|two| (two[1].0 - two[0].0) * 1e3);
            println!(
                "  {:<32} {:>9.1} ms",
                "longest time between frames",
                gaps.fold(0.0, f64::max)
            );
        }
    }

    impl Drop for Attached {
        fn drop(&mut self) {
            drop(fs::remove_file(&self.frames));
        }
    }

    /// A list of engines in which the scripted one takes the place of the program's own.
    fn engines(faults: &[&str]) -> String {
        let args: String = faults.iter().map(|fault| format!(", {fault:?}")).collect();
        format!(
            "version = 1\n[[engine]]\nname = \"Quintet Othello\"\nprotocol = \"nboard\"\n\
             games = [\"othello\"]\ncommand = [{SCRIPTED:?}{args}]\n"
        )
    }

    /// Frames, processor time and memory while nothing happens.
    fn idle(server: &XServer) {
        const SECS: u64 = 15;
        let this = Attached::start(server, &[]);
        this.x.keys(&[SPACE]);
        pause(Duration::from_secs(3));
        let engine = this.engine().expect("the engine is attached");
        let pid = this.program.pid();
        let (ticks_before, engine_before) = (ticks(pid), ticks(engine));
        let cpu_before = cpu(pid);
        let from = SystemTime::now();
        pause(Duration::from_secs(SECS));
        let frames = this.frames_since(from).len();
        println!(
            "  in {SECS} s: {frames} frames, {} ticks of the window, {} of the engine; 0 wanted",
            ticks(pid) - ticks_before,
            ticks(engine) - engine_before
        );
        let spent: f64 = cpu(pid).iter().sum::<f64>() - cpu_before.iter().sum::<f64>();
        println!("  {:<32} {:>9.2} ms", "processor time of the window", spent * 1e3);
        memory(pid).show();
        show_menu(&this, None);
    }

    /// Frames while an engine reports as engines do: a few lines, now and then.
    fn reporting(server: &XServer) {
        const SECS: u32 = 10;
        let this = Attached::start(server, &["flood=100@hint", "deaf@hint"]);
        measure(&this, SECS, None);
    }

    fn flood(server: &XServer, rate: u32) {
        const SECS: u32 = 10;
        let this = Attached::start(server, &[&format!("flood={rate}@hint"), "deaf@hint"]);
        measure(&this, SECS, (rate <= 50_000).then_some(15.0));
        used(&this);
        show_menu(&this, (rate <= 50_000).then_some(20.0));
    }

    /// Frames while a wide hive after 150 plies is dragged about, zoomed by key, and its game is
    /// stepped through with every move animated.
    fn hive(server: &XServer) {
        const SECS: u32 = 5;
        let folder = std::env::temp_dir();
        let game = folder.join(format!("hive-{}.uhp", std::process::id()));
        fs::write(&game, wide_hive(150)).expect("a file of the bench");
        let frames = folder.join(format!("frames-{}", std::process::id()));
        let env = [("QUINTET_FRAME_TIMES", frames.to_str().expect("a plain path"))];
        let x = XClient::connect(&server.display);
        let args = [game.to_str().expect("a plain path")];
        let program = Program::start(Some(&server.display), &[], &env, &args);
        let (window, _) = x.mapped(LIMIT);
        pause(Duration::from_secs(2));
        x.focus(window);
        let this = Attached { x, program, frames };
        // Near the lower left corner nothing lies on the plane.
        this.x.point(130, 700);
        this.x.press();
        let (from, began) = (SystemTime::now(), Instant::now());
        let mut step = 0i16;
        while began.elapsed() < Duration::from_secs(SECS.into()) {
            step = (step + 3) % 200;
            this.x.point(130 + step, 700 - step);
            pause(Duration::from_millis(8));
        }
        println!("  while the plane is dragged:");
        this.show_frames(from, began.elapsed().as_secs_f64(), Some(60.0));
        this.x.release();
        for (what, there, back) in
            [("zoomed", PAGE_DOWN, PAGE_UP), ("stepped through", LEFT, RIGHT)]
        {
            let (from, began) = (SystemTime::now(), Instant::now());
            let mut n = 0;
            while began.elapsed() < Duration::from_secs(SECS.into()) {
                n += 1;
                this.x.keys(&[if n % 6 < 3 { there } else { back }]);
                pause(Duration::from_millis(120));
            }
            println!("  while it is {what}:");
            this.show_frames(from, began.elapsed().as_secs_f64(), Some(60.0));
        }
        memory(this.program.pid()).show();
        drop(fs::remove_file(&game));
    }

    /// A GameString of so many plies whose moves keep the hive wide.
    fn wide_hive(plies: usize) -> String {
        let game = quintet::games::find("hive").expect("a game of the list");
        let setup = Setup { variant: Some("Base+MLP".to_owned()), position: None };
        let mut pos = game.start(&setup).expect("the normal start");
        let mut random = 7u64;
        for _ in 0..plies {
            let moves = pos.legal_moves();
            let after = |mv: &MoveText| {
                let mut next = pos.clone();
                next.play(&mv.0).expect("a legal move");
                next
            };
            let wide = |pos: &BoxPosition| {
                let size = pos.scene(&SceneView::default()).size;
                if pos.legal_moves().is_empty() { 0 } else { ((size.0 + size.1) * 16.0) as u32 }
            };
            // The widest of some, not of all: pieces shall also walk.
            let some = (0..6).map(|_| {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                after(&moves[(random >> 33) as usize % moves.len()])
            });
            pos = some.max_by_key(wide).expect("there are six");
        }
        pos.to_text()
    }

    /// The window left to itself for so long.
    fn measure(this: &Attached, secs: u32, most: Option<f64>) {
        let pid = this.program.pid();
        let engine = this.engine().expect("the engine is attached");
        let before = (memory(pid), cpu(pid), written(engine));
        let (from, began) = (SystemTime::now(), Instant::now());
        pause(Duration::from_secs(secs.into()));
        let took = began.elapsed().as_secs_f64();
        let lines = (written(engine) - before.2) / LINE / took;
        println!("  {:<32} {lines:>9.0} /s", "lines written by the engine");
        let after = cpu(pid);
        let parts = [("painting", 0), ("window", 1), ("application", 2)];
        let parts =
            parts.map(|(name, i)| format!("{name} {:.1}", (after[i] - before.1[i]) / took * 100.0));
        let share = (after.iter().sum::<f64>() - before.1.iter().sum::<f64>()) / took * 100.0;
        print!("  {:<32} {share:>9.1} % of one core", "processor time");
        print!("   ({})", parts.join(", "));
        match most {
            Some(most) => println!("   at most {most} wanted: {:.2}", share / most),
            None => println!(),
        }
        this.show_frames(from, took, None);
        let after = memory(pid);
        println!("  {:<32} {:>9.1} MiB", "memory gained", after.all - before.0.all);
        after.show();
    }

    /// The window while the user moves the pointer over the board, which asks for a frame at each
    /// step: how many there are.
    fn used(this: &Attached) {
        const SECS: u32 = 5;
        let from = SystemTime::now();
        let began = Instant::now();
        let mut step = 0i16;
        while began.elapsed() < Duration::from_secs(SECS.into()) {
            step = (step + 7) % 400;
            this.x.point(200 + step, 300 + step / 2);
            pause(Duration::from_millis(8));
        }
        println!("  while the pointer moves:");
        this.show_frames(from, began.elapsed().as_secs_f64(), Some(30.0));
    }

    fn show_menu(this: &Attached, most: Option<f64>) {
        let mut opened = (0..20).map(|_| open_menu(this)).collect::<Vec<_>>();
        show("press to opened menu", &mut opened, "ms", most);
    }

    /// Mean length of the scripted engine's info lines (`search F5D6C3 3.25 0 250`), in bytes.
    const LINE: f64 = 25.0;

    /// Milliseconds from pressing the mouse button over the menu, which is when it opens, to its
    /// first pixels.
    fn open_menu(this: &Attached) -> f64 {
        this.x.point(MENU.0, MENU.1);
        pause(Duration::from_millis(300));
        let closed = this.x.pixels(UNDER_MENU);
        let pressed = Instant::now();
        this.x.press();
        let until = pressed + LIMIT;
        while this.x.pixels(UNDER_MENU) == closed {
            assert!(Instant::now() < until, "the menu does not open");
            // The display has to paint, too.
            std::thread::park_timeout(Duration::from_millis(1));
        }
        let took = millis(pressed.elapsed());
        pause(Duration::from_millis(80));
        this.x.release();
        pause(Duration::from_millis(80));
        assert!(this.x.pixels(UNDER_MENU) != closed, "letting go over the button closes the menu");
        this.x.keys(&[ESCAPE]);
        poll("the end of the menu", LIMIT, || (this.x.pixels(UNDER_MENU) == closed).then_some(()));
        took
    }

    /// Memory of a process, in MiB.
    #[derive(Clone, Copy, Debug)]
    struct Memory {
        anonymous: f64,
        all: f64,
    }

    impl Memory {
        fn show(self) {
            println!(
                "  {:<32} {:>9.1} MiB   at most 60 wanted",
                "anonymous memory", self.anonymous
            );
            println!("  {:<32} {:>9.1} MiB   at most 150 wanted", "all memory", self.all);
        }
    }

    fn memory(pid: u32) -> Memory {
        let text = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).expect("it lives");
        let field = |name: &str| {
            let line =
                text.lines().find_map(|line| line.strip_prefix(name)).expect("a known field");
            let kib: u32 = line.trim().trim_end_matches(" kB").parse().expect("a number");
            f64::from(kib) / 1024.0
        };
        Memory { anonymous: field("Anonymous:"), all: field("Rss:") }
    }

    /// Ticks of processor time (a hundredth of a second each) of a process.
    fn ticks(pid: u32) -> u64 {
        let text = fs::read_to_string(format!("/proc/{pid}/stat")).expect("it lives");
        let (_, rest) = text.rsplit_once(") ").expect("the name is in brackets");
        rest.split(' ').skip(11).take(2).filter_map(|field| field.parse::<u64>().ok()).sum()
    }

    /// Seconds of processor time of a process: of the threads that paint in place of a graphics
    /// card, of the thread of the window, of all others.
    fn cpu(pid: u32) -> [f64; 3] {
        let mut sums = [0.0; 3];
        for task in fs::read_dir(format!("/proc/{pid}/task")).expect("it lives").flatten() {
            let read = |name: &str| fs::read_to_string(task.path().join(name)).unwrap_or_default();
            let nanos = read("schedstat").split(' ').next().and_then(|n| n.parse::<f64>().ok());
            let part = if read("comm").starts_with("llvmpipe") {
                0
            } else if task.file_name().to_string_lossy() == pid.to_string() {
                1
            } else {
                2
            };
            sums[part] += nanos.unwrap_or_default() / 1e9;
        }
        sums
    }

    /// Bytes that a process has written so far.
    fn written(pid: u32) -> f64 {
        let text = fs::read_to_string(format!("/proc/{pid}/io")).expect("it lives");
        let line = text.lines().find_map(|line| line.strip_prefix("wchar: "));
        line.and_then(|number| number.parse().ok()).expect("a number of bytes")
    }

    fn pause(time: Duration) {
        let until = Instant::now() + time;
        while let Some(left) = until.checked_duration_since(Instant::now()) {
            std::thread::park_timeout(left);
        }
    }

    fn millis(time: Duration) -> f64 {
        time.as_secs_f64() * 1e3
    }

    fn count(n: usize) -> f64 {
        f64::from(u32::try_from(n).unwrap_or(u32::MAX))
    }

    /// Prints median, least, 90th and 99th percentile, and the median as a part of what is wanted.
    fn show(what: &str, values: &mut [f64], unit: &str, most: Option<f64>) {
        values.sort_by(f64::total_cmp);
        let at = |percent: usize| values[(values.len() - 1) * percent / 100];
        print!(
            "  {what:<32} {:>9.1} {unit}   least {:.1}   p90 {:.1}   p99 {:.1}   ({} values)",
            at(50),
            at(0),
            at(90),
            at(99),
            values.len()
        );
        if let Some(most) = most {
            print!("   at most {most} wanted: {:.2}", at(50) / most);
        }
        println!();
    }
}
