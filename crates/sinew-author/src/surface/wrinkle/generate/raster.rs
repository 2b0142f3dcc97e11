//! Folds of a face as images over its texture coordinates.

use super::creases::REGIONS;
use super::face_plane::FacePlane;
use super::height::FoldedSkin;
use super::tension::tension;
use crate::surface::tangent::uv_raster::{VisitBudget, for_each_texel};
use glam::{Vec2, Vec3};

/// Number of masks.
pub(super) const MASKS: usize = REGIONS.len().div_ceil(4);
/// Number of the first image of stretched skin.
pub(super) const FIRST_OF_STRETCH: usize = 3;
/// Number of the first mask.
pub(super) const FIRST_MASK: usize = 6;
/// Images: normal, surface and colour of folds, the same of stretched skin, masks.
pub(super) const IMAGES: usize = FIRST_MASK + MASKS;
/// Normal, surface and colour that change nothing.
const EVEN: [[u8; 4]; 3] = [[128, 128, 255, 255], [255, 128, 0, 255], [255; 4]];
/// Texels that change nothing, of all images but masks.
pub(super) const FLAT: [[u8; 4]; FIRST_MASK] = [EVEN[0], EVEN[1], EVEN[2], EVEN[0], EVEN[1], EVEN[2]];
/// Step of the slopes, in units of the plane.
const STEP: f32 = 0.006;
/// Steepest slope.
const MAX_SLOPE: f32 = 2.5;
/// Largest occlusion of a furrow.
const OCCLUSION: f32 = 0.5;
/// Roughness of a furrow above that of the skin around, as a share of 255.
const ROUGHNESS: f32 = 0.12;
/// Colour of blood in folded skin, as a factor on the base colour.
const BLOOD: Vec3 = Vec3::new(1.0, 0.95, 0.94);
/// Roughness of stretched skin below that at rest, as a share of 255.
const SMOOTHNESS: f32 = 0.05;
/// Colour of stretched skin, from which blood is pressed, as a factor on the base colour.
const PALE: Vec3 = Vec3::new(0.975, 0.99, 1.0);

/// Triangle of a face: positions in model space and texture coordinates.
pub(super) struct FaceTriangle {
    pub(super) positions: [Vec3; 3],
    pub(super) uvs: [Vec2; 3],
}

/// Draws a triangle into the images, which are `size` texels wide and high. `depth` is a factor on heights.
/// Texels that have a fold already keep it, as where both halves of a face share them. False where the budget
/// has not as many texels left.
#[must_use]
pub(super) fn draw(
    triangle: &FaceTriangle,
    plane: &FacePlane,
    skin: &FoldedSkin,
    (size, depth): (usize, f32),
    images: &mut [Vec<[u8; 4]>],
    covered: &mut [bool],
    budget: &mut VisitBudget,
) -> bool {
    let FaceTriangle { positions, uvs } = triangle;
    if !positions.iter().any(|position| plane.covers(*position)) {
        return true;
    }
    let Some((tangent, bitangent)) = directions(positions, uvs) else { return true };
    let corners = uvs.map(|uv| [f64::from(uv.x) * size as f64, f64::from(uv.y) * size as f64]);
    if corners.iter().flatten().any(|c| !c.is_finite() || c.abs() > 1e6) {
        return true;
    }
    if !budget.take(corners) {
        return false;
    }
    for_each_texel(corners, |x, y, shares| {
        let wrapped = [x, y].map(|c| c.rem_euclid(size as i64) as usize);
        let texel = wrapped[1] * size + wrapped[0];
        let position: Vec3 = positions.iter().zip(shares).map(|(position, share)| *position * share).sum();
        if !plane.covers(position) || (covered[texel] && images[0][texel] != FLAT[0]) {
            return;
        }
        let step = plane.unit() * STEP;
        let at = plane.at(position);
        let (fold, masks) = (skin.fold(at), skin.masks(at));
        let folded = |at: Vec2| skin.fold(at).height;
        // The shares of regions change little within a step.
        let stretched = |at: Vec2| tension(at, &masks);
        let normal = |height: &dyn Fn(Vec2) -> f32| {
            let height = |offset: Vec3| height(plane.at(position + offset));
            let slope = |way: Vec3| (height(way * step) - height(way * -step)) / (2.0 * STEP) * depth;
            let slopes = [slope(tangent), slope(bitangent)].map(|s| s.clamp(-MAX_SLOPE, MAX_SLOPE));
            Vec3::new(-slopes[0], -slopes[1], 1.0).normalize()
        };
        let redness = skin.redness(at);
        let stretch = masks.iter().copied().fold(0.0, f32::max);
        covered[texel] = true;
        let byte = |value: f32| (value.clamp(0.0, 1.0) * 255.0).round() as u8;
        // 128 is exactly 0.
        let direction = |value: f32| (128.0 + value * 127.0).round().clamp(0.0, 255.0) as u8;
        let texel_of = |normal: Vec3| [direction(normal.x), direction(normal.y), direction(normal.z), 255];
        let color_of = |color: Vec3| [byte(color.x), byte(color.y), byte(color.z), 255];
        let rougher = |share: f32| (128.0 + 255.0 * share).round() as u8;
        images[0][texel] = texel_of(normal(&folded));
        images[1][texel] = [byte(1.0 - OCCLUSION * fold.furrow), rougher(ROUGHNESS * fold.furrow), 0, 255];
        images[2][texel] = color_of(Vec3::ONE.lerp(BLOOD, redness));
        images[3][texel] = texel_of(normal(&stretched));
        images[4][texel] = [255, rougher(-SMOOTHNESS * stretch), 0, 255];
        images[5][texel] = color_of(Vec3::ONE.lerp(PALE, stretch));
        for (mask, regions) in images[FIRST_MASK..].iter_mut().zip(masks.chunks(4)) {
            for (channel, share) in regions.iter().enumerate() {
                mask[texel][channel] = byte(*share);
            }
        }
    });
    true
}

/// Unit directions of +u and of −v on a triangle, as normal maps count them; `None` for one without area.
fn directions(positions: &[Vec3; 3], uvs: &[Vec2; 3]) -> Option<(Vec3, Vec3)> {
    let (a, b) = (positions[1] - positions[0], positions[2] - positions[0]);
    let (s, t) = (uvs[1] - uvs[0], uvs[2] - uvs[0]);
    let area = s.perp_dot(t);
    let (u, v) = ((a * t.y - b * s.y) / area, (b * s.x - a * t.x) / area);
    Some((u.try_normalize()?, -v.try_normalize()?))
}
