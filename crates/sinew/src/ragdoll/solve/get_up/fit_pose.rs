use crate::clip::RootMotion;
use crate::math::turn::rotation_of;
use crate::math::{axis_angle, ops};
use crate::pose::{LocalPose, ModelPose};
use crate::ragdoll::solve::placement::Placement;
use crate::ragdoll::state::RagdollState;
use crate::skeleton::Skeleton;
use glam::{Affine3A, Mat3A, Quat, Vec2, Vec3, Vec3A};

/// Fit of a pose to a fallen body, see [`RagdollState::fit_pose`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct PoseFit {
    /// Root mean square of the distances between points of the body and of the pose, in the pose's own
    /// lengths: the smaller, the better.
    pub distance: f32,
    /// Motion of the character from its present transform to that in which the pose lies where the body does.
    pub motion: RootMotion,
    /// Share from 1 where the pose lies to 0 where it stands, by the height of its mass.
    pub lying: f32,
    /// Height by which the hips sink from the body to the pose, in the pose's own lengths; negative where
    /// they rise.
    pub hips_drop: f32,
}

/// Length of the lever with which rotations of parts count as distances, relative to the size of the body.
const LEVER: f32 = 0.15;

impl RagdollState {
    /// Fits a pose to the fallen body: the character may be moved over the ground and turned about the
    /// direction `up`, such that the parts of the pose lie where the bodies do. The pose stands on the ground
    /// of the reference pose, and a character whose transform is inclined is set upright. `None` unless the
    /// whole body falls, and while it gets up already.
    ///
    /// It finds out which of several clips gets up from the way in which a body lies:
    /// [`Actor::get_up`](crate::Actor::get_up) does so.
    #[must_use]
    pub fn fit_pose(
        &self,
        skeleton: &Skeleton,
        pose: &LocalPose,
        world_from_model: Affine3A,
        up: Vec3,
    ) -> Option<PoseFit> {
        if !self.may_get_up() {
            return None;
        }
        let up = up.try_normalize()?;
        let mut model = ModelPose::rest(skeleton);
        model.update(skeleton, pose);
        let upright = self.upright(world_from_model, up)?;
        let placement = Placement::new(upright);
        let parts = self.ragdoll.parts.iter().zip(&self.parts);
        let pairs: Vec<Pair> = parts
            .map(|(part, state)| {
                let (position, rotation) = placement.to_model((state.motion.position, state.motion.rotation));
                Pair { mass: part.mass.mass, body: (position.into(), rotation), pose: part.transform(&model) }
            })
            .collect();
        let total: f32 = pairs.iter().map(|pair| pair.mass).sum();
        let mean = |position_of: fn(&Pair) -> Vec3| {
            pairs.iter().map(|pair| position_of(pair) * (pair.mass / total)).sum::<Vec3>()
        };
        let (body, goal) = (mean(|pair| pair.body.0), mean(|pair| pair.pose.0));
        let lever = LEVER * self.ragdoll.size;
        // Best turn about Y of the points and of the ends of levers on each part.
        let flat = |v: Vec3| Vec2::new(v.z, v.x);
        let (mut sine, mut cosine) = (0.0, 0.0);
        for pair in &pairs {
            for (from, onto) in pair.ends(lever).chain([(pair.pose.0 - goal, pair.body.0 - body)]) {
                cosine += flat(from).dot(flat(onto)) * pair.mass;
                sine += flat(from).perp_dot(flat(onto)) * pair.mass;
            }
        }
        let turn = axis_angle::from_rotation_y(ops::atan2(sine, cosine));
        let square = |pair: &Pair| {
            let aside = turn * (pair.pose.0 - goal) - (pair.body.0 - body);
            let lift = pair.pose.0.y - pair.body.0.y;
            let ends = pair.ends(lever).map(|(from, onto)| (turn * from - onto).length_squared());
            (aside.with_y(lift).length_squared() + ends.sum::<f32>()) * pair.mass
        };
        let distance = (pairs.iter().map(square).sum::<f32>() / total).sqrt();
        let way = world_from_model.inverse() * upright;
        let translation = way.transform_point3((body - turn * goal).with_y(0.0));
        let motion = RootMotion { translation, rotation: (rotation_of(&way) * turn).normalize() };
        let is_sound = translation.is_finite() && motion.rotation.is_finite() && distance.is_finite();
        let hips_drop = pairs[0].body.0.y - pairs[0].pose.0.y;
        is_sound.then(|| PoseFit { distance, motion, lying: self.lying(&model), hips_drop })
    }

    /// The character's transform, set upright on the ground under the body.
    fn upright(&self, world_from_model: Affine3A, up: Vec3) -> Option<Affine3A> {
        let leaning = world_from_model.transform_vector3(Vec3::Y).try_normalize()?;
        let turn = Quat::from_rotation_arc(leaning, up);
        let origin = Vec3::from(world_from_model.translation);
        let support = self.root.support.unwrap_or_else(|| self.lowest(up));
        let ground = origin + up * (support - origin.dot(up));
        let matrix3 = Mat3A::from_quat(turn) * world_from_model.matrix3;
        // The pose stands on the ground of the reference pose.
        let translation = ground - Vec3::from(matrix3 * Vec3A::Y) * self.ragdoll.ground();
        Some(Affine3A { matrix3, translation: translation.into() })
    }
}

/// A part as it lies and as a pose has it.
struct Pair {
    mass: f32,
    body: (Vec3, Quat),
    pose: (Vec3, Quat),
}

impl Pair {
    /// Ends of levers along the axes of the part, in the pose and as it lies.
    fn ends(&self, lever: f32) -> impl Iterator<Item = (Vec3, Vec3)> {
        let (pose, body) = (self.pose.1, self.body.1);
        Vec3::AXES.into_iter().map(move |axis| (pose * axis * lever, body * axis * lever))
    }
}
