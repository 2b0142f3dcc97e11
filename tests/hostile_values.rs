//! Running cannot fail: hostile values through every setter of a frame give finite poses, and valid values
//! recover at once.

use fastrand::Rng;
use sinew::character::{Character, ExpressionId, SkinningMethod};
use sinew::clip::WrapMode;
use sinew::face::{
    BlinkSettings, EmotionFade, EyeMovementSettings, FaceRig, FaceSmoothing, Gaze, GazeAngles,
};
use sinew::glam::{Affine3A, Mat3A, Quat, Vec3};
use sinew::graph::{AnimationGraph, graph_from_ron};
use sinew::ground::{GroundHit, height_field};
use sinew::humanoid::HumanBone;
use sinew::ik::{Chain, ChainMethod, ChainSolver, Limb, LimbSettings, LookAt, LookSettings};
use sinew::limit::AngleRange;
use sinew::locomotion::{FootIk, FootSettings};
use sinew::morph::{MeshInstanceId, MorphTargetId};
use sinew::playback::{ClipSet, MixerChange, MixerKey, Playback};
use sinew::rig::{IkGoal, IkRig, IkTarget};
use sinew::skeleton::JointMask;
use sinew::skinning::SkinnedVertices;
use sinew::{Actor, ClipId, FrameInput, JointIndex, Socket, Transform};
use sinew_author::clip::compress;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

const CASES: usize = 10_000;
const DT: f32 = 1.0 / 60.0;

/// Effectors of the human rig.
const EFFECTORS: [&str; 5] = ["look", "left hand", "right hand", "left foot", "right foot"];

/// A graph with a machine, a blend space, layers and a slot on the built-in character's clips.
const GRAPH: &str = r#"(
    parameters: { "speed": Float(0.0), "slow": Smooth(0.0, 0.2), "jump": Trigger },
    output: Layers(
        base: Slot(name: "act", node: StateMachine(
            states: [
                (name: "ground", node: BlendSpace1d(x: "slow", points: [
                    (0.0, Clip(clip: "idle")), (1.0, Clip(clip: "walk", speed: "speed")), (2.0, Clip(clip: "run")),
                ])),
                (name: "jump", node: Clip(clip: "jump", looping: false)),
            ],
            transitions: [
                (from: ["ground"], to: "jump", when: [Is("jump")], duration: 0.15),
                (from: ["jump"], to: "ground", when: [Finished], duration: 0.3),
            ],
        )),
        layers: [
            (node: Clip(clip: "walk"), weight: "speed", mode: Additive(Rest)),
            (node: Snapshot("held"), weight: "slow"),
        ],
    ),
)"#;

fn number(random: &mut Rng) -> f32 {
    const ODD: [f32; 18] = [
        f32::NAN,
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::MAX,
        f32::MIN,
        1e38,
        -1e38,
        1e30,
        -1e20,
        1e19,
        1e10,
        0.0,
        -0.0,
        1e-40,
        -1e-45,
        f32::MIN_POSITIVE,
        1.0,
        -1.0,
    ];
    if random.u8(..5) == 0 { random.f32() * 4.0 - 2.0 } else { ODD[random.usize(..ODD.len())] }
}

fn wide(random: &mut Rng) -> f64 {
    const ODD: [f64; 4] = [1e300, -1e300, f64::MAX, 1e-310];
    if random.u8(..4) == 0 { ODD[random.usize(..4)] } else { f64::from(number(random)) }
}

fn vector(random: &mut Rng) -> Vec3 {
    let one = random.bool();
    Vec3::from_array([0; 3].map(|_| if one || random.bool() { number(random) } else { 0.5 }))
}

fn turn(random: &mut Rng) -> Quat {
    match random.u8(..4) {
        0 => Quat::from_xyzw(0.0, 0.0, 0.0, 0.0),
        1 => Quat::from_rotation_x(number(random)),
        _ => Quat::from_array([0; 4].map(|_| number(random))),
    }
}

fn matrix(random: &mut Rng) -> Affine3A {
    let columns = [0; 3].map(|_| vector(random).into());
    let linear = if random.bool() {
        Mat3A::IDENTITY
    } else {
        Mat3A::from_cols_array_2d(&columns.map(|v: sinew::glam::Vec3A| v.to_array()))
    };
    Affine3A { matrix3: linear, translation: vector(random).into() }
}

fn transform(random: &mut Rng) -> Transform {
    Transform { rotation: turn(random), translation: vector(random), scale: vector(random) }
}

fn index(random: &mut Rng) -> u32 {
    match random.u8(..4) {
        0 => u32::MAX,
        1 => random.u32(..),
        _ => random.u32(..40),
    }
}

struct Stage {
    clips: Arc<ClipSet>,
    graph: Arc<AnimationGraph>,
    rig: Arc<IkRig>,
    /// Rigs with hostile settings.
    hostile_rigs: Vec<Arc<IkRig>>,
}

/// A rig of the human rig's effectors whose settings are hostile.
fn hostile_rig(character: &Character, random: &mut Rng) -> IkRig {
    let (skeleton, human) = (character.skeleton(), character.humanoid().unwrap());
    let joint = |name: &str| human.joint(HumanBone::from_name(name).unwrap()).unwrap();
    let mut feet = FootIk::human(character, human).unwrap();
    feet.settings = FootSettings::default()
        .with_plant_height(number(random))
        .with_plant_speed(number(random))
        .with_lock_feet(random.bool())
        .with_lock_radius(number(random))
        .with_look_ahead(number(random))
        .with_max_foothold_shift(number(random))
        .with_step_time(number(random))
        .with_hip_time(number(random))
        .with_max_hip_offset(number(random))
        .with_max_tilt(number(random))
        .with_max_heel_angle(number(random));
    let mut rig = IkRig::new().with_feet(feet);
    let head = Chain::new(skeleton, &["neck", "head"].map(joint)).unwrap();
    let range = |random: &mut Rng| AngleRange::new(number(random), number(random));
    let mut look = LookAt::new(skeleton, head).with_shares(&[number(random), number(random)]);
    look = look.with_eyes(skeleton, vector(random)).with_forward(skeleton, vector(random));
    look = look.with_cone(skeleton, range(random), range(random));
    look.settings = LookSettings::default().with_softness(number(random)).with_response_time(number(random));
    rig.add_look("look", look);
    let settings = |random: &mut Rng| {
        LimbSettings::default()
            .with_pole(random.bool().then(|| vector(random)))
            .with_swivel(number(random))
            .with_softness(number(random))
            .with_stretch(number(random))
    };
    let arm = Chain::new(skeleton, &["leftUpperArm", "leftLowerArm", "leftHand"].map(joint)).unwrap();
    let method = [
        ChainMethod::Ccd,
        ChainMethod::Fabrik,
        ChainMethod::JacobianTranspose,
        ChainMethod::DampedLeastSquares,
    ][random.usize(..4)];
    let solver = ChainSolver::default()
        .with_method(method)
        .with_rounds(random.u32(..8))
        .with_tolerance(number(random))
        .with_restarts(random.u32(..2));
    rig.add_chain("left hand", arm, solver);
    for (effector, bones) in [
        ("right hand", ["rightUpperArm", "rightLowerArm", "rightHand"]),
        ("left foot", ["leftUpperLeg", "leftLowerLeg", "leftFoot"]),
        ("right foot", ["rightUpperLeg", "rightLowerLeg", "rightFoot"]),
    ] {
        let limb = Limb::new(skeleton, bones.map(joint), None).unwrap();
        rig.add_limb(effector, limb, settings(random));
    }
    for effector in EFFECTORS {
        let _ = rig.set_fade(effector, number(random));
    }
    rig
}

impl Stage {
    fn new() -> Self {
        let file = sinew_suite::open(&sinew_suite::repository().join("data/sinew.vrm")).unwrap();
        let character = Arc::new(file.character);
        let mut clips = ClipSet::new(&character, file.clips.clone()).unwrap();
        for clip in &file.clips {
            clips.add(compress(clip, character.skeleton(), &Default::default()).unwrap()).unwrap();
        }
        let (skeleton, human) = (character.skeleton(), character.humanoid().unwrap());
        let mut rig = IkRig::human(skeleton, human)
            .with_feet(FootIk::human(&character, human).unwrap())
            .with_spine_assist(skeleton, human)
            .with_grips(skeleton, human);
        let names: Vec<String> = rig.effectors().map(|(_, name)| name.to_owned()).collect();
        for (name, fade) in names.iter().zip([0.1, 0.0, f32::NAN, f32::INFINITY, 1e-40]) {
            let _ = rig.set_fade(name.as_str(), fade);
        }
        let clips = Arc::new(clips);
        let graph = AnimationGraph::new(&graph_from_ron(GRAPH).unwrap(), &clips).unwrap();
        let mut random = Rng::with_seed(1);
        let hostile_rigs = (0..24).map(|_| Arc::new(hostile_rig(&character, &mut random))).collect();
        Self { clips, graph: Arc::new(graph), rig: Arc::new(rig), hostile_rigs }
    }

    fn actor(&self) -> Actor {
        let mut actor = Actor::with_clips(self.clips.clone());
        actor.set_ik_rig(Some(self.rig.clone())).unwrap();
        actor.play("walk").unwrap();
        actor
    }
}

/// Calls a setter with hostile values.
fn set(actor: &mut Actor, stage: &Stage, random: &mut Rng) -> &'static str {
    let clip = ClipId(index(random));
    let effector = EFFECTORS[random.usize(..EFFECTORS.len())];
    match random.u8(..35) {
        0 => {
            if let Ok(playback) = actor.play(clip) {
                playback.seek(wide(random)).speed(number(random)).fade(number(random));
            }
            "play and fade"
        }
        1 => {
            if let Ok(playback) = actor.play(ClipId(random.u32(..4))) {
                playback.inertialize(number(random)).wrap(WrapMode::Clamp).speed(number(random));
            }
            "play and inertialize"
        }
        2 => {
            if let Some(playback) = actor.playback_mut() {
                (playback.time, playback.speed) = (wide(random), number(random));
            }
            "playback"
        }
        3 => {
            let mixer = actor.use_mixer(random.usize(1..4));
            for track in mixer.tracks_mut() {
                let mut playback = Playback::new(ClipId(index(random)), wide(random));
                playback.speed(number(random));
                (track.playback, track.weight) = (Some(playback), number(random));
            }
            "mixer"
        }
        4 => {
            if let Some(mixer) = actor.mixer_mut() {
                let change = match random.u8(..3) {
                    0 => MixerChange::Weight(number(random)),
                    1 => MixerChange::Speed(number(random)),
                    _ => MixerChange::Time(wide(random)),
                };
                let (start, duration) = (wide(random), number(random));
                mixer.add_key(MixerKey { track: index(random) as usize, start, duration, change });
            }
            "mixer key"
        }
        5 => {
            actor.set_graph(stage.graph.clone()).unwrap();
            "graph"
        }
        6 => {
            if let Some(graph) = actor.graph_mut() {
                let _ = graph.set_parameter("speed", number(random));
                let _ = graph.set_parameter("slow", number(random));
                let _ = graph.trigger("jump");
                let _ = graph.set_parameter("jump", number(random));
            }
            "graph parameters"
        }
        7 => {
            if let Some(graph) = actor.graph_mut()
                && let Ok(slot) = graph.play_in_slot("act", clip, number(random))
            {
                slot.speed(number(random)).fade_in(number(random)).fade_out(number(random));
            }
            "slot"
        }
        8 => {
            actor.inertialize(number(random));
            "inertialize"
        }
        9..=14 => {
            let target = match random.u8(..4) {
                0 => IkTarget::World(vector(random)),
                1 => IkTarget::Model(vector(random)),
                2 => IkTarget::Offset(vector(random)),
                _ => IkTarget::Socket(Socket { joint: JointIndex(index(random)), offset: transform(random) }),
            };
            let rotation = random.bool().then(|| turn(random));
            let pole = random.bool().then(|| vector(random));
            let goal =
                IkGoal::new(target).with_rotation(rotation).with_pole(pole).with_weight(number(random));
            let ik = actor.ik_mut().unwrap();
            let _ = ik.set_goal(effector, goal);
            if random.bool() {
                ik.snap();
            }
            "IK goal"
        }
        15 => {
            let points: Vec<Vec3> = (0..4).map(|_| vector(random)).collect();
            let ik = actor.ik_mut().unwrap();
            let _ = ik.set_curve(effector, &points);
            let _ = ik.set_foot_lifts(effector, Some([number(random), number(random)]));
            "curve and foot lifts"
        }
        16 => {
            actor.ik_mut().unwrap().set_stride_scale(number(random));
            "stride"
        }
        17 => {
            let Some(face) = actor.face_mut() else { return "no face" };
            let _ = face.set_expression(ExpressionId(index(random)), number(random));
            let _ = face.set_expression("happy", number(random));
            let fade = EmotionFade::new(number(random)).with_intensity(number(random));
            let _ = face.set_emotion(["happy", "sad"][random.usize(..2)], fade);
            let smoothing = FaceSmoothing::default().with_by_hand(number(random)).with_lids(number(random));
            face.set_rig(Arc::new(FaceRig::clone(face.rig()).with_smoothing(smoothing))).unwrap();
            "expression"
        }
        18 => {
            let Some(face) = actor.face_mut() else { return "no face" };
            let target =
                MorphTargetId { instance: MeshInstanceId(index(random)), target: index(random) as usize };
            let _ = face.set_morph(target, number(random));
            let _ = face.set_morph(MorphTargetId { target: random.usize(..4), ..target }, number(random));
            "morph"
        }
        19 => {
            let angles = GazeAngles { yaw: number(random), pitch: number(random) };
            let gaze = if random.bool() { Gaze::Target(vector(random)) } else { Gaze::Angles(angles) };
            let Some(face) = actor.face_mut() else { return "no face" };
            face.set_gaze(gaze);
            face.set_turns_head(random.bool());
            let mut eyes = EyeMovementSettings::new(random.u64(..)).with_social_gaze(random.bool());
            (eyes.max_angle, eyes.pursuit_speed) = (number(random), number(random));
            (eyes.saccade_base, eyes.lid_factor) = (number(random), number(random));
            face.set_eye_movements(random.bool().then_some(eyes));
            face.set_blinks(random.bool().then(|| BlinkSettings::new(1).with_per_minute(number(random))));
            "gaze"
        }
        20 => {
            actor.set_lod(Some(JointMask::uniform(actor.character().skeleton(), number(random))));
            "level of detail"
        }
        21 => {
            actor.advance(number(random));
            "advance"
        }
        22 => {
            let (dt, world_from_model) = (number(random), matrix(random));
            let hit = GroundHit {
                position: vector(random),
                normal: vector(random),
                platform: Some((1, matrix(random))),
            };
            let ground = move |_: Vec3| Some(hit);
            actor.resolve(
                FrameInput::new(dt, world_from_model).with_ground(&ground).with_gravity(vector(random)),
            );
            "place and ground"
        }
        23 => {
            let (a, b) = (number(random), number(random));
            let ground = height_field(|x, z| a * x + b * z);
            actor.resolve(
                FrameInput::new(number(random), Affine3A::from_translation(vector(random)))
                    .with_ground(&ground),
            );
            "slope"
        }
        24 => {
            let joints = actor.character().skeleton().len() as u32;
            let (joint, local, turned) = (JointIndex(random.u32(..joints)), transform(random), turn(random));
            let (at, weight) = (random.u8(..6), number(random));
            let mut n = 0;
            let mut hook = |_: sinew::stage::Stage,
                            _: &sinew::stage::StageInput<'_>,
                            pose: &mut sinew::stage::StagePose<'_>| {
                if n == at {
                    pose.set_local(joint, local);
                    pose.rotate(joint, turned);
                    pose.morphs_mut()
                        .as_mut_slice()
                        .iter_mut()
                        .for_each(|morph_weight| *morph_weight = weight);
                }
                n += 1;
            };
            actor.resolve(FrameInput::new(DT, Affine3A::IDENTITY).with_hook(&mut hook));
            "hook"
        }
        25 => {
            match random.bool() {
                true if actor.face().is_none() => drop(actor.set_face(actor.clips().face_rig().cloned())),
                true => {}
                false => actor.set_face(None).unwrap(),
            }
            "face on or off"
        }
        26 => {
            actor.set_constraints_enabled(random.bool());
            "constraints on or off"
        }
        27 => {
            // Ids of the character, and others.
            let instance = MeshInstanceId(index(random) % 8);
            let dual = random.bool();
            let method = if dual { SkinningMethod::DualQuaternion } else { SkinningMethod::Linear };
            let meshes = actor.meshes_mut();
            meshes.set_skinning(instance, method);
            meshes.set_skinning(MeshInstanceId(index(random)), method);
            meshes.set_visible(instance, random.bool());
            meshes.set_visible(MeshInstanceId(index(random)), random.bool());
            meshes.set_first_person(random.bool());
            "meshes"
        }
        28 => {
            if let Some(mixer) = actor.mixer_mut() {
                mixer.tracks_mut().iter_mut().for_each(|track| track.enabled = random.bool());
                let (track, start) = (random.usize(..4), wide(random));
                let change = MixerChange::Enabled(random.bool());
                mixer.add_key(MixerKey { track, start, duration: number(random), change });
                mixer.remove_keys(random.usize(..8));
            }
            "mixer tracks on or off"
        }
        29 => {
            let skeleton = actor.character().skeleton();
            let mut mask = JointMask::uniform(skeleton, number(random));
            mask.set_branch(skeleton, JointIndex(index(random)), number(random));
            actor.set_lod(Some(if random.bool() { mask.inverted() } else { mask }));
            "branch of a mask"
        }
        30 => {
            if let Some(face) = actor.face_mut() {
                let _ = face.clear_expression(ExpressionId(index(random)));
                let instance = MeshInstanceId(index(random));
                let _ = face.clear_morph(MorphTargetId { instance, target: index(random) as usize });
            }
            let _ = actor.ik_mut().unwrap().clear_goal(effector);
            let _ = actor.ik_mut().unwrap().set_foot_lifts(effector, None);
            if let Some(graph) = actor.graph_mut() {
                let _ = graph.stop_slot("act");
            }
            "clears"
        }
        31 => {
            let _ = actor.save_snapshot("held");
            if random.bool() {
                actor.stop();
            }
            "snapshot"
        }
        32 | 33 => {
            let rig = &stage.hostile_rigs[random.usize(..stage.hostile_rigs.len())];
            actor.set_ik_rig(Some(rig.clone())).unwrap();
            for effector in EFFECTORS {
                let _ = actor.ik_mut().unwrap().set_goal(effector, IkGoal::at(vector(random)));
            }
            "rig with hostile settings"
        }
        _ => {
            let flat = height_field(|_, _| 0.0);
            actor.resolve(
                FrameInput::new(number(random), Affine3A::IDENTITY).with_ground(&flat).with_teleport(),
            );
            "time step"
        }
    }
}

/// First number of the frame that is not finite.
fn fault(actor: &Actor) -> Option<String> {
    let frame = actor.frame();
    let name = |n: usize| frame.character().skeleton().name(JointIndex(n as u32)).to_owned();
    if let Some(n) = frame.local().iter().position(|transform| !transform.is_finite()) {
        return Some(format!("local {}: {:?}", name(n), frame.local()[n]));
    }
    if let Some(n) = frame.model().iter().position(|matrix| !matrix.is_finite()) {
        return Some(format!("model {}: {:?}", name(n), frame.model()[n]));
    }
    for instance in frame.character().mesh_instance_ids() {
        if frame.morph_weights(instance).iter().any(|weight| !weight.is_finite()) {
            return Some("morph weights".into());
        }
    }
    for skin in frame.character().skin_ids() {
        if frame.palette(skin).iter().any(|matrix| matrix.rows.as_flattened().iter().any(|n| !n.is_finite()))
        {
            return Some("palette".into());
        }
    }
    let bounds = frame.bounds();
    let is_sound = bounds.is_empty() || bounds.min.is_finite() && bounds.max.is_finite();
    (!is_sound).then(|| format!("bounds {bounds:?}"))
}

/// First skinned vertex of a primitive that is not finite.
fn vertex_fault(actor: &Actor, random: &mut Rng, vertices: &mut SkinnedVertices) -> Option<String> {
    let (frame, character) = (actor.frame(), actor.character());
    let instance = MeshInstanceId(random.u32(..character.mesh_instances().len() as u32));
    let primitives = &character.meshes()[character.mesh_instances()[instance].mesh].primitives;
    let primitive = random.usize(..primitives.len());
    frame.skin_vertices(instance, primitive, vertices);
    let all = vertices.positions.iter().chain(&vertices.normals);
    let vertex_index = all.clone().position(|vertex| !vertex.is_finite())?;
    Some(format!("vertex {vertex_index} of instance {}, primitive {primitive}", instance.0))
}

/// Gives every input a valid value again.
fn calm(actor: &mut Actor, stage: &Stage) {
    actor.set_face(actor.clips().face_rig().cloned()).unwrap();
    actor.set_constraints_enabled(true);
    let instances: Vec<_> = actor.character().mesh_instance_ids().collect();
    for instance in instances {
        actor.meshes_mut().set_visible(instance, true);
        actor.meshes_mut().set_skinning(instance, SkinningMethod::Linear);
    }
    actor.meshes_mut().set_first_person(false);
    if !Arc::ptr_eq(actor.ik().unwrap().rig(), &stage.rig) {
        actor.set_ik_rig(Some(stage.rig.clone())).unwrap();
    }
    actor.play("walk").unwrap().seek(0.2);
    actor.set_lod(None);
    let ik = actor.ik_mut().unwrap();
    EFFECTORS.into_iter().for_each(|name| ik.clear_goal(name).unwrap());
    ik.set_stride_scale(1.0);
    ik.snap();
    let face = actor.face_mut().unwrap();
    face.set_gaze(Gaze::Animated);
    face.set_turns_head(false);
    face.set_eye_movements(None);
    face.set_blinks(None);
    face.clear_emotion(EmotionFade::new(0.0));
    let expressions = face.expression_weights().len() as u32;
    (0..expressions).for_each(|n| face.clear_expression(ExpressionId(n)).unwrap());
}

#[test]
fn hostile_values_give_finite_poses_and_valid_ones_recover() {
    let stage = Stage::new();
    let flat = height_field(|_, _| 0.0);
    let mut faults: Vec<String> = Vec::new();
    let mut actor = stage.actor();
    let mut twin = stage.actor();
    let mut vertices = SkinnedVertices::default();
    for case in 0..CASES {
        let mut random = Rng::with_seed(case as u64);
        let mut called = Vec::new();
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            for _ in 0..random.usize(1..5) {
                called.push(set(&mut actor, &stage, &mut random));
            }
            for _ in 0..2 {
                let root = actor.advance(DT);
                if !(root.translation.is_finite() && root.rotation.is_finite()) {
                    return Some(format!("root motion {root:?}"));
                }
                actor.resolve(FrameInput::new(DT, Affine3A::IDENTITY).with_ground(&flat));
                if let Some(fault) = fault(&actor) {
                    return Some(fault);
                }
            }
            if case % 8 == 0
                && let Some(fault) = vertex_fault(&actor, &mut random, &mut vertices)
            {
                return Some(fault);
            }
            if case % 10 > 0 {
                return None;
            }
            // Both get the same valid input for half a second.
            [&mut actor, &mut twin].into_iter().for_each(|actor| calm(actor, &stage));
            for _ in 0..6 {
                for actor in [&mut actor, &mut twin] {
                    actor.advance(0.1);
                    actor.resolve(FrameInput::new(0.1, Affine3A::IDENTITY).with_ground(&flat));
                }
            }
            let (frame, other) = (actor.frame(), twin.frame());
            let off = frame
                .model()
                .iter()
                .zip(other.model())
                .map(|(a, b)| (a.translation - b.translation).length());
            let off = off.fold(0.0, f32::max);
            (off > 0.05).then(|| format!("not recovered: {off} m"))
        }));
        let fault = match outcome {
            Ok(None) => continue,
            Ok(Some(fault)) => fault,
            Err(_) => "panic".to_owned(),
        };
        faults.push(format!("case {case}: {fault} after {called:?}"));
        (actor, twin) = (stage.actor(), stage.actor());
    }
    let count = faults.len();
    faults.truncate(40);
    assert!(faults.is_empty(), "{count} faults:\n{}", faults.join("\n"));
}
