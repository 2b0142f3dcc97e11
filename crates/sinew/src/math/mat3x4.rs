use bytemuck::{Pod, Zeroable};
use glam::{Affine3A, Vec3, Vec3A};

/// An affine matrix as three rows of four floats: 48 bytes, the layout of a skinning palette on the GPU. Row
/// `i` is `[m_i0, m_i1, m_i2, t_i]`; component `i` of a transformed point `p` is row `i` · (p, 1).
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Mat3x4 {
    /// The rows.
    pub rows: [[f32; 4]; 3],
}

impl Mat3x4 {
    /// The identity matrix.
    pub const IDENTITY: Self =
        Self { rows: [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]] };

    /// Conversion to glam's column-major affine matrix.
    #[inline]
    #[must_use]
    pub fn to_affine(&self) -> Affine3A {
        let [a, b, c] = &self.rows;
        Affine3A::from_cols(
            Vec3A::new(a[0], b[0], c[0]),
            Vec3A::new(a[1], b[1], c[1]),
            Vec3A::new(a[2], b[2], c[2]),
            Vec3A::new(a[3], b[3], c[3]),
        )
    }

    /// Whether the matrix mirrors: triangles run the other way round after it.
    #[must_use]
    pub fn mirrors(&self) -> bool {
        self.to_affine().matrix3.determinant() < 0.0
    }

    /// The point `p` transformed by the matrix.
    #[must_use]
    pub fn transform_point3(&self, p: Vec3) -> Vec3 {
        let row = |r: &[f32; 4]| r[0] * p.x + r[1] * p.y + r[2] * p.z + r[3];
        Vec3::new(row(&self.rows[0]), row(&self.rows[1]), row(&self.rows[2]))
    }
}

impl From<Affine3A> for Mat3x4 {
    #[inline]
    fn from(a: Affine3A) -> Self {
        let (m, t) = (a.matrix3, a.translation);
        Self {
            rows: [
                [m.x_axis.x, m.y_axis.x, m.z_axis.x, t.x],
                [m.x_axis.y, m.y_axis.y, m.z_axis.y, t.y],
                [m.x_axis.z, m.y_axis.z, m.z_axis.z, t.z],
            ],
        }
    }
}

impl Default for Mat3x4 {
    fn default() -> Self {
        Self::IDENTITY
    }
}
