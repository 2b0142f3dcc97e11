//! Files whose nodes are frozen in the middle of a clip behave like the files that they were made from: the
//! bind pose is their reference pose, from which retargeting, limits, IK and foot IK count.

use sinew::body::TPose;
use sinew::clip::SampleCursor;
use sinew::glam::{Affine3A, Vec3};
use sinew::ground::height_field;
use sinew::humanoid::HumanBone;
use sinew::ik::{BodyGoal, FullBody, FullBodyScratch, FullBodySolver, IkPose};
use sinew::limit::HumanLimits;
use sinew::locomotion::FootIk;
use sinew::pose::local_to_model;
use sinew::ragdoll::Ragdoll;
use sinew::rig::IkRig;
use sinew::skeleton::ReferenceOrigin;
use sinew::{Actor, Character, FrameInput, LocalPose, ModelPose, RawClip, Transform};
use sinew_import::{Imported, NoFiles, import};
use sinew_suite::falls::{STEP, Skin, thrown, world_with_floor};
use sinew_suite::{person, retargeted, with_nodes};
use std::path::Path;
use std::sync::Arc;

/// Characters with clips of their own, besides the built-in one.
const FILES: [&str; 4] =
    ["gltf/kaykit/Knight.glb", "gltf/mannequiny.glb", "gltf/CesiumMan.glb", "gltf/kaykit/Barbarian.glb"];

/// Local pose in the middle of a clip.
fn middle(imported: &Imported, clip: &RawClip) -> LocalPose {
    let mut pose = LocalPose::rest(imported.character.skeleton());
    let time = 0.5 * (clip.start() + clip.end());
    clip.sample_joints(time, &mut SampleCursor::new(), &mut pose);
    pose
}

/// Largest distance of the bones of two characters in millimetres, each in a model-space pose of its own.
fn bone_distance(a: (&Character, &[Affine3A]), b: (&Character, &[Affine3A])) -> f32 {
    let at = |(character, model): (&Character, &[Affine3A]), bone| {
        let joint = character.humanoid()?.joint(bone)?;
        Some(Vec3::from(model[joint.index()].translation))
    };
    let distances = HumanBone::ALL.into_iter().filter_map(|bone| Some(at(a, bone)?.distance(at(b, bone)?)));
    distances.fold(0.0, f32::max) * 1e3
}

/// Model-space matrices of a clip on a character.
fn posed(character: &Character, clip: &RawClip, time: f32) -> Vec<Affine3A> {
    let mut pose = LocalPose::rest(character.skeleton());
    clip.sample_joints(time, &mut SampleCursor::new(), &mut pose);
    let mut model = ModelPose::rest(character.skeleton());
    model.update(character.skeleton(), &pose);
    model.as_slice().to_vec()
}

/// Calls `check` with the name, the original and the spoiled file of every clip that `take` accepts.
fn each_spoiled(take: impl Fn(usize) -> bool, mut check: impl FnMut(&str, &Imported, &Imported)) {
    let built_in = sinew_suite::repository().join("data/sinew.vrm");
    let assets = sinew_suite::assets();
    let files = assets.iter().flat_map(|assets| FILES.map(|file| (file, assets.join(file))));
    let mut count = 0;
    for (file, path) in files.chain([("sinew.vrm", built_in)]) {
        let bytes = std::fs::read(path).unwrap();
        let original = import(&bytes, &NoFiles).unwrap();
        for (_, clip) in original.clips.iter().enumerate().filter(|(n, _)| take(*n)) {
            let pose = middle(&original, clip);
            let spoiled = import(&with_nodes(&bytes, &original, &pose), &NoFiles).unwrap();
            // Clips of a still body leave nothing to find.
            let same = bone_distance(
                (&original.character, original.character.rest_model()),
                (&spoiled.character, spoiled.character.rest_model()),
            );
            if same > 1.0 {
                check(&format!("{file}#{}", clip.name), &original, &spoiled);
                count += 1;
            }
        }
    }
    let least = if assets.is_some() { 10 } else { 0 };
    assert!(count > least, "only {count} spoiled files");
}

#[test]
fn the_bind_pose_is_the_reference_pose() {
    each_spoiled(
        |_| true,
        |name, original, spoiled| {
            let (whole, bound) = (&original.character, &spoiled.character);
            assert_eq!(whole.skeleton().reference_origin(), ReferenceOrigin::RestPose, "{name}");
            assert_eq!(bound.skeleton().reference_origin(), ReferenceOrigin::BindPose, "{name}");
            let finding = spoiled.report.diagnostics().iter().find(|d| d.code == "reference-pose");
            assert!(finding.is_some_and(|d| d.message.contains("bind pose")), "{name}");
            let (a, b) = (whole.humanoid().unwrap(), bound.humanoid().unwrap());
            assert_eq!(
                (&a.named_bones, a.rest_pose, a.sides_swapped),
                (&b.named_bones, b.rest_pose, b.sides_swapped),
                "{name}"
            );
            let far = bone_distance((whole, whole.rest_model()), (bound, bound.reference_model()));
            assert!(far < 0.5, "{name}: bones are {far} mm off");
        },
    );
}

#[test]
fn limits_and_soles_are_those_of_the_whole_file() {
    each_spoiled(
        |n| n % 3 == 0,
        |name, original, spoiled| {
            let [whole, bound] = [original, spoiled].map(|i| (&i.character, i.character.humanoid().unwrap()));
            let limits = [whole, bound].map(|(character, body)| HumanLimits::new(character.skeleton(), body));
            for (bone, joint) in whole.1.named_bones.iter() {
                let [a, b] = [&limits[0], &limits[1]].map(|limits| limits.get(joint).map(|(_, from)| from));
                let turned = a.zip(b).map_or(0.0, |(a, b)| a.angle_between(b).to_degrees());
                assert!(a.is_some() == b.is_some() && turned < 0.3, "{name}: {} by {turned}°", bone.name());
            }
            let [a, b] = [whole, bound].map(|(c, body)| TPose::new(c.skeleton(), body).with_skin(c));
            let apart = (a.ankle_height() - b.ankle_height()).abs() * 1e3;
            assert!(apart < 0.5, "{name}: ankles {apart} mm");
            let grounds = [a.ground_height(), b.ground_height()];
            let both = grounds[0].zip(grounds[1]);
            assert!(both.is_some_and(|(a, b)| (a - b).abs() < 5e-4), "{name}: {grounds:?}");
        },
    );
}

#[test]
fn motions_are_retargeted_as_onto_the_whole_file() {
    let Some(assets) = sinew_suite::assets() else { return };
    let walk = person(&assets, "bvh/mass/walk.bvh");
    let walker = (&walk.character, walk.character.humanoid().unwrap());
    let third = person(&assets, "");
    let other = (&third.character, third.character.humanoid().unwrap());
    each_spoiled(
        |n| n % 9 == 1 || n == 0,
        |name, original, spoiled| {
            let both = [original, spoiled].map(|i| (&i.character, i.character.humanoid().unwrap()));
            // Onto the file.
            let [a, b] = both.map(|imported| retargeted(&walk.clips[0], walker, imported).0);
            // Its own clip onto another body.
            let clip = &original.clips[original.clips.len() / 2];
            let [from_a, from_b] = both.map(|imported| retargeted(clip, imported, other).0);
            for k in 0..20 {
                let share = k as f32 / 19.0;
                let time = |clip: &RawClip| clip.start() + (clip.end() - clip.start()) * share;
                let models = [posed(both[0].0, &a, time(&a)), posed(both[1].0, &b, time(&b))];
                let far = bone_distance((both[0].0, &models[0]), (both[1].0, &models[1]));
                assert!(far < 2.0, "{name}: the walk is {far} mm off");
                let models = [&from_a, &from_b].map(|clip| posed(other.0, clip, time(clip)));
                let far = bone_distance((other.0, &models[0]), (other.0, &models[1]));
                assert!(far < 2.0, "{name}: clip {:?} is {far} mm off on another body", clip.name);
            }
        },
    );
}

/// Distance in millimetres by which a full-body solve moves bones when it puts the left hand where it already
/// is.
fn moved_by_a_met_goal(character: &Character) -> f32 {
    let (skeleton, humanoid) = (character.skeleton(), character.humanoid().unwrap());
    let body = FullBody::human(skeleton, humanoid).unwrap();
    let hand = humanoid.joint(HumanBone::LeftHand).unwrap();
    let before = ModelPose::reference(skeleton);
    let goal = BodyGoal::at(body.effector_at(hand).unwrap(), Vec3::from(before.get(hand).translation));
    let mut pose: Vec<Transform> = skeleton.reference().to_vec();
    let mut ik = IkPose::new(skeleton, &mut pose, before.as_slice());
    FullBodySolver::default().solve(&body, &[goal], 1.0, &mut ik, &mut FullBodyScratch::new(&body));
    let mut after = vec![Affine3A::IDENTITY; skeleton.len()];
    local_to_model(skeleton, &pose, &mut after);
    bone_distance((character, before.as_slice()), (character, &after))
}

#[test]
fn a_hand_that_is_at_its_goal_moves_no_more_than_in_the_whole_file() {
    each_spoiled(
        |n| n % 5 == 2 || n == 0,
        |name, original, spoiled| {
            // Fingers and shoulders of some bodies stand slightly outside of the usual limits.
            let [usual, far] = [original, spoiled].map(|imported| moved_by_a_met_goal(&imported.character));
            assert!(usual < 10.0 && (far - usual).abs() < 1.0, "{name}: bones move by {far} mm, not {usual}");
        },
    );
}

#[test]
fn feet_stand_on_a_slope_as_those_of_the_whole_file() {
    each_spoiled(
        |n| n % 11 == 3 || n == 0,
        |name, original, spoiled| {
            let walk = original.clips.iter().find(|clip| clip.name.to_lowercase().contains("walk"));
            let clip = Arc::new(walk.unwrap_or(&original.clips[0]).clone());
            let slope = height_field(|x, z| 0.1 * z + 0.05 * x);
            let mut actors = [original, spoiled].map(|imported| {
                let character = Arc::new(imported.character.clone());
                let feet = FootIk::human(&character, character.humanoid().unwrap()).unwrap();
                let mut actor = Actor::new(character, vec![clip.clone()]).unwrap();
                actor.set_ik(Some(Arc::new(IkRig::new().with_feet(feet)))).unwrap();
                actor.play(&*clip.name).unwrap();
                actor
            });
            let mut distances = Vec::new();
            for _ in 0..60 {
                for actor in &mut actors {
                    actor.advance(1.0 / 30.0);
                    actor.resolve(FrameInput::new(1.0 / 30.0, Affine3A::IDENTITY).with_ground(&slope));
                }
                let [a, b] = &actors;
                let models = [a, b].map(|actor| (&**actor.character(), actor.frame().model()));
                distances.push(bone_distance(models[0], models[1]));
            }
            let largest = distances.iter().fold(0.0, |a: f32, b| a.max(*b));
            assert!(largest < 2.0, "{name}: {largest} mm off");
        },
    );
}

/// Limp hands and feet take the pose in which their shapes were measured: no finger of a body that is frozen
/// in a jump reaches into the floor.
#[test]
fn fingers_of_a_frozen_pose_lie_on_the_floor() {
    let Some(assets) = sinew_suite::assets() else { return };
    let bytes = std::fs::read(assets.join("gltf/mannequiny.glb")).unwrap();
    let original = import(&bytes, &NoFiles).unwrap();
    let jump = original.clips.iter().find(|clip| clip.name.starts_with("air_jump_root")).unwrap();
    let pose = middle(&original, jump);
    let spoiled = import(&with_nodes(&bytes, &original, &pose), &NoFiles).unwrap();
    let character = Arc::new(spoiled.character);
    let ragdoll = Arc::new(Ragdoll::fit(&character).unwrap());
    for seed in 0..3 {
        let mut random = fastrand::Rng::with_seed(seed);
        let (mut actor, world_from_model) = thrown(&character, &ragdoll, &mut random, Vec3::Y * 1.5, 1.0);
        let (mut world, skin) = (world_with_floor(&ragdoll), Skin::new(&character));
        for _ in 0..300 {
            actor.resolve(FrameInput::new(STEP, world_from_model).with_physics(&mut world));
        }
        let frame = actor.frame();
        let depth = -skin.lowest(frame.world_from_model(), frame.model()) * 1e3;
        println!("{seed}: {depth:.1} mm");
        assert!(depth < 30.0, "{seed}: {depth} mm");
    }
}

#[test]
fn the_first_frame_that_stands_is_the_reference_of_a_motion() {
    let Some(assets) = sinew_suite::assets() else { return };
    let file = assets.join("bvh/bandai-namco-1/dataset-1_bow_normal_001.bvh");
    let motion = sinew_suite::open(Path::new(&file)).unwrap();
    let character = &motion.character;
    assert_eq!(character.skeleton().reference_origin(), ReferenceOrigin::Clip);
    let first = posed(character, &motion.clips[0], motion.clips[0].start());
    let far = bone_distance((character, character.reference_model()), (character, &first));
    assert!(far < 1e-2, "{far}");
}
