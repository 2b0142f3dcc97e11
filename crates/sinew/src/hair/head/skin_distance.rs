//! Distance from the skin by its nearest samples (H. Hoppe and others, *Surface Reconstruction from Unorganized Points*, 1992).

use super::SkinTriangle;
use crate::math::random::Random;
use glam::{IVec3, Vec3};
use std::collections::HashMap;

/// Most samples.
const MAX_SAMPLES: usize = 200_000;
/// Cells that are searched in each direction.
const REACH: i32 = 2;

/// Samples of the skin with normals, in cells.
#[derive(Clone, Debug)]
pub(in crate::hair) struct SkinDistance {
    cells: HashMap<IVec3, Vec<(Vec3, Vec3)>>,
    cell: f32,
}

impl SkinDistance {
    /// Samples of these triangles, about `spacing` metres apart.
    pub(in crate::hair) fn new<'a>(
        triangles: impl Iterator<Item = &'a SkinTriangle> + Clone,
        spacing: f32,
    ) -> Self {
        let area: f32 = triangles.clone().map(|triangle| triangle.area).sum();
        let spacing = spacing.max((area / MAX_SAMPLES as f32).sqrt());
        let cell = spacing * 4.0;
        let mut cells: HashMap<IVec3, Vec<(Vec3, Vec3)>> = HashMap::new();
        let mut random = Random::new(1);
        let mut due = 0.0;
        for triangle in triangles {
            due += triangle.area / (spacing * spacing);
            while due > 0.0 {
                due -= 1.0;
                let (mut x, mut y) = (random.unit(), random.unit());
                if x + y > 1.0 {
                    (x, y) = (1.0 - x, 1.0 - y);
                }
                let at = triangle.at(Vec3::new(1.0 - x - y, x, y));
                cells.entry((at / cell).floor().as_ivec3()).or_default().push((at, triangle.normal));
            }
        }
        Self { cells, cell }
    }

    /// Distance from the skin, negative inside, and the direction away from it; `None` far from the skin.
    pub(in crate::hair) fn at(&self, place: Vec3) -> Option<(f32, Vec3)> {
        let middle = (place / self.cell).floor().as_ivec3();
        let mut nearest = [(f32::MAX, Vec3::ZERO, Vec3::ZERO); 4];
        let range = -REACH..=REACH;
        let around = range.clone().flat_map(|x| {
            let range = range.clone();
            range.clone().flat_map(move |y| range.clone().map(move |z| IVec3::new(x, y, z)))
        });
        for samples in around.filter_map(|offset| self.cells.get(&(middle + offset))) {
            for (at, normal) in samples {
                let distance = at.distance_squared(place);
                if distance < nearest[3].0 {
                    nearest[3] = (distance, *at, *normal);
                    nearest.sort_by(|a, b| a.0.total_cmp(&b.0));
                }
            }
        }
        let found = nearest.iter().filter(|(distance, ..)| *distance < f32::MAX);
        let (mut depth, mut normals, mut count) = (0.0, Vec3::ZERO, 0.0);
        for (_, at, normal) in found {
            depth += (place - *at).dot(*normal);
            normals += *normal;
            count += 1.0;
        }
        (count > 0.0).then(|| (depth / count, normals.normalize_or(Vec3::Y)))
    }

    /// Place at least `distance` from the skin.
    pub(in crate::hair) fn push(&self, place: Vec3, distance: f32) -> Vec3 {
        match self.at(place) {
            Some((depth, normal)) if depth < distance => place + normal * (distance - depth),
            _ => place,
        }
    }
}
