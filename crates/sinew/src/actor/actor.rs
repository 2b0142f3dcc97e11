use super::animation::Animation;
use super::final_pose::FinalPose;
use super::frame_state::FrameState;
use super::lod::LodState;
use super::meshes::MeshState;
use super::same_asset::is_same;
use super::skin::systems::SkinSystems;

use crate::character::Character;
use crate::clip::ClipSource;
use crate::clone_from::impl_clone_from;
use crate::face::{FaceError, FaceRig, FaceState};
use crate::playback::{ClipId, ClipSet, ClipSetError, EventQueue, FullPose, reserve_scratch_poses};
use crate::ragdoll::{Ragdoll, RagdollError, RagdollState};
use crate::rig::{IkError, IkRig, IkState};
use crate::skeleton::{JointMask, Socket};
use crate::spring::{SpringError, SpringRig, SpringState};
use glam::Affine3A;
use std::sync::Arc;

/// One animated instance of a [`Character`].
///
/// Once per frame [`advance`](Actor::advance) moves its clips on and [`resolve`](Actor::resolve) makes the
/// final pose; [`frame`](Actor::frame) lends out the result. Each system has its own state:
/// [`ik_mut`](Actor::ik_mut), [`face_mut`](Actor::face_mut), [`meshes_mut`](Actor::meshes_mut). Frames
/// allocate nothing: an actor owns the memory of its poses, and intermediate poses of blends belong to the
/// thread, which allocates them when the first actor is made or updated there.
///
/// ```
/// # use sinew::{Actor, Character, CharacterParts};
/// # use std::sync::Arc;
/// # let character = Arc::new(Character::new(CharacterParts::default())?);
/// # let clips = [Arc::new(sinew::RawClip { name: "Walk".into(), ..Default::default() })];
/// let mut actor = Actor::new(character, clips)?;
/// actor.play("Walk")?.speed(1.5);
/// actor.update(1.0 / 60.0);
/// for palette in actor.character().skin_ids().map(|skin| actor.frame().palette(skin)) {
///     // hand `palette` to the renderer
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Actor {
    /// With the character that they were checked against.
    pub(super) clips: Arc<ClipSet>,
    pub(super) animation: Animation,
    /// The final pose: written by `resolve` alone.
    pub(super) pose: FinalPose,
    pub(super) frame: FrameState,
    pub(super) ik: Option<Box<IkState>>,
    pub(super) face: Option<Box<FaceState>>,
    pub(super) lod: LodState,
    pub(super) springs: Option<Box<SpringState>>,
    pub(super) ragdoll: Option<Box<RagdollState>>,
    pub(super) meshes: MeshState,
    pub(super) skin: SkinSystems,
    /// By number; `None` for those that have been taken off.
    pub(super) attachments: Vec<Option<Attachment>>,
}

impl_clone_from!(Actor {
    clips,
    animation,
    pose,
    frame,
    ik,
    face,
    lod,
    springs,
    ragdoll,
    meshes,
    skin,
    attachments
});

/// Item that follows a socket of an actor: a sword in the hand, a hat. It is an actor of its own, which the
/// one that wears it advances and resolves.
#[derive(Debug)]
#[non_exhaustive]
pub struct Attachment {
    /// The item.
    pub actor: Actor,
    /// Socket that it follows: the world transform of the item is that of the socket.
    pub socket: Socket,
    /// World from the item, in place of that of the socket: for one that has been let go, which a physics
    /// engine moves.
    pub world_from_item: Option<Affine3A>,
    /// Whether it is shown; one that is put away does not move either.
    pub is_shown: bool,
}

impl_clone_from!(Attachment { actor, socket, world_from_item, is_shown });

impl Actor {
    /// An actor in the rest pose with clips of its own, raw or compressed. Actors of a crowd share one set:
    /// [`Actor::with_clips`].
    ///
    /// # Errors
    /// When a clip does not fit the character, see [`ClipSet::new`].
    pub fn new<C: Into<ClipSource>>(
        character: Arc<Character>,
        clips: impl IntoIterator<Item = C>,
    ) -> Result<Self, ClipSetError> {
        Ok(Self::with_clips(Arc::new(ClipSet::new(&character, clips)?)))
    }

    /// An actor in the rest pose without clips.
    #[must_use]
    pub fn without_clips(character: Arc<Character>) -> Self {
        Self::with_clips(Arc::new(ClipSet::empty(&character)))
    }

    /// An actor in the rest pose, of the character of a shared set of clips.
    #[must_use]
    pub fn with_clips(clips: Arc<ClipSet>) -> Self {
        let character = clips.character();
        reserve_scratch_poses(clips.rest(), 1);
        let mut actor = Self {
            animation: Animation::at_rest(&clips),
            pose: FinalPose::new(character),
            frame: FrameState::new(EventQueue::with_capacity(clips.event_capacity())),
            ik: None,
            face: clips.face_rig().cloned().and_then(|rig| FaceState::new(rig, character).ok()).map(Box::new),
            lod: LodState::default(),
            ragdoll: None,
            skin: SkinSystems::default(),
            attachments: Vec::new(),
            springs: clips
                .spring_rig()
                .cloned()
                .and_then(|rig| SpringState::new(rig, character).ok())
                .map(Box::new),
            meshes: MeshState::new(character),
            clips,
        };
        if actor.face.as_ref().is_some_and(|face| face.rig().may_turn_joints()) || actor.springs.is_some() {
            actor.pose.reserve_local(&actor.animation.pose);
        }
        actor.animation.reserve_hints(&actor.clips);
        actor.update(0.0);
        // The first frame of the caller is at rest, wherever it stands.
        actor.springs.iter_mut().for_each(|springs| springs.reset());
        actor
    }

    /// The character.
    #[must_use]
    pub fn character(&self) -> &Arc<Character> {
        self.clips.character()
    }

    /// The clips.
    #[must_use]
    pub fn clips(&self) -> &Arc<ClipSet> {
        &self.clips
    }

    /// Adds a clip to the actor's set and returns its id. A set that others share is copied first: they do
    /// not get the clip.
    ///
    /// # Errors
    /// When the clip does not fit the character, see [`ClipSet::new`].
    pub fn add_clip(&mut self, clip: impl Into<ClipSource>) -> Result<ClipId, ClipSetError> {
        let clips = Arc::make_mut(&mut self.clips);
        let id = clips.add(clip)?;
        self.frame.events.reserve(clips.event_capacity());
        self.animation.reserve_hints(&self.clips);
        Ok(id)
    }

    /// The animated pose: what [`advance`](Actor::advance) wrote last, before any later stage.
    #[must_use]
    pub fn animated_pose(&self) -> &FullPose {
        &self.animation.pose
    }

    /// Switches IK on with a rig, or off with `None`. A new rig begins without goals; the rig
    /// that is there already stays as it is.
    ///
    /// # Errors
    /// When the rig was made for a skeleton of other joints
    /// ([`Skeleton::fingerprint`](crate::Skeleton::fingerprint)).
    pub fn set_ik(&mut self, rig: Option<Arc<IkRig>>) -> Result<(), IkError> {
        if is_same(rig.as_ref(), self.ik.as_ref().map(|ik| ik.rig())) {
            return Ok(());
        }
        let character = self.clips.character();
        self.ik = rig.map(|rig| IkState::new(rig, character).map(Box::new)).transpose()?;
        if self.ik.is_some() {
            self.pose.reserve_local(&self.animation.pose);
        }
        Ok(())
    }

    /// IK goals and results; `None` without a rig.
    #[must_use]
    pub fn ik(&self) -> Option<&IkState> {
        self.ik.as_deref()
    }

    /// IK goals and results, to set goals; `None` without a rig.
    pub fn ik_mut(&mut self) -> Option<&mut IkState> {
        self.ik.as_deref_mut()
    }

    /// Expressions, gaze and morph weights; `None` where the character has none of them, or the face is
    /// switched off.
    #[must_use]
    pub fn face(&self) -> Option<&FaceState> {
        self.face.as_deref()
    }

    /// Expressions, gaze and morph weights, to set them by hand.
    pub fn face_mut(&mut self) -> Option<&mut FaceState> {
        self.face.as_deref_mut()
    }

    /// Switches the face on with a rig, or off with `None`: for characters far away, where the morph weights
    /// of clips stay, expressions and gaze go. At first an actor has the face that its character is found to
    /// have, if there is any ([`ClipSet::face_rig`]). A new rig begins with nothing set;
    /// [`FaceState::set_rig`] keeps what is set. The rig that is there already stays as it is.
    ///
    /// # Errors
    /// When the rig was made for another character.
    pub fn set_face(&mut self, rig: Option<Arc<FaceRig>>) -> Result<(), FaceError> {
        if is_same(rig.as_ref(), self.face.as_ref().map(|face| face.rig())) {
            return Ok(());
        }
        let character = self.clips.character();
        self.face = rig.map(|rig| FaceState::new(rig, character).map(Box::new)).transpose()?;
        if self.face.is_some() {
            self.pose.reserve_local(&self.animation.pose);
        }
        Ok(())
    }

    /// The mesh instances: visibility, skinning method, first-person view.
    #[must_use]
    pub fn meshes(&self) -> &MeshState {
        &self.meshes
    }

    /// The mesh instances, to show, hide and skin them otherwise.
    pub fn meshes_mut(&mut self) -> &mut MeshState {
        &mut self.meshes
    }

    /// Whether node constraints are on.
    #[must_use]
    pub fn constraints_enabled(&self) -> bool {
        self.pose.constraints_enabled
    }

    /// Switches node constraints on, as they are at first, or off.
    pub fn set_constraints_enabled(&mut self, enabled: bool) {
        self.pose.constraints_enabled = enabled;
    }

    /// Switches spring bones on with a rig, or off with `None`. At first an actor has the spring bones of its
    /// character, if there are any ([`ClipSet::spring_rig`]); they begin at rest. The rig that is there
    /// already stays as it is.
    ///
    /// # Errors
    /// When the rig was made for a skeleton of other joints
    /// ([`Skeleton::fingerprint`](crate::Skeleton::fingerprint)).
    pub fn set_springs(&mut self, rig: Option<Arc<SpringRig>>) -> Result<(), SpringError> {
        if is_same(rig.as_ref(), self.springs.as_ref().map(|springs| springs.rig())) {
            return Ok(());
        }
        let character = self.clips.character();
        self.springs = rig.map(|rig| SpringState::new(rig, character).map(Box::new)).transpose()?;
        if self.springs.is_some() {
            self.pose.reserve_local(&self.animation.pose);
        }
        Ok(())
    }

    /// Spring bones; `None` where the character has none, or they are switched off.
    #[must_use]
    pub fn springs(&self) -> Option<&SpringState> {
        self.springs.as_deref()
    }

    /// Spring bones, to reset them.
    pub fn springs_mut(&mut self) -> Option<&mut SpringState> {
        self.springs.as_deref_mut()
    }

    /// Switches a ragdoll on, or off with `None`. Its parts follow the animation until it is
    /// [started](RagdollState::start). The ragdoll that is there already stays as it is.
    ///
    /// The bodies of one that falls are to be [removed](RagdollState::remove) first: they stay in the physics
    /// engine otherwise.
    ///
    /// # Errors
    /// When the ragdoll was fitted to a skeleton of other joints.
    pub fn set_ragdoll(&mut self, ragdoll: Option<Arc<Ragdoll>>) -> Result<(), RagdollError> {
        if is_same(ragdoll.as_ref(), self.ragdoll.as_ref().map(|state| state.ragdoll())) {
            return Ok(());
        }
        let character = self.clips.character();
        self.ragdoll =
            ragdoll.map(|ragdoll| RagdollState::new(ragdoll, character).map(Box::new)).transpose()?;
        if self.ragdoll.is_some() {
            self.pose.reserve_local(&self.animation.pose);
        }
        Ok(())
    }

    /// Ragdoll; `None` without one.
    #[must_use]
    pub fn ragdoll(&self) -> Option<&RagdollState> {
        self.ragdoll.as_deref()
    }

    /// Ragdoll, to start, push and stop it; `None` without one.
    pub fn ragdoll_mut(&mut self) -> Option<&mut RagdollState> {
        self.ragdoll.as_deref_mut()
    }

    /// Restricts animation to the joints that have weight in the mask `lod`; the others stay at rest in every
    /// clip. For characters far away
    /// [`Humanoid::mask_without_fingers`](crate::humanoid::Humanoid::mask_without_fingers) is enough. `None`
    /// animates all joints. Sampling tens of joints takes as much less time; blending and the later stages
    /// cost the same.
    pub fn set_lod(&mut self, lod: Option<JointMask>) {
        self.animation.cursor.set_lod(lod);
        self.animation.inertialization.expect_jump();
    }

    /// The level of detail; `None` where all joints are animated.
    #[must_use]
    pub fn lod(&self) -> Option<&JointMask> {
        self.animation.cursor.lod()
    }
}
