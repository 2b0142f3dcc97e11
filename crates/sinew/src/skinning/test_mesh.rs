//! Random meshes for the tests of all methods.

use super::{SkinInput, SkinOutput};
use crate::character::Influences;
use crate::math::Mat3x4;
use glam::{Affine3A, Quat, Vec3, Vec4};

pub(super) struct Mesh {
    pub(super) positions: Vec<Vec3>,
    normals: Vec<Vec3>,
    tangents: Vec<Vec4>,
    pub(super) influences: Option<Influences>,
    pub(super) palette: Vec<Mat3x4>,
}

/// Numbers of vertices: fewer than eight, eight, and more with a rest.
pub(super) const COUNTS: [usize; 3] = [3, 8, 29];

/// Influences per vertex; none at 0.
pub(super) const STRIDES: [usize; 7] = [0, 1, 2, 3, 4, 8, 12];

/// Matrices of rigid joints, or of joints with scales in all directions.
pub(super) fn palette(joints: usize, scaled: bool) -> Vec<Mat3x4> {
    let mut random = fastrand::Rng::with_seed(3);
    let mut vector = || Vec3::from_array(std::array::from_fn(|_| random.f32() * 2.0 - 1.0));
    let mut joint = || {
        let scale = if scaled { vector() } else { Vec3::ONE };
        let turn = Quat::from_scaled_axis(3.0 * vector());
        Mat3x4::from(Affine3A::from_scale_rotation_translation(scale, turn, vector()))
    };
    (0..joints).map(|_| joint()).collect()
}

impl Mesh {
    /// `count` vertices with `stride` influences each. Unless `all_weigh`, every third has no weights.
    pub(super) fn random(count: usize, stride: usize, palette: Vec<Mat3x4>, all_weigh: bool) -> Self {
        let mut random = fastrand::Rng::with_seed(7);
        let mut vectors = || -> Vec<Vec3> {
            let mut vector = || Vec3::from_array(std::array::from_fn(|_| random.f32() * 2.0 - 1.0));
            (0..count).map(|_| vector()).collect()
        };
        let weight = |n: usize| (1 + n % 4) as f32 * if all_weigh { 1.0 } else { (n / stride % 3) as f32 };
        let weights: Vec<f32> = (0..count * stride).map(weight).collect();
        let joints: Vec<u16> = (0..weights.len()).map(|n| (n * 7 % palette.len()) as u16).collect();
        Self {
            positions: vectors(),
            normals: vectors().into_iter().map(Vec3::normalize).collect(),
            tangents: vectors().into_iter().map(|v| v.normalize().extend(v.x.signum())).collect(),
            influences: Influences::new(stride, &joints, &weights).ok(),
            palette,
        }
    }

    /// Positions, normals and tangents.
    pub(super) fn skinned(
        &self,
        skin: impl Fn(&SkinInput<'_>, SkinOutput<'_>),
    ) -> (Vec<Vec3>, Vec<Vec3>, Vec<Vec4>) {
        let count = self.positions.len();
        let input = SkinInput {
            positions: &self.positions,
            normals: &self.normals,
            tangents: &self.tangents,
            influences: self.influences.as_ref(),
            palette: &self.palette,
            node: self.palette[0],
        };
        let mut out = (vec![Vec3::NAN; count], vec![Vec3::NAN; count], vec![Vec4::NAN; count]);
        skin(&input, SkinOutput { positions: &mut out.0, normals: &mut out.1, tangents: &mut out.2 });
        out
    }
}
