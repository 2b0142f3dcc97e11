//! Check that 32-bit floats can pose a compressed clip.

use super::clip::Clip;
use super::format::channel::{Space, Target, Value};
use super::format::layout::Layout;
use super::format::quantization::{UNCOMPRESSED, step_size};
use super::format::rows::Rows;
use crate::skeleton::{MAX_WEIGHT, Skeleton};
use glam::Vec3;

impl Clip {
    /// Message about the first part of a valid clip that 32-bit floats cannot pose; `None` where all can be
    /// posed. The clip fits the skeleton.
    pub(crate) fn first_unposable(&self, skeleton: &Skeleton) -> Option<String> {
        let mut joints: Vec<[f32; 2]> =
            skeleton.joints().map(|joint| skeleton.rest_magnitudes(joint)).collect();
        let mut weights = 0.0f32;
        let mut add = |target: Target, largest: f32| match target {
            Target::Translation(joint) => joints[joint.index()][0] = joints[joint.index()][0].max(largest),
            Target::Scale(joint) => joints[joint.index()][1] = joints[joint.index()][1].max(largest),
            Target::Morph { .. } | Target::Expression(_) => weights = weights.max(largest),
            Target::Rotation(_) | Target::Gaze | Target::Unbound { .. } => {}
        };
        for (target, value) in &self.constants {
            if let Value::Vector(vector) = value {
                add(*target, vector.abs().max_element());
            }
        }
        for (channel, largest) in self.channels.iter().zip(self.largest_values()) {
            add(channel.target, largest);
        }
        if weights > MAX_WEIGHT {
            return Some(format!("weights reach {weights:e}; expected at most {MAX_WEIGHT:e}"));
        }
        let joint = skeleton.beyond(|joint| joints[joint.index()]).next()?;
        let [translation, scale] = joints[joint.index()];
        let name = skeleton.name(joint);
        Some(format!(
            "translations of {name:?} reach {translation:e} m and scales {scale:e}; with the scales above, \
             32-bit floats cannot pose them"
        ))
    }

    /// Upper bound of the values of each channel; 0 for rotations.
    fn largest_values(&self) -> Vec<f32> {
        let cube = |space: &Space| match space {
            Space::Cube(cube) => cube.low.abs().max(cube.high().abs()).max_element(),
            Space::Spin => 0.0,
        };
        let mut largest = vec![0.0f32; self.channels.len()];
        for segment in &self.segments {
            let Some(layout) = Layout::of(&self.data, segment.offset as usize, self.channels.len()) else {
                continue;
            };
            let (samples, mut at) = (usize::from(segment.samples), 0);
            for (n, channel) in self.channels.iter().enumerate() {
                let rows = Rows { numbers: layout.numbers, at, head: layout.head(n) };
                at += rows.bits(samples);
                if channel.is_rotation() {
                    continue;
                }
                // A curve lies between its control values.
                let bound = if rows.head.step() == UNCOMPRESSED {
                    let values = (0..samples).map(|n| rows.sample(n).1.truncate().abs());
                    values.fold(Vec3::ZERO, Vec3::max).max_element()
                } else {
                    let bits = rows.head.bits().into_iter().max().unwrap_or_default();
                    let half = if bits == 0 { 0.0 } else { (1u32 << (bits - 1)) as f32 };
                    cube(&channel.space) + half * step_size(rows.head.step())
                };
                largest[n] = largest[n].max(bound);
            }
        }
        largest
    }
}
