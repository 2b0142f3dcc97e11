use super::error::WrinkleModelError;
use super::image_array::upload_array;
use super::uniform::NO_IMAGE;
use crate::gpu::Gpu;
use sinew::Character;
use sinew::character::{Image, Pixels};
use sinew::surface::wrinkle::{WrinkleMap, WrinkleMaterial};
use std::sync::Arc;

/// Wrinkle map on the device, shared by all instances of its character
/// ([`ModelInstance::set_wrinkles`](crate::ModelInstance::set_wrinkles)). Clones are cheap.
#[derive(Clone, Debug)]
pub struct WrinkleModel {
    pub(super) data: Arc<WrinkleModelData>,
}

#[derive(Debug)]
pub(super) struct WrinkleModelData {
    pub(super) map: Arc<WrinkleMap>,
    pub(super) character: Arc<Character>,
    /// Images of each material of the map.
    pub(super) materials: Vec<MaterialImages>,
    pub(super) sampler: wgpu::Sampler,
}

/// Images of a wrinkle map for one material.
#[derive(Debug)]
pub(super) struct MaterialImages {
    /// Arrays of normals, surfaces, colours and masks.
    pub(super) arrays: [wgpu::TextureView; 4],
    /// Per layer: numbers in the first three arrays.
    pub(super) numbers: Vec<[u32; 3]>,
}

impl WrinkleModel {
    /// Uploads the images of a wrinkle map of `character`. Images of one kind and material get the size of
    /// the largest one.
    ///
    /// # Errors
    /// When an image cannot be decoded, or the device fails.
    pub fn new(
        gpu: &Gpu,
        character: &Arc<Character>,
        map: &Arc<WrinkleMap>,
        decode: &mut dyn FnMut(&Image) -> Option<Pixels>,
    ) -> Result<Self, WrinkleModelError> {
        let materials = map.materials().iter().map(|material| MaterialImages::new(gpu, material, decode));
        let materials = materials.collect::<Result<_, _>>()?;
        let sampler = gpu.device.create_sampler(&wgpu::SamplerDescriptor {
            label: Some("wrinkles"),
            address_mode_u: wgpu::AddressMode::Repeat,
            address_mode_v: wgpu::AddressMode::Repeat,
            mag_filter: wgpu::FilterMode::Linear,
            min_filter: wgpu::FilterMode::Linear,
            mipmap_filter: wgpu::MipmapFilterMode::Linear,
            anisotropy_clamp: gpu.caches.max_anisotropy,
            ..Default::default()
        });
        let data =
            WrinkleModelData { map: Arc::clone(map), character: Arc::clone(character), materials, sampler };
        Ok(Self { data: Arc::new(data) })
    }

    /// The map.
    #[must_use]
    pub fn map(&self) -> &Arc<WrinkleMap> {
        &self.data.map
    }
}

impl MaterialImages {
    fn new(
        gpu: &Gpu,
        material: &WrinkleMaterial,
        decode: &mut dyn FnMut(&Image) -> Option<Pixels>,
    ) -> Result<Self, WrinkleModelError> {
        let mut decoded: [Vec<Pixels>; 4] = Default::default();
        let mut add = |kind: usize, image: Option<&Image>| -> Result<u32, WrinkleModelError> {
            let Some(image) = image else { return Ok(NO_IMAGE) };
            let is_whole = |image: &Pixels| {
                let bytes = image.width as usize * image.height as usize * 4;
                bytes > 0 && image.rgba.len() == bytes
            };
            let pixels = decode(image).filter(is_whole);
            decoded[kind].push(pixels.ok_or_else(|| WrinkleModelError::Image { name: image.name.clone() })?);
            Ok(decoded[kind].len() as u32 - 1)
        };
        let mut numbers = Vec::with_capacity(material.images.len());
        for images in &material.images {
            let (normal, surface) = (add(0, images.normal.as_ref())?, add(1, images.surface.as_ref())?);
            numbers.push([normal, surface, add(2, images.color.as_ref())?]);
        }
        for mask in &material.masks {
            add(3, Some(mask))?;
        }
        let labels = ["wrinkle normals", "wrinkle surfaces", "wrinkle colours", "wrinkle masks"];
        let upload = || {
            [0, 1, 2, 3].map(|kind| {
                let images: Vec<&Pixels> = decoded[kind].iter().collect();
                upload_array(gpu, &images, kind == 2, labels[kind])
            })
        };
        Ok(Self { arrays: gpu.catch(upload).map_err(WrinkleModelError::Device)?, numbers })
    }
}
