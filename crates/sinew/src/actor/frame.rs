use super::Actor;
use crate::character::{Character, MaterialId, MeshInstanceId, SkinId, SkinningMethod};
use crate::clip::RootDelta;
use crate::face::MaterialOverride;
use crate::math::Transform;
use crate::math::{Bounds, Mat3x4};
use crate::playback::FiredEvent;
use crate::pose::write_palette;
use crate::skeleton::Socket;
use crate::skinning::{
    DualQuatJoint, SkinInput, SkinOutput, SkinnedVertices, add_morph_targets, skin_dual_quaternion,
    skin_linear, skin_linear_fast, skin_vertex,
};
use crate::surface::wrinkle::{StrainRings, StrainScratch, WrinkleChannel, WrinkleState, area_strain};
use crate::surface::{PosedPart, PosedPoint, PosedSurface, SurfacePoint};
use glam::{Affine3A, Vec3, Vec4};

/// The result of a frame, borrowed from an actor: everything that a renderer or an engine needs.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    actor: &'a Actor,
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

    /// Area strain per vertex of a primitive, morphed and skinned by the instance's method; see [`area_strain`].
    ///
    /// # Panics
    /// When the rings are not of this character.
    pub fn area_strain(&self, rings: &StrainRings, scratch: &mut StrainScratch, out: &mut Vec<f32>) {
        let placed = &self.character().mesh_instances()[rings.instance()];
        let source = &self.character().meshes()[placed.mesh].primitives[rings.primitive()];
        let input = SkinInput {
            positions: &source.positions,
            normals: &[],
            tangents: &[],
            influences: source.influences.as_ref().filter(|_| placed.skin.is_some()),
            palette: placed.skin.map_or(&[], |skin| self.palette(skin)),
            node: Mat3x4::from(self.model()[placed.node.index()]),
        };
        let mut offsets = std::mem::take(&mut scratch.offsets);
        offsets.clear();
        let weights = self.morph_weights(rings.instance());
        if weights.iter().zip(&source.morph_targets).any(|(weight, _)| *weight != 0.0) {
            offsets.resize(source.positions.len(), Vec3::ZERO);
            add_morph_targets(&source.morph_targets, weights, &mut offsets, &mut [], &mut []);
        }
        let is_dual = self.skinning(rings.instance()) == SkinningMethod::DualQuaternion;
        let dual_quaternions = placed.skin.filter(|_| is_dual).map(|skin| self.dual_quaternions(skin));
        out.resize(rings.vertex_count(), 0.0);
        area_strain(rings, &input, &offsets, dual_quaternions, scratch, out);
        scratch.offsets = offsets;
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

    /// Morphs and skins one primitive of a mesh instance on the processor, in model space.
    ///
    /// # Panics
    /// When there is no such instance or primitive.
    pub fn skin_vertices(&self, instance: MeshInstanceId, primitive: usize, out: &mut SkinnedVertices) {
        let skin = self.character().mesh_instances()[instance].skin;
        self.skin_by(instance, primitive, out, |input, output| match (skin, self.skinning(instance)) {
            (Some(skin), SkinningMethod::DualQuaternion) => {
                skin_dual_quaternion(input, self.dual_quaternions(skin), output);
            }
            _ => skin_linear(input, output),
        });
    }

    /// [`Frame::skin_vertices`] by [`skin_linear_fast`], whatever the instance's method: normals and tangents are not normalized.
    ///
    /// # Panics
    /// When there is no such instance or primitive.
    pub fn skin_vertices_fast(&self, instance: MeshInstanceId, primitive: usize, out: &mut SkinnedVertices) {
        self.skin_by(instance, primitive, out, skin_linear_fast);
    }

    /// Takes the pose into a surface, for rays and decals: the positions of all vertices in model space, each mesh by its skinning method.
    /// Meshes that are hidden ([`MeshState::set_visible`](super::MeshState::set_visible)) or seen in first person alone are not hit.
    ///
    /// # Panics
    /// When the surface is not of this character.
    pub fn pose_surface(&self, posed: &mut PosedSurface) {
        let character = self.character();
        posed.pose_with(|part, morphed, positions| {
            let placed = &character.mesh_instances()[part.instance];
            let source = &character.meshes()[placed.mesh].primitives[part.primitive];
            let mut input = SkinInput {
                positions: &source.positions,
                normals: &[],
                tangents: &[],
                influences: source.influences.as_ref().filter(|_| placed.skin.is_some()),
                palette: placed.skin.map_or(&[], |skin| self.palette(skin)),
                node: Mat3x4::from(self.model()[placed.node.index()]),
            };
            let weights = self.morph_weights(part.instance);
            if weights.iter().zip(&source.morph_targets).any(|(weight, _)| *weight != 0.0) {
                morphed.clone_from(&source.positions);
                add_morph_targets(&source.morph_targets, weights, morphed, &mut [], &mut []);
                input.positions = morphed;
            }
            let output = SkinOutput { positions, normals: &mut [], tangents: &mut [] };
            match (placed.skin, self.skinning(part.instance)) {
                (Some(skin), SkinningMethod::DualQuaternion) => {
                    skin_dual_quaternion(&input, self.dual_quaternions(skin), output);
                }
                _ => skin_linear_fast(&input, output),
            }
            let mirrors = |matrix: &Mat3x4| matrix.to_affine().matrix3.determinant() < 0.0;
            let palette = input.palette;
            PosedPart {
                is_shown: self.actor.meshes.is_hittable(character, part.instance),
                is_mirrored: match palette.is_empty() {
                    true => mirrors(&input.node),
                    false => palette.iter().filter(|joint| mirrors(joint)).count() * 2 > palette.len(),
                },
            }
        });
    }

    /// A point of the surface in this pose, in model space: three vertices are morphed and skinned. For decals, emitters and what else
    /// stays on the skin.
    ///
    /// # Panics
    /// When the character has no such mesh instance, primitive or triangle.
    #[must_use]
    pub fn surface(&self, point: &SurfacePoint) -> PosedPoint {
        let placed = &self.character().mesh_instances()[point.instance];
        let source = &self.character().meshes()[placed.mesh].primitives[point.primitive];
        let input = SkinInput {
            positions: &[],
            normals: &[],
            tangents: &[],
            influences: source.influences.as_ref().filter(|_| placed.skin.is_some()),
            palette: placed.skin.map_or(&[], |skin| self.palette(skin)),
            node: Mat3x4::from(self.model()[placed.node.index()]),
        };
        let uses_dual = self.skinning(point.instance) == SkinningMethod::DualQuaternion;
        let joints = placed.skin.filter(|_| uses_dual).map(|skin| self.dual_quaternions(skin));
        let weights = self.morph_weights(point.instance);
        let (mut position, mut normal) = (Vec3::ZERO, Vec3::ZERO);
        for (corner, share) in point.barycentric.to_array().into_iter().enumerate() {
            let vertex = source.indices[point.triangle as usize * 3 + corner];
            let rest = source.morphed_vertex(vertex, weights);
            let (place, direction) = skin_vertex(&input, joints, vertex as usize, rest);
            position += place * share;
            normal += direction * share;
        }
        PosedPoint::new(position, normal.normalize_or_zero())
    }

    fn skin_by(
        &self,
        instance: MeshInstanceId,
        primitive: usize,
        out: &mut SkinnedVertices,
        skin: impl Fn(&SkinInput<'_>, SkinOutput<'_>),
    ) {
        let placed = &self.character().mesh_instances()[instance];
        let source = &self.character().meshes()[placed.mesh].primitives[primitive];
        let SkinnedVertices { positions, normals, tangents, morphed } = out;
        positions.resize(source.positions.len(), Vec3::ZERO);
        normals.resize(source.normals.len(), Vec3::ZERO);
        tangents.resize(source.tangents.len(), Vec4::ZERO);
        let mut input = SkinInput {
            positions: &source.positions,
            normals: &source.normals,
            tangents: &source.tangents,
            influences: source.influences.as_ref().filter(|_| placed.skin.is_some()),
            palette: placed.skin.map_or(&[], |skin| self.palette(skin)),
            node: Mat3x4::from(self.model()[placed.node.index()]),
        };
        if !source.morph_targets.is_empty() {
            morphed.morph(source, self.morph_weights(instance));
            input.positions = &morphed.positions;
            input.normals = &morphed.normals;
            input.tangents = &morphed.tangents;
        }
        skin(&input, SkinOutput { positions, normals, tangents });
    }
}
