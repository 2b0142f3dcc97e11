//! Look-at: direction of the face, and extent of its rotation.

use crate::human_bodies::{Body, PLAIN, body};
use crate::random::{Random, cases};
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::humanoid::HumanBone::{self, *};
use sinew::ik::{Chain, ChainScratch, IkPose, LookAt, LookAtResult, LookSettings, LookState};
use sinew::limit::{AngleRange, HumanLimits, Limit, Swing};
use sinew::pose::local_to_model;
use sinew::{JointId, LocalPose, ModelPose, Transform};
use std::f32::consts::FRAC_PI_3;

/// A look in a pose.
pub(crate) struct Watcher {
    pub(crate) body: Body,
    pub(crate) look: LookAt,
    local: Vec<Transform>,
    model: Vec<Affine3A>,
}

impl Watcher {
    pub(crate) fn new(bones: &[HumanBone], limited: bool, softness: f32, seconds: f32) -> Self {
        let body = body::body(body::Build { odd_axes: true, ..PLAIN });
        let skeleton = &body.skeleton;
        let joints: Vec<_> =
            bones.iter().map(|bone| body.humanoid.named_bones.joint(*bone).unwrap()).collect();
        let chain = Chain::new(skeleton, &joints).unwrap();
        let limits = HumanLimits::new(skeleton, &body.humanoid);
        let chain = if limited { chain.with_limits(&limits) } else { chain };
        let mut look = LookAt::new(skeleton, chain);
        look.settings = LookSettings::default().with_softness(softness).with_response_time(seconds);
        let local = LocalPose::rest(skeleton).as_slice().to_vec();
        let model = ModelPose::rest(skeleton).as_slice().to_vec();
        Self { body, look, local, model }
    }

    /// The solved pose, local and in model space, and the result.
    pub(crate) fn look(
        &self,
        target: Vec3,
        state: Option<(&mut LookState, f32)>,
    ) -> (Vec<Transform>, Vec<Affine3A>, LookAtResult) {
        let (skeleton, mut local) = (&self.body.skeleton, self.local.clone());
        let scratch = &mut ChainScratch::default();
        let looked =
            self.look.solve(target, 1.0, state, &mut IkPose::new(skeleton, &mut local, &self.model), scratch);
        let mut model = self.model.clone();
        local_to_model(skeleton, &local, &mut model);
        (local, model, looked)
    }

    pub(crate) fn head(&self) -> Vec3 {
        self.model[self.look.chain().tip().index()].translation.into()
    }

    /// Direction of the face, which is +Z at rest.
    pub(crate) fn facing(&self, model: &[Affine3A]) -> Vec3 {
        let tip = self.look.chain().tip();
        let rest = Transform::from_affine(ModelPose::rest(&self.body.skeleton).get(tip)).rotation;
        Transform::from_affine(&model[tip.index()]).rotation * (rest.inverse() * Vec3::Z)
    }
}

pub(crate) fn every_watcher(softness: f32, seconds: f32) -> [Watcher; 4] {
    [
        Watcher::new(&[Head], false, softness, seconds),
        Watcher::new(&[Neck, Head], true, softness, seconds),
        Watcher::new(&[Spine, Chest, Neck, Head], false, softness, seconds),
        Watcher::new(&[Spine, Chest, Neck, Head], true, softness, seconds),
    ]
}

/// The direction `up` and `left` of straight ahead, in radians.
pub(crate) fn ahead(up: f32, left: f32) -> Vec3 {
    Quat::from_rotation_y(left) * (Quat::from_rotation_x(-up) * Vec3::Z)
}

#[test]
fn the_face_points_at_targets_within_the_view_cone() {
    let mut random = Random::new(91);
    for softness in [0.0, 0.2] {
        for mut watcher in every_watcher(softness, 0.3) {
            // The same for a body in any orientation.
            let root = random.rotation();
            watcher.local[0].rotation = root * watcher.local[0].rotation;
            local_to_model(&watcher.body.skeleton, &watcher.local, &mut watcher.model);
            for mut random in cases(300) {
                let to = random.direction();
                let target = watcher.head() + root * to * random.between(0.5, 20.0);
                let (_, model, looked) = watcher.look(target, None);
                let eye = Vec3::from(model[watcher.look.chain().tip().index()].translation);
                let (line, way) = (watcher.facing(&model), target - eye);
                let off = line.cross(way).length().atan2(line.dot(way));
                assert!((off - looked.angle_error).abs() < 1e-5, "{off} {looked:?}");
                // Near the border, head and eyes differ in the direction to a target at half an arm's length.
                if to.angle_between(Vec3::Z) < FRAC_PI_3 * (0.93 - softness) {
                    assert!(off < 1e-4 && looked.turn_request == 0.0, "{to} {looked:?}");
                }
            }
        }
    }
}

#[test]
fn the_face_stays_within_the_view_cone() {
    for softness in [0.0, 0.2, 1.0] {
        for watcher in every_watcher(softness, 0.3) {
            for mut random in cases(300) {
                let to = random.direction();
                let (_, model, _) = watcher.look(watcher.head() + to * random.between(1.0, 20.0), None);
                let turned = watcher.facing(&model).angle_between(Vec3::Z);
                // Near the border, the direction to a target at arm's length differs by two degrees between
                // head and eyes.
                assert!(turned < FRAC_PI_3 + 0.035, "{to} {turned}");
                let is_held = watcher.look.chain().links().iter().any(|link| !link.limit.is_free());
                let is_outside = to.angle_between(Vec3::Z) > FRAC_PI_3 && !is_held;
                // Softness leaves a part of the cone for targets further out.
                let least = FRAC_PI_3 * (1.0 - softness * 0.51) - 0.035;
                assert!(!is_outside || turned > least, "{softness} {to} {turned}");
            }
        }
    }
}

#[test]
fn targets_behind_turn_the_face_to_the_border_at_their_elevation_without_roll() {
    for softness in [0.0, 0.2] {
        for watcher in every_watcher(softness, 0.3) {
            for elevation in [-0.35, 0.0, 0.35] {
                for yaw in [1.8, 2.4, 2.8, 3.1, 3.13, -3.1, -3.0, -2.0_f32] {
                    let target = watcher.head() + ahead(elevation, yaw) * 5.0;
                    let (_, model, _) = watcher.look(target, None);
                    let tip = watcher.look.chain().tip();
                    let rest =
                        Transform::from_affine(ModelPose::rest(&watcher.body.skeleton).get(tip)).rotation;
                    let turn = Transform::from_affine(&model[tip.index()]).rotation * rest.inverse();
                    let (face, up) = (turn * Vec3::Z, turn * Vec3::Y);
                    let left = Vec3::Y.cross(face).normalize();
                    let (face_yaw, pitch, roll) = (face.x.atan2(face.z), face.y.asin(), up.dot(left).asin());
                    let case = format!("{softness} {elevation} {yaw}: {face_yaw} {pitch} {roll}");
                    assert!(face_yaw * yaw.signum() > 0.85, "{case}");
                    assert!((pitch - elevation).abs() < 0.08 && roll.abs() < 0.04, "{case}");
                }
            }
        }
    }
}

#[test]
fn targets_outside_of_the_cone_give_a_turn_request() {
    for watcher in every_watcher(0.2, 0.3) {
        let request = |to: Vec3| watcher.look(watcher.head() + to * 5.0, None).2.turn_request;
        for (up, left) in [(0.0, 1.3), (0.3, 2.0), (-0.4, 3.0), (0.0, -1.3), (0.5, -2.5)] {
            assert!(
                (request(ahead(up, left)) - left).abs() < 1e-3,
                "{up} {left}: {}",
                request(ahead(up, left))
            );
        }
        for (up, left) in [(0.0, 0.0), (0.9, 0.0), (0.0, 0.9), (-0.5, -0.7)] {
            assert_eq!(request(ahead(up, left)), 0.0);
        }
    }
}

#[test]
fn custom_view_cones_are_kept() {
    let mut watcher = Watcher::new(&[Neck, Head], false, 0.0, 0.0);
    let range = AngleRange::from_degrees;
    let look =
        watcher.look.clone().with_cone(&watcher.body.skeleton, range(-30.0, 50.0), range(-100.0, 150.0));
    watcher.look = look;
    for (to, reached) in [
        (ahead(1.4, 0.0), ahead(50f32.to_radians(), 0.0)),
        (ahead(-1.4, 0.0), ahead(-30f32.to_radians(), 0.0)),
        (ahead(0.0, 2.9), ahead(0.0, 150f32.to_radians())),
        (ahead(0.0, -2.9), ahead(0.0, -100f32.to_radians())),
        // Targets behind, but within the cone, are looked at.
        (ahead(0.1, 2.2), ahead(0.1, 2.2)),
    ] {
        let (_, model, _) = watcher.look(watcher.head() + to * 1000.0, None);
        assert!(watcher.facing(&model).angle_between(reached) < 2e-3, "{to} {}", watcher.facing(&model));
    }
}

#[test]
fn every_joint_takes_its_share_of_the_rotation() {
    let plain = Watcher::new(&[Spine, Chest, Neck, Head], false, 0.0, 0.0);
    for shares in [[1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 2.0, 4.0], [0.0, 1.0, 0.0, 1.0], [0.3, 0.0, 0.0, 0.2]] {
        let mut watcher = Watcher::new(&[Spine, Chest, Neck, Head], false, 0.0, 0.0);
        watcher.look = plain.look.clone().with_shares(&shares);
        for to in [ahead(0.0, 0.8), ahead(0.3, -0.5), ahead(-0.6, 0.1)] {
            let (local, ..) = watcher.look(watcher.head() + to * 1000.0, None);
            for (share, link) in shares.iter().zip(watcher.look.chain().links()) {
                let joint = link.joint().index();
                let turned = local[joint].rotation.angle_between(watcher.local[joint].rotation);
                let expected = to.angle_between(Vec3::Z) * share / shares.iter().sum::<f32>();
                assert!((turned - expected).abs() < 2e-3, "{shares:?} {turned} {expected}");
            }
        }
    }
}

#[test]
fn limits_are_kept_and_other_joints_compensate() {
    for bones in [&[Neck, Head][..], &[Spine, Chest, Neck, Head]] {
        let mut watcher = Watcher::new(bones, true, 0.0, 0.0);
        let last = watcher.look.chain().links().len() - 1;
        // A head with narrow limits.
        let mut chain = watcher.look.chain().clone();
        chain.links_mut()[last].limit = Limit::ball(Vec3::Y, Swing::Free, Some(AngleRange::symmetric(0.1)));
        watcher.look = LookAt::new(&watcher.body.skeleton, chain);
        watcher.look.settings = LookSettings::default().with_softness(0.0).with_response_time(0.0);
        for mut random in cases(300) {
            let to = random.direction();
            let (_, model, looked) = watcher.look(watcher.head() + to * 5.0, None);
            for link in watcher.look.chain().links() {
                let parent = watcher.body.skeleton.parent(link.joint()).unwrap();
                let rotation = |joint: JointId| Transform::from_affine(&model[joint.index()]).rotation;
                let turn =
                    rotation(parent).inverse() * rotation(link.joint()) * link.reference_rotation.inverse();
                assert!(link.limit.violation(turn) < 1e-4);
            }
            let is_easy = to.angle_between(Vec3::Z) < 0.4;
            // Each iteration halves the error, and there are few.
            assert!(!is_easy || looked.angle_error < 0.02, "{to} {looked:?}");
        }
    }
}

#[test]
fn very_distant_targets_are_looked_at() {
    for watcher in every_watcher(0.2, 0.3) {
        for to in [ahead(0.1, 0.4), ahead(0.2, 1.5), ahead(0.3, 3.0), ahead(0.0, -2.5)] {
            let near = watcher.look(watcher.head() + to * 1e5, None);
            for far in [1e6, 1e8, 1e11, 1e15] {
                let (_, model, looked) = watcher.look(watcher.head() + to * far, None);
                let off = watcher.facing(&model).angle_between(watcher.facing(&near.1));
                assert!(off < 1e-3, "{to} {far}: {off}");
                assert!((looked.angle_error - near.2.angle_error).abs() < 1e-3, "{to} {far}: {looked:?}");
            }
        }
    }
}
