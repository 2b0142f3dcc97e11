//! Joints that look, side by side.

use crate::ik::analytic::aim::{Input, Output};
use crate::ik::analytic::lane::{V3, Wide};
use crate::ik::analytic::wide::Closed;
use crate::ik::{Aim, AimResult};
use glam::Quat;

impl Closed for Aim {
    type Answer = AimResult;
    const NOTHING: AimResult = AimResult { turn: Quat::IDENTITY, facing: 1.0 };

    #[inline(always)]
    fn together<L: Wide<N>, const N: usize>(these: &[Self; N], out: &mut [AimResult; N]) {
        crate::ik::analytic::aim::solve::<L>(&Input::each(these)).store_each(out);
    }
}

impl<L> Input<L> {
    #[inline(always)]
    fn each<const N: usize>(aims: &[Aim; N]) -> Self
    where
        L: Wide<N>,
    {
        Self {
            forward: V3::each(aims, |a| a.forward),
            offset: V3::each(aims, |a| a.offset),
            way: V3::each(aims, |a| a.target - a.position),
            up: V3::each(aims, |a| a.up),
            border: [L::each(aims, |a| a.cone.border[0]), L::each(aims, |a| a.cone.border[1])],
        }
    }
}

impl<L> Output<L> {
    #[inline(always)]
    fn store_each<const N: usize>(self, out: &mut [AimResult; N])
    where
        L: Wide<N>,
    {
        let (turn, facing) = (self.turn.rotations(), self.facing.numbers());
        for (n, out) in out.iter_mut().enumerate() {
            *out = AimResult { turn: turn[n], facing: facing[n] };
        }
    }
}
