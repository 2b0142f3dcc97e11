//! Sensitivity of the character to errors of tracks: the distance on the surface for a metre, a radian or a
//! factor at a joint.

use super::keys::ErrorRange;
use super::measure::{MeasuredPoints, Player, norm, stretch};
use super::ranked_track::{RankedJoint, RankedTrack};
use super::reduced_size::SharedTimes;
use sinew::clip::{JointTrack, MorphTrack};
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::morph::MeshInstanceId;
use sinew::{Character, JointId, RawClip};

/// Sensitivities by joint and mesh instance.
pub(in crate::export) struct Sensitivity {
    /// Metres in model space per metre in the space of the joint's parent.
    scale: Vec<f32>,
    /// Distance from the joint to the farthest point that it rotates, in metres.
    reach: Vec<f32>,
    /// Number of animated tracks along the longest chain through the joint.
    chain: Vec<f32>,
    /// Metres in model space per metre of a morph offset, for each mesh instance.
    stretch: Vec<f32>,
}

impl Sensitivity {
    /// Measures a clip at `times`.
    pub(in crate::export) fn new(
        character: &Character,
        points: &MeasuredPoints,
        clip: &RawClip,
        times: &[f32],
    ) -> Self {
        let count = character.skeleton().len();
        let mut sensitivity = Self {
            scale: vec![1.0; count],
            reach: vec![0.0; count],
            chain: vec![0.0; count],
            stretch: vec![0.0; points.offsets.len()],
        };
        let mut player = Player::new(character, clip);
        for &time in times {
            player.seek(time);
            sensitivity.add_pose(character, points, player.model.as_slice());
        }
        sensitivity.count_tracks(character, clip);
        sensitivity
    }

    /// Metres on the surface per metre of a joint's translation, as a part of an error that the tracks of a chain
    /// reach together.
    pub(in crate::export) fn of_translation(&self, joint: JointId) -> f32 {
        of(&self.scale, joint.index()) * of(&self.chain, joint.index()).max(1.0)
    }

    /// The same per radian of a joint's rotation, and per factor of its scale.
    pub(in crate::export) fn of_rotation(&self, joint: JointId) -> f32 {
        of(&self.reach, joint.index()) * of(&self.chain, joint.index()).max(1.0)
    }

    /// Metres on the surface per metre of a morph offset of a mesh instance.
    pub(in crate::export) fn of_morphs(&self, instance: MeshInstanceId) -> f32 {
        of(&self.stretch, instance.index())
    }

    /// Increases the sensitivities to those of a pose.
    fn add_pose(&mut self, character: &Character, points: &MeasuredPoints, model: &[Affine3A]) {
        let skeleton = character.skeleton();
        let mut reach = vec![0.0f32; model.len()];
        for joint in (0..skeleton.len() as u32).rev().map(JointId) {
            let (Some(matrix), Some(points)) = (model.get(joint.index()), points.points.get(joint.index()))
            else {
                continue;
            };
            let turned = points.iter().map(|&p| (matrix.matrix3 * p).length());
            let far = turned.fold(of(&reach, joint.index()), f32::max);
            if let Some(widest) = self.reach.get_mut(joint.index()) {
                *widest = widest.max(far);
            }
            let Some(parent) = skeleton.parent(joint) else { continue };
            if let (Some(above), Some(reach)) = (model.get(parent.index()), reach.get_mut(parent.index())) {
                *reach = reach.max(far + above.translation.distance(matrix.translation));
                if let Some(scale) = self.scale.get_mut(joint.index()) {
                    *scale = scale.max(norm(&above.matrix3));
                }
            }
        }
        for (i, widest) in character.mesh_instance_ids().zip(&mut self.stretch) {
            *widest = widest.max(stretch(character, i, model));
        }
    }

    /// Counts the animated tracks of chains: sums from the root down, then the maximum from the leaves up.
    fn count_tracks(&mut self, character: &Character, clip: &RawClip) {
        let skeleton = character.skeleton();
        for track in &clip.joints {
            let moves = [
                track.translation.as_ref().is_some_and(|t| t.values().windows(2).any(|v| v[0] != v[1])),
                track.rotation.as_ref().is_some_and(|t| t.values().windows(2).any(|v| v[0] != v[1])),
                track.scale.as_ref().is_some_and(|t| t.values().windows(2).any(|v| v[0] != v[1])),
            ];
            if let Some(chain) = self.chain.get_mut(track.joint.index()) {
                *chain += moves.into_iter().filter(|&moves| moves).count() as f32;
            }
        }
        for joint in skeleton.joints() {
            let above = skeleton.parent(joint).map_or(0.0, |p| of(&self.chain, p.index()));
            if let Some(chain) = self.chain.get_mut(joint.index()) {
                *chain += above;
            }
        }
        for joint in (0..skeleton.len() as u32).rev().map(JointId) {
            let chain = of(&self.chain, joint.index());
            if let Some(above) = skeleton.parent(joint).and_then(|p| self.chain.get_mut(p.index())) {
                *above = above.max(chain);
            }
        }
    }

    /// Ranks the keys of a joint's tracks, by errors in metres that the tracks of a chain may reach together.
    pub(super) fn joint(&self, track: &JointTrack, range: ErrorRange, shared: &SharedTimes) -> RankedJoint {
        let (scale, reach) = (self.of_translation(track.joint), self.of_rotation(track.joint));
        let translation = track.translation.as_ref().map(|t| {
            let mut hint = 0;
            RankedTrack::new(t, range, shared, |other, time| {
                (t.sample_vector(time, &mut hint) - other.sample_vector(time, &mut 0)).length() * scale
            })
        });
        let rotation = track.rotation.as_ref().map(|t| {
            let mut hint = 0;
            RankedTrack::new(t, range, shared, |other, time| {
                arc(t.sample_rotation(time, &mut hint), other.sample_rotation(time, &mut 0)) * reach
            })
        });
        let scaling = track.scale.as_ref().map(|t| {
            let mut hint = 0;
            RankedTrack::new(t, range, shared, |other, time| {
                growth(t.sample_vector(time, &mut hint), other.sample_vector(time, &mut 0)) * reach
            })
        });
        RankedJoint { translation, rotation, scale: scaling }
    }

    /// Ranks the keys of the morph weights of a mesh instance. `weight` is that of their errors beside those
    /// of joints.
    pub(super) fn morph(
        &self,
        track: &MorphTrack,
        points: &MeasuredPoints,
        weight: f32,
        range: ErrorRange,
        shared: &SharedTimes,
    ) -> RankedTrack {
        let offsets = points.offsets.get(track.instance.index()).map(Vec::as_slice).unwrap_or_default();
        let stretch = of(&self.stretch, track.instance.index()) * weight;
        let width = track.weights.width();
        let (mut hint, mut a, mut b) = (0, vec![0.0; width], vec![0.0; width]);
        RankedTrack::new(&track.weights, range, shared, |other, time| {
            track.weights.sample_row(time, &mut hint, &mut a);
            other.sample_row(time, &mut 0, &mut b);
            let off = a.iter().zip(&b).zip(offsets).map(|((a, b), max)| (a - b).abs() * max);
            off.sum::<f32>() * stretch
        })
    }
}

fn of(list: &[f32], at: usize) -> f32 {
    list.get(at).copied().unwrap_or(0.0)
}

/// Largest distance between a unit vector rotated by `a` and by `b`.
fn arc(a: Quat, b: Quat) -> f32 {
    let half = (a - b).length().min((a + b).length());
    2.0 * half * (1.0 - half * half / 4.0).max(0.0).sqrt()
}

/// Largest distance between a point scaled by `a` to distance 1 and the same point scaled by `b`.
fn growth(a: Vec3, b: Vec3) -> f32 {
    let axis = |a: f32, b: f32| if a == b { 0.0 } else { ((a - b) / a).abs() };
    axis(a.x, b.x).max(axis(a.y, b.y)).max(axis(a.z, b.z))
}
