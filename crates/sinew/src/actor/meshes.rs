use super::frame_view::is_seen;
use crate::character::{Character, MeshInstanceId, Primitive, SkinningMethod};
use crate::clone_from::impl_clone_from;
use crate::math::Bounds;
use crate::morph::MorphWeights;
use crate::pose::ModelPose;
use crate::skinning::SkinningState;

/// The mesh instances of an actor: visibility, skinning method, first-person view; and the palettes and
/// bounds of the frame.
#[derive(Debug)]
pub struct MeshState {
    pub(super) skinning: SkinningState,
    visible: Vec<bool>,
    /// Whether mesh instances are part of the level of detail.
    lod_visible: Vec<bool>,
    first_person: bool,
    /// Whether methods, visibility and view are the character's defaults; none after a change, until the
    /// bounds are next computed.
    is_default: Option<bool>,
    /// Whether each resolved frame writes the palettes.
    writes_palettes: bool,
    bounds: Bounds,
}

impl_clone_from!(MeshState {
    skinning,
    visible,
    lod_visible,
    first_person,
    is_default,
    writes_palettes,
    bounds
});

impl MeshState {
    pub(super) fn new(character: &Character) -> Self {
        Self {
            skinning: SkinningState::new(character),
            visible: character.mesh_instances().iter().map(|instance| instance.visible).collect(),
            lod_visible: vec![true; character.mesh_instances().len()],
            first_person: false,
            is_default: None,
            writes_palettes: true,
            bounds: Bounds::EMPTY,
        }
    }

    /// Takes over methods, visibility and view of another actor of the character.
    pub(super) fn take_settings(&mut self, from: &Self) {
        self.skinning.take_methods(&from.skinning);
        self.visible.clone_from(&from.visible);
        self.lod_visible.clone_from(&from.lod_visible);
        (self.first_person, self.is_default) = (from.first_person, from.is_default);
    }

    /// Sets how the influences of a mesh instance are combined, from the next frame on. An instance that the
    /// character lacks changes nothing.
    pub fn set_skinning(&mut self, instance: MeshInstanceId, method: SkinningMethod) {
        self.skinning.set_method(instance, method);
        self.is_default = None;
    }

    /// Method by which the influences of a mesh instance are combined.
    ///
    /// # Panics
    /// When there is no such instance.
    #[must_use]
    pub fn skinning(&self, instance: MeshInstanceId) -> SkinningMethod {
        self.skinning.method(instance)
    }

    /// Shows or hides a mesh instance, which is at first as its file has it
    /// ([`MeshInstance::visible`](crate::character::MeshInstance::visible)). An instance that the character
    /// lacks changes nothing.
    pub fn set_visible(&mut self, instance: MeshInstanceId, visible: bool) {
        if let Some(shown) = self.visible.get_mut(instance.index()) {
            *shown = visible;
            self.is_default = None;
        }
    }

    /// Shows or hides a mesh instance by level of detail: it is drawn while both this and
    /// [`set_visible`](Self::set_visible) show it, so that neither has to know of the other. An instance that
    /// the character lacks changes nothing.
    pub fn set_lod_visible(&mut self, instance: MeshInstanceId, visible: bool) {
        if let Some(shown) = self.lod_visible.get_mut(instance.index()) {
            *shown = visible;
            self.is_default = None;
        }
    }

    /// Sets the first-person view: without the head, and with the meshes that only the character's own camera
    /// sees.
    pub fn set_first_person(&mut self, first_person: bool) {
        self.first_person = first_person;
        self.is_default = None;
    }

    /// Sets whether frames write palettes and dual quaternions, as they do at first. A server that draws
    /// nothing does without: poses, joints, sockets, events and [`Frame::may_hit`](crate::Frame::may_hit)
    /// need none. [`Actor::write_palettes`](crate::Actor::write_palettes) writes those of one frame, for the
    /// surface of a character that may be hit. Actors with hair write them all the same, as do those with
    /// meshes that blend dual quaternions, which [`Frame::may_hit`](crate::Frame::may_hit) needs.
    pub fn set_palettes_enabled(&mut self, enabled: bool) {
        self.writes_palettes = enabled;
    }

    /// Whether frames write palettes.
    #[must_use]
    pub fn palettes_enabled(&self) -> bool {
        self.writes_palettes
    }

    /// Whether a mesh instance blends dual quaternions from the next frame on.
    pub(super) fn blends_dual_quaternions(&self) -> bool {
        self.skinning.methods().contains(&SkinningMethod::DualQuaternion)
    }

    /// Whether the character is seen in first person.
    #[must_use]
    pub fn is_first_person(&self) -> bool {
        self.first_person
    }

    /// Whether mesh instance `instance` is drawn: shown at all, and in this view.
    pub(super) fn is_visible(&self, character: &Character, instance: MeshInstanceId) -> bool {
        self.is_shown(instance) && is_seen(character, instance, self.first_person)
    }

    /// Whether mesh instance `instance` is shown at all.
    pub(super) fn is_shown(&self, instance: MeshInstanceId) -> bool {
        self.visible[instance.index()] && self.lod_visible[instance.index()]
    }

    /// Whether rays hit mesh instance `instance`: it is shown, and not to the character's own eyes alone, and
    /// is no decal of the file, since the skin below that is hit.
    pub(super) fn is_hittable(&self, character: &Character, instance: MeshInstanceId) -> bool {
        let primitives = &character.meshes()[character.mesh_instances()[instance].mesh].primitives;
        let is_decal = |primitive: &Primitive| {
            primitive.material.is_some_and(|material| character.materials()[material].is_decal)
        };
        self.is_shown(instance)
            && !character.is_first_person_only(instance)
            && (primitives.is_empty() || !primitives.iter().all(is_decal))
    }

    /// Bounds of the visible meshes in the resolved pose; computed again if visibility or view has changed
    /// since.
    pub(super) fn bounds(&self, character: &Character, model: &ModelPose, morphs: &MorphWeights) -> Bounds {
        match self.is_default {
            Some(_) => self.bounds,
            None => self.visible_bounds(character, model, morphs),
        }
    }

    /// Joint boxes → bounds of the visible meshes.
    pub(super) fn update_bounds(&mut self, character: &Character, model: &ModelPose, morphs: &MorphWeights) {
        if self.is_default.is_none() {
            let methods = character.mesh_instances().iter().map(|instance| instance.skinning);
            let visible = character.mesh_instances().iter().map(|instance| instance.visible);
            let is_default = !self.first_person
                && visible.eq(character.mesh_instance_ids().map(|id| self.is_shown(id)))
                && methods.eq(self.skinning.methods().iter().copied());
            self.is_default = Some(is_default);
        }
        self.bounds = match self.is_default == Some(true) {
            true => character.default_posed_bounds(model.as_slice(), morphs),
            false => self.visible_bounds(character, model, morphs),
        };
    }

    fn visible_bounds(&self, character: &Character, model: &ModelPose, morphs: &MorphWeights) -> Bounds {
        let visible = character.mesh_instance_ids().filter(|&n| self.is_visible(character, n));
        self.bounds_of(visible, character, model, morphs)
    }

    /// Box around mesh instances in the resolved pose.
    pub(super) fn bounds_of(
        &self,
        instances: impl Iterator<Item = MeshInstanceId>,
        character: &Character,
        model: &ModelPose,
        morphs: &MorphWeights,
    ) -> Bounds {
        let boxes = instances.map(|n| {
            character.posed_bounds(n, model.as_slice(), morphs.row(n), self.skinning.solved_method(n))
        });
        boxes.fold(Bounds::EMPTY, |all, bounds| all.union(bounds))
    }
}
