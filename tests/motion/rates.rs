//! Independence of the frame rate: after a second hands, head and feet are at the same positions at any rate.

use sinew::glam::{Affine3A, Vec3};
use sinew::ground::height_field;
use sinew::humanoid::HumanBone;
use sinew::locomotion::FootIk;
use sinew::rig::{IkGoal, IkRig};
use sinew::{Actor, FrameInput, JointId};
use sinew_import::Imported;
use sinew_suite::person;
use std::path::Path;
use std::sync::Arc;

/// Joint positions of a character after a second on uneven ground, with one hand at a fixed target, the other
/// at a target that stops half a second before the end, and the head turned towards it.
fn after_a_second(imported: &Imported, rate: u32) -> (Vec<Vec3>, f32) {
    let character = Arc::new(imported.character.clone());
    let (skeleton, body) = (character.skeleton(), character.humanoid().expect("it is somebody"));
    let joint = |bone| body.joint(bone).expect("it has all limbs");
    let rest = |bone| Vec3::from(character.rest_model()[joint(bone).index()].translation);
    let feet = FootIk::human(&character, body).expect("it has feet");
    let size = (rest(HumanBone::Head).y - feet.floor) / 1.5;
    let rig = Arc::new(IkRig::human(skeleton, body).with_feet(feet.clone()));
    let mut actor = Actor::without_clips(character.clone());
    actor.set_ik(Some(rig)).expect("so is the rig");
    let ground =
        height_field(move |x, z| (0.06 * (x / size * 5.0).sin() + 0.05 * (z / size * 7.0).sin()) * size);
    let [left, right] = [HumanBone::LeftUpperArm, HumanBone::RightUpperArm].map(rest);
    let world = Affine3A::from_translation(Vec3::Y * -feet.floor);
    let step = 1.0 / rate as f32;
    for frame in 0..rate {
        let time = (frame + 1) as f32 * step;
        let moved = Vec3::new(-0.2, 0.3, 0.0) * (time.min(0.5) * size);
        let goals = [
            ("left hand", left + Vec3::new(0.05, -0.1, 0.35) * size),
            ("right hand", right + Vec3::new(0.0, -0.2, 0.3) * size + moved),
            ("look", right + Vec3::new(-0.5, -0.2, 1.0) * size + moved),
        ];
        for (effector, position) in goals {
            actor
                .ik_mut()
                .unwrap()
                .set_goal(effector, IkGoal::at(world.transform_point3(position)))
                .expect("a human rig has it");
        }
        actor.advance(step);
        actor.resolve(FrameInput::new(step, world).with_ground(&ground));
    }
    let at = |joint: JointId| actor.frame().model()[joint.index()].translation / size;
    let moved = at(joint(HumanBone::LeftHand)).distance((rest(HumanBone::LeftHand) / size).into());
    // All visible joints, toes and fingers included.
    (skeleton.joints().map(|joint| at(joint).into()).collect(), moved)
}

fn check(assets: &Path, file: &str) {
    let imported = person(assets, file);
    let [(slow, moved), (usual, _), (fast, _)] = [30, 60, 144].map(|rate| after_a_second(&imported, rate));
    let apart =
        |a: &[Vec3], b: &[Vec3]| a.iter().zip(b).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max) * 1e3;
    let apart = [apart(&slow, &usual), apart(&usual, &fast)];
    println!("{file}: moved {moved:.2} m, apart {apart:.3?} mm");
    assert!(moved > 0.3 && apart.iter().all(|apart| *apart < 1.0), "{file}: {moved} {apart:?}");
}

#[test]
fn the_built_in_character_is_independent_of_the_rate() {
    check(Path::new(""), "");
}

#[test]
fn a_knight_is_independent_of_the_rate() {
    real("gltf/kaykit/Knight.glb");
}

#[test]
fn tiny_is_independent_of_the_rate() {
    real("x/tiny/tiny.x");
}

fn real(file: &str) {
    let Some(assets) = sinew_suite::assets() else { return };
    check(&assets, file);
}
