//! Cheek weld: the neck brings the right eye behind the sights of an aimed rifle.

use crate::prop::rifle::Rifle;
use sinew::body::TPose;
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::humanoid::{HumanBone, Humanoid};
use sinew::ik::{BodyGoal, FullBody, FullBodyScratch, FullBodySolver, IkPose, IkResult, RootBehaviour};
use sinew::limit::HumanLimits;
use sinew::math::Transform;
use sinew::{Character, JointId, LocalPose, ModelPose};

/// Solver of neck and head with the right eye as its effector.
#[derive(Clone, Debug)]
pub(super) struct CheekWeld {
    pub(super) neck: FullBody,
    pub(super) solver: FullBodySolver,
    head: JointId,
    /// Position of the eye in the head joint's space.
    eye: Vec3,
    /// Rotation about +Y that turns the reference pose to face +Z.
    facing: Quat,
}

/// Tilt of the head to the stock and downwards, radians.
const TILT: f32 = 0.35;
const PITCH: f32 = 0.14;
/// Eye relief: distance from the eye to the sights, metres for human arms.
const EYE_RELIEF: f32 = 0.05;
/// Largest angle between face and sights, radians.
const FACE_TOLERANCE: f32 = 0.05;

/// Displacement of a rifle at `held` that brings its sights before `eye`, with eye relief. Model space.
pub(super) fn sight_offset(rifle: &Rifle, held: &Affine3A, eye: Vec3) -> Vec3 {
    let (sight, along) = rifle.sight();
    let along = held.transform_vector3(along);
    let off = eye - held.transform_point3(sight);
    let ahead = off.dot(along) + EYE_RELIEF * rifle.scale;
    off.reject_from_normalized(along) + along * ahead.max(0.0)
}

impl CheekWeld {
    /// Solver for a character whose right eye rests at `eye` in model space; none without a head or right
    /// hand.
    pub(super) fn new(character: &Character, body: &Humanoid, eye: Vec3) -> Option<Self> {
        let skeleton = character.skeleton();
        let head = body.joint(HumanBone::Head)?;
        // On rigs whose arms hang on the neck, the neck would move the rifle, so only the head turns.
        let hand = body.joint(HumanBone::RightHand)?;
        let neck = body.joint(HumanBone::Neck).filter(|neck| !skeleton.is_descendant_of(hand, *neck));
        let neck = neck.unwrap_or(head);
        let rest = Transform::from_affine(&character.reference_model()[head.index()]);
        let eye = rest.rotation.inverse() * (eye - rest.translation);
        let neck = FullBody::new(skeleton, neck, &[head]).ok()?;
        let mut neck = neck.with_limits(&HumanLimits::new(skeleton, body));
        neck.set_offset(0, eye);
        let solver = FullBodySolver::default().with_root(RootBehaviour::Turns);
        let facing = TPose::new(skeleton, body).facing();
        Some(Self { neck, solver, head, eye, facing })
    }

    /// Model transform of the eye, with the body at rest, that looks along the sights of a rifle at `held`:
    /// as close to them as the neck reaches while the face points along them.
    pub(super) fn eye_behind_sights(
        &self,
        character: &Character,
        rifle: &Rifle,
        held: &Affine3A,
    ) -> Affine3A {
        let (sight, along) = rifle.sight();
        let (sight, along) = (held.transform_point3(sight), held.transform_vector3(along));
        let rest = Transform::from_affine(&character.reference_model()[self.head.index()]).rotation;
        let leant = Quat::from_rotation_z(TILT) * Quat::from_rotation_x(PITCH);
        let turned = Transform::from_affine(held).rotation * leant * self.facing * rest;
        let goal = BodyGoal::new(0).with_rotation(turned);
        let (_, mut met) = self.solve_neck(character, goal);
        let upright = Vec3::from(met.translation);
        let behind = sight - along * (EYE_RELIEF * rifle.scale);
        let mut share = 0.0;
        for step in (1..10).map(|n| 0.5_f32.powi(n)) {
            let position = Some(upright.lerp(behind, share + step));
            let (reach, bent) = self.solve_neck(character, goal.with_position(position));
            if reach.error < 1e-3 * rifle.scale && reach.rotation_error < FACE_TOLERANCE {
                (share, met) = (share + step, bent);
            }
        }
        met
    }

    /// Solves the neck with the body at rest. Returns the result and the model transform of the eye.
    fn solve_neck(&self, character: &Character, goal: BodyGoal) -> (IkResult, Affine3A) {
        let skeleton = character.skeleton();
        let (mut pose, mut model) = (LocalPose::reference(skeleton), ModelPose::reference(skeleton));
        let mut scratch = FullBodyScratch::new(&self.neck);
        let (local, rest) = (pose.as_mut_slice(), model.as_slice());
        let reach = self.solver.solve(
            &self.neck,
            &[goal],
            1.0,
            &mut IkPose::new(skeleton, local, rest),
            &mut scratch,
        );
        model.update(skeleton, &pose);
        let head = Transform::from_affine(model.get(self.head));
        let eye = head.translation + head.rotation * self.eye;
        (reach, Affine3A::from_rotation_translation(head.rotation, eye))
    }
}
