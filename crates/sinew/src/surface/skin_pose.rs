//! The skin of a character in a pose, on the processor: vertices, and points of the surface.

use super::wrinkle::{StrainRings, StrainScratch, area_strain};
use super::{PosedPart, PosedPoint, PosedSurface, SurfacePoint};
use crate::character::{Character, MeshInstanceId, Primitive, SkinningMethod};
use crate::math::Mat3x4;
use crate::morph::MorphWeights;
use crate::pose::ModelPose;
use crate::skinning::{
    Corners, DualQuatJoint, SkinInput, SkinOutput, SkinnedVertices, SkinningState, add_morph_targets,
    morphed_corners, skin_corners, skin_dual_quaternion, skin_linear, skin_linear_fast,
};
use glam::{Vec3, Vec4};

/// The skin of a character in a pose: what hair, decals and emitters follow.
/// [`Frame::skin`](crate::Frame::skin) lends out that of an actor; without an actor it is made of what the
/// stages before have written.
#[derive(Clone, Copy, Debug)]
pub struct SkinPose<'a> {
    character: &'a Character,
    model: &'a ModelPose,
    morphs: &'a MorphWeights,
    skinning: &'a SkinningState,
}

/// Primitive of a mesh instance, as skinning takes it.
pub(crate) struct Skinned<'a> {
    pub(crate) source: &'a Primitive,
    /// Bind-pose positions, without normals and tangents.
    pub(crate) input: SkinInput<'a>,
    /// The palette, for instances that blend dual quaternions.
    pub(crate) dual_quaternions: Option<&'a [DualQuatJoint]>,
    /// Weights of the morph targets.
    pub(crate) weights: &'a [f32],
    /// Whether its triangles stay flat.
    pub(crate) is_flat: bool,
}

impl Skinned<'_> {
    /// Whether a morph target moves it.
    pub(crate) fn is_morphed(&self) -> bool {
        self.weights.iter().zip(&self.source.morph_targets).any(|(weight, _)| *weight != 0.0)
    }
}

impl<'a> SkinPose<'a> {
    /// The skin in a pose, whose palettes `skinning` has [solved](SkinningState::solve).
    #[must_use]
    pub fn new(
        character: &'a Character,
        model: &'a ModelPose,
        morphs: &'a MorphWeights,
        skinning: &'a SkinningState,
    ) -> Self {
        Self { character, model, morphs, skinning }
    }

    /// Model from joint, for all joints.
    #[must_use]
    pub fn model(&self) -> &'a [glam::Affine3A] {
        self.model.as_slice()
    }

    /// The character.
    #[must_use]
    pub fn character(&self) -> &'a Character {
        self.character
    }

    /// Takes the pose into a surface, for rays and decals: the positions of all vertices in model space, each
    /// mesh by its skinning method. Rays hit the mesh instances that `is_shown` accepts.
    ///
    /// # Panics
    /// When the surface is not of this character.
    pub fn pose_surface(&self, posed: &mut PosedSurface, is_shown: impl Fn(MeshInstanceId) -> bool) {
        posed.pose_with(|part, morphed, positions| {
            let skinned = self.skinned(part.instance, part.primitive);
            let mut input = skinned.input;
            if skinned.is_morphed() {
                morphed.clone_from(&skinned.source.positions);
                add_morph_targets(&skinned.source.morph_targets, skinned.weights, morphed, &mut [], &mut []);
                input.positions = morphed;
            }
            let output = SkinOutput { positions, normals: &mut [], tangents: &mut [] };
            match skinned.dual_quaternions {
                Some(joints) => skin_dual_quaternion(&input, joints, output),
                None => skin_linear_fast(&input, output),
            }
            PosedPart { is_shown: is_shown(part.instance), is_mirrored: is_mirrored(&input) }
        });
    }

    pub(crate) fn skinned(&self, instance: MeshInstanceId, primitive: usize) -> Skinned<'a> {
        let mesh_instance = &self.character.mesh_instances()[instance];
        let source = &self.character.meshes()[mesh_instance.mesh].primitives[primitive];
        let input = SkinInput {
            positions: &source.positions,
            normals: &[],
            tangents: &[],
            influences: source.influences.as_ref().filter(|_| mesh_instance.skin.is_some()),
            palette: mesh_instance.skin.map_or(&[], |skin| self.skinning.palette(skin).as_slice()),
            node: Mat3x4::from(self.model.as_slice()[mesh_instance.node.index()]),
        };
        let is_dual = self.skinning.solved_method(instance) == SkinningMethod::DualQuaternion;
        let dual_quaternions =
            mesh_instance.skin.filter(|_| is_dual).map(|skin| self.skinning.dual_quaternions(skin));
        let is_flat = self.character.is_flat(mesh_instance.mesh, primitive);
        Skinned { source, input, dual_quaternions, weights: self.morphs.row(instance), is_flat }
    }

    /// Morphs and skins one primitive of a mesh instance on the processor, in model space.
    ///
    /// # Panics
    /// When there is no such instance or primitive.
    pub fn skin_vertices(&self, instance: MeshInstanceId, primitive: usize, out: &mut SkinnedVertices) {
        let skinned = self.skinned(instance, primitive);
        match skinned.dual_quaternions {
            Some(joints) => {
                skin_by(&skinned, out, |input, output| skin_dual_quaternion(input, joints, output))
            }
            None => skin_by(&skinned, out, skin_linear),
        }
    }

    /// [`skin_vertices`](Self::skin_vertices) by [`skin_linear_fast`], whatever the instance's method:
    /// normals and tangents are not normalized.
    ///
    /// # Panics
    /// When there is no such instance or primitive.
    pub fn skin_vertices_fast(&self, instance: MeshInstanceId, primitive: usize, out: &mut SkinnedVertices) {
        skin_by(&self.skinned(instance, primitive), out, skin_linear_fast);
    }

    /// A point of the surface in this pose, in model space: three vertices are morphed and skinned. For
    /// decals, emitters and what else stays on the skin.
    ///
    /// # Panics
    /// When the character has no such mesh instance, primitive or triangle.
    #[must_use]
    pub fn surface(&self, point: &SurfacePoint) -> PosedPoint {
        let (mut position, mut normal) = (Vec3::ZERO, Vec3::ZERO);
        let corners = self.skin_corners(point, true);
        for (corner, share) in point.barycentric.to_array().into_iter().enumerate() {
            position += corners.positions[corner] * share;
            normal += corners.normals[corner] * share;
        }
        PosedPoint::new(position, normal.normalize_or_zero())
    }

    /// Corners of the triangle of a surface point in this pose, in model space.
    ///
    /// # Panics
    /// When the character has no such mesh instance, primitive or triangle.
    #[must_use]
    pub fn surface_corners(&self, point: &SurfacePoint) -> [Vec3; 3] {
        self.skin_corners(point, false).positions
    }

    /// Corners of the triangle of a surface point.
    fn skin_corners(&self, point: &SurfacePoint, wants_normals: bool) -> Corners {
        let Skinned { source, input, dual_quaternions, weights, .. } =
            self.skinned(point.instance, point.primitive);
        let first = point.triangle as usize * 3;
        let vertices = [0, 1, 2].map(|corner| source.indices[first + corner]);
        let rest = morphed_corners(source, vertices, weights);
        skin_corners(&input, dual_quaternions, &rest, wants_normals)
    }

    /// Area strain per vertex of a primitive, morphed and skinned by the instance's method; see
    /// [`area_strain`].
    ///
    /// # Panics
    /// When the rings are not of this character.
    pub fn area_strain(&self, rings: &StrainRings, scratch: &mut StrainScratch, out: &mut Vec<f32>) {
        let skinned = self.skinned(rings.instance(), rings.primitive());
        let count = skinned.source.positions.len();
        assert_eq!(rings.vertex_count(), count, "the strain rings were made for another character");
        let mut offsets = std::mem::take(&mut scratch.offsets);
        offsets.clear();
        if skinned.is_morphed() {
            offsets.resize(count, Vec3::ZERO);
            let targets = &skinned.source.morph_targets;
            add_morph_targets(targets, skinned.weights, &mut offsets, &mut [], &mut []);
        }
        out.resize(rings.vertex_count(), 0.0);
        area_strain(rings, &skinned.input, &offsets, skinned.dual_quaternions, scratch, out);
        scratch.offsets = offsets;
    }
}

/// Morphs a primitive and skins its positions, normals and tangents.
fn skin_by(skinned: &Skinned<'_>, out: &mut SkinnedVertices, skin: impl Fn(&SkinInput<'_>, SkinOutput<'_>)) {
    let source = skinned.source;
    let SkinnedVertices { positions, normals, tangents, morphed } = out;
    positions.resize(source.positions.len(), Vec3::ZERO);
    normals.resize(source.normals.len(), Vec3::ZERO);
    tangents.resize(source.tangents.len(), Vec4::ZERO);
    let mut input = SkinInput { normals: &source.normals, tangents: &source.tangents, ..skinned.input };
    if !source.morph_targets.is_empty() {
        morphed.morph(source, skinned.weights);
        input.positions = &morphed.positions;
        input.normals = &morphed.normals;
        input.tangents = &morphed.tangents;
    }
    skin(&input, SkinOutput { positions, normals, tangents });
    if skinned.is_flat {
        source.write_flat_normals(positions, is_mirrored(&input), normals);
    }
}

/// Whether most joints of a primitive mirror it, or its node does.
fn is_mirrored(input: &SkinInput<'_>) -> bool {
    let palette = input.palette;
    match palette.is_empty() {
        true => input.node.mirrors(),
        false => palette.iter().filter(|joint| joint.mirrors()).count() * 2 > palette.len(),
    }
}
