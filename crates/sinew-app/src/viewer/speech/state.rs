//! State of speech.

use super::analysis::Analysis;
use super::line::{Line, LineFiles};
use super::live_mouth::LiveMouth;
use super::mode::SpeechMode;
use crate::sound::{IS_BUILT_IN, Microphone};
use crate::viewer::sound_playback::SoundPlayback;
use sinew_speech::timeline::VisemeFrame;
use std::sync::Arc;

/// Speech of the shown character.
pub(crate) struct Speech {
    pub(crate) mode: SpeechMode,
    pub(crate) line: Option<Line>,
    /// Changes with the line.
    pub(crate) serial: u64,
    pub(crate) playing: bool,
    /// Time in the line, in seconds.
    pub(crate) time: f64,
    /// Reason why something is not heard.
    pub(crate) notice: Option<String>,
    /// Reason why the character cannot speak.
    pub(crate) missing_mouth: Option<String>,
    /// Serial of the character whose mouth was looked for.
    pub(super) mapped: Option<u64>,
    files: Option<Arc<LineFiles>>,
    /// True where the line in the analysis has another sound.
    has_other_sound: bool,
    analysis: Option<Analysis>,
    sound: SoundPlayback,
    listening: Option<(Microphone, LiveMouth)>,
    heard: Vec<f32>,
}

impl Default for Speech {
    fn default() -> Self {
        Self {
            mode: SpeechMode::Phones,
            line: None,
            serial: 0,
            playing: false,
            time: 0.0,
            notice: None,
            missing_mouth: None,
            mapped: None,
            files: None,
            has_other_sound: false,
            analysis: None,
            sound: SoundPlayback::default(),
            listening: None,
            heard: Vec::new(),
        }
    }
}

impl Speech {
    /// True while something changes without input.
    pub(crate) fn is_running(&self) -> bool {
        self.playing || self.analysis.is_some() || self.listening.is_some()
    }

    /// True where there is something to show in the strip.
    pub(crate) fn is_shown(&self) -> bool {
        self.line.is_some() || self.analysis.is_some() || self.listening.is_some()
    }

    /// True if a loudspeaker plays the line.
    #[cfg(test)]
    pub(crate) fn is_heard(&self) -> bool {
        self.sound.is_heard()
    }

    /// Method that is in use.
    pub(crate) fn used_mode(&self) -> SpeechMode {
        match (&self.listening, &self.line) {
            (Some((_, mouth)), _) => mouth.mode(),
            (None, Some(line)) => line.mode,
            (None, None) => self.mode,
        }
    }

    /// True for methods that can be chosen: phones need a file, and a microphone has none.
    pub(crate) fn offers(&self, mode: SpeechMode) -> bool {
        match (&self.listening, &self.line) {
            (Some(_), _) => matches!(mode, SpeechMode::Live | SpeechMode::Amplitude),
            (None, Some(line)) => line.has_phones() || mode != SpeechMode::Phones,
            (None, None) => true,
        }
    }

    /// True while a sound is analysed.
    pub(crate) fn is_analysing(&self) -> bool {
        self.analysis.is_some()
    }

    /// Mouth of the microphone; none while it is off.
    pub(crate) fn live_mouth(&self) -> Option<&LiveMouth> {
        self.listening.as_ref().map(|(_, mouth)| mouth)
    }

    /// Speaks a sound as soon as it is analysed.
    pub(super) fn start(&mut self, files: LineFiles) {
        self.stop();
        self.files = Some(Arc::new(files));
        self.analyse();
    }

    /// Speaks the sound of files that were read anew, as soon as it is analysed, at the present time.
    pub(super) fn change(&mut self, files: LineFiles) {
        self.has_other_sound = self.files.as_ref().is_none_or(|before| before.sound != files.sound);
        self.files = Some(Arc::new(files));
        self.analyse();
    }

    /// Sets the method, and analyses the line again.
    pub(super) fn set_mode(&mut self, mode: SpeechMode) {
        self.mode = mode;
        if self.listening.is_some() {
            self.listen(true);
        }
        self.analyse();
    }

    fn analyse(&mut self) {
        self.analysis = self.files.clone().map(|files| Analysis::start(files, self.mode));
    }

    /// Plays or pauses; a line at its end starts over. The microphone closes.
    pub(super) fn toggle(&mut self) {
        self.listening = None;
        let Some(line) = &self.line else { return };
        if !self.playing && self.time >= line.duration() {
            self.time = 0.0;
        }
        self.set_playing(!self.playing);
    }

    /// Pauses the line.
    pub(in crate::viewer) fn pause(&mut self) {
        self.set_playing(false);
    }

    fn set_playing(&mut self, playing: bool) {
        self.playing = playing;
        match playing {
            true => self.sound.play(self.time, 1.0),
            false => self.sound.pause(),
        }
    }

    /// Moves to a time in seconds, within the line.
    pub(super) fn seek(&mut self, seconds: f64) {
        let end = self.line.as_ref().map_or(0.0, Line::duration);
        self.time = seconds.clamp(0.0, end);
        self.set_playing(self.playing);
    }

    /// Forgets the line and closes the microphone.
    pub(super) fn stop(&mut self) {
        let Self { mode, serial, .. } = *self;
        *self = Self { mode, serial: serial + 1, ..Self::default() };
    }

    /// Opens or closes the microphone. A line pauses meanwhile.
    pub(super) fn listen(&mut self, on: bool) {
        self.listening = None;
        if !on {
            return;
        }
        self.set_playing(false);
        let opened = Microphone::open();
        let opened = opened.and_then(|microphone| {
            LiveMouth::new(microphone.rate(), self.mode).map(|mouth| (microphone, mouth))
        });
        match opened {
            Ok(listening) => self.listening = Some(listening),
            Err(why) => self.notice = Some(why),
        }
    }

    /// Goes on by `dt` seconds and returns the mouth; none where nothing speaks. A failed analysis is an
    /// error.
    pub(super) fn step(&mut self, dt: f64) -> Result<Option<VisemeFrame>, String> {
        let result = self.analysis.as_ref().and_then(Analysis::result);
        if let Some(result) = result {
            self.analysis = None;
            self.show(result?);
        }
        if let Some((microphone, mouth)) = &mut self.listening {
            self.heard.clear();
            microphone.take(&mut self.heard);
            mouth.hear(&self.heard);
            return Ok(Some(mouth.now()));
        }
        let Some(line) = &self.line else { return Ok(None) };
        let (end, mouth) = (line.duration(), |time| Ok(Some(line.timeline.at(time))));
        if self.playing {
            self.time = self.sound.follow(self.time + dt, dt);
            if self.time >= end {
                self.time = end;
                self.playing = false;
                self.sound.pause();
            }
        }
        mouth(self.time)
    }

    /// Shows a line that is analysed: a new one plays, another analysis of the same one goes on where it is.
    fn show(&mut self, line: Line) {
        let is_new = self.line.is_none();
        let is_other = std::mem::take(&mut self.has_other_sound);
        self.time = self.time.min(line.duration());
        if is_new || is_other {
            self.sound = SoundPlayback::open(line.samples.clone()).unwrap_or_else(|why| {
                // The panel says by itself that a build has no sound.
                self.notice = IS_BUILT_IN.then_some(why);
                SoundPlayback::default()
            });
        }
        self.serial += 1;
        self.line = Some(line);
        if is_new || is_other && self.playing {
            self.set_playing(true);
        }
    }
}
