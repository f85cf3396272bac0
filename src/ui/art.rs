//! Keeps the pictures that are painted: icons, materials, pieces, each for its exact pixel size.
//!
//! Does not know how they are made; [`super::glyph`] and [`super::textures`] do.
//!
//! Small drawings are made at once. A large picture is made in a thread: until it is there, a
//! coarse one or the one of the old size is shown stretched, so that no frame waits for it.

use std::collections::HashMap;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use egui::{
    Color32, ColorImage, Context, Id, TextureHandle, TextureId, TextureOptions, ViewportId,
};

use super::glyph::Drawing;
use super::textures;

/// How long a size must be stable before a picture is made for it.
const DEBOUNCE: f64 = 0.15;
/// A quick picture has this part of the wanted width and height.
const QUICK: usize = 4;
/// Pictures up to this many pixels are made at once: a stone at 100 %.
const SMALL: usize = 56 * 56;
/// Pictures not used for this many passes are dropped.
const FORGET_AFTER: u64 = 400;

/// Makes a picture of the given size in pixels.
type Make = Arc<dyn Fn([usize; 2]) -> ColorImage + Send + Sync>;

/// Pictures by name and size; made on first use.
pub struct Art {
    ctx: Context,
    store: Arc<Mutex<Store>>,
    /// `None`: every picture is made at once, and the first frame is the final one.
    worker: Option<SyncSender<Job>>,
}

#[derive(Default)]
struct Store {
    drawings: HashMap<(u64, usize), Drawn>,
    pictures: HashMap<Id, Picture>,
}

struct Drawn {
    texture: TextureHandle,
    used: u64,
}

struct Picture {
    texture: TextureHandle,
    /// The size in `texture`; `None` for a coarse picture.
    shows: Option<Wish>,
    wanted: Wish,
    /// Since when it has been wanted, in egui's seconds.
    since: f64,
    ordered: Option<Wish>,
    /// What the thread has made of it. The frame that shows it first hands it to OpenGL: what is handed
    /// over by a thread may be counted to a window that is covered, and eframe keeps it until that is
    /// seen again.
    ready: Option<(Wish, ColorImage)>,
    used: u64,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
struct Wish {
    px: [usize; 2],
    tag: u64,
}

struct Job {
    place: Id,
    wish: Wish,
    make: Make,
}

impl fmt::Debug for Art {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Art").field("threaded", &self.worker.is_some()).finish_non_exhaustive()
    }
}

impl Art {
    /// Pictures for a window: large ones are made in a thread.
    #[must_use]
    pub fn new(ctx: &Context) -> Self {
        let mut art = Self::immediate(ctx);
        let (sender, receiver) = sync_channel(64);
        let (ctx, store) = (ctx.clone(), art.store.clone());
        let thread = thread::Builder::new().name("pictures".into());
        // Without a thread the pictures are made in the frames: slower, but complete.
        if thread.spawn(move || work(&ctx, &store, &receiver)).is_ok() {
            art.worker = Some(sender);
        }
        art
    }

    /// Pictures for tests and files: every one is made at once.
    #[must_use]
    pub fn immediate(ctx: &Context) -> Self {
        Self { ctx: ctx.clone(), store: Arc::default(), worker: None }
    }

    /// A drawing in white, to be tinted, `px` pixels wide and high.
    #[must_use]
    pub fn glyph(&self, drawing: &str, side: f32, width: f32, px: usize) -> TextureId {
        let mut hasher = DefaultHasher::new();
        (drawing, side.to_bits(), width.to_bits()).hash(&mut hasher);
        self.drawing(hasher.finish(), px, || {
            let coverage = Drawing::parse(drawing, side, width).coverage(px);
            let white = |a: &f32| Color32::from_white_alpha((a * 255.0).round() as u8);
            ColorImage::new([px, px], coverage.iter().map(white).collect())
        })
    }

    /// A soft black blob.
    #[must_use]
    pub fn shadow(&self) -> TextureId {
        self.drawing(0, 96, || textures::shadow(96))
    }

    /// The picture at `place`, for exactly `px` pixels as soon as it is ready; until then another
    /// one to be stretched. `tag` stands for everything else that `make` depends on. `make` is
    /// called for any size and must show the same thing in each.
    #[must_use]
    pub fn picture(
        &self,
        place: Id,
        px: [usize; 2],
        tag: u64,
        make: impl Fn([usize; 2]) -> ColorImage + Send + Sync + 'static,
    ) -> TextureId {
        let (now, pass) = (self.ctx.input(|i| i.time), self.pass());
        let wish = Wish { px: px.map(|side| side.max(1)), tag };
        let mut store = lock(&self.store);
        let Some(picture) = store.pictures.get_mut(&place) else {
            let picture = self.first(place, wish, now, pass, make);
            let id = picture.texture.id();
            store.pictures.insert(place, picture);
            store.forget(pass);
            return id;
        };
        picture.used = pass;
        if let Some((made, image)) = picture.ready.take() {
            picture.texture = self.load(image);
            (picture.shows, picture.ordered) = (Some(made), None);
        }
        if picture.shows == Some(wish) {
            picture.wanted = wish;
            return picture.texture.id();
        }
        if picture.wanted != wish {
            (picture.wanted, picture.since) = (wish, now);
        }
        let left = if self.waits(wish.px) { DEBOUNCE - (now - picture.since) } else { 0.0 };
        if left > 0.0 {
            self.ctx.request_repaint_after(Duration::from_secs_f64(left));
        } else if picture.ordered != Some(wish) {
            let make: Make = Arc::new(make);
            if self.order(place, wish, make.clone()) {
                picture.ordered = Some(wish);
            } else {
                picture.texture = self.load(make(wish.px));
                picture.shows = Some(wish);
            }
        }
        picture.texture.id()
    }

    /// The first picture at a place: coarse, while the right one is in the making.
    fn first(
        &self,
        place: Id,
        wish: Wish,
        now: f64,
        pass: u64,
        make: impl Fn([usize; 2]) -> ColorImage + Send + Sync + 'static,
    ) -> Picture {
        let make: Make = Arc::new(make);
        let ordered = self.order(place, wish, make.clone()).then_some(wish);
        let px = if ordered.is_some() { wish.px.map(|side| side.div_ceil(QUICK)) } else { wish.px };
        let texture = self.load(make(px));
        let shows = ordered.is_none().then_some(wish);
        Picture { texture, shows, wanted: wish, since: now, ordered, ready: None, used: pass }
    }

    /// A picture of this size is made in the thread.
    fn waits(&self, px: [usize; 2]) -> bool {
        self.worker.is_some() && px[0] * px[1] > SMALL
    }

    fn order(&self, place: Id, wish: Wish, make: Make) -> bool {
        let Some(worker) = self.worker.as_ref().filter(|_| self.waits(wish.px)) else {
            return false;
        };
        worker.try_send(Job { place, wish, make }).is_ok()
    }

    fn drawing(&self, key: u64, px: usize, make: impl FnOnce() -> ColorImage) -> TextureId {
        let pass = self.pass();
        let mut store = lock(&self.store);
        if let Some(drawn) = store.drawings.get_mut(&(key, px)) {
            drawn.used = pass;
            return drawn.texture.id();
        }
        let texture = self.load(make());
        let id = texture.id();
        store.drawings.insert((key, px), Drawn { texture, used: pass });
        store.forget(pass);
        id
    }

    /// The pass of the main window: each window counts its own, and all of them use the same pictures.
    fn pass(&self) -> u64 {
        self.ctx.cumulative_pass_nr_for(ViewportId::ROOT)
    }

    fn load(&self, image: ColorImage) -> TextureHandle {
        self.ctx.load_texture("picture", image, TextureOptions::LINEAR)
    }
}

impl Store {
    /// Forgets what has not been painted for long: other sizes, other themes, closed pages.
    fn forget(&mut self, pass: u64) {
        self.drawings.retain(|_, drawn| pass.saturating_sub(drawn.used) < FORGET_AFTER);
        self.pictures.retain(|_, picture| pass.saturating_sub(picture.used) < FORGET_AFTER);
    }
}

fn work(ctx: &Context, store: &Mutex<Store>, jobs: &Receiver<Job>) {
    while let Ok(job) = jobs.recv() {
        let still_wanted = lock(store).pictures.get_mut(&job.place).is_none_or(|picture| {
            let wanted = picture.wanted == job.wish;
            if !wanted {
                picture.ordered = None;
            }
            wanted
        });
        if !still_wanted {
            continue;
        }
        let image = (job.make)(job.wish.px);
        if let Some(picture) = lock(store).pictures.get_mut(&job.place) {
            picture.ready = Some((job.wish, image));
        }
        ctx.request_repaint();
    }
}

/// A panic while a picture is made leaves the store consistent.
fn lock(store: &Mutex<Store>) -> MutexGuard<'_, Store> {
    store.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use egui::RawInput;

    use super::*;

    const LIMIT: Duration = Duration::from_secs(10);

    /// A context with pictures made in a thread; reports the sizes that are made, and wake-ups.
    struct Fixture {
        ctx: Context,
        art: Art,
        made: SyncSender<usize>,
        sizes: Receiver<usize>,
        woken: Receiver<()>,
    }

    impl Fixture {
        fn new() -> Self {
            let ctx = Context::default();
            let (made, sizes) = mpsc::sync_channel(64);
            let (wake, woken) = mpsc::sync_channel(64);
            ctx.set_request_repaint_callback(move |info| {
                if info.delay.is_zero() {
                    // A full channel has been woken often enough.
                    wake.try_send(()).ok();
                }
            });
            let art = Art::new(&ctx);
            Self { ctx, art, made, sizes, woken }
        }

        /// One frame at `time` that wants a square picture of `side` pixels.
        fn frame(&self, time: f64, side: usize) -> TextureId {
            let mut id = None;
            let input = RawInput { time: Some(time), ..RawInput::default() };
            let output = self.ctx.run_ui(input, |_ui| {
                let made = self.made.clone();
                let place = Id::unique("place");
                id = Some(self.art.picture(place, [side, side], 0, move |px| {
                    made.send(px[0]).expect("the fixture reads it");
                    ColorImage::filled(px, Color32::RED)
                }));
            });
            output.drop_without_applying_deltas();
            id.expect("the frame was painted")
        }

        fn size(&self) -> usize {
            self.sizes.recv_timeout(LIMIT).expect("a picture is made")
        }
    }

    #[test]
    fn a_large_picture_is_coarse_at_first_and_exact_when_the_thread_is_done() {
        let fixture = Fixture::new();
        let coarse = fixture.frame(0.0, 400);
        assert_eq!((fixture.size(), fixture.size()), (100, 400));
        let mut exact = coarse;
        while exact == coarse {
            fixture.woken.recv_timeout(LIMIT).expect("the thread wakes the window");
            exact = fixture.frame(0.1, 400);
        }
        assert_eq!(fixture.frame(0.2, 400), exact);
        assert!(fixture.sizes.try_recv().is_err(), "nothing is made twice");
    }

    #[test]
    fn while_the_size_changes_the_old_picture_is_stretched_and_only_the_last_size_is_made() {
        let fixture = Fixture::new();
        fixture.frame(0.0, 400);
        assert_eq!((fixture.size(), fixture.size()), (100, 400));
        for (time, side) in [(1.0, 410), (1.1, 420), (1.2, 430), (1.3, 430)] {
            fixture.frame(time, side);
        }
        assert!(fixture.sizes.try_recv().is_err(), "the size has not stayed long enough");
        fixture.frame(1.4, 430);
        assert_eq!(fixture.size(), 430);
    }

    #[test]
    fn small_pictures_and_those_of_tests_are_exact_at_once() {
        let fixture = Fixture::new();
        fixture.frame(0.0, 40);
        fixture.frame(0.01, 41);
        assert_eq!((fixture.size(), fixture.size()), (40, 41));
        let fixture = Fixture { art: Art::immediate(&fixture.ctx), ..fixture };
        fixture.frame(0.1, 400);
        assert_eq!(fixture.size(), 400);
    }
}
