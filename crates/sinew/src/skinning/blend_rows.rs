use super::SkinInput;
use crate::character::Influences;
use crate::math::Mat3x4;
use crate::math::simd::{LANES, Simd, SimdBase, SimdFrom, f32x4, f32x8, fused};

/// Blended matrices of the vertices of a mesh: the first two rows in one register, and the third.
pub(super) trait BlendRows {
    fn rows<S: Simd>(&self, simd: S, vertex: usize) -> (f32x8<S>, f32x4<S>);
}

/// Influences of vertices, `N` of them stored and `USED` of them needed, with a palette that has all of their
/// joints.
pub(super) struct BlendedPalette<'a, const N: usize, const USED: usize> {
    palette: &'a [Mat3x4],
    node: &'a Mat3x4,
    joints: &'a [[u16; N]],
    weights: &'a [[f32; N]],
}

impl<'a, const N: usize, const USED: usize> BlendedPalette<'a, N, USED> {
    /// `None` where the palette lacks a joint.
    pub(super) fn new(input: &'a SkinInput<'_>, influences: &'a Influences) -> Option<Self> {
        influences.max_joint().filter(|max| usize::from(*max) < input.palette.len())?;
        Some(Self {
            palette: input.palette,
            node: &input.node,
            joints: influences.joints().as_chunks().0,
            weights: influences.weights().as_chunks().0,
        })
    }
}

impl<'a, const N: usize, const USED: usize> BlendedPalette<'a, N, USED> {
    /// Joints and weights of a vertex; `None` for one without weights, which follows the node.
    #[inline(always)]
    pub(super) fn of_vertex(
        &self,
        vertex: usize,
    ) -> Option<impl Iterator<Item = (usize, f32)> + use<'a, N, USED>> {
        let (joints, weights) = (&self.joints[vertex], &self.weights[vertex]);
        // Influences are sorted by weight: without a first weight there is none.
        let pairs = joints[..USED].iter().zip(weights).map(|(joint, weight)| (usize::from(*joint), *weight));
        (weights[0] != 0.0).then_some(pairs)
    }
}

impl<const N: usize, const USED: usize> BlendRows for BlendedPalette<'_, N, USED> {
    #[inline(always)]
    fn rows<S: Simd>(&self, simd: S, vertex: usize) -> (f32x8<S>, f32x4<S>) {
        let Some(influences) = self.of_vertex(vertex) else {
            return (two(simd, self.node), third(simd, self.node));
        };
        let (mut rows, mut last) = (f32x8::splat(simd, 0.0), f32x4::splat(simd, 0.0));
        for (joint, weight) in influences {
            #[allow(unsafe_code, reason = "joints are compared with the palette once for all vertices")]
            // SAFETY: no joint of the influences is larger than their largest, which `new` has found in the
            // palette.
            let matrix = unsafe { self.palette.get_unchecked(joint) };
            rows = fused(two(simd, matrix), f32x8::splat(simd, weight), rows);
            last = fused(third(simd, matrix), f32x4::splat(simd, weight), last);
        }
        (rows, last)
    }
}

/// The first two rows in one register.
#[inline(always)]
pub(super) fn two<S: Simd>(simd: S, matrix: &Mat3x4) -> f32x8<S> {
    let [a, b, _] = matrix.rows;
    let numbers: [f32; LANES] = bytemuck::cast([a, b]);
    f32x8::simd_from(simd, numbers)
}

/// The third row.
#[inline(always)]
pub(super) fn third<S: Simd>(simd: S, matrix: &Mat3x4) -> f32x4<S> {
    f32x4::simd_from(simd, matrix.rows[2])
}
