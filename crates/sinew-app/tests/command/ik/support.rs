//! Helpers of the tests of `sinew ik`.

use crate::run_sinew::{Folder, Run, assert_no_nulls, sinew, sinew_reads};
use serde_json::{Value, json};
use sinew::glam::{Mat4, Quat, Vec3};
use sinew::ik::Chain;
use sinew::limit::HumanLimits;
use sinew::{Character, LocalPose, ModelPose};
use std::sync::LazyLock;

pub(crate) const LEFT_ARM: [&str; 3] = ["leftUpperArm", "leftLowerArm", "leftHand"];
pub(crate) const RIGHT_LEG: [&str; 3] = ["rightUpperLeg", "rightLowerLeg", "rightFoot"];
pub(crate) const HEAD: [&str; 3] = ["upperChest", "neck", "head"];

pub(crate) fn ik(args: &[&str], requests: &str) -> Run {
    let folder = Folder::new(&format!("ik-{:?}", std::thread::current().id()));
    let file = folder.file("requests.json", requests.as_bytes());
    sinew_reads(&[&["ik"], args].concat(), std::fs::File::open(file).unwrap())
}

/// Answers for the built-in character.
pub(crate) fn answers(requests: &[Value]) -> Vec<Value> {
    let answers = ik(&["--json"], &json!(requests).to_string()).json();
    assert_no_nulls(&answers, "ik");
    let answers = answers.as_array().unwrap().clone();
    assert_eq!(answers.len(), requests.len());
    answers
}

/// The built-in character.
pub(crate) fn built_in() -> &'static Character {
    static READ: LazyLock<Character> = LazyLock::new(|| {
        let bytes = include_bytes!("../../../../../data/sinew.vrm");
        sinew_import::import(bytes, &sinew_import::NoFiles).unwrap().character
    });
    &READ
}

/// Name of the built-in character's node for a bone.
pub(crate) fn node_name(bone: &str) -> &'static str {
    built_in().skeleton().name(built_in().find_joint(bone).unwrap())
}

pub(crate) fn number(value: &Value) -> f32 {
    value.as_f64().unwrap() as f32
}

/// World transform of a node in an answer of `ik` or in the output of `pose`.
pub(crate) fn world(answer: &Value, name: &str) -> Mat4 {
    let name = node_name(name);
    let nodes = answer["nodes"].as_array().unwrap();
    let node = nodes.iter().find(|node| node["name"] == name).unwrap();
    let numbers: Vec<f32> = node["world"].as_array().unwrap().iter().map(number).collect();
    Mat4::from_cols_slice(&numbers)
}

pub(crate) fn position(answer: &Value, name: &str) -> Vec3 {
    world(answer, name).w_axis.truncate()
}

pub(crate) fn rest() -> Value {
    sinew(&["pose", "--json"]).json()
}

/// Deterministic random numbers from 0 to 1.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn roll(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 40) as f32 / (1u64 << 24) as f32
    }

    pub(crate) fn point(&mut self) -> Vec3 {
        Vec3::from_array(std::array::from_fn(|_| self.roll() * 2.0 - 1.0))
    }

    pub(crate) fn turn(&mut self, max: f32) -> Quat {
        Quat::from_axis_angle(self.point().normalize_or(Vec3::X), self.roll() * max)
    }
}

/// Positions of the chain's tip in poses within human limits, with the root at rest.
pub(crate) fn reachable(chain: &[&str], count: usize) -> Vec<Vec3> {
    let character = built_in();
    let skeleton = character.skeleton();
    let joints: Vec<_> = chain.iter().map(|name| character.find_joint(name).unwrap()).collect();
    let limits = HumanLimits::new(skeleton, character.humanoid().unwrap());
    let chain = Chain::new(skeleton, &joints).unwrap().with_limits(&limits);
    let (mut dice, mut model) = (Dice(7), ModelPose::rest(skeleton));
    let mut one = || {
        let mut pose = LocalPose::rest(skeleton);
        for link in chain.links() {
            pose.get_mut(link.joint()).rotation = link.limit.clamp(dice.turn(2.0)) * link.reference_rotation;
        }
        model.update(skeleton, &pose);
        Vec3::from(model.get(chain.tip()).translation)
    };
    (0..count).map(|_| one()).collect()
}

/// Asserts that the listed limits are kept and that the reported violation is theirs.
pub(crate) fn assert_within_limits(answer: &Value) {
    let mut worst = 0.0f32;
    for limit in answer["limits"].as_array().unwrap() {
        let [min, max, value] = ["min", "max", "value"].map(|key| number(&limit[key]));
        worst = worst.max(min - value).max(value - max);
        assert!(["hinge", "swing", "twist"].contains(&limit["kind"].as_str().unwrap()), "{limit}");
    }
    let reported = number(&answer["limit_violation_rad"]);
    assert!(worst < 1e-3 && reported < 1e-3, "{worst}, {reported} reported: {}", answer["limits"]);
}
