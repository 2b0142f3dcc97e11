use super::frame_state::Cuts;
use super::frame_view::is_seen;
use super::{Actor, FrameView, MeshState};
use crate::character::{Character, MaterialId, MeshInstanceId, SkinId, SkinningMethod};
use crate::clip::RootMotion;
use crate::face::MaterialOverride;
use crate::hair::HairState;
use crate::math::Transform;
use crate::math::{Bounds, Mat3x4};
use crate::morph::MorphWeights;
use crate::playback::FiredEvent;
use crate::pose::{LocalPose, ModelPose, write_palette};
use crate::skeleton::Socket;
use crate::skinning::DualQuatJoint;
use crate::surface::wrinkle::{WrinkleChannel, WrinkleState};
use glam::Affine3A;

/// The result of a frame, borrowed from an actor or from a [`FramePair`](super::FramePair): everything that a
/// renderer or an engine needs.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    pub(super) character: &'a Character,
    pub(super) world_from_model: Affine3A,
    pub(super) events: &'a [FiredEvent],
    pub(super) root_motion: RootMotion,
    pub(super) local: &'a LocalPose,
    pub(super) model: &'a ModelPose,
    pub(super) morphs: &'a MorphWeights,
    pub(super) meshes: &'a MeshState,
    /// Weights of all expressions; empty while the face is off.
    pub(super) expressions: &'a [f32],
    /// Per material, and whether an expression changes it; both empty where none changes any.
    pub(super) overrides: (&'a [MaterialOverride], &'a [bool]),
    pub(super) wrinkles: Option<&'a WrinkleState>,
    pub(super) hair: Option<&'a HairState>,
    pub(super) view: Option<&'a FrameView>,
    /// Whether the character was teleported, and whether the pose jumped: nothing lies between such a frame
    /// and the one before.
    pub(super) cuts: Cuts,
}

impl Actor {
    /// The result of the last [`Actor::resolve`]. Between [`Actor::advance`] and `resolve` events, root
    /// motion and the transforms and weights that no stage edits are already those of the next frame: call it
    /// after `resolve`.
    #[must_use]
    pub fn frame(&self) -> Frame<'_> {
        Frame {
            character: self.character(),
            world_from_model: self.frame.world_from_model,
            events: self.frame.events.as_slice(),
            root_motion: self.frame.root_motion,
            local: self.pose.local(&self.animation.pose),
            model: &self.pose.model,
            morphs: self.pose.morphs(&self.animation.pose),
            meshes: &self.meshes,
            expressions: self.face.as_ref().map_or(&[], |face| face.expression_weights()),
            overrides: self.face.as_ref().map_or((&[], &[]), |face| face.material_overrides()),
            wrinkles: self.wrinkles(),
            hair: self.hair(),
            view: None,
            cuts: self.frame.cuts,
        }
    }
}

impl<'a> Frame<'a> {
    /// The character.
    #[must_use]
    pub fn character(&self) -> &'a Character {
        self.character
    }

    /// The frame as a camera sees it: [`is_visible`](Self::is_visible),
    /// [`is_first_person`](Self::is_first_person) and [`bounds`](Self::bounds) are those of the view. Without
    /// a view they are as [`MeshState`] has them.
    #[must_use]
    pub fn in_view(self, view: &'a FrameView) -> Self {
        Self { view: Some(view), ..self }
    }

    /// Hair with its guides in world space; `None` without a groom.
    #[must_use]
    pub fn hair(&self) -> Option<&'a HairState> {
        self.hair
    }

    /// World from model: where the character stands.
    #[must_use]
    pub fn world_from_model(&self) -> Affine3A {
        self.world_from_model
    }

    /// Final local transforms, relative to the parents, one per joint.
    #[must_use]
    pub fn local(&self) -> &'a [Transform] {
        self.local.as_slice()
    }

    /// Animation events, fired exactly once, in order. Their names are in the clips ([`FiredEvent::name`]).
    #[must_use]
    pub fn events(&self) -> &'a [FiredEvent] {
        self.events
    }

    /// Root motion of the frame, over all of its steps.
    #[must_use]
    pub fn root_motion(&self) -> RootMotion {
        self.root_motion
    }

    /// Model from joint, one matrix per joint.
    #[must_use]
    pub fn model(&self) -> &'a [Affine3A] {
        self.model.as_slice()
    }

    /// Model from bind pose, one matrix per joint of the skin; that of an earlier frame where frames write
    /// none.
    ///
    /// # Panics
    /// When there is no such skin.
    #[must_use]
    pub fn palette(&self, skin: SkinId) -> &'a [Mat3x4] {
        self.meshes.skinning.palette(skin).as_slice()
    }

    /// Writes [`Frame::palette`] straight into the caller's buffer, one entry per joint of the skin.
    ///
    /// # Panics
    /// When there is no such skin.
    pub fn write_palette(&self, skin: SkinId, out: &mut [Mat3x4]) {
        let skin = &self.character.skins()[skin];
        write_palette(&skin.joints, &skin.inverse_binds, self.model(), out);
    }

    /// The palette of a skin as dual quaternions; empty where none of its instances uses them.
    ///
    /// # Panics
    /// When there is no such skin.
    #[must_use]
    pub fn dual_quaternions(&self, skin: SkinId) -> &'a [DualQuatJoint] {
        self.meshes.skinning.dual_quaternions(skin)
    }

    /// The skinning method of a mesh instance.
    ///
    /// # Panics
    /// When there is no such instance.
    #[must_use]
    pub fn skinning(&self, instance: MeshInstanceId) -> SkinningMethod {
        self.meshes.skinning.solved_method(instance)
    }

    /// Final weights of the morph targets of a mesh instance.
    ///
    /// # Panics
    /// When there is no such instance.
    #[must_use]
    pub fn morph_weights(&self, instance: MeshInstanceId) -> &'a [f32] {
        self.morphs.row(instance)
    }

    /// Whether a mesh instance is visible in this view.
    ///
    /// # Panics
    /// When there is no such instance.
    #[must_use]
    pub fn is_visible(&self, instance: MeshInstanceId) -> bool {
        match self.view {
            Some(view) => {
                self.meshes.is_shown(instance)
                    && !view.hidden.contains(&instance)
                    && is_seen(self.character, instance, view.first_person)
            }
            None => self.meshes.is_visible(self.character, instance),
        }
    }

    /// Whether the character is seen in first person: draw [`Character::first_person_mesh`] of each instance.
    #[must_use]
    pub fn is_first_person(&self) -> bool {
        self.view.map_or(self.meshes.is_first_person(), |view| view.first_person)
    }

    /// The colours and texture transforms that expressions give a material; `None` where no expression
    /// changes it.
    ///
    /// # Panics
    /// When there is no such material.
    #[must_use]
    pub fn material_override(&self, material: MaterialId) -> Option<&'a MaterialOverride> {
        assert!(material.index() < self.character().materials().len(), "there is no material {}", material.0);
        let (overrides, is_bound) = self.overrides;
        is_bound.get(material.index()).is_some_and(|bound| *bound).then(|| &overrides[material.index()])
    }

    /// The weights of all expressions, after they have overridden one another; empty while the face is off.
    #[must_use]
    pub fn expression_weights(&self) -> &'a [f32] {
        self.expressions
    }

    /// Wrinkles with their strengths; `None` without a wrinkle map.
    #[must_use]
    pub fn wrinkles(&self) -> Option<&'a WrinkleState> {
        self.wrinkles
    }

    /// Strengths of a channel of the wrinkle map, layer by layer ([`WrinkleState::strengths`]); empty without
    /// one.
    #[must_use]
    pub fn wrinkle_weights(&self, channel: WrinkleChannel) -> &'a [f32] {
        self.wrinkles().map_or(&[], |wrinkles| wrinkles.strengths(channel))
    }

    /// The box around all visible geometry in this pose, in model space; empty without geometry. What was
    /// shown or hidden since the frame was resolved counts.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        match self.view {
            Some(_) => {
                let seen = self.character.mesh_instance_ids().filter(|id| self.is_visible(*id));
                self.meshes.bounds_of(seen, self.character, self.model, self.morphs)
            }
            None => self.meshes.bounds(self.character, self.model, self.morphs),
        }
    }

    /// World from socket: the transform of an attachment. Pass it to the attached actor as its
    /// [`FrameInput::world_from_model`](super::FrameInput).
    ///
    /// # Panics
    /// When there is no such joint.
    #[must_use]
    pub fn socket(&self, socket: &Socket) -> Affine3A {
        self.world_from_model() * self.model()[socket.joint.index()] * socket.offset.to_affine()
    }
}
