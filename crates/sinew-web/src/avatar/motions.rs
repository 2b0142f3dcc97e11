//! Motions: clips of the character's file, and of others, which are retargeted.

use super::{AvatarError, Body};
use sinew::{ClipId, WrapMode};
use sinew_author::clip::TransferredClip;
use sinew_import::{ImportOptions, Imported, Resolver, import_with};
use sinew_setup::clip_name;
use std::sync::Arc;

/// A motion that can be played.
#[derive(Clone, Debug, PartialEq)]
pub struct Motion {
    /// Number of the clip.
    pub clip: ClipId,
    /// Name of the clip.
    pub name: String,
    /// Duration in seconds.
    pub seconds: f32,
}

/// Manner in which a motion plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MotionSettings {
    /// Whether it plays again and again in place of what played before; otherwise it plays once, and what played
    /// before goes on afterwards.
    pub loops: bool,
    /// Seconds of the transition.
    pub fade: f32,
    /// Factor of the speed.
    pub speed: f32,
}

impl Body {
    /// All motions: those of the file, then those that were added.
    #[must_use]
    pub fn motions(&self) -> Vec<Motion> {
        self.actor.clips().ids().map(|clip| self.motion(clip)).collect()
    }

    pub(super) fn motion(&self, clip: ClipId) -> Motion {
        let source = &self.actor.clips()[clip];
        Motion { clip, name: source.name().to_owned(), seconds: source.end() - source.start() }
    }

    /// The motion of a name.
    ///
    /// # Errors
    /// When there is none.
    pub fn find_motion(&self, name: &str) -> Result<Motion, AvatarError> {
        let found = self.actor.clips().find(name).map_err(|error| AvatarError::new("no-motion", error))?;
        Ok(self.motion(found))
    }

    /// Adds the clips of a file, retargeted to this character.
    ///
    /// # Errors
    /// When the file cannot be imported, has no clips, or they cannot be retargeted.
    pub fn add_motions(
        &mut self,
        file: &str,
        bytes: &[u8],
        files: &dyn Resolver,
    ) -> Result<Vec<Motion>, AvatarError> {
        AvatarError::of_build(file)?;
        let imported = import_with(bytes, files, &ImportOptions::default().without_images());
        let mut imported = imported.map_err(|error| AvatarError::of_import(file, &error))?;
        let stem = file.rsplit('/').next().unwrap_or(file);
        let stem = stem.rsplit_once('.').map_or(stem, |(stem, _)| stem);
        for clip in &mut imported.clips {
            clip.name = clip_name(&clip.name, imported.format, stem).to_owned();
        }
        if imported.clips.is_empty() {
            return Err(AvatarError::new("no-motion", format!("{file}: the file has no clips")));
        }
        let added = self.retarget(&imported);
        let added = added.map_err(|message| AvatarError::new("retarget", format!("{file}: {message}")))?;
        if cfg!(feature = "complete") && !self.draws_strands {
            self.added.push(Arc::new(imported));
        }
        Ok(added.into_iter().map(|clip| self.motion(clip)).collect())
    }

    /// Adds the clips of another character, retargeted to this one.
    pub(super) fn retarget(&mut self, source: &Imported) -> Result<Vec<ClipId>, String> {
        let transferred = |clip| TransferredClip::new(clip, &source.character, self.actor.character());
        let made: Result<Vec<_>, _> = source.clips.iter().map(transferred).collect();
        let made = made.map_err(|error| error.to_string())?;
        let added = made.into_iter().map(|made| self.actor.add_clip(made.clip));
        added.collect::<Result<_, _>>().map_err(|error| error.to_string())
    }

    /// Plays a motion.
    ///
    /// # Errors
    /// When there is no such motion.
    pub fn play(&mut self, clip: ClipId, settings: &MotionSettings) -> Result<(), AvatarError> {
        let failed = |error| AvatarError::new("no-motion", error);
        let playback = match settings.loops {
            true => {
                // A motion that plays once would go on over the loop.
                self.actor.stop_montage(settings.fade);
                self.actor.play(clip).map_err(failed)?
            }
            false => self.actor.play_montage(clip).map_err(failed)?,
        };
        playback.speed(settings.speed).inertialize(settings.fade);
        playback.wrap(if settings.loops { WrapMode::Loop } else { WrapMode::Clamp });
        Ok(())
    }

    /// Plays a motion as a loop whenever no other plays.
    ///
    /// # Errors
    /// When there is no such motion.
    pub fn set_idle(&mut self, clip: ClipId) -> Result<(), AvatarError> {
        self.idle = Some(clip);
        self.play(clip, &MotionSettings { loops: true, fade: 0.0, speed: 1.0 })
    }

    /// Ends the motion that plays within `seconds`: what a motion that plays once was played over goes on; after a loop the
    /// graph of the set-up, the idle motion, or the first one.
    ///
    /// # Errors
    /// When the graph does not fit the character after all.
    pub fn stop(&mut self, seconds: f32) -> Result<(), AvatarError> {
        if self.is_playing() {
            self.actor.stop_montage(seconds);
            return Ok(());
        }
        if let Some(graph) = self.setup.graph().filter(|_| self.actor.graph().is_none()) {
            let set = self.actor.set_graph(graph.clone());
            set.map_err(|error| AvatarError::new("graph", error))?;
            self.actor.inertialize(seconds);
            return Ok(());
        }
        let first = || self.actor.clips().first_moving();
        match self.idle.or_else(first).filter(|_| self.actor.graph().is_none()) {
            Some(clip) => self.play(clip, &MotionSettings { loops: true, fade: seconds, speed: 1.0 }),
            None => Ok(()),
        }
    }

    /// True while a motion plays that ends.
    #[must_use]
    pub fn is_playing(&self) -> bool {
        self.actor.montage().is_some()
    }

    /// True for a body that plays nothing by itself and could idle: a humanoid without clips.
    #[must_use]
    pub fn needs_idle(&self) -> bool {
        let is_still = self.actor.graph().is_none() && self.actor.playback().is_none();
        is_still && self.actor.character().humanoid().is_some()
    }

    /// Sets a number, a boolean or a trigger of the graph.
    ///
    /// # Errors
    /// When the character has no graph, or the graph no such parameter.
    pub fn set_parameter(&mut self, name: &str, value: ParameterInput) -> Result<(), AvatarError> {
        let failed = |error: &dyn std::fmt::Display| AvatarError::new("no-parameter", error);
        let graph = self.actor.graph_mut().ok_or_else(|| failed(&"the character has no graph"))?;
        let set = match value {
            ParameterInput::Number(number) => match graph.set_parameter(name, number) {
                // Whole numbers are for parameters that count.
                Err(_) if number.fract() == 0.0 => graph.set_parameter(name, number as i32),
                set => set,
            },
            ParameterInput::Flag(flag) => graph.set_parameter(name, flag),
        };
        set.map_err(|error| failed(&error))
    }
}

/// Value of a parameter of a graph.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ParameterInput {
    /// A number, whole or not.
    Number(f32),
    /// A boolean, or a trigger.
    Flag(bool),
}
