//! Speech of a face: a track of visemes that plays, visemes that are set, and the jaw joint that they turn.

use super::face_speech::FaceSpeech;
use super::face_state::FaceState;
use crate::face::{Viseme, VisemeTrack};
use crate::stage::StagePose;
use std::sync::Arc;

impl FaceState {
    /// Speaks a track of visemes from its start, in place of what the face speaks now. Each frame with a `dt`
    /// moves it on: the first one shows time 0, a later one the time `dt` after the last, and closed lips
    /// that fall between two frames ([`VisemeTrack::at_frame`]). After its end the mouth is at rest. It moves
    /// the same shapes as [`set_visemes`](Self::set_visemes), which ends it.
    ///
    /// ```
    /// use sinew::Actor;
    /// use sinew::face::VisemeTrack;
    /// use std::sync::Arc;
    ///
    /// fn begin(actor: &mut Actor, line: &Arc<VisemeTrack>) {
    ///     actor.face_mut().into_iter().for_each(|face| face.speak(line.clone()));
    /// }
    ///
    /// /// In each frame, for a sound whose clock is not that of the frames.
    /// fn keep_in_step(actor: &mut Actor, heard: f64) {
    ///     actor.face_mut().into_iter().for_each(|face| face.seek_speech(heard));
    /// }
    /// ```
    pub fn speak(&mut self, track: Arc<VisemeTrack>) {
        self.speech = Some(FaceSpeech::new(track));
    }

    /// The track that the face speaks, and its time; `None` once it is over, and where none has begun.
    #[must_use]
    pub fn speech(&self) -> Option<&FaceSpeech> {
        self.speech.as_ref()
    }

    /// Seeks in the track that is spoken: the next frame with a `dt` shows this time. Before 0 the mouth
    /// waits at rest. Times that are not finite are ignored, and so are all where nothing is spoken.
    pub fn seek_speech(&mut self, seconds: f64) {
        self.speech.iter_mut().for_each(|speech| speech.seek(seconds));
    }

    /// Ends the track that is spoken: the mouth is at rest from the next frame on.
    pub fn stop_speech(&mut self) {
        if self.speech.take().is_some() {
            self.spoken.wanted = [0.0; Viseme::COUNT];
        }
    }

    /// Moves the speech on.
    pub(super) fn advance_speech(&mut self, dt: f32) {
        let dt = if dt.is_finite() { f64::from(dt) } else { 0.0 };
        let Some(speech) = self.speech.as_mut().filter(|speech| speech.moves(dt)) else { return };
        match speech.advance(dt) {
            Some(weights) => self.spoken.set(weights),
            None => self.stop_speech(),
        }
    }

    /// Sets the weights of the visemes in the order of [`Viseme::ALL`], each 0 to 1; a larger sum than 1 is
    /// divided out. Speech owns the mouth by the sum of all but silence, and leaves the rest to clips.
    /// Weights below 0 or not finite count as 0. Without effect without a [viseme
    /// map](super::super::FaceRig::with_viseme_map). A track that the face [speaks](Self::speak) ends.
    pub fn set_visemes(&mut self, weights: [f32; Viseme::COUNT]) {
        self.speech = None;
        self.spoken.set(weights);
    }

    /// The weights of the visemes, as they are set or spoken.
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
