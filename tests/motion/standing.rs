//! Real characters stand on their soles, and the twist joints of real forearms share the roll of the hand.

use sinew::body::TPose;
use sinew::clip::{Interpolation, JointTrack, Track};
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::humanoid::HumanBone::{self, *};
use sinew::humanoid::Humanoid;
use sinew::pose::local_to_model;
use sinew::retarget::{FaceMap, RetargetSettings, Retargeter, retarget_clip};
use sinew::{Character, JointId, ModelPose, RawClip, Transform};
use sinew_import::Imported;
use sinew_suite::lowest_skin;
use std::path::Path;
use std::sync::Arc;

fn open(assets: &Path, name: &str) -> Imported {
    let built_in = sinew_suite::repository().join("data/sinew.vrm");
    sinew_suite::open(&if name.is_empty() { built_in } else { assets.join(name) }).unwrap()
}

fn body(imported: &Imported) -> (&Character, &Humanoid) {
    (&imported.character, imported.character.humanoid().unwrap())
}

/// Characters whose skin extends below their lowest joints, and others.
const STANDING: [&str; 9] = [
    "fbx/seed-san/new_seedsan_betterfbx.fbx",
    "gltf/CesiumMan.glb",
    "gltf/rpm_brunette-t.glb",
    "vrm/cryptovoxels.vrm",
    "gltf/kaykit/Knight.glb",
    "vrm/Godette_vrm_v4.vrm",
    "x/tiny/tiny.x",
    "gltf/mannequiny.glb",
    "",
];

/// Clip with every joint keyed in the reference pose.
fn at_rest(character: &Character) -> RawClip {
    let skeleton = character.skeleton();
    let times: Arc<[f32]> = [0.0, 0.5].into();
    let joint = |joint: JointId| {
        let rest = skeleton.reference()[joint.index()];
        let keys = Track::new(Interpolation::Linear, 1, times.clone(), vec![rest.translation; 2]).ok();
        let turns = Track::new(Interpolation::Linear, 1, times.clone(), vec![rest.rotation; 2]).ok();
        JointTrack { translation: keys, rotation: turns, ..JointTrack::new(joint) }
    };
    RawClip { joints: skeleton.joints().map(joint).collect(), ..RawClip::default() }
}

#[test]
fn a_standing_body_stays_standing() {
    let Some(assets) = sinew_suite::assets() else { return };
    let bodies: Vec<Imported> = STANDING.iter().map(|name| open(&assets, name)).collect();
    let mut failures = Vec::new();
    for (source, name) in bodies.iter().zip(STANDING) {
        let ((from, theirs), clip) = (body(source), at_rest(&source.character));
        let stands = TPose::new(from.skeleton(), theirs).with_skin(from);
        for (target, file) in bodies.iter().zip(STANDING) {
            let (to, ours) = body(target);
            let onto = TPose::new(to.skeleton(), ours).with_skin(to);
            let (ankle, leg) = (onto.ankle_height(), onto.leg_length());
            let retargeter = Retargeter::human((from.skeleton(), stands.clone()), (to.skeleton(), onto));
            let low = |correct_feet: bool| {
                let settings = RetargetSettings::default().with_foot_correction(correct_feet);
                let (made, report) =
                    retarget_clip(&clip, &retargeter, &settings, &FaceMap::default()).unwrap();
                (lowest_skin(to, ours, &made, &[0.0, 0.5]) * 1e3, report.foot_correction)
            };
            let ((kept, feet), (loose, _)) = (low(true), low(false));
            let line =
                format!("{name} → {file}: {kept:.1} mm, {loose:.1} mm unkept, ankle {ankle:.3}, {feet:?}");
            println!("{line}");
            // At 0; boots weighted to the shin as well rise a little when the knees bend. Millimetres of a
            // leg of 0.9 m.
            if !(-1.0..3.0).contains(&(kept * 0.9 / leg.max(0.9))) {
                failures.push(line);
            }
        }
    }
    assert!(failures.is_empty(), "{} do not stand:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn a_real_forearm_shares_the_roll_of_its_hand() {
    let Some(assets) = sinew_suite::assets() else { return };
    let imported = open(&assets, STANDING[0]);
    let (character, human) = body(&imported);
    let skeleton = character.skeleton();
    let stands = TPose::new(skeleton, human).with_skin(character);
    let retargeter = Retargeter::human((skeleton, stands.clone()), (skeleton, stands));
    for (name, lower, hand) in
        [("forearm.twist.L", LeftLowerArm, LeftHand), ("forearm.twist.R", RightLowerArm, RightHand)]
    {
        let joint = |bone: HumanBone| human.named_bones.joint(bone).unwrap();
        let (twist, lower, hand) = (skeleton.find(name).unwrap(), joint(lower), joint(hand));
        let rest = ModelPose::rest(skeleton);
        let at = |joint: JointId| Vec3::from(rest.get(joint).translation);
        let along = at(hand) - at(lower);
        let share = (at(twist) - at(lower)).dot(along) / along.length_squared();
        // The hand rolls about the forearm.
        let turn = |joint: JointId| Transform::from_affine(rest.get(joint)).rotation;
        let roll = Quat::from_axis_angle(turn(hand).inverse() * along.normalize(), 1.0);
        let mut pose = skeleton.rest().to_vec();
        pose[hand.index()].rotation *= roll;
        let mut out = skeleton.rest().to_vec();
        retargeter.retarget_pose(&pose, &mut retargeter.scratch(), &mut out);
        let rests = skeleton.rest()[twist.index()].rotation;
        let angle = rests.angle_between(out[twist.index()].rotation);
        println!("{name} lies at {share:.2} of the bone, turns by {angle:.2}");
        assert!(share > 0.05 && (angle - share).abs() < 0.03, "{name}: {share} {angle}");
        let held = |pose: &[Transform]| {
            let mut model = vec![Affine3A::IDENTITY; skeleton.len()];
            local_to_model(skeleton, pose, &mut model);
            model[hand.index()]
        };
        assert!(held(&pose).abs_diff_eq(held(&out), 1e-3));
    }
}
