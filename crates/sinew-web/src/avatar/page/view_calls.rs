//! The class that the worker of a page calls: what the character does and wears.

use super::page_files::PageFiles;
use super::view::{AvatarView, point};
use crate::avatar::{AvatarError, Body};
use crate::avatar::{MotionSettings, ParameterInput};
use sinew::face::{VisemeFrame, VisemeTrack};
use sinew::glam::Vec3;
use sinew_author::hair::GroomDescription;
use sinew_import::Resolver;
use sinew_setup::{HairSetupDescription, Part};
use std::fmt::Write;
use std::sync::Arc;
use wasm_bindgen::prelude::wasm_bindgen;

/// Share of the way from the camera to the head at which the pointer is thought to be.
const POINTER_SHARE: f32 = 0.6;

impl AvatarView {
    fn body(&mut self) -> Result<&mut Body, AvatarError> {
        self.body.as_mut().ok_or_else(|| AvatarError::new("no-character", "no character is loaded"))
    }
}

#[wasm_bindgen]
impl AvatarView {
    /// Number of the motion of a name.
    pub fn find_motion(&mut self, name: &str) -> Result<u32, AvatarError> {
        Ok(self.body()?.find_motion(name)?.clip.0)
    }

    /// Duration of a motion in seconds.
    pub fn motion_seconds(&mut self, clip: u32) -> Result<f32, AvatarError> {
        Ok(self.body()?.motion(sinew::ClipId(clip)).seconds)
    }

    /// Adds the motions of a file, and returns their numbers.
    pub fn add_motions(&mut self, file: &str) -> Result<Vec<u32>, AvatarError> {
        let unread = |message: String| AvatarError::new("unreadable", format!("{file}: {message}"));
        let bytes = PageFiles.read(file).map_err(unread)?;
        let added = self.body()?.add_motions(file, &bytes, &PageFiles)?;
        Ok(added.into_iter().map(|motion| motion.clip.0).collect())
    }

    /// Plays a motion, once or as a loop.
    pub fn play(&mut self, clip: u32, loops: bool, fade: f32, speed: f32) -> Result<(), AvatarError> {
        self.body()?.play(sinew::ClipId(clip), &MotionSettings { loops, fade, speed })
    }

    /// Plays a motion as a loop whenever no other plays.
    pub fn play_idle(&mut self, clip: u32) -> Result<(), AvatarError> {
        self.body()?.set_idle(sinew::ClipId(clip))
    }

    /// Ends the motion that plays.
    pub fn stop(&mut self, fade: f32) -> Result<(), AvatarError> {
        self.body()?.stop(fade)
    }

    /// True while a motion plays that ends.
    pub fn is_playing(&self) -> bool {
        self.body.as_ref().is_some_and(Body::is_playing)
    }

    /// True for a humanoid that plays nothing.
    pub fn needs_idle(&self) -> bool {
        self.body.as_ref().is_some_and(Body::needs_idle)
    }

    /// Sets whether motions carry the character away.
    pub fn set_travels(&mut self, travels: bool) -> Result<(), AvatarError> {
        self.body()?.set_travels(travels);
        Ok(())
    }

    /// Sets a number of the graph.
    pub fn set_number(&mut self, name: &str, value: f32) -> Result<(), AvatarError> {
        self.body()?.set_parameter(name, ParameterInput::Number(value))
    }

    /// Sets a boolean of the graph, or a trigger.
    pub fn set_flag(&mut self, name: &str, value: bool) -> Result<(), AvatarError> {
        self.body()?.set_parameter(name, ParameterInput::Flag(value))
    }

    /// Shows an emotion; an empty name for a neutral face.
    pub fn set_emotion(&mut self, name: &str, intensity: f32, seconds: f32) -> Result<(), AvatarError> {
        match name {
            "" => self.body()?.clear_emotion(seconds),
            name => self.body()?.set_emotion(name, intensity, seconds)?,
        }
        Ok(())
    }

    /// Sets the weight of an expression; without one it is animated again.
    pub fn set_expression(&mut self, name: &str, weight: Option<f32>) -> Result<(), AvatarError> {
        self.body()?.set_expression(name, weight)
    }

    /// Looks at a point of the world; at none where it has not three numbers.
    pub fn look_at(&mut self, target: &[f32]) -> Result<(), AvatarError> {
        self.body()?.look_at(point(target));
        Ok(())
    }

    /// Looks at a point of the picture, -1 to 1 to the right and upwards, or beyond it.
    pub fn look_at_picture(&mut self, x: f32, y: f32) -> Result<(), AvatarError> {
        let direction = self.direction_through(x, y);
        let distance = self.camera.eye.distance(self.camera.target) * POINTER_SHARE;
        let target = self.camera.eye + direction * distance;
        self.body()?.look_at(Some(target));
        Ok(())
    }

    /// Speaks frames of 15 weights and the opening of the lips each, 100 a second.
    pub fn speak(&mut self, frames: &[f32]) -> Result<(), AvatarError> {
        let frame = |numbers: &[f32; 16]| {
            let (weights, openness) = (std::array::from_fn(|n| numbers[n]), numbers[15]);
            VisemeFrame::new(weights).with_openness(openness)
        };
        let frames = frames.as_chunks::<16>().0.iter().map(frame).collect();
        self.body()?.speak(Arc::new(VisemeTrack::from_frames(frames)))
    }

    /// Goes to a time of the speech, in seconds.
    pub fn seek_speech(&mut self, seconds: f64) -> Result<(), AvatarError> {
        self.body()?.seek_speech(seconds);
        Ok(())
    }

    /// Ends the speech.
    pub fn stop_speech(&mut self) -> Result<(), AvatarError> {
        self.body()?.stop_speech();
        Ok(())
    }

    /// Shows 15 weights until others come.
    pub fn set_visemes(&mut self, weights: &[f32]) -> Result<(), AvatarError> {
        if let Some(weights) = weights.first_chunk::<15>() {
            self.body()?.set_visemes(*weights);
        }
        Ok(())
    }

    /// Puts on an outfit; without a name none.
    pub fn wear(&mut self, outfit: Option<String>) -> Result<(), AvatarError> {
        self.body()?.wear(outfit.as_deref())?;
        self.upload_changes()
    }

    /// Holds an item, or puts it away.
    pub fn hold(&mut self, item: &str, holds: bool) -> Result<(), AvatarError> {
        self.body()?.hold(item, holds)
    }

    /// Puts on hair of a text; an empty one for the character's own. True where the character has to be uploaded again.
    pub fn set_hair(&mut self, text: &str) -> Result<bool, AvatarError> {
        let described = match text {
            "" => None,
            _ if !cfg!(feature = "complete") => {
                return Err(AvatarError::new("build", "this build grows no hair; sinew-avatar does"));
            }
            text => {
                let groom = GroomDescription::from_ron(text);
                let groom = groom.map_err(|error| AvatarError::new("hair", error))?;
                Some(HairSetupDescription {
                    grooms: vec![Part::Inline(groom)],
                    ..HairSetupDescription::default()
                })
            }
        };
        self.staged = self.body()?.set_hair(described.as_ref())?;
        if self.staged.is_none() {
            self.upload_changes()?;
        }
        Ok(self.staged.is_some())
    }

    /// Lets the character fall, pushed by an impulse in newton-seconds.
    pub fn fall(&mut self, impulse: &[f32]) -> Result<(), AvatarError> {
        self.body()?.fall(point(impulse).unwrap_or(Vec3::ZERO))
    }

    /// Gets a character that lies up. False where it cannot, or still falls.
    pub fn get_up(&mut self) -> Result<bool, AvatarError> {
        Ok(self.body()?.get_up())
    }

    /// Events of clips in the last frame: a line of name, tabulator and data each.
    pub fn events(&self) -> String {
        let mut lines = String::new();
        for (name, data) in self.body.iter().flat_map(Body::events) {
            // Writing to a string cannot fail.
            let _ = writeln!(lines, "{name}\t{data}");
        }
        lines
    }
}
