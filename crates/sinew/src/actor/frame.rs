use super::Actor;
use crate::character::{Character, MaterialId, MeshInstanceId, SkinId, SkinningMethod};
use crate::clip::RootDelta;
use crate::face::MaterialOverride;
use crate::hair::HairState;
use crate::math::Transform;
use crate::math::{Bounds, Mat3x4};
use crate::playback::FiredEvent;
use crate::pose::write_palette;
use crate::skeleton::Socket;
use crate::skinning::DualQuatJoint;
use crate::surface::wrinkle::{WrinkleChannel, WrinkleState};
use glam::Affine3A;

/// The result of a frame, borrowed from an actor: everything that a renderer or an engine needs.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    pub(super) actor: &'a Actor,
}

impl Actor {
    /// The result of the last [`Actor::resolve`]. Between [`Actor::advance`] and `resolve` events, root motion and the transforms and
    /// weights that no stage edits are already those of the next frame: call it after `resolve`.
    #[must_use]
    pub fn frame(&self) -> Frame<'_> {
        Frame { actor: self }
    }
}

impl<'a> Frame<'a> {
    /// The character.
    #[must_use]
    pub fn character(&self) -> &'a Character {
        self.actor.character()
    }

    /// Hair with its guides in world space; `None` without a groom.
    #[must_use]
    pub fn hair(&self) -> Option<&'a HairState> {
        self.actor.hair()
    }

    /// World from model: where the character stands.
    #[must_use]
    pub fn world_from_model(&self) -> Affine3A {
        self.actor.frame.world_from_model
    }

    /// Final local transforms, relative to the parents, one per joint.
    #[must_use]
    pub fn local(&self) -> &'a [Transform] {
        self.actor.pose.local(&self.actor.animated).as_slice()
    }

    /// Animation events, fired exactly once, in order. Their names are in the clips ([`FiredEvent::name`]).
    #[must_use]
    pub fn events(&self) -> &'a [FiredEvent] {
        self.actor.frame.events.as_slice()
    }

    /// Root motion of the frame, over all of its steps.
    #[must_use]
    pub fn root_delta(&self) -> RootDelta {
        self.actor.frame.root_delta
    }

    /// Model from joint, one matrix per joint.
    #[must_use]
    pub fn model(&self) -> &'a [Affine3A] {
        self.actor.pose.model.as_slice()
    }

    /// Model from bind pose, one matrix per joint of the skin.
    ///
    /// # Panics
    /// When there is no such skin.
    #[must_use]
    pub fn palette(&self, skin: SkinId) -> &'a [Mat3x4] {
        self.actor.meshes.palette(skin).as_slice()
    }

    /// Writes [`Frame::palette`] straight into the caller's buffer, one entry per joint of the skin.
    ///
    /// # Panics
    /// When there is no such skin.
    pub fn write_palette(&self, skin: SkinId, out: &mut [Mat3x4]) {
        let skin = &self.actor.character().skins()[skin];
        write_palette(&skin.joints, &skin.inverse_binds, self.model(), out);
    }

    /// The palette of a skin as dual quaternions; empty where none of its instances uses them.
    ///
    /// # Panics
    /// When there is no such skin.
    #[must_use]
    pub fn dual_quaternions(&self, skin: SkinId) -> &'a [DualQuatJoint] {
        self.actor.meshes.dual_quaternions(skin)
    }

    /// The skinning method of a mesh instance.
    ///
    /// # Panics
    /// When there is no such instance.
    #[must_use]
    pub fn skinning(&self, instance: MeshInstanceId) -> SkinningMethod {
        self.actor.meshes.resolved_skinning(instance)
    }

    /// Final weights of the morph targets of a mesh instance.
    ///
    /// # Panics
    /// When there is no such instance.
    #[must_use]
    pub fn morph_weights(&self, instance: MeshInstanceId) -> &'a [f32] {
        self.actor.pose.morphs(&self.actor.animated).row(instance)
    }

    /// Whether a mesh instance is visible in this view.
    ///
    /// # Panics
    /// When there is no such instance.
    #[must_use]
    pub fn is_visible(&self, instance: MeshInstanceId) -> bool {
        self.actor.meshes.is_visible(self.actor.character(), instance)
    }

    /// Whether the character is seen in first person: draw [`Character::first_person_mesh`] of each instance.
    #[must_use]
    pub fn is_first_person(&self) -> bool {
        self.actor.meshes.is_first_person()
    }

    /// The colours and texture transforms that expressions give a material; `None` where no expression changes it.
    ///
    /// # Panics
    /// When there is no such material.
    #[must_use]
    pub fn material_override(&self, material: MaterialId) -> Option<&'a MaterialOverride> {
        assert!(material.index() < self.character().materials().len(), "there is no material {}", material.0);
        self.actor.face.as_ref()?.material_override(material)
    }

    /// The weights of all expressions, after they have overridden one another; empty while the face is off.
    #[must_use]
    pub fn expression_weights(&self) -> &'a [f32] {
        self.actor.face.as_ref().map_or(&[], |face| face.expression_weights())
    }

    /// Wrinkles with their strengths; `None` without a wrinkle map.
    #[must_use]
    pub fn wrinkles(&self) -> Option<&'a WrinkleState> {
        self.actor.wrinkles.as_deref()
    }

    /// Strengths of a channel of the wrinkle map, layer by layer ([`WrinkleState::strengths`]); empty without one.
    #[must_use]
    pub fn wrinkle_weights(&self, channel: WrinkleChannel) -> &'a [f32] {
        self.wrinkles().map_or(&[], |wrinkles| wrinkles.strengths(channel))
    }

    /// The box around all visible geometry in this pose, in model space; empty without geometry. What was shown or hidden since the
    /// frame was resolved counts.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        let Actor { meshes, pose, clips, animated, .. } = self.actor;
        meshes.bounds(clips.character(), &pose.model, pose.morphs(animated))
    }

    /// World from socket: the place of an attachment. Pass it to the attached actor as its
    /// [`FrameInput::world_from_model`](super::FrameInput).
    ///
    /// # Panics
    /// When there is no such joint.
    #[must_use]
    pub fn socket(&self, socket: &Socket) -> Affine3A {
        self.world_from_model() * self.model()[socket.joint.index()] * socket.offset.to_affine()
    }
}
