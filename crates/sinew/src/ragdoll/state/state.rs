use super::getting_up::GettingUp;
use super::part_state::{BetweenJoint, PartState, Phase};
use super::reaction::{HitReaction, Reaction};
use super::rest::RestDetector;
use super::root_follow::RootFollow;
use super::waiting::{Drag, Impulse, Missed, Release};
use crate::character::Character;
use crate::clone_from::impl_clone_from;
use crate::math::{Transform, mirrored};
use crate::ragdoll::Ragdoll;
use crate::ragdoll::error::RagdollError;
use crate::ragdoll::overlap::reserve_overlap_scratch;
use crate::ragdoll::physics::{BodyId, BodyMotion, Physics};
use crate::ragdoll::world_parts::WorldParts;
use crate::skeleton::JointId;
use glam::{Affine3A, Vec3};
use std::sync::Arc;

/// One instance of a [`Ragdoll`]: which of its parts fall, and where they are.
///
/// At first all parts are animated. [`RagdollState::start`] lets physics move the whole body from the next
/// frame on, [`RagdollState::start_parts`] some of its parts, while the others go on with their animation and
/// pull them along.
///
/// A clone of an active ragdoll refers to the same bodies, as for a state that is restored together with a
/// copy of the physics engine. Of two that refer to the same bodies one alone may go on.
#[derive(Debug)]
pub struct RagdollState {
    pub(in crate::ragdoll) ragdoll: Arc<Ragdoll>,
    pub(in crate::ragdoll) parts: Vec<PartState>,
    pub(in crate::ragdoll) between: Vec<BetweenJoint>,
    pub(in crate::ragdoll) phase: Phase,
    pub(in crate::ragdoll) impulses: Vec<Impulse>,
    pub(in crate::ragdoll) drag: Option<Drag>,
    pub(in crate::ragdoll) reaction: Option<Reaction>,
    /// Size of the character in the world, relative to model space.
    pub(in crate::ragdoll) scale: f32,
    /// Whether the bodies are mirrored, since the character is.
    pub(in crate::ragdoll) is_mirrored: bool,
    /// Parts at that size, where they are not those of the ragdoll.
    pub(in crate::ragdoll) world_parts: Option<Arc<WorldParts>>,
    /// Whether the physics engine has been told the shapes ahead of the first start.
    pub(in crate::ragdoll) is_prepared: bool,
    /// Pairs of parts that never collide, sorted, and whether the others do.
    pub(in crate::ragdoll) ignored: Vec<(usize, usize)>,
    pub(in crate::ragdoll) collides_itself: bool,
    pub(in crate::ragdoll) rest: RestDetector,
    /// Whether the bodies have been let sleep.
    pub(in crate::ragdoll) may_sleep: bool,
    /// Whether bodies are woken in the next frame.
    pub(in crate::ragdoll) wakes: bool,
    pub(in crate::ragdoll) missed: Missed,
    pub(in crate::ragdoll) root: RootFollow,
    pub(in crate::ragdoll) release: Option<Release>,
    pub(in crate::ragdoll) getting_up: Option<GettingUp>,
    /// Time since an animation took over a body that was led along it, and that in which what physics had
    /// changed fades, seconds.
    pub(in crate::ragdoll) hand_over: Option<(f32, f32)>,
    pub(in crate::ragdoll) failed_attempts: u32,
    /// Time since a fallen body was given back to its animation, and that in which the animation is reached,
    /// seconds.
    pub(in crate::ragdoll) regained: Option<(f32, f32)>,
    /// Local transforms of the last pose in which the body fell, of the joints that it moves.
    pub(in crate::ragdoll) fallen: Vec<Transform>,
    /// Direction upwards in the last frame.
    pub(in crate::ragdoll) up: Vec3,
    /// Matrices of the pose that is being written.
    pub(in crate::ragdoll) scratch: Vec<Affine3A>,
}

impl_clone_from!(
    RagdollState {
        ragdoll,
        parts,
        between,
        phase,
        drag,
        reaction,
        scale,
        is_mirrored,
        world_parts,
        is_prepared,
        collides_itself,
        rest,
        may_sleep,
        wakes,
        missed,
        root,
        release,
        getting_up,
        hand_over,
        failed_attempts,
        regained,
        fallen,
        up,
        scratch
    },
    buffers { impulses, ignored }
);

/// Time in which the animation is reached from a fallen pose, seconds.
const BLEND: f32 = 0.35;

/// Most impulses that wait for a frame; further ones are dropped.
const MAX_IMPULSES: usize = 64;

impl RagdollState {
    /// State in which all parts are animated, for a character.
    ///
    /// # Errors
    /// When the ragdoll was fitted to a character of other joints.
    pub fn new(ragdoll: Arc<Ragdoll>, character: &Character) -> Result<Self, RagdollError> {
        if !ragdoll.fits(character) {
            return Err(RagdollError::OtherSkeleton);
        }
        let skeleton = character.skeleton();
        reserve_overlap_scratch(ragdoll.parts.len());
        let is_part = |joint: JointId| ragdoll.parts.iter().any(|part| part.joint == joint);
        let mut is_between = vec![false; skeleton.len()];
        for part in &ragdoll.parts[1..] {
            let above = std::iter::successors(skeleton.parent(part.joint), |joint| skeleton.parent(*joint));
            above.take_while(|joint| !is_part(*joint)).for_each(|joint| is_between[joint.index()] = true);
        }
        let between = skeleton.joints().filter(|joint| is_between[joint.index()]);
        let between = between.map(|joint| BetweenJoint {
            joint,
            part: usize::from(ragdoll.part_of_joint[joint.index()]),
            transform: Transform::IDENTITY,
        });
        Ok(Self {
            parts: vec![PartState::NEW; ragdoll.parts.len()],
            between: between.collect(),
            phase: Phase::Animated,
            impulses: Vec::with_capacity(MAX_IMPULSES),
            drag: None,
            reaction: None,
            scale: 1.0,
            is_mirrored: false,
            world_parts: None,
            is_prepared: false,
            // Room for all pairs, so that no snapshot of a fall allocates.
            ignored: Vec::with_capacity(ragdoll.parts.len() * ragdoll.parts.len() / 2),
            collides_itself: true,
            rest: RestDetector::new(ragdoll.parts.len()),
            may_sleep: false,
            wakes: false,
            missed: Missed::default(),
            root: RootFollow::default(),
            release: None,
            getting_up: None,
            hand_over: None,
            failed_attempts: 0,
            regained: None,
            fallen: vec![Transform::IDENTITY; skeleton.len()],
            up: Vec3::Y,
            scratch: vec![Affine3A::IDENTITY; skeleton.len()],
            ragdoll,
        })
    }

    /// The shared ragdoll.
    #[must_use]
    pub fn ragdoll(&self) -> &Arc<Ragdoll> {
        &self.ragdoll
    }

    /// Lets physics move the whole body from the next frame with physics on. It begins in the pose of that
    /// frame with the velocities of the animation.
    pub fn start(&mut self) {
        self.start_parts(|_| true);
    }

    /// Lets physics move the parts for which `falls` returns true, by their index in [`Ragdoll::parts`]; the
    /// others follow the animation and pull them along. Parts that fell before are given back to it as by
    /// [`RagdollState::stop`].
    pub fn start_parts(&mut self, falls: impl Fn(usize) -> bool) {
        (self.reaction, self.getting_up, self.failed_attempts) = (None, None, 0);
        self.parts.iter_mut().for_each(|part| part.reacts = false);
        self.set_falling(falls, BLEND);
    }

    /// Gives the body back to its animation, which an [`Actor`](crate::Actor) blends in over 0.35 s, see
    /// [`RagdollState::stop_over`].
    pub fn stop(&mut self) {
        self.stop_over(BLEND);
    }

    /// Gives the body back to its animation: physics no longer moves it. An [`Actor`](crate::Actor) goes on
    /// from the fallen pose with its velocities from its next [`advance`](crate::Actor::advance) on, and
    /// reaches the animation within `seconds`; [`RagdollState::solve`] alone cuts.
    ///
    /// The animated character may stand elsewhere than the body lies: [`Actor::get_up`](crate::Actor::get_up)
    /// moves it there.
    pub fn stop_over(&mut self, seconds: f32) {
        let motion = self.getting_up.take().and_then(|getting_up| getting_up.motion);
        self.reaction = None;
        self.parts.iter_mut().for_each(|part| part.reacts = false);
        self.set_falling(|_| false, seconds);
        if let Some(release) = &mut self.release {
            release.motion = motion.or(release.motion);
        }
    }

    /// Sets which parts fall. Those that fell before and do no longer are released, and their animation is
    /// reached within `seconds`.
    pub(in crate::ragdoll) fn set_falling(&mut self, falls: impl Fn(usize) -> bool, seconds: f32) {
        let is_active = self.is_active();
        if self.release.is_none() {
            self.parts.iter_mut().for_each(|part| part.is_released = false);
        }
        let (mut releases, mut falls_again) = (false, false);
        for (n, part) in self.parts.iter_mut().enumerate() {
            let now = falls(n);
            if is_active && part.falls && !now {
                (part.is_released, releases) = (true, true);
            }
            falls_again |= now && part.is_released;
            part.is_released &= !now;
            part.falls = now;
        }
        if releases {
            self.release = Some(Release::new(seconds));
        } else if falls_again {
            self.release = None;
        }
        let any = self.parts.iter().any(|part| part.falls);
        self.phase = match (self.phase, any) {
            (Phase::Active | Phase::Stopping, true) => Phase::Active,
            (Phase::Active | Phase::Stopping, false) => Phase::Stopping,
            (_, true) => Phase::Starting,
            (_, false) => Phase::Animated,
        };
        self.wake();
    }

    /// Removes all bodies from the physics engine at once, and the ragdoll is animated without a blend: for
    /// characters that are despawned, or whose ragdoll is exchanged, while they fall.
    pub fn remove(&mut self, physics: &mut dyn Physics) {
        self.parts.iter_mut().for_each(|part| (part.falls, part.is_released) = (false, false));
        (self.hand_over, self.release, self.regained, self.failed_attempts) = (None, None, None, 0);
        self.remove_bodies(physics);
    }

    /// Whether physics moves a part of the body: from [`start`](Self::start) or a hit until it is stopped. In
    /// the frame after that the pose still holds what physics left.
    #[must_use]
    pub fn is_active(&self) -> bool {
        matches!(self.phase, Phase::Active)
    }

    /// Whether the ragdoll has bodies in the physics engine, or will have them after the next frame: as long
    /// as it has, frames need that engine.
    #[must_use]
    pub fn has_bodies(&self) -> bool {
        self.phase != Phase::Animated
    }

    /// Sets the strength of all muscles, with which parts follow the animation: 0 is limp, 1 holds the pose.
    /// Values outside count as the nearest one, NaN as 0. (Textbooks call it the angular strength of a
    /// ragdoll.)
    pub fn set_strength(&mut self, strength: f32) {
        (0..self.parts.len()).for_each(|part| self.set_part_strength(part, strength));
    }

    /// Sets the strength of the muscles that turn a part against its parent, see
    /// [`RagdollState::set_strength`]. Unknown parts are ignored.
    pub fn set_part_strength(&mut self, part: usize, strength: f32) {
        let Some(part) = self.parts.get_mut(part) else { return };
        let strength = if strength.is_nan() { 0.0 } else { strength.clamp(0.0, 1.0) };
        if strength != part.strength {
            part.strength = strength;
            self.wake();
        }
    }

    /// Strength of the muscles of a part as it has been set; `None` for an unknown part.
    #[must_use]
    pub fn part_strength(&self, part: usize) -> Option<f32> {
        Some(self.parts.get(part)?.strength)
    }

    /// Applies an impulse to a part in the next frame with physics, at a point in the world or at its centre
    /// of mass. Its unit is N s in a world of metres. In a world of `n` units to a metre, bodies have n³
    /// times the mass and velocities are `n` times as large: the same push is n⁴ times the impulse. Impulses
    /// that are not finite and unknown parts are ignored, as are those on animated characters and all beyond
    /// 64 in a frame.
    pub fn apply_impulse(&mut self, part: usize, impulse: Vec3, point: Option<Vec3>) {
        let is_sound = impulse.is_finite() && point.is_none_or(|point| point.is_finite());
        if is_sound && part < self.parts.len() && self.impulses.len() < MAX_IMPULSES {
            self.impulses.push(Impulse { part, impulse, point });
            self.wake();
        }
    }

    /// Hits a part: applies an impulse as [`RagdollState::apply_impulse`] does and weakens the muscles around
    /// the part for a while. Animated parts give in with the limb or the trunk that the part belongs to (a
    /// hit on the hips with the trunk), and go back to their animation after the reaction. Between a stop and
    /// the next [`advance`](crate::Actor::advance) hits are ignored.
    pub fn hit(&mut self, part: usize, impulse: Vec3, point: Option<Vec3>, reaction: &HitReaction) {
        if part < self.parts.len() && impulse.is_finite() && self.release.is_none() {
            let moved = self.begin_reaction(part, reaction);
            self.apply_impulse(moved, impulse, point);
        }
    }

    /// Takes hold of a part at a point in the world, to pull it with [`RagdollState::drag_to`], as with the
    /// mouse. Parts that are unknown or have no body are ignored.
    pub fn grab(&mut self, part: usize, point: Vec3) {
        let Some(motion) = self.part_motion(part).filter(|_| point.is_finite()) else { return };
        let point_in_part = motion.rotation.inverse() * (point - motion.position);
        self.drag = Some(Drag { part, point: point_in_part, target: point, force: Vec3::ZERO });
    }

    /// Pulls the grabbed part towards a point in the world in the coming frames, as a strong spring.
    pub fn drag_to(&mut self, target: Vec3) {
        if let Some(drag) = self.drag.as_mut().filter(|_| target.is_finite()) {
            drag.target = target;
            self.wake();
        }
    }

    /// Lets go of the grabbed part, which keeps its velocity.
    pub fn release_grab(&mut self) {
        // A body may have come to rest in the grip.
        if self.drag.take().is_some() {
            self.wake();
        }
    }

    /// Motion of a part in the world, as physics last returned it while the ragdoll is active. `None` for an
    /// unknown part, and before the ragdoll has first been active.
    #[must_use]
    pub fn part_motion(&self, part: usize) -> Option<&BodyMotion> {
        self.parts.get(part).filter(|part| part.body.is_some()).map(|part| &part.motion)
    }

    /// Distance in the world between the two bodies of a part's joint at their common point: by how much
    /// physics let it come apart, which the pose does not show. `None` for the root and while the ragdoll is
    /// not active.
    #[must_use]
    pub fn joint_gap(&self, part: usize) -> Option<f32> {
        let parent = self.part_motion(self.ragdoll.parts.get(part)?.parent?)?;
        let anchor = parent.position + parent.rotation * self.parts[part].frame.anchor;
        Some(self.part_motion(part)?.position.distance(anchor))
    }

    /// Angle by which a part's joint exceeds its limit, radians, measured between the two bodies; it is the
    /// same in a mirrored skeleton. `None` for the root and while the ragdoll is not active.
    #[must_use]
    pub fn limit_violation(&self, part: usize) -> Option<f32> {
        let ragdoll_part = self.ragdoll.parts.get(part)?;
        let parent = self.part_motion(ragdoll_part.parent?)?.rotation * self.parts[part].frame.rotation;
        let child = self.part_motion(part)?.rotation;
        let rotation = ragdoll_part.rotation * ragdoll_part.reference.inverse();
        Some(match self.is_mirrored {
            true => ragdoll_part.limit.mirrored().violation(parent.inverse() * child * mirrored(rotation)),
            false => ragdoll_part.limit.violation(parent.inverse() * child * rotation),
        })
    }

    /// Body of a part in the physics engine, while the ragdoll is active.
    #[must_use]
    pub fn body(&self, part: usize) -> Option<BodyId> {
        self.parts.get(part)?.body
    }

    /// Size of the character in the world when the ragdoll started: lengths of parts are to be multiplied by
    /// it.
    #[must_use]
    pub fn scale(&self) -> f32 {
        self.scale
    }

    /// Whether the body lies still.
    #[must_use]
    pub fn is_at_rest(&self) -> bool {
        self.is_active() && self.getting_up.is_none() && self.rest.is_at_rest()
    }

    pub(in crate::ragdoll) fn wake(&mut self) {
        self.wakes = true;
        self.rest.wake();
    }
}
