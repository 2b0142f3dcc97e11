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

impl Shot {
    /// The camera for a character with these bounds, in a picture `aspect` times as wide as high.
    #[must_use]
    pub fn camera(&self, actor: &Actor, bounds: &Bounds, aspect: f32) -> Camera {
        let body = || Camera::framing(bounds, ViewPreset::Front, aspect);
        match self {
            Self::Portrait => portrait(actor, bounds, aspect).unwrap_or_else(body),
            Self::Body => body(),
            Self::Free(camera) => *camera,
        }
    }
}

fn portrait(actor: &Actor, bounds: &Bounds, aspect: f32) -> Option<Camera> {
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
    let tangent = (Camera::DEFAULT_FOV_Y * 0.5).tan();
    let distance = half.max(half * HALF_WIDTH / aspect.max(1e-3)) / tangent;
    // Characters face +Z, or the other way.
    let direction = (world.transform_vector3(character.forward()) + Vec3::Y * 0.02).normalize();
    Some(Camera::look_at(middle + direction * (distance + unit), middle))
}
