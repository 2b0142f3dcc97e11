//! Removal of materials that nothing uses from the parts of a character.

use super::instances::retain_used;
use crate::character::{CharacterParts, ImageId, MaterialId, TextureId};

impl CharacterParts {
    /// Removes the materials that no mesh uses, then the textures that no material uses, and the images that
    /// neither a texture nor the thumbnail uses. Expressions lose what concerns them.
    pub fn retain_used_materials(&mut self) {
        let primitives = self.meshes.iter().flat_map(|mesh| &mesh.primitives);
        let used = primitives.filter_map(|primitive| primitive.material).map(MaterialId::index);
        let materials = retain_used(&mut self.materials, used);
        let moved = |old: MaterialId| materials.get(&old.index()).copied().map(MaterialId);
        for primitive in self.meshes.iter_mut().flat_map(|mesh| &mut mesh.primitives) {
            primitive.material = primitive.material.map(|old| moved(old).unwrap_or(old));
        }
        let retain = |material: &mut MaterialId| {
            let new = moved(*material);
            new.inspect(|new| *material = *new).is_some()
        };
        for expression in &mut self.expressions {
            expression.colors.retain_mut(|bind| retain(&mut bind.material));
            expression.uvs.retain_mut(|bind| retain(&mut bind.material));
        }
        let used = self.materials.iter().flat_map(|material| material.textures());
        let textures = retain_used(&mut self.textures, used.map(|(_, texture)| texture.texture.index()));
        let fields = self.materials.iter_mut().flat_map(|material| material.texture_fields());
        for texture in fields.filter_map(|(_, field)| field.as_mut()) {
            if let Some(new) = textures.get(&texture.texture.index()) {
                texture.texture = TextureId(*new);
            }
        }
        let thumbnail = self.meta.as_mut().and_then(|meta| meta.thumbnail.as_mut());
        let used =
            self.textures.iter().filter_map(|texture| texture.image).chain(thumbnail.as_deref().copied());
        let images = retain_used(&mut self.images, used.map(ImageId::index));
        let image_ids = self.textures.iter_mut().filter_map(|texture| texture.image.as_mut());
        for image in image_ids.chain(thumbnail) {
            if let Some(new) = images.get(&image.index()) {
                *image = ImageId(*new);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::character::{
        ColorBind, ColorSlot, Expression, Image, Material, Mesh, Meta, Primitive, Texture, TextureFilter,
        TextureRef, TextureWrap, Toon, UvTransform,
    };
    use glam::Vec4;

    /// Three materials, of which a mesh uses the last one. Material `n` has texture `n`, which shows image
    /// `n`; the thumbnail is image 3 of 5.
    fn parts() -> CharacterParts {
        let transform = UvTransform::IDENTITY;
        let texture = |n| Some(TextureRef { texture: TextureId(n), uv_set: 0, transform });
        let (wrap, filter) = (TextureWrap::Repeat, TextureFilter::Linear);
        let shows = |n| Texture {
            image: Some(ImageId(n)),
            wrap_u: wrap,
            wrap_v: wrap,
            magnify: filter,
            minify: filter,
            mip: None,
        };
        let toon = Toon { matcap_texture: texture(2), ..Toon::default() };
        let material = |n, toon| Material { base_color_texture: texture(n), toon, ..Material::default() };
        let primitive = Primitive { material: Some(MaterialId(2)), ..Primitive::default() };
        let color = |n| ColorBind { material: MaterialId(n), slot: ColorSlot::Base, value: Vec4::ONE };
        let image = |n: u32| Image { name: n.to_string(), mime: String::new(), encoded: None };
        CharacterParts {
            meshes: vec![Mesh { primitives: vec![primitive], ..Mesh::default() }],
            materials: vec![material(0, None), material(1, None), material(2, Some(toon))],
            textures: (0..3).map(shows).collect(),
            images: (0..5).map(image).collect(),
            expressions: vec![Expression { colors: vec![color(0), color(2)], ..Expression::default() }],
            meta: Some(Meta { thumbnail: Some(ImageId(3)), ..Meta::default() }),
            ..CharacterParts::default()
        }
    }

    #[test]
    fn what_is_used_stays_and_gets_new_ids() {
        let mut parts = parts();
        parts.retain_used_materials();
        assert_eq!((parts.materials.len(), parts.textures.len()), (1, 1));
        assert_eq!(parts.meshes[0].primitives[0].material, Some(MaterialId(0)));
        let textures: Vec<_> =
            parts.materials[0].textures().map(|(name, texture)| (name, texture.texture)).collect();
        assert_eq!(textures, [("base_color_texture", TextureId(0)), ("toon.matcap_texture", TextureId(0))]);
        let names: Vec<&str> = parts.images.iter().map(|image| image.name.as_str()).collect();
        assert_eq!(names, ["2", "3"]);
        assert_eq!(parts.textures[0].image, Some(ImageId(0)));
        assert_eq!(parts.meta.unwrap().thumbnail, Some(ImageId(1)));
        let colors: Vec<_> = parts.expressions[0].colors.iter().map(|bind| bind.material).collect();
        assert_eq!(colors, [MaterialId(0)]);
    }
}
