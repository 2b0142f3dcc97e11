//! Simulation of a fall, in fixed steps.

use super::course::Course;
use crate::asset::size::reference_bounds;
use crate::drawing::instances;
use crate::random::Random;
use crate::report::failure::Failure;
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::ground::Ground;
use sinew::locomotion::FootIk;
use sinew::math::smooth_damp;
use sinew::playback::ClipId;
use sinew::ragdoll::{BodyState, Ragdoll};
use sinew::rig::IkRig;
use sinew::{Actor, FrameInput, WrapMode};
use sinew_rapier::{RapierGround, RapierWorld};
use std::sync::Arc;

/// Length of a step, seconds.
pub(crate) const STEP: f32 = 1.0 / 60.0;

/// Settings of a fall.
#[derive(Clone, Debug, Default)]
pub(crate) struct FallSettings {
    /// Seed of the rotation, height and velocity at the beginning.
    pub(crate) seed: u64,
    /// Time at which a character that plays a clip begins to fall; it stands on the floor before.
    pub(crate) at: Option<f64>,
    /// Impulses at the beginning of the fall: part, N s.
    pub(crate) pushes: Vec<(usize, Vec3)>,
    /// Strength of the muscles.
    pub(crate) strength: f32,
    /// Clips of the actor of which the fitting one gets it up after it has come to rest.
    pub(crate) get_up: Vec<ClipId>,
    /// Point above which the body begins to fall, or where the character stands that plays a clip before, in
    /// place of the course's.
    pub(crate) from: Option<Vec3>,
}

/// A falling character: the same settings give the same frames.
pub(crate) struct FallRun {
    pub(crate) actor: Actor,
    world: RapierWorld,
    /// The course as ground, where the body gets up.
    ground: Option<RapierGround>,
    world_from_model: Affine3A,
    settings: FallSettings,
    /// Size relative to a human body, see [`Course`].
    scale: f32,
    /// Number of the present frame.
    frame: usize,
    /// The attempt to get up, once it has lain still.
    pub(crate) got_up: Option<GotUp>,
    /// Height of the character's origin above the ground on which it stands.
    stands: f32,
    /// Vertical velocity with which its origin follows the ground.
    rising: f32,
    /// Velocity at the beginning.
    thrown: Vec3,
}

/// A body that gets up. Times are seconds since the fall began.
#[derive(Clone, Debug)]
pub(crate) struct GotUp {
    /// Time after which it lay still.
    pub(crate) began: f64,
    /// Name of the clip.
    pub(crate) clip: String,
    /// Time at which it stood; `None` while it gets up.
    pub(crate) stood: Option<f64>,
}

/// Speed of a thrown body, m/s.
const THROW: f32 = 1.1;

/// Heights of the hips above the course at the beginning, metres for a human body.
const HEIGHTS: [f32; 2] = [1.2, 1.8];

/// Height above a character's origin from which the ground under it is looked for, beyond a step, metres for
/// a human body: it may stand up where the next box is higher.
const PROBE: f32 = 0.6;

/// Time in which the origin of a character rises nine tenths of the way to another ground, seconds.
const RISE_TIME: f32 = 0.4;

impl FallRun {
    /// The fall of an actor at its first frame.
    pub(crate) fn new(
        mut actor: Actor,
        ragdoll: &Arc<Ragdoll>,
        course: &Course,
        scale: f32,
        settings: &FallSettings,
    ) -> Result<Self, Failure> {
        actor.set_ragdoll(Some(ragdoll.clone())).map_err(|error| Failure::Machine(error.to_string()))?;
        let from = settings.from.map(|from| from * scale);
        // A character whose origin is not at its feet stands on them too.
        let stands = Vec3::Y * -instances::ground(&reference_bounds(&actor)).height;
        // Surroundings lie along +Z, whatever the direction in which the character faces.
        let ahead = actor.character().forward_rotation().inverse();
        let mut world_from_model =
            Affine3A::from_rotation_translation(ahead, from.unwrap_or(course.stands) + stands);
        let mut thrown = Vec3::ZERO;
        if settings.at.is_none() {
            let mut random = Random::new(settings.seed);
            let hips = ragdoll.parts()[0].origin();
            let height = random.between(HEIGHTS[0], HEIGHTS[1]) * course.scale;
            world_from_model = Affine3A::from_rotation_translation(
                rotation(&mut random) * ahead,
                from.unwrap_or(course.above) + Vec3::Y * height,
            ) * Affine3A::from_translation(-hips);
            thrown = (rotation(&mut random) * Vec3::X) * THROW * scale;
        }
        let world = course.world(scale);
        let ground = (!settings.get_up.is_empty()).then(|| world.ground());
        let mut run = Self {
            actor,
            world,
            ground,
            stands: stands.y,
            rising: 0.0,
            world_from_model,
            settings: settings.clone(),
            scale,
            frame: 0,
            got_up: None,
            thrown,
        };
        run.actor.advance(0.0);
        run.actor.resolve(FrameInput::new(0.0, world_from_model).with_teleport());
        if run.drop_frame() == 0 {
            run.start();
        }
        Ok(run)
    }

    /// Moves on to the next frame.
    pub(crate) fn step(&mut self) {
        self.frame += 1;
        let motion = self.actor.advance(STEP);
        // Without a way back the clip shows the fall from one position.
        if !self.settings.get_up.is_empty() && self.frame > self.drop_frame() {
            self.world_from_model = motion.apply_to(self.world_from_model);
            self.follow_ground();
        }
        let mut input = FrameInput::new(STEP, self.world_from_model).with_physics(&mut self.world);
        input.stage.ground = self.ground.as_ref().map(|ground| ground as &dyn Ground);
        self.actor.resolve(input);
        if self.frame == self.drop_frame() {
            self.start();
        }
        let stands = self.actor.body_state() == BodyState::Animated;
        let time = self.fall_time();
        if let Some(get_up) = self.got_up.as_mut().filter(|_| stands) {
            get_up.stood.get_or_insert(time);
        }
        if self.actor.ragdoll().is_some_and(|ragdoll| ragdoll.is_at_rest()) {
            // The clips are the actor's own.
            if let Ok(Some(clip)) = self.actor.get_up(self.settings.get_up.iter().copied(), Vec3::Y) {
                let (name, end) =
                    (self.actor.clips()[clip].name().to_owned(), self.actor.clips()[clip].end());
                if self.settings.at.is_none() {
                    // A body that played nothing stays as the clip leaves it.
                    let below = self.actor.play(clip);
                    let _ = below.map(|playback| playback.wrap(WrapMode::Clamp).seek(f64::from(end)));
                }
                self.got_up = Some(GotUp { began: self.fall_time(), clip: name, stood: None });
                set_foot_ik(&mut self.actor);
            }
        }
    }

    /// Raises a character that got up smoothly with the ground, as an engine does.
    fn follow_ground(&mut self) {
        let Some(ground) = self.ground.as_ref().filter(|_| self.got_up.is_some()) else { return };
        let origin = Vec3::from(self.world_from_model.translation);
        let Some(height) = ground.height(origin + Vec3::Y * (PROBE * self.scale)) else { return };
        let (y, speed) = smooth_damp(origin.y, self.rising, height + self.stands, RISE_TIME, STEP);
        (self.world_from_model.translation.y, self.rising) = (y, speed);
    }

    /// Position of the hips, or of the joint of another root part, in the world.
    pub(crate) fn hips(&self) -> Vec3 {
        let frame = self.actor.frame();
        let root = self.actor.ragdoll().map_or(0, |ragdoll| ragdoll.ragdoll().parts()[0].joint.index());
        frame.world_from_model().transform_point3(frame.model()[root].translation.into())
    }

    /// Time of the present frame, seconds.
    pub(crate) fn time(&self) -> f64 {
        self.frame as f64 * f64::from(STEP)
    }

    /// Time since the fall began, seconds.
    pub(crate) fn fall_time(&self) -> f64 {
        self.frame.saturating_sub(self.drop_frame()) as f64 * f64::from(STEP)
    }

    fn drop_frame(&self) -> usize {
        (self.settings.at.unwrap_or(0.0) / f64::from(STEP)).round() as usize
    }

    /// Lets the character fall from the next frame on.
    fn start(&mut self) {
        let Some(ragdoll) = self.actor.ragdoll_mut() else { return };
        ragdoll.start();
        ragdoll.set_strength(self.settings.strength);
        if self.thrown != Vec3::ZERO {
            for part in 0..ragdoll.ragdoll().parts().len() {
                ragdoll.apply_impulse(part, self.thrown * ragdoll.body_mass(part), None);
            }
        }
        // Mass grows with the third power of size, velocity with the first.
        let factor = self.scale.powi(4);
        self.settings
            .pushes
            .iter()
            .for_each(|&(part, impulse)| ragdoll.apply_impulse(part, impulse * factor, None));
    }
}

/// Gives a humanoid foot IK; others stand as they are animated.
fn set_foot_ik(actor: &mut Actor) {
    let character = actor.character().clone();
    let Some(body) = character.humanoid() else { return };
    let Ok(feet) = FootIk::human(&character, body) else { return };
    let rig = IkRig::human(character.skeleton(), body).with_feet(feet);
    // The rig is the character's own.
    let _ = actor.set_ik(Some(Arc::new(rig)));
}

/// Random rotation, evenly spread (K. Shoemake, *Uniform Random Rotations*, 1992).
fn rotation(random: &mut Random) -> Quat {
    let [u, a, b] = [0, 1, 2].map(|_| random.between(0.0, 1.0));
    let [a, b] = [a, b].map(|share| share * std::f32::consts::TAU);
    let (low, high) = ((1.0 - u).sqrt(), u.sqrt());
    Quat::from_xyzw(low * a.sin(), low * a.cos(), high * b.sin(), high * b.cos()).normalize()
}
