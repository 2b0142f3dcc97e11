//! Bounding box of boxes that move with joints: the part of the bounds that every frame computes.

use crate::math::simd::{Columns, SimdBase, SimdFrom, f32x4, kernel, native};
use crate::math::{Bounds, fused};
use crate::skeleton::JointId;
use glam::{Affine3A, Vec3, Vec3A, Vec4, Vec4Swizzles};

/// The union of moved boxes, in vector registers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BoundsUnion {
    min: Vec4,
    max: Vec4,
}

impl BoundsUnion {
    pub(crate) const EMPTY: Self = Self { min: Vec4::INFINITY, max: Vec4::NEG_INFINITY };

    pub(super) fn add(&mut self, bounds: &Bounds) {
        self.min = self.min.min(bounds.min.extend(0.0));
        self.max = self.max.max(bounds.max.extend(0.0));
    }

    pub(crate) fn bounds(&self) -> Bounds {
        Bounds { min: self.min.xyz(), max: self.max.xyz() }
    }
}

/// Boxes in the spaces of their joints.
#[derive(Clone, Debug, Default)]
pub(super) struct RestBoxes {
    boxes: Vec<RestBox>,
    joints: Vec<JointId>,
}

/// A box, each number as often as the two columns of a matrix in one register need it: x and y of a vector,
/// then z and the factor of the translation.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct RestBox {
    center: [[f32; 8]; 2],
    half: [[f32; 8]; 2],
}

impl RestBox {
    fn new(bounds: &Bounds) -> Self {
        let pair = |a: f32, b: f32| [a, a, a, a, b, b, b, b];
        let (center, half) = (bounds.center(), bounds.size() * 0.5);
        Self {
            center: [pair(center.x, center.y), pair(center.z, 1.0)],
            half: [pair(half.x, half.y), pair(half.z, 0.0)],
        }
    }
}

impl RestBoxes {
    /// Boxes with their joints.
    pub(super) fn new(boxes: impl IntoIterator<Item = (JointId, Bounds)>) -> Self {
        let (joints, boxes) = boxes.into_iter().map(|(joint, bounds)| (joint, RestBox::new(&bounds))).unzip();
        Self { boxes, joints }
    }

    /// Adds the boxes in the model-space pose `model`.
    pub(super) fn add_posed(&self, model: &[Affine3A], union: &mut BoundsUnion) {
        match native() {
            Some(simd) => add_posed_wide(simd, &self.boxes, &self.joints, model, union),
            None => add_posed(&self.boxes, &self.joints, model, union),
        }
    }
}

fn add_posed(boxes: &[RestBox], joints: &[JointId], model: &[Affine3A], union: &mut BoundsUnion) {
    for (RestBox { center, half }, joint) in boxes.iter().zip(joints) {
        let Affine3A { matrix3, translation } = &model[joint.index()];
        let sum = |[x, y, z, t]: [Vec3A; 4], [xy, zt]: &[[f32; 8]; 2]| {
            let one = |n: usize| fused(x[n], xy[0], z[n] * zt[0]) + fused(y[n], xy[4], t[n] * zt[4]);
            Vec3A::new(one(0), one(1), one(2)).into()
        };
        let columns = [matrix3.x_axis, matrix3.y_axis, matrix3.z_axis, *translation];
        let (center, reach): (Vec3, Vec3) = (sum(columns, center), sum(columns.map(Vec3A::abs), half));
        union.add(&Bounds { min: center - reach, max: center + reach });
    }
}

kernel! {
    /// Two columns of a matrix at a time, with the bits of the scalar code.
    fn add_posed_wide<S>(
        simd: S,
        boxes: &[RestBox],
        joints: &[JointId],
        model: &[Affine3A],
        union: &mut BoundsUnion,
    ) {
        let mut min = f32x4::simd_from(simd, union.min.to_array());
        let mut max = f32x4::simd_from(simd, union.max.to_array());
        for (rest_box, joint) in boxes.iter().zip(joints) {
            let columns = Columns::of(simd, &model[joint.index()]);
            let center = columns.weighted(&rest_box.center);
            let reach = columns.abs().weighted(&rest_box.half);
            min = min.min(center - reach);
            max = max.max(center + reach);
        }
        *union = BoundsUnion { min: Vec4::from_array(min.into()), max: Vec4::from_array(max.into()) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::simd::each_level;
    use glam::Quat;

    #[test]
    fn two_columns_at_a_time_give_the_same_box() {
        let mut random = fastrand::Rng::with_seed(3);
        let mut three = || Vec3::new(random.f32() - 0.5, random.f32(), random.f32() * 2.0);
        let model: Vec<_> = (0..9)
            .map(|_| {
                let turn = Quat::from_scaled_axis(three() * 3.0);
                Affine3A::from_scale_rotation_translation(three(), turn, three())
            })
            .collect();
        let bounds: Vec<_> = (0..9).map(|_| Bounds::EMPTY.including(three()).including(three())).collect();
        let joint = |n: usize| JointId(n as u32 / 2);
        let boxes = RestBoxes::new(bounds.iter().enumerate().map(|(n, bounds)| (joint(n), *bounds)));
        let RestBoxes { boxes, joints } = &boxes;
        let mut expected = BoundsUnion::EMPTY;
        add_posed(boxes, joints, &model, &mut expected);
        let expected = expected.bounds();
        each_level!(simd => {
            let mut wide = BoundsUnion::EMPTY;
            add_posed_wide(simd, boxes, joints, &model, &mut wide);
            assert_eq!(wide.bounds(), expected);
        });
        let exact = bounds.iter().enumerate().map(|(n, bounds)| bounds.transformed(&model[joint(n).index()]));
        let exact = exact.fold(Bounds::EMPTY, |all, bounds| all.union(bounds));
        let apart = (expected.min - exact.min).length() + (expected.max - exact.max).length();
        assert!(apart < 1e-5, "{expected:?} {exact:?}");
    }
}
