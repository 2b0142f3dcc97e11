use super::drive::Driver;
use super::expression_weights::ExpressionWeights;
use crate::character::{Character, SkinningMethod};
use crate::clip::{JointTrack, Motion, RawClip, RootDelta, SampleCursor, Track};
use crate::face::Gaze;
use crate::math::Bounds;
use crate::playback::{EventQueue, FullPose, Player};
use crate::pose::{ModelPose, SkinningPalette};
use crate::rig::IkState;
use crate::skeleton::JointMask;
use crate::skinning::DualQuatJoint;
use glam::Affine3A;
use std::sync::Arc;

/// One instance of a [`Character`]: its clips, where they stand, and the pose that follows. Owns all memory a frame
/// needs, so that [`update`](Actor::update) allocates nothing.
///
/// ```
/// # use sinew::{Actor, Character, CharacterParts};
/// # use std::sync::Arc;
/// # let character = Arc::new(Character::new(CharacterParts::default())?);
/// # let clips = vec![Arc::new(sinew::RawClip { name: "Walk".into(), ..Default::default() })];
/// let mut actor = Actor::new(character, clips)?;
/// actor.play("Walk")?.speed(1.5);
/// actor.update(1.0 / 60.0);
/// for palette in (0..actor.character().skins().len()).map(|skin| actor.frame().palette(skin)) {
///     // hand `palette` to the renderer
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Actor {
    pub(super) character: Arc<Character>,
    pub(super) clips: Vec<Motion>,
    /// Clones share it: a crowd is bound by memory.
    pub(super) rest: Arc<FullPose>,
    pub(super) driver: Driver,
    pub(super) events: EventQueue,
    pub(super) root_delta: RootDelta,
    pub(super) cursor: SampleCursor,
    pub(super) pose: FullPose,
    pub(super) model: ModelPose,
    /// Weights set by hand, which win over the clips'; runs beside the pose's.
    pub(super) morph_overrides: Vec<Option<f32>>,
    pub(super) expressions: ExpressionWeights,
    pub(super) gaze: Gaze,
    /// Seconds of the frame, for what follows goals.
    pub(super) dt: f32,
    /// Whether the pose is as it is animated.
    pub(super) is_advanced: bool,
    pub(super) ik: Option<Box<IkState>>,
    pub(super) constraints_enabled: bool,
    pub(super) first_person: bool,
    pub(super) skinning: Vec<SkinningMethod>,
    pub(super) visible: Vec<bool>,
    pub(super) palettes: Vec<SkinningPalette>,
    /// Per skin; empty while none of its instances blends dual quaternions.
    pub(super) dual_quaternions: Vec<Vec<DualQuatJoint>>,
    pub(super) world_from_model: Affine3A,
    pub(super) bounds: Bounds,
}

/// What an actor refuses.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ActorError {
    /// No clip of that name.
    #[error("no clip called {name:?}; there are: {known}")]
    UnknownClip {
        /// The name asked for.
        name: String,
        /// The names there are.
        known: String,
    },
    /// No parameter of that name in the graph.
    #[error("no parameter called {name:?}; there are: {known}")]
    UnknownParameter {
        /// The name asked for.
        name: String,
        /// The parameters there are, and their kinds.
        known: String,
    },
    /// A value that a parameter cannot hold: of another kind, or not finite.
    #[error("parameter {name:?} is {kind}; it got {value}")]
    ParameterKind {
        /// The parameter.
        name: String,
        /// What it is.
        kind: &'static str,
        /// What it was to become, and the kind of that.
        value: String,
    },
    /// No slot of that name in the graph.
    #[error("no slot called {name:?}; there are: {known}")]
    UnknownSlot {
        /// The name asked for.
        name: String,
        /// The names there are.
        known: String,
    },
    /// No snapshot of that name in the graph.
    #[error("no snapshot called {name:?}; there are: {known}")]
    UnknownSnapshot {
        /// The name asked for.
        name: String,
        /// The names there are.
        known: String,
    },
    /// Something that only a graph has was asked of an actor without one.
    #[error("the actor plays no graph")]
    NoGraph,
    /// A graph that was made for another character or other clips.
    #[error("the graph does not fit the actor: {message}")]
    ForeignGraph {
        /// What does not fit.
        message: String,
    },
    /// A rig that was made for another skeleton.
    #[error("the rig does not fit the actor: {message}")]
    ForeignRig {
        /// What does not fit.
        message: String,
    },
    /// Something that only a rig has was asked of an actor without one.
    #[error("the actor has no rig")]
    NoRig,
    /// Nothing of that name in the rig.
    #[error("the rig has nothing called {name:?}; there are: {known}")]
    UnknownIkSlot {
        /// The name asked for.
        name: String,
        /// The names there are.
        known: String,
    },
    /// No expression of that name.
    #[error("no expression called {name:?}; there are {known}")]
    UnknownExpression {
        /// The name asked for.
        name: String,
        /// The names there are.
        known: String,
    },
    /// No morph target of that name.
    #[error("no morph target called {name:?}")]
    UnknownMorph {
        /// The name asked for.
        name: String,
    },
    /// A clip that moves joints or morph weights the character does not have, or has marks or a way beyond its keys.
    #[error("clip {clip:?} cannot be played by the character: {message}")]
    ForeignClip {
        /// The clip's name.
        clip: String,
        /// What does not fit.
        message: String,
    },
}

impl Actor {
    /// An actor in the rest pose, able to play `clips`.
    ///
    /// # Errors
    /// When a clip moves joints, instances or morph weights that the character does not have, or when its marks or its
    /// way lie beyond its keys.
    pub fn new(character: Arc<Character>, clips: Vec<Arc<RawClip>>) -> Result<Self, ActorError> {
        let rest = FullPose::rest(&character);
        let mut actor = Self {
            driver: Driver::Player(Box::new(Player::new(&rest))),
            pose: rest.clone(),
            rest: Arc::new(rest),
            model: ModelPose::rest(character.skeleton()),
            morph_overrides: vec![None; character.rest_weights().as_slice().len()],
            expressions: ExpressionWeights::new(&character),
            gaze: Gaze::None,
            dt: 0.0,
            is_advanced: false,
            ik: None,
            constraints_enabled: true,
            first_person: false,
            skinning: character.instances().iter().map(|i| i.skinning).collect(),
            visible: vec![true; character.instances().len()],
            palettes: character.skins().iter().map(|s| SkinningPalette::new(s.joints.len())).collect(),
            dual_quaternions: vec![Vec::new(); character.skins().len()],
            world_from_model: Affine3A::IDENTITY,
            bounds: Bounds::EMPTY,
            events: EventQueue::new(),
            root_delta: RootDelta::NONE,
            cursor: SampleCursor::new(),
            clips: Vec::new(),
            character,
        };
        for clip in clips {
            actor.add_clip(clip)?;
        }
        actor.make_room_for_dual_quaternions();
        actor.update(0.0);
        Ok(actor)
    }

    /// Makes one more clip playable and returns its number.
    ///
    /// # Errors
    /// As [`Actor::new`].
    pub fn add_clip(&mut self, clip: impl Into<Motion>) -> Result<usize, ActorError> {
        let clip = clip.into();
        match &clip {
            Motion::Raw { clip: raw, .. } => {
                self.check(raw)?;
                self.cursor.reserve(raw.hint_count());
            }
            Motion::Compressed(compressed) => {
                let instances = self.character.instances();
                let targets = |instance: usize| instances.get(instance).map(|i| i.weights.len());
                let expressions = self.character.setup().expressions.len();
                let misfit = compressed.misfit(self.character.skeleton().len(), targets, expressions);
                if let Some(message) = misfit {
                    return Err(ActorError::ForeignClip { clip: compressed.name().to_owned(), message });
                }
            }
        }
        if let Some(message) = clip.stray() {
            return Err(ActorError::ForeignClip { clip: clip.name().to_owned(), message });
        }
        self.clips.push(clip);
        Ok(self.clips.len() - 1)
    }

    /// Whether a clip fits the character.
    fn check(&self, clip: &RawClip) -> Result<(), ActorError> {
        let foreign = |message: String| ActorError::ForeignClip { clip: clip.name.clone(), message };
        let joints = self.character.skeleton().len();
        if let Some(track) = clip.joints.iter().find(|t| t.joint.index() >= joints) {
            return Err(foreign(format!("it moves joint {} of {joints}", track.joint.index())));
        }
        let wide = |t: &&JointTrack| {
            let widths = [
                t.translation.as_ref().map(Track::width),
                t.rotation.as_ref().map(Track::width),
                t.scale.as_ref().map(Track::width),
            ];
            widths.into_iter().flatten().any(|width| width != 1)
        };
        if let Some(track) = clip.joints.iter().find(wide) {
            let joint = track.joint.index();
            return Err(foreign(format!("a track of joint {joint} does not hold one value per key")));
        }
        for track in &clip.morphs {
            let targets = self.character.instances().get(track.instance).map(|i| i.weights.len());
            if targets != Some(track.weights.width()) {
                let (instance, width) = (track.instance, track.weights.width());
                return Err(foreign(format!("it moves {width} morph weights of instance {instance}")));
            }
        }
        for track in &clip.expressions {
            let count = self.character.setup().expressions.len();
            if track.expression >= count || track.weight.width() != 1 {
                return Err(foreign(format!("it moves expression {} of {count}", track.expression)));
            }
        }
        if clip.gaze.as_ref().is_some_and(|gaze| gaze.width() != 1) {
            return Err(foreign("its gaze does not hold one value per key".into()));
        }
        Ok(())
    }

    /// What the actor is an instance of.
    pub fn character(&self) -> &Arc<Character> {
        &self.character
    }

    /// The clips it can play.
    pub fn clips(&self) -> &[Motion] {
        &self.clips
    }

    /// Holds every morph target called `name` at `weight`, whatever the clip says.
    ///
    /// # Errors
    /// When no mesh has such a target.
    pub fn set_morph(&mut self, name: &str, weight: f32) -> Result<(), ActorError> {
        self.override_morph(name, Some(weight))
    }

    /// Gives every morph target called `name` back to the clip.
    ///
    /// # Errors
    /// When no mesh has such a target.
    pub fn release_morph(&mut self, name: &str) -> Result<(), ActorError> {
        self.override_morph(name, None)
    }

    fn override_morph(&mut self, name: &str, weight: Option<f32>) -> Result<(), ActorError> {
        let mut found = false;
        for (instance, target) in self.character.find_morph(name) {
            self.morph_overrides[self.pose.morphs.slot(instance, target)] = weight;
            found = true;
        }
        if found { Ok(()) } else { Err(ActorError::UnknownMorph { name: name.to_owned() }) }
    }

    /// Holds one morph target of one mesh instance at `weight`, or gives it back to the clip. The numbers are those
    /// of [`Character::find_morph`]; look names up once and set numbers every frame.
    ///
    /// # Panics
    /// When there is no such instance or target.
    pub fn set_morph_at(&mut self, instance: usize, target: usize, weight: Option<f32>) {
        self.morph_overrides[self.pose.morphs.slot(instance, target)] = weight;
    }

    /// Chooses how the influences of mesh instance `instance` combine.
    ///
    /// # Panics
    /// When there is no such instance.
    pub fn set_skinning(&mut self, instance: usize, method: SkinningMethod) {
        self.skinning[instance] = method;
        self.make_room_for_dual_quaternions();
    }

    /// Shows or hides mesh instance `instance`.
    ///
    /// # Panics
    /// When there is no such instance.
    pub fn set_visible(&mut self, instance: usize, visible: bool) {
        self.visible[instance] = visible;
    }

    /// Whether the character is seen through its own eyes: without its head, and with what only they see.
    pub fn set_first_person(&mut self, first_person: bool) {
        self.first_person = first_person;
    }

    /// Whether node constraints are solved; at first they are.
    pub fn set_constraints(&mut self, enabled: bool) {
        self.constraints_enabled = enabled;
    }

    /// From now on leaves joints at rest that weigh nothing in `detail`, in every clip: of somebody far away
    /// [`Humanoid::without_fingers`](crate::humanoid::Humanoid::without_fingers) is enough. None animates all of them.
    /// Clips of tens of joints take as much less time; blending and what follows stay as they are.
    pub fn set_detail(&mut self, detail: Option<JointMask>) {
        self.cursor.set_detail(detail);
    }

    /// The joints that clips animate; none where all are.
    pub fn detail(&self) -> Option<&JointMask> {
        self.cursor.detail()
    }

    fn make_room_for_dual_quaternions(&mut self) {
        for (skin, joints) in self.dual_quaternions.iter_mut().enumerate() {
            let mut users = self.character.instances().iter().zip(&self.skinning);
            let used =
                users.any(|(i, &method)| i.skin == Some(skin) && method == SkinningMethod::DualQuaternion);
            let len = if used { self.character.skins()[skin].joints.len() } else { 0 };
            joints.resize(len, DualQuatJoint::IDENTITY);
        }
    }
}
