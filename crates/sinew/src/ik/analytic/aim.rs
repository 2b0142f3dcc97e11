//! One joint that looks, in closed form (J. Granberg, *Character Animation with Direct3D*, 2009, chapter 11): its forward
//! direction turns to the target by the shortest arc, within a cone.

use crate::ik::analytic::wide::Closed;
use crate::math::simd::{Lane, QuatLanes, Vec3Lanes};
use glam::{Quat, Vec3};

/// A joint that is to point at something. All places and directions are in one space, the model's or the world's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aim {
    /// The joint.
    pub position: Vec3,
    /// The direction that is to point there, as the joint is posed: unit.
    pub forward: Vec3,
    /// Where the line starts that is to hit the target, from the joint, as it is posed: the eyes of a head, the end of a
    /// barrel. Nothing: at the joint.
    pub offset: Vec3,
    /// What to point at.
    pub target: Vec3,
    /// How far the joint turns.
    pub cone: ViewCone,
    /// About which axis to turn where the target lies straight behind: unit, such as up.
    pub up: Vec3,
}

/// How far from where it looks a joint turns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ViewCone {
    /// Sines of half the angles at which the cone ends, and at which the turn begins to slow down.
    pub(crate) border: [f32; 2],
}

impl ViewCone {
    /// Any way.
    pub const ALL: Self = Self { border: [1.0, 1.0] };

    /// The usual one, 120 degrees in all, with a hard edge.
    pub const DEFAULT: Self = Self { border: [0.5, 0.5] };

    /// As far as `angle`, half the cone, in radians. Over the outer share `softness` (0 to 1) the turn slows down: what is
    /// there is only nearly looked at, and nothing stops with a jolt.
    pub fn new(angle: f32, softness: f32) -> Self {
        let angle = if angle.is_nan() { 0.0 } else { angle.clamp(0.0, std::f32::consts::PI) };
        let hard = angle * (1.0 - softness.clamp(0.0, 1.0));
        let sine = |angle: f32| (angle * 0.5).sin();
        Self { border: [sine(angle), if hard < angle { sine(hard) } else { sine(angle) }] }
    }
}

impl Default for ViewCone {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// How a joint turns to point at something.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AimResult {
    /// In the space of the places.
    pub turn: Quat,
    /// Cosine of the angle by which the line still misses the target; 1 where it hits.
    pub facing: f32,
}

impl Aim {
    /// A joint at `place` that looks along `forward`, to look at `target` within the usual cone.
    pub fn new(place: Vec3, forward: Vec3, target: Vec3) -> Self {
        Self { position: place, forward, offset: Vec3::ZERO, target, cone: ViewCone::DEFAULT, up: Vec3::Y }
    }

    /// The turn that points there, or as near as the cone lets it.
    ///
    /// A target behind holds the joint at the cone's border. One that is too near for a line that starts beside the joint,
    /// and numbers that are none or so large or small that products of them are, turn nothing.
    pub fn solve(&self) -> AimResult {
        self.alone()
    }
}

/// [`Aim::solve`] for many joints, eight at a time where the processor can, else four.
///
/// # Panics
/// When there is not one place for each answer.
pub fn solve_aims(aims: &[Aim], out: &mut [AimResult]) {
    assert_eq!(aims.len(), out.len(), "a place for each answer");
    crate::ik::analytic::wide::solve(aims, out);
}

pub(crate) struct Input<L> {
    pub(crate) forward: Vec3Lanes<L>,
    pub(crate) offset: Vec3Lanes<L>,
    /// From the joint to the target.
    pub(crate) way: Vec3Lanes<L>,
    pub(crate) up: Vec3Lanes<L>,
    /// Sines of half the angles at which the cone ends, and at which the turn begins to slow down.
    pub(crate) border: [L; 2],
}

pub(crate) struct Output<L> {
    pub(crate) turn: QuatLanes<L>,
    pub(crate) facing: L,
}

/// The method, for one joint or some.
#[inline(always)]
pub(crate) fn solve<L: Lane>(aim: &Input<L>) -> Output<L> {
    let like = aim.border[0];
    let (zero, one, tiny) = (like.all(0.0), like.all(1.0), like.all(f32::MIN_POSITIVE));
    // Where the line is as far from the joint as the target: there it is turned onto it.
    let (along, square) = (aim.offset.dot(aim.forward), aim.offset.dot(aim.offset));
    let far = aim.way.dot(aim.way);
    let root = along * along - square + far;
    let on_line = aim.offset.plus(aim.forward.times(root.max(zero).sqrt() - along));
    // About up, as far as that is square to the forward direction, where the target is straight behind.
    let upright = aim.up.perpendicular_to(aim.forward);
    let [x, y, z] = aim.forward.0;
    let other = Vec3Lanes([z, -x, y]).perpendicular_to(aim.forward);
    let clear = upright.dot(upright) - like.all(1e-6);
    let pick = |n: usize| clear.if_more(zero, upright.0[n], other.0[n]);
    let upright = Vec3Lanes([pick(0), pick(1), pick(2)]);
    let upright = upright.times(one / upright.dot(upright).max(tiny).sqrt());
    let (arc, is_one) = QuatLanes::arc_unnormalized(on_line, aim.way, far);
    let arc = arc.normalized().if_more(is_one, zero, QuatLanes::about(upright, one, zero));
    let [x, y, z, w] = arc.0;
    let sine = (x * x + y * y + z * z).sqrt();
    let [end, soft] = aim.border;
    let room = end - soft;
    let beyond = (sine - soft).max(zero) / room.max(tiny);
    let slowed = soft + room * (beyond / (one + beyond));
    let slowed = room.if_more(zero, slowed, end);
    let turned = soft.if_more(sine, sine, slowed);
    let by = turned / sine.max(tiny);
    let cosine = (one - turned * turned).max(zero).sqrt();
    // What is not slowed keeps its bits.
    let keeps = |own: L, other: L| soft.if_more(sine, own, other);
    let turn = QuatLanes([keeps(x, x * by), keeps(y, y * by), keeps(z, z * by), keeps(w, cosine)]);
    let reached = turn.rotate(on_line);
    // Both are as long.
    let facing = (reached.dot(aim.way) / far.max(tiny)).min(one).max(-one);
    Output { turn, facing }.or_nothing(root, far)
}

impl<L: Lane> Output<L> {
    /// Itself, or no turn where no turn would do.
    #[inline(always)]
    fn or_nothing(self, root: L, far: L) -> Self {
        let (zero, most) = (far.all(0.0), far.all(f32::MAX));
        // A sum with what is no number is none, and is not less than anything.
        let sound = far.if_more(zero, most.if_more(root * root + far, root, -most), -most);
        let sound = self.turn.unit().if_more(zero, sound, -most);
        let pick = |own: L, none: f32| sound.if_more(zero, own, own.all(none));
        Self {
            turn: self.turn.if_more(sound, zero, QuatLanes::identity(far)),
            facing: pick(self.facing, 1.0),
        }
    }
}
