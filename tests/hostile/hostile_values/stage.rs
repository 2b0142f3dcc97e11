//! The built-in character with clips, a graph and IK rigs, some of which have hostile settings.

use super::values::{number, vector};
use fastrand::Rng;
use sinew::Actor;
use sinew::character::Character;
use sinew::graph::{AnimationGraph, GraphDescription};
use sinew::humanoid::HumanBone;
use sinew::ik::{Chain, ChainMethod, ChainSolver, Limb, LimbSettings, LookAt, LookSettings};
use sinew::limit::AngleRange;
use sinew::locomotion::{FootIk, FootSettings};
use sinew::playback::ClipSet;
use sinew::rig::IkRig;
use sinew_author::clip::compress;
use std::sync::Arc;

/// Effectors of the human rig.
pub(crate) const EFFECTORS: [&str; 5] = ["look", "left hand", "right hand", "left foot", "right foot"];
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

pub(crate) struct Stage {
    pub(crate) clips: Arc<ClipSet>,
    pub(crate) graph: Arc<AnimationGraph>,
    pub(crate) rig: Arc<IkRig>,
    /// Rigs with hostile settings.
    pub(crate) hostile_rigs: Vec<Arc<IkRig>>,
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
    pub(crate) fn new() -> Self {
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
        let graph =
            AnimationGraph::from_description(&GraphDescription::from_ron(GRAPH).unwrap(), &clips).unwrap();
        let mut random = Rng::with_seed(1);
        let hostile_rigs = (0..24).map(|_| Arc::new(hostile_rig(&character, &mut random))).collect();
        Self { clips, graph: Arc::new(graph), rig: Arc::new(rig), hostile_rigs }
    }

    pub(crate) fn actor(&self) -> Actor {
        let mut actor = Actor::with_clips(self.clips.clone());
        actor.set_ik(Some(self.rig.clone())).unwrap();
        actor.play("walk").unwrap();
        actor
    }
}
