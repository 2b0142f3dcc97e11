use crate::Report;
use crate::gltf::source::Source;
use sinew::character::{ImageId, Material, MaterialId, MeshId, MeshInstance, MeshInstanceId, Texture};
use sinew::glam::{Vec2, Vec3};
use sinew::{CharacterParts, JointId, Skeleton};
use std::collections::HashMap;

/// Resolves indices in VRM data to nodes, meshes, materials and images, and reports those that do not exist.
pub(super) struct Refs<'a> {
    pub(super) report: &'a mut Report,
    /// Memory budget for lists that are longer than in the file.
    pub(super) budget: &'a mut crate::budget::Budget,
    pub(super) skeleton: &'a Skeleton,
    pub(super) instances: &'a [MeshInstance],
    by_node: HashMap<JointId, MeshInstanceId>,
    by_mesh: HashMap<MeshId, Vec<MeshInstanceId>>,
    pub(super) materials: &'a [Material],
    by_name: HashMap<&'a str, MaterialId>,
    images: usize,
    textures: &'a [Texture],
    root: &'static str,
}

impl<'a> Refs<'a> {
    pub(super) fn new<'s: 'a>(
        source: &'a mut Source<'s>,
        parts: &'a CharacterParts,
        root: &'static str,
    ) -> Self {
        let mut by_mesh: HashMap<MeshId, Vec<MeshInstanceId>> = HashMap::new();
        for (id, instance) in (0..).map(MeshInstanceId).zip(&parts.mesh_instances) {
            by_mesh.entry(instance.mesh).or_default().push(id);
        }
        let materials = parts.materials.iter().enumerate().rev();
        Self {
            by_node: (0..)
                .map(MeshInstanceId)
                .zip(&parts.mesh_instances)
                .map(|(id, i)| (i.node, id))
                .collect(),
            by_mesh,
            by_name: materials.map(|(n, m)| (m.name.as_str(), MaterialId(n as u32))).collect(),
            report: &mut source.report,
            budget: &mut source.budget,
            skeleton: &parts.skeleton,
            instances: &parts.mesh_instances,
            materials: &parts.materials,
            images: parts.images.len(),
            textures: &parts.textures,
            root,
        }
    }

    /// Adds a warning at `location` within the extension.
    pub(super) fn warn(&mut self, code: &'static str, location: &str, message: impl Into<String>) {
        self.report.warn(code, format!("{}{location}", self.root), message);
    }

    /// Checks an index to be below `count`. Negative indices mean none; indices that are too large are
    /// reported.
    pub(super) fn number(
        &mut self,
        number: Option<i64>,
        count: usize,
        object: &str,
        location: &str,
    ) -> Option<usize> {
        let number = usize::try_from(number?).ok()?;
        if number < count {
            return Some(number);
        }
        self.warn(
            "vrm-reference",
            location,
            format!("{object} {number} does not exist; the reference is left out"),
        );
        None
    }

    /// Joint of a node.
    pub(super) fn joint(&mut self, node: Option<i64>, location: &str) -> Option<JointId> {
        let number = self.number(node, self.skeleton.len(), "node", location)?;
        self.skeleton.by_file_index(number)
    }

    pub(super) fn material(&mut self, material: Option<i64>, location: &str) -> Option<MaterialId> {
        self.number(material, self.materials.len(), "material", location).map(|n| MaterialId(n as u32))
    }

    pub(super) fn image(&mut self, image: Option<i64>, location: &str) -> Option<ImageId> {
        self.number(image, self.images, "image", location).map(|n| ImageId(n as u32))
    }

    /// First material with this name.
    pub(super) fn material_by_name(&self, name: &str) -> Option<MaterialId> {
        self.by_name.get(name).copied()
    }

    /// All instances of a mesh.
    pub(super) fn instances_of(&self, mesh: MeshId) -> Vec<MeshInstanceId> {
        self.by_mesh.get(&mesh).cloned().unwrap_or_default()
    }

    /// Image of the thumbnail texture of VRM 0.x.
    pub(super) fn thumbnail0(&mut self, texture: Option<i64>) -> Option<ImageId> {
        let number = self.number(texture, self.textures.len(), "texture", "/meta/texture")?;
        self.textures.get(number)?.image
    }

    /// Mesh instance on a node.
    pub(super) fn instance(&mut self, node: Option<i64>, location: &str) -> Option<MeshInstanceId> {
        let joint = self.joint(node, location)?;
        let instance = self.by_node.get(&joint).copied();
        if instance.is_none() {
            let message =
                format!("node {} has no mesh; the reference is left out", self.skeleton.file_index(joint));
            self.warn("vrm-reference", location, message);
        }
        instance
    }
}

/// `value`, or `default` if it is missing or not finite.
pub(super) fn finite(value: Option<f32>, default: f32) -> f32 {
    value.filter(|v| v.is_finite()).unwrap_or(default)
}

pub(super) fn vector(value: Option<[f32; 3]>, default: Vec3) -> Vec3 {
    value.map(Vec3::from_array).filter(|v| v.is_finite()).unwrap_or(default)
}

pub(super) fn vector2(value: Option<[f32; 2]>, default: Vec2) -> Vec2 {
    value.map(Vec2::from_array).filter(|v| v.is_finite()).unwrap_or(default)
}
