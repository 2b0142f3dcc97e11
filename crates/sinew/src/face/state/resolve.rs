use super::face_state::FaceState;
use crate::character::LookAtKind;
use crate::face::emotion::OpenShares;
use crate::face::eye_movement::GazeLids;
use crate::face::gaze_layer::GazeLayer;
use crate::face::hand_weight::HandWeight;
use crate::face::{FaceGaze, FaceInput, Viseme};
use crate::face::{apply_expression_morphs, apply_material_binds, resolve_expressions};
use crate::humanoid::BodySide;
use crate::math::smooth_damp_pair;
use crate::morph::MorphWeights;

/// Share of an emotion's mouth that speech takes at most.
const SPEECH_OVER_EMOTION: f32 = 0.7;

impl FaceState {
    /// Resolves the expression weights of a frame from all layers. Returns whether [`apply`](Self::apply) has anything to write. `gaze` is that of
    /// [`move_eyes`](Self::move_eyes).
    ///
    /// # Panics
    /// When the input is of another character.
    pub fn resolve(&mut self, input: &FaceInput<'_>, gaze: Option<FaceGaze>) -> bool {
        assert_eq!(input.expressions.len(), self.requested.len(), "one weight per expression");
        for (requested, weight) in self.requested.iter_mut().zip(input.expressions) {
            *requested = if weight.is_finite() { *weight } else { 0.0 };
        }
        if let Some(eyelids) = self.eyelids.as_ref().filter(|_| self.blinks.is_some()) {
            eyelids.open_expressions(&mut self.requested);
        }
        self.resolved_gaze = gaze;
        self.emotions.advance(input.dt);
        self.emotions.write(&mut self.requested);
        self.advance_visemes(input.dt);
        let spoken = self.spoken_visemes(1.0);
        let speaks =
            self.viseme_map.as_ref().is_some_and(|map| map.write_expressions(&spoken, &mut self.requested));
        self.animated_looks = self.animated_looks(input);
        self.write_look_expressions(gaze);
        let closes = self.write_lids(input.dt, gaze);
        self.write_by_hand(input.dt);
        let has_request = self.requested.iter().any(|weight| *weight != 0.0);
        if has_request || self.had_request {
            let expressions = self.character.expressions();
            self.shares = resolve_expressions(expressions, &self.requested, &mut self.resolved);
            if !self.materials.is_empty() {
                apply_material_binds(
                    expressions,
                    &self.resolved,
                    self.character.materials(),
                    &mut self.materials,
                );
            }
        }
        self.had_request = has_request;
        self.set_emotion_shares();
        has_request
            || speaks
            || closes
            || self.blinks.is_some()
            || (gaze.is_some() && self.eye_setup.shapes.is_some())
            || self.emotions.is_shown()
            || !self.correctives.is_empty()
            || self.hand_morphs().iter().any(HandWeight::is_on)
    }

    /// Share of animated looks that a gaze leaves: it replaces the weights that clips animate; an IK look without a gaze fades from them, and eyes without a target
    /// move about them.
    fn animated_looks(&self, input: &FaceInput<'_>) -> f32 {
        match input.gaze_layer(self.gaze) {
            _ if self.is_idle(input) => 1.0,
            GazeLayer::Look { clip: None, weight, .. } => 1.0 - weight,
            _ => 0.0,
        }
    }

    /// Writes the look expressions of a gaze.
    fn write_look_expressions(&mut self, gaze: Option<FaceGaze>) {
        let Some(gaze) = gaze.filter(|gaze| gaze.setup.kind == LookAtKind::Expression) else { return };
        let names = ["lookLeft", "lookRight", "lookUp", "lookDown"];
        for (name, weight) in names.into_iter().zip(gaze.angles.expression_weights(&gaze.setup)) {
            if let Some(id) = self.character.find_expression(name) {
                let own = &mut self.requested[id.index()];
                *own = weight + *own * self.animated_looks;
            }
        }
    }

    /// Moves lids and blinks on, and closes the lids of expressions. Returns whether any lid is moved.
    fn write_lids(&mut self, dt: f32, gaze: Option<FaceGaze>) -> bool {
        if let Some(blinks) = &mut self.blinks {
            match &self.eyes {
                Some(eyes) => blinks.advance_with_saccade(dt, eyes.last_saccade()),
                None => blinks.advance(dt, gaze.map(|gaze| gaze.angles)),
            }
        }
        if let Some(eyes) = self.eyes.as_ref().filter(|_| self.lids.is_some()) {
            // Lids go with the eyes: drawn faces turn theirs a few degrees, and would hide the iris.
            let pitch = gaze.map_or(0.0, |gaze| gaze.for_eye(BodySide::Left).pitch);
            let lowered = GazeLids::lowered(pitch, eyes.settings().lid_factor);
            self.lowered = smooth_damp_pair(self.lowered, lowered, self.smoothing.lids, dt);
        }
        let closed = self.closed_lids();
        if let Some(eyelids) = self.eyelids.as_ref().filter(|_| closed > 0.0) {
            eyelids.write_expressions(closed, &mut self.requested);
        }
        closed > 0.0 || self.lowered.0 != 0.0
    }

    /// Weight of closed lids: a blink closes what the gaze leaves open.
    fn closed_lids(&self) -> f32 {
        let blink = self.blinks.as_ref().map_or(0.0, |blinks| blinks.weight());
        let lowered = self.lids.as_ref().map_or(0.0, |lids| lids.blink_share(self.lowered.0));
        blink + lowered * (1.0 - blink)
    }

    /// Share that a blink leaves of the lids' other movements.
    fn open_share(&self) -> f32 {
        1.0 - self.blinks.as_ref().map_or(0.0, |blinks| blinks.weight())
    }

    /// Weight of the visemes that close the lips: p, b, m and f, v.
    fn closed_lips(&self) -> f32 {
        let visemes = self.spoken_visemes(self.shares.mouth);
        let closed = visemes[Viseme::PP.index()] + visemes[Viseme::FF.index()];
        if self.viseme_map.is_some() { closed.min(1.0) } else { 0.0 }
    }

    fn write_by_hand(&mut self, dt: f32) {
        let seconds = self.smoothing.by_hand;
        for (weight, by_hand) in self.requested.iter_mut().zip(&mut self.expressions) {
            by_hand.advance(seconds, dt);
            *weight = by_hand.over(*weight);
        }
        if self.has_hand_morphs {
            self.morphs.iter_mut().for_each(|by_hand| by_hand.advance(seconds, dt));
        }
    }

    /// Morph weights set by hand; empty while none has been set.
    fn hand_morphs(&self) -> &[HandWeight] {
        if self.has_hand_morphs { &self.morphs } else { &[] }
    }

    /// Sets the shares of the expressions that are emotions'.
    fn set_emotion_shares(&mut self) {
        let speaks = self.viseme_map.is_some();
        for (n, share) in self.emotion_shares.iter_mut().enumerate() {
            let (emotion, whole) = (self.emotions.weight(n), self.requested[n]);
            // A binary expression is shown whole or not at all.
            let gives_way =
                speaks && emotion > 0.0 && whole > 0.0 && !self.character.expressions()[n].is_binary;
            *share = if gives_way {
                (emotion / whole).min(1.0) * (1.0 - self.expressions[n].share())
            } else {
                0.0
            };
        }
    }

    /// Share that speech leaves of an emotion's mouth.
    fn mouth_share(&self) -> f32 {
        1.0 - SPEECH_OVER_EMOTION * self.speech.0.clamp(0.0, 1.0) * self.shares.mouth
    }

    /// Adds the morphs of the resolved expressions to the animated weights, and sets those that are set by hand.
    ///
    /// # Panics
    /// When `morphs` is of another character.
    pub fn apply(&self, morphs: &mut MorphWeights) {
        // Blinks replace those of clips.
        if let Some(eyelids) = self.eyelids.as_ref().filter(|_| self.blinks.is_some()) {
            eyelids.open_morphs(morphs);
        }
        apply_expression_morphs(self.character.expressions(), &self.resolved, morphs);
        if self.emotions.is_shown() {
            self.take_mouth_from_emotions(morphs);
            let open = OpenShares { lids: self.open_share(), lips: 1.0 - self.closed_lips() };
            self.emotions.write_morphs((&self.mouth_shapes, self.mouth_share()), open, morphs);
        }
        if let Some(map) = &self.viseme_map {
            map.write_morphs(&self.spoken_visemes(self.shares.mouth), morphs);
        }
        if let Some((shapes, gaze)) = self.eye_setup.shapes.as_ref().zip(self.resolved_gaze) {
            shapes.write(&self.held_back(gaze), self.animated_looks, morphs);
        }
        if let Some(eyelids) = &self.eyelids {
            eyelids.write_morphs(self.closed_lids() * self.shares.blink, morphs);
        }
        if let Some(lids) = &self.lids {
            // Closed lids are those of the blink alone.
            lids.write_morphs(self.lowered.0 * self.open_share() * self.shares.look_at, morphs);
        }
        for (weight, by_hand) in morphs.as_mut_slice().iter_mut().zip(self.hand_morphs()) {
            *weight = by_hand.over(*weight);
        }
        self.correctives.apply(self.hand_morphs(), morphs);
    }

    /// Takes back the part of an emotion's mouth that speech owns, and what opens lips that speech closes.
    fn take_mouth_from_emotions(&self, morphs: &mut MorphWeights) {
        let (kept, lips) = (self.mouth_share(), 1.0 - self.closed_lips());
        if kept == 1.0 && lips == 1.0 {
            return;
        }
        let expressions = self.character.expressions().iter().zip(&self.resolved).zip(&self.emotion_shares);
        for ((expression, weight), share) in expressions.filter(|(_, share)| **share > 0.0) {
            for bind in &expression.morphs {
                let id = crate::character::MorphTargetId { instance: bind.instance, target: bind.target };
                let Some(position) = self.morph_position(id) else { continue };
                if self.mouth_shapes.contains(position) {
                    let kept = if self.mouth_shapes.opens_lips(position) { kept * lips } else { kept };
                    morphs.row_mut(bind.instance)[bind.target] -= bind.weight * weight * share * (1.0 - kept);
                }
            }
        }
    }
}
