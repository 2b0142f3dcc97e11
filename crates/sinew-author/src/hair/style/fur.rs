//! Hair of bodies and animals: short on thin limbs, between the guides around it on skin of any shape.

use super::roots::Root;
use crate::hair::cells::Cells;
use crate::hair::head::HairSkin;
use sinew::character::Character;
use sinew::surface::{HitFaces, Ray};

/// Longest hair in thicknesses of the limb that it grows on.
const THICKNESS: f32 = 0.35;
/// Shortest hair as a share of that of the layer.
const SHORTEST: f32 = 0.2;
/// Least cosine of the angle between the skin at a strand and at its guides: hair on the other side of a limb
/// is near, too.
const SAME_SIDE: f32 = 0.2;
/// Distance within which guides are searched, in mean distances of guides.
const SEARCH: f32 = 2.5;
/// Step below the skin at which a limb is measured, in lengths of hair.
const BELOW: f32 = 0.02;

/// Share of the length that hair has at a root: less on thin limbs, ears and tails.
pub(super) fn share_of_length(character: &Character, skin: &HairSkin, root: &Root, length: f32) -> f32 {
    let inwards = -root.normal;
    let from = root.position + inwards * (length * BELOW);
    let ray = Ray::new(from, inwards);
    // The other side is seen from within.
    let other_side = skin.posed().nearest_hit(character, &ray, HitFaces::Back);
    other_side.map_or(1.0, |hit| (hit.distance * THICKNESS / length).clamp(SHORTEST, 1.0))
}

/// Guides around positions on the skin.
pub(super) struct NearGuides<'a> {
    roots: &'a [Root],
    cells: Cells<u32>,
    reach: f32,
}

impl<'a> NearGuides<'a> {
    /// Guides of these roots, which have a mean distance of `spacing` metres.
    pub(super) fn new(roots: &'a [Root], spacing: f32) -> Self {
        let reach = if spacing.is_finite() { spacing * SEARCH } else { 1.0 };
        let mut cells = Cells::new(reach);
        (0..).zip(roots).for_each(|(number, root)| cells.add(root.position, number));
        Self { roots, cells, reach }
    }

    /// The three nearest guides on the same side of a limb, with weights; `None` where there are none.
    pub(super) fn weights(&self, at: &Root) -> Option<([u32; 4], [f32; 4])> {
        let is_same = |guide: &u32| {
            let root = &self.roots[*guide as usize];
            root.normal.dot(at.normal) > SAME_SIDE && root.position.distance(at.position) < self.reach
        };
        let distance = |guide: u32| self.roots[guide as usize].position.distance(at.position);
        let mut near: Vec<(f32, u32)> =
            self.cells.near(at.position).filter(is_same).map(|guide| (distance(guide), guide)).collect();
        near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let (mut guides, mut weights) = ([near.first()?.1; 4], [0.0; 4]);
        for (n, (distance, guide)) in near.iter().take(3).enumerate() {
            (guides[n], weights[n]) = (*guide, 1.0 / (distance + 1e-4 * self.reach));
        }
        let sum: f32 = weights.iter().sum();
        Some((guides, weights.map(|weight| weight / sum)))
    }
}
