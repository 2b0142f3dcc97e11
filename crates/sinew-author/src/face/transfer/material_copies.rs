//! Materials of one character for another one.

use sinew::character::{Character, CharacterParts, ImageId, Material, MaterialId, TextureId, TextureRef};

/// Copies of materials, textures and images, one of each.
pub(super) struct MaterialCopies<'a> {
    source: &'a Character,
    materials: Vec<(MaterialId, MaterialId)>,
    textures: Vec<(TextureId, TextureId)>,
    images: Vec<(ImageId, ImageId)>,
}

impl<'a> MaterialCopies<'a> {
    /// No copies yet of the materials of `source`.
    pub(super) fn new(source: &'a Character) -> Self {
        Self { source, materials: Vec::new(), textures: Vec::new(), images: Vec::new() }
    }

    /// Copy of the colour and roughness of a material, added at its first use.
    pub(super) fn copy(&mut self, id: MaterialId, into: &mut CharacterParts) -> MaterialId {
        if let Some((_, copy)) = self.materials.iter().find(|(original, _)| *original == id) {
            return *copy;
        }
        let material = &self.source.materials()[id];
        let texture = material
            .base_color_texture
            .map(|reference| TextureRef { texture: self.texture(reference.texture, into), ..reference });
        into.materials.push(Material {
            name: material.name.clone(),
            base_color: material.base_color,
            base_color_texture: texture,
            metallic: material.metallic,
            roughness: material.roughness,
            double_sided: material.double_sided,
            ..Material::default()
        });
        let copy = MaterialId(into.materials.len() as u32 - 1);
        self.materials.push((id, copy));
        copy
    }

    fn texture(&mut self, id: TextureId, into: &mut CharacterParts) -> TextureId {
        if let Some((_, copy)) = self.textures.iter().find(|(original, _)| *original == id) {
            return *copy;
        }
        let mut texture = self.source.textures()[id].clone();
        texture.image = texture.image.map(|image| self.image(image, into));
        into.textures.push(texture);
        let copy = TextureId(into.textures.len() as u32 - 1);
        self.textures.push((id, copy));
        copy
    }

    fn image(&mut self, id: ImageId, into: &mut CharacterParts) -> ImageId {
        if let Some((_, copy)) = self.images.iter().find(|(original, _)| *original == id) {
            return *copy;
        }
        into.images.push(self.source.images()[id].clone());
        let copy = ImageId(into.images.len() as u32 - 1);
        self.images.push((id, copy));
        copy
    }
}
