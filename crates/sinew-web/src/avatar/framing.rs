//! Cameras that show a character, or its head and shoulders.

use sinew::glam::Vec3;
use sinew::humanoid::HumanBone;
use sinew::{Actor, Bounds};
use sinew_render::{Camera, ViewPreset};

/// What the picture shows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Shot {
    /// Head and shoulders; all of a character without a head.
    #[default]
    Portrait,
    /// All of the character, as it stands now.
    Body,
    /// A camera of the page.
    Free(Camera),
}

/// Least and largest height of the crown above the eyes, and height of what a portrait shows below the neck, in heights
/// of the eyes above the neck: hair and hats are in the picture, a raised hand is not.
const CROWN: [f32; 2] = [0.8, 2.6];
const CHEST: f32 = 1.3;
/// Half the width of a portrait in half its heights: shoulders.
const HALF_WIDTH: f32 = 0.9;
/// Free space around, as a share.
const MARGIN: f32 = 1.08;

/// What a shot shows of a character, measured once: a picture of another size shows the same.
#[derive(Clone, Copy, Debug)]
pub enum Framing {
    /// Bounds of the character.
    Bounds(Bounds),
    /// Middle of a portrait, half its height, depth of the head, and the direction to the camera.
    Portrait {
        /// In the world.
        middle: Vec3,
        /// Metres.
        half: f32,
        /// Metres.
        depth: f32,
        /// Unit vector.
        direction: Vec3,
    },
    /// A camera of the page.
    Free(Camera),
}

impl Shot {
    /// Measures a character with these bounds as it stands now.
    #[must_use]
    pub fn framing(&self, actor: &Actor, bounds: &Bounds) -> Framing {
        match self {
            Self::Portrait => portrait(actor, bounds).unwrap_or(Framing::Bounds(*bounds)),
            Self::Body => Framing::Bounds(*bounds),
            Self::Free(camera) => Framing::Free(*camera),
        }
    }
}

impl Framing {
    /// The camera of a picture `aspect` times as wide as high.
    #[must_use]
    pub fn camera(&self, aspect: f32) -> Camera {
        match *self {
            Self::Bounds(bounds) => Camera::framing(&bounds, ViewPreset::Front, aspect),
            Self::Portrait { middle, half, depth, direction } => {
                let tangent = (Camera::DEFAULT_FOV_Y * 0.5).tan();
                let distance = half.max(half * HALF_WIDTH / aspect.max(1e-3)) / tangent + depth;
                Camera::look_at(middle + direction * distance, middle)
            }
            Self::Free(camera) => camera,
        }
    }
}

fn portrait(actor: &Actor, bounds: &Bounds) -> Option<Framing> {
    let (character, frame) = (actor.character(), actor.frame());
    let (humanoid, world) = (character.humanoid()?, frame.world_from_model());
    let at = |bone| {
        let joint = humanoid.joint(bone)?;
        Some(world.transform_point3(frame.model()[joint.index()].translation.into()))
    };
    let head = at(HumanBone::Head)?;
    let neck = at(HumanBone::Neck).or_else(|| at(HumanBone::UpperChest))?;
    let eyes = at(HumanBone::LeftEye).unwrap_or(head + (head - neck) * 0.8);
    let unit = (eyes.y - neck.y).max(1e-3);
    let top = bounds.max.y.clamp(eyes.y + CROWN[0] * unit, eyes.y + CROWN[1] * unit);
    let bottom = neck.y - CHEST * unit;
    let half = (top - bottom) * 0.5 * MARGIN;
    let middle = Vec3::new(head.x, (top + bottom) * 0.5, head.z);
    // Characters face +Z, or the other way.
    let direction = (world.transform_vector3(character.forward()) + Vec3::Y * 0.02).normalize();
    Some(Framing::Portrait { middle, half, depth: unit, direction })
}
