//! Files of the program that are written on a thread of its own, so that no move waits for a disk.
//!
//! Knows no content: a file is a text, or a list to which items are added.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use super::atomic::write_atomically;
use super::{FileError, ListFile, ListFileError};

/// How long after a failure a file is tried again.
const RETRY: Duration = Duration::from_secs(5);

/// What is wanted of a file.
#[derive(Debug)]
enum Wish {
    /// It holds this text.
    Text(String),
    /// It is gone.
    Gone,
    /// These items stand behind those of the list.
    Added(ListFile, Vec<Value>),
}

impl Wish {
    /// What is wanted where `newer` was wished for while this could not be fulfilled.
    fn before(self, newer: Self) -> Self {
        match (self, newer) {
            (Self::Added(_, mut items), Self::Added(list, more)) => {
                items.extend(more);
                Self::Added(list, items)
            }
            (_, newer) => newer,
        }
    }
}

/// What a keeper tells of a file.
#[derive(Debug)]
pub enum KeeperNews {
    /// It cannot be written.
    Failed(KeeperError),
    /// So many items were added to the list, which has these now: other programs may have added some,
    /// too.
    Added(ListFile, Vec<Value>, usize),
}

/// Why a file cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum KeeperError {
    /// The file itself.
    #[error(transparent)]
    File(#[from] FileError),
    /// What the list holds already.
    #[error(transparent)]
    List(#[from] ListFileError),
}

/// Keeps files up to date: games being played, settings, lists. The newest state of each file wins, and
/// intermediate states may never be written; what is added to a list joins what other programs have
/// added. Dropping it writes the last ones.
#[derive(Debug)]
pub struct Keeper {
    wishes: Wishes,
    wake: Option<SyncSender<()>>,
    writer: Option<thread::JoinHandle<()>>,
}

type Wishes = Arc<Mutex<BTreeMap<PathBuf, Wish>>>;

impl Keeper {
    /// Starts its thread. `tell` is called once for each file that cannot be written, until it can
    /// be again; that is tried every few seconds, and once more at the end. It is also called with each
    /// list that was added to.
    pub fn start(mut tell: impl FnMut(&Path, KeeperNews) + Send + 'static) -> Self {
        let wishes = Wishes::default();
        let (wake, woken) = sync_channel::<()>(1);
        let shared = Arc::clone(&wishes);
        let writer = thread::spawn(move || {
            let lock = || shared.lock().unwrap_or_else(PoisonError::into_inner);
            let mut told: Vec<PathBuf> = Vec::new();
            let mut is_failing = false;
            loop {
                let is_over = match is_failing {
                    true => woken.recv_timeout(RETRY) == Err(RecvTimeoutError::Disconnected),
                    false => woken.recv().is_err(),
                };
                let wishes = std::mem::take(&mut *lock());
                is_failing = false;
                for (path, wish) in wishes {
                    let error = match fulfil(&path, &wish) {
                        Ok(news) => {
                            told.retain(|known| *known != path);
                            news.into_iter().for_each(|news| tell(&path, news));
                            continue;
                        }
                        Err(error) => error,
                    };
                    is_failing = true;
                    if !told.contains(&path) {
                        tell(&path, KeeperNews::Failed(error));
                        told.push(path.clone());
                    }
                    // What was wished for meanwhile is newer.
                    let mut wishes = lock();
                    let wish = match wishes.remove(&path) {
                        Some(newer) => wish.before(newer),
                        None => wish,
                    };
                    wishes.insert(path, wish);
                }
                if is_over {
                    break;
                }
            }
        });
        Self { wishes, wake: Some(wake), writer: Some(writer) }
    }

    /// Sets the wanted content of the file; `None` removes it. Never waits.
    pub fn put(&self, path: &Path, text: Option<String>) {
        self.wish(path, text.map_or(Wish::Gone, Wish::Text));
    }

    /// Adds items to the list of a file, behind those that are there when it is written. Never waits.
    pub fn add(&self, path: &Path, list: ListFile, items: Vec<Value>) {
        self.wish(path, Wish::Added(list, items));
    }

    fn wish(&self, path: &Path, wish: Wish) {
        let mut wishes = self.wishes.lock().unwrap_or_else(PoisonError::into_inner);
        let wish = match wishes.remove(path) {
            Some(older) => older.before(wish),
            None => wish,
        };
        wishes.insert(path.to_owned(), wish);
        drop(wishes);
        let Some(wake) = &self.wake else { return };
        match wake.try_send(()) {
            // If it is full, the writer will look at the files anyway.
            Ok(()) | Err(TrySendError::Full(()) | TrySendError::Disconnected(())) => {}
        }
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        self.wake = None;
        if let Some(writer) = self.writer.take() {
            // A panic of the writer has been reported already.
            let _ended = writer.join();
        }
    }
}

fn fulfil(path: &Path, wish: &Wish) -> Result<Option<KeeperNews>, KeeperError> {
    match wish {
        Wish::Text(text) => write_atomically(path, text.as_bytes())?,
        Wish::Gone => match fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(FileError::new("remove", path)(error).into());
            }
            Ok(()) | Err(_) => {}
        },
        Wish::Added(list, items) => {
            let all = list.add(path, items)?;
            return Ok(Some(KeeperNews::Added(*list, all, items.len())));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start() -> Keeper {
        Keeper::start(|_, news| panic!("{news:?}"))
    }

    #[test]
    fn the_last_state_of_each_file_is_on_disk_when_the_keeper_ends() {
        let dir = tempfile::tempdir().unwrap();
        let (one, other) = (dir.path().join("new/game.json"), dir.path().join("new/game-2.json"));
        let keeper = start();
        for n in 0..50 {
            keeper.put(&one, Some(n.to_string()));
            keeper.put(&other, Some("another".to_owned()));
        }
        drop(keeper);
        assert_eq!(fs::read_to_string(&one).unwrap(), "49");
        let keeper = start();
        keeper.put(&one, None);
        drop(keeper);
        assert!(!one.exists());
        assert_eq!(fs::read_to_string(&other).unwrap(), "another");
    }

    #[test]
    fn a_file_that_cannot_be_written_is_told_once_and_hinders_no_other() {
        let dir = tempfile::tempdir().unwrap();
        let (taken, other) = (dir.path().join("taken"), dir.path().join("other"));
        fs::create_dir_all(taken.join("inner")).unwrap();
        let told: Arc<Mutex<Vec<PathBuf>>> = Arc::default();
        let telling = Arc::clone(&told);
        let keeper = Keeper::start(move |path, _| telling.lock().unwrap().push(path.to_owned()));
        for text in ["a", "b", "c"] {
            keeper.put(&taken, Some(text.to_owned()));
            keeper.put(&other, Some(text.to_owned()));
        }
        drop(keeper);
        assert_eq!(*told.lock().unwrap(), [taken]);
        assert_eq!(fs::read_to_string(other).unwrap(), "c");
    }

    #[test]
    fn a_file_that_could_not_be_written_is_tried_again_without_another_wish() {
        let dir = tempfile::tempdir().unwrap();
        let taken = dir.path().join("taken");
        fs::create_dir_all(taken.join("inner")).unwrap();
        let (tell, told) = sync_channel(4);
        let keeper = Keeper::start(move |_, _| tell.send(()).unwrap());
        keeper.put(&taken, Some("text".to_owned()));
        told.recv().unwrap();
        fs::remove_dir_all(&taken).unwrap();
        // The end comes before or after another try: the file is there in both cases.
        drop(keeper);
        assert_eq!(fs::read_to_string(&taken).unwrap(), "text");
    }

    #[test]
    fn items_that_several_programs_add_to_a_list_at_once_are_all_kept() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("new/ratings.json");
        std::thread::scope(|scope| {
            for first in [0, 100, 200] {
                let path = &path;
                scope.spawn(move || {
                    for n in first..first + 20 {
                        let keeper = Keeper::start(|_, news| {
                            assert!(matches!(news, KeeperNews::Added(..)), "{news:?}");
                        });
                        keeper.add(path, ListFile::Ratings, vec![n.into(), (n + 50).into()]);
                    }
                });
            }
        });
        let mut kept = ListFile::Ratings.read::<u32>(&path).unwrap();
        kept.sort_unstable();
        let each = |first| (first..first + 20).chain(first + 50..first + 70);
        assert_eq!(kept, [0, 100, 200].into_iter().flat_map(each).collect::<Vec<u32>>());
    }

    #[test]
    fn items_that_cannot_be_added_stay_in_order_until_they_can() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("ratings.json");
        fs::write(&path, "damaged").unwrap();
        let (tell, told) = sync_channel(4);
        let keeper = Keeper::start(move |_, news| {
            tell.send(matches!(news, KeeperNews::Failed(_))).unwrap();
        });
        keeper.add(&path, ListFile::Ratings, vec![1.into()]);
        assert!(told.recv().unwrap());
        keeper.add(&path, ListFile::Ratings, vec![2.into()]);
        keeper.add(&path, ListFile::Ratings, vec![3.into()]);
        fs::write(&path, ListFile::Ratings.to_text(&[0])).unwrap();
        drop(keeper);
        assert_eq!(ListFile::Ratings.read::<u32>(&path).unwrap(), [0, 1, 2, 3]);
    }
}
