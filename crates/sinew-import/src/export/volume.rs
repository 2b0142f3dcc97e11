//! Quantization of positions and morph offsets to 16 bits (KHR_mesh_quantization).

use sinew::character::{Mesh, Primitive};
use sinew::glam::{Affine3A, DVec3, Mat4, Vec3};
use sinew::{Bounds, Transform};

const STEPS: f32 = 32767.0;
/// Factor by which steps may be larger than they should be, before vertices are stored as floats.
const COARSER: f32 = 2.0;

/// Quantization volume, a cube: positions are stored as -1..1, times `scale`, plus `center`. The scale is
/// uniform, so that normals are not affected.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Volume {
    pub(super) center: Vec3,
    pub(super) scale: f32,
    /// Whether readers make -1..1 of the numbers; else they take them as they are.
    pub(super) normalized: bool,
}

/// Extent of positions and morph offsets that a volume must contain.
#[derive(Clone, Copy)]
pub(super) struct Extent {
    pub(super) bounds: Bounds,
    /// Largest component of a morph offset.
    offset: f32,
}

impl Extent {
    pub(super) const EMPTY: Self = Self { bounds: Bounds::EMPTY, offset: 0.0 };

    /// Extent of the primitives `drawn` of a mesh.
    pub(super) fn of(mesh: &Mesh, drawn: &[usize]) -> Self {
        let primitives = || drawn.iter().filter_map(|&p| mesh.primitives.get(p));
        let offsets = |p: &Primitive| {
            p.morph_targets
                .iter()
                .flat_map(|t| t.positions())
                .map(|o| o.abs().max_element())
                .fold(0.0, f32::max)
        };
        Self {
            bounds: Bounds::from_points(primitives().flat_map(|p| p.positions.iter().copied())),
            offset: primitives().map(offsets).fold(0.0, f32::max),
        }
    }

    pub(super) fn union(self, other: Self) -> Self {
        Self { bounds: self.bounds.union(other.bounds), offset: self.offset.max(other.offset) }
    }

    /// Volume around the extent; `None` if it is not representable in 32-bit floats.
    pub(super) fn volume(&self) -> Option<Volume> {
        let center = self.bounds.center();
        let (low, high) = (center - self.bounds.min, self.bounds.max - center);
        // Measured from the rounded centre to both sides, so that no corner is cut off.
        let scale = low.max(high).max_element().max(self.offset);
        let scale = if scale > 0.0 { scale } else { 1.0 };
        (center.is_finite() && scale.is_normal() && (scale * STEPS).is_finite()).then_some(Volume {
            center,
            scale,
            normalized: true,
        })
    }
}

impl Volume {
    /// The volume with steps of so many metres, whose numbers readers take as they are: then morph offsets may
    /// have fewer bits than positions. A volume that does not hold the extent then has somewhat larger ones; `None`
    /// if those are too large.
    pub(super) fn with_step(self, step: f32) -> Option<Self> {
        let scale = (step * STEPS).max(self.scale);
        let fits = scale.is_finite() && step.is_normal() && scale <= step * STEPS * COARSER;
        fits.then_some(Self { scale, normalized: false, ..self })
    }

    /// Step of the coordinates in metres.
    pub(super) fn step(&self) -> f32 {
        self.scale / STEPS
    }

    /// Quantizes a position.
    pub(super) fn point(&self, position: Vec3) -> [i16; 3] {
        self.offset(position - self.center)
    }

    /// Quantizes a morph offset.
    pub(super) fn offset(&self, offset: Vec3) -> [i16; 3] {
        (offset / self.scale * STEPS)
            .round()
            .clamp(Vec3::splat(-STEPS), Vec3::splat(STEPS))
            .to_array()
            .map(|v| v as i16)
    }

    /// Transform from quantized values to mesh space.
    pub(super) fn transform(&self) -> Transform {
        Transform { translation: self.center, scale: Vec3::splat(self.unit()), ..Transform::IDENTITY }
    }

    /// Metres of what readers see as 1.
    fn unit(&self) -> f32 {
        if self.normalized { self.scale } else { self.step() }
    }

    /// Inverse bind matrix from quantized values to joint space, for a `bind` from mesh to joint space.
    pub(super) fn bind(&self, bind: &Affine3A) -> Mat4 {
        let linear = bind.matrix3 * self.unit();
        // In double precision, since centre and translation often cancel.
        let (x, y, z) = (bind.matrix3.x_axis, bind.matrix3.y_axis, bind.matrix3.z_axis);
        let [x, y, z] = [x, y, z].map(|axis| Vec3::from(axis).as_dvec3());
        let center = self.center.as_dvec3();
        let moved: DVec3 =
            x * center.x + y * center.y + z * center.z + Vec3::from(bind.translation).as_dvec3();
        Mat4::from(Affine3A { matrix3: linear, translation: moved.as_vec3().into() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantization_error_is_at_most_half_a_step() {
        let points: Vec<Vec3> = (0..999)
            .map(|n| Vec3::new((n * 7 % 13) as f32, (n % 101) as f32 * 0.02 + 5.0, n as f32 * 1e-3))
            .collect();
        let primitive = Primitive { positions: points.clone(), ..Primitive::default() };
        let mesh = Mesh { primitives: vec![primitive], ..Mesh::default() };
        let volume = Extent::of(&mesh, &[0]).volume().unwrap();
        let bind = Affine3A::from_rotation_x(0.3) * Affine3A::from_translation(Vec3::new(3.0, -5.0, 0.1));
        for point in points {
            let stored = Vec3::from_array(volume.point(point).map(|v| f32::from(v) / 32767.0));
            let back = volume.transform().to_affine().transform_point3(stored);
            assert!((back - point).abs().max_element() <= 6.01 / 65534.0, "{point} {back}");
            let bound = volume.bind(&bind).transform_point3(stored);
            assert!(bound.distance(bind.transform_point3(point)) < 2e-4);
        }
    }
}
