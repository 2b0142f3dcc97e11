//! Materials: metallic-roughness materials as they are, Lambert and Phong approximated.

use super::source::{Source, location};
use crate::ImportError;
use crate::files::file_name;
use sinew::character::{
    AlphaMode, Image, ImageId, Material, Texture, TextureFilter, TextureId, TextureRef, TextureWrap,
    UvTransform,
};
use sinew::glam::{Vec2, Vec3};
use std::collections::HashMap;
use std::sync::Arc;

/// Materials in ufbx's order, with textures and images.
#[derive(Default)]
pub(super) struct Materials {
    pub(super) all: Vec<Material>,
    pub(super) textures: Vec<Texture>,
    pub(super) images: Vec<Image>,
    by_texture: HashMap<u32, TextureId>,
}

pub(super) fn read(source: &mut Source<'_>) -> Result<Materials, ImportError> {
    let mut materials = Materials::default();
    let scene = source.scene;
    for material in &scene.materials {
        source.budget.take(1, 4 * size_of::<Material>(), &location(&material.element))?;
        let read = materials.read_one(source, material)?;
        materials.all.push(read);
    }
    Ok(materials)
}

fn number(map: &ufbx::MaterialMap, default: f32) -> f32 {
    let value = map.value_vec4.x as f32;
    if map.has_value && value.is_finite() { value } else { default }
}

fn color(map: &ufbx::MaterialMap, default: Vec3) -> Vec3 {
    let v = &map.value_vec4;
    let value = Vec3::new(v.x as f32, v.y as f32, v.z as f32);
    if map.has_value && value.is_finite() { value } else { default }
}

impl Materials {
    fn read_one(
        &mut self,
        source: &mut Source<'_>,
        material: &ufbx::Material,
    ) -> Result<Material, ImportError> {
        let (pbr, fbx, features) = (&material.pbr, &material.fbx, &material.features);
        let opacity = number(&pbr.opacity, 1.0).clamp(0.0, 1.0);
        let normal_map = if fbx.normal_map.texture.is_some() { &fbx.normal_map } else { &pbr.normal_map };
        let opacity_texture = pbr.opacity.texture.is_some() && pbr.opacity.texture_enabled;
        let base_color = color(&pbr.base_color, Vec3::ONE) * number(&pbr.base_factor, 1.0);
        let base_color_texture = self.texture(source, &pbr.base_color)?;
        // In classic materials a texture replaces the colour.
        let base_color =
            if base_color_texture.is_some() && !features.pbr.enabled { Vec3::ONE } else { base_color };
        Ok(Material {
            name: material.element.name.to_string(),
            base_color: base_color.extend(opacity),
            base_color_texture,
            metallic: if features.pbr.enabled { number(&pbr.metalness, 0.0).clamp(0.0, 1.0) } else { 0.0 },
            roughness: number(&pbr.roughness, 0.9).clamp(0.0, 1.0),
            normal_texture: self.texture(source, normal_map)?,
            occlusion_texture: self.texture(source, &pbr.ambient_occlusion)?,
            emissive: color(&pbr.emission_color, Vec3::ZERO) * number(&pbr.emission_factor, 1.0),
            emissive_texture: self.texture(source, &pbr.emission_color)?,
            alpha_mode: match () {
                () if opacity < 1.0 => AlphaMode::Blend,
                // Exporters use the colour texture, with its alpha, as the opacity texture.
                () if opacity_texture => AlphaMode::Mask { cutoff: 0.5 },
                () => AlphaMode::Opaque,
            },
            double_sided: features.double_sided.enabled,
            unlit: features.unlit.enabled,
            specular: if features.pbr.enabled {
                1.0
            } else {
                number(&pbr.specular_factor, 1.0).clamp(0.0, 1.0)
            },
            ..Material::default()
        })
    }

    /// Texture of a map; the first file texture of a layered or procedural one.
    fn texture(
        &mut self,
        source: &mut Source<'_>,
        map: &ufbx::MaterialMap,
    ) -> Result<Option<TextureRef>, ImportError> {
        let Some(texture) = map.texture.as_ref().filter(|_| map.texture_enabled) else { return Ok(None) };
        let file = texture.file_textures.first().map_or(&**texture, |first| &**first);
        let texture_id = match self.by_texture.get(&file.element.element_id) {
            Some(&id) => id,
            None => {
                let here = location(&file.element);
                source.budget.take(1, 4 * (size_of::<Texture>() + size_of::<Image>()), &here)?;
                let image = image(source, file, &here)?;
                let wrap = |mode| match mode {
                    ufbx::WrapMode::Repeat => TextureWrap::Repeat,
                    ufbx::WrapMode::Clamp => TextureWrap::Clamp,
                };
                self.textures.push(Texture {
                    image: Some(ImageId(self.images.len() as u32)),
                    wrap_u: wrap(file.wrap_u),
                    wrap_v: wrap(file.wrap_v),
                    magnify: TextureFilter::Linear,
                    minify: TextureFilter::Linear,
                    mip: Some(TextureFilter::Linear),
                });
                self.images.push(image);
                let id = TextureId(self.textures.len() as u32 - 1);
                self.by_texture.insert(file.element.element_id, id);
                id
            }
        };
        Ok(Some(TextureRef { texture: texture_id, uv_set: 0, transform: uv_transform(texture) }))
    }
}

/// Converts a texture transform from a lower-left origin to an upper-left origin.
fn uv_transform(texture: &ufbx::Texture) -> UvTransform {
    if !texture.has_uv_transform {
        return UvTransform::IDENTITY;
    }
    let m = &texture.uv_to_texture;
    let (x, y) = (Vec2::new(m.m00 as f32, m.m10 as f32), Vec2::new(m.m01 as f32, m.m11 as f32));
    let (scale, rotation) = (Vec2::new(x.length(), y.length()), x.y.atan2(x.x));
    let offset = Vec2::new(m.m03 as f32, m.m13 as f32);
    let transform = UvTransform {
        // Image of the upper left corner, which is (0, 1) with a lower-left origin.
        offset: Vec2::new(y.x + offset.x, 1.0 - y.y - offset.y),
        rotation,
        scale,
    };
    if transform.offset.is_finite() && scale.is_finite() && rotation.is_finite() {
        transform
    } else {
        UvTransform::IDENTITY
    }
}

/// Loads an embedded or external image and reports a missing one.
fn image(source: &mut Source<'_>, texture: &ufbx::Texture, here: &str) -> Result<Image, ImportError> {
    let filenames = [&texture.relative_filename, &texture.filename, &texture.absolute_filename];
    let paths: Vec<&str> = filenames.iter().map(|path| &***path).filter(|path| !path.is_empty()).collect();
    let name = paths.first().map_or("", |path| file_name(path)).to_owned();
    if !texture.content.is_empty() {
        source.budget.take(texture.content.len(), 1, here)?;
        let encoded: Arc<[u8]> = texture.content.to_vec().into();
        return Ok(Image { name, mime: String::new(), encoded: Some(encoded) });
    }
    let encoded = source.textures.load(&name, &paths, &mut source.budget, &mut source.report, here);
    Ok(Image { name, mime: String::new(), encoded })
}
