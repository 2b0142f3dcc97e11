//! Camera of a picture: it stands still with everything in view, or follows the character.

use crate::asset::face_outline::face_outline;
use crate::drawing::framing::Framing;
use crate::drawing::turntable::Turn;
use crate::drawing::view_direction::ViewDirection;
use crate::player::scene_player::ScenePlayer;
use crate::player::timeline::Timeline;
use sinew::glam::Vec3;
use sinew_render::Camera;

/// Points that a camera has to have in view, collected moment by moment.
pub(crate) struct Shot {
    seen: Framing,
    subject: ShotSubject,
}

/// Subject of a camera.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ShotSubject {
    /// Frames the face; a character without a head joint as a whole.
    pub(crate) face: bool,
    /// Follows the character and frames it alone, with its props if they move along.
    pub(crate) follow: bool,
}

impl Shot {
    /// An empty shot, for a picture `aspect` times as wide as high.
    pub(crate) fn new(from: ViewDirection, aspect: f32, subject: ShotSubject) -> Self {
        Self { seen: Framing::new(from, aspect), subject }
    }

    /// Adds the player's current frame.
    pub(crate) fn add_frame(&mut self, player: &ScenePlayer) {
        self.seen.set_origin(displacement(player, self.subject.follow));
        self.add(player);
    }

    /// Adds the player's current frame on a turntable, where no camera follows.
    pub(crate) fn add_turned_frame(&mut self, player: &ScenePlayer, turn: Turn) {
        self.seen.set_turn(turn);
        self.add(player);
    }

    fn add(&mut self, player: &ScenePlayer) {
        match (self.subject.face, self.subject.follow) {
            (true, _) => {
                let mut has_head = false;
                face_outline(&player.actor, |point| {
                    self.seen.add(point);
                    has_head = true;
                });
                if !has_head {
                    self.seen.add_actor(&player.actor);
                }
                if has_head {
                    player.actors().for_each(|actor| self.seen.keep_out_of(actor));
                }
                if let Some(hair) = player.actor.hair().filter(|_| has_head) {
                    let bounds = hair.bounds();
                    [bounds.min, bounds.max].into_iter().for_each(|corner| self.seen.add(corner));
                }
            }
            (false, true) if !player.props_follow_character() => {
                player.body().for_each(|actor| self.seen.add_actor(actor))
            }
            (false, _) => player.actors().for_each(|actor| self.seen.add_actor(actor)),
        }
    }

    /// The camera, for a followed character at its start.
    pub(crate) fn camera(self) -> Camera {
        self.seen.camera()
    }
}

/// A camera of [`Shot::camera`], moved along with a followed character.
pub(crate) fn following(camera: Camera, player: &ScenePlayer, follow: bool) -> Camera {
    let at = displacement(player, follow);
    let mut camera = camera;
    camera.eye += at;
    camera.target += at;
    camera
}

/// World-space position of a followed character; zero for a camera that stands still.
fn displacement(player: &ScenePlayer, follow: bool) -> Vec3 {
    if follow { player.world_transform().translation.into() } else { Vec3::ZERO }
}

/// 48 moments over everything that plays, so that pictures at any time of it share a camera.
pub(crate) fn moments(player: &ScenePlayer) -> Timeline {
    const MOMENTS: usize = 48;
    let (first, clip) = player.playing().map_or((0.0, 0.0), |(_, first, last)| (first, last - first));
    let script = player.script.as_ref();
    let duration = if script.is_some() { player.default_duration(clip) } else { clip };
    let start = if script.is_some_and(|script| script.has_graph()) { 0.0 } else { first };
    Timeline { start, step: duration / (MOMENTS - 1) as f64, frames: MOMENTS, fps: 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asset::source;
    use crate::options::playback::PlaybackOptions;
    use crate::scene::kind::SceneKind;

    fn player_of(scene: SceneKind) -> ScenePlayer {
        let file = source::built_in().unwrap();
        let mut options = PlaybackOptions::default();
        options.choose_scene_clip(&file, scene).unwrap();
        let mut player = ScenePlayer::new(file, &options).unwrap();
        player.enter(scene, "test").unwrap();
        player
    }

    /// Camera of a whole scene, and the largest screen coordinates of the character in it.
    fn extents(follow: bool) -> (Camera, [f32; 2]) {
        let mut player = player_of(SceneKind::Stairs);
        let mut shot = Shot::new(ViewDirection::towards(Vec3::X), 1.0, ShotSubject { face: false, follow });
        let timeline = moments(&player);
        assert!(timeline.frames == 48);
        for frame in 0..timeline.frames {
            player.seek(timeline.time(frame));
            shot.add_frame(&player);
        }
        let home = shot.camera();
        let mut max = [0.0f32; 2];
        for n in 0..90 {
            player.seek(timeline.start + timeline.step * 47.0 * f64::from(n) / 90.0);
            let clip = following(home, &player, follow).clip_from_world(1.0);
            crate::asset::vertices::for_each_vertex(&player.actor.frame(), |_, _, _, position| {
                let clip_position = clip.project_point3(position).abs();
                max = [max[0].max(clip_position.x), max[1].max(clip_position.y)];
            });
        }
        (home, max)
    }

    #[test]
    fn props_that_follow_the_character_stay_in_view() {
        let mut player = player_of(SceneKind::Aim);
        let mut shot =
            Shot::new(ViewDirection::towards(Vec3::Z), 1.0, ShotSubject { face: false, follow: true });
        let timeline = moments(&player);
        for frame in 0..timeline.frames {
            player.seek(timeline.time(frame));
            shot.add_frame(&player);
        }
        let home = shot.camera();
        for n in 0..90 {
            player.seek(timeline.start + timeline.step * 47.0 * f64::from(n) / 90.0);
            let clip = following(home, &player, true).clip_from_world(1.0);
            let target = player.actors().last().unwrap().frame().world_from_model().translation;
            let clip_position = clip.project_point3(target.into()).abs();
            assert!(clip_position.x < 0.95 && clip_position.y < 0.95, "{n}: {clip_position}");
        }
    }

    #[test]
    fn a_followed_character_is_framed_closely_all_the_way() {
        let (far, all) = extents(false);
        let (near, extent) = extents(true);
        assert!(all.iter().all(|most| *most < 0.95), "{all:?}");
        assert!(extent.iter().all(|most| *most < 0.95) && extent[1] > 0.6, "{extent:?}");
        let [far, near] = [far, near].map(|camera| camera.eye.distance(camera.target));
        assert!(near < 0.6 * far, "{near} {far}");
    }
}
