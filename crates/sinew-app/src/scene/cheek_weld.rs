//! The cheek at a rifle's stock: a neck that brings the right eye behind the sights.

use crate::prop::rifle::Rifle;
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::humanoid::{HumanBone, Humanoid};
use sinew::ik::{BodyGoal, FullBody, FullBodyScratch, FullBodySolver, IkResult, RootBehaviour};
use sinew::limit::HumanLimits;
use sinew::math::Transform;
use sinew::{Character, JointIndex, LocalPose, ModelPose};

/// Neck and head, pulled at the right eye.
#[derive(Clone, Debug)]
pub(super) struct CheekWeld {
    pub(super) neck: FullBody,
    pub(super) solver: FullBodySolver,
    head: JointIndex,
    /// From the head's joint, in its own axes.
    eye: Vec3,
}

/// How far a head leans to the stock, and down, radians.
const CANT: f32 = 0.35;
const DOWN: f32 = 0.14;
/// From the eye to the sights, in lengths of people.
const RELIEF: f32 = 0.05;
/// How far the face may look aside for it, radians.
const ASIDE: f32 = 0.05;

/// The way by which a rifle that is held there would have its sights before an eye, and clear of it.
pub(super) fn off(rifle: &Rifle, held: &Affine3A, eye: Vec3) -> Vec3 {
    let (sight, along) = rifle.sight();
    let along = held.transform_vector3(along);
    let off = eye - held.transform_point3(sight);
    let ahead = off.dot(along) + RELIEF * rifle.scale;
    off.reject_from_normalized(along) + along * ahead.max(0.0)
}

impl CheekWeld {
    /// Of somebody whose right eye rests at `eye`.
    pub(super) fn new(character: &Character, body: &Humanoid, eye: Vec3) -> Option<Self> {
        let skeleton = character.skeleton();
        let head = body.joint(HumanBone::Head)?;
        // Of some the arms hang on the neck, and would take the rifle along.
        let hand = body.joint(HumanBone::RightHand)?;
        let neck = body.joint(HumanBone::Neck).filter(|neck| !skeleton.is_descendant_of(hand, *neck));
        let neck = neck.unwrap_or(head);
        let rest = Transform::from_affine(&character.rest_model()[head.index()]);
        let eye = rest.rotation.inverse() * (eye - rest.translation);
        let neck = FullBody::new(skeleton, neck, &[head]).ok()?;
        let mut neck = neck.with_limits(&HumanLimits::new(skeleton, body));
        neck.set_offset(0, eye);
        let solver = FullBodySolver { root: RootBehaviour::Turns, ..FullBodySolver::default() };
        Some(Self { neck, solver, head, eye })
    }

    /// Where the eye comes to, at rest, that is to look along the sights of a rifle that is held there, and how the head is
    /// turned then: as near as the neck lets it that has the face look along them.
    pub(super) fn meet(&self, character: &Character, rifle: &Rifle, held: &Affine3A) -> Affine3A {
        let (sight, along) = rifle.sight();
        let (sight, along) = (held.transform_point3(sight), held.transform_vector3(along));
        let rest = Transform::from_affine(&character.rest_model()[self.head.index()]).rotation;
        let leant = Quat::from_rotation_z(CANT) * Quat::from_rotation_x(DOWN);
        let turned = Transform::from_affine(held).rotation * leant * rest;
        let goal = BodyGoal { effector: 0, position: None, rotation: Some(turned), weight: 1.0, priority: 0 };
        let (_, mut met) = self.bent(character, goal);
        let upright = Vec3::from(met.translation);
        let behind = sight - along * (RELIEF * rifle.scale);
        let mut share = 0.0;
        for step in (1..10).map(|n| 0.5_f32.powi(n)) {
            let place = Some(upright.lerp(behind, share + step));
            let (reach, bent) = self.bent(character, BodyGoal { position: place, ..goal });
            if reach.error < 1e-3 * rifle.scale && reach.rotation_error < ASIDE {
                (share, met) = (share + step, bent);
            }
        }
        met
    }

    /// The eye, turned as the head is, of who rests but for the neck, and how far it is off.
    fn bent(&self, character: &Character, goal: BodyGoal) -> (IkResult, Affine3A) {
        let skeleton = character.skeleton();
        let (mut pose, mut model) = (LocalPose::rest(skeleton), ModelPose::rest(skeleton));
        let mut scratch = FullBodyScratch::new(&self.neck);
        let (local, rest) = (pose.as_mut_slice(), model.as_slice());
        let reach = self.solver.solve(skeleton, &self.neck, &[goal], 1.0, local, rest, &mut scratch);
        model.update(skeleton, &pose);
        let head = Transform::from_affine(model.get(self.head));
        let eye = head.translation + head.rotation * self.eye;
        (reach, Affine3A::from_rotation_translation(head.rotation, eye))
    }
}
