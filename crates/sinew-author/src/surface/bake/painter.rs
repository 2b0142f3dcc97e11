//! Painting of decals into the texture of a material.

use super::paint::{BakeChannel, DecalPaint};
use super::sample::Images;
use super::texel::{Brush, Steps, mesh_normal};
use super::texture_target::TextureTarget;
use crate::surface::TextureError;
use crate::surface::tangent::dilate::spread;
use crate::surface::tangent::normal_map::value_count;
use crate::surface::tangent::uv_raster::{MAX_COVERAGE, VisitBudget, for_each_texel};
use glam::Vec2;
use sinew::character::Pixels;
use sinew::surface::DecalTriangle;

/// Texels by which painted areas are extended past the edges of the texture layout.
pub const DEFAULT_BAKE_MARGIN: u32 = 8;

/// Result of [`bake_decals`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct BakeReport {
    /// Number of texels that decals cover. Few texels show few details of an image.
    pub texels: usize,
    /// Number of texels that each decal covers, in the order of the decals: 0 for one that is lost, as where
    /// the texture is too small. Texels of several triangles of a decal count several times.
    pub per_decal: Vec<usize>,
    /// Share of them that belong to several triangles of the skin, as where texture coordinates overlap or
    /// halves are mirrored, 0..1: the decal shows there too.
    pub overlapping: f32,
}

/// State of the texels of a texture.
struct Layout {
    /// Number of triangles over each, up to 255.
    triangles: Vec<u8>,
    painted: Vec<bool>,
}

/// Paints decals into the texture of a material, in order, as [`DecalBlend`](sinew::surface::DecalBlend)
/// says. Colours are mixed in linear light, each texel by the mean of the image over it. Parts of a decal on
/// other materials are left out. Where decals reach the edge of the texture layout they go on beyond it,
/// `margin` texels wide ([`DEFAULT_BAKE_MARGIN`]), since filters and mipmaps read there.
///
/// Factors of the material multiply the texture afterwards; multiply them into the texture before, and set
/// them to 1, for true colours.
///
/// # Errors
/// When an image has not four bytes per texel, or the texture coordinates cover the texture hundreds of
/// times; the texture is unchanged then.
pub fn bake_decals(
    target: &TextureTarget<'_>,
    channel: BakeChannel,
    pixels: &mut Pixels,
    decals: &[DecalPaint<'_>],
    margin: u32,
) -> Result<BakeReport, TextureError> {
    check(pixels)?;
    decals.iter().flat_map(|paint| [Some(paint.color), paint.normal]).flatten().try_for_each(check)?;
    let size = [pixels.width, pixels.height];
    let count = pixels.rgba.len() / 4;
    let mut layout = Layout { triangles: vec![0; count], painted: vec![false; count] };
    let mut budget = VisitBudget::new(count);
    for number in 0..target.surface.triangle_count() as u32 {
        let Some(triangle) = target.triangle(number, size) else { continue };
        if !budget.take(triangle.texels) {
            return Err(TextureError::TooManyOverlaps(MAX_COVERAGE));
        }
        for_each_texel(triangle.texels, |x, y, _| {
            let covering = target.index([x, y], size).and_then(|at| layout.triangles.get_mut(at));
            covering.into_iter().for_each(|covering| *covering = covering.saturating_add(1));
        });
    }
    let mut images = Images::default();
    let mut per_decal = vec![0; decals.len()];
    for (paint, covered) in decals.iter().zip(&mut per_decal).filter(|(paint, _)| paint.changes(channel)) {
        images.add(paint, channel);
        let Some(brush) = Brush::new(paint, channel, &images) else { continue };
        for triangle in &paint.decal.triangles {
            *covered += paint_triangle(target, &brush, triangle, pixels, &mut layout);
        }
    }
    let texels = layout.painted.iter().filter(|painted| **painted).count();
    let shared = layout
        .painted
        .iter()
        .zip(&layout.triangles)
        .filter(|(painted, count)| **painted && **count > 1)
        .count();
    let [width, height] = size.map(|n| n as usize);
    let Layout { triangles, mut painted, .. } = layout;
    let rgba = pixels.rgba.as_chunks_mut::<4>().0;
    spread(
        width,
        height,
        &mut painted,
        margin,
        |at| triangles[at] == 0,
        |at, known| {
            let (mut sum, mut count) = ([0_u32; 4], 0);
            for near in known {
                (0..4).for_each(|n| sum[n] += u32::from(rgba[near][n]));
                count += 1;
            }
            let mean = sum.map(|n| (n / count.max(1)) as u8);
            rgba[at][..3].copy_from_slice(&mean[..3]);
        },
    );
    Ok(BakeReport { texels, per_decal, overlapping: shared as f32 / (texels as f32).max(1.0) })
}

/// Paints a triangle of a decal; returns the number of texels that it covers.
fn paint_triangle(
    target: &TextureTarget<'_>,
    brush: &Brush<'_>,
    decal_triangle: &DecalTriangle,
    pixels: &mut Pixels,
    layout: &mut Layout,
) -> usize {
    let size = [pixels.width, pixels.height];
    let Some(triangle) = target.triangle(decal_triangle.triangle, size) else { return 0 };
    let Some(steps) = Steps::new(decal_triangle, triangle.texels) else { return 0 };
    let mut covered = 0;
    let texels = pixels.rgba.as_chunks_mut::<4>().0;
    for_each_texel(triangle.texels, |x, y, shares| {
        let uv: Vec2 = decal_triangle.uvs.iter().zip(shares).map(|(uv, share)| *uv * share).sum();
        let mean = brush.mean(uv, &steps);
        let Some(at) = target.index([x, y], size).filter(|_| mean.w > 0.0) else { return };
        brush.apply(&mut texels[at], mean, |map| mesh_normal(map, uv, decal_triangle, &triangle, shares));
        layout.painted[at] = true;
        covered += 1;
    });
    covered
}

fn check(pixels: &Pixels) -> Result<(), TextureError> {
    let Pixels { width, height, rgba } = pixels;
    let expected = value_count(*width, *height, 4);
    if rgba.len() == expected {
        return Ok(());
    }
    Err(TextureError::Size { width: *width, height: *height, found: rgba.len(), expected })
}
