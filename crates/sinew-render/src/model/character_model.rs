use super::error::ModelError;
use super::expression_effect::expression_effects;
use super::image_source::ImageSource;
use super::material::GpuMaterial;
use super::primitive::{GpuPrimitive, IndexBuffer};
use super::reduced_image::ReducedImage;
use super::skinned_box::SkinnedBox;
use super::textures::ModelTextures;
use super::vertex::UvSets;
use crate::gpu::Gpu;
use crate::look::{SurfaceLook, SurfaceLooks, toon_of};
use sinew::Character;
use sinew::character::{
    FirstPersonMesh, Image, Material, MaterialId, MeshId, MeshInstanceId, NormalMapSpace, Pixels, SkinId,
};
use std::sync::Arc;

/// Character asset on the device: its geometry, textures and materials. Clones are cheap and share them.
///
/// ```no_run
/// use sinew_render::{Gpu, Model, ModelInstance};
///
/// # fn load() -> Result<sinew::Character, Box<dyn std::error::Error>> { unimplemented!() }
/// let character = load()?;
/// let gpu = Gpu::off_screen()?;
/// // Without decoded images, textures show a checker pattern.
/// let model = Model::new(&gpu, &character, &mut |_image| None)?;
/// let crowd: Vec<_> = (0..100).map(|_| ModelInstance::new(&gpu, &model)).collect();
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Model {
    pub(crate) data: Arc<ModelData>,
}

#[derive(Debug)]
pub(crate) struct ModelData {
    /// Primitives per mesh.
    pub(crate) primitives: Vec<Vec<GpuPrimitive>>,
    /// Materials of the character, followed by the default material.
    pub(crate) materials: Vec<GpuMaterial>,
    pub(crate) mesh_instances: Vec<GpuMeshInstance>,
    /// Number of joints per skin.
    pub(crate) skins: Vec<usize>,
    pub(crate) skinned_boxes: Vec<SkinnedBox>,
    reduced_images: Vec<ReducedImage>,
}

/// Mesh instance of a character: a mesh on a node, with or without a skin.
#[derive(Debug)]
pub(crate) struct GpuMeshInstance {
    pub(crate) mesh: usize,
    pub(crate) skin: Option<usize>,
    /// Number of morph targets of the mesh.
    pub(crate) morph_targets: usize,
    /// Index buffers per primitive for the first-person view; empty where that view shows the whole mesh or
    /// nothing.
    first_person_indices: Vec<IndexBuffer>,
}

impl Model {
    /// Uploads `character`. `decode` returns the pixels of an image; it is called once per image that a
    /// material uses, and once for all images of the same bytes ([`Character::distinct_images`]), which share
    /// a texture. Where it returns `None`, colour textures show a checker pattern, and data textures are left
    /// out. Images that are larger than the device's textures are reduced ([`Model::reduced_images`]).
    ///
    /// # Errors
    /// When a primitive exceeds a limit of the device, or the device fails, such as for lack of memory.
    pub fn new(
        gpu: &Gpu,
        character: &Character,
        decode: &mut dyn FnMut(&Image) -> Option<Pixels>,
    ) -> Result<Self, ModelError> {
        Self::with_looks(gpu, character, &SurfaceLooks::default(), decode)
    }

    /// [`new`](Self::new), with some materials drawn as skin, eyes and teeth, such as those that
    /// [`SurfaceLooks::detect`] finds, or as toons.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn with_looks(
        gpu: &Gpu,
        character: &Character,
        looks: &SurfaceLooks,
        decode: &mut dyn FnMut(&Image) -> Option<Pixels>,
    ) -> Result<Self, ModelError> {
        let mut decode = decode;
        Self::from_images(gpu, character, looks, &mut decode)
    }

    /// [`with_looks`](Self::with_looks), with images of a source that may have uploaded them before.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn from_images(
        gpu: &Gpu,
        character: &Character,
        looks: &SurfaceLooks,
        images: &mut dyn ImageSource,
    ) -> Result<Self, ModelError> {
        gpu.catch(|| Self::upload(gpu, character, looks, images)).map_err(ModelError::Device)?
    }

    /// Images that are smaller on the device than in the file, since its textures have a largest size.
    #[must_use]
    pub fn reduced_images(&self) -> &[ReducedImage] {
        &self.data.reduced_images
    }

    fn upload(
        gpu: &Gpu,
        character: &Character,
        looks: &SurfaceLooks,
        images: &mut dyn ImageSource,
    ) -> Result<Self, ModelError> {
        let default_material = Material { metallic: 0.0, ..Material::default() };
        // Eyes and teeth need the room of the third and the fourth UV set, and of normal maps in object space.
        let has_room = |number: usize| {
            let material = character.materials().get(number);
            material.is_none_or(|m| m.normal_space != NormalMapSpace::Object && !UvSets::of(m).has_more)
        };
        let look = |number: usize| {
            let needs_room = |look: &SurfaceLook| matches!(look, SurfaceLook::Eye | SurfaceLook::Teeth);
            looks.of(MaterialId(number as u32)).filter(|look| !needs_room(look) || has_room(number))
        };
        let as_drawn = |(number, material): (usize, &Material)| match look(number) {
            Some(SurfaceLook::Toon) => toon_of(material),
            _ => material.clone(),
        };
        let all = character.materials().iter().chain(std::iter::once(&default_material));
        let sources: Vec<Material> = all.enumerate().map(as_drawn).collect();
        let textures = ModelTextures::new(gpu, character, &sources, images)?;
        let materials: Vec<_> = sources
            .iter()
            .zip((0..).map(look))
            .zip(expression_effects(character))
            .map(|(looking, expressions)| GpuMaterial::new(gpu, looking, &textures, expressions))
            .collect();
        let mut primitives = Vec::with_capacity(character.meshes().len());
        for (mesh_index, mesh) in character.meshes().iter().enumerate() {
            let mut uploaded = Vec::with_capacity(mesh.primitives.len());
            for (primitive_index, primitive) in mesh.primitives.iter().enumerate() {
                let material_index = primitive.material.map_or(materials.len() - 1, MaterialId::index);
                let drawn = (&sources[material_index], look(material_index));
                let primitive =
                    GpuPrimitive::new(gpu, primitive, material_index, drawn).map_err(|exceeded| {
                        ModelError::TooLarge {
                            mesh: MeshId(mesh_index as u32),
                            primitive: primitive_index,
                            data: exceeded.data,
                            bytes: exceeded.bytes,
                            limit: exceeded.limit,
                        }
                    })?;
                uploaded.push(primitive);
            }
            primitives.push(uploaded);
        }
        let mesh_instances = character
            .mesh_instance_ids()
            .zip(character.mesh_instances())
            .map(|(id, instance)| GpuMeshInstance {
                mesh: instance.mesh.index(),
                skin: instance.skin.map(SkinId::index),
                morph_targets: character.meshes()[instance.mesh].morph_names.len(),
                first_person_indices: match character.first_person_mesh(id) {
                    FirstPersonMesh::WithoutHead(kept) => {
                        kept.iter().map(|indices| IndexBuffer::new(gpu, indices)).collect()
                    }
                    FirstPersonMesh::Whole | FirstPersonMesh::Hidden => Vec::new(),
                },
            })
            .collect();
        let skins = character.skins().iter().map(|skin| skin.joints.len()).collect();
        let reduced_images = textures.reduced;
        let skinned_boxes = SkinnedBox::of(character);
        let data = ModelData { primitives, materials, mesh_instances, skins, skinned_boxes, reduced_images };
        Ok(Self { data: Arc::new(data) })
    }
}

impl ModelData {
    /// Index buffer of a primitive of a mesh instance, in the first-person or the third-person view.
    pub(crate) fn indices(
        &self,
        mesh_instance: MeshInstanceId,
        primitive: usize,
        first_person: bool,
    ) -> &IndexBuffer {
        let instance = &self.mesh_instances[mesh_instance.index()];
        let first_person_indices = instance.first_person_indices.get(primitive).filter(|_| first_person);
        first_person_indices.unwrap_or(&self.primitives[instance.mesh][primitive].indices)
    }
}
