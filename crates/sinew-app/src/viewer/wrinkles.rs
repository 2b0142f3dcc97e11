//! Wrinkles of the shown character: the choice of a map, and maps that are made beside the window, which goes
//! on drawing.

use crate::asset::wrinkle_files;
use sinew::Character;
use sinew::surface::wrinkle::WrinkleMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

/// Choice of the wrinkles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum WrinkleChoice {
    #[default]
    Off,
    /// Synthetic wrinkles, made for the head.
    Automatic,
    /// Wrinkles that lie with the character.
    Own,
    /// Wrinkles of a RON file.
    File(PathBuf),
}

/// Wrinkles of the shown character. Strengths and regions that are set by hand are in the state of its actor.
#[derive(Debug, Default)]
pub(crate) struct Wrinkles {
    pub(crate) choice: WrinkleChoice,
    generation: Option<Generation>,
}

/// Generation of a map in a thread of its own.
#[derive(Debug)]
struct Generation(Receiver<Result<WrinkleMap, String>>);

impl Wrinkles {
    /// True while a map is made.
    pub(crate) fn is_generating(&self) -> bool {
        self.generation.is_some()
    }

    /// Starts to make synthetic wrinkles for a character.
    pub(super) fn generate(&mut self, character: Arc<Character>, name: String) {
        let (sender, receiver) = channel();
        std::thread::spawn(move || {
            let made = wrinkle_files::synthetic_map(&character, &name);
            // Nobody waits for the map of another choice meanwhile.
            drop(sender.send(made.map_err(|failure| failure.message().to_owned())));
        });
        self.generation = Some(Generation(receiver));
    }

    /// Forgets the map that is being made.
    pub(super) fn stop(&mut self) {
        self.generation = None;
    }

    /// The map that was made; `None` while it is being made, and without a generation.
    pub(super) fn finished(&mut self) -> Option<Result<WrinkleMap, String>> {
        let result = match self.generation.as_ref()?.0.try_recv() {
            Ok(result) => result,
            Err(TryRecvError::Empty) => return None,
            Err(TryRecvError::Disconnected) => Err("the generation of the wrinkles has failed".to_owned()),
        };
        self.generation = None;
        Some(result)
    }
}
