//! Looking with all that looks: eyes, head, neck and spine turn in shares until the face points at the target
//! (J. Granberg, *Character Animation with Direct3D*, 2009, chapter 11, for one joint).

use super::bent::{ChainScratch, arc, rotation_of};
use super::{AngleRange, Chain, SwingEllipse};
use crate::math::{Transform, follow, slerp_shortest};
use crate::skeleton::Skeleton;
use glam::{Affine3A, Quat, Vec2, Vec3, Vec3A};
use std::f32::consts::{FRAC_PI_2, FRAC_PI_3, PI};

/// Joints that look: a chain from the lowest that takes part (a spine, a neck, or the head alone) to the head.
#[derive(Clone, Debug)]
pub struct LookAt {
    chain: Chain,
    /// How much of what is left each joint takes, from the root on.
    shares: Vec<f32>,
    /// Where the head looks, and from where, in its own space.
    forward: Vec3,
    eye: Vec3,
    /// Where the body faces, and its up, in the space of the chain's parent.
    ahead: [Vec3; 2],
    cone: SwingEllipse,
    /// How this looks.
    pub settings: LookSettings,
}

/// How a chain looks at something.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LookSettings {
    /// The share of the view cone over which the turn slows down towards its border, 0 to 1.
    pub softness: f32,
    /// The time in which nine tenths of the way to a new target are done, in seconds; 0 looks at once.
    pub seconds: f32,
}

impl Default for LookSettings {
    fn default() -> Self {
        Self { softness: 0.2, seconds: 0.3 }
    }
}

/// What a look remembers from frame to frame: where it is on its way, and to which side it turned for what is behind.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LookState {
    /// Angles up and to the left, and how fast they change.
    swing: Option<(Vec2, Vec2)>,
    side: f32,
}

/// What came of a look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Looked {
    /// The angle by which the head misses the target at full weight, in radians.
    pub error: f32,
    /// How far the body would have to turn to its left for the target to lie straight ahead, in radians, where the view cone
    /// does not reach it; 0 where it does.
    pub turn_request: f32,
}

/// Half the view cone: 60 degrees.
const CONE: f32 = FRAC_PI_3;

impl LookAt {
    /// A chain whose tip looks where it faces +Z at rest, with the usual view cone of 120 degrees. Joints take even shares.
    pub fn new(skeleton: &Skeleton, chain: Chain) -> Self {
        let rest = crate::pose::ModelPose::rest(skeleton);
        let back = |joint| rotation_of(rest.get(joint)).inverse();
        let above = skeleton.parent(chain.root()).map_or(Quat::IDENTITY, back);
        let look = Self {
            shares: Vec::new(),
            forward: back(chain.tip()) * Vec3::Z,
            eye: Vec3::ZERO,
            ahead: [above * Vec3::Z, above * Vec3::Y],
            cone: cone(above, AngleRange::symmetric(CONE), AngleRange::symmetric(CONE)),
            settings: LookSettings::default(),
            chain,
        };
        let even = vec![1.0; look.chain.links().len()];
        look.with_shares(&even)
    }

    /// With these shares of the whole turn, one for each joint from the root on; what is missing counts as nothing, and the
    /// last joint takes what is left.
    #[must_use]
    pub fn with_shares(mut self, shares: &[f32]) -> Self {
        let count = self.chain.links().len();
        let share = |n: usize| shares.get(n).copied().filter(|s| s.is_finite()).unwrap_or(0.0).max(0.0);
        let left = |n: usize| (n..count).map(share).sum::<f32>();
        self.shares = (0..count).map(|n| if left(n) > 0.0 { share(n) / left(n) } else { 0.0 }).collect();
        if let Some(last) = self.shares.last_mut() {
            *last = 1.0;
        }
        self
    }

    /// With eyes at `place` in model space at rest: the line of sight starts there.
    #[must_use]
    pub fn with_eyes(mut self, skeleton: &Skeleton, place: Vec3) -> Self {
        let rest = crate::pose::ModelPose::rest(skeleton);
        let head = rest.get(self.chain.tip());
        self.eye = rotation_of(head).inverse() * (place - Vec3::from(head.translation));
        self
    }

    /// With a line of its own instead of a line of sight: what starts at `from` and points along `direction`, both in the
    /// tip's own space, comes to point at the target. A barrel in a hand, with a chain from spine to hand.
    #[must_use]
    pub fn with_line(mut self, skeleton: &Skeleton, from: Vec3, direction: Vec3) -> Self {
        let tip = crate::pose::ModelPose::rest(skeleton).get(self.chain.tip()).matrix3;
        let back = rotation_of(&Affine3A::from_mat3(tip.into())).inverse();
        self.eye = back * (tip * from);
        self.forward = (back * (tip * direction)).try_normalize().unwrap_or(self.forward);
        self
    }

    /// With a view cone that reaches other angles down and up, and to the right and left; each range holds 0.
    #[must_use]
    pub fn with_cone(mut self, skeleton: &Skeleton, down_up: AngleRange, right_left: AngleRange) -> Self {
        let rest = crate::pose::ModelPose::rest(skeleton);
        let parent = skeleton.parent(self.chain.root());
        let above = parent.map_or(Quat::IDENTITY, |joint| rotation_of(rest.get(joint)).inverse());
        self.cone = cone(above, down_up, right_left);
        self
    }

    /// The joints that take part.
    pub fn chain(&self) -> &Chain {
        &self.chain
    }

    /// Turns the chain so that its tip looks at `target`, in model space, as far as its limits and the view cone let it.
    /// `local`, `model` and `scratch` are as in [`ChainSolver::solve`](super::ChainSolver::solve).
    ///
    /// A `state` takes `dt` seconds of the way there, so that a target that jumps, or goes past behind, does not jerk
    /// the head: it passes in front. Without one the head looks at once. A target straight behind holds the head at the side
    /// it has turned to, the left one at first. A target that is no number is looked at no more: the head goes on to
    /// straight ahead.
    ///
    /// # Panics
    /// When the slices are shorter than the skeleton, or the look is of another one.
    pub fn solve(
        &self,
        skeleton: &Skeleton,
        target: Vec3,
        weight: f32,
        state: Option<(&mut LookState, f32)>,
        local: &mut [Transform],
        model: &[Affine3A],
        scratch: &mut ChainScratch,
    ) -> Looked {
        scratch.load(skeleton, &self.chain, model);
        if !scratch.is_finite() {
            return Looked { error: 0.0, turn_request: 0.0 };
        }
        scratch.clamp_all(&self.chain);
        let base = scratch.links[0].above;
        let from = self.eye_of(scratch);
        let way = base.inverse() * (Vec3A::from(target) - from);
        let (distance, way) = (way.length(), Vec3::from(way).normalize_or_zero());
        let side = state.as_ref().map_or(0.0, |(state, _)| state.side);
        let asked = self.swing_to(way, side);
        let capped = self.capped(asked);
        let swing = match state {
            None => capped,
            Some((state, dt)) => state.follow(capped, asked, self.settings.seconds, dt),
        };
        // As far away as the target, in the direction that is looked in; what the cone does not reach is only a direction,
        // which is not to turn further as the eyes come along.
        let distance = if distance.is_finite() { distance.max(1e-6) } else { 1.0 };
        let distance = distance * (asked.length() / capped.length().max(1e-6)).clamp(1.0, 4.0).powi(8);
        let aim = from + base * Vec3A::from(self.direction(swing)) * distance;
        self.turn(scratch, aim);
        let error = match target.is_finite() {
            true => {
                let tip = &scratch.links[scratch.links.len() - 1];
                let line = tip.rotation * Vec3A::from(self.forward);
                let way = Vec3A::from(target) - self.eye_of(scratch);
                line.cross(way).length().atan2(line.dot(way))
            }
            false => 0.0,
        };
        scratch.store(&self.chain, weight, local);
        let outside = asked.length() > capped.length() * 1.001 + 1e-4 && self.excess(asked) > 0.0;
        Looked {
            error: if error.is_finite() { error } else { 0.0 },
            turn_request: if outside { self.yaw(way) } else { 0.0 },
        }
    }

    /// Turns all joints in shares until the tip looks at `aim`, over again for what limits leave to others.
    fn turn(&self, bent: &mut ChainScratch, aim: Vec3A) {
        const ROUNDS: usize = 4;
        let count = bent.links.len();
        for _ in 0..ROUNDS {
            for n in 0..count {
                let tip = &bent.links[count - 1];
                let forward = tip.rotation * Vec3A::from(self.forward);
                let place = bent.links[n].place;
                let offset = tip.place + tip.rotation * Vec3A::from(self.eye) - place;
                let way = aim - place;
                // Where the line of sight is as far from the joint as the target.
                let along = offset.dot(forward);
                let root = along * along - offset.length_squared() + way.length_squared();
                if root < 0.0 {
                    continue;
                }
                let Some(arc) = arc(offset + forward * (root.sqrt() - along), way) else { continue };
                let parent = bent.parent_rotation(n);
                let turn = slerp_shortest(Quat::IDENTITY, arc, self.shares[n]);
                let turn = parent.inverse() * turn * parent * bent.links[n].turn;
                bent.links[n].turn = self.chain.links()[n].limit.clamp(turn).normalize();
                bent.refresh(n);
            }
            let tip = &bent.links[count - 1];
            let line = tip.rotation * Vec3A::from(self.forward);
            let way = aim - self.eye_of(bent);
            // A tenth of a millimetre at a metre.
            if line.cross(way).length() < 1e-4 * way.length() && line.dot(way) > 0.0 {
                break;
            }
        }
    }

    fn eye_of(&self, bent: &ChainScratch) -> Vec3A {
        let tip = &bent.links[bent.links.len() - 1];
        tip.place + tip.rotation * Vec3A::from(self.eye)
    }

    /// Angles up and to the left at which a direction is seen, as one turn from straight ahead. Heads turn to what is behind
    /// over a shoulder, on the side where it was before: what is level there is no longer up or down.
    fn swing_to(&self, way: Vec3, side: f32) -> Vec2 {
        let [ahead, up] = self.ahead;
        let (x, y, z) = (way.dot(up.cross(ahead)), way.dot(up), way.dot(ahead));
        let angle = x.hypot(y).atan2(z);
        let straight = Vec2::new(y, x).normalize_or_zero() * angle;
        let begins = self.about(straight).map_or(0.0, |about| self.cone.reach(about)).max(FRAC_PI_2);
        let behind = (-z - y.abs()).max(0.0) * ((angle - begins) / (PI - begins)).max(0.0);
        if behind <= 0.0 {
            return straight;
        }
        // So near to straight behind, the side would change with every breath; what is there at first is on the left.
        let near = if side == 0.0 { 1e-4 } else { 0.36 };
        let side = if x.abs() > near * -z { x } else { side };
        let aside = Vec2::new(y, x.hypot(behind) * if side < 0.0 { -1.0 } else { 1.0 });
        aside.normalize_or_zero() * angle
    }

    /// The direction at angles up and to the left, in the space of the chain's parent.
    fn direction(&self, swing: Vec2) -> Vec3 {
        let [ahead, up] = self.ahead;
        let left = up.cross(ahead);
        let angle = swing.length();
        match swing.try_normalize() {
            Some(aside) => ahead * angle.cos() + (up * aside.x + left * aside.y) * angle.sin(),
            None => ahead,
        }
    }

    /// How far beyond the cone's border angles are.
    fn excess(&self, swing: Vec2) -> f32 {
        self.about(swing).map_or(0.0, |about| swing.length() - self.cone.reach(about))
    }

    /// The axis of a turn by angles up and to the left.
    fn about(&self, swing: Vec2) -> Option<Vec3> {
        let [ahead, up] = self.ahead;
        let aside = swing.try_normalize()?;
        Some(ahead.cross(up * aside.x + up.cross(ahead) * aside.y))
    }

    /// Angles within the view cone.
    fn capped(&self, swing: Vec2) -> Vec2 {
        let Some(about) = self.about(swing) else { return swing };
        let (angle, end) = (swing.length(), self.cone.reach(about));
        let hard = end * (1.0 - self.settings.softness.clamp(0.0, 1.0));
        if angle <= hard {
            return swing;
        }
        let room = end - hard;
        let beyond = if room > 0.0 { (angle - hard) / room } else { 1.0 };
        swing * ((hard + room * (beyond / (1.0 + beyond))) / angle)
    }

    /// How far to the left of straight ahead a direction is, seen from above.
    fn yaw(&self, way: Vec3) -> f32 {
        let [ahead, up] = self.ahead;
        way.dot(up.cross(ahead)).atan2(way.dot(ahead))
    }
}

/// The view cone in the space of the chain's parent.
fn cone(above: Quat, down_up: AngleRange, right_left: AngleRange) -> SwingEllipse {
    let (ahead, left) = (above * Vec3::Z, above * Vec3::X);
    // About the axis to the left, up is down.
    let down = AngleRange::new(-down_up.max(), -down_up.min());
    SwingEllipse::new(ahead, left, down, right_left)
}

impl LookState {
    /// Goes on towards angles for `dt` seconds.
    fn follow(&mut self, goal: Vec2, asked: Vec2, seconds: f32, dt: f32) -> Vec2 {
        let dt = if dt > 0.0 { dt } else { 0.0 };
        // A side is kept until the target is clearly on the other.
        if asked.y.abs() > 0.1 {
            self.side = asked.y.signum();
        }
        let Some((value, rate)) = self.swing else {
            self.swing = Some((goal, Vec2::ZERO));
            return goal;
        };
        let (x, x_rate) = follow(value.x, rate.x, goal.x, seconds, dt);
        let (y, y_rate) = follow(value.y, rate.y, goal.y, seconds, dt);
        self.swing = Some((Vec2::new(x, y), Vec2::new(x_rate, y_rate)));
        Vec2::new(x, y)
    }
}
