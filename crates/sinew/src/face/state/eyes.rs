use super::face_state::FaceState;
use super::head_follow::HeadFollow;
use crate::face::blink::Blinks;
use crate::face::eye_movement::{EyeGoal, EyeMovements, EyeStep, GazeLids};
use crate::face::gaze_layer::GazeLayer;
use crate::face::{BlinkSettings, EyeMovementSettings, FaceGaze, FaceInput, Gaze, GazeAngles};
use crate::pose::ModelPose;
use glam::{Mat3A, Vec3};
use std::sync::Arc;

impl FaceState {
    /// Sets the gaze, in place of what clips animate and of what an IK look is aimed at. It turns the eyes alone, unless
    /// [`set_turns_head`](Self::set_turns_head) is on; at once, unless they [move by themselves](Self::set_eye_movements). Without effect on characters without a
    /// gaze setup.
    pub fn set_gaze(&mut self, gaze: Gaze) {
        self.gaze = gaze;
    }

    /// The gaze set by hand.
    #[must_use]
    pub fn gaze(&self) -> Gaze {
        self.gaze
    }

    /// Lets the eyes move as people's do from now on; `None` stops it. Off at first; without effect on characters without a gaze setup.
    ///
    /// - A new target is reached by a saccade, whose duration grows with its angle; a moving one is followed smoothly, with saccades that catch up.
    /// - The eyes go first; the head follows ([`set_turns_head`](Self::set_turns_head)) from [`head_angle`](EyeMovementSettings::head_angle) on,
    ///   [`head_latency`](EyeMovementSettings::head_latency) later, and meanwhile the eyes keep their direction in the world. They do so too while clips or the game turn the character.
    /// - Each eye joint turns to the target itself.
    /// - The upper lids follow the gaze of eye joints: by ARKit's `eyeLookDown…` and `eyeLookUp…` of the meshes where they leave the eyeballs alone, else by a
    ///   part of the blink ([`set_blinks`](Self::set_blinks) names the shapes) and by `eyeWide…`. Where a character looks by expressions, its `lookDown` and
    ///   `lookUp` hold the lids.
    /// - Without a target there are small saccades and glances aside, with one small saccades.
    /// - Saccades as large as [`BlinkSettings::gaze_shift`] make the eyes blink.
    ///
    /// A gaze that clips animate is followed as it is. The same seed and the same frames give the same movements, and any frame rate the same times as long as target and head stand still. Each call begins anew.
    pub fn set_eye_movements(&mut self, settings: Option<EyeMovementSettings>) {
        let has_eyes = self.eye_setup.look_at.is_some();
        self.eyes = settings.filter(|_| has_eyes).map(|settings| Box::new(EyeMovements::new(settings)));
        self.find_lids();
        self.head = HeadFollow::default();
    }

    /// Finds the shapes by which lids follow the gaze of eyes that move by themselves.
    pub(super) fn find_lids(&mut self) {
        // Shapes that turn the eyes move the lids with them.
        let setup = self.eye_setup.look_at.as_ref().filter(|_| self.eye_setup.shapes.is_none());
        self.lids = match (&self.eyes, setup) {
            (Some(_), Some(setup)) => {
                GazeLids::detect(&self.character, setup, self.eyelids.as_deref()).map(Arc::new)
            }
            _ => None,
        };
        self.lowered = (0.0, 0.0);
    }

    /// The settings of eye movements; `None` while they are off.
    #[must_use]
    pub fn eye_movements(&self) -> Option<&EyeMovementSettings> {
        self.eyes.as_ref().map(|eyes| eyes.settings())
    }

    /// Lets the eyes blink by themselves from now on, irregularly and when the gaze turns far; `None` stops it. Lids close by the expression `blink`, else
    /// by `blinkLeft` and `blinkRight`, else by morph targets with usual names; an expression may hold blinks back (`overrideBlink`). Off at first; without
    /// effect on characters whose eyes cannot close.
    ///
    /// The same seed and the same frames give the same blinks. Each call begins anew, so call it once; a clone of a face blinks with it until it gets a
    /// seed of its own.
    pub fn set_blinks(&mut self, settings: Option<BlinkSettings>) {
        self.blinks = settings.filter(|_| self.eyelids.is_some()).map(Blinks::new);
    }

    /// The settings of blinks; `None` while they are off.
    #[must_use]
    pub fn blinks(&self) -> Option<&BlinkSettings> {
        self.blinks.as_ref().map(Blinks::settings)
    }

    /// Blinks once now. Without effect where [`set_blinks`](Self::set_blinks) is off.
    pub fn blink(&mut self) {
        self.blinks.iter_mut().for_each(Blinks::start);
    }

    /// The gaze of a frame: that of [`FaceInput::resolve_gaze`], or of eyes that move by themselves. `model` is the pose that the head is looked up in.
    pub fn move_eyes(&mut self, input: &FaceInput<'_>, model: &ModelPose) -> Option<FaceGaze> {
        if input.dt > 0.0 {
            self.watch_look(input.ik_look_at.map_or(0.0, |(_, weight)| weight));
        }
        let (Some(eyes), Some(setup)) = (&mut self.eyes, &self.eye_setup.look_at) else {
            return input.resolve_gaze(self, model);
        };
        let head = model.get(setup.head);
        let rest = &self.character.rest_ahead(setup.head);
        let point = |model_target: Vec3| {
            let angles = GazeAngles::towards(setup, head, rest, model_target);
            let distance = head.transform_point3(setup.offset_from_head).distance(model_target);
            let is_point = (angles.yaw + angles.pitch + distance).is_finite();
            if is_point { EyeGoal::Point(angles, distance) } else { EyeGoal::Idle }
        };
        let goal = match input.gaze_layer(self.gaze) {
            GazeLayer::Angles(angles) if is_finite(angles) => EyeGoal::Direction(angles),
            GazeLayer::Angles(_) | GazeLayer::Unset => EyeGoal::Idle,
            GazeLayer::Point(target) => point(target),
            GazeLayer::Clip(angles) => EyeGoal::Clip(angles),
            // Eyes go to the target of a look at once, and leave it as soon as the look fades.
            GazeLayer::Look { clip: None, target, weight } if weight > 0.0 && !self.look_fades => {
                point(target)
            }
            GazeLayer::Look { clip: None, .. } => EyeGoal::Idle,
            GazeLayer::Look { clip: Some(own), target, weight } if weight > 0.0 => {
                EyeGoal::Clip(own.lerp(GazeAngles::towards(setup, head, rest, target), weight))
            }
            GazeLayer::Look { clip: Some(own), .. } => EyeGoal::Clip(own),
        };
        let world_from_head: Mat3A = input.world_from_model.matrix3 * head.matrix3 * rest.matrix3.inverse();
        let step = EyeStep { dt: input.dt, world_from_head, goal, teleported: input.teleported };
        let angles = eyes.advance(&step);
        let vergence = eyes.nearness() * self.eye_setup.half_distance;
        is_finite(angles).then(|| FaceGaze::new(*setup, angles).with_vergence(vergence))
    }

    /// Finds whether the IK look fades out, by its weight.
    fn watch_look(&mut self, weight: f32) {
        // Changes that count: smaller ones are rounding.
        const CHANGE: f32 = 0.01;
        let last = self.look_extreme;
        let turns = match self.look_fades {
            true => weight > last + CHANGE,
            false => weight < last - CHANGE,
        };
        if weight <= 0.0 {
            (self.look_fades, self.look_extreme) = (false, 0.0);
        } else if turns {
            (self.look_fades, self.look_extreme) = (!self.look_fades, weight);
        } else {
            self.look_extreme = if self.look_fades { last.min(weight) } else { last.max(weight) };
        }
    }

    /// The gaze that expressions leave to eye joints in this frame: an expression with `overrideLookAt` holds it back.
    #[must_use]
    pub fn held_back(&self, gaze: FaceGaze) -> FaceGaze {
        let share = self.shares.look_at;
        FaceGaze::new(gaze.setup, GazeAngles::default().lerp(gaze.angles, share))
            .with_vergence(gaze.vergence * share)
    }

    /// True while nothing but chance moves the eyes.
    pub(super) fn is_idle(&self, input: &FaceInput<'_>) -> bool {
        let is_unset = match input.gaze_layer(self.gaze) {
            GazeLayer::Unset => true,
            GazeLayer::Look { clip: None, weight, .. } => weight <= 0.0,
            _ => false,
        };
        self.eyes.is_some() && is_unset
    }
}

fn is_finite(angles: GazeAngles) -> bool {
    angles.yaw.is_finite() && angles.pitch.is_finite()
}
