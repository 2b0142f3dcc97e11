//! Materials of the fixed-function pipeline as metallic-roughness ones, and their textures.

use super::Source;
use crate::ImportError;
use crate::error::quoted;
use crate::srgb::linear;
use crate::texture_file;
use sinew::character::{
    AlphaMode, Image, Material, Texture, TextureFilter, TextureRef, TextureWrap, UvTransform,
};
use sinew::glam::{Vec3, Vec4};
use std::collections::HashMap;
use std::sync::Arc;

/// All materials, and which object became which.
pub(super) struct Materials {
    pub(super) all: Vec<Material>,
    by_object: HashMap<usize, usize>,
    textures: Vec<Texture>,
    images: Vec<Image>,
    by_file: HashMap<String, usize>,
}

impl Materials {
    pub(super) fn read(source: &mut Source<'_>) -> Result<Self, ImportError> {
        let mut materials = Self {
            all: Vec::new(),
            by_object: HashMap::new(),
            textures: Vec::new(),
            images: Vec::new(),
            by_file: HashMap::new(),
        };
        let objects = source.tree.all().filter(|(_, o)| o.is("Material")).map(|(n, _)| n);
        let objects: Vec<usize> = objects.collect();
        for number in objects {
            source.budget.take(1, 4 * size_of::<Material>(), "byte 0")?;
            let material = materials.read_one(source, number)?;
            materials.by_object.insert(number, materials.all.len());
            materials.all.push(material);
        }
        Ok(materials)
    }

    /// The number of the material that an object became.
    pub(super) fn of(&self, object: usize) -> Option<usize> {
        self.by_object.get(&object).copied()
    }

    /// The materials, and apart from them what they are drawn with.
    pub(super) fn into_parts(mut self) -> (Self, Vec<Texture>, Vec<Image>) {
        let (textures, images) = (std::mem::take(&mut self.textures), std::mem::take(&mut self.images));
        (self, textures, images)
    }

    fn read_one(&mut self, source: &mut Source<'_>, number: usize) -> Result<Material, ImportError> {
        let Some(object) = source.tree.get(number) else { return Ok(Material::default()) };
        // Face colour with alpha, power, specular colour, emissive colour.
        let mut numbers = [1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0f32];
        numbers.iter_mut().zip(&object.numbers).for_each(|(to, &from)| *to = from as f32);
        let (name, place) = (object.name.clone(), object.place.clone());
        if object.numbers.len() < numbers.len() || numbers.iter().any(|n| !n.is_finite()) {
            let message = "a material has eleven numbers; those that are missing or none have their defaults";
            source.report.warn("material-value", place, message);
            numbers.iter_mut().filter(|n| !n.is_finite()).for_each(|n| *n = 1.0);
        }
        let [r, g, b, a, power, sr, sg, sb, er, eg, eb] = numbers;
        let shine = Vec3::new(sr, sg, sb).max_element().clamp(0.0, 1.0);
        Ok(Material {
            name,
            base_color: linear(Vec3::new(r, g, b)).extend(a.clamp(0.0, 1.0)),
            base_color_texture: self.texture(source, number)?,
            metallic: 0.0,
            // Blinn–Phong's power as a roughness (Karis, *Specular BRDF Reference*, 2013).
            roughness: (2.0 / (power.max(0.0) + 2.0)).powf(0.25),
            specular: shine,
            emissive: linear(Vec3::new(er, eg, eb)),
            alpha: if a < 1.0 { AlphaMode::Blend } else { AlphaMode::Opaque },
            ..Material::default()
        })
    }

    /// The texture whose file a material names, or an effect in it.
    fn texture(
        &mut self,
        source: &mut Source<'_>,
        material: usize,
    ) -> Result<Option<TextureRef>, ImportError> {
        let mut candidates = vec![material];
        candidates.extend(source.tree.child(material, "EffectInstance"));
        let named = candidates.into_iter().flat_map(|o| source.tree.children(o).collect::<Vec<_>>());
        let named = named.filter_map(|child| {
            let object = source.tree.get(child)?;
            let text = match () {
                () if object.is("TextureFilename") => object.texts.first(),
                // A parameter's name, then its value.
                () if object.is("EffectParamString") => object.texts.get(1),
                () => None,
            };
            Some((text?.clone(), object.place.clone()))
        });
        let Some((name, place)) = named.into_iter().find(|(name, _)| !name.trim().is_empty()) else {
            return Ok(None);
        };
        let texture = match self.by_file.get(&name) {
            Some(&texture) => texture,
            None => {
                source.budget.take(1, 4 * (size_of::<Texture>() + size_of::<Image>()), &place)?;
                let encoded = load(source, &name, &place);
                let texture = self.textures.len();
                self.textures.push(Texture {
                    image: Some(self.images.len()),
                    wrap_u: TextureWrap::Repeat,
                    wrap_v: TextureWrap::Repeat,
                    magnify: TextureFilter::Linear,
                    minify: TextureFilter::Linear,
                    mip: Some(TextureFilter::Linear),
                });
                self.images.push(Image {
                    name: texture_file::name(&name).to_owned(),
                    mime: String::new(),
                    encoded,
                });
                self.by_file.insert(name, texture);
                texture
            }
        };
        Ok(Some(TextureRef { texture, uv_set: 0, transform: UvTransform::IDENTITY }))
    }
}

/// The bytes of a texture's file; a missing one is reported.
fn load(source: &mut Source<'_>, name: &str, place: &str) -> Option<Arc<[u8]>> {
    let bytes = texture_file::load(&[name], source.resolver, &mut source.budget);
    if bytes.is_none() {
        let message = format!("{} cannot be read; it has no pixels", quoted(name));
        source.report.warn("image-missing", place, message);
    }
    bytes
}

/// A vertex colour, from four numbers.
pub(super) fn vertex_color(numbers: [f64; 4]) -> Vec4 {
    let [r, g, b, a] = numbers.map(|n| n as f32);
    linear(Vec3::new(r, g, b)).extend(a)
}
