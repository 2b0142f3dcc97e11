//! Eyes of a face: the gaze set by hand, eyes that move and blink by themselves.

use super::face_state::FaceState;
use crate::face::blink::Blinks;
use crate::face::eye_movement::{EyeGoal, EyeMovements, EyeStep};
use crate::face::gaze_layer::GazeLayer;
use crate::face::{BlinkSettings, EyeMovementSettings, FaceGaze, FaceInput, Gaze, GazeAngles};
use crate::pose::ModelPose;
use crate::stage::StageInput;
use glam::{Mat3A, Vec3};

impl FaceState {
    /// Sets the gaze, in place of what clips animate and of what an IK look is aimed at. It turns the eyes
    /// alone, unless [`set_turns_head`](Self::set_turns_head) is on; at once, unless they [move by
    /// themselves](Self::set_eye_movements). Without effect on characters without a gaze setup.
    pub fn set_gaze(&mut self, gaze: Gaze) {
        self.gaze = gaze;
    }

    /// The gaze set by hand.
    #[must_use]
    pub fn gaze(&self) -> Gaze {
        self.gaze
    }

    /// Lets the eyes move as people's do from now on; `None` stops it. Off at first; without effect on
    /// characters without a gaze setup.
    ///
    /// - A new target is reached by a saccade, whose duration grows with its angle; a moving one is followed
    ///   smoothly, with saccades that catch up.
    /// - The eyes go first; the head follows ([`set_turns_head`](Self::set_turns_head)) from
    ///   [`head_angle`](EyeMovementSettings::head_angle) on,
    ///   [`head_latency`](EyeMovementSettings::head_latency) later, and meanwhile the eyes keep their
    ///   direction in the world. They do so too while clips or the game turn the character.
    /// - Each eye joint turns to the target itself.
    /// - The upper lids follow the gaze of eye joints: by ARKit's `eyeLookDown…` and `eyeLookUp…` of the
    ///   meshes where they leave the eyeballs alone, else by a part of the blink
    ///   ([`set_blinks`](Self::set_blinks) names the shapes) and by `eyeWide…`. Where a character looks by
    ///   expressions, its `lookDown` and `lookUp` hold the lids.
    /// - Without a target there are small saccades and glances aside, with one small saccades.
    /// - Saccades as large as [`BlinkSettings::gaze_shift`] make the eyes blink.
    ///
    /// A gaze that clips animate is followed as it is. The same seed and the same frames give the same
    /// movements, and any frame rate the same times as long as target and head stand still. Each call begins
    /// anew.
    pub fn set_eye_movements(&mut self, settings: Option<EyeMovementSettings>) {
        let has_eyes = self.rig.look_at().is_some();
        self.eyes = settings.filter(|_| has_eyes).map(|settings| Box::new(EyeMovements::new(settings)));
        self.lowered = (0.0, 0.0);
        self.head.restart(None);
    }

    /// The settings of eye movements; `None` while they are off.
    #[must_use]
    pub fn eye_movements(&self) -> Option<&EyeMovementSettings> {
        self.eyes.as_ref().map(|eyes| eyes.settings())
    }

    /// Lets the eyes blink by themselves from now on, irregularly and when the gaze turns far; `None` stops
    /// it. Lids close by the expression `blink`, else by `blinkLeft` and `blinkRight`, else by morph targets
    /// with usual names; an expression may hold blinks back (`overrideBlink`). Off at first; without effect
    /// on characters whose eyes cannot close.
    ///
    /// The same seed and the same frames give the same blinks. Each call begins anew, so call it once; a
    /// clone of a face blinks with it until it gets a seed of its own.
    pub fn set_blinks(&mut self, settings: Option<BlinkSettings>) {
        self.blinks = settings.filter(|_| self.rig.eyelids.is_some()).map(Blinks::new);
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

    /// The gaze of a frame: that of the layers, or of eyes that move by themselves. `model` is the pose that
    /// the head is looked up in.
    pub(super) fn move_eyes(
        &mut self,
        stage: &StageInput<'_>,
        input: &FaceInput<'_>,
        model: &ModelPose,
    ) -> Option<FaceGaze> {
        if stage.dt > 0.0 {
            self.look.watch(input.look.map_or(0.0, |look| look.weight));
        }
        let layer = GazeLayer::topmost(self.gaze, stage, input);
        let Self { rig, eyes, look, .. } = self;
        let setup = rig.look_at()?;
        let Some(eyes) = eyes else { return rig.gaze_of(layer, model) };
        let head = model.get(setup.head);
        let rest = &rig.character.rest_ahead(setup.head);
        let point = |model_target: Vec3| {
            let angles = GazeAngles::towards(setup, head, rest, model_target);
            let distance = head.transform_point3(setup.offset_from_head).distance(model_target);
            let is_point = (angles.yaw + angles.pitch + distance).is_finite();
            if is_point { EyeGoal::Point(angles, distance) } else { EyeGoal::Idle }
        };
        let goal = match layer {
            GazeLayer::Angles(angles) if angles.is_finite() => EyeGoal::Direction(angles),
            GazeLayer::Angles(_) | GazeLayer::Unset => EyeGoal::Idle,
            GazeLayer::Point(target) => point(target),
            GazeLayer::Clip(angles) => EyeGoal::Clip(angles),
            // Eyes go to the target of a look at once, and leave it as soon as the look fades.
            GazeLayer::Look { clip: None, target, weight } if weight > 0.0 && !look.is_fading => {
                point(target)
            }
            GazeLayer::Look { clip: None, .. } => EyeGoal::Idle,
            GazeLayer::Look { clip: Some(clip), target, weight } if weight > 0.0 => {
                EyeGoal::Clip(clip.lerp(GazeAngles::towards(setup, head, rest, target), weight))
            }
            GazeLayer::Look { clip: Some(clip), .. } => EyeGoal::Clip(clip),
        };
        let world_from_head: Mat3A = stage.world_from_model.matrix3 * head.matrix3 * rest.matrix3.inverse();
        let step = EyeStep { dt: stage.dt, world_from_head, goal, teleported: stage.teleported };
        let angles = eyes.advance(&step);
        let vergence = eyes.nearness() * rig.eyes.half_distance;
        angles.is_finite().then(|| FaceGaze::new(*setup, angles).with_vergence(vergence))
    }

    /// The gaze that expressions leave to eye joints in this frame: an expression with `overrideLookAt` holds
    /// it back.
    pub(super) fn held_back(&self, gaze: FaceGaze) -> FaceGaze {
        let share = self.shares.look_at;
        FaceGaze::new(gaze.setup, GazeAngles::default().lerp(gaze.angles, share))
            .with_vergence(gaze.vergence * share)
    }

    /// True while nothing but chance moves the eyes.
    pub(super) fn is_idle(&self, layer: GazeLayer) -> bool {
        let is_unset = match layer {
            GazeLayer::Unset => true,
            GazeLayer::Look { clip: None, weight, .. } => weight <= 0.0,
            _ => false,
        };
        self.eyes.is_some() && is_unset
    }
}
