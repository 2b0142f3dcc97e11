//! Conversion of fixed-function materials to metallic-roughness materials, with their textures.
//!
//! Alpha is opacity only while a program blends, which a file cannot say. By default it does not, and where
//! it does, the first texture stage takes the alpha of the texture and not that of the material
//! (`D3DTSS_ALPHAOP` is `D3DTOP_SELECTARG1`, `D3DTSS_ALPHAARG1` the texture). Exporters therefore write any
//! alpha beside a texture, whose own alpha often is gloss. So a material with a texture is opaque; the colour
//! of one without blends if its alpha is between 0 and 1. At 0 nothing would be seen, and nobody makes that:
//! it is opaque too.

use super::source::Source;
use crate::ImportError;
use crate::files::file_name;
use crate::srgb::linear;
use sinew::character::{
    AlphaMode, Image, ImageId, Material, MaterialId, Texture, TextureId, TextureRef, TextureWrap, UvTransform,
};
use sinew::glam::{Vec3, Vec4};
use std::collections::HashMap;

/// Materials of the file and their textures.
pub(super) struct Materials {
    pub(super) all: Vec<Material>,
    by_object: HashMap<usize, MaterialId>,
    textures: Vec<Texture>,
    images: Vec<Image>,
    by_file: HashMap<String, TextureId>,
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
            source.budget.take(1, 4 * size_of::<Material>(), "file")?;
            let material = materials.read_one(source, number)?;
            materials.by_object.insert(number, MaterialId(materials.all.len() as u32));
            materials.all.push(material);
        }
        Ok(materials)
    }

    /// Material of an object.
    pub(super) fn id_of(&self, object: usize) -> Option<MaterialId> {
        self.by_object.get(&object).copied()
    }

    /// Splits off textures and images.
    pub(super) fn into_parts(mut self) -> (Self, Vec<Texture>, Vec<Image>) {
        let (textures, images) = (std::mem::take(&mut self.textures), std::mem::take(&mut self.images));
        (self, textures, images)
    }

    fn read_one(&mut self, source: &mut Source<'_>, number: usize) -> Result<Material, ImportError> {
        let Some(object) = source.tree.get(number) else { return Ok(Material::default()) };
        // Diffuse colour with alpha, specular power, specular colour, emissive colour.
        let mut numbers = [1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0f32];
        numbers.iter_mut().zip(&object.numbers).for_each(|(to, &from)| *to = from as f32);
        let (name, location) = (object.name.clone(), object.location.clone());
        let texture = self.texture(source, number)?;
        let Some(object) = source.tree.get(number) else { return Ok(Material::default()) };
        if object.numbers.len() < numbers.len() || numbers.iter().any(|n| !n.is_finite()) {
            let message =
                "the material does not have eleven finite numbers; defaults are used for the others";
            source.report.warn("material-value", location.clone(), message);
            numbers.iter_mut().filter(|n| !n.is_finite()).for_each(|n| *n = 1.0);
        }
        let [r, g, b, a, power, sr, sg, sb, er, eg, eb] = numbers;
        let blends = texture.is_none() && a > 0.0 && a < 1.0;
        if a < 1.0 && !blends {
            let of =
                if texture.is_some() { "of a material with a texture" } else { "that hides the material" };
            let message = format!("alpha {a} {of} is not taken for opacity; the material is opaque");
            source.report.info("material-value", location, message);
        }
        let specular = Vec3::new(sr, sg, sb).max_element().clamp(0.0, 1.0);
        Ok(Material {
            name,
            base_color: linear(Vec3::new(r, g, b)).extend(if blends { a } else { 1.0 }),
            base_color_texture: texture,
            metallic: 0.0,
            // Roughness from Blinn–Phong power (Karis, *Specular BRDF Reference*, 2013).
            roughness: (2.0 / (power.max(0.0) + 2.0)).powf(0.25),
            specular,
            emissive: linear(Vec3::new(er, eg, eb)),
            alpha_mode: if blends { AlphaMode::Blend } else { AlphaMode::Opaque },
            ..Material::default()
        })
    }

    /// Texture of a material or of its effect.
    fn texture(
        &mut self,
        source: &mut Source<'_>,
        material: usize,
    ) -> Result<Option<TextureRef>, ImportError> {
        let mut candidates = vec![material];
        candidates.extend(source.tree.child(material, "EffectInstance"));
        let files = candidates.into_iter().flat_map(|o| source.tree.children(o).collect::<Vec<_>>());
        let files = files.filter_map(|child| {
            let object = source.tree.get(child)?;
            let text = match () {
                () if object.is("TextureFilename") => object.texts.first(),
                // The texts are the parameter's name and its value.
                () if object.is("EffectParamString") => object.texts.get(1),
                () => None,
            };
            Some((text?.clone(), object.location.clone()))
        });
        let Some((name, location)) = files.into_iter().find(|(name, _)| !name.trim().is_empty()) else {
            return Ok(None);
        };
        let texture = match self.by_file.get(&name) {
            Some(&texture) => texture,
            None => {
                source.budget.take(1, 4 * (size_of::<Texture>() + size_of::<Image>()), &location)?;
                let shown = file_name(&name).to_owned();
                let (budget, report) = (&mut source.budget, &mut source.report);
                let encoded = source.textures.load(&shown, &[&name], budget, report, &location);
                let texture = TextureId(self.textures.len() as u32);
                self.textures.push(Texture::smooth(ImageId(self.images.len() as u32), TextureWrap::Repeat));
                self.images.push(Image { name: shown, mime: String::new(), encoded });
                self.by_file.insert(name, texture);
                texture
            }
        };
        Ok(Some(TextureRef { texture, uv_set: 0, transform: UvTransform::IDENTITY }))
    }
}

/// Converts an sRGB vertex colour to linear.
pub(super) fn vertex_color(numbers: [f64; 4]) -> Vec4 {
    let [r, g, b, a] = numbers.map(|n| n as f32);
    linear(Vec3::new(r, g, b)).extend(a)
}
