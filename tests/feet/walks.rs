//! Walking over stairs and a slope: planted feet do not slide, soles are on the ground, joints do not pop.

use sinew::clip::root_motion_from_feet;
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::ground::{Ground, GroundHit, height_field};
use sinew::humanoid::HumanBone;
use sinew::locomotion::FootIk;
use sinew::math::smooth_damp;
use sinew::rig::IkRig;
use sinew::{Actor, Character, ClipId, FrameInput, JointId, RootMotion};
use sinew_import::{NoFiles, import};
use std::cell::Cell;
use std::sync::Arc;

const STEP: f32 = 1.0 / 60.0;

/// Terrain by z, for a character of 1.7 m.
#[derive(Clone, Copy, Debug)]
enum Terrain {
    Level,
    Slope,
    Stairs,
}

impl Terrain {
    fn height(self, z: f32) -> f32 {
        let rise = 20f32.to_radians().tan();
        match self {
            Self::Level => 0.0,
            // Up, level, and down again.
            Self::Slope => (z - 1.0).clamp(0.0, 2.0).min((6.2 - z).clamp(0.0, 2.0)) * rise,
            Self::Stairs => {
                let up = ((z - 1.0) / 0.29).floor() + 1.0;
                let down = ((1.0 + 0.29 * 12.0 + 1.2 - z) / 0.29).floor() + 1.0;
                0.17 * up.clamp(0.0, 6.0).min(down.clamp(0.0, 6.0))
            }
        }
    }
}

/// Measurements of a walk.
#[derive(Debug, Default)]
struct Seen {
    /// Slide of a planted foot over the ground, millimetres.
    slide: f32,
    /// Distance of its sole from the ground, millimetres.
    gap: f32,
    /// Fastest rotation of a joint of the legs, radians per second.
    speed: f32,
    /// Vertical acceleration of the hips, m/s².
    hip_acceleration: f32,
    /// Difference of the toes of a planted foot from the animation, radians.
    heel: f32,
    /// Number of frames with a planted foot.
    planted: usize,
    /// Height that the character reached, metres.
    climbed: f32,
    /// Deepest penetration of the sole of a swinging foot, millimetres, and the number of frames with more
    /// than two centimetres.
    penetration: (f32, usize),
    /// Ground queries per frame, largest and typical.
    queries: (u32, f32),
}

/// Bones of the legs.
const LEGS: [HumanBone; 6] = [
    HumanBone::LeftUpperLeg,
    HumanBone::LeftLowerLeg,
    HumanBone::LeftFoot,
    HumanBone::RightUpperLeg,
    HumanBone::RightLowerLeg,
    HumanBone::RightFoot,
];

/// The clip, with root motion from its feet where it has none.
fn with_root_motion(character: &Character, clip: &sinew::RawClip) -> sinew::RawClip {
    let mut clip = clip.clone();
    if clip.root_motion.is_none() {
        let soles = [HumanBone::LeftFoot, HumanBone::RightFoot, HumanBone::LeftToes, HumanBone::RightToes];
        let body = character.humanoid().expect("a humanoid");
        let soles: Vec<JointId> = soles.into_iter().filter_map(|bone| body.named_bones.joint(bone)).collect();
        clip.root_motion = Some(root_motion_from_feet(&clip, character.skeleton(), &soles));
    }
    clip
}

/// Walks with strides `stride` times as long as those of the clip.
fn walk(character: &Arc<Character>, clip: &sinew::RawClip, terrain: Terrain, stride: f32) -> Seen {
    let body = character.humanoid().expect("a humanoid");
    let joint = |bone| body.named_bones.joint(bone);
    let feet = FootIk::human(character, body).expect("a humanoid with feet");
    // The terrain is scaled to the size of the body.
    let height = |joint: JointId| character.rest_model()[joint.index()].translation.y - feet.floor;
    let size = joint(HumanBone::Head).map_or(1.5, height) / 1.5;
    let rig = IkRig::new().with_feet(feet.clone());
    let clip = with_root_motion(character, clip);
    let mut actor = Actor::new(character.clone(), vec![Arc::new(clip)]).expect("the clip is its own");
    // The same without foot IK.
    let mut plain = actor.clone();
    plain.play(ClipId(0)).unwrap();
    actor.set_ik(Some(Arc::new(rig))).expect("so is the rig");
    actor.play(ClipId(0)).unwrap();
    let height = |z: f32| terrain.height(z / size) * size;
    let plain_ground = height_field(move |_, z| height(z));
    let queries = Cell::new(0);
    let ground = |point: Vec3| {
        queries.set(queries.get() + 1);
        plain_ground.under(point)
    };
    let legs: Vec<JointId> = LEGS.into_iter().filter_map(joint).collect();
    let hips = joint(HumanBone::Hips).expect("a humanoid with feet");
    let toes = [HumanBone::LeftToes, HumanBone::RightToes].map(joint);
    let mut heights: [Option<f32>; 2] = [None; 2];
    let mut seen = Seen::default();
    let (mut world_from_model, mut raised) = (Affine3A::IDENTITY, (0.0, 0.0));
    let mut held: Vec<Option<Vec3>> = vec![None; feet.foot_count()];
    let mut before: Option<Vec<Quat>> = None;
    for _ in 0..900 {
        if let Some(ik) = actor.ik_mut() {
            ik.set_stride_scale(stride);
        }
        let delta = actor.advance(STEP);
        let delta = RootMotion { translation: delta.translation * stride, ..delta };
        world_from_model = delta.apply_to(world_from_model);
        plain.update(STEP);
        // The engine raises the character little by little.
        raised = smooth_damp(raised.0, raised.1, height(world_from_model.translation.z), 0.4, STEP);
        let world = Affine3A::from_translation(Vec3::Y * (raised.0 - feet.floor)) * world_from_model;
        queries.set(0);
        actor.resolve(FrameInput::new(STEP, world).with_ground(&ground));
        seen.queries = (seen.queries.0.max(queries.get()), seen.queries.1 + queries.get() as f32 / 900.0);
        seen.climbed = seen.climbed.max(raised.0 / size);
        let frame = actor.frame();
        let at = |(joint, point): (JointId, Vec3)| {
            world.transform_point3(frame.model()[joint.index()].transform_point3(point))
        };
        for (foot, held) in held.iter_mut().enumerate() {
            let stands = actor.ik().is_some_and(|ik| ik.feet().report(foot).planted);
            let ball = at(feet.ball(foot));
            if !stands {
                *held = None;
                let under = |point: &(JointId, Vec3)| height(at(*point).z) - at(*point).y;
                let penetration = feet.sole(foot).iter().map(under).fold(0.0, f32::max) / size * 1e3;
                seen.penetration = (
                    seen.penetration.0.max(penetration),
                    seen.penetration.1 + usize::from(penetration > 20.0),
                );
                continue;
            }
            seen.planted += 1;
            if let Some(toes) = toes[foot] {
                let bend = |actor: &Actor| actor.frame().local()[toes.index()].rotation;
                seen.heel = seen.heel.max(bend(&actor).angle_between(bend(&plain)));
            }
            let from = *held.get_or_insert(ball);
            seen.slide = seen.slide.max((ball - from).with_y(0.0).length() / size * 1e3);
            let over = |point: &(JointId, Vec3)| at(*point).y - height(at(*point).z);
            // On an edge the sole rests on the highest point under it.
            let low = feet.sole(foot).iter().map(over).fold(f32::MAX, f32::min);
            let edge =
                feet.sole(foot).iter().any(|p| (height(at(*p).z) - height(ball.z)).abs() > 0.02 * size);
            if !(edge && matches!(terrain, Terrain::Stairs)) {
                seen.gap = seen.gap.max(low.abs() / size * 1e3);
            }
        }
        let high = (world * frame.model()[hips.index()]).translation.y / size;
        if let [Some(first), Some(second)] = heights {
            seen.hip_acceleration =
                seen.hip_acceleration.max((high - 2.0 * second + first).abs() / (STEP * STEP));
        }
        heights = [heights[1], Some(high)];
        let now: Vec<Quat> = legs.iter().map(|joint| frame.local()[joint.index()].rotation).collect();
        if let Some(before) = &before {
            let turned = before.iter().zip(&now).map(|(a, b)| a.angle_between(*b));
            seen.speed = seen.speed.max(turned.fold(0.0, f32::max) / STEP);
        }
        before = Some(now);
    }
    seen
}

/// Strides on stairs: about a tread a step.
const SHORT: f32 = 0.45;

/// `fastest` is the largest rotation speed of a joint of the legs, radians per second; `penetration` is the
/// largest number of frames of short strides on stairs with a foot in a step.
fn check(file: &str, bytes: &[u8], clip: &str, fastest: f32, penetration: usize) {
    let imported = import(bytes, &NoFiles).expect("a sound file");
    let character = Arc::new(imported.character);
    let clip = imported.clips.iter().find(|candidate| candidate.name == clip).expect("it walks");
    for (terrain, stride) in
        [(Terrain::Level, 1.0), (Terrain::Slope, 1.0), (Terrain::Stairs, 1.0), (Terrain::Stairs, SHORT)]
    {
        let seen = walk(&character, clip, terrain, stride);
        println!("{file}: {terrain:?} by strides of {stride}: {seen:.2?}");
        assert!(seen.planted > 250, "{terrain:?}: {seen:?}");
        assert!(seen.slide <= 2.0, "{terrain:?}: {seen:?}");
        assert!(seen.gap <= 5.0, "{terrain:?}: {seen:?}");
        assert!(seen.speed <= fastest, "{terrain:?}: {seen:?}");
        // Straight legs accelerate the hips two to three times as hard where no heel lifts.
        assert!(seen.hip_acceleration <= 75.0, "{terrain:?}: {seen:?}");
        let uneven = !matches!(terrain, Terrain::Level);
        // Footholds are searched near edges.
        assert!(seen.queries.0 <= if uneven { 52 } else { 21 }, "{terrain:?}: {seen:?}");
        assert!(seen.queries.1 <= 12.0, "{terrain:?}: {seen:?}");
        let least = if uneven && stride == 1.0 { 0.18 } else { 0.0 };
        assert!(seen.heel >= least, "{terrain:?}: {seen:?}");
        let least = if uneven { 0.6 } else { 0.0 };
        assert!(seen.climbed >= least, "{terrain:?}: {seen:?}");
        if stride != 1.0 {
            assert!(seen.penetration.1 <= penetration, "{terrain:?}: {seen:?}");
        }
    }
}

#[test]
fn the_built_in_character_walks_over_stairs_and_a_slope() {
    let bytes = std::fs::read(sinew_suite::repository().join("data/sinew.vrm")).unwrap();
    check("built-in", &bytes, "walk", 28.0, 16);
}

#[test]
fn a_knight_walks_over_stairs_and_a_slope() {
    // Steps of this size are half as high as the legs are long: swinging feet do not clear all of them.
    real("gltf/kaykit/Knight.glb", "Walking_A", 50.0, 400);
}

#[test]
fn tiny_walks_over_stairs_and_a_slope() {
    real("x/tiny/tiny.x", "", 38.0, 18);
}

#[test]
fn cesium_man_walks_over_stairs_and_a_slope() {
    real("gltf/CesiumMan.glb", "", 36.0, 16);
}

fn real(file: &str, clip: &str, fastest: f32, penetration: usize) {
    let Some(assets) = sinew_suite::assets() else { return };
    check(file, &std::fs::read(assets.join(file)).unwrap(), clip, fastest, penetration);
}

#[test]
fn a_standing_body_stands_on_the_whole_foot() {
    let bytes = std::fs::read(sinew_suite::repository().join("data/sinew.vrm")).unwrap();
    let character = Arc::new(import(&bytes, &NoFiles).expect("a sound file").character);
    let body = character.humanoid().expect("a humanoid");
    let feet = FootIk::human(&character, body).expect("a humanoid with feet");
    let rig = Arc::new(IkRig::new().with_feet(feet));
    // On the ground, and on a moving platform.
    for speed in [0.0, 3.0] {
        let mut actor = Actor::without_clips(character.clone());
        actor.set_ik(Some(rig.clone())).expect("so is the rig");
        for frame in 0..120 {
            let raft = Affine3A::from_translation(Vec3::Z * (speed * frame as f32 * STEP));
            // One foot stands lower, and both legs are straight at rest.
            let ground = move |point: Vec3| {
                let hit = GroundHit::level(point.with_y(if point.x > 0.0 { 0.0 } else { -0.1 }));
                Some(GroundHit { platform: Some((1, raft)), ..hit })
            };
            actor.advance(STEP);
            actor.resolve(FrameInput::new(STEP, raft).with_ground(&ground));
        }
        let frame = actor.frame();
        let rest = |joint: JointId| character.skeleton().rest()[joint.index()].rotation;
        for bone in [HumanBone::LeftToes, HumanBone::RightToes] {
            let toes = body.joint(bone).expect("it has toes");
            let bent = frame.local()[toes.index()].rotation.angle_between(rest(toes));
            assert!(bent < 1e-3, "{speed} {bone:?}: {bent}");
        }
        let hips = body.joint(HumanBone::Hips).expect("a humanoid with feet").index();
        let sunk = character.rest_model()[hips].translation.y - frame.model()[hips].translation.y;
        assert!((0.08..0.12).contains(&sunk), "{speed}: {sunk}");
    }
}

/// Feet of the walking built-in character over two seconds at 30 frames per second on a platform that moves
/// sideways at `speed`: whether each is planted, and where it is on the platform.
fn on_a_platform(speed: f32) -> Vec<(bool, Vec3)> {
    let dt = 1.0 / 30.0;
    let bytes = std::fs::read(sinew_suite::repository().join("data/sinew.vrm")).unwrap();
    let imported = import(&bytes, &NoFiles).expect("a sound file");
    let character = Arc::new(imported.character);
    let feet = FootIk::human(&character, character.humanoid().expect("a humanoid")).expect("it has feet");
    let mut actor = Actor::new(character, imported.clips).expect("the clips are its own");
    actor.set_ik(Some(Arc::new(IkRig::new().with_feet(feet.clone())))).expect("so is the rig");
    actor.play("walk").expect("it walks");
    let (mut walked, mut seen) = (Affine3A::IDENTITY, Vec::new());
    for frame in 0..240 {
        let platform = Affine3A::from_translation(Vec3::X * speed * dt * frame as f32);
        walked = actor.advance(dt).apply_to(walked);
        let ground = move |point: Vec3| {
            let platform = (speed != 0.0).then_some((7, platform));
            Some(GroundHit { platform, ..GroundHit::level(point.with_y(0.0)) })
        };
        actor.resolve(FrameInput::new(dt, platform * walked).with_ground(&ground));
        // The first steps differ: the platform's velocity is not known yet.
        for foot in (0..feet.foot_count()).filter(|_| frame >= 60) {
            let (joint, point) = feet.ball(foot);
            let position =
                walked.transform_point3(actor.frame().model()[joint.index()].transform_point3(point));
            seen.push((actor.ik().is_some_and(|ik| ik.feet().report(foot).planted), position));
        }
    }
    seen
}

#[test]
fn feet_walk_on_fast_platforms_as_on_the_ground() {
    let still = on_a_platform(0.0);
    for speed in [1e-6, 3.0, 30.0, 120.0] {
        let moving = on_a_platform(speed);
        let differ = still.iter().zip(&moving).filter(|(a, b)| a.0 != b.0).count();
        let apart = still.iter().zip(&moving).map(|(a, b)| a.1.distance(b.1)).fold(0.0, f32::max);
        println!(
            "{speed} m/s: {differ} of {} frames of feet differ, {:.1} mm apart",
            moving.len(),
            apart * 1e3
        );
        assert!(
            differ * 50 < moving.len() && apart < 0.01,
            "{speed} m/s: {differ} of {}, {apart} m",
            moving.len()
        );
    }
}

#[test]
fn feet_stay_planted_on_moving_platforms() {
    let bytes = std::fs::read(sinew_suite::repository().join("data/sinew.vrm")).unwrap();
    let imported = import(&bytes, &NoFiles).expect("a sound file");
    let character = Arc::new(imported.character);
    let body = character.humanoid().expect("a humanoid");
    let feet = FootIk::human(&character, body).expect("a humanoid with feet");
    let clips = imported.clips;
    let mut actor = Actor::new(character.clone(), clips).expect("the clips are its own");
    actor.set_ik(Some(Arc::new(IkRig::new().with_feet(feet.clone())))).expect("so is the rig");
    actor.play("look_around").expect("it looks around");
    let mut held: Vec<Option<Vec3>> = vec![None; feet.foot_count()];
    let (mut planted, mut slide, mut gap) = (0, 0.0_f32, 0.0_f32);
    for frame in 0..400 {
        // A raft that drifts, rotates and bobs; the character moves with it.
        let time = frame as f32 * STEP;
        let drift = Vec3::new(0.8 * time, 0.1 * (1.3 * time).sin(), 0.3 * time);
        let raft = Affine3A::from_rotation_translation(Quat::from_rotation_y(0.4 * time), drift);
        actor.advance(STEP);
        let ground = move |point: Vec3| {
            let hit = GroundHit::level(point.with_y(raft.translation.y));
            Some(GroundHit { platform: Some((7, raft)), ..hit })
        };
        // The body sways a little; planted feet do not.
        let sways = raft * Affine3A::from_translation(Vec3::X * 0.03 * (2.0 * time).sin());
        actor.resolve(FrameInput::new(STEP, sways).with_ground(&ground));
        for (foot, held) in held.iter_mut().enumerate() {
            let at = |(joint, point): (JointId, Vec3)| {
                let model = actor.frame().model()[joint.index()];
                raft.inverse().transform_point3(sways.transform_point3(model.transform_point3(point)))
            };
            if !actor.ik().is_some_and(|ik| ik.feet().report(foot).planted) {
                *held = None;
                continue;
            }
            let ball = at(feet.ball(foot));
            planted += 1;
            slide = slide.max(ball.distance(*held.get_or_insert(ball)) * 1e3);
            let low = feet.sole(foot).iter().map(|point| at(*point).y).fold(f32::MAX, f32::min);
            gap = gap.max(low.abs() * 1e3);
        }
    }
    println!("on a raft: {planted} frames of feet, astray {slide:.2} mm, {gap:.2} mm off");
    assert!(planted > 600 && slide <= 2.0 && gap <= 5.0, "{planted} {slide} {gap}");
}
