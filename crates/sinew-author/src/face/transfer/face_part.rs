//! Mesh instance of a character that holds the skin of its face.

use super::{FaceLandmarks, FaceTransferError};
use glam::{Mat4, Vec3};
use sinew::character::{Character, Mesh, Primitive, Topology};
use sinew::humanoid::HumanBone;
use sinew::morph::MeshInstanceId;
use sinew::skeleton::JointId;

/// Mesh instance with the triangle primitives of its mesh; vertices are counted through all of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FacePart {
    pub(super) instance: MeshInstanceId,
}

impl FacePart {
    /// Parts of a head, the one with the foremost point first. Of a character with morph targets, only meshes
    /// with the most of them.
    pub(super) fn candidates(character: &Character) -> Vec<Self> {
        let parts = || character.mesh_instance_ids().map(|instance| Self { instance });
        let most = parts().map(|part| part.mesh(character).morph_names.len()).max().unwrap_or(0);
        let front = |part: Self| {
            let positions = part.positions(character);
            let on_head = positions.iter().zip(part.on_head(character)).filter(|(_, on_head)| *on_head);
            on_head.map(|(position, _)| position.z).max_by(f32::total_cmp)
        };
        let parts = parts().filter(|part| part.mesh(character).morph_names.len() == most);
        let mut parts: Vec<(f32, Self)> = parts.filter_map(|part| Some((front(part)?, part))).collect();
        parts.sort_by(|a, b| b.0.total_cmp(&a.0));
        parts.into_iter().map(|(_, part)| part).collect()
    }

    /// Part with the skin of a face: the one to which the landmarks on the skin are nearest.
    pub(super) fn of_landmarks(
        character: &Character,
        landmarks: &FaceLandmarks,
    ) -> Result<Self, FaceTransferError> {
        let points = [
            landmarks.nose_tip,
            landmarks.nose_base,
            landmarks.upper_lip,
            landmarks.lower_lip,
            landmarks.chin,
        ];
        let distance = |part: Self| {
            let positions = part.positions(character);
            let nearest =
                |point: &Vec3| positions.iter().map(|p| p.distance(*point)).fold(f32::INFINITY, f32::min);
            points.iter().map(nearest).sum::<f32>()
        };
        let parts = character.mesh_instance_ids().map(|instance| Self { instance });
        let nearest = parts.map(|part| (distance(part), part)).min_by(|a, b| a.0.total_cmp(&b.0));
        let (distance, part) = nearest.ok_or(FaceTransferError::NoFace)?;
        match distance.is_finite() {
            true => Ok(part),
            false => Err(FaceTransferError::NoFace),
        }
    }

    pub(super) fn mesh(self, character: &Character) -> &Mesh {
        &character.meshes()[character.mesh_instances()[self.instance].mesh]
    }

    /// Triangle primitives.
    pub(super) fn primitives(self, character: &Character) -> impl Iterator<Item = &Primitive> {
        let primitives = self.mesh(character).primitives.iter();
        primitives.filter(|primitive| primitive.topology == Topology::Triangles)
    }

    /// Positions at rest, one per vertex, in the model space of a character that faces +Z.
    pub(super) fn positions(self, character: &Character) -> Vec<Vec3> {
        let positions = self.primitives(character).flat_map(|primitive| &primitive.positions);
        positions.zip(self.matrices(character)).map(|(p, matrix)| matrix.transform_point3(*p)).collect()
    }

    /// Unit normals at rest likewise; +Z where the mesh has none.
    pub(super) fn normals(self, character: &Character) -> Vec<Vec3> {
        let normals = self.primitives(character).flat_map(|primitive| {
            (0..primitive.positions.len()).map(|vertex| primitive.normals.get(vertex).copied())
        });
        let turned = |(normal, matrix): (Option<Vec3>, Mat4)| {
            matrix.transform_vector3(normal.unwrap_or(Vec3::Z)).normalize_or(Vec3::Z)
        };
        normals.zip(self.matrices(character)).map(turned).collect()
    }

    /// Matrices from the mesh to the model space of a character that faces +Z, at rest, one per vertex.
    pub(super) fn matrices(self, character: &Character) -> Vec<Mat4> {
        let instance = &character.mesh_instances()[self.instance];
        let node = Mat4::from(character.rest_ahead(instance.node));
        let skin = instance.skin.map(|skin| &character.skins()[skin]);
        let palette: Option<Vec<Mat4>> = skin.map(|skin| {
            let joints = skin.joints.iter().zip(&skin.inverse_binds);
            joints.map(|(joint, bind)| Mat4::from(character.rest_ahead(*joint) * *bind)).collect()
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

    /// Marks of the vertices that neck, head or a joint below moves most; all of a character that is not a
    /// humanoid.
    pub(super) fn on_head(self, character: &Character) -> Vec<bool> {
        let skeleton = character.skeleton();
        // The chin of many characters moves with the neck, since it lies as high as the neck's end.
        let bone = |bone| character.humanoid().and_then(|humanoid| humanoid.joint(bone));
        let head = bone(HumanBone::Neck).or_else(|| bone(HumanBone::Head));
        let below = |joint: JointId| {
            head.is_none_or(|head| {
                std::iter::successors(Some(joint), |joint| skeleton.parent(*joint)).any(|joint| joint == head)
            })
        };
        self.joints(character).into_iter().map(below).collect()
    }

    /// Joint that moves the vertex nearest to a point most.
    pub(super) fn joint_near(self, character: &Character, point: Vec3) -> JointId {
        let positions = self.positions(character);
        let vertices = positions.iter().zip(self.joints(character));
        let nearest =
            vertices.min_by(|a, b| a.0.distance_squared(point).total_cmp(&b.0.distance_squared(point)));
        nearest.map_or(character.mesh_instances()[self.instance].node, |(_, joint)| joint)
    }

    /// Joints that move the vertices most, one per vertex.
    fn joints(self, character: &Character) -> Vec<JointId> {
        let instance = &character.mesh_instances()[self.instance];
        let skin = instance.skin.map(|skin| &character.skins()[skin]);
        let joint_of =
            |primitive: &Primitive, vertex: usize| match (skin, primitive.influences_of(vertex).next()) {
                (Some(skin), Some((slot, _))) => skin.joints[slot],
                _ => instance.node,
            };
        let primitives = self.primitives(character);
        primitives.flat_map(|p| (0..p.positions.len()).map(move |v| joint_of(p, v))).collect()
    }
}
