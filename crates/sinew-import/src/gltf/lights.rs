//! Lights on nodes (KHR_lights_punctual).

use super::bounded_json::{List, read_part};
use super::source::Source;
use super::visibility;
use crate::ImportError;
use crate::error::quoted;
use sinew::character::{Light, LightKind};
use sinew::glam::Vec3;
use sinew::{JointId, Skeleton};

/// Largest number of bytes that the lists of lights may take in memory.
const MAX_BYTES: usize = 1 << 20;
/// Angle at which the cone of a spot ends where the file states none, π/4.
const OUTER_ANGLE: f32 = std::f32::consts::FRAC_PI_4;

objects! {
    Lights { lights: List<FileLight>, }
    FileLight {
        name: String,
        #[serde(rename = "type")]
        kind: String,
        color: Option<[f32; 3]>,
        intensity: Option<f32>,
        range: Option<f32>,
        spot: Option<FileSpot>,
    }
    FileSpot { inner_cone_angle: Option<f32>, outer_cone_angle: Option<f32>, }
    NodeLight { light: Option<usize>, }
}

/// Reads the lights of all nodes of the scene, in the order of the nodes. Wrong ones are reported and left out.
///
/// # Errors
/// When they take too much memory.
pub(super) fn read(source: &mut Source<'_>, skeleton: &Skeleton) -> Result<Vec<Light>, ImportError> {
    let Some(text) = source.json.extensions.lights.as_ref() else { return Ok(Vec::new()) };
    let mut left = MAX_BYTES;
    let list = match read_part::<Lights>(text.get(), &mut left) {
        Ok(list) => list.lights,
        Err((at, message)) => {
            source.report.warn("light", format!("/extensions/KHR_lights_punctual{at}"), message);
            return Ok(Vec::new());
        }
    };
    let visible = visibility::of_joints(source, skeleton);
    let mut nodes: Vec<JointId> = skeleton.joints().filter(|joint| skeleton.in_scene(*joint)).collect();
    nodes.sort_by_key(|joint| skeleton.file_index(*joint));
    let mut lights = Vec::new();
    for joint in nodes.into_iter().filter(|joint| visible[joint.index()]) {
        let node = skeleton.file_index(joint);
        let text = source.json.nodes.get(node).and_then(|node| node.extensions.light.as_deref()?.as_ref());
        let Some(text) = text else {
            continue;
        };
        let location = format!("/nodes/{node}/extensions/KHR_lights_punctual");
        let light = match read_part::<NodeLight>(text.get(), &mut left) {
            Ok(node) => node.light.and_then(|number| list.get(number)),
            Err((at, message)) => {
                source.report.warn("light", format!("{location}{at}"), message);
                continue;
            }
        };
        match light.map(|light| of_joint(light, joint)) {
            Some(Ok(light)) => {
                source.budget.take(1, size_of::<Light>() + light.name.len(), &location)?;
                lights.push(light);
            }
            Some(Err(message)) => source.report.warn("light", location, message),
            None => source.report.warn("light", location, "the light does not exist; it is left out"),
        }
    }
    Ok(lights)
}

/// A light on a joint, or the fault of its description.
fn of_joint(light: &FileLight, joint: JointId) -> Result<Light, String> {
    let kind = match light.kind.as_str() {
        "directional" => LightKind::Directional,
        "point" => LightKind::Point,
        "spot" => {
            let spot = light.spot.as_ref();
            let inner_angle = spot.and_then(|spot| spot.inner_cone_angle).unwrap_or(0.0);
            let outer_angle = spot.and_then(|spot| spot.outer_cone_angle).unwrap_or(OUTER_ANGLE);
            let most = std::f32::consts::FRAC_PI_2 + 1e-4;
            if !(0.0 <= inner_angle && inner_angle <= outer_angle && outer_angle <= most) {
                let message = format!(
                    "spot cone angles {inner_angle} and {outer_angle}: expected 0 ≤ inner ≤ outer ≤ π/2 radians; the \
                     light is left out"
                );
                return Err(message);
            }
            LightKind::Spot { inner_angle, outer_angle }
        }
        other => return Err(format!("the light has the unknown type {}; it is left out", quoted(other))),
    };
    let color = light.color.map_or(Vec3::ONE, Vec3::from);
    let intensity = light.intensity.unwrap_or(1.0);
    let is_number = |number: f32| (0.0..=Light::MAX).contains(&number);
    let range = light.range.filter(|range| *range < Light::MAX);
    if !color.to_array().into_iter().all(is_number)
        || !is_number(intensity)
        || range.is_some_and(|r| r <= 0.0)
    {
        return Err("its colour, intensity or range is negative or too large; the light is left out".into());
    }
    Ok(Light::new(light.name.as_str(), joint, kind)
        .with_color(color)
        .with_intensity(intensity)
        .with_range(range))
}
