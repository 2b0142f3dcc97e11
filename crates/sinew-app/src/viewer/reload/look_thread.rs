//! Thread that looks at the files in use, so that their reading does not hold up the window.

use super::file_looker::{ChangedFiles, FileLooker, LookOrder};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};

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
    requests: Sender<FileLooker>,
    results: Receiver<(FileLooker, Vec<ChangedFiles>)>,
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

    /// Begins a look.
    pub(super) fn begin(&mut self) {
        let Some(mut looker) = self.looker.take() else { return };
        self.orders.drain(..).for_each(|order| looker.follow(order));
        let channels = self.thread.get_or_insert_with(start);
        if let Err(unsent) = channels.requests.send(looker) {
            // The thread has ended: the next look begins another one.
            (self.looker, self.thread) = (Some(unsent.0), None);
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
    let ((requests, receiver), (sender, results)) = (channel::<FileLooker>(), channel());
    std::thread::spawn(move || {
        for mut looker in receiver {
            let changed = looker.look();
            if sender.send((looker, changed)).is_err() {
                break;
            }
        }
    });
    Channels { requests, results }
}
