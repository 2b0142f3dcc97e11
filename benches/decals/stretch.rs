//! Stretch of decals by region of the body.

use sinew::glam::Vec2;
use sinew::humanoid::HumanBone;
use sinew::surface::ClippedDecal;
use sinew::{Character, JointId};

/// Region of the body in which a decal lies.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Region {
    Limb,
    Head,
    Other,
}

pub(crate) fn region(character: &Character, joint: JointId) -> Region {
    let Some(humanoid) = character.humanoid() else { return Region::Head };
    let name = humanoid
        .named_bones
        .iter()
        .find(|(_, mapped)| *mapped == joint)
        .map(|(bone, _): (HumanBone, _)| bone.name());
    match name {
        Some("head") => Region::Head,
        Some(name)
            if ["UpperArm", "LowerArm", "UpperLeg", "LowerLeg"].iter().any(|part| name.contains(part)) =>
        {
            Region::Limb
        }
        _ => Region::Other,
    }
}

/// Stretches with areas of all decals of a region and a map.
#[derive(Default)]
pub(crate) struct Areas(Vec<(f32, f32)>);

impl Areas {
    /// Adds the triangles of a clipped decal, whose image is `size` metres wide and high.
    pub(crate) fn add(&mut self, decal: &ClippedDecal, size: f32) {
        for corners in &decal.triangles {
            let [a, b, c] = corners.map(|v| decal.positions[v as usize]);
            let [u, v, w] = corners.map(|v| decal.uvs[v as usize] * size);
            let (edge, arm) = (b - a, c - a);
            let area = edge.cross(arm).length() * 0.5;
            // Metric tensor of the map from the triangle to the image; its eigenvalues are the squares of the
            // stretches.
            let x = edge.normalize_or_zero();
            let y = (arm - x * x.dot(arm)).normalize_or_zero();
            let (e, s, h) = (edge.length(), arm.dot(x), arm.dot(y));
            let along: Vec2 = (v - u) / e;
            let across: Vec2 = ((w - u) - along * s) / h;
            let (p, q, r) = (along.dot(along), along.dot(across), across.dot(across));
            let (mean, apart) = ((p + r) * 0.5, (((p - r) * 0.5).powi(2) + q * q).sqrt());
            let (most, least) = ((mean + apart).sqrt(), (mean - apart).max(0.0).sqrt());
            let stretch = most.max(1.0 / least) - 1.0;
            if area > 1e-12 && !stretch.is_nan() {
                self.0.push((stretch, area));
            }
        }
    }

    pub(crate) fn percentiles(mut self) -> String {
        self.0.sort_by(|a, b| a.0.total_cmp(&b.0));
        let total: f64 = self.0.iter().map(|entry| f64::from(entry.1)).sum();
        let at = |share: f64| {
            let mut sum = 0.0;
            let found = self.0.iter().find(|entry| {
                sum += f64::from(entry.1);
                sum >= total * share
            });
            found.map_or("–".to_owned(), |entry| format!("{:.1}", entry.0 * 100.0))
        };
        [0.5, 0.95, 0.99].map(at).join(" ")
    }
}
