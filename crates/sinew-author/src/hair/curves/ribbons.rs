//! Ribbons along curves.

use super::limits::MAX_HAIR_TOTAL_POINTS;
use super::resample::Polyline;
use super::{HairCurves, HairCurvesError};
use glam::Vec3;
use sinew::hair::{RibbonMesh, RibbonShape};
use sinew::internal::Random;
use std::f32::consts::PI;

/// Width of curves without thickness, metres.
const DEFAULT_WIDTH: f32 = 0.0001;

/// Settings of [`HairCurves::ribbons`]: strips along hairs, or wide cards with a texture of many hairs.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct CurveRibbons {
    /// Number of segments of a ribbon, 1 or more; its points are spaced evenly by length.
    pub segments: usize,
    /// Width at the root in metres and at the tip as a share of that; `None` for the thickness of the curves,
    /// or 0.1 mm where they have none.
    pub width: Option<(f32, f32)>,
    /// Number of ribbons of each curve, which cross at equal angles: 1 or more.
    pub crossed: u32,
    /// Number of columns of the texture, 1 or more. Each ribbon shows one of them at random, the same for the
    /// same curve.
    pub columns: u32,
    /// Center of the head, from which ribbons face away; `None` for the center of the roots.
    pub center: Option<Vec3>,
}

impl Default for CurveRibbons {
    /// One ribbon of eight segments per curve, as wide as the curve, over the whole texture.
    fn default() -> Self {
        Self { segments: 8, width: None, crossed: 1, columns: 1, center: None }
    }
}

impl CurveRibbons {
    /// Sets [`segments`](Self::segments).
    #[must_use]
    pub const fn with_segments(self, segments: usize) -> Self {
        Self { segments, ..self }
    }

    /// Sets [`width`](Self::width).
    #[must_use]
    pub const fn with_width(self, root: f32, tip: f32) -> Self {
        Self { width: Some((root, tip)), ..self }
    }

    /// Sets [`crossed`](Self::crossed).
    #[must_use]
    pub const fn with_crossed(self, crossed: u32) -> Self {
        Self { crossed, ..self }
    }

    /// Sets [`columns`](Self::columns).
    #[must_use]
    pub const fn with_columns(self, columns: u32) -> Self {
        Self { columns, ..self }
    }

    /// Sets [`center`](Self::center).
    #[must_use]
    pub const fn with_center(self, center: Vec3) -> Self {
        Self { center: Some(center), ..self }
    }
}

impl HairCurves {
    /// Ribbons along all curves, with texture coordinates from the root (y = 0) to the tip (y = 1). Settings
    /// of 0 count as 1.
    ///
    /// # Errors
    /// When there were more than [`MAX_HAIR_TOTAL_POINTS`] vertices, or a setting is not finite.
    pub fn ribbons(&self, settings: &CurveRibbons) -> Result<RibbonMesh, HairCurvesError> {
        let (segments, crossed) = (settings.segments.max(1), settings.crossed.max(1));
        let per_curve = segments.saturating_add(1).saturating_mul(2).saturating_mul(crossed as usize);
        let count = self.len().saturating_mul(per_curve);
        if count > MAX_HAIR_TOTAL_POINTS {
            let items = "vertices of ribbons";
            return Err(HairCurvesError::TooMany { items, count, max: MAX_HAIR_TOTAL_POINTS });
        }
        let (width, tip) = settings.width.unwrap_or((0.0, 0.0));
        if let Some(value) = [width, tip].into_iter().find(|value| !(0.0..=1e6).contains(value)) {
            let range = "finite, 0 or more";
            return Err(HairCurvesError::Value { property: "width of ribbons", point: 0, value, range });
        }
        if let Some(value) =
            settings.center.and_then(|center| center.to_array().into_iter().find(|value| !value.is_finite()))
        {
            let property = "center of ribbons";
            return Err(HairCurvesError::Value { property, point: 0, value, range: "finite" });
        }
        let roots = || self.iter().map(|points| points[0].as_dvec3());
        let middle = (roots().sum::<glam::DVec3>() / self.len().max(1) as f64).as_vec3();
        let center = settings.center.unwrap_or(middle);
        let columns = settings.columns.max(1) as f32;
        let mut mesh = RibbonMesh::default();
        for curve in 0..self.len() {
            let polyline = Polyline::new(self.curve(curve));
            let shape = RibbonShape { segments, ..self.shape(curve, settings.width) };
            let outward = self.curve(curve)[0] - center;
            let mut random = Random::new(curve as u64);
            for n in 0..crossed {
                let first = mesh.uvs.len();
                let angle = n as f32 * PI / crossed as f32;
                mesh.add(&shape, |t| polyline.at(f64::from(t)), outward, angle);
                let column = (random.unit() * columns).floor().min(columns - 1.0);
                for uv in &mut mesh.uvs[first..] {
                    uv.x = (column + uv.x) / columns;
                }
            }
        }
        Ok(mesh)
    }

    /// Width of the ribbon of a curve.
    fn shape(&self, curve: usize, width: Option<(f32, f32)>) -> RibbonShape {
        let ends = self.thickness.get(self.range(curve)).and_then(|values| values.first().zip(values.last()));
        let (width, tip) = match (width, ends) {
            (Some(width), _) => width,
            (None, Some((root, tip))) if *root > 0.0 => (*root, tip / root),
            (None, _) => (DEFAULT_WIDTH, 1.0),
        };
        RibbonShape { width, tip, ..RibbonShape::default() }
    }
}
