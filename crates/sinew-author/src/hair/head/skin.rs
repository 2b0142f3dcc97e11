use super::flow::flow;
use super::{SkinDistance, SkinTriangle};
use glam::{Vec2, Vec3};
use sinew::character::{Character, MeshInstanceId};
use sinew::humanoid::HumanBone;
use sinew::skeleton::JointId;
use sinew::surface::{CharacterSurface, PosedSurface};
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

/// Skin of a character in its reference pose, on which hair grows: all meshes but hair, glasses and others
/// that are left out.
#[derive(Clone, Debug)]
pub struct HairSkin {
    posed: PosedSurface,
    triangles: Vec<SkinTriangle>,
    /// Per joint: true for the head and what hangs on it; all, of a character without a head joint.
    on_head: Vec<bool>,
    head: Option<JointId>,
    /// Direction in which the hair of each joint's skin grows, model space; zero where the joint says nothing.
    flow: Vec<Vec3>,
    /// Names of the mesh and the material of each surface.
    names: HashMap<(MeshInstanceId, usize), [String; 2]>,
    /// Distances from the skin with and without ears, once hair has grown on it.
    distances: [OnceLock<SkinDistance>; 2],
}

impl HairSkin {
    /// Skin of the mesh instances that `is_skin` accepts.
    #[must_use]
    pub fn new(
        character: &Character,
        surface: &Arc<CharacterSurface>,
        is_skin: impl Fn(MeshInstanceId) -> bool,
    ) -> Self {
        let posed = PosedSurface::in_reference_pose(surface, character, is_skin);
        let head = character.humanoid().and_then(|humanoid| humanoid.joint(HumanBone::Head));
        let skeleton = character.skeleton();
        let on_head = skeleton
            .joints()
            .map(|joint| head.is_none_or(|head| skeleton.is_descendant_of(joint, head)))
            .collect();
        let mut skin = Self {
            names: names(&posed, character),
            posed,
            triangles: Vec::new(),
            on_head,
            head,
            flow: flow(character),
            distances: Default::default(),
        };
        skin.triangles = skin.collect(character);
        skin
    }

    fn collect(&self, character: &Character) -> Vec<SkinTriangle> {
        let mut all = Vec::new();
        for part in self.posed.surface().parts() {
            if !self.posed.is_part_shown(part) {
                continue;
            }
            let instance = &character.mesh_instances()[part.instance];
            let primitive = &character.meshes()[instance.mesh].primitives[part.primitive];
            let positions = self.posed.positions(part);
            let uvs = primitive.uvs.first();
            let skin = instance.skin.map(|skin| &character.skins()[skin]);
            for (triangle, vertices) in (0..).zip(primitive.indices.as_chunks::<3>().0) {
                let corners = vertices.map(|vertex| positions[vertex as usize]);
                let cross = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
                let Some(normal) = cross.try_normalize() else { continue };
                if corners.iter().any(|corner| !corner.is_finite()) {
                    continue;
                }
                let slot = primitive.influences_of(vertices[0] as usize).next();
                let joint = skin.zip(slot).map_or(instance.node, |(skin, (slot, _))| skin.joints[slot]);
                all.push(SkinTriangle {
                    instance: part.instance,
                    primitive: part.primitive,
                    triangle,
                    corners,
                    uvs: vertices.map(|vertex| uvs.map_or(Vec2::ZERO, |uvs| uvs[vertex as usize])),
                    normal,
                    area: cross.length() * 0.5,
                    joint,
                });
            }
        }
        all
    }

    /// The surface in the reference pose.
    #[must_use]
    pub fn posed(&self) -> &PosedSurface {
        &self.posed
    }

    /// Triangles with an area.
    #[must_use]
    pub fn triangles(&self) -> &[SkinTriangle] {
        &self.triangles
    }

    /// Head joint of a humanoid.
    #[must_use]
    pub const fn head(&self) -> Option<JointId> {
        self.head
    }

    /// True for triangles that the head or a joint on it moves; for all, of a character without a head joint.
    #[must_use]
    pub fn is_on_head(&self, triangle: &SkinTriangle) -> bool {
        self.on_head[triangle.joint.index()]
    }

    /// Direction in which hair grows on the skin of a joint: along limbs and tails to their ends, from the head
    /// to the trunk. Model space, unit length; zero where the joint says nothing.
    #[must_use]
    pub fn flow(&self, joint: JointId) -> Vec3 {
        self.flow.get(joint.index()).copied().unwrap_or(Vec3::ZERO)
    }

    /// Names of the mesh and the material that a triangle belongs to.
    pub(in crate::hair) fn names(&self, triangle: &SkinTriangle) -> Option<&[String; 2]> {
        self.names.get(&(triangle.instance, triangle.primitive))
    }

    /// Distance from the skin, measured once, with or without ears. `make` measures it.
    pub(in crate::hair) fn distance(
        &self,
        with_ears: bool,
        make: impl FnOnce() -> SkinDistance,
    ) -> &SkinDistance {
        self.distances[usize::from(with_ears)].get_or_init(make)
    }
}

/// Names of the mesh and the material of each surface that is shown.
fn names(posed: &PosedSurface, character: &Character) -> HashMap<(MeshInstanceId, usize), [String; 2]> {
    let parts = posed.surface().parts().iter().filter(|part| posed.is_part_shown(part));
    let named = parts.map(|part| {
        let mesh = &character.meshes()[character.mesh_instances()[part.instance].mesh];
        let material = mesh.primitives[part.primitive].material;
        let material = material.map_or_else(String::new, |id| character.materials()[id].name.clone());
        ((part.instance, part.primitive), [mesh.name.clone(), material])
    });
    named.collect()
}
