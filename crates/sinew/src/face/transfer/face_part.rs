//! Mesh instance of a character that holds the skin of its face.

use super::FaceTransferError;
use crate::character::{Character, Mesh, Primitive, Topology};
use crate::humanoid::HumanBone;
use crate::morph::MeshInstanceId;
use crate::skeleton::JointIndex;
use glam::{Mat4, Vec3};

/// Mesh instance with the triangle primitives of its mesh; vertices are counted through all of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FacePart {
    pub(super) instance: MeshInstanceId,
}

impl FacePart {
    /// Part with the skin of the face: the one with the foremost point among those of the head. Of a character with morph targets, only
    /// meshes with the most of them are candidates, which leaves out hair and glasses.
    pub(super) fn find(character: &Character) -> Result<Self, FaceTransferError> {
        let parts = || character.mesh_instance_ids().map(|instance| Self { instance });
        let most = parts().map(|part| part.mesh(character).morph_names.len()).max().unwrap_or(0);
        let mut best: Option<(f32, Self)> = None;
        for part in parts().filter(|part| part.mesh(character).morph_names.len() == most) {
            let (positions, on_head) = (part.positions(character), part.on_head(character));
            let on_head = positions.iter().zip(on_head).filter(|(_, on_head)| *on_head);
            let front = on_head.map(|(position, _)| position.z).fold(f32::NEG_INFINITY, f32::max);
            if front > best.map_or(f32::NEG_INFINITY, |(z, _)| z) {
                best = Some((front, part));
            }
        }
        best.map(|(_, part)| part).ok_or(FaceTransferError::NoFace)
    }

    pub(super) fn mesh(self, character: &Character) -> &Mesh {
        &character.meshes()[character.mesh_instances()[self.instance].mesh]
    }

    /// Triangle primitives.
    pub(super) fn primitives(self, character: &Character) -> impl Iterator<Item = &Primitive> {
        let primitives = self.mesh(character).primitives.iter();
        primitives.filter(|primitive| primitive.topology == Topology::Triangles)
    }

    /// Positions in model space at rest, one per vertex.
    pub(super) fn positions(self, character: &Character) -> Vec<Vec3> {
        let positions = self.primitives(character).flat_map(|primitive| &primitive.positions);
        positions.zip(self.matrices(character)).map(|(p, matrix)| matrix.transform_point3(*p)).collect()
    }

    /// Matrices from mesh to model space at rest, one per vertex.
    pub(super) fn matrices(self, character: &Character) -> Vec<Mat4> {
        let instance = &character.mesh_instances()[self.instance];
        let model = character.rest_model();
        let node = Mat4::from(model[instance.node.index()]);
        let skin = instance.skin.map(|skin| &character.skins()[skin]);
        let palette: Option<Vec<Mat4>> = skin.map(|skin| {
            let joints = skin.joints.iter().zip(&skin.inverse_binds);
            joints.map(|(joint, bind)| Mat4::from(model[joint.index()] * *bind)).collect()
        });
        let matrix = |primitive: &Primitive, vertex: usize| match &palette {
            Some(palette) if primitive.influences_of(vertex).next().is_some() => {
                primitive.influences_of(vertex).map(|(slot, weight)| palette[slot] * weight).sum()
            }
            _ => node,
        };
        self.primitives(character)
            .flat_map(|p| (0..p.positions.len()).map(|v| matrix(p, v)).collect::<Vec<_>>())
            .collect()
    }

    /// Marks of the vertices that the head or a joint below it moves most; all of a character without a head bone.
    pub(super) fn on_head(self, character: &Character) -> Vec<bool> {
        let instance = &character.mesh_instances()[self.instance];
        let skeleton = character.skeleton();
        let head = character.humanoid().and_then(|humanoid| humanoid.joint(HumanBone::Head));
        let below = |joint: JointIndex| {
            head.is_none_or(|head| {
                std::iter::successors(Some(joint), |joint| skeleton.parent(*joint)).any(|joint| joint == head)
            })
        };
        let skin = instance.skin.map(|skin| &character.skins()[skin]);
        let joint_of =
            |primitive: &Primitive, vertex: usize| match (skin, primitive.influences_of(vertex).next()) {
                (Some(skin), Some((slot, _))) => skin.joints[slot],
                _ => instance.node,
            };
        let primitives = self.primitives(character);
        primitives
            .flat_map(|p| (0..p.positions.len()).map(|v| below(joint_of(p, v))).collect::<Vec<_>>())
            .collect()
    }
}
