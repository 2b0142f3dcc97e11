//! Analysis of sounds beside the window, which goes on drawing.

use super::line::{Line, LineFiles};
use super::mode::SpeechMode;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

/// Analysis that runs.
pub(super) struct Analysis(Receiver<Result<Line, String>>);

impl Analysis {
    /// Starts an analysis in a thread of its own.
    pub(super) fn start(files: Arc<LineFiles>, mode: SpeechMode) -> Self {
        let (sender, receiver) = channel();
        // Nobody waits for a line that was replaced meanwhile.
        std::thread::spawn(move || drop(sender.send(Line::new(&files, mode))));
        Self(receiver)
    }

    /// Result; none while the analysis runs.
    pub(super) fn result(&self) -> Option<Result<Line, String>> {
        match self.0.try_recv() {
            Ok(result) => Some(result),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Err("the analysis of the sound has failed".into())),
        }
    }
}
