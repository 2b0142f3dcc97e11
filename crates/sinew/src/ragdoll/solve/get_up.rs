use crate::clip::RootDelta;
use crate::math::{axis_angle, ops};
use crate::pose::{LocalPose, ModelPose};
use crate::ragdoll::part_state::Phase;
use crate::ragdoll::state::RagdollState;
use crate::skeleton::Skeleton;
use glam::{Affine3A, Quat, Vec2, Vec3};

/// How well a pose continues a fallen body, see [`RagdollState::fit_pose`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct PoseFit {
    /// Root mean square of the distances between points of the body and of the pose, in the pose's own lengths: the smaller, the better.
    pub distance: f32,
    /// Motion of the character from its present place to that in which the pose lies where the body does.
    pub motion: RootDelta,
}

/// Length of the lever with which rotations of parts count as distances, relative to the size of the body.
const LEVER: f32 = 0.15;

impl RagdollState {
    /// Fits a pose to the fallen body: the character may be moved over the ground and turned about the direction `up`, such that
    /// the parts of the pose lie where the bodies do. `None` unless the whole body falls.
    ///
    /// It finds out which of several clips gets up from the way in which a body lies: [`Actor::get_up`](crate::Actor::get_up) does so.
    #[must_use]
    pub fn fit_pose(
        &self,
        skeleton: &Skeleton,
        pose: &LocalPose,
        world_from_model: Affine3A,
        up: Vec3,
    ) -> Option<PoseFit> {
        if self.phase != Phase::Active || !self.parts.iter().all(|part| part.falls) {
            return None;
        }
        let up = up.try_normalize()?;
        let mut model = ModelPose::rest(skeleton);
        model.update(skeleton, pose);
        // Bodies relative to the lowest point below the present place, in model space; there the pose's ground is at height 0.
        let world_from_model = world_from_model;
        let model_from_world = world_from_model.inverse();
        let model_up = model_from_world.transform_vector3(up).try_normalize()?;
        let origin = Vec3::from(world_from_model.translation);
        let ground = origin + up * (self.lowest(up) - origin.dot(up));
        let shift = model_from_world.transform_point3(ground);
        let placement = super::placement::Placement::new(world_from_model);
        let points = self.ragdoll.parts.iter().zip(&self.parts).map(|(part, state)| {
            let (at, turn) = placement.to_model((state.motion.position, state.motion.rotation));
            let (goal, goal_turn) = part.place(&model);
            (part.mass.mass, (Vec3::from(at) - shift, turn), (goal, goal_turn))
        });
        let points: Vec<_> = points.collect();
        // The plane of the ground.
        let (x, y) = plane(model_up);
        let flat = |v: Vec3| Vec2::new(v.dot(x), v.dot(y));
        let total: f32 = points.iter().map(|point| point.0).sum();
        let mean = |at: &dyn Fn(&(f32, (Vec3, Quat), (Vec3, Quat))) -> Vec3| {
            points.iter().map(|point| at(point) * (point.0 / total)).sum::<Vec3>()
        };
        let (body, goal) = (mean(&|point| point.1.0), mean(&|point| point.2.0));
        let lever = LEVER * self.ragdoll.size;
        // Best turn about `up` of points and of the ends of levers on each part.
        let (mut sine, mut cosine) = (0.0, 0.0);
        for (mass, (at, turn), (to, to_turn)) in &points {
            let mut add = |from: Vec3, onto: Vec3, weight: f32| {
                let (from, onto) = (flat(from), flat(onto));
                cosine += from.dot(onto) * weight;
                sine += from.perp_dot(onto) * weight;
            };
            add(*to - goal, *at - body, *mass);
            for axis in Vec3::AXES {
                add(*to_turn * axis * lever, *turn * axis * lever, *mass);
            }
        }
        let angle = if sine == 0.0 && cosine == 0.0 { 0.0 } else { ops::atan2(sine, cosine) };
        let turn = axis_angle::from_axis_angle(model_up, angle);
        let mut squares = 0.0;
        for (mass, (at, own), (to, to_turn)) in &points {
            let mut square =
                (turn * (*to - goal) - (*at - body)).reject_from_normalized(model_up).length_squared();
            square += (*to - *at).dot(model_up).powi(2);
            for axis in Vec3::AXES {
                square += ((turn * *to_turn * axis - *own * axis) * lever).length_squared();
            }
            squares += square * mass / total;
        }
        let aside = body - turn * goal;
        let translation = shift + aside.reject_from_normalized(model_up);
        let motion = RootDelta { translation, rotation: turn };
        let distance = squares.sqrt();
        (motion.translation.is_finite() && turn.is_finite() && distance.is_finite())
            .then_some(PoseFit { distance, motion })
    }

    /// Stops as [`RagdollState::stop_over`] does, and moves the character to another place meanwhile: the next
    /// [`Actor::advance`](crate::Actor::advance) returns `motion` as root motion, by which the caller must move the character.
    pub fn stop_at(&mut self, motion: RootDelta, seconds: f32) {
        self.stop_over(seconds);
        if let Some(release) = &mut self.release {
            release.motion = motion;
        }
    }
}

/// Two directions perpendicular to `up`, such that a turn from the first to the second is a positive one about it.
fn plane(up: Vec3) -> (Vec3, Vec3) {
    let (x, y) = up.any_orthonormal_pair();
    if x.cross(y).dot(up) > 0.0 { (x, y) } else { (y, x) }
}
