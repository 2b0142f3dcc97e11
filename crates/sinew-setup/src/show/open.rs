//! A show that is open: its text, its checked cues, the set-ups of its cast.

use super::text::SHOW_TEXT;
use super::{CastDescription, CueAction, ShotDescription, ShowDescription};
use crate::{Setup, SetupError, SetupFile, SetupFiles};
use sinew::Actor;
use sinew::internal::{in_text, suggest};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// Longest show, seconds.
const MAX_SECONDS: f32 = 3600.0;
/// Angles of view, degrees.
const ANGLES: std::ops::RangeInclusive<f32> = 1.0..=150.0;

/// A show: its description, with the set-ups of all actors loaded and all names checked.
#[derive(Clone, Debug)]
pub struct Show {
    name: String,
    text: String,
    description: ShowDescription,
    files: SetupFiles,
    cast: Vec<CastMember>,
    cues: Vec<Cue>,
}

/// Actor of a show.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CastMember {
    /// Name in the show.
    pub name: String,
    /// What the actor is made of.
    pub setup: Arc<Setup>,
    /// Its description.
    pub description: CastDescription,
}

/// Cue of a show.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Cue {
    /// Time, seconds.
    pub at: f32,
    /// Number of the actor in the cast.
    pub who: usize,
    /// Action that the cue starts.
    pub what: CueAction,
    /// Number of the cue in the text.
    pub number: usize,
}

impl Show {
    /// Opens the show at `path` with the set-ups of its cast.
    ///
    /// # Errors
    /// When a file cannot be read or used, or a cue names what is not there.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, SetupError> {
        let path = path.as_ref();
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        Self::open_in(path.display().to_string(), &file, SetupFiles::beside(path))
    }

    /// Opens `file` of `files`. `name` stands for it in messages.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn open_in(name: impl Into<String>, file: &str, files: SetupFiles) -> Result<Self, SetupError> {
        let name = name.into();
        let failed = |message| SetupError::new(&name, "", message);
        let text = files.read_text(file).map_err(failed)?;
        Self::new(name, text, files.beside_file(file))
    }

    /// A show from its text. `name` stands for it in messages; paths are those of `files`.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn new(
        name: impl Into<String>,
        text: impl Into<String>,
        files: SetupFiles,
    ) -> Result<Self, SetupError> {
        let (name, text) = (name.into(), text.into());
        let description = ShowDescription::from_ron(&text).map_err(|error| match error.file.as_str() {
            SHOW_TEXT => SetupError { file: name.clone(), ..error },
            _ => error,
        })?;
        let mut show = Self { name, text, description, files, cast: Vec::new(), cues: Vec::new() };
        show.check_numbers()?;
        show.load_cast()?;
        show.check_shots()?;
        show.check_cues()?;
        Ok(show)
    }

    /// Name of the file in messages.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The description.
    #[must_use]
    pub fn description(&self) -> &ShowDescription {
        &self.description
    }

    /// The actors, in the order of their names.
    #[must_use]
    pub fn cast(&self) -> &[CastMember] {
        &self.cast
    }

    /// The cues, in the order of time.
    #[must_use]
    pub fn cues(&self) -> &[Cue] {
        &self.cues
    }

    /// Reads a file that the show names, such as a sound.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        self.files.read(path)
    }

    /// Error at a field of the show, such as `cues[3].what`.
    #[must_use]
    pub fn error(&self, field: &str, message: impl ToString) -> SetupError {
        let location = in_text(field.to_owned(), &self.text);
        SetupError::new(&self.name, location, message.to_string())
    }

    fn check_numbers(&self) -> Result<(), SetupError> {
        let ShowDescription { seconds, wind, props, .. } = &self.description;
        if !(seconds.is_finite() && *seconds > 0.0 && *seconds <= MAX_SECONDS) {
            let message = format!("{seconds} is no duration; expected seconds, at most {MAX_SECONDS}");
            return Err(self.error("seconds", message));
        }
        if !wind.is_finite() {
            return Err(self.error("wind", "expected finite numbers"));
        }
        for (name, prop) in props {
            if let Some((field, message)) = prop.fault() {
                return Err(self.error(&format!("props[\"{name}\"].{field}"), message));
            }
        }
        Ok(())
    }

    /// Loads the set-ups; actors of the same one share it.
    fn load_cast(&mut self) -> Result<(), SetupError> {
        if self.description.cast.is_empty() {
            return Err(self.error("cast", "expected an actor, such as {\"hero\": (setup: \"hero.ron\")}"));
        }
        let mut loaded: BTreeMap<&str, Arc<Setup>> = BTreeMap::new();
        for (name, member) in &self.description.cast {
            let field = format!("cast[\"{name}\"]");
            if !member.position.is_finite() || !member.heading.is_finite() {
                return Err(self.error(&field, "expected finite numbers"));
            }
            if member.setup.is_empty() {
                return Err(self.error(&field, "expected a set-up, such as setup: \"hero.ron\""));
            }
            let setup = match loaded.get(member.setup.as_str()) {
                Some(setup) => setup.clone(),
                None => Arc::new(self.load_setup(&field, &member.setup)?),
            };
            loaded.insert(&member.setup, setup.clone());
            let description = member.clone();
            self.cast.push(CastMember { name: name.clone(), setup, description });
        }
        Ok(())
    }

    fn load_setup(&self, field: &str, path: &str) -> Result<Setup, SetupError> {
        // A file that is not there is an error of the show.
        if let Err(message) = self.files.read(path) {
            return Err(self.error(&format!("{field}.setup"), format!("{path}: {message}")));
        }
        let file = path.rsplit(['/', '\\']).next().unwrap_or(path);
        Setup::from_file(&SetupFile::open_in(&self.files.name(path), file, self.files.beside_file(path))?)
    }

    fn check_shots(&self) -> Result<(), SetupError> {
        let mut before = 0.0;
        for (n, shot) in self.description.shots.iter().enumerate() {
            let field = |field: &str| format!("shots[{n}].{field}");
            let ShotDescription { at, eye, target, follows, over, angle } = shot;
            if !(at.is_finite() && (before..=self.description.seconds).contains(at)) {
                let message = format!(
                    "{at}: expected a time from the shot before it, {before}, to the end, {}",
                    self.description.seconds
                );
                return Err(self.error(&field("at"), message));
            }
            before = *at;
            if !(eye.is_finite() && target.is_finite() && eye.distance(*target) > 1e-3) {
                return Err(self.error(&field("target"), "expected another point than that of the eye"));
            }
            if !(over.is_finite() && *over >= 0.0) {
                return Err(self.error(&field("over"), format!("{over} is no duration; expected seconds")));
            }
            if !ANGLES.contains(angle) {
                let message = format!("{angle}: expected degrees from 1 to 150");
                return Err(self.error(&field("angle"), message));
            }
            if let Some(who) = follows {
                self.find_actor(&field("follows"), who)?;
            }
        }
        Ok(())
    }

    /// Checks all cues on actors of their own, and brings them into the order of time.
    fn check_cues(&mut self) -> Result<(), SetupError> {
        let actors: Result<Vec<Actor>, _> = self.cast.iter().map(|member| member.setup.actor()).collect();
        let (mut actors, mut cues) = (actors?, Vec::new());
        for (number, cue) in self.description.cues.iter().enumerate() {
            let (at, seconds) = (cue.at, self.description.seconds);
            if !(at.is_finite() && (0.0..=seconds).contains(&at)) {
                let message = format!("{at}: expected a time from 0 to the end of the show, {seconds}");
                return Err(self.error(&format!("cues[{number}].at"), message));
            }
            let who = match cue.who.as_str() {
                "" if self.cast.len() == 1 => 0,
                who => self.find_actor(&format!("cues[{number}].who"), who)?,
            };
            self.check_action(&format!("cues[{number}].what"), &cue.what, who, &mut actors[who])?;
            cues.push(Cue { at, who, what: cue.what.clone(), number });
        }
        cues.sort_by(|a, b| a.at.total_cmp(&b.at));
        self.cues = cues;
        Ok(())
    }

    /// Number of an actor of the cast.
    pub(super) fn find_actor(&self, field: &str, name: &str) -> Result<usize, SetupError> {
        self.cast.iter().position(|member| member.name == name).ok_or_else(|| {
            let known = suggest(name, self.cast.iter().map(|member| member.name.as_str()));
            self.error(field, format!("no actor called {name:?}; {known}"))
        })
    }
}
