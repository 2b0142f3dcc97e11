//! Playback up to a time: clips are sought, scripts are played from the beginning in steps of at most a 60th
//! of a second.

use super::scene_player::ScenePlayer;
use super::script::Script;
use crate::report::failure::Failure;
use crate::report::message::message;
use sinew::WrapMode;
use sinew::glam::Affine3A;

/// Longest step of scripted playback, seconds; frames farther apart take several steps.
const STEP: f64 = 1.0 / 60.0;

/// Longest scripted playback, seconds.
const MAX_DURATION: f64 = 3600.0;

impl ScenePlayer {
    /// The script; a new one that plays the current clip if there is none.
    pub(super) fn script_mut(&mut self) -> &mut Script {
        let clip = Script::of_clip(&self.actor);
        self.script.get_or_insert(clip)
    }

    /// Switches to playback from the beginning. At its end a clip continues as `wrap` says.
    pub(crate) fn play_from_start(&mut self, wrap: WrapMode) {
        self.script_mut().rewind();
        self.set_wrap(wrap);
    }

    /// Sets how the clip goes on after its last key.
    pub(crate) fn set_wrap(&mut self, wrap: WrapMode) {
        if let Some(playback) = self.actor.playback_mut() {
            playback.wrap(wrap);
        }
        self.script.iter_mut().for_each(|script| script.wrap = wrap);
    }

    /// Wrap mode of the clip: a loop where it is made for that or the user wants it, and in scenes.
    pub(crate) fn wrap(&self) -> WrapMode {
        match self.actor.playback().filter(|_| self.scene.is_none()) {
            Some(playback) => self.looping.wrap(&self.actor, playback.clip()),
            None => WrapMode::Loop,
        }
    }

    /// Shows the playing clip at `time` in file seconds, or a script after `time` seconds.
    pub(crate) fn seek(&mut self, time: f64) {
        if self.script.is_none() {
            return self.show_clip_at(time);
        }
        // Errors of a script were reported when the player was made.
        let _ = self.play_to(time);
        self.resolve(self.frame_input(0.0));
        self.update_attachments(0.0);
    }

    /// Plays the script up to `time`: on from the last frame, or from the beginning if `time` is earlier.
    pub(crate) fn play_to(&mut self, time: f64) -> Result<(), Failure> {
        let Some(mut script) = self.script.take() else { return Ok(()) };
        let played = self.play_script(&mut script, time);
        self.script = Some(script);
        played
    }

    fn play_script(&mut self, script: &mut Script, time: f64) -> Result<(), Failure> {
        let target = script.playback_time(time);
        if target > MAX_DURATION {
            let message = format!(
                "{time} s of playback; expected at most {MAX_DURATION} s, since playback starts at the \
                 beginning"
            );
            return Err(Failure::Call(message));
        }
        if script.is_at_start() || target < script.clock() {
            script.begin(&mut self.actor)?;
            self.travelled = Affine3A::IDENTITY;
            // A scene looks ahead at what plays, so the first settings come before it.
            script.apply_settings(&mut self.actor)?;
            if let Some(active) = &mut self.scene {
                active.begin(&mut self.actor);
            }
            self.reset_springs();
            if let Some(goals) = &script.goals {
                goals.begin(&mut self.actor, &self.world_from_model);
            }
            self.actor.advance(0.0);
            if script.settles_springs {
                self.resolve(self.frame_input(0.0));
                self.settle_springs();
            }
            if self.actor.hair().is_some() {
                self.resolve(self.frame_input(0.0));
                self.settle_hair();
            }
        }
        loop {
            script.apply_settings(&mut self.actor)?;
            if let Some(goals) = &script.goals {
                goals.apply(&mut self.actor, script.clock(), &self.world_from_model);
            }
            let left = target - script.clock();
            if left <= 1e-9 {
                return Ok(());
            }
            let step = left.min(STEP).min(script.until_next_change());
            script.step(step);
            self.advance(step as f32);
            // Foot IK, goal fades, spring bones, faces and drops on the skin keep state from frame to frame.
            let bleeds = self.actor.decals().is_some_and(|decals| decals.is_bleeding());
            if self.scene.is_some()
                || script.goals.is_some()
                || self.has_springs()
                || self.has_live_face()
                || bleeds
            {
                self.resolve(self.frame_input(step as f32));
                self.update_attachments(step as f32);
            }
        }
    }

    /// Calls `see` with the playing clip at 24 moments, and in the current pose last. The character stands at
    /// its start, outside of its scene, with its spring bones at rest. They move on afterwards as if nothing
    /// had been shown. A character that physics moves is shown as it is.
    pub(crate) fn over_clip(&mut self, mut see: impl FnMut(&Self)) {
        const MOMENTS: u32 = 24;
        if self.has_bodies() {
            return see(self);
        }
        let springs = self.springs();
        let before = self.playing().map(|(playback, first, last)| (playback.time, first, last));
        if let Some((time, first, last)) = before {
            for moment in 0..MOMENTS {
                self.reset_springs();
                self.show_clip_at(first + (last - first) * f64::from(moment) / f64::from(MOMENTS));
                see(self);
            }
            self.reset_springs();
            self.show_clip_at(time);
        }
        see(self);
        self.set_springs(&springs);
    }

    /// Shows the playing clip at `time` in file seconds, without root motion and scene.
    fn show_clip_at(&mut self, time: f64) {
        if let Some(playback) = self.actor.playback_mut() {
            playback.seek(time);
        }
        self.actor.advance(0.0);
        self.resolve_alone();
        self.teleport_attachments();
    }

    /// Default duration in seconds where the user gives none, with a clip of `clip` seconds.
    pub(crate) fn default_duration(&self, clip: f64) -> f64 {
        let goals = self.script.as_ref().and_then(|script| script.goals.as_ref());
        match (self.script.as_ref().filter(|script| script.has_graph()), goals) {
            (Some(script), _) => script.duration(),
            (None, _) if self.scene.is_some() => self.scene_duration().unwrap_or(clip),
            (None, Some(goals)) if clip <= 0.0 => goals.duration(),
            (None, _) => clip,
        }
    }

    /// True when the clip alone determines the duration: no graph and no scene.
    pub(crate) fn plays_clip_only(&self) -> bool {
        self.scene.is_none() && !self.script.as_ref().is_some_and(Script::has_graph)
    }

    /// Reports on stderr which goals are missed in the last frame.
    pub(crate) fn report_misses(&self) {
        let goals = self.script.as_ref().and_then(|script| script.goals.as_ref());
        goals.iter().for_each(|goals| goals.report_misses(&self.actor));
    }

    /// Reports on stderr a `time` before the beginning or after the end of the scene or of the clip that is
    /// shown. Looped playback has no end.
    pub(crate) fn report_time_outside(&self, time: f64) {
        // Times are printed in milliseconds.
        const TOLERANCE: f64 = 5e-4;
        let playing = self.playing();
        if let Some(duration) = self.scene_duration() {
            let begins = playing.map_or(0.0, |(_, first, _)| first);
            let ends = begins + duration;
            if time < begins - TOLERANCE {
                message!("sinew: --time {time}: the scene begins at {begins:.3} s; its first frame is shown");
            } else if time > ends + TOLERANCE {
                message!("sinew: --time {time}: the scene ends at {ends:.3} s; playback continues past it");
            }
            return;
        }
        let clamped = playing.filter(|(playback, ..)| playback.wrap == WrapMode::Clamp);
        let Some((playback, first, last)) = clamped.filter(|_| self.script.is_none()) else { return };
        let name = self.actor.clips()[playback.clip()].name();
        if time < first - TOLERANCE {
            message!("sinew: --time {time}: clip {name:?} begins at {first:.3} s; its first key is shown");
        } else if time > last + TOLERANCE {
            message!("sinew: --time {time}: clip {name:?} ends at {last:.3} s; its last key is shown");
        }
    }
}
