//! Head clearance: extent of trunk and head, by its pitch, to the front of a resting body.

use sinew::Character;
use sinew::JointId;
use sinew::body::skin_vertices;
use sinew::glam::{Quat, Vec3};
use sinew::humanoid::HumanBone::*;
use sinew::humanoid::Humanoid;

/// Largest pitch of the head, radians, and the number of measured steps.
const UP: f32 = 0.8;
const STEPS: usize = 8;

/// Extent of a body to its front, from the origin of the model, metres; minus infinity without a skin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct HeadClearance {
    trunk: f32,
    /// By pitch, from straight ahead to the largest.
    head: [f32; STEPS + 1],
}

impl Default for HeadClearance {
    fn default() -> Self {
        Self { trunk: f32::NEG_INFINITY, head: [f32::NEG_INFINITY; STEPS + 1] }
    }
}

impl HeadClearance {
    /// Measures a body that the rotation `facing` turns to face +Z.
    pub(super) fn of(character: &Character, humanoid: &Humanoid, facing: Quat) -> Self {
        let mut clearance = Self::default();
        let neck = humanoid.joint(Head).map(|joint| character.reference_model()[joint.index()].translation);
        let neck = facing * Vec3::from(neck.unwrap_or_default());
        for (part, position) in skin(character, humanoid) {
            let position = facing * position;
            match part {
                Part::Trunk => clearance.trunk = clearance.trunk.max(position.z),
                Part::Head => {
                    let from = position - neck;
                    for (step, max) in clearance.head.iter_mut().enumerate() {
                        let (sin, cos) = turn(step as f32).sin_cos();
                        *max = max.max(neck.z + from.z * cos - from.y * sin);
                    }
                }
            }
        }
        clearance
    }

    /// Extent with the head straight ahead.
    pub(super) fn ahead(&self) -> f32 {
        self.trunk.max(self.head[0])
    }

    /// Smallest pitch at which the head reaches no farther than `max`, radians; the largest where none does.
    pub(super) fn smallest_pitch(&self, max: f32) -> f32 {
        let fits = |step: &usize| self.head[*step] <= max;
        let Some(step) = (0..=STEPS).find(fits) else { return UP };
        if step == 0 {
            return 0.0;
        }
        let [before, after] = [self.head[step - 1], self.head[step]];
        turn(step as f32 - (max - after) / (before - after))
    }
}

fn turn(step: f32) -> f32 {
    UP * step / STEPS as f32
}

/// Part of a body that moves a vertex.
enum Part {
    Trunk,
    Head,
}

/// Rest positions of the vertices whose heaviest influence belongs to trunk or head.
fn skin(character: &Character, humanoid: &Humanoid) -> Vec<(Part, Vec3)> {
    let skeleton = character.skeleton();
    let part = |joint: JointId| {
        let mut above = std::iter::successors(Some(joint), |&j| skeleton.parent(j));
        match above.find_map(|j| humanoid.named_bones.bone(j))? {
            Hips | Spine | Chest | UpperChest | Neck => Some(Part::Trunk),
            Head | Jaw | LeftEye | RightEye => Some(Part::Head),
            _ => None,
        }
    };
    let joints = character.reference_model();
    let placed = skin_vertices(character).map(|vertex| vertex.main_joint());
    let placed = placed.map(|(joint, point)| (joint, joints[joint.index()].transform_point3(point)));
    placed
        .filter(|(_, position)| position.is_finite())
        .filter_map(|(joint, position)| Some((part(joint)?, position)))
        .collect()
}
