//! Gait on a ladder.

use super::head_clearance::HeadClearance;
use super::limb::Limb;
use crate::prop::ladder::Ladder;

/// Share of a cycle for which a hand or foot holds its rung. One of each pair always holds.
const HOLD: f32 = 0.6;

/// Largest extension of arms and of legs, as a share of their lengths, with a reserve for limbs that follow
/// the body.
const MAX_ARM: f32 = 0.85;
const MAX_LEG: f32 = 0.88;

/// Largest distance of hands and feet in front of their roots, in lengths of arms and legs.
const MAX_AHEAD: [f32; 2] = [0.6, 0.6];

/// Largest climb per cycle, in lengths of the legs and of the arms.
pub(super) const MAX_STRIDE: [f32; 2] = [0.9, 1.15];

/// Distance from the rungs at which hands and feet move, in lengths of the legs.
const CLEARANCE: f32 = 0.15;

/// Smallest distance of a moving wrist from its shoulder, in lengths of the arm: an elbow folds to about half
/// of that, and a hand that passes so near makes the arm whirl.
const MIN_WRIST_DISTANCE: f32 = 0.42;

/// Share of the adjustment that lets a hand move together with the opposite foot which lowers the hands; the
/// rest raises the feet.
const HAND_SHARE: f32 = 0.65;

/// Gait on a ladder: the rungs of the limbs by the height of the body.
pub(super) struct Gait {
    /// Rungs by which a limb moves on, and height that the body climbs meanwhile, metres.
    pub(super) stride: f32,
    pub(super) cycle: f32,
    /// Phase and lowest rung of each limb.
    pub(super) phases: [(f32, f32); 4],
    pub(super) aside: [f32; 4],
    /// Distance from the rungs at which each limb moves.
    pub(super) off: [f32; 4],
    /// Distance of the body from the rungs, metres, and pitch of the head upwards, radians.
    pub(super) away: f32,
    pub(super) pitch: f32,
    /// Range of heights of the body in which every limb has a rung.
    pub(super) lowest: f32,
    pub(super) highest: f32,
}

impl Gait {
    /// Gait of a body with these limbs, the lengths of its shorter arm and leg, and its head.
    pub(super) fn new(
        limbs: &[Limb; 4],
        [arm, leg]: [f32; 2],
        head: &HeadClearance,
        ladder: &Ladder,
    ) -> Self {
        let spacing = ladder.step();
        let stride = ((MAX_STRIDE[0] * leg).min(MAX_STRIDE[1] * arm) / spacing).floor().max(1.0);
        let cycle = stride * spacing;
        let aside = [0, 1, 2, 3].map(|n| ladder.aside(limbs[n].root.x * if n < 2 { 1.0 } else { 1.2 }));
        // Arms reach ahead by a good half of their length, and further where the body would be among the
        // rungs, as long as they can bend.
        let from = |n: usize| limbs[n].root.z - limbs[n].hold.z;
        let usual = 0.55 * arm + from(0);
        let max = (MAX_AHEAD[0] * arm + from(0)).min(MAX_AHEAD[1] * leg + from(2).min(from(3)));
        let clear = ladder.thickness();
        let away = usual.max((head.ahead() + clear).min(max));
        let pitch = head.smallest_pitch(away - clear);
        // Distance to the side and in front of its root at which a limb holds its rungs.
        let apart = |n: usize| (aside[n] - limbs[n].root.x, limbs[n].hold.z + away - limbs[n].root.z);
        // Vertical reach of a limb at that distance.
        let tall = |n: usize, length: f32| {
            let (level, ahead) = apart(n);
            (length * length - level * level - ahead * ahead).max(0.0).sqrt()
        };
        let off = [0, 1, 2, 3].map(|n| {
            let (level, ahead) = apart(n);
            let near = if n < 2 {
                (MIN_WRIST_DISTANCE * MIN_WRIST_DISTANCE * arm * arm - level * level).max(0.0).sqrt()
            } else {
                0.0
            };
            (CLEARANCE * leg).min((ahead - near).max(0.0))
        });
        let high = limbs[0].root.y + tall(0, MAX_ARM * arm).min(tall(1, MAX_ARM * arm)) - limbs[0].hold.y;
        let low = limbs[2].root.y - tall(2, MAX_LEG * leg).min(tall(3, MAX_LEG * leg)) - limbs[2].hold.y;
        // A limb takes a rung where its phase is an integer: hands high up, feet until they are extended.
        let feet = (low - spacing) / cycle + HOLD;
        let hands = (high - spacing) / cycle;
        let ahead = (hands - feet).rem_euclid(0.5);
        // With an odd stride one foot is high already.
        let lowers = if stride % 2.0 == 0.0 { HAND_SHARE } else { 1.0 };
        let (hands, feet) = (hands - lowers * ahead, feet + (1.0 - lowers) * ahead);
        // The left hand moves with the right foot, as nearly as possible.
        let is_across = ((hands - feet + 0.25).rem_euclid(1.0)) < 0.5;
        // Half a cycle later; nearly so for an odd stride, rather bent than extended.
        let (down, up) = ((0.5 * stride).floor(), (0.5 * stride).ceil());
        let later = |begins: f32, rungs: f32| (begins - (rungs / stride).clamp(0.41, 0.59), rungs);
        let [left, right] = match is_across {
            true => [later(feet, up), (feet, 0.0)],
            false => [(feet, 0.0), later(feet, up)],
        };
        let phases = [(hands, 0.0), later(hands, down), left, right];
        let last = ladder.rungs.saturating_sub(1) as f32;
        let lowest = phases.map(|(phase, _)| -phase * cycle).into_iter().fold(f32::MIN, f32::max);
        let highest = phases.map(|(phase, rung)| (((last - rung) / stride).floor() + HOLD - phase) * cycle);
        let highest = highest.into_iter().fold(f32::MAX, f32::min);
        // Margin for rounding.
        let hair = 1e-4 * cycle;
        Self {
            stride,
            cycle,
            phases,
            aside,
            off,
            away,
            pitch,
            lowest: lowest + hair,
            highest: highest - hair,
        }
    }

    /// Rung that a limb holds or has left, and progress to the next: 0 while it holds.
    pub(super) fn holds(&self, n: usize, body: f32) -> (f32, f32) {
        let (phase, rung) = self.phases[n];
        let along = body / self.cycle + phase;
        let whole = along.floor();
        (whole * self.stride + rung, ((along - whole - HOLD) / (1.0 - HOLD)).max(0.0))
    }
}
