//! How far a body reaches to its front at rest: what follows the trunk, and the head with what it wears, by how far it looks up.

use crate::character::{Character, Topology};
use crate::humanoid::HumanBone::*;
use crate::humanoid::Humanoid;
use crate::skeleton::JointIndex;
use glam::{Quat, Vec3};

/// The farthest that a head looks up, radians, and in how many steps that is measured.
const UP: f32 = 0.8;
const STEPS: usize = 8;

/// How far a body reaches to its front, counted from where the model stands, in metres. Of what has no skin nothing is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Front {
    trunk: f32,
    /// Looking ahead, and further and further up.
    head: [f32; STEPS + 1],
}

impl Default for Front {
    fn default() -> Self {
        Self { trunk: f32::NEG_INFINITY, head: [f32::NEG_INFINITY; STEPS + 1] }
    }
}

impl Front {
    /// Measures a body that faces +Z when it is turned back by `facing`.
    pub(crate) fn of(character: &Character, humanoid: &Humanoid, facing: Quat) -> Self {
        let mut front = Self::default();
        let back = facing.inverse();
        let neck = humanoid.map.joint(Head).map(|joint| character.rest_model()[joint.index()].translation);
        let neck = back * Vec3::from(neck.unwrap_or_default());
        for (part, place) in skin(character, humanoid) {
            let place = back * place;
            match part {
                Part::Trunk => front.trunk = front.trunk.max(place.z),
                Part::Head => {
                    let from = place - neck;
                    for (step, most) in front.head.iter_mut().enumerate() {
                        let (sin, cos) = turn(step as f32).sin_cos();
                        *most = most.max(neck.z + from.z * cos - from.y * sin);
                    }
                }
            }
        }
        front
    }

    /// The farthest of all that is seen of it, looking ahead.
    pub(crate) fn all(&self) -> f32 {
        self.trunk.max(self.head[0])
    }

    /// How far up it has to look for the head to reach no farther than that, radians; as far as heads do where none is enough.
    pub(crate) fn looks_up(&self, most: f32) -> f32 {
        let fits = |step: &usize| self.head[*step] <= most;
        let Some(step) = (0..=STEPS).find(fits) else { return UP };
        if step == 0 {
            return 0.0;
        }
        let [before, after] = [self.head[step - 1], self.head[step]];
        turn(step as f32 - (most - after) / (before - after))
    }
}

fn turn(step: f32) -> f32 {
    UP * step / STEPS as f32
}

/// What a piece of skin goes with.
enum Part {
    Trunk,
    Head,
}

/// Where those vertices rest that trunk and head move more than limbs do.
fn skin(character: &Character, humanoid: &Humanoid) -> Vec<(Part, Vec3)> {
    let skeleton = character.skeleton();
    let part = |joint: JointIndex| {
        let mut above = std::iter::successors(Some(joint), |&j| skeleton.parent(j));
        match above.find_map(|j| humanoid.map.bone(j))? {
            Hips | Spine | Chest | UpperChest | Neck => Some(Part::Trunk),
            Head | Jaw | LeftEye | RightEye => Some(Part::Head),
            _ => None,
        }
    };
    let mut found = Vec::new();
    for instance in character.instances().iter().filter(|i| skeleton.in_scene(i.node)) {
        let skin = instance.skin.map(|skin| &character.skins()[skin]);
        let node = &character.rest_model()[instance.node.index()];
        let primitives = character.meshes()[instance.mesh].primitives.iter();
        for primitive in primitives.filter(|p| p.topology == Topology::Triangles) {
            for &vertex in &primitive.indices {
                let place = primitive.positions[vertex as usize];
                // Heaviest first.
                let influence = primitive.influences.as_ref().and_then(|i| i.of(vertex as usize).next());
                let (joint, place) = match (skin, influence) {
                    (Some(skin), Some((slot, _))) => {
                        let joint = skin.joints[slot];
                        let bound = skin.inverse_binds[slot].transform_point3(place);
                        (joint, character.rest_model()[joint.index()].transform_point3(bound))
                    }
                    _ => (instance.node, node.transform_point3(place)),
                };
                if let Some(part) = part(joint).filter(|_| place.is_finite()) {
                    found.push((part, place));
                }
            }
        }
    }
    found
}
