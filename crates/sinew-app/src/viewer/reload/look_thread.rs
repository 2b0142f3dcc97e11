//! Thread that looks at the files in use, so that their reading does not hold up the window.

use super::file_looker::{ChangedFiles, FileLooker, LookOrder};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::time::Duration;

/// Most looks in a row, while files are changing.
const MAX_LOOKS: usize = 8;

/// Files in use, which a thread looks at on request.
#[derive(Debug)]
pub(super) struct LookThread {
    /// The files, unless the thread has them.
    looker: Option<FileLooker>,
    /// Orders that came meanwhile.
    orders: Vec<LookOrder>,
    thread: Option<Channels>,
}

/// Channels to the thread, which ends with them.
#[derive(Debug)]
struct Channels {
    requests: Sender<Request>,
    results: Receiver<(FileLooker, Vec<ChangedFiles>)>,
}

/// Files to look at, and the time after which files that are changing are looked at again.
#[derive(Debug)]
struct Request {
    looker: FileLooker,
    again: Option<Duration>,
}

impl Default for LookThread {
    fn default() -> Self {
        Self { looker: Some(FileLooker::default()), orders: Vec::new(), thread: None }
    }
}

impl LookThread {
    /// True while the thread looks at the files.
    pub(super) fn is_looking(&self) -> bool {
        self.looker.is_none()
    }

    /// Gives an order, which is followed before the next look.
    pub(super) fn order(&mut self, order: LookOrder) {
        self.orders.push(order);
    }

    /// Begins a look, which goes on with others after the time `again` while files are changing: however rarely the
    /// window draws, a change is known soon.
    pub(super) fn begin(&mut self, again: Option<Duration>) {
        let Some(mut looker) = self.looker.take() else { return };
        self.orders.drain(..).for_each(|order| looker.follow(order));
        let channels = self.thread.get_or_insert_with(start);
        if let Err(unsent) = channels.requests.send(Request { looker, again }) {
            // The thread has ended: the next look begins another one.
            (self.looker, self.thread) = (Some(unsent.0.looker), None);
        }
    }

    /// Changes that the look has found; none while it goes on. `waits` waits for its end.
    pub(super) fn finish(&mut self, waits: bool) -> Vec<ChangedFiles> {
        let Some(channels) = self.thread.as_ref().filter(|_| self.looker.is_none()) else {
            return Vec::new();
        };
        let result = match waits {
            true => channels.results.recv().map_err(|_| TryRecvError::Disconnected),
            false => channels.results.try_recv(),
        };
        match result {
            Ok((looker, changed)) => {
                self.looker = Some(looker);
                changed
            }
            Err(TryRecvError::Empty) => Vec::new(),
            Err(TryRecvError::Disconnected) => {
                *self = Self::default();
                Vec::new()
            }
        }
    }
}

fn start() -> Channels {
    let ((requests, receiver), (sender, results)) = (channel::<Request>(), channel());
    std::thread::spawn(move || {
        for Request { mut looker, again } in receiver {
            let mut changed = looker.look();
            for again in again.into_iter().cycle().take(MAX_LOOKS) {
                if !looker.is_changing() {
                    break;
                }
                std::thread::sleep(again);
                changed.extend(looker.look());
            }
            if sender.send((looker, changed)).is_err() {
                break;
            }
        }
    });
    Channels { requests, results }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asset::read_files::ReadFiles;
    use crate::viewer::reload::watched_file::WatchedFile;

    #[test]
    fn a_request_goes_on_until_a_change_is_certain() {
        let folder = std::env::temp_dir().join(format!("sinew-looks-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("a.ron");
        let read = ReadFiles::default();
        std::fs::write(&path, "one").unwrap();
        read.note(&path, Some(b"one"));
        let file = WatchedFile::new(path.clone(), read.files()[&path]).unwrap();
        let mut thread = LookThread::default();
        thread.order(LookOrder::Begin(0, vec![file]));
        for (text, again, found) in
            [("one", Some(Duration::ZERO), 0), ("two", Some(Duration::ZERO), 1), ("three", None, 0)]
        {
            std::fs::write(&path, text).unwrap();
            thread.begin(again);
            assert!(thread.is_looking());
            assert_eq!(thread.finish(true).len(), found, "{text}");
            assert!(!thread.is_looking());
        }
        std::fs::remove_dir_all(folder).unwrap();
    }
}
