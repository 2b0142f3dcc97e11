//! A character on the device: geometry, textures, materials. Shared by its instances.

mod material;
mod mipmap;
mod physical;
mod primitive;
mod shape;
mod slot;
mod texture;
mod toon;
mod uniform;

pub(crate) use material::{BoundMaterial, GpuMaterial, Translucency};
pub(crate) use mipmap::Mipmapper;
pub(crate) use primitive::{GpuPrimitive, IndexBuffer, Vertex};
pub(crate) use slot::Shading;
pub(crate) use uniform::MaterialUniform;

use crate::renderer::Renderer;
use material::Expressiveness;
use sinew::Character;
use sinew::character::setup::ColorSlot;
use sinew::character::{FirstPersonMesh, Image, Material, Pixels};
use std::sync::Arc;

/// A character's geometry, textures and materials on the device. Cheap to clone: clones share them.
#[derive(Clone, Debug)]
pub struct Model {
    pub(crate) data: Arc<ModelData>,
}

#[derive(Debug)]
pub(crate) struct ModelData {
    /// Per mesh.
    pub(crate) primitives: Vec<Vec<GpuPrimitive>>,
    /// The character's, then the default one.
    pub(crate) materials: Vec<GpuMaterial>,
    pub(crate) instances: Vec<ModelInstance>,
    /// Joints of each skin.
    pub(crate) skins: Vec<usize>,
}

#[derive(Debug)]
pub(crate) struct ModelInstance {
    pub(crate) mesh: usize,
    pub(crate) skin: Option<usize>,
    /// Morph targets of the mesh.
    pub(crate) morphs: usize,
    /// Per primitive, what its own eyes see of it; empty where they see all of it.
    pub(crate) first_person_mesh: Vec<IndexBuffer>,
}

impl ModelData {
    /// The indices of primitive number `primitive` of instance number `instance`, as others or as its own eyes see it.
    pub(crate) fn indices(&self, instance: usize, primitive: usize, first_person: bool) -> &IndexBuffer {
        let instance = &self.instances[instance];
        let own = instance.first_person_mesh.get(primitive).filter(|_| first_person);
        own.unwrap_or(&self.primitives[instance.mesh][primitive].indices)
    }
}

/// Why a character does not fit on the device.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// One primitive's data is larger than the device takes.
    #[error("meshes[{mesh}].primitives[{primitive}]: {bytes} bytes of {what}, this device takes {limit}")]
    TooLarge {
        /// Number of the mesh.
        mesh: usize,
        /// Number of the primitive in it.
        primitive: usize,
        /// Which data.
        what: &'static str,
        /// Its size.
        bytes: usize,
        /// The most there may be.
        limit: usize,
    },
}

impl Model {
    /// Uploads `character`. `decode` turns an image into pixels, once per image that a material uses; where it
    /// gives none, colours show a checker pattern and everything else is as without the texture.
    ///
    /// # Errors
    /// When a primitive is larger than the device takes.
    pub fn new(
        renderer: &Renderer,
        character: &Character,
        decode: &mut dyn FnMut(&Image) -> Option<Pixels>,
    ) -> Result<Self, ModelError> {
        let textures = texture::upload_all(renderer, character, decode);
        let default = Material { metallic: 0.0, ..Material::default() };
        let materials: Vec<_> = character
            .materials()
            .iter()
            .chain(std::iter::once(&default))
            .zip(expressiveness(character))
            .map(|(material, e)| GpuMaterial::new(renderer, material, &textures, e))
            .collect();
        let mut primitives = Vec::with_capacity(character.meshes().len());
        for (m, mesh) in character.meshes().iter().enumerate() {
            let mut row = Vec::with_capacity(mesh.primitives.len());
            for (p, source) in mesh.primitives.iter().enumerate() {
                let number = source.material.unwrap_or(materials.len() - 1);
                let material = character.materials().get(number).unwrap_or(&default);
                let place =
                    |(what, bytes, limit)| ModelError::TooLarge { mesh: m, primitive: p, what, bytes, limit };
                row.push(GpuPrimitive::new(renderer, source, number, material).map_err(place)?);
            }
            primitives.push(row);
        }
        let instances = character
            .instances()
            .iter()
            .enumerate()
            .map(|(number, i)| ModelInstance {
                mesh: i.mesh,
                skin: i.skin,
                morphs: character.meshes()[i.mesh].morph_names.len(),
                first_person_mesh: match character.first_person_mesh(number) {
                    FirstPersonMesh::Without(kept) => {
                        kept.iter().map(|i| IndexBuffer::new(renderer, i)).collect()
                    }
                    FirstPersonMesh::Whole | FirstPersonMesh::Nothing => Vec::new(),
                },
            })
            .collect();
        let skins = character.skins().iter().map(|s| s.joints.len()).collect();
        Ok(Self { data: Arc::new(ModelData { primitives, materials, instances, skins }) })
    }
}

/// What expressions can do to each material of `character`, and to the default one: nothing.
fn expressiveness(character: &Character) -> Vec<Expressiveness> {
    let mut found = vec![Expressiveness::default(); character.materials().len() + 1];
    for expression in &character.setup().expressions {
        for bind in &expression.colors {
            found[bind.material].changes = true;
            found[bind.material].fades |= bind.slot == ColorSlot::Base && bind.value.w < 1.0;
        }
        expression.uvs.iter().for_each(|bind| found[bind.material].changes = true);
    }
    found
}
