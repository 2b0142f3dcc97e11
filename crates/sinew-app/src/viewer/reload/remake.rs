//! The shown character read anew beside the window, which goes on drawing.

use crate::asset::read_files::ReadFiles;
use crate::asset::source;
use crate::options::playback::PlaybackOptions;
use crate::report::failure::Failure;
use crate::viewer::open_character::OpenCharacter;
use crate::viewer::open_file::give_built_in_shapes;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

/// The shown character read anew in a thread of its own.
#[derive(Default)]
pub(crate) struct Remake(Option<Running>);

struct Running {
    receiver: Receiver<Result<Box<OpenCharacter>, String>>,
    /// Files that it is read from.
    read: ReadFiles,
}

impl Remake {
    /// True while the character is read.
    pub(crate) fn is_running(&self) -> bool {
        self.0.is_some()
    }

    /// Begins to read the files of a character anew, in place of a reading that is not done yet.
    pub(super) fn begin(&mut self, shown: &OpenCharacter) {
        let (sender, receiver) = channel();
        let (path, has_shapes, serial) = (shown.path.clone(), shown.has_built_in_shapes, shown.serial + 1);
        let input = shown.input.anew();
        // The graph, its parameters and the weights are those of the window.
        let options = PlaybackOptions {
            graph: None,
            set: Vec::new(),
            morph: Vec::new(),
            time: None,
            input: input.clone(),
            ..shown.options.clone()
        };
        let read = ReadFiles::default();
        let record = read.clone();
        std::thread::spawn(move || {
            let made = record.during(|| {
                let file = source::open(path.as_deref(), &input)?;
                let file = if has_shapes { give_built_in_shapes(file)? } else { file };
                let mut made = OpenCharacter::new(file, &options, serial)?;
                made.has_built_in_shapes = has_shapes;
                Ok(Box::new(made))
            });
            // Nobody waits for a character that was replaced meanwhile.
            drop(sender.send(made.map_err(|failure: Failure| failure.message().to_owned())));
        });
        self.0 = Some(Running { receiver, read });
    }

    /// Forgets the character that is being read.
    pub(in crate::viewer) fn stop(&mut self) {
        self.0 = None;
    }

    /// The character that was read, and its files; `None` while it is being read, and where none is.
    pub(super) fn finished(&mut self) -> Option<(Result<Box<OpenCharacter>, String>, ReadFiles)> {
        let result = match self.0.as_ref()?.receiver.try_recv() {
            Ok(result) => result,
            Err(TryRecvError::Empty) => return None,
            Err(TryRecvError::Disconnected) => Err("reading the character anew has failed".to_owned()),
        };
        self.0.take().map(|running| (result, running.read))
    }
}
