//! Textures in fewer pixels and as WebP.

use crate::compare::export_and_import;
use crate::made::{as_imported, instance, mesh, node, triangle};
use crate::validator;
use sinew::character::{
    ImageId, Material, MaterialId, Pixels, Texture, TextureId, TextureRef, TextureWrap, UvTransform,
};
use sinew::glam::Vec2;
use sinew::{CharacterParts, Skeleton};
use sinew_import::{ExportOptions, Imported, decode_image, encode_image};

/// A triangle with a texture of 64 × 32 pixels.
fn textured() -> Imported {
    let rgba = (0..64 * 32u32).flat_map(|n| [(n % 64 * 4) as u8, (n / 64 * 8) as u8, (n % 7) as u8, 255]);
    let image = encode_image("skin", &Pixels { width: 64, height: 32, rgba: rgba.collect() }).unwrap();
    let texture = TextureRef { texture: TextureId(0), uv_set: 0, transform: UvTransform::IDENTITY };
    let mut primitive = triangle();
    primitive.material = Some(MaterialId(0));
    primitive.uvs = vec![vec![Vec2::ZERO, Vec2::X, Vec2::Y]];
    as_imported(
        CharacterParts {
            skeleton: Skeleton::new(vec![node("root", None)]).unwrap(),
            meshes: vec![mesh(vec![primitive])],
            mesh_instances: vec![instance(0, 0, None)],
            materials: vec![Material { base_color_texture: Some(texture), ..Material::default() }],
            textures: vec![Texture::smooth(ImageId(0), TextureWrap::Repeat)],
            images: vec![image],
            ..CharacterParts::default()
        },
        Vec::new(),
    )
}

#[test]
fn textures_are_resized_and_become_webp() {
    let made = textured();
    let plain = ExportOptions::default();
    let mut written = Vec::new();
    for (options, mime, size) in [
        (plain.clone(), "image/png", [64, 32]),
        (plain.clone().with_max_texture(16), "image/png", [16, 8]),
        (plain.clone().with_max_texture(64), "image/png", [64, 32]),
        (plain.clone().with_webp(true), "image/webp", [64, 32]),
        (plain.with_webp(true).with_max_texture(16), "image/webp", [16, 8]),
    ] {
        let (exported, back) = export_and_import(&made.character, &[], &options);
        let image = &back.character.images()[0];
        let pixels = decode_image(image).unwrap();
        assert_eq!((image.mime.as_str(), [pixels.width, pixels.height]), (mime, size), "{options:?}");
        if size == [64, 32] {
            assert_eq!(pixels, decode_image(&made.character.images()[0]).unwrap());
        }
        written.push((format!("{}", written.len()), exported.bytes));
    }
    assert_eq!(validator::errors(&written).unwrap_or_default(), Vec::<String>::new());
}

#[test]
fn damaged_images_stay_as_they_are() {
    let mut made = textured();
    made.character = made
        .character
        .edited(|parts| {
            let bytes = parts.images[0].encoded.as_deref().unwrap();
            parts.images[0].encoded = Some(bytes[..60].into());
        })
        .unwrap();
    let options = ExportOptions::default().with_webp(true).with_max_texture(16);
    let (exported, back) = export_and_import(&made.character, &[], &options);
    assert!(exported.report.diagnostics().iter().any(|found| found.code == "export-image"));
    assert_eq!(back.character.images()[0].encoded, made.character.images()[0].encoded);
}
