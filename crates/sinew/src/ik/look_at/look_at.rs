//! Looking with all that looks: eyes, head, neck and spine turn in shares until the face points at the target
//! (J. Granberg, *Character Animation with Direct3D*, 2009, chapter 11, for one joint).

use crate::ik::ChainScratch;
use crate::ik::chain::chain::shares_of_what_is_left;
use crate::ik::look_at::share::Share;
use crate::ik::look_at::view::View;
use crate::ik::{Chain, LookState};
use crate::limit::AngleRange;
use crate::math::Transform;
use crate::math::angle::atan2;
use crate::math::turn::rotation_of;
use crate::skeleton::Skeleton;
use glam::{Affine3A, Quat, Vec3, Vec3A};
use std::f32::consts::FRAC_PI_3;

/// Joints that look: a chain from the lowest that takes part (a spine, a neck, or the head alone) to the head.
#[derive(Clone, Debug)]
pub struct LookAt {
    chain: Chain,
    /// How much of what is left each joint takes, from the root on.
    shares: Vec<Share>,
    /// Where the head looks, and from where, in its own space.
    forward: Vec3,
    eye: Vec3,
    /// What turns +Z to the middle of the view cone, in model space at rest.
    facing: Quat,
    view: View,
    /// How this looks.
    pub settings: LookSettings,
}

/// How a chain looks at something.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LookSettings {
    /// The share of the view cone over which the turn slows down towards its border, 0 to 1.
    pub softness: f32,
    /// The time in which nine tenths of the way to a new target are done, in seconds; 0 looks at once.
    pub response_time: f32,
}

impl Default for LookSettings {
    fn default() -> Self {
        Self { softness: 0.2, response_time: 0.3 }
    }
}

/// What came of a look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LookAtResult {
    /// The angle by which the head misses the target at full weight, in radians.
    pub error: f32,
    /// How far the body would have to turn to its left for the target to lie straight ahead, or where a bone that is the line
    /// rests ([`LookAt::with_bone`]), in radians, where the view cone
    /// does not reach it; 0 where it does. With a state it keeps its side while the target wavers straight behind, and is
    /// then up to 20 degrees more than half a turn; without one it is no more than half a turn, and changes its sign there.
    pub turn_request: f32,
}

/// What is farther away is only a direction, and no number that is still one when it is squared twice.
const FAR: f32 = 1e6;

/// What turns +Z to a unit vector: upright, so that down stays down, and where that is steep itself, as little as may be, so that
/// left stays left.
fn facing(way: Vec3) -> Quat {
    const STEEP: f32 = 0.9;
    match way.y.abs() > STEEP {
        true => Quat::from_rotation_arc(Vec3::Z, way),
        false => Quat::from_rotation_y(atan2(way.x, way.z)) * Quat::from_rotation_x(-way.y.asin()),
    }
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
            facing: Quat::IDENTITY,
            view: View::new(above, AngleRange::symmetric(CONE), AngleRange::symmetric(CONE)),
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
        let mut shares = shares_of_what_is_left(shares, self.chain.links().len());
        if let Some(last) = shares.last_mut() {
            *last = 1.0;
        }
        self.shares = shares.into_iter().map(Share::new).collect();
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

    /// With a bone of the tip as its line: a tail's last one, a forearm. It starts at the tip and points along `bone`, in model
    /// space at rest, and there the middle of the view cone is, instead of at +Z; the cone is the usual one until
    /// [`LookAt::with_cone`] says otherwise, and stays about the bone where another line is given later. What has no length is no
    /// bone, and changes nothing.
    #[must_use]
    pub fn with_bone(mut self, skeleton: &Skeleton, bone: Vec3) -> Self {
        let Some(bone) = bone.try_normalize() else { return self };
        let rest = crate::pose::ModelPose::rest(skeleton);
        let back = rotation_of(rest.get(self.chain.tip())).inverse();
        (self.eye, self.forward) = (Vec3::ZERO, back * bone);
        self.facing = facing(bone);
        self.with_cone(skeleton, AngleRange::symmetric(CONE), AngleRange::symmetric(CONE))
    }

    /// With a view cone that reaches other angles down and up, and to the right and left; each range holds 0.
    #[must_use]
    pub fn with_cone(mut self, skeleton: &Skeleton, down_up: AngleRange, right_left: AngleRange) -> Self {
        let rest = crate::pose::ModelPose::rest(skeleton);
        let parent = skeleton.parent(self.chain.root());
        let above = parent.map_or(Quat::IDENTITY, |joint| rotation_of(rest.get(joint)).inverse());
        self.view = View::new(above * self.facing, down_up, right_left);
        self
    }

    /// The joints that take part.
    pub fn chain(&self) -> &Chain {
        &self.chain
    }

    /// Turns the chain so that its tip looks at `target`, in model space, as far as its limits and the view cone let it.
    /// `local`, `model` and `scratch` are as in [`ChainSolver::solve`](crate::ik::ChainSolver::solve).
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
    ) -> LookAtResult {
        scratch.take(skeleton, &self.chain, Some(local), model);
        if !scratch.is_finite() {
            return LookAtResult { error: 0.0, turn_request: 0.0 };
        }
        scratch.clamp_all(&self.chain);
        let (base, (_, from)) = (scratch.links[0].above, self.line_of(scratch));
        let way = Vec3::from(base.inverse() * (Vec3A::from(target) - from));
        let (aim, turn_request) = match state {
            // Most that look at once look at what is well within the cone.
            None if self.view.is_clear(way, self.settings.softness) => (target.into(), 0.0),
            state => {
                let (aim, request) = self.aim(way, state);
                (aim.map_or(target.into(), |way| from + base * way), request)
            }
        };
        let (forward, eye) = self.turn(scratch, aim);
        scratch.store(&self.chain, weight, local);
        let error = miss(forward, Vec3A::from(target) - eye);
        LookAtResult { error: if error.is_finite() { error } else { 0.0 }, turn_request }
    }

    /// Where to look to see what is `way` from the eye, from there in the same space; none where that is what is asked for.
    /// And how far the body is to turn.
    fn aim(&self, way: Vec3, state: Option<(&mut LookState, f32)>) -> (Option<Vec3A>, f32) {
        let (far, way) = (way.length(), way.normalize_or_zero());
        let side = state.as_ref().map_or(0.0, |(state, _)| state.side);
        let asked = self.view.swing_to(way, side);
        let share = self.view.share_of(asked);
        let cap = View::capped(share, self.settings.softness);
        let capped = asked * cap;
        let yaw = (share > 1.0 && cap < 0.999).then(|| self.view.yaw(way));
        let (swing, turn) = match state {
            None => (capped, yaw),
            Some((state, dt)) => {
                (state.follow(capped, asked, self.settings.response_time, dt), state.turn_to(yaw))
            }
        };
        let turn_request = turn.unwrap_or(0.0);
        if swing == asked && way != Vec3::ZERO {
            return (None, turn_request);
        }
        // As far away as the target, in the direction that is looked in; what the cone does not reach is only a direction,
        // which is not to turn further as the eyes come along.
        let far = if far.is_finite() { far.max(1e-6) } else { 1.0 };
        let far = far * cap.recip().min(4.0).powi(8);
        (Some(Vec3A::from(self.view.direction(swing)) * far), turn_request)
    }

    /// Turns all joints in shares until the tip looks at `aim`, over again for what limits leave to others. The direction
    /// in which it looks then, and from where.
    fn turn(&self, bent: &mut ChainScratch, aim: Vec3A) -> (Vec3A, Vec3A) {
        const ROUNDS: usize = 4;
        let (mut forward, mut eye) = self.line_of(bent);
        let way = aim - eye;
        let far = way.abs().max_element();
        let aim = if far > FAR { eye + way * (FAR / far) } else { aim };
        for _ in 0..ROUNDS {
            let (mut above, mut place) = (Quat::IDENTITY, bent.links[0].place);
            let mut is_held = false;
            for ((own, link), share) in bent.links.iter_mut().zip(self.chain.links()).zip(&self.shares) {
                let parent = above * own.above;
                above = parent * (own.turn * own.zero);
                let offset = eye - place;
                if let Some(turn) = sight_turn(forward, offset, aim - place, share) {
                    let back = parent.inverse();
                    let own_turn = Quat::from_vec4((back * turn.xyz()).extend(turn.w)) * own.turn;
                    let within = link.limit.clamp(own_turn);
                    // The line of sight goes along.
                    let turn = match within == own_turn {
                        true => turn,
                        false => {
                            is_held = true;
                            parent * (within * own.turn.inverse()) * back
                        }
                    };
                    (forward, eye) = (turn * forward, place + turn * offset);
                    own.turn = within.normalize();
                    above = turn * above;
                }
                (own.rotation, own.place) = (above, place);
                place += above * own.bone;
            }
            // The last one takes what is left.
            if !is_held || bent.links.len() == 1 {
                break;
            }
            (forward, eye) = self.line_of(bent);
            let way = aim - eye;
            // A tenth of a millimetre at a metre.
            if forward.cross(way).length() < 1e-4 * way.length() && forward.dot(way) > 0.0 {
                break;
            }
        }
        (forward, eye)
    }

    /// From where a tip looks, and in which direction.
    pub(crate) fn line(&self, tip: &Affine3A) -> (Vec3, Vec3) {
        let rotation = rotation_of(tip);
        (Vec3::from(tip.translation) + rotation * self.eye, rotation * self.forward)
    }

    /// The direction in which the tip looks, and from where.
    fn line_of(&self, bent: &ChainScratch) -> (Vec3A, Vec3A) {
        let tip = &bent.links[bent.links.len() - 1];
        (tip.rotation * Vec3A::from(self.forward), tip.place + tip.rotation * Vec3A::from(self.eye))
    }
}

/// The angle by which a line that points `forward` misses what is `way` from where it starts.
#[inline]
fn miss(forward: Vec3A, way: Vec3A) -> f32 {
    let (aside, along) = (forward.cross(way).length(), forward.dot(way));
    // The angle itself, but for less than a microradian.
    if aside < 0.01 * along { aside / along } else { atan2(aside, along) }
}

/// A share of the shortest turn of a joint that brings a line, which starts `offset` from it, onto what is `way` from it;
/// none where that is too near, or opposite.
#[inline]
fn sight_turn(forward: Vec3A, offset: Vec3A, way: Vec3A, share: &Share) -> Option<Quat> {
    // Where the line of sight is as far from the joint as the target.
    let (along, far) = (offset.dot(forward), way.length_squared());
    let root = along * along - offset.length_squared() + far;
    if root < 0.0 || share.is_none() {
        return None;
    }
    let from = offset + forward * (root.sqrt() - along);
    // A right triangle with half the angle.
    let (about, w) = (from.cross(way), far + from.dot(way));
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
