//! Getting up after a fall.

use super::scene_player::ScenePlayer;
use sinew::glam::Vec3;
use sinew::{Actor, ClipId};
use sinew_setup::gets_up;

/// Time in which what the character plays is reached where it falls again, seconds.
const TRANSITION: f32 = 0.3;

/// Clips of an actor that get up from the ground, by their names.
pub(crate) fn get_up_clips(actor: &Actor) -> Vec<ClipId> {
    let clips = actor.clips();
    let named = clips.ids().zip(clips.iter()).filter(|(_, clip)| gets_up(clip.name()));
    named.map(|(id, _)| id).collect()
}

impl ScenePlayer {
    /// True while the character gets up: the only clip that plays over others.
    pub(crate) fn is_getting_up(&self) -> bool {
        self.actor.montage().is_some()
    }

    /// Gets a fallen character up with that of its clips that fits, after which it goes on with what it plays
    /// now. False, with nothing changed, for a character that does not fall or has no such clip. One that
    /// gets up already goes on with that.
    pub(crate) fn get_up(&mut self) -> bool {
        if self.is_getting_up() {
            return true;
        }
        let clips = get_up_clips(&self.actor);
        let gets_up = matches!(self.actor.get_up(clips, Vec3::Y), Ok(Some(_)));
        if gets_up {
            self.leave_fall(true);
        }
        gets_up
    }

    /// Goes on at once with what the character plays, where it gets up.
    pub(super) fn end_get_up(&mut self) {
        self.actor.stop_montage(TRANSITION);
    }
}
