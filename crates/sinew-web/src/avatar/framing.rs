//! Cameras that show a character, or its head and shoulders.

use sinew::glam::{Quat, Vec3};
use sinew::humanoid::HumanBone;
use sinew::{Actor, Bounds};
use sinew_render::{Camera, ViewPreset};

/// Choice of the part of a character that a picture shows.
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

/// Part of a character as a shot measured it, once: a picture of another size shows the same.
#[derive(Clone, Copy, Debug)]
pub enum Framing {
    /// Bounds of the character in a space that faces +Z, and the rotation from there to the world.
    Bounds(Bounds, Quat),
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
            Self::Portrait => portrait(actor, bounds).unwrap_or_else(|| all(actor, bounds)),
            Self::Body => all(actor, bounds),
            Self::Free(camera) => Framing::Free(*camera),
        }
    }
}

impl Framing {
    /// The camera of a picture `aspect` times as wide as high.
    #[must_use]
    pub fn camera(&self, aspect: f32) -> Camera {
        match *self {
            Self::Bounds(bounds, rotation) => {
                let mut camera = Camera::framing(&bounds, ViewPreset::Front, aspect);
                (camera.eye, camera.target) = (rotation * camera.eye, rotation * camera.target);
                camera
            }
            Self::Portrait { middle, half, depth, direction } => {
                let tangent = (Camera::DEFAULT_FOV_Y * 0.5).tan();
                let distance = half.max(half * HALF_WIDTH / aspect.max(1e-3)) / tangent + depth;
                Camera::look_at(middle + direction * distance, middle)
            }
            Self::Free(camera) => camera,
        }
    }
}

/// All of a character, from the side that it faces.
fn all(actor: &Actor, bounds: &Bounds) -> Framing {
    let forward = forward(actor);
    let rotation = Quat::from_rotation_y(forward.x.atan2(forward.z));
    let [low, high] = [bounds.min, bounds.max];
    let corners = (0..8).map(|corner| {
        let side = |axis: usize| if corner >> axis & 1 == 0 { low[axis] } else { high[axis] };
        rotation.inverse() * Vec3::new(side(0), side(1), side(2))
    });
    let turned = if bounds.is_empty() { *bounds } else { Bounds::from_points(corners) };
    Framing::Bounds(turned, rotation)
}

/// Direction in which the character faces, in the world.
fn forward(actor: &Actor) -> Vec3 {
    actor.frame().world_from_model().transform_vector3(actor.character().forward())
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
    // A head that lies is as large as one that stands.
    let unit = (eyes.y - neck.y).max(0.5 * eyes.distance(neck)).max(1e-6);
    let top = bounds.max.y.clamp(eyes.y + CROWN[0] * unit, eyes.y + CROWN[1] * unit);
    let bottom = neck.y - CHEST * unit;
    let half = (top - bottom) * 0.5 * MARGIN;
    let middle = Vec3::new(head.x, (top + bottom) * 0.5, head.z);
    let direction = (forward(actor) + Vec3::Y * 0.02).normalize();
    Some(Framing::Portrait { middle, half, depth: unit, direction })
}
