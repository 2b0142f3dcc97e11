use super::face_state::FaceState;
use crate::face::{FaceError, Viseme, VisemeMap};
use crate::math::smooth_damp_pair;
use crate::pose::LocalPose;
use crate::skeleton::JointIndex;
use std::sync::Arc;

/// Time to nine tenths in which speech takes the mouth of an emotion and gives it back, seconds: longer than a pause between words.
const SPEECH_SECONDS: f32 = 0.25;

impl FaceState {
    /// Sets the mouth for speech, made for the same character; `None` leaves it to clips and expressions. See [`VisemeMap::detect`].
    ///
    /// # Errors
    /// When the map is of another character.
    pub fn set_viseme_map(&mut self, map: Option<Arc<VisemeMap>>) -> Result<(), FaceError> {
        if map.as_ref().is_some_and(|map| !map.fits(&self.character)) {
            return Err(FaceError::OtherCharacter);
        }
        self.use_viseme_map(map);
        Ok(())
    }

    /// Takes over a mouth that is of the same character.
    pub(super) fn use_viseme_map(&mut self, map: Option<Arc<VisemeMap>>) {
        self.mouth_shapes.set_viseme_map(&self.character, map.as_deref());
        self.viseme_map = map;
    }

    /// The mouth for speech.
    #[must_use]
    pub fn viseme_map(&self) -> Option<&Arc<VisemeMap>> {
        self.viseme_map.as_ref()
    }

    /// Sets the weights of the visemes in the order of [`Viseme::ALL`], each 0 to 1; a larger sum than 1 is divided out. Speech owns the mouth by the sum of all
    /// but silence, and leaves the rest to clips. Weights below 0 or not finite count as 0. Without effect without a
    /// [`viseme_map`](Self::set_viseme_map).
    pub fn set_visemes(&mut self, weights: [f32; Viseme::COUNT]) {
        let weights = weights.map(|weight| if weight.is_finite() { weight.clamp(0.0, 1.0) } else { 0.0 });
        let sum = weights.iter().sum::<f32>().max(1.0);
        self.visemes = weights.map(|weight| weight / sum);
    }

    /// The weights of the visemes.
    #[must_use]
    pub fn visemes(&self) -> [f32; Viseme::COUNT] {
        self.visemes
    }

    /// Moves the springs of the visemes on.
    pub(super) fn advance_visemes(&mut self, dt: f32) {
        for (spoken, wanted) in self.spoken.iter_mut().zip(self.visemes) {
            *spoken = smooth_damp_pair(*spoken, wanted, self.smoothing.speech, dt);
        }
        self.speech = smooth_damp_pair(self.speech, self.speech_share(), SPEECH_SECONDS, dt);
    }

    /// Weights of the visemes as they are smoothed, times a share.
    pub(super) fn spoken_visemes(&self, share: f32) -> [f32; Viseme::COUNT] {
        self.spoken.map(|(weight, _)| weight.clamp(0.0, 1.0) * share)
    }

    /// Share by which speech owns the mouth in this frame, before expressions hold it back.
    fn speech_share(&self) -> f32 {
        match self.viseme_map {
            Some(_) => self.spoken_visemes(1.0)[1..].iter().sum::<f32>().min(1.0),
            None => 0.0,
        }
    }

    /// Whether speech turns a jaw joint.
    pub(crate) fn moves_jaw(&self) -> bool {
        self.viseme_map.as_ref().is_some_and(|map| map.moves_jaw())
    }

    /// Opens the jaw, for characters whose speech turns a jaw joint: speech takes its joint over from clips by its share, as far as expressions let it
    /// (`overrideMouth`). Returns the joint that it turned.
    pub fn turn_jaw(&self, local: &mut LocalPose) -> Option<JointIndex> {
        let map = self.viseme_map.as_ref()?;
        let visemes = self.spoken_visemes(self.shares.mouth);
        let (joint, rotation) = map.jaw_rotation(&visemes, local, self.character.skeleton().rest())?;
        local.get_mut(joint).rotation = rotation;
        Some(joint)
    }
}
