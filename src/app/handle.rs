//! The running application, as the window holds it.
//!
//! Decides nothing: commands go in, snapshots come out.

use std::sync::Arc;
use std::time::Duration;

use tokio::runtime::{Builder, Runtime};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;

use super::command::Command;
use super::config::AppConfig;
use super::router::{COMMAND_QUEUE, Router};
use super::signals::Signals;
use super::views::Snapshot;

/// Threads for the router, the sessions and matches; the window has its own.
const WORKERS: usize = 2;
/// How long engines may take to go when the window closes, before they are killed.
const SHUTDOWN: Duration = Duration::from_millis(1500);

/// The running application. Dropping it ends every engine: in good order if they hurry, else with
/// their process groups.
#[derive(Debug)]
pub struct App {
    commands: Option<mpsc::Sender<Command>>,
    snapshots: watch::Receiver<Arc<Snapshot>>,
    /// Version of the snapshot given out last.
    seen: u64,
    router: Option<JoinHandle<()>>,
    runtime: Option<Runtime>,
}

impl App {
    /// Starts the application on threads of its own; `wake` is called after every new snapshot,
    /// from any thread.
    ///
    /// # Errors
    ///
    /// When the system gives no threads.
    pub fn start(
        config: AppConfig,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> Result<Self, std::io::Error> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(WORKERS)
            .enable_all()
            .thread_name("app")
            .build()?;
        let guard = runtime.enter();
        let (commands, receiver) = mpsc::channel(COMMAND_QUEUE);
        let signals = Signals::listen()?;
        let (router, feeds, snapshots) = Router::new(config, Box::new(wake));
        let router = runtime.spawn(router.run(receiver, feeds, signals));
        drop(guard);
        let (commands, router, runtime) = (Some(commands), Some(router), Some(runtime));
        Ok(Self { commands, snapshots, seen: 0, router, runtime })
    }

    /// Asks for something. Never waits; says whether the wish was taken.
    pub fn send(&self, command: Command) -> bool {
        self.commands.as_ref().is_some_and(|commands| commands.try_send(command).is_ok())
    }

    /// The newest snapshot, if it was not asked for before.
    pub fn latest(&mut self) -> Option<Arc<Snapshot>> {
        // Asked by its number, since the last snapshot counts also when the router has gone.
        let snapshot = Arc::clone(&self.snapshots.borrow_and_update());
        if snapshot.version == self.seen {
            return None;
        }
        self.seen = snapshot.version;
        Some(snapshot)
    }

    /// The newest snapshot.
    #[must_use]
    pub fn snapshot(&self) -> Arc<Snapshot> {
        Arc::clone(&self.snapshots.borrow())
    }

    /// Waits until `wanted` holds of a snapshot, which is returned; `None` after `limit`. For
    /// programs without a window.
    pub fn wait_for(
        &mut self,
        limit: Duration,
        mut wanted: impl FnMut(&Snapshot) -> bool,
    ) -> Option<Arc<Snapshot>> {
        let runtime = self.runtime.as_ref()?;
        let snapshots = &mut self.snapshots;
        runtime.block_on(async {
            let found = snapshots.wait_for(|snapshot| wanted(snapshot));
            tokio::time::timeout(limit, found).await.ok()?.ok().map(|found| Arc::clone(&found))
        })
    }
}

impl Drop for App {
    fn drop(&mut self) {
        // The router ends when no more commands can come, and ends the engines.
        self.commands = None;
        let (Some(runtime), Some(router)) = (self.runtime.take(), self.router.take()) else {
            return;
        };
        runtime.block_on(async {
            let _late = tokio::time::timeout(SHUTDOWN, router).await;
        });
        runtime.shutdown_timeout(SHUTDOWN);
    }
}
