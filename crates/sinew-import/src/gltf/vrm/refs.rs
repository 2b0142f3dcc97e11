use crate::Report;
use crate::gltf::source::Source;
use sinew::character::{Material, MeshInstance, Texture};
use sinew::glam::{Vec2, Vec3};
use sinew::{CharacterParts, JointIndex, Skeleton};
use std::collections::HashMap;

/// What VRM's numbers name, and where to say that they name nothing.
pub(super) struct Refs<'a> {
    pub(super) report: &'a mut Report,
    /// Room for lists that grow beyond what the file lists.
    pub(super) budget: &'a mut crate::limits::Budget,
    pub(super) skeleton: &'a Skeleton,
    pub(super) instances: &'a [MeshInstance],
    by_node: HashMap<JointIndex, usize>,
    by_mesh: HashMap<usize, Vec<usize>>,
    pub(super) materials: &'a [Material],
    by_name: HashMap<&'a str, usize>,
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
        let mut by_mesh: HashMap<usize, Vec<usize>> = HashMap::new();
        for (n, instance) in parts.instances.iter().enumerate() {
            by_mesh.entry(instance.mesh).or_default().push(n);
        }
        let materials = parts.materials.iter().enumerate().rev();
        Self {
            by_node: parts.instances.iter().enumerate().map(|(n, i)| (i.node, n)).collect(),
            by_mesh,
            by_name: materials.map(|(n, m)| (m.name.as_str(), n)).collect(),
            report: &mut source.report,
            budget: &mut source.budget,
            skeleton: &parts.skeleton,
            instances: &parts.instances,
            materials: &parts.materials,
            images: parts.images.len(),
            textures: &parts.textures,
            root,
        }
    }

    /// Reports what is odd at `place` within the extension.
    pub(super) fn warn(&mut self, code: &'static str, place: &str, message: impl Into<String>) {
        self.report.warn(code, format!("{}{place}", self.root), message);
    }

    /// A number below `count`; negative ones name nothing, larger ones are reported.
    pub(super) fn number(
        &mut self,
        number: Option<i64>,
        count: usize,
        what: &str,
        place: &str,
    ) -> Option<usize> {
        let number = usize::try_from(number?).ok()?;
        if number < count {
            return Some(number);
        }
        self.warn("vrm-reference", place, format!("{what} {number} does not exist; left out"));
        None
    }

    /// The joint of a node.
    pub(super) fn joint(&mut self, node: Option<i64>, place: &str) -> Option<JointIndex> {
        let number = self.number(node, self.skeleton.len(), "node", place)?;
        self.skeleton.by_file_index(number)
    }

    pub(super) fn material(&mut self, material: Option<i64>, place: &str) -> Option<usize> {
        self.number(material, self.materials.len(), "material", place)
    }

    pub(super) fn image(&mut self, image: Option<i64>, place: &str) -> Option<usize> {
        self.number(image, self.images, "image", place)
    }

    /// The first material called `name`.
    pub(super) fn material_called(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// The instances that show a mesh.
    pub(super) fn instances_of(&self, mesh: usize) -> Vec<usize> {
        self.by_mesh.get(&mesh).cloned().unwrap_or_default()
    }

    /// The image of the texture that VRM 0.x has for a thumbnail.
    pub(super) fn thumbnail0(&mut self, texture: Option<i64>) -> Option<usize> {
        let number = self.number(texture, self.textures.len(), "texture", "/meta/texture")?;
        self.textures.get(number)?.image
    }

    /// The mesh instance on a node.
    pub(super) fn instance(&mut self, node: Option<i64>, place: &str) -> Option<usize> {
        let joint = self.joint(node, place)?;
        let instance = self.by_node.get(&joint).copied();
        if instance.is_none() {
            let message = format!("node {} shows no mesh; left out", self.skeleton.file_index(joint));
            self.warn("vrm-reference", place, message);
        }
        instance
    }
}

/// A number, or `default` where it is missing or none.
pub(super) fn finite(value: Option<f32>, default: f32) -> f32 {
    value.filter(|v| v.is_finite()).unwrap_or(default)
}

pub(super) fn vector(value: Option<[f32; 3]>, default: Vec3) -> Vec3 {
    value.map(Vec3::from_array).filter(|v| v.is_finite()).unwrap_or(default)
}

pub(super) fn vector2(value: Option<[f32; 2]>, default: Vec2) -> Vec2 {
    value.map(Vec2::from_array).filter(|v| v.is_finite()).unwrap_or(default)
}
