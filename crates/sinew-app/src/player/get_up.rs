//! Getting up after a fall.

use super::fall_state::{GetUp, PlayedBefore};
use super::scene_player::ScenePlayer;
use crate::fall::gets_up;
use sinew::clip::WrapMode;
use sinew::glam::Vec3;
use sinew::{Actor, ClipId};

/// Time in which the playback before is reached, seconds.
const TRANSITION: f32 = 0.3;

/// Clips of an actor that get up from the ground, by their names.
pub(crate) fn get_up_clips(actor: &Actor) -> Vec<ClipId> {
    let clips = actor.clips();
    let named = clips.ids().zip(clips.iter()).filter(|(_, clip)| gets_up(clip.name()));
    named.map(|(id, _)| id).collect()
}

impl PlayedBefore {
    fn of(actor: &Actor) -> Self {
        if let Some(state) = actor.graph() {
            let graph = state.graph().clone();
            let parameters = graph.parameters().map(|(id, ..)| (id, state.parameter(id))).collect();
            return Self::Graph(graph, parameters);
        }
        match actor.playback() {
            Some(playback) => Self::Clip(playback.clip(), playback.time),
            None => Self::RestPose,
        }
    }

    /// Plays it again, with a short transition.
    fn resume(self, actor: &mut Actor) {
        match self {
            Self::RestPose => actor.stop(),
            Self::Clip(clip, time) => {
                // The clip was played before, so it is there.
                let _ = actor.play(clip).map(|playback| playback.seek(time).inertialize(TRANSITION));
                return;
            }
            Self::Graph(graph, parameters) => {
                // The graph and its parameters were the actor's before.
                let _ = actor.set_graph(graph);
                for (parameter, value) in parameters {
                    let _ = actor.graph_mut().map(|state| state.set_parameter(parameter, value));
                }
            }
        }
        actor.inertialize(TRANSITION);
    }
}

impl ScenePlayer {
    /// True while the character gets up.
    pub(crate) fn is_getting_up(&self) -> bool {
        self.fall.get_up.is_some()
    }

    /// Gets a fallen character up with that of its clips that fits, after which it goes on with what it plays
    /// now. False, with nothing changed, for a character that does not fall or has no such clip. One that
    /// gets up already goes on with that.
    pub(crate) fn get_up(&mut self) -> bool {
        if self.is_getting_up() {
            return true;
        }
        let clips = get_up_clips(&self.actor);
        let before = PlayedBefore::of(&self.actor);
        match self.actor.get_up(clips, Vec3::Y) {
            Ok(Some(clip)) => {
                self.fall.get_up = Some(GetUp { clip, before });
                self.leave_fall(true);
                true
            }
            _ => false,
        }
    }

    /// Goes on with the playback before where the character has got up.
    pub(super) fn update_get_up(&mut self) {
        let Some(get_up) = &self.fall.get_up else { return };
        match self.actor.playback().filter(|playback| playback.clip() == get_up.clip) {
            Some(playback) => {
                let is_over = playback.time >= f64::from(self.actor.clips()[get_up.clip].end());
                if is_over && playback.wrap == WrapMode::Clamp {
                    self.end_get_up();
                }
            }
            // Something else plays by now.
            None => self.forget_get_up(),
        }
    }

    /// Goes on with the playback before at once, where the character gets up.
    pub(super) fn end_get_up(&mut self) {
        if let Some(get_up) = self.fall.get_up.take() {
            get_up.before.resume(&mut self.actor);
        }
    }

    /// Leaves the clip with which the character gets up to others: what is played from now on goes on.
    pub(crate) fn forget_get_up(&mut self) {
        self.fall.get_up = None;
    }
}
