//! Height of the hips on uneven ground: low enough for the lower foot,
//! high enough for a leg that swings over a step.

use crate::locomotion::FootIkState;
use crate::locomotion::ankle_distance::{height_above, min_ankle_distance};
use crate::locomotion::frame_context::FrameContext;
use crate::locomotion::stride::Stride;
use crate::math::smooth_damp_pair;
use glam::{Vec2, Vec3};

impl FootIkState {
    /// Offset of the hips, metres upwards: that of the lower foot,
    /// and never so high that a planted leg does not reach.
    pub(crate) fn lower_hips(&mut self, frame: &FrameContext<'_>, strides: &[Option<Stride>; 2]) -> f32 {
        let FrameContext { feet: setup, space, model, dt, .. } = *frame;
        let settings = &setup.settings;
        let rises = strides.iter().flatten().map(|stride| stride.to.y - stride.ball.y);
        let lower = rises.reduce(f32::min).unwrap_or(0.0);
        // A leg that swings over a step needs room to fold.
        let feet = setup.feet.iter().zip(&self.feet).zip(strides);
        let swinging = feet.filter(|((_, state), _)| state.lock.is_none());
        let room = swinging.filter_map(|((foot, _), stride)| {
            let stride = stride.as_ref()?;
            let hip = space.position(model[foot.leg.chain().root().index()].translation);
            let ankle = stride.ankle_to();
            Some(
                ankle.y + height_above(ankle, hip, min_ankle_distance(space.leg, stride.ankle.distance(hip)))
                    - hip.y,
            )
        });
        let max = settings.max_hip_offset.max(0.0) * space.leg;
        let wanted = lower.max(room.fold(lower, f32::max).min(0.0)).clamp(-max, max);
        let (mut height, mut rate) = smooth_damp_pair(self.hips, wanted, settings.hip_time, dt);
        for ((foot, state), stride) in setup.feet.iter().zip(&self.feet).zip(strides) {
            let Some(stride) = stride.as_ref().filter(|_| state.lock.is_some()) else { continue };
            let hip = space.position(model[foot.leg.chain().root().index()].translation);
            let reach = foot.leg.posed_length(model) * space.scale * 0.9995;
            let highest_on = |ankle: Vec3, spared: f32| {
                let (away, reach) = (hip - ankle, reach - spared);
                let level = Vec2::new(away.x, away.z).length_squared();
                (reach * reach - level).max(0.0).sqrt() - away.y
            };
            let mut highest = highest_on(stride.ankle_to() + state.heel.seat(), 0.0);
            if let Some(leg) = setup.toes_of(foot).filter(|_| height > highest) {
                let wanted = wanted.max(height);
                highest = state.heel.highest(leg, stride, frame, highest, wanted, highest_on);
            }
            if height > highest {
                (height, rate) = (highest.max(-max), rate.min(0.0));
            }
        }
        self.hips = (height, rate);
        height
    }
}
