//! Scenes in the viewer: entering, leaving and looping them, and the choice of their clips.

use super::state::State;
use crate::options::root_motion::{moves_forward, root_motion_of_feet};
use crate::player::rig;
use crate::report::failure::Failure;
use crate::scene::fallback_clips::{fallback_clips, later_fallback_clips};
use crate::scene::kind::SceneKind;
use sinew::{Actor, ClipId, ClipSource, RawClip};
use std::sync::Arc;

impl State {
    /// Enters a scene, or leaves the current one; an error adds a message.
    pub(super) fn choose_scene(&mut self, kind: Option<SceneKind>) {
        self.leave_scene();
        let Some(kind) = kind else { return };
        if let Err(failure) = self.enter_scene(kind, false) {
            self.say(failure.message().to_owned(), true);
        }
    }

    /// Enters a scene. `keeps` keeps the playing clip, else one is chosen by name.
    pub(super) fn enter_scene(&mut self, kind: SceneKind, keeps: bool) -> Result<(), Failure> {
        let name = self.shown.name.clone();
        if self.shown.player.actor.graph().is_none() {
            self.add_fallback_clips(kind, keeps)?;
        }
        let (arms, custom) = (self.arms, self.custom_rig(Some(kind)));
        self.with_new_rig(|player| {
            player.set_scene(kind, &name)?;
            match custom {
                // The rig was built for the same character.
                Some(rig) => drop(player.actor.set_ik(Some(rig))),
                None => rig::add_arm_collision(&mut player.actor, Some(kind), arms),
            }
            Ok(())
        })?;
        self.shown.serial += 1;
        if self.shown.player.actor.graph().is_none() {
            self.play_scene_clip(kind, keeps);
        }
        (self.transport.playing, self.transport.looping) = (true, true);
        self.restart();
        Ok(())
    }

    fn leave_scene(&mut self) {
        let Some(kind) = self.shown.player.take_scene() else { return };
        // The targets of the scene's goals are gone.
        if !kind.takes_custom_rig() {
            self.drop_goals();
        }
        self.shown.serial += 1;
        let (reaches, arms, custom) = (self.on.handles, self.arms, self.custom_rig(None));
        self.with_new_rig(|player| {
            let lead = &mut player.actor;
            let default_rig = || rig::default_rig(lead.character(), arms).filter(|_| reaches).map(Arc::new);
            // No rig, or a rig built for this character, is always accepted.
            let _ = lead.set_ik(custom.or_else(default_rig));
        });
        self.restart();
    }

    /// Fits a newly chosen clip to the current scene.
    pub(super) fn refit_scene_clip(&mut self) {
        if let Some(kind) = self.shown.player.scene_kind() {
            self.play_scene_clip(kind, true);
        }
    }

    /// Restarts the scene at its end.
    pub(super) fn loop_scene(&mut self) {
        if self.shown.player.is_scene_over() {
            self.restart();
        }
    }

    /// Adds the clips of a scene that the character lacks from the built-in character, with a message. If the
    /// playing clip is kept, the one to begin with is not added.
    fn add_fallback_clips(&mut self, kind: SceneKind, keeps: bool) -> Result<(), Failure> {
        let lead = &mut self.shown.player.actor;
        let character = lead.character().clone();
        if character.humanoid().is_none() {
            return Ok(());
        }
        let playing = lead.playback().map_or(ClipId(0), |playback| playback.clip());
        let leads = || {
            lead.clips().get(playing).is_some_and(|clip| match clip.raw() {
                Some(raw) => moves_forward(raw, &character),
                None => clip.root_motion().is_some(),
            })
        };
        let names = lead.clips().iter().map(ClipSource::name);
        let body = (&*character, self.shown.name.as_str());
        let fallback = if keeps {
            later_fallback_clips(kind, body, names)?
        } else {
            fallback_clips(kind, body, names, leads)?
        };
        let Some(fallback) = fallback else { return Ok(()) };
        for clip in fallback.clips {
            // The clip was retargeted to this character.
            let _ = lead.add_clip(clip);
        }
        self.say(fallback.message, false);
        Ok(())
    }

    /// Plays the clip of a scene. A clip made in place gets root motion from its feet where the scene needs
    /// it; the result is added as another clip.
    fn play_scene_clip(&mut self, kind: SceneKind, keeps: bool) {
        let lead = &mut self.shown.player.actor;
        let playing = lead.playback().map(|playback| playback.clip());
        let fits = |clip: &ClipId| kind.choose([lead.clips()[*clip].name()].into_iter()) == Some(0);
        let kept = playing.filter(|clip| keeps || fits(clip));
        let first =
            || kind.choose(lead.clips().iter().map(ClipSource::name)).map(|n| ClipId(n as u32)).or(playing);
        let Some(clip) = kept.or_else(first).or((!lead.clips().is_empty()).then_some(ClipId(0))) else {
            return self.say("the character has no clip for this scene".into(), true);
        };
        let motion = &lead.clips()[clip];
        if motion.root_motion().is_some() || !kind.travels() {
            return self.play(Some(clip));
        }
        let name = format!("{} (root motion from feet)", motion.name());
        let walking = match lead.clips().find(&name) {
            Ok(known) => Some(known),
            Err(_) => with_root_motion_of_feet(motion, lead, &name).and_then(|made| lead.add_clip(made).ok()),
        };
        if walking.is_none() {
            let clip = lead.clips()[clip].name().to_owned();
            self.say(
                format!("clip {clip:?} has no root motion, and none could be derived from its feet"),
                true,
            );
        }
        self.play(walking.or(Some(clip)));
    }
}

/// A copy of a clip with root motion derived from its feet; none for compressed clips.
fn with_root_motion_of_feet(motion: &ClipSource, actor: &Actor, name: &str) -> Option<RawClip> {
    let clip = motion.raw()?;
    let root = root_motion_of_feet(clip, actor.character())?;
    Some(RawClip { name: name.to_owned(), root_motion: Some(root), ..(**clip).clone() })
}
