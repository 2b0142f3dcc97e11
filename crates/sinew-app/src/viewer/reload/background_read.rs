//! Reading of files anew beside the window, which goes on drawing.

use crate::asset::read_files::ReadFiles;
use crate::report::failure::Failure;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

/// Reading of files anew in a thread of its own: one at a time.
pub(crate) struct BackgroundRead<T> {
    running: Option<Running<T>>,
    /// True where the files have changed again since the reading began.
    is_stale: bool,
}

struct Running<T> {
    receiver: Receiver<Result<T, String>>,
    /// Files that it is read from.
    read: ReadFiles,
}

/// Result of a reading.
pub(super) struct Reading<T> {
    pub(super) result: Result<T, String>,
    /// Files that it was read from.
    pub(super) read: ReadFiles,
    /// True where the files have changed again meanwhile: they are to be read once more.
    pub(super) is_stale: bool,
}

impl<T> Default for BackgroundRead<T> {
    fn default() -> Self {
        Self { running: None, is_stale: false }
    }
}

impl<T: Send + 'static> BackgroundRead<T> {
    /// True while files are read.
    pub(crate) fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Begins to read. While a reading goes on, its result becomes stale instead.
    pub(super) fn begin(&mut self, make: impl FnOnce() -> Result<T, Failure> + Send + 'static) {
        if self.is_running() {
            self.is_stale = true;
            return;
        }
        let (sender, receiver) = channel();
        let read = ReadFiles::default();
        let record = read.clone();
        std::thread::spawn(move || {
            let made = record.during(make);
            // Nobody waits for what was replaced meanwhile.
            drop(sender.send(made.map_err(|failure| failure.message().to_owned())));
        });
        self.running = Some(Running { receiver, read });
    }

    /// Forgets what is being read.
    pub(in crate::viewer) fn stop(&mut self) {
        *self = Self::default();
    }

    /// The result of the reading; `None` while it goes on, and where nothing is read.
    pub(super) fn finished(&mut self) -> Option<Reading<T>> {
        let result = match self.running.as_ref()?.receiver.try_recv() {
            Ok(result) => result,
            Err(TryRecvError::Empty) => return None,
            Err(TryRecvError::Disconnected) => Err("reading the files anew has failed".to_owned()),
        };
        let is_stale = std::mem::take(&mut self.is_stale);
        self.running.take().map(|running| Reading { result, read: running.read, is_stale })
    }
}
