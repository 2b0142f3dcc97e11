use fastrand::Rng;
use sinew::glam::{Quat, Vec3};
use sinew::limit::{Limit, LimitReadingKind, Swing};
use std::f32::consts::{PI, TAU};

/// Rotations within a joint limit, uniformly distributed over the directions of the bone.
pub(super) struct Legal {
    limit: Limit,
    /// Upper bound of the swing.
    widest: f32,
}

impl Legal {
    pub(super) fn new(limit: &Limit) -> Self {
        let (x, y) = limit.bone().any_orthonormal_pair();
        let reach = |n: u32| {
            let around = n as f32 * (TAU / 256.0);
            let about = Quat::from_axis_angle(x * around.cos() + y * around.sin(), 0.1);
            let swing = limit.readings(about).find(|measure| measure.kind == LimitReadingKind::Swing);
            swing.map_or(PI, |measure| measure.max)
        };
        // Between the samples it may be a little wider.
        let widest = (0..256).map(reach).fold(0.0, f32::max) * 1.1;
        Self { limit: limit.clone(), widest: widest.min(PI) }
    }

    pub(super) fn turn(&self, random: &mut Rng) -> Quat {
        let limit = &self.limit;
        loop {
            let (low, high) = limit.twist().map_or((-PI, PI), |twist| (twist.min(), twist.max()));
            let twist = between(random, low, high);
            let swing = match limit.swing() {
                Swing::Fixed => Quat::IDENTITY,
                Swing::Hinge { axis, range } => {
                    Quat::from_axis_angle(*axis, between(random, range.min(), range.max()))
                }
                _ => {
                    let (x, y) = limit.bone().any_orthonormal_pair();
                    let around = between(random, 0.0, TAU);
                    let angle = between(random, self.widest.cos(), 1.0).acos();
                    Quat::from_axis_angle(x * around.cos() + y * around.sin(), angle)
                }
            };
            let turn = swing * Quat::from_axis_angle(limit.bone(), twist);
            // Hinges are exact up to rounding.
            if limit.violation(turn) < 1e-5 {
                return turn;
            }
        }
    }
}

pub(super) fn between(random: &mut Rng, low: f32, high: f32) -> f32 {
    low + random.f32() * (high - low)
}

/// A uniformly distributed direction.
pub(super) fn direction(random: &mut Rng) -> Vec3 {
    let (z, around) = (between(random, -1.0, 1.0), between(random, 0.0, TAU));
    let aside = (1.0 - z * z).max(0.0).sqrt();
    Vec3::new(aside * around.cos(), aside * around.sin(), z)
}
