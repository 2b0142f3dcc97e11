//! Where a foot in the air is going to come down: as it did the last time, seen from where the character will be.

use crate::locomotion::GroundHit;
use crate::locomotion::foothold::{Length, foothold};
use crate::locomotion::scene::Scene;
use crate::locomotion::stride::follow_to;
use glam::Vec3;

/// What a foot knows of coming down.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Landing {
    /// How it came down the last time.
    last: Option<Last>,
    /// Seconds since it was held and went up, and after how many it first was animated as a foot that stands.
    air: f32,
    touched: Option<f32>,
    /// Whether it has been held since.
    is_down: bool,
    /// Where it was to come down when it looked for room there, and where it has found some, if that is elsewhere.
    looked: Option<Vec3>,
    foothold: Option<Vec3>,
    /// How far it goes aside for that.
    aside: [(f32, f32); 2],
}

/// A foot that came down.
#[derive(Clone, Copy, Debug)]
struct Last {
    /// After so many seconds in the air.
    air: f32,
    /// So far from where the character stood, and from its hip, by the animation's own strides, in the model.
    from_origin: Vec3,
    from_hip: Vec3,
    length: Length,
}

/// So much of its time in the air a foot is up before it looks for where to come down.
const UP: f32 = 0.1;

/// Room that a foot has before its toes and behind its heel, in legs.
const SPARE: f32 = 0.02;

/// Places no farther apart, in legs, are one.
const SAME: f32 = 0.015;

/// A foothold is lost that is so many times as far away as one is looked for.
const LOST: f32 = 1.5;

/// Seconds in which a foot goes aside, and in which it still does when it comes down.
const ASIDE: f32 = 0.12;
const AT_LAST: f32 = 0.06;

/// So much of its time in the air before it comes down a foot goes by where it is, and no more by where it came down before.
const NEAR: f32 = 0.3;

/// Who is in the air for longer than before, by this factor, does something else.
const LATE: f32 = 1.5;

impl Landing {
    /// The foot is held from now on. Its `ball` is animated at a place, so far from its hip.
    pub(crate) fn comes_down(&mut self, scene: &Scene<'_>, ball: Vec3, from_hip: Vec3, length: Length) {
        let air = self.touched.unwrap_or(self.air);
        // It has stood there since, and the character has gone on.
        let origin = scene.going.origin - scene.going.pace.velocity * (self.air - air);
        let space = scene.space;
        let in_model = |way: Vec3| space.rotation.inverse() * way.with_y(0.0) / space.scale;
        let (from_origin, from_hip) = (in_model(ball - origin), in_model(from_hip));
        let spare = SPARE * scene.space.leg;
        let length = Length { behind: length.behind + spare, before: length.before + spare };
        self.last = (air > 0.0).then_some(Last { air, from_origin, from_hip, length });
        self.is_down = true;
    }

    /// Goes on with a foot that is held nowhere and animated `at` a place, perhaps as one that `stands`: where it comes down, if it
    /// knows, and how far it is aside for that. On ground that does not lie `still` it looks for no room.
    pub(crate) fn go_on(
        &mut self,
        scene: &Scene<'_>,
        at: Vec3,
        stands: bool,
        still: bool,
        dt: f32,
    ) -> (Option<Vec3>, Vec3) {
        // What its leg does not reach is let go of, and still comes down there.
        if self.is_down && !stands {
            *self = Self { last: self.last, aside: self.aside, ..Self::default() };
        }
        self.air += dt;
        if stands {
            self.touched = self.touched.or(Some(self.air));
        }
        let expected = self.expected(scene, at);
        match (expected, self.last) {
            (Some(place), Some(last)) if still => self.look(scene, place, &last),
            _ => (self.looked, self.foothold) = (None, None),
        }
        let goal = self.foothold.zip(expected).map_or(Vec3::ZERO, |(foothold, place)| foothold - place);
        // What it expected turns out a little otherwise at the end.
        let left = self.last.map_or(ASIDE, |last| last.air - self.air);
        let seconds = left.clamp(AT_LAST, ASIDE);
        for (own, goal) in self.aside.iter_mut().zip([goal.x, goal.z]) {
            *own = follow_to(*own, goal, seconds, dt);
        }
        let [x, z] = self.aside.map(|own| own.0);
        (self.foothold.or(expected), Vec3::new(x, 0.0, z))
    }

    /// Looks for room where it is to come down, once, and anew where that has changed.
    fn look(&mut self, scene: &Scene<'_>, place: Vec3, last: &Last) {
        let most = scene.placement.settings.max_foothold_shift * scene.space.leg;
        let is_off = |at: Vec3, far: f32| (at - place).with_y(0.0).length() > far;
        let holds = match (self.foothold, self.looked) {
            (Some(foothold), _) => !is_off(foothold, LOST * most),
            (None, Some(looked)) => !is_off(looked, SAME * scene.space.leg),
            (None, None) => self.air <= UP * last.air,
        };
        if !holds {
            let way = scene.going.pace.way;
            let aside = foothold(scene.ground, scene.over(place), way, last.length, most);
            self.looked = Some(place);
            self.foothold = (aside != 0.0).then(|| place + way * aside);
        }
    }

    /// The height to swing at over the ground under `ball`, which comes down where it `lands` and is `ahead` of here in a while:
    /// over an edge the foot stays up until its heel is past it, and rises before its toes come to one.
    pub(crate) fn height(
        &self,
        scene: &Scene<'_>,
        ball: Vec3,
        hit: &GroundHit,
        ahead: Vec3,
        lands: Vec3,
    ) -> f32 {
        let Length { behind, before } = self.last.map_or_else(Length::default, |last| last.length);
        let way = scene.going.pace.way;
        // Toes and heel of a foot that is turned to a slope are over it.
        let slope = hit.normal.with_y(0.0) / hit.normal.y.max(0.2);
        let slope = slope.clamp_length_max(scene.steepest);
        let under = |ball: Vec3, reach: f32| {
            let height = scene.ground.height(scene.over(ball + way * reach));
            height.map(|height| height + reach * way.dot(slope))
        };
        // No farther ahead than where it comes down.
        let rest = (lands - ball).with_y(0.0);
        let ahead = if ahead.dot(way) < rest.dot(way) { ahead } else { rest };
        let heights = [under(ball + ahead, before), under(ball, -behind)];
        heights.into_iter().flatten().fold(hit.position.y, f32::max)
    }

    /// Where it comes down, but for going aside.
    fn expected(&self, scene: &Scene<'_>, at: Vec3) -> Option<Vec3> {
        let in_time = |last: &Last| self.touched.is_some() || self.air < LATE * last.air;
        let last = self.last.filter(|last| scene.going.pace.walks > 0.5 && in_time(last))?;
        let left = (last.air - self.air).max(0.0);
        let in_world = |way: Vec3| scene.space.rotation * way * scene.space.scale;
        let going = &scene.going;
        let own = in_world(last.from_origin) + going.ahead(|| in_world(last.from_hip));
        let place = going.origin + going.pace.velocity * left + own;
        let by_memory = (left / (NEAR * last.air)).min(1.0);
        Some(at + (place - at).with_y(0.0) * by_memory).filter(|place| place.is_finite())
    }
}
