//! Export of materials, textures and images: lossless where glTF supports them, else converted and reported.

use crate::compare::export_and_import;
use crate::made::{as_imported, instance, mesh, node, triangle};
use crate::validator;
use sinew::character::{
    AlphaMode, Anisotropy, Clearcoat, Image, ImageId, Iridescence, Material, MaterialId, NormalMapSpace,
    Sheen, Texture, TextureFilter, TextureId, TextureRef, TextureWrap, UvTransform, Volume,
};
use sinew::glam::{Vec2, Vec3, Vec4};
use sinew::{CharacterParts, Skeleton};
use sinew_import::{ExportOptions, Imported, decode_image};

/// PNG of one red pixel.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0\x90wS\xde\0\0\0\x0cIDAT\
    x\x9cc\xf8\xcf\xc0\0\0\x03\x01\x01\0\xc9\xfe\x92\xef\0\0\0\0IEND\xaeB`\x82";
/// Start of a lossy WebP of 16 × 16 pixels.
const WEBP: &[u8] = b"RIFF\x3e\0\0\0WEBPVP8 \
    \x32\0\0\0\xd0\x01\0\x9d\x01\x2a\x10\0\x10\0\x02\0\x34\x25\xa4\0\x03\
    p\0\xfe\xfb\x94\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";

fn image(name: &str, bytes: &[u8]) -> Image {
    let mime = match bytes {
        [0x89, ..] => "image/png",
        [b'R', ..] => "image/webp",
        _ => "",
    };
    let encoded = (!bytes.is_empty()).then(|| bytes.into());
    Image { name: name.into(), mime: mime.into(), encoded }
}

fn texture(image: u32) -> Texture {
    let (wrap, filter) = (TextureWrap::Repeat, TextureFilter::Linear);
    Texture {
        image: Some(ImageId(image)),
        wrap_u: wrap,
        wrap_v: wrap,
        magnify: filter,
        minify: filter,
        mip: Some(filter),
    }
}

fn used(texture: u32, uv_set: usize) -> Option<TextureRef> {
    let transform = match texture % 2 {
        0 => UvTransform::IDENTITY,
        _ => UvTransform { offset: Vec2::new(0.1, -2.0), rotation: 0.7, scale: Vec2::new(3.0, 0.3) },
    };
    Some(TextureRef { texture: TextureId(texture), uv_set, transform })
}

/// Scene with one triangle per material.
fn scene_with(materials: Vec<Material>, textures: Vec<Texture>, images: Vec<Image>) -> Imported {
    let worn = (0..materials.len() as u32).map(|m| {
        let mut triangle = triangle();
        triangle.material = Some(MaterialId(m));
        triangle.uvs = vec![vec![Vec2::ZERO, Vec2::X, Vec2::new(0.2, 0.7)]; 2];
        triangle.tangents = vec![Vec4::new(1.0, 0.0, 0.0, 1.0); 3];
        triangle
    });
    let meshes = vec![mesh(worn.collect())];
    let skeleton = Skeleton::new(vec![node("n", None)]).unwrap();
    let instances = vec![instance(0, 0, None)];
    let parts = CharacterParts {
        skeleton,
        meshes,
        mesh_instances: instances,
        materials,
        textures,
        images,
        ..CharacterParts::default()
    };
    as_imported(parts, vec![])
}

/// Exports, validates and imports again. Returns the diagnostic codes of the export and the imported result.
fn round_trip(name: &str, imported: &Imported) -> (Vec<&'static str>, Imported) {
    let (exported, back) = export_and_import(&imported.character, &[], &ExportOptions::default());
    let codes = exported.report.diagnostics().iter().map(|f| f.code).collect();
    if let Some(errors) = validator::errors(&[(name.into(), exported.bytes)]) {
        assert!(errors.is_empty(), "{name}: {errors:#?}");
    }
    (codes, back)
}

#[test]
fn all_fields_of_materials_round_trip() {
    let full = Material {
        name: "full".into(),
        base_color: Vec4::new(0.1, 0.2, 0.3, 0.4),
        base_color_texture: used(0, 0),
        metallic: 0.3,
        roughness: 0.6,
        metallic_roughness_texture: used(1, 1),
        normal_texture: used(1, 0),
        normal_scale: -1.5,
        normal_space: NormalMapSpace::Object,
        occlusion_texture: used(0, 1),
        occlusion_strength: 0.7,
        emissive: Vec3::new(7.3, 0.1, 0.0),
        emissive_texture: used(1, 0),
        alpha_mode: AlphaMode::Mask { cutoff: 0.25 },
        double_sided: true,
        is_decal: true,
        unlit: false,
        specular: 0.4,
        specular_texture: used(0, 0),
        specular_color: Vec3::new(1.5, 0.5, 0.25),
        specular_color_texture: used(1, 1),
        clearcoat: Some(Clearcoat {
            factor: 0.9,
            texture: used(0, 0),
            roughness: 0.2,
            roughness_texture: used(1, 0),
            normal_texture: used(0, 0),
            normal_scale: 0.5,
        }),
        sheen: Some(Sheen {
            color: Vec3::new(0.1, 0.9, 1.0),
            color_texture: used(0, 0),
            roughness: 0.3,
            roughness_texture: used(1, 0),
        }),
        transmission: 0.8,
        transmission_texture: used(0, 0),
        ior: 1.33,
        dispersion: 0.2,
        volume: Some(Volume {
            thickness: 0.04,
            thickness_texture: used(1, 1),
            attenuation_distance: 0.25,
            attenuation_color: Vec3::new(0.2, 0.9, 0.4),
        }),
        iridescence: Some(Iridescence {
            factor: 0.6,
            texture: used(0, 1),
            ior: 1.4,
            thickness_min: 150.0,
            thickness_max: 450.0,
            thickness_texture: used(1, 0),
        }),
        anisotropy: Some(Anisotropy { strength: 0.5, rotation: -0.7, texture: used(1, 0) }),
        toon: None,
    };
    let plain = Material { unlit: true, alpha_mode: AlphaMode::Blend, ..Material::default() };
    let materials = vec![full, plain, Material::default()];
    let imported = scene_with(materials, vec![texture(0), texture(0)], vec![image("red", PNG)]);
    let (codes, back) = round_trip("material", &imported);
    assert!(codes.is_empty(), "{codes:?}");
    assert_eq!(back.character.materials(), imported.character.materials());
    assert_eq!(back.character.textures(), imported.character.textures());
    assert_eq!(back.character.images(), imported.character.images());
}

#[test]
fn all_samplers_round_trip() {
    use TextureFilter::{Linear, Nearest};
    let mut textures = Vec::new();
    for (wrap_u, wrap_v) in
        [(TextureWrap::Repeat, TextureWrap::Clamp), (TextureWrap::Mirror, TextureWrap::Repeat)]
    {
        for magnify in [Nearest, Linear] {
            for minify in [Nearest, Linear] {
                for mip in [None, Some(Nearest), Some(Linear)] {
                    textures.push(Texture { image: Some(ImageId(0)), wrap_u, wrap_v, magnify, minify, mip });
                }
            }
        }
    }
    let imported = scene_with(vec![Material::default()], textures, vec![image("red", PNG)]);
    let (codes, back) = round_trip("samplers", &imported);
    assert!(codes.is_empty(), "{codes:?}");
    assert_eq!(back.character.textures(), imported.character.textures());
}

#[test]
fn images_are_kept_converted_to_png_or_left_out() {
    // TGA of one half-transparent blue pixel.
    let tga = [&[0u8, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 32, 8][..], &[255, 0, 0, 128]].concat();
    let images = vec![
        image("red", PNG),
        image("web", WEBP),
        image("blue", &tga),
        image("missing", b""),
        image("cut", &PNG[..20]),
        image("ktx", b"\xABKTX 20\xBB\r\n\x1A\n\0\0\0\0\0\0\0\0"),
        image("noise", b"no image of any kind"),
    ];
    let textures = (0..images.len() as u32).map(texture).collect();
    let material = |t: u32| Material { base_color_texture: used(t, 0), ..Material::default() };
    let imported = scene_with((0..images.len() as u32).map(material).collect(), textures, images);
    let (codes, back) = round_trip("images", &imported);
    assert_eq!(codes, ["export-image", "image-missing", "export-image", "export-image", "export-image"]);
    let found = back.character.images();
    assert_eq!(found.iter().map(|i| i.name.as_str()).collect::<Vec<_>>(), ["red", "web", "blue"]);
    assert_eq!(found[..2], imported.character.images()[..2]);
    assert_eq!(decode_image(&found[2]).unwrap().rgba, [0, 0, 255, 128]);
    let textured: Vec<_> =
        back.character.materials().iter().map(|m| m.base_color_texture.map(|t| t.texture.0)).collect();
    assert_eq!(textured, [Some(0), Some(1), Some(2), None, None, None, None]);
}

#[test]
fn factors_are_clamped_and_missing_attributes_generated() {
    let wild = Material {
        base_color: Vec4::new(2.0, -1.0, f32::NAN, 1.0),
        metallic: 1.5,
        emissive: Vec3::new(f32::INFINITY, 3e38, -1.0),
        alpha_mode: AlphaMode::Mask { cutoff: -1.0 },
        normal_scale: f32::NAN,
        normal_texture: used(0, 5),
        sheen: Some(Sheen { color: Vec3::splat(9.0), ..Sheen::default() }),
        ..Material::default()
    };
    // A clearcoat normal texture needs tangents, which lines cannot have.
    let coat =
        Clearcoat { factor: 1.0, normal_texture: used(0, 0), normal_scale: 1.0, ..Clearcoat::default() };
    let coated = Material { clearcoat: Some(coat), ..Material::default() };
    let mut imported =
        scene_with(vec![wild, coated.clone(), coated], vec![texture(0)], vec![image("red", PNG)]);
    let mut parts = CharacterParts {
        skeleton: imported.character.skeleton().clone(),
        meshes: imported.character.meshes().to_vec(),
        mesh_instances: imported.character.mesh_instances().to_vec(),
        materials: imported.character.materials().to_vec(),
        textures: imported.character.textures().to_vec(),
        images: imported.character.images().to_vec(),
        ..CharacterParts::default()
    };
    parts.meshes[0].primitives[1].tangents.clear();
    parts.meshes[0].primitives[2].tangents.clear();
    parts.meshes[0].primitives[2].uvs.clear();
    imported = as_imported(parts, vec![]);
    let (codes, back) = round_trip("wild", &imported);
    let missing = ["texture-without-uvs"; 4];
    assert_eq!(codes, [&["tangents", "material-value"][..], &missing].concat());
    let materials = back.character.materials();
    assert_eq!(materials[0].base_color, Vec4::new(1.0, 0.0, 0.0, 1.0));
    assert!(materials[0].emissive.is_finite() && materials[0].emissive.y > 1.6e38);
    assert!(materials[1].clearcoat.unwrap().normal_texture.is_some());
    assert!(materials[2].clearcoat.unwrap().normal_texture.is_none());
    assert_eq!(back.character.meshes()[0].primitives[0].uvs.len(), 6);
    assert_eq!(back.character.meshes()[0].primitives[1].tangents.len(), 3);
}
