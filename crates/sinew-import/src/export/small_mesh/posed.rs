//! The body in the poses of its rest and of all clips, in which the errors of vertices are measured.

use super::super::reduce::{Player, measured_times, stretch};
use sinew::character::{MeshId, MeshInstanceId, SkinId};
use sinew::glam::Affine3A;
use sinew::{Character, RawClip};

/// Part of the error that the rounding of positions may take; the rest is that of joint weights.
const POSITION_PART: f32 = 0.5;
/// Largest number of poses, taken evenly from the times of all clips, and of the matrices of their joints.
const MAX_POSES: usize = 2048;
const MAX_MATRICES: usize = 400_000;
/// Sum of the morph weights that positions are rounded for where no clip has more: one shape in full.
const MORPH_WEIGHTS: f32 = 1.0;

/// Poses of skins and scales of meshes.
pub(in crate::export) struct PosedMeshes {
    /// Largest distance in metres by which vertices may be off.
    tolerance: f32,
    /// Matrices from mesh space to model space, by skin, pose and joint of the skin.
    skins: Vec<Vec<Vec<Affine3A>>>,
    /// Metres on the posed body per metre that all numbers of a vertex are off, for each mesh.
    reach: Vec<f32>,
}

impl PosedMeshes {
    pub(in crate::export) fn new(character: &Character, clips: &[RawClip], tolerance: f32) -> Self {
        let mut posed = Self {
            tolerance,
            skins: vec![Vec::new(); character.skins().len()],
            reach: vec![0.0; character.meshes().len()],
        };
        let rest = RawClip::default();
        let times: Vec<Vec<f32>> = clips.iter().map(measured_times).collect();
        let joints: usize = character.skins().iter().map(|skin| skin.joints.len()).sum();
        let most = MAX_POSES.min(MAX_MATRICES / joints.max(1)).max(1);
        let step = times.iter().map(Vec::len).sum::<usize>().div_ceil(most).max(1);
        posed.add(character, &mut Player::new(character, &rest), 0.0);
        let mut skipped = 0;
        for (clip, times) in clips.iter().zip(&times) {
            let mut player = Player::new(character, clip);
            for &time in times {
                skipped += 1;
                if skipped == step {
                    skipped = 0;
                    posed.add(character, &mut player, time);
                }
            }
        }
        posed
    }

    /// Adds the pose of a clip at a time.
    fn add(&mut self, character: &Character, player: &mut Player<'_>, time: f32) {
        player.seek(time);
        let model = player.model.as_slice();
        for (poses, skin) in self.skins.iter_mut().zip(character.skins()) {
            let matrix = |(joint, bind): (&sinew::JointId, &Affine3A)| {
                model.get(joint.index()).copied().unwrap_or_default() * *bind
            };
            poses.push(skin.joints.iter().zip(&skin.inverse_binds).map(matrix).collect());
        }
        for (id, instance) in (0..).map(MeshInstanceId).zip(character.mesh_instances()) {
            let weights: f32 = player.morphs.row(id).iter().map(|weight| weight.abs()).sum();
            let weights = if instance.weights.is_empty() { 0.0 } else { weights.max(MORPH_WEIGHTS) };
            let reach = stretch(character, id, model) * (1.0 + weights);
            if let Some(known) = self.reach.get_mut(instance.mesh.index()) {
                *known = known.max(reach);
            }
        }
    }

    /// Step of the coordinates of a mesh's vertices, in metres of its space, with which they stay near enough;
    /// `None` for a mesh that needs all their bits.
    pub(in crate::export) fn step(&self, mesh: MeshId) -> Option<f32> {
        let reach = self.reach.get(mesh.index()).copied().unwrap_or(0.0);
        // Half a step on each axis.
        let step = self.tolerance * POSITION_PART * 2.0 / 3.0f32.sqrt() / reach;
        (step.is_finite() && step > 0.0).then_some(step)
    }

    /// Distance by which such steps can move a vertex of a mesh.
    pub(in crate::export) fn position_error(&self, mesh: MeshId, step: f32) -> f32 {
        self.reach.get(mesh.index()).map_or(0.0, |reach| reach * step * 0.5 * 3.0f32.sqrt())
    }

    /// Distance by which rounded joint weights may move a vertex.
    pub(in crate::export) fn weight_error(&self) -> f32 {
        self.tolerance * (1.0 - POSITION_PART)
    }

    /// Matrices of the joints of a skin in all poses.
    pub(in crate::export) fn poses(&self, skin: SkinId) -> &[Vec<Affine3A>] {
        self.skins.get(skin.index()).map(Vec::as_slice).unwrap_or_default()
    }
}
