//! Feet as the check of motion knows them: points that touch the ground first.

use super::body::CheckedBody;
use glam::Affine3A;
use sinew::Character;
use sinew::body::{FootShape, SkinPoint, TPose};
use sinew::humanoid::BodySide;
use sinew::skeleton::{JointId, Skeleton};

/// Foot of a human, a paw or a hoof.
#[derive(Clone, Debug)]
pub(super) struct CheckedFoot {
    pub(super) joint: JointId,
    /// Name for messages.
    pub(super) name: String,
    /// Points that may touch the ground.
    pub(super) points: Vec<SkinPoint>,
    /// Shape of a human's foot.
    pub(super) shape: Option<FootShape>,
}

/// Words in the names of joints that touch the ground.
const WORDS: [&str; 4] = ["foot", "paw", "hoof", "toe"];

impl CheckedFoot {
    /// Feet of a human, else the lowest joints with the name of a foot in each branch.
    pub(super) fn all(character: &Character, body: &CheckedBody) -> Vec<Self> {
        let skeleton = character.skeleton();
        if let Some(human) = &body.human {
            return Self::of_human(skeleton, human);
        }
        let is_named = |joint: JointId| {
            let name = skeleton.name(joint).to_lowercase();
            body.visible[joint.index()] && WORDS.iter().any(|word| name.contains(word))
        };
        let mut is_foot: Vec<bool> = skeleton.joints().map(is_named).collect();
        for index in (0..is_foot.len()).rev() {
            // A foot ends in its toes.
            let mut above =
                std::iter::successors(skeleton.parent(JointId(index as u32)), |j| skeleton.parent(*j));
            if let Some(parent) = above.next().filter(|_| is_foot[index]) {
                is_foot[parent.index()] = false;
            }
        }
        let feet = skeleton.joints().filter(|joint| is_foot[joint.index()]);
        feet.map(|joint| Self {
            joint,
            name: format!("\"{}\"", skeleton.name(joint)),
            points: vec![SkinPoint::of_joint(joint, glam::Vec3::ZERO)],
            shape: None,
        })
        .collect()
    }

    /// Feet of a human.
    pub(super) fn of_human(skeleton: &Skeleton, human: &TPose) -> Vec<Self> {
        let foot = |(side, name): (BodySide, &str)| {
            let shape = FootShape::of(skeleton, human, side)?;
            let (joint, points) = (shape.leg.foot, shape.outline.clone());
            Some(Self { joint, name: name.to_owned(), points, shape: Some(shape) })
        };
        let sides = [(BodySide::Left, "the left foot"), (BodySide::Right, "the right foot")];
        sides.into_iter().filter_map(foot).collect()
    }

    /// Cosine of the angle between the sole and the ground; 1 for a foot without a known sole.
    pub(super) fn flatness(&self, model: &[Affine3A]) -> f32 {
        self.shape.as_ref().map_or(1.0, |shape| shape.flatness(model))
    }
}
