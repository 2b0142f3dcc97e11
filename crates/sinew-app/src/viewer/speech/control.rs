//! Speech of the shown character: commands and steps.

use super::line::LineFiles;
use super::mode::SpeechMode;
use crate::asset::input_file;
use crate::asset::read_files::{self, ReadFiles};
use crate::report::failure::Failure;
use crate::viewer::reload::FileUse;
use crate::viewer::state::State;
use sinew::face::{FaceRig, VisemeMap};
use std::path::Path;
use std::sync::Arc;

/// Spoken line that comes with Sinew, and its phones.
const OWN_LINE: &[u8] = include_bytes!("../../../../../data/speech/line.flac");
const OWN_PHONES: &[u8] = include_bytes!("../../../../../data/speech/line.TextGrid");

impl State {
    /// Speaks a sound file. Words and phones are those of a TextGrid or of a transcript (.txt) of the same
    /// name beside it.
    pub(crate) fn open_sound(&mut self, path: &Path) {
        let read = ReadFiles::default();
        match read.during(|| line_files(path)) {
            Ok(files) => {
                self.speech.start(files);
                self.watch.set(FileUse::Sound(path.to_owned()), &read);
            }
            Err(failure) => self.say(failure.message().to_owned(), true),
        }
    }

    /// Reads a sound file anew: the line goes on where it is.
    pub(in crate::viewer) fn read_sound(&mut self, path: &Path) -> Result<(), Failure> {
        self.speech.change(line_files(path)?);
        Ok(())
    }

    /// Plays or pauses the sound; without a sound the line that comes with Sinew.
    pub(crate) fn talk(&mut self) {
        if self.speech.line.is_some() {
            return self.speech.toggle();
        }
        if !self.speech.is_analysing() {
            let files = LineFiles {
                name: "Spoken line".into(),
                sound: OWN_LINE.into(),
                phones: Some(OWN_PHONES.into()),
                text: None,
            };
            self.speech.start(files);
        }
    }

    /// Seeks in the sound.
    pub(crate) fn seek_speech(&mut self, seconds: f64) {
        self.speech.seek(seconds);
    }

    /// Sets the method that finds the visemes.
    pub(crate) fn set_speech_mode(&mut self, mode: SpeechMode) {
        self.speech.set_mode(mode);
    }

    /// Forgets the sound; the mouth rests.
    pub(crate) fn close_speech(&mut self) {
        self.speech.stop();
        self.watch.retain(|of, _| !matches!(of, FileUse::Sound(_)));
        self.rest_mouth();
    }

    /// Listens to the microphone, or no longer.
    pub(crate) fn listen(&mut self, on: bool) {
        self.speech.listen(on);
        self.rest_mouth();
    }

    fn rest_mouth(&mut self) {
        if let Some(face) = self.shown.player.actor.face_mut() {
            face.set_visemes([0.0; sinew::face::Viseme::COUNT]);
        }
    }

    /// Goes on with the speech by `dt` seconds and moves the mouth.
    pub(crate) fn advance_speech(&mut self, dt: f32) {
        let mouth = match self.speech.step(f64::from(dt)) {
            Ok(Some(mouth)) => mouth,
            Ok(None) => return,
            Err(why) => return self.say(why, true),
        };
        if self.speech.mapped != Some(self.shown.serial) {
            self.find_mouth();
        }
        let actor = &mut self.shown.player.actor;
        if let Some(face) = actor.face_mut() {
            face.set_visemes(mouth.weights);
        }
    }

    /// Lets the mouth be found again before the character speaks on.
    pub(in crate::viewer) fn refind_mouth(&mut self) {
        self.speech.mapped = None;
    }

    /// Finds the mouth shapes of the shown character, unless it has a map already.
    fn find_mouth(&mut self) {
        self.speech.mapped = Some(self.shown.serial);
        self.speech.missing_mouth = None;
        let actor = &mut self.shown.player.actor;
        if actor.face().is_some_and(|face| face.rig().viseme_map().is_some()) {
            return;
        }
        match VisemeMap::detect(actor.character()) {
            None => {
                let missing = format!("{} has no mouth shapes and no jaw joint", self.shown.name);
                self.speech.missing_mouth = Some(missing);
            }
            Some(map) => {
                if let Some(face) = actor.face_mut() {
                    // The map was made for this character.
                    let rig = FaceRig::clone(face.rig()).with_viseme_map(Some(Arc::new(map)));
                    let _ = rig.and_then(|rig| face.set_rig(Arc::new(rig)));
                }
            }
        }
    }
}

/// A sound file, with the phones and the transcript beside it.
fn line_files(path: &Path) -> Result<LineFiles, Failure> {
    let sound = input_file::read(path)?;
    let beside = |extension: &str| {
        let file = path.with_extension(extension);
        if !file.exists() {
            // One that comes later counts, too.
            read_files::note(&file, None);
            return Ok(None);
        }
        input_file::read(&file).map(Some)
    };
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok(LineFiles { name, sound, phones: beside("TextGrid")?, text: beside("txt")? })
}
