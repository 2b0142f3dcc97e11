//! Aim of one joint in closed form (C. Granberg, *Character Animation with Direct3D*, 2009, chapter 11): its
//! forward direction turns to the target by the shortest arc, within a view cone.

use crate::ik::analytic::wide::Closed;
use crate::math::ops;
use crate::math::simd::{Lane, QuatLanes, Vec3Lanes};
use glam::{Quat, Vec3};

/// Joint and the target that it aims at. All positions and directions are in one space, model or world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aim {
    /// Position of the joint.
    pub position: Vec3,
    /// Unit direction that is to point at the target, in the current pose.
    pub forward: Vec3,
    /// Start of the line of sight relative to the joint, in the current pose, such as the eyes of a head or
    /// the muzzle of a barrel. Zero: the line starts at the joint.
    pub offset: Vec3,
    /// Position to aim at.
    pub target: Vec3,
    /// Largest rotation of the joint.
    pub cone: ViewCone,
    /// Unit axis of the rotation to a target straight behind, such as up.
    pub up: Vec3,
}

/// View cone: the largest angle by which an aiming joint rotates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ViewCone {
    /// Sines of half the angles of the cone's border and of its soft start,
    /// from which the rotation slows down.
    pub(crate) border: [f32; 2],
}

impl ViewCone {
    /// Any direction.
    pub const ALL: Self = Self { border: [1.0, 1.0] };

    /// Cone of 120 degrees from side to side (60 from the axis) with a hard border.
    pub const DEFAULT: Self = Self { border: [0.5, 0.5] };

    /// Cone of half angle `angle`, radians. Within the outer share `softness` (0 to 1) the rotation slows
    /// down, so that it stops at the border without a jolt; targets there are only nearly reached.
    #[must_use]
    pub fn new(angle: f32, softness: f32) -> Self {
        let angle = if angle.is_nan() { 0.0 } else { angle.clamp(0.0, std::f32::consts::PI) };
        let hard = angle * (1.0 - softness.clamp(0.0, 1.0));
        let sine = |angle: f32| ops::sin(angle * 0.5);
        Self { border: [sine(angle), if hard < angle { sine(hard) } else { sine(angle) }] }
    }
}

impl Default for ViewCone {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Result of an aim: a rotation and its remaining error.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct AimResult {
    /// Rotation of the joint, in the space of the positions.
    pub rotation: Quat,
    /// Cosine of the angle that remains between the line of sight and the target; 1 is a hit.
    pub alignment: f32,
}

impl Default for AimResult {
    /// Result without a rotation.
    fn default() -> Self {
        Aim::NOTHING
    }
}

impl Aim {
    /// Aim of a joint at `position` that looks along `forward`, at `target`, within the default cone.
    #[must_use]
    pub fn new(position: Vec3, forward: Vec3, target: Vec3) -> Self {
        Self { position, forward, offset: Vec3::ZERO, target, cone: ViewCone::DEFAULT, up: Vec3::Y }
    }

    /// Solves the aim: the rotation that points at the target, or as near as the cone allows.
    ///
    /// For a target behind the joint stays at the cone's border. The result is the identity for a target
    /// nearer to the joint than a line that starts beside it can reach, and for values that are not finite,
    /// or so large or small that their products are not.
    #[must_use]
    pub fn solve(&self) -> AimResult {
        self.alone()
    }
}

/// [`Aim::solve`] for many joints, eight at a time where the processor can, else four.
///
/// # Panics
/// When `aims` and `out` differ in length.
pub fn solve_aims(aims: &[Aim], out: &mut [AimResult]) {
    assert_eq!(aims.len(), out.len(), "aims and results differ in number");
    crate::ik::analytic::wide::solve(aims, out);
}

/// [`Aim`] in SIMD lanes.
pub(crate) struct Input<L> {
    pub(crate) forward: Vec3Lanes<L>,
    pub(crate) offset: Vec3Lanes<L>,
    /// Vector from the joint to the target.
    pub(crate) to_target: Vec3Lanes<L>,
    pub(crate) up: Vec3Lanes<L>,
    /// Sines of half the angles of the cone's border and of its soft start.
    pub(crate) border: [L; 2],
}

/// [`AimResult`] in SIMD lanes.
pub(crate) struct Output<L> {
    pub(crate) rotation: QuatLanes<L>,
    pub(crate) alignment: L,
}

/// Solver for the joints in one set of lanes.
#[inline(always)]
pub(crate) fn solve<L: Lane>(aim: &Input<L>) -> Output<L> {
    let like = aim.border[0];
    let (zero, one, tiny) = (like.all(0.0), like.all(1.0), like.all(f32::MIN_POSITIVE));
    // The point of the line at the target's distance from the joint is rotated onto the target.
    let (along, square) = (aim.offset.dot(aim.forward), aim.offset.dot(aim.offset));
    let far = aim.to_target.dot(aim.to_target);
    let root = along * along - square + far;
    let on_line = aim.offset.plus(aim.forward.times(root.max(zero).sqrt() - along));
    // For a target straight behind, the axis is the component of `up` perpendicular to the forward direction.
    let upright = aim.up.perpendicular_to(aim.forward);
    let [x, y, z] = aim.forward.0;
    let other = Vec3Lanes([z, -x, y]).perpendicular_to(aim.forward);
    let clear = upright.dot(upright) - like.all(1e-6);
    let pick = |n: usize| clear.if_more(zero, upright.0[n], other.0[n]);
    let upright = Vec3Lanes([pick(0), pick(1), pick(2)]);
    let upright = upright.times(one / upright.dot(upright).max(tiny).sqrt());
    let (arc, is_one) = QuatLanes::arc_unnormalized(on_line, aim.to_target, far);
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
    // Rotations within the soft start keep their bits.
    let keep = |value: L, other: L| soft.if_more(sine, value, other);
    let turn = QuatLanes([keep(x, x * by), keep(y, y * by), keep(z, z * by), keep(w, cosine)]);
    let reached = turn.rotate(on_line);
    // Both vectors have the length `far.sqrt()`.
    let alignment = (reached.dot(aim.to_target) / far.max(tiny)).min(one).max(-one);
    Output { rotation: turn, alignment }.or_nothing(root, far)
}

impl<L: Lane> Output<L> {
    /// The result itself; identity where no rotation reaches the target or a value is not finite.
    #[inline(always)]
    fn or_nothing(self, root: L, far: L) -> Self {
        let (zero, max) = (far.all(0.0), far.all(f32::MAX));
        // A sum with NaN is NaN, and comparisons with NaN are false.
        let sound = far.if_more(zero, max.if_more(root * root + far, root, -max), -max);
        let sound = self.rotation.unit().if_more(zero, sound, -max);
        let pick = |value: L, none: f32| sound.if_more(zero, value, value.all(none));
        Self {
            rotation: self.rotation.if_more(sound, zero, QuatLanes::identity(far)),
            alignment: pick(self.alignment, 1.0),
        }
    }
}
