//! Look-at: a chain of spine, neck and head turns in shares until its line of sight points at the target (J.
//! Granberg, *Character Animation with Direct3D*, 2009, chapter 11, for one joint).

use crate::ik::ChainScratch;
use crate::ik::chain::chain::shares_of_what_is_left;
use crate::ik::look_at::share::Share;
use crate::ik::look_at::upright::{removed_part, roll_of};
use crate::ik::look_at::view::View;
use crate::ik::{Chain, IkPose, LookState};
use crate::limit::AngleRange;
use crate::math::angle::atan2;
use crate::math::axis_angle;
use crate::math::ops;
use crate::math::turn::rotation_of;
use crate::skeleton::Skeleton;
use glam::{Affine3A, Quat, Vec3, Vec3A};
use std::f32::consts::FRAC_PI_3;

/// Look-at chain, from the lowest joint that takes part (spine, neck, or the head alone) to the head.
///
/// ```
/// use sinew::glam::Vec3;
/// use sinew::ik::{Chain, ChainScratch, IkPose, LookAt};
/// use sinew::skeleton::{Joint, JointId};
/// use sinew::{LocalPose, ModelPose, Skeleton, Transform};
///
/// let joint = |name: &str, parent, y: f32| {
///     Joint { name: name.into(), parent, rest: Transform::from_translation(Vec3::Y * y), in_scene: true }
/// };
/// let skeleton = Skeleton::new(vec![joint("neck", None, 1.5), joint("head", Some(0), 0.1)])?;
/// let (neck, head) = (JointId(0), JointId(1));
/// // The neck takes 40 % of the rotation.
/// let look = LookAt::new(&skeleton, Chain::new(&skeleton, &[neck, head])?).with_shares(&[0.4, 0.6]);
/// let mut scratch = ChainScratch::with_capacity(2);
///
/// let (mut local, mut model) = (LocalPose::rest(&skeleton), ModelPose::reference(&skeleton));
/// let target = Vec3::new(1.0, 1.8, 2.0);
/// let mut pose = IkPose::new(&skeleton, local.as_mut_slice(), model.as_slice());
/// // Without a state it turns at once.
/// let result = look.solve(target, 1.0, None, &mut pose, &mut scratch);
///
/// model.update(&skeleton, &local);
/// let head = model.get(head);
/// let line_of_sight = head.transform_vector3(Vec3::Z);
/// let to_target = target - Vec3::from(head.translation);
/// assert!(result.angle_error < 1e-3 && line_of_sight.angle_between(to_target) < 1e-3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct LookAt {
    chain: Chain,
    /// Share of the remaining rotation that each joint takes, from the root on.
    shares: Vec<Share>,
    /// Direction and start of the line of sight, in the tip's own space.
    forward: Vec3,
    eye: Vec3,
    /// Rotation from +Z to the middle of the view cone, in model space at rest.
    facing: Quat,
    /// Whether the middle of the view cone is level enough at rest for the line of sight to have a roll.
    has_roll: bool,
    view: View,
    /// Settings.
    pub settings: LookSettings,
}

/// Settings of a look-at chain.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct LookSettings {
    /// Share of the view cone over which the rotation slows down towards the border, 0 to 1.
    pub softness: f32,
    /// Time to turn to a new target, seconds to nine tenths; 0 turns at once.
    pub response_time: f32,
}

impl Default for LookSettings {
    fn default() -> Self {
        Self { softness: 0.2, response_time: 0.3 }
    }
}

impl LookSettings {
    /// Sets the share of the view cone over which the rotation slows down, 0 to 1.
    #[must_use]
    pub fn with_softness(self, softness: f32) -> Self {
        Self { softness, ..self }
    }

    /// Sets the time to turn to a new target, seconds to nine tenths; 0 turns at once.
    #[must_use]
    pub fn with_response_time(self, response_time: f32) -> Self {
        Self { response_time, ..self }
    }
}

/// Result of a look-at.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct LookAtResult {
    /// Angle between line of sight and target at full weight, radians.
    pub angle_error: f32,
    /// Rotation of the body to its left, radians, that would bring the target straight ahead, or to where a
    /// bone line rests ([`LookAt::with_bone`]), where the view cone does not reach it; 0 where it does. With
    /// a state the side is kept while the target wavers straight behind, and the value may exceed half a turn
    /// by up to 20 degrees; without one it is at most half a turn and changes its sign there.
    pub turn_request: f32,
}

/// Direction in which a chain looks in one frame.
struct Aim {
    /// Vector from the eye to the point to look at; none where that is the target itself.
    offset: Option<Vec3A>,
    /// As [`LookAtResult::turn_request`].
    turn_request: f32,
    /// Angle to straight ahead as a share of the view cone.
    share: f32,
}

/// Distance beyond which a target counts as a direction, so that its square and fourth power stay finite.
const FAR: f32 = 1e6;

/// Whether a unit vector is too steep for a roll about it.
fn is_steep(direction: Vec3) -> bool {
    direction.y.abs() > 0.9
}

/// Rotation from +Z to a unit vector: upright where the vector is not steep, else the shortest.
fn facing(direction: Vec3) -> Quat {
    match is_steep(direction) {
        true => Quat::from_rotation_arc(Vec3::Z, direction),
        false => {
            axis_angle::from_rotation_y(atan2(direction.x, direction.z))
                * axis_angle::from_rotation_x(-ops::asin(direction.y))
        }
    }
}

/// Half angle of the default view cone: 60 degrees.
const CONE: f32 = FRAC_PI_3;

impl LookAt {
    /// Chain whose tip looks along +Z at rest, with the default view cone of 120 degrees and even shares of
    /// the joints.
    #[must_use]
    pub fn new(skeleton: &Skeleton, chain: Chain) -> Self {
        let rest = crate::pose::ModelPose::reference(skeleton);
        let back = |joint| rotation_of(rest.get(joint)).inverse();
        let above = skeleton.parent(chain.root()).map_or(Quat::IDENTITY, back);
        let look = Self {
            shares: Vec::new(),
            forward: back(chain.tip()) * Vec3::Z,
            eye: Vec3::ZERO,
            facing: Quat::IDENTITY,
            has_roll: true,
            view: View::new(above, AngleRange::symmetric(CONE), AngleRange::symmetric(CONE)),
            settings: LookSettings::default(),
            chain,
        };
        let even = vec![1.0; look.chain.links().len()];
        look.with_shares(&even)
    }

    /// Sets the share of each joint, from the root on; missing shares are 0,
    /// and the last joint takes what is left.
    #[must_use]
    pub fn with_shares(mut self, shares: &[f32]) -> Self {
        let mut shares = shares_of_what_is_left(shares, self.chain.links().len());
        if let Some(last) = shares.last_mut() {
            *last = 1.0;
        }
        self.shares = shares.into_iter().map(Share::new).collect();
        self
    }

    /// Starts the line of sight at `position`, in model space at rest.
    #[must_use]
    pub fn with_eyes(mut self, skeleton: &Skeleton, position: Vec3) -> Self {
        let rest = crate::pose::ModelPose::reference(skeleton);
        let head = rest.get(self.chain.tip());
        self.eye = rotation_of(head).inverse() * (position - Vec3::from(head.translation));
        self
    }

    /// Sets the line that points at the target, from `origin` along `direction`, both in the tip's own space:
    /// a barrel in a hand, with a chain from spine to hand.
    #[must_use]
    pub fn with_line(mut self, skeleton: &Skeleton, origin: Vec3, direction: Vec3) -> Self {
        let tip = crate::pose::ModelPose::reference(skeleton).get(self.chain.tip()).matrix3;
        let back = rotation_of(&Affine3A::from_mat3(tip.into())).inverse();
        self.eye = back * (tip * origin);
        self.forward = (back * (tip * direction)).try_normalize().unwrap_or(self.forward);
        self
    }

    /// Sets the direction in which the tip looks at rest, in model space, for bodies that do not face +Z (see
    /// [`humanoid::forward`](crate::humanoid::forward)). It also becomes the middle of the view cone. The
    /// cone is the default one until [`LookAt::with_cone`], and stays about this direction where another line
    /// is set later. A zero vector changes nothing.
    #[must_use]
    pub fn with_forward(mut self, skeleton: &Skeleton, forward: Vec3) -> Self {
        let Some(forward) = forward.try_normalize() else { return self };
        let rest = crate::pose::ModelPose::reference(skeleton);
        self.forward = rotation_of(rest.get(self.chain.tip())).inverse() * forward;
        self.facing = facing(forward);
        self.has_roll = !is_steep(forward);
        self.with_cone(skeleton, AngleRange::symmetric(CONE), AngleRange::symmetric(CONE))
    }

    /// Sets a bone of the tip as the line: a tail's last bone, a forearm. It starts at the tip and points
    /// along `bone` (model space at rest), otherwise as [`LookAt::with_forward`].
    /// A zero vector changes nothing.
    #[must_use]
    pub fn with_bone(mut self, skeleton: &Skeleton, bone: Vec3) -> Self {
        if bone.try_normalize().is_some() {
            self.eye = Vec3::ZERO;
        }
        self.with_forward(skeleton, bone)
    }

    /// Sets the view cone by its angles down and up, and to the right and left; each range contains 0.
    #[must_use]
    pub fn with_cone(mut self, skeleton: &Skeleton, down_up: AngleRange, right_left: AngleRange) -> Self {
        let rest = crate::pose::ModelPose::reference(skeleton);
        let parent = skeleton.parent(self.chain.root());
        let above = parent.map_or(Quat::IDENTITY, |joint| rotation_of(rest.get(joint)).inverse());
        self.view = View::new(above * self.facing, down_up, right_left);
        self
    }

    /// Chain of joints.
    #[must_use]
    pub fn chain(&self) -> &Chain {
        &self.chain
    }

    /// Turns the chain so that its tip looks at `target` (model space), as far as limits and view cone allow.
    /// Pose, weight and scratch are as in [`ChainSolver::solve`](crate::ik::ChainSolver::solve).
    ///
    /// With a `state` the rotation advances by `dt` seconds, so that a target that jumps or passes behind
    /// does not jerk the head: it passes in front. Without a state it turns at once. For a target behind, the
    /// head turns over a shoulder to the border of the view cone, at the target's elevation. A target
    /// straight behind keeps the head on its current side, the left one at first. Far aside the head stays
    /// upright: it does not tilt to the shoulder as the shortest rotation would. For a non-finite target the
    /// head returns to straight ahead.
    ///
    /// # Panics
    /// When the chain belongs to another skeleton.
    pub fn solve(
        &self,
        target: Vec3,
        weight: f32,
        state: Option<(&mut LookState, f32)>,
        pose: &mut IkPose<'_>,
        scratch: &mut ChainScratch,
    ) -> LookAtResult {
        let IkPose { skeleton, local, model } = pose;
        scratch.take(skeleton, &self.chain, Some(local), model);
        if !scratch.is_finite() {
            return LookAtResult { angle_error: 0.0, turn_request: 0.0 };
        }
        scratch.clamp_all(&self.chain);
        let (base, (_, from)) = (scratch.links[0].above, self.line_of(scratch));
        let to_target = Vec3::from(base.inverse() * (Vec3A::from(target) - from));
        let (aim, turn_request) = match state {
            // Usual case without a state: a target well within the cone.
            None if self.view.is_clear(to_target, self.settings.softness) => (target.into(), 0.0),
            state => {
                let aim = self.aim(to_target, state);
                let point = aim.offset.map_or(target.into(), |offset| from + base * offset);
                self.remove_roll(scratch, point, aim.share);
                (point, aim.turn_request)
            }
        };
        let (forward, eye) = self.turn(scratch, aim);
        scratch.store(&self.chain, weight, local);
        let error = miss(forward, Vec3A::from(target) - eye);
        LookAtResult { angle_error: if error.is_finite() { error } else { 0.0 }, turn_request }
    }

    /// Direction to look in for a target at `to_target`, in the same space.
    fn aim(&self, to_target: Vec3, state: Option<(&mut LookState, f32)>) -> Aim {
        let (far, to_target) = (to_target.length(), to_target.normalize_or_zero());
        let side = state.as_ref().map_or(0.0, |(state, _)| state.side);
        let asked = self.view.swing_to(to_target, side);
        let share = self.view.share_of(asked);
        let cap = View::capped(share, self.settings.softness);
        let capped = asked * cap;
        let yaw = (share > 1.0 && cap < 0.999).then(|| self.view.yaw(to_target));
        let (swing, turn) = match state {
            None => (capped, yaw),
            Some((state, dt)) => {
                (state.follow(capped, asked, self.settings.response_time, dt), state.turn_to(yaw))
            }
        };
        let turn_request = turn.unwrap_or(0.0);
        let share = self.view.share_of(swing);
        if swing == asked && to_target != Vec3::ZERO {
            return Aim { offset: None, turn_request, share };
        }
        // At the target's distance in the reached direction. Outside the cone only the direction counts, so
        // that the eyes' own movement does not turn it further.
        let far = if far.is_finite() { far.max(1e-6) } else { 1.0 };
        let far = far * cap.recip().min(4.0).powi(8);
        Aim { offset: Some(Vec3A::from(self.view.direction(swing)) * far), turn_request, share }
    }

    /// Rolls the tip about its line of sight against the roll that turning to `aim` gives it, so that a head
    /// far aside stays upright. Roll that is animated stays. `share` is that of the view cone.
    fn remove_roll(&self, scratch: &mut ChainScratch, aim: Vec3A, share: f32) {
        let part = removed_part(share);
        if !self.has_roll || part <= 0.0 {
            return;
        }
        let (base, (forward, eye)) = (scratch.links[0].above, self.line_of(scratch));
        let Some(direction) = (aim - eye).try_normalize() else { return };
        let roll = roll_of(base * Vec3A::from(self.view.up()), forward, direction) * part;
        let last = scratch.links.len() - 1;
        let (tip, link) = (&mut scratch.links[last], &self.chain.links()[last]);
        let parent = tip.rotation * (tip.turn * tip.reference).inverse();
        let axis = parent.inverse() * Vec3::from(forward);
        tip.turn = link.limit.clamp(axis_angle::from_axis_angle(axis, roll) * tip.turn).normalize();
        tip.rotation = parent * (tip.turn * tip.reference);
    }

    /// Turns all joints by their shares until the tip looks at `aim`, repeated for what limits leave to other
    /// joints. Returns the direction and start of the line of sight.
    fn turn(&self, scratch: &mut ChainScratch, aim: Vec3A) -> (Vec3A, Vec3A) {
        const ROUNDS: usize = 8;
        let (mut forward, mut eye) = self.line_of(scratch);
        let to_target = aim - eye;
        let far = to_target.abs().max_element();
        let aim = if far > FAR { eye + to_target * (FAR / far) } else { aim };
        for _ in 0..ROUNDS {
            let (mut above, mut position) = (Quat::IDENTITY, scratch.links[0].position);
            let mut is_held = false;
            for ((state, link), share) in scratch.links.iter_mut().zip(self.chain.links()).zip(&self.shares) {
                let parent = above * state.above;
                above = parent * (state.turn * state.reference);
                let offset = eye - position;
                if let Some(turn) = sight_turn(forward, offset, aim - position, share) {
                    let back = parent.inverse();
                    let joint_turn = Quat::from_vec4((back * turn.xyz()).extend(turn.w)) * state.turn;
                    let within = link.limit.clamp(joint_turn);
                    // The line of sight moves with the joint.
                    let turn = match within == joint_turn {
                        true => turn,
                        false => {
                            is_held = true;
                            parent * (within * state.turn.inverse()) * back
                        }
                    };
                    (forward, eye) = (turn * forward, position + turn * offset);
                    state.turn = within.normalize();
                    above = turn * above;
                }
                (state.rotation, state.position) = (above, position);
                position += above * state.bone;
            }
            // The last joint takes what is left.
            if !is_held || scratch.links.len() == 1 {
                break;
            }
            (forward, eye) = self.line_of(scratch);
            let to_target = aim - eye;
            // A tenth of a millimetre at a metre.
            if forward.cross(to_target).length() < 1e-4 * to_target.length() && forward.dot(to_target) > 0.0 {
                break;
            }
        }
        (forward, eye)
    }

    /// Start and direction of the line of sight for a tip's transform.
    pub(crate) fn line(&self, tip: &Affine3A) -> (Vec3, Vec3) {
        let rotation = rotation_of(tip);
        (Vec3::from(tip.translation) + rotation * self.eye, rotation * self.forward)
    }

    /// Angle between the line of sight and a target in model space, radians.
    pub(crate) fn error(&self, target: Vec3, model: &[Affine3A]) -> f32 {
        let (eye, forward) = self.line(&model[self.chain.tip().index()]);
        let error = miss(forward.into(), (target - eye).into());
        if error.is_finite() { error } else { 0.0 }
    }

    /// Direction and start of the line of sight of a chain in scratch memory.
    fn line_of(&self, scratch: &ChainScratch) -> (Vec3A, Vec3A) {
        let tip = &scratch.links[scratch.links.len() - 1];
        (tip.rotation * Vec3A::from(self.forward), tip.position + tip.rotation * Vec3A::from(self.eye))
    }
}

/// Angle between `forward` and `to_target`, radians.
#[inline]
fn miss(forward: Vec3A, to_target: Vec3A) -> f32 {
    let (sine, cosine) = (forward.cross(to_target).length(), forward.dot(to_target));
    // For small angles the tangent is the angle, to less than a microradian.
    if sine < 0.01 * cosine { sine / cosine } else { atan2(sine, cosine) }
}

/// Share of the shortest rotation of a joint that brings a line, starting `offset` from the joint, onto a
/// point `to_target` from it; none where the point is too near or opposite.
#[inline]
fn sight_turn(forward: Vec3A, offset: Vec3A, to_target: Vec3A, share: &Share) -> Option<Quat> {
    // Point of the line at the target's distance from the joint.
    let (along, far) = (offset.dot(forward), to_target.length_squared());
    let root = along * along - offset.length_squared() + far;
    if root < 0.0 || share.is_none() {
        return None;
    }
    let from = offset + forward * (root.sqrt() - along);
    // Right triangle with half the angle.
    let (about, w) = (from.cross(to_target), far + from.dot(to_target));
    if w <= 1e-6 * far {
        return None;
    }
    let square = about.length_squared() / (w * w);
    let (across, beside) = match () {
        _ if share.is_whole() => (1.0, 1.0),
        _ if square <= 1.0 => share.sides(square),
        _ => share.wide_sides(square),
    };
    let (about, w) = (about * across, w * beside);
    let by = 1.0 / (about.length_squared() + w * w).sqrt();
    Some(Quat::from_vec4(Vec3::from(about * by).extend(w * by)))
}
