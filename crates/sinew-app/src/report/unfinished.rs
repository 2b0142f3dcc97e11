//! Temporary files and new folders of this process, which go with it when a signal ends it.

use crate::report::message::print_error;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

static UNFINISHED: Mutex<Unfinished> =
    Mutex::new(Unfinished { files: Vec::new(), folders: Vec::new(), farewell: None });

/// Files and folders that are removed when SIGINT, SIGTERM or SIGHUP ends the process. While it is locked,
/// such a signal waits: files that belong together appear all or not at all.
pub(super) struct Unfinished {
    /// Temporary files.
    files: Vec<PathBuf>,
    /// Folders that were made for files to come.
    folders: Vec<PathBuf>,
    /// Message for the user at such a signal.
    #[cfg_attr(not(unix), expect(dead_code, reason = "signals are watched on Unix alone"))]
    farewell: Option<Box<dyn Fn() -> String + Send>>,
}

/// The list, which grows and shrinks under its lock.
pub(super) fn lock() -> MutexGuard<'static, Unfinished> {
    static WATCH: Once = Once::new();
    WATCH.call_once(watch_signals);
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sets the message that is printed when a signal ends the process.
pub(crate) fn set_farewell(message: impl Fn() -> String + Send + 'static) {
    lock().farewell = Some(Box::new(message));
}

/// Notes a folder that was made for files to come; it is removed with them if nothing else is in it.
pub(crate) fn add_folder(folder: &Path) {
    lock().folders.push(folder.to_owned());
}

/// Forgets a folder, whose files are there.
pub(crate) fn forget_folder(folder: &Path) {
    lock().folders.retain(|listed| listed != folder);
}

impl Unfinished {
    pub(super) fn add(&mut self, file: &Path) {
        self.files.push(file.to_owned());
    }

    pub(super) fn forget(&mut self, file: &Path) {
        self.files.retain(|listed| listed != file);
    }

    #[cfg(unix)]
    fn remove_all(&mut self) {
        for file in self.files.drain(..) {
            let _ = std::fs::remove_file(file);
        }
        for folder in self.folders.drain(..).rev() {
            let _ = std::fs::remove_dir(folder);
        }
    }
}

/// Waits for signals in a thread of its own, and ends the process as the signal would have done.
#[cfg(unix)]
fn watch_signals() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    // `nohup` and shells that run a command in the background have it ignore signals.
    let watched: Vec<i32> =
        [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| !is_ignored(*signal)).collect();
    // The thread is there before the signals are watched: without it they would do nothing. No file is made
    // before they are.
    let (ready, is_ready) = std::sync::mpsc::channel();
    let wait = move || {
        let signals = signal_hook::iterator::Signals::new(watched);
        let _ = ready.send(());
        let Ok(mut signals) = signals else { return };
        for signal in signals.forever() {
            let mut unfinished = lock();
            unfinished.remove_all();
            unfinished.farewell.iter().for_each(|message| print_error(&message()));
            // The list stays locked, so that no file is made any more.
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    };
    if std::thread::Builder::new().name("signals".into()).spawn(wait).is_ok() {
        let _ = is_ready.recv();
    }
}

#[cfg(not(unix))]
fn watch_signals() {}

/// True for a signal that this process ignores.
#[cfg(unix)]
#[expect(unsafe_code, reason = "no safe function tells how a signal is handled; this call changes nothing")]
fn is_ignored(signal: i32) -> bool {
    let mut handled = std::mem::MaybeUninit::<libc::sigaction>::zeroed();
    // SAFETY: Without a new action, sigaction writes the present one where the pointer leads, a whole
    // sigaction; all zeros is a valid one too.
    let handled = unsafe {
        libc::sigaction(signal, std::ptr::null(), handled.as_mut_ptr());
        handled.assume_init()
    };
    handled.sa_sigaction == libc::SIG_IGN
}
