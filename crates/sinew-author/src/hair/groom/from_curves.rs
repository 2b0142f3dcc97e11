//! Layers of imported hair.

use super::GroomMakingError;
use crate::hair::{CurveStrands, HairCurves, HairSkin, strands_from_curves};
use glam::{DVec3, Vec3};
use sinew::hair::{GroomLayer, HairLook};

/// Largest distance of the nearest root from the skin, metres, at which curves count as hair of a character.
pub const MAX_ROOT_DISTANCE: f32 = 0.1;

/// Layer of imported curves: one strand per curve, guides chosen among them and attached to the nearest
/// points of the skin, the look by the curves' colours and thickness where they have them. In the
/// reference pose each strand is its curve, resampled to the points of a strand.
///
/// The curves are in model space, in the character's reference pose; [`HairCurves::transformed`] brings
/// them there.
///
/// # Errors
/// When there is no skin, all roots are farther from it than [`MAX_ROOT_DISTANCE`], or strands cannot be
/// made ([`strands_from_curves`]).
pub fn groom_layer_from_curves(
    name: impl Into<String>,
    curves: &HairCurves,
    skin: &HairSkin,
    settings: &CurveStrands,
) -> Result<GroomLayer, GroomMakingError> {
    let layer = name.into();
    let (guides, strands) = strands_from_curves(curves, settings)?;
    let nearest = guides.iter().map(|guide| skin.nearest_point(guide.points()[0]));
    let Some(roots) = nearest.collect::<Option<Vec<_>>>() else {
        return Err(GroomMakingError::NoSkin { layer, reason: "the character has no skin" });
    };
    let distance = roots.iter().map(|(_, distance)| *distance).fold(f32::INFINITY, f32::min);
    if distance > MAX_ROOT_DISTANCE {
        return Err(GroomMakingError::FarFromSkin { layer, distance });
    }
    let roots = roots.into_iter().map(|(point, _)| point).collect();
    Ok(GroomLayer::new(layer, guides, roots, strands)?.with_look(look(curves)))
}

/// Look by the mean colours and thickness at roots and tips.
fn look(curves: &HairCurves) -> HairLook {
    let ends: Vec<[usize; 2]> = (0..curves.len())
        .map(|curve| curves.range(curve))
        .map(|range| [range.start, range.end - 1])
        .collect();
    let mean = |end: usize, value: &dyn Fn(usize) -> Vec3| {
        let sum: DVec3 = ends.iter().map(|points| value(points[end]).as_dvec3()).sum();
        (sum / ends.len() as f64).as_vec3()
    };
    let mut look = HairLook::default();
    if let colors @ [_, ..] = curves.colors() {
        [look.root_color, look.tip_color] = [0, 1].map(|end| mean(end, &|point| colors[point]));
    }
    if let thickness @ [_, ..] = curves.thickness() {
        let [root, tip] = [0, 1].map(|end| mean(end, &|point| Vec3::splat(thickness[point])).x);
        if root > 0.0 {
            look.width = root.clamp(1e-6, 0.1);
            look.tip_width = (tip / root).clamp(0.0, 1.0);
        }
    }
    look
}
