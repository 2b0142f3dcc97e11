use super::slices::Slices;
use super::surface::{axes_of, extent};
use glam::{Affine3A, Mat3A, Vec3};

/// Section of an item that a hand closes around.
#[derive(Clone, Copy, Debug)]
pub(super) struct Section {
    pub(super) center: Vec3,
    /// Unit direction along it.
    pub(super) axis: Vec3,
    /// Whether the direction is to the side of the thumb; else that is the one to the farther end of the item.
    pub(super) is_directed: bool,
    /// Direction along straight fingers, where it is known.
    pub(super) ahead: Option<Vec3>,
    /// Thickness, the wider one of both.
    pub(super) diameter: f32,
}

/// Share by which one side of an item is longer than the other one before it counts as the longer one.
const SIDE_MARGIN: f32 = 0.05;

impl Section {
    /// Section that is a part of an item: the whole length of these triangles.
    pub(super) fn of_part(triangles: &[[Vec3; 3]]) -> Option<Self> {
        let axes = axes_of(triangles)?;
        let extents = axes.map(|axis| extent(triangles, axis));
        let center = axes.iter().zip(extents).map(|(axis, (least, most))| *axis * (least + most) * 0.5).sum();
        let mut widths = [extents[1].1 - extents[1].0, extents[2].1 - extents[2].0];
        widths.sort_by(f32::total_cmp);
        Some(Self { center, axis: axes[0], diameter: widths[1], is_directed: false, ahead: None })
    }

    /// Section about slice `at` of slices, with its direction from the middles of `first..=last`.
    pub(super) fn of_slices(slices: &Slices, at: usize, (first, last): (usize, usize)) -> Self {
        let along = slices.middle(last) - slices.middle(first);
        let axis = along.try_normalize().unwrap_or(slices.axis);
        let diameter = slices.widths(at).map_or(0.0, |(_, wide)| wide);
        Self { center: slices.middle(at), axis, diameter, is_directed: false, ahead: None }
    }

    /// The section with the thumb on the side of `direction`.
    pub(super) fn directed(self, direction: Vec3) -> Self {
        let axis = if self.axis.dot(direction) < 0.0 { -self.axis } else { self.axis };
        Self { axis, is_directed: true, ..self }
    }

    /// Space of the grip on an item of these triangles: +Y along the section to the side of the thumb, or else to the farther
    /// end of the item, +Z ahead, or else to the convex side of a bent blade, or else to the side on which the item reaches
    /// farthest, as the edge of an axe.
    pub(super) fn item_from_grip(&self, triangles: &[[Vec3; 3]]) -> Affine3A {
        let relative = |along: Vec3| {
            let (least, most) = extent(triangles, along);
            let at = self.center.dot(along);
            (at - least, most - at)
        };
        let y = if self.is_directed { self.axis } else { towards(self.axis, relative(self.axis)) };
        let flat: Vec<[Vec3; 3]> = triangles
            .iter()
            .map(|triangle| triangle.map(|corner| corner.reject_from_normalized(y)))
            .collect();
        let usual = || [Vec3::Z, Vec3::X].map(|axis| axis.reject_from_normalized(y));
        let wide = self.ahead.or_else(|| flat_axis(&flat, y)).unwrap_or_else(|| {
            let [a, b] = usual();
            if a.length() > 0.5 { a } else { b }
        });
        let z = wide.reject_from_normalized(y).normalize_or(y.any_orthonormal_vector());
        let z = match self.ahead {
            Some(_) => z,
            None => convex_side(triangles, [y, z], self.center).unwrap_or_else(|| towards(z, relative(z))),
        };
        let axes = Mat3A::from_cols(y.cross(z).into(), y.into(), z.into());
        Affine3A { matrix3: axes, translation: self.center.into() }
    }
}

/// A direction towards the side on which more of the item lies, by its extents (behind, ahead); where both are
/// alike, towards the positive axis of the file.
fn towards(direction: Vec3, (behind, ahead): (f32, f32)) -> Vec3 {
    let is_ahead = match (ahead - behind).abs() <= SIDE_MARGIN * (ahead + behind) {
        true => direction[direction.abs().max_position()] >= 0.0,
        false => ahead >= behind,
    };
    if is_ahead { direction } else { -direction }
}

/// Convex side of a bent blade, such as the edge of a sabre, whose point reaches to the back. The blade is the part of the item
/// along `y` beyond a handle at `center`, flat along `z`. `None` for other items.
fn convex_side(triangles: &[[Vec3; 3]], [y, z]: [Vec3; 2], center: Vec3) -> Option<Vec3> {
    // Rise of the bend in lengths of the blade, and largest thicknesses of a blade, in widths and in lengths.
    const BEND: f32 = 0.008;
    const FLAT: f32 = 0.4;
    const SLENDER: f32 = 0.2;
    let slices = Slices::new(triangles, [y, z, y.cross(z)])?;
    let end = slices.len();
    let handle = ((center.dot(y) - slices.start) / slices.step).clamp(0.0, end as f32) as usize;
    // Without the guard, and the point.
    let (first, last) = (handle + (end - handle) * 3 / 20, end.saturating_sub(end / 30 + 1));
    if last < first + 10 {
        return None;
    }
    let at = |slice: usize| slices.range(slice).map(|(least, most)| 0.5 * (least + most));
    let bounds = (first..=last)
        .filter_map(|slice| slices.range(slice).map(|(least, most)| (most - least, slices.depth(slice))));
    let (width, depth, count) =
        bounds.fold((0.0, 0.0, 0.0), |(a, b, n), (width, depth)| (a + width, b + depth, n + 1.0));
    let length = (last - first) as f32 * slices.step;
    if depth > FLAT * width || width > SLENDER * length * count {
        return None;
    }
    let rise = at((first + last) / 2)? - 0.5 * (at(first)? + at(last)?);
    (rise.abs() > BEND * length).then_some(if rise > 0.0 { z } else { -z })
}

/// Direction across `y` in which triangles, flattened along it, are widest; `None` for round ones.
fn flat_axis(flat: &[[Vec3; 3]], y: Vec3) -> Option<Vec3> {
    // Ratio of the widths from which on a shape is not round.
    const FLAT: f32 = 1.15;
    // The area of a surface that stands along `y` is 0 when flattened: corners alone count.
    let middle = flat.iter().flatten().sum::<Vec3>() / (3 * flat.len().max(1)) as f32;
    let u = y.any_orthonormal_vector();
    let v = y.cross(u);
    let (mut uu, mut uv, mut vv) = (0.0, 0.0, 0.0);
    for corner in flat.iter().flatten() {
        let (a, b) = ((*corner - middle).dot(u), (*corner - middle).dot(v));
        (uu, uv, vv) = (uu + a * a, uv + a * b, vv + b * b);
    }
    let angle = 0.5 * crate::math::ops::atan2(2.0 * uv, uu - vv);
    let (sine, cosine) = crate::math::ops::sin_cos(angle);
    let wide = u * cosine + v * sine;
    let width = |along: Vec3| {
        let (least, most) = extent(flat, along);
        most - least
    };
    (width(wide) > FLAT * width(y.cross(wide))).then_some(wide)
}
