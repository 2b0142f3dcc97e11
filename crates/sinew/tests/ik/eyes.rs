//! Convergence of eyes.

use crate::human_bodies::full_body;
use sinew::glam::Vec3;
use sinew::humanoid::HumanBone::{LeftEye, LeftLittleDistal};
use sinew::ik::{ChainScratch, Eyes, IkPose};
use sinew::rig::IkError;
use sinew::rig::IkRig;
use sinew::{Actor, Character, JointId, LocalPose, ModelPose, Skeleton, Transform};
use std::sync::Arc;

#[test]
fn eyes_converge_on_near_targets() {
    let body = full_body();
    let eyes = Eyes::human(&body.skeleton, &body.humanoid).unwrap();
    let rest = ModelPose::rest(&body.skeleton);
    let [left, right] = eyes.pair().map(|eye| eye.chain().tip());
    let apart = rest.get(left).translation.distance(rest.get(right).translation);
    let between = Vec3::from(rest.get(left).translation.midpoint(rest.get(right).translation));
    let across = Vec3::from(rest.get(left).translation - rest.get(right).translation) / apart;
    let ahead = across.cross(Vec3::Y).normalize();
    let mut scratch = ChainScratch::with_capacity(1);
    for far in [4.0, 10.0, 100.0] {
        for aside in [-0.3, 0.0, 0.3] {
            let target = between + (ahead + across * aside) * far * apart;
            let mut local = LocalPose::rest(&body.skeleton);
            let error = eyes.solve(
                target,
                1.0,
                &mut IkPose::new(&body.skeleton, local.as_mut_slice(), rest.as_slice()),
                &mut scratch,
            );
            assert!(error < 1e-3, "{far} {aside}: {error}");
            let mut model = rest.clone();
            model.update(&body.skeleton, &local);
            let line = |eye: JointId| {
                let turn = Transform::from_affine(model.get(eye)).rotation
                    * Transform::from_affine(rest.get(eye)).rotation.inverse();
                turn * ahead
            };
            let [l, r] = [line(left), line(right)];
            // The nearer the target, the larger the angle between the eyes.
            let squint = l.angle_between(r);
            let asked = (target - Vec3::from(rest.get(left).translation))
                .angle_between(target - Vec3::from(rest.get(right).translation));
            assert!((squint - asked).abs() < 2e-3, "{far} {aside}: {squint} {asked}");
            assert!(l.dot(across) < r.dot(across));
        }
    }
    // The angle is limited for very near targets.
    let mut local = LocalPose::rest(&body.skeleton);
    let near = between + ahead * 0.5 * apart;
    eyes.solve(
        near,
        1.0,
        &mut IkPose::new(&body.skeleton, local.as_mut_slice(), rest.as_slice()),
        &mut scratch,
    );
    let turned = local.get(left).rotation.angle_between(body.skeleton.rest()[left.index()].rotation);
    assert!((turned - (0.5_f32 / 2.4).atan()).abs() < 0.02, "{turned}");
}

#[test]
fn a_rig_with_eyes_of_a_larger_skeleton_is_an_error() {
    let body = full_body();
    let joints = body.skeleton.len();
    let last = |rig: &IkRig| rig.clone().with_grips(&body.skeleton, &body.humanoid);
    // A skeleton that ends with head and hands: the look chain and the limbs fit, eyes and fingers do not.
    let rig = last(&IkRig::human(&body.skeleton, &body.humanoid));
    let fewer = (0..joints).rev().find(|n| {
        let joint = JointId(*n as u32);
        body.humanoid.joint(LeftEye) == Some(joint) || body.humanoid.joint(LeftLittleDistal) == Some(joint)
    });
    let small = Skeleton::new(
        (0..fewer.unwrap())
            .map(|n| {
                let joint = JointId(n as u32);
                sinew::skeleton::Joint {
                    name: body.skeleton.name(joint).into(),
                    parent: body.skeleton.parent(joint).map(|parent| parent.0),
                    rest: body.skeleton.rest()[n],
                    in_scene: true,
                }
            })
            .collect(),
    )
    .unwrap();
    let parts = sinew::CharacterParts { skeleton: small, ..Default::default() };
    let mut actor = Actor::without_clips(Arc::new(Character::new(parts).unwrap()));
    assert!(matches!(actor.set_ik(Some(Arc::new(rig))), Err(IkError::OtherSkeleton { .. })));
}
