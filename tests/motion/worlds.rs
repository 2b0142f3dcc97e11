//! A character in the world of another engine - of centimetres, with +Z upwards, left-handed, or all three -
//! does stage by stage what it does in a world of metres with +Y upwards.

use sinew::face::Gaze;
use sinew::glam::{Affine3A, Mat3, Quat, Vec3};
use sinew::ground::{Ground, GroundHit};
use sinew::humanoid::HumanBone;
use sinew::locomotion::FootIk;
use sinew::rig::{IkGoal, IkRig};
use sinew::spring::{SpringRig, SpringRigDescription};
use sinew::stage::{Stage, StageInput, StagePose};
use sinew::{Actor, Character, FrameInput, RawClip};
use sinew_suite::{give_hair, person};
use std::path::Path;
use std::sync::{Arc, OnceLock};

const DT: f32 = 1.0 / 60.0;

/// World of an engine: its positions from those in metres with +Y upwards.
struct World {
    name: &'static str,
    engine_from_metres: Affine3A,
}

fn worlds() -> Vec<World> {
    let z_up = Mat3::from_quat(Quat::from_rotation_x(std::f32::consts::FRAC_PI_2));
    let left = Mat3::from_diagonal(Vec3::new(1.0, 1.0, -1.0));
    // Unreal: +X ahead, +Y to the right, +Z upwards, centimetres.
    let unreal = Mat3::from_cols(Vec3::NEG_Y, Vec3::Z, Vec3::X) * 100.0;
    let of = |name, matrix: Mat3| World { name, engine_from_metres: Affine3A::from_mat3(matrix) };
    vec![
        of("centimetres", Mat3::IDENTITY * 100.0),
        of("z up", z_up),
        of("left-handed", left),
        of("inches, y down", Mat3::from_quat(Quat::from_rotation_x(std::f32::consts::PI)) * 39.37),
        of("Unreal", unreal),
        of("Unreal, mirrored", left * unreal),
    ]
}

/// Stairs and a slope, in metres with +Y upwards.
fn height(x: f32, z: f32) -> f32 {
    let step = (z / 0.3).floor() * 0.12;
    step.clamp(0.0, 0.6) + 0.05 * (x * 3.0).sin()
}

struct EngineGround {
    engine_from_metres: Affine3A,
}

impl Ground for EngineGround {
    fn under(&self, position: Vec3) -> Option<GroundHit> {
        let in_metres = self.engine_from_metres.inverse().transform_point3(position);
        let at = Vec3::new(in_metres.x, height(in_metres.x, in_metres.z), in_metres.z);
        let normal = Vec3::new(-0.15 * (in_metres.x * 3.0).cos(), 1.0, 0.0).normalize();
        Some(GroundHit {
            position: self.engine_from_metres.transform_point3(at),
            normal: self.engine_from_metres.transform_vector3(normal).normalize(),
            platform: None,
        })
    }
}

fn imported() -> &'static (Arc<Character>, Vec<RawClip>) {
    static IMPORTED: OnceLock<(Arc<Character>, Vec<RawClip>)> = OnceLock::new();
    IMPORTED.get_or_init(|| {
        let imported = person(Path::new(""), "");
        (Arc::new(imported.character), imported.clips)
    })
}

/// Pose of each stage, in model space, and positions in metres with +Y upwards.
#[derive(Default)]
struct Seen {
    stages: Vec<(Stage, Vec<Vec3>)>,
    tips: Vec<Vec3>,
    strands: Vec<Vec3>,
    feet: Vec<Vec3>,
    hand: Vec3,
}

/// Half a minute of a walk over the stairs with a hand at a target, a gaze, springs, hair and wind.
fn run(world: &World, seconds: f32) -> Seen {
    let (character, clips) = imported();
    let body = character.humanoid().unwrap();
    let mut actor = Actor::new(character.clone(), clips.iter().cloned()).unwrap();
    let feet = FootIk::human(character, body).unwrap();
    actor.set_ik(Some(Arc::new(IkRig::human(character.skeleton(), body).with_feet(feet)))).unwrap();
    let springs = SpringRigDescription::from_ron(SPRINGS).unwrap();
    let springs = SpringRig::from_description(&springs, character).unwrap();
    actor.set_springs(Some(Arc::new(springs))).unwrap();
    give_hair(&mut actor, "bob", 60);
    actor.play("walk").unwrap();
    let to = world.engine_from_metres;
    let ground = EngineGround { engine_from_metres: to };
    let wind = move |at: Vec3, _: f64| {
        let in_metres = to.inverse().transform_point3(at);
        to.transform_vector3(Vec3::new(1.5 + in_metres.y, 0.0, 0.5))
    };
    let up = to.transform_vector3(Vec3::Y).normalize();
    let gravity = to.transform_vector3(Vec3::NEG_Y * 9.81);
    let mut world_from_model = Affine3A::from_translation(Vec3::new(0.3, 0.0, -1.0));
    let mut seen = Seen::default();
    for frame in 0..(seconds / DT) as u32 {
        world_from_model = actor.advance(DT).apply_to(world_from_model);
        let at = Vec3::from(world_from_model.translation);
        world_from_model.translation.y = height(at.x, at.z);
        let hand = world_from_model.transform_point3(Vec3::new(0.35, 1.1, 0.35));
        let gaze = world_from_model.transform_point3(Vec3::new(1.0, 1.6, 2.0));
        actor.ik_mut().unwrap().set_goal("left hand", IkGoal::at(to.transform_point3(hand))).unwrap();
        actor.face_mut().unwrap().set_gaze(Gaze::Target(to.transform_point3(gaze)));
        let mut stages = Vec::new();
        let mut hook = |stage: Stage, _: &StageInput<'_>, pose: &mut StagePose<'_>| {
            let joints = pose.skeleton().joints();
            let positions = joints.map(|joint| Vec3::from(pose.model(joint).translation));
            stages.push((stage, positions.collect::<Vec<_>>()));
        };
        let mut input = FrameInput::new(DT, to * world_from_model)
            .with_ground(&ground)
            .with_wind(&wind)
            .with_hook(&mut hook);
        // Half of the time from gravity, as engines give it.
        input = if frame % 2 == 0 { input.with_up(up) } else { input.with_gravity(gravity) };
        actor.resolve(input);
        seen.stages = stages;
    }
    let back = to.inverse();
    let frame = actor.frame();
    let layer = &frame.hair().unwrap().groom().layers[0];
    let pose = frame.hair().unwrap().pose(0);
    let tips = (0..layer.guides.len()).map(|guide| pose.guide(guide).last().unwrap().position());
    seen.tips = tips.map(|tip| back.transform_point3(tip)).collect();
    seen.strands =
        (0..40).map(|strand| back.transform_point3(layer.strands.point(strand, 5, pose))).collect();
    let joint = |bone| frame.model()[body.joint(bone).unwrap().index()];
    seen.feet = [HumanBone::LeftFoot, HumanBone::RightFoot]
        .map(|bone| back.transform_point3((frame.world_from_model() * joint(bone)).translation.into()))
        .into();
    seen.hand =
        back.transform_point3((frame.world_from_model() * joint(HumanBone::LeftHand)).translation.into());
    seen
}

const SPRINGS: &str = r#"(chains: [(from: "leftHand", stiffness: 0.4, drag: 0.3, gravity: 0.8)])"#;

fn farthest(a: &[Vec3], b: &[Vec3]) -> f32 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max) * 1e3
}

#[test]
fn every_stage_is_the_same_in_every_world() {
    let right = run(&World { name: "metres", engine_from_metres: Affine3A::IDENTITY }, 2.4);
    let mut faults = Vec::new();
    for world in worlds() {
        let seen = run(&world, 2.4);
        for ((stage, positions), (_, right)) in seen.stages.iter().zip(&right.stages) {
            let off = farthest(positions, right);
            if off >= 3.0 {
                faults.push(format!("{}: {stage:?} is {off} mm off", world.name));
            }
        }
        let off = [&seen.tips, &seen.strands, &seen.feet]
            .into_iter()
            .zip([&right.tips, &right.strands, &right.feet])
            .map(|(stage, right)| farthest(stage, right));
        let off: Vec<f32> = off.chain([seen.hand.distance(right.hand) * 1e3]).collect();
        let tips = seen.tips.iter().zip(&right.tips).map(|(a, b)| a.distance(*b) * 1e3);
        let mean = tips.sum::<f32>() / seen.tips.len() as f32;
        println!("{}: tips, strands, feet, hand {off:.3?} mm off; tips {mean:.3} in the mean", world.name);
        // Hair that sticks and slips on the skin makes more of a rounding.
        if off[0] >= 30.0 || mean >= 5.0 || off[1] >= 5.0 || off[2..].iter().any(|off| *off >= 1.0) {
            faults.push(format!("{}: {off:?} mm, {mean}", world.name));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

/// Lowest drop of a spring tail and of hair after two seconds under a gravity, metres below the joint or the
/// root.
fn drops(gravity: Option<Vec3>) -> [f32; 2] {
    let imported = sinew_suite::open(&sinew_suite::repository().join("data/sinew.vrm")).unwrap();
    let mut actor = Actor::without_clips(Arc::new(imported.character));
    let character = actor.character().clone();
    let springs = sinew::spring::SpringRigDescription::from_ron(SPRINGS).unwrap();
    let rig = SpringRig::from_description(&springs, &character).unwrap();
    actor.set_springs(Some(Arc::new(rig))).unwrap();
    sinew_suite::give_hair(&mut actor, "ponytail", 40);
    for _ in 0..120 {
        actor.advance(DT);
        let input = FrameInput::new(DT, Affine3A::IDENTITY);
        actor.resolve(
            gravity.map_or(input, |gravity| FrameInput::new(DT, Affine3A::IDENTITY).with_gravity(gravity)),
        );
    }
    let frame = actor.frame();
    let body = character.humanoid().unwrap();
    let height = |bone| frame.model()[body.joint(bone).unwrap().index()].translation.y;
    let hand = height(HumanBone::LeftHand);
    let fingers = character.skeleton().joints().filter(|joint| {
        character.skeleton().is_descendant_of(*joint, body.joint(HumanBone::LeftHand).unwrap())
    });
    let lowest = fingers.map(|joint| frame.model()[joint.index()].translation.y).fold(hand, f32::min);
    let hair = frame.hair().unwrap();
    let layers = (0..hair.groom().layers.len()).filter(|layer| hair.simulation(*layer).is_some());
    let drops = layers.flat_map(|layer| {
        let pose = hair.pose(layer);
        let guides = pose.points().chunks_exact(pose.points_per_guide());
        guides.map(|guide| guide[0].position().y - guide.last().unwrap().position().y)
    });
    let drops: Vec<f32> = drops.collect();
    let mean = drops.iter().sum::<f32>() / drops.len() as f32;
    [hand - lowest, mean]
}

#[test]
fn a_moon_needs_its_gravity_in_one_place() {
    let earth = drops(None);
    let same = drops(Some(Vec3::NEG_Y * 9.806_65));
    assert_eq!(earth, same, "Earth's gravity is the default");
    let moon = drops(Some(Vec3::NEG_Y * 1.62));
    println!("drop of fingers and hair: {earth:?} on Earth, {moon:?} on the moon");
    assert!(earth[0] - moon[0] > 0.005, "fingers: {earth:?} {moon:?}");
    assert!(earth[1] - moon[1] > 0.004, "hair: {earth:?} {moon:?}");
}
