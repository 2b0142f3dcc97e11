//! Speech of a face: the visemes that are set, and the jaw joint that they turn.

use super::face_state::FaceState;
use crate::face::Viseme;
use crate::stage::StagePose;

impl FaceState {
    /// Sets the weights of the visemes in the order of [`Viseme::ALL`], each 0 to 1; a larger sum than 1 is
    /// divided out. Speech owns the mouth by the sum of all but silence, and leaves the rest to clips.
    /// Weights below 0 or not finite count as 0. Without effect without a [viseme
    /// map](super::super::FaceRig::with_viseme_map).
    pub fn set_visemes(&mut self, weights: [f32; Viseme::COUNT]) {
        let weights = weights.map(|weight| if weight.is_finite() { weight.clamp(0.0, 1.0) } else { 0.0 });
        let sum = weights.iter().sum::<f32>().max(1.0);
        self.spoken.wanted = weights.map(|weight| weight / sum);
    }

    /// The weights of the visemes.
    #[must_use]
    pub fn visemes(&self) -> [f32; Viseme::COUNT] {
        self.spoken.wanted
    }

    /// Opens the jaw, for characters whose speech turns a jaw joint: speech takes its joint over from clips
    /// by its share, as far as expressions let it (`overrideMouth`).
    pub(super) fn turn_jaw(&self, pose: &mut StagePose<'_>) {
        let Some(map) = self.rig.viseme_map.as_ref().filter(|map| map.moves_jaw()) else { return };
        let visemes = self.spoken.weights(self.shares.mouth);
        let (local, model) = pose.edit();
        let rest = self.rig.character.skeleton().rest();
        if let Some((joint, rotation)) = map.jaw_rotation(&visemes, local, rest) {
            local.get_mut(joint).rotation = rotation;
            model.mark_stale(joint);
        }
        pose.refresh();
    }
}
