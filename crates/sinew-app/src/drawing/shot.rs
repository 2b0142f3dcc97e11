//! The camera of a picture: it stands still and has in view all that is shown, or goes along with the character.

use crate::asset::head;
use crate::drawing::framing::Framing;
use crate::player::scene_player::Cast;
use crate::player::timeline::Timeline;
use sinew::Bounds;
use sinew::glam::Vec3;
use sinew_render::{Camera, ViewPreset};

/// What is to be seen in a picture, gathered moment by moment.
pub(crate) struct Shot {
    seen: Framing,
    bounds: Bounds,
    aspect: f32,
    of: ShotSubject,
}

/// What a camera is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ShotSubject {
    /// The head alone, from before it.
    pub(crate) face: bool,
    /// The character and what goes along with it, wherever it has come to.
    pub(crate) follow: bool,
}

impl Shot {
    /// From the direction `from`, for a picture `aspect` times as wide as high.
    pub(crate) fn new(from: Vec3, aspect: f32, of: ShotSubject) -> Self {
        let from = if of.face { ViewPreset::Face.direction_to_camera() } else { from };
        Self { seen: Framing::new(from, aspect), bounds: Bounds::EMPTY, aspect, of }
    }

    /// Has in view what the cast now shows.
    pub(crate) fn see(&mut self, cast: &Cast) {
        let at = come(cast, self.of.follow);
        self.seen.count_from(at);
        match (self.of.face, self.of.follow) {
            (true, _) => {
                head::head_vertices(&cast.lead.frame(), |vertex| self.seen.add(vertex));
                let Bounds { min, max } = cast.bounds();
                self.bounds = self.bounds.union(Bounds { min: min - at, max: max - at });
            }
            (false, true) if !goes_along(cast) => cast.body().for_each(|actor| self.seen.add_actor(actor)),
            (false, _) => cast.actors().for_each(|actor| self.seen.add_actor(actor)),
        }
    }

    /// The camera for a character at home.
    pub(crate) fn camera(self) -> Camera {
        match self.of.face && self.seen.is_empty() {
            true => Camera::framing(&self.bounds, ViewPreset::Face, self.aspect),
            false => self.seen.camera(),
        }
    }
}

/// A camera made for a character at home, for where it is now if that is followed.
pub(crate) fn along(camera: Camera, cast: &Cast, follow: bool) -> Camera {
    let at = come(cast, follow);
    let mut camera = camera;
    camera.eye += at;
    camera.target += at;
    camera
}

/// Whether what stands about goes wherever the character does.
fn goes_along(cast: &Cast) -> bool {
    let scene = cast.script.as_ref().and_then(|script| script.scene.as_ref());
    scene.is_some_and(|scene| scene.goes_along())
}

/// How far a character has come that is followed.
fn come(cast: &Cast, follow: bool) -> Vec3 {
    if follow { cast.place().translation.into() } else { Vec3::ZERO }
}

/// Moments all over what the cast plays, for pictures at any time of it to share a camera: few, since each is posed.
pub(crate) fn moments(cast: &Cast) -> Timeline {
    const MOMENTS: usize = 48;
    let (first, clip) = cast.playing().map_or((0.0, 0.0), |(_, first, last)| (first, last - first));
    let script = cast.script.as_ref();
    let length = script.map_or(clip, |script| script.own_length(&cast.lead, clip));
    let start = if script.is_some_and(|script| script.has_graph()) { 0.0 } else { first };
    Timeline { start, step: length / (MOMENTS - 1) as f64, frames: MOMENTS, fps: 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asset::source;
    use crate::options::playback::PlaybackOptions;
    use crate::scene::SceneKind;

    fn on_the_way(scene: SceneKind) -> Cast {
        let file = source::open(None).unwrap();
        let mut options = PlaybackOptions::default();
        options.set_out(&file, scene).unwrap();
        let mut cast = Cast::new(file, &options).unwrap();
        cast.enter(scene, "test").unwrap();
        cast
    }

    /// The camera over a whole scene, and the highest and widest that anything is then seen in it.
    fn seen(follow: bool) -> (Camera, [f32; 2]) {
        let mut cast = on_the_way(SceneKind::Stairs);
        let mut shot = Shot::new(Vec3::X, 1.0, ShotSubject { face: false, follow });
        let timeline = moments(&cast);
        assert!(timeline.frames == 48);
        for frame in 0..timeline.frames {
            cast.seek(timeline.time(frame));
            shot.see(&cast);
        }
        let home = shot.camera();
        let mut most = [0.0f32; 2];
        for n in 0..90 {
            cast.seek(timeline.start + timeline.step * 47.0 * f64::from(n) / 90.0);
            let clip = along(home, &cast, follow).clip_from_world(1.0);
            crate::asset::vertices::for_each_vertex(&cast.lead.frame(), |_, _, _, place| {
                let place = clip.project_point3(place).abs();
                most = [most[0].max(place.x), most[1].max(place.y)];
            });
        }
        (home, most)
    }

    #[test]
    fn what_goes_along_with_who_is_followed_is_seen_with_it() {
        let mut cast = on_the_way(SceneKind::Aim);
        let mut shot = Shot::new(Vec3::Z, 1.0, ShotSubject { face: false, follow: true });
        let timeline = moments(&cast);
        for frame in 0..timeline.frames {
            cast.seek(timeline.time(frame));
            shot.see(&cast);
        }
        let home = shot.camera();
        for n in 0..90 {
            cast.seek(timeline.start + timeline.step * 47.0 * f64::from(n) / 90.0);
            let clip = along(home, &cast, true).clip_from_world(1.0);
            let target = cast.actors().last().unwrap().frame().world_from_model().translation;
            let place = clip.project_point3(target.into()).abs();
            assert!(place.x < 0.95 && place.y < 0.95, "{n}: {place}");
        }
    }

    #[test]
    fn who_is_followed_is_seen_from_near_by_all_the_way() {
        let (far, all) = seen(false);
        let (near, own) = seen(true);
        assert!(all.iter().all(|most| *most < 0.95), "{all:?}");
        assert!(own.iter().all(|most| *most < 0.95) && own[1] > 0.6, "{own:?}");
        let [far, near] = [far, near].map(|camera| camera.eye.distance(camera.target));
        assert!(near < 0.6 * far, "{near} {far}");
    }
}
