//! Aim of several joints at once, one per SIMD lane.

use crate::ik::analytic::aim::{Input, Output};
use crate::ik::analytic::wide::Closed;
use crate::ik::{Aim, AimResult};
use crate::math::simd::{Lanes, Vec3Lanes};
use glam::Quat;

impl Closed for Aim {
    type Answer = AimResult;
    const NOTHING: AimResult = AimResult { rotation: Quat::IDENTITY, alignment: 1.0 };

    #[inline(always)]
    fn together<L: Lanes<N>, const N: usize>(
        token: L::Token,
        problems: &[Self; N],
        out: &mut [AimResult; N],
    ) {
        crate::ik::analytic::aim::solve::<L>(&Input::each(token, problems)).store_each(out);
    }
}

impl<L> Input<L> {
    #[inline(always)]
    fn each<const N: usize>(token: L::Token, aims: &[Aim; N]) -> Self
    where
        L: Lanes<N>,
    {
        Self {
            forward: Vec3Lanes::each(token, aims, |a| a.forward),
            offset: Vec3Lanes::each(token, aims, |a| a.offset),
            to_target: Vec3Lanes::each(token, aims, |a| a.target - a.position),
            up: Vec3Lanes::each(token, aims, |a| a.up),
            border: [L::each(token, aims, |a| a.cone.border[0]), L::each(token, aims, |a| a.cone.border[1])],
        }
    }
}

impl<L> Output<L> {
    #[inline(always)]
    fn store_each<const N: usize>(self, out: &mut [AimResult; N])
    where
        L: Lanes<N>,
    {
        let (rotation, alignment) = (self.rotation.rotations(), self.alignment.numbers());
        for (n, out) in out.iter_mut().enumerate() {
            *out = AimResult { rotation: rotation[n], alignment: alignment[n] };
        }
    }
}
