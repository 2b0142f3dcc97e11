//! The stage of the face: all layers of a frame, one over the other.

use super::face_state::FaceState;
use crate::character::LookAtKind;
use crate::face::emotion::OpenShares;
use crate::face::eye_movement::GazeLids;
use crate::face::gaze_layer::GazeLayer;
use crate::face::hand_weight::HandWeight;
use crate::face::{FaceGaze, FaceInput, Gaze, Viseme};
use crate::face::{apply_expression_morphs, apply_material_binds, resolve_expressions};
use crate::humanoid::BodySide;
use crate::math::smooth_damp_pair;
use crate::morph::MorphWeights;
use crate::stage::{StageInput, StagePose};

/// Share of an emotion's mouth that speech takes at most.
const SPEECH_OVER_EMOTION: f32 = 0.7;

impl FaceState {
    /// Resolves a frame: the gaze, the weights of expressions from all layers, and from them morph weights,
    /// material overrides, the jaw joint and the eye joints.
    ///
    /// # Panics
    /// When the input has another number of expressions than the character.
    pub fn solve(&mut self, stage: &StageInput<'_>, input: FaceInput<'_>, pose: &mut StagePose<'_>) {
        // Eyes that move by themselves have no other writer.
        let rig_turns_eyes = self.eyes.is_none() && input.look.is_some_and(|look| look.turns_eyes);
        let input = FaceInput { look: input.look.filter(|_| !rig_turns_eyes), ..input };
        let gaze = self.move_eyes(stage, &input, pose.model_pose());
        if self.resolve(stage, &input, gaze) {
            self.apply(pose.morphs_mut());
        }
        self.turn_jaw(pose);
        let by_hand = self.gaze != Gaze::Animated;
        if let Some(gaze) = gaze.filter(|gaze| gaze.turns_eyes() && (by_hand || !rig_turns_eyes)) {
            self.rig.turn_eyes(&self.held_back(gaze), pose);
            pose.refresh();
        }
    }

    /// Resolves the weights of expressions from all layers. Returns whether [`apply`](Self::apply) has
    /// anything to write.
    fn resolve(&mut self, stage: &StageInput<'_>, input: &FaceInput<'_>, gaze: Option<FaceGaze>) -> bool {
        assert_eq!(input.expressions.len(), self.requested.len(), "one weight per expression");
        for (requested, weight) in self.requested.iter_mut().zip(input.expressions) {
            *requested = if weight.is_finite() { *weight } else { 0.0 };
        }
        if let Some(eyelids) = self.rig.eyelids.as_ref().filter(|_| self.blinks.is_some()) {
            eyelids.open_expressions(&mut self.requested);
        }
        self.resolved_gaze = gaze;
        self.emotions.advance(stage.dt);
        self.emotions.write(&self.rig.emotions, &mut self.requested);
        self.advance_speech(stage.dt);
        let (mouth, smoothing) = (self.rig.viseme_map.as_ref(), self.rig.smoothing);
        self.spoken.advance(smoothing.speech, stage.dt, mouth.is_some());
        let spoken = self.spoken.weights(1.0);
        let speaks = mouth.is_some_and(|map| map.write_expressions(&spoken, &mut self.requested));
        self.animated_looks = self.animated_looks(GazeLayer::topmost(self.gaze, stage, input));
        self.write_look_expressions(gaze);
        let closes = self.write_lids(stage.dt, gaze);
        self.by_hand.advance(smoothing.by_hand, stage.dt, &mut self.requested);
        let has_request = self.requested.iter().any(|weight| *weight != 0.0);
        if has_request || self.had_request {
            let expressions = self.rig.character.expressions();
            self.shares = resolve_expressions(expressions, &self.requested, &mut self.resolved);
            if !self.materials.is_empty() {
                apply_material_binds(
                    expressions,
                    &self.resolved,
                    self.rig.character.materials(),
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
            || (gaze.is_some() && self.rig.eyes.shapes.is_some())
            || self.emotions.is_shown()
            || !self.rig.correctives.is_empty()
            || self.by_hand.morphs().iter().any(HandWeight::is_on)
    }

    /// Share of animated looks that a gaze leaves: it replaces the weights that clips animate; an IK look
    /// without a gaze fades from them, and eyes without a target move about them.
    fn animated_looks(&self, layer: GazeLayer) -> f32 {
        match layer {
            _ if self.is_idle(layer) => 1.0,
            GazeLayer::Look { clip: None, weight, .. } => 1.0 - weight,
            _ => 0.0,
        }
    }

    /// Writes the look expressions of a gaze.
    fn write_look_expressions(&mut self, gaze: Option<FaceGaze>) {
        let Some(gaze) = gaze.filter(|gaze| gaze.setup.kind == LookAtKind::Expression) else { return };
        let names = ["lookLeft", "lookRight", "lookUp", "lookDown"];
        for (name, weight) in names.into_iter().zip(gaze.angles.expression_weights(&gaze.setup)) {
            if let Some(id) = self.rig.character.find_expression(name) {
                let requested = &mut self.requested[id.index()];
                *requested = weight + *requested * self.animated_looks;
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
        if let Some(eyes) = self.eyes.as_ref().filter(|_| self.rig.gaze_lids.is_some()) {
            // Lids go with the eyes: drawn faces turn theirs a few degrees, and would hide the iris.
            let pitch = gaze.map_or(0.0, |gaze| gaze.for_eye(BodySide::Left).pitch);
            let lowered = GazeLids::lowered(pitch, eyes.settings().lid_factor);
            self.lowered = smooth_damp_pair(self.lowered, lowered, self.rig.smoothing.lids, dt);
        }
        let closed = self.closed_lids();
        if let Some(eyelids) = self.rig.eyelids.as_ref().filter(|_| closed > 0.0) {
            eyelids.write_expressions(closed, &mut self.requested);
        }
        closed > 0.0 || self.lowered.0 != 0.0
    }

    /// Weight of closed lids: a blink closes what the gaze leaves open.
    fn closed_lids(&self) -> f32 {
        let blink = self.blinks.as_ref().map_or(0.0, |blinks| blinks.weight());
        let lowered = self.gaze_lids().map_or(0.0, |lids| lids.blink_share(self.lowered.0));
        blink + lowered * (1.0 - blink)
    }

    /// Share that a blink leaves of the lids' other movements.
    fn open_share(&self) -> f32 {
        1.0 - self.blinks.as_ref().map_or(0.0, |blinks| blinks.weight())
    }

    /// Weight of the visemes that close the lips: p, b, m and f, v.
    fn closed_lips(&self) -> f32 {
        let visemes = self.spoken.weights(self.shares.mouth);
        let closed = visemes[Viseme::PP.index()] + visemes[Viseme::FF.index()];
        if self.rig.viseme_map.is_some() { closed.min(1.0) } else { 0.0 }
    }

    /// Sets the shares of the expressions that are emotions'.
    fn set_emotion_shares(&mut self) {
        let speaks = self.rig.viseme_map.is_some();
        for (n, share) in self.emotion_shares.iter_mut().enumerate() {
            let (emotion, whole) = (self.emotions.weight(n), self.requested[n]);
            // A binary expression is shown whole or not at all.
            let gives_way =
                speaks && emotion > 0.0 && whole > 0.0 && !self.rig.character.expressions()[n].is_binary;
            *share = if gives_way {
                (emotion / whole).min(1.0) * (1.0 - self.by_hand.expressions[n].share())
            } else {
                0.0
            };
        }
    }

    /// Share that speech leaves of an emotion's mouth.
    fn mouth_share(&self) -> f32 {
        1.0 - SPEECH_OVER_EMOTION * self.spoken.share() * self.shares.mouth
    }

    /// Adds the morphs of the resolved expressions to the animated weights, and sets those that are set by
    /// hand.
    fn apply(&self, morphs: &mut MorphWeights) {
        // Blinks replace those of clips.
        if let Some(eyelids) = self.rig.eyelids.as_ref().filter(|_| self.blinks.is_some()) {
            eyelids.open_morphs(morphs);
        }
        apply_expression_morphs(self.rig.character.expressions(), &self.resolved, morphs);
        if self.emotions.is_shown() {
            self.take_mouth_from_emotions(morphs);
            let open = OpenShares { lids: self.open_share(), lips: 1.0 - self.closed_lips() };
            self.emotions.write_morphs(
                &self.rig.emotions,
                (&self.rig.mouth_shapes, self.mouth_share()),
                open,
                morphs,
            );
        }
        if let Some(map) = &self.rig.viseme_map {
            map.write_morphs(&self.spoken.weights(self.shares.mouth), morphs);
        }
        if let Some((shapes, gaze)) = self.rig.eyes.shapes.as_ref().zip(self.resolved_gaze) {
            shapes.write(&self.held_back(gaze), self.animated_looks, morphs);
        }
        if let Some(eyelids) = &self.rig.eyelids {
            eyelids.write_morphs(self.closed_lids() * self.shares.blink, morphs);
        }
        if let Some(lids) = self.gaze_lids() {
            // Closed lids are those of the blink alone.
            lids.write_morphs(self.lowered.0 * self.open_share() * self.shares.look_at, morphs);
        }
        for (weight, by_hand) in morphs.as_mut_slice().iter_mut().zip(self.by_hand.morphs()) {
            *weight = by_hand.over(*weight);
        }
        self.rig.correctives.apply(self.by_hand.morphs(), morphs);
    }

    /// Takes back the part of an emotion's mouth that speech owns, and what opens lips that speech closes.
    fn take_mouth_from_emotions(&self, morphs: &mut MorphWeights) {
        let (kept, lips) = (self.mouth_share(), 1.0 - self.closed_lips());
        if kept == 1.0 && lips == 1.0 {
            return;
        }
        let expressions =
            self.rig.character.expressions().iter().zip(&self.resolved).zip(&self.emotion_shares);
        for ((expression, weight), share) in expressions.filter(|(_, share)| **share > 0.0) {
            for bind in &expression.morphs {
                let id = crate::character::MorphTargetId { instance: bind.instance, target: bind.target };
                let Some(position) = self.rig.morph_position(id) else { continue };
                if self.rig.mouth_shapes.contains(position) {
                    let kept = if self.rig.mouth_shapes.opens_lips(position) { kept * lips } else { kept };
                    morphs.row_mut(bind.instance)[bind.target] -= bind.weight * weight * share * (1.0 - kept);
                }
            }
        }
    }
}
