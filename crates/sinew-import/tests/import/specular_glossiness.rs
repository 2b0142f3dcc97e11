//! Specular-glossiness materials with factors and textures, and the findings of extensions that are not read.

use crate::assets;
use crate::maker::{Maker, TRIANGLE, import_json};
use serde_json::{Value, json};
use sinew::character::Material;
use sinew::glam::{Vec3, Vec4};
use sinew_import::{ExportOptions, Imported, NoFiles, Severity, decode_image, export_glb, import};

const NAME: &str = "KHR_materials_pbrSpecularGlossiness";

/// Uncompressed TGA image of RGBA pixels.
fn tga(width: u16, pixels: &[[u8; 4]]) -> Vec<u8> {
    let height = pixels.len() as u16 / width;
    let mut image = vec![0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    image.extend(width.to_le_bytes());
    image.extend(height.to_le_bytes());
    // 8 bits of alpha, rows from the top.
    image.extend([32, 0x28]);
    image.extend(pixels.iter().flat_map(|&[r, g, b, a]| [b, g, r, a]));
    image
}

/// A file with one material and images of the given pixels, one texture for each.
fn file(extension: &Value, images: &[(u16, &[[u8; 4]])]) -> Imported {
    let mut maker = Maker::default();
    let position = maker.floats("VEC3", &TRIANGLE);
    let uv = maker.floats("VEC2", &[0., 0., 1., 0., 0., 1.]);
    let views: Vec<Value> = images
        .iter()
        .map(|(width, pixels)| {
            json!({ "bufferView": maker.view(&tga(*width, pixels)),
            "mimeType": "image/png", "name": "own" })
        })
        .collect();
    let textures: Vec<Value> = (0..images.len()).map(|n| json!({ "source": n })).collect();
    let mut root = json!({
        "extensionsUsed": [NAME], "nodes": [{ "mesh": 0 }],
        "meshes": [{ "primitives": [{ "attributes": { "POSITION": position, "TEXCOORD_0": uv },
            "material": 0 }] }],
        "materials": [{ "pbrMetallicRoughness": { "metallicFactor": 1 }, "extensions": { NAME: extension } }]
    });
    if !views.is_empty() {
        (root["images"], root["textures"]) = (json!(views), json!(textures));
    }
    maker.import(root).unwrap()
}

fn material(imported: &Imported) -> &Material {
    &imported.character.materials()[0]
}

/// Pixels of a texture.
fn pixels(imported: &Imported, texture: Option<sinew::character::TextureRef>) -> Vec<[u8; 4]> {
    let texture = &imported.character.textures()[texture.unwrap().texture];
    let image = &imported.character.images()[texture.image.unwrap()];
    decode_image(image).unwrap().rgba.chunks(4).map(|pixel| pixel.try_into().unwrap()).collect()
}

/// The same after `convert`.
fn again(imported: &Imported) -> Imported {
    let exported = export_glb(&imported.character, &[], &ExportOptions::default()).unwrap();
    import(&exported.bytes, &NoFiles).unwrap()
}

#[test]
fn factors_become_a_dielectric_of_the_same_reflection() {
    for (extension, color, specular, roughness) in [
        (
            json!({ "diffuseFactor": [0.9, 0.1, 0.1, 1], "specularFactor": [0.2, 0.2, 0.2],
                "glossinessFactor": 0.5 }),
            Vec4::new(0.9, 0.1, 0.1, 1.0),
            Vec3::splat(5.0),
            0.5,
        ),
        (
            json!({ "diffuseFactor": [0, 0, 0, 0.5], "specularFactor": [1, 0.7, 0.3],
                "glossinessFactor": 0.9 }),
            Vec4::new(0.0, 0.0, 0.0, 0.5),
            Vec3::new(25.0, 17.5, 7.5),
            0.1,
        ),
        (json!({}), Vec4::ONE, Vec3::splat(25.0), 0.0),
    ] {
        for imported in [file(&extension, &[]), again(&file(&extension, &[]))] {
            let read_material = material(&imported);
            assert!(
                read_material.base_color.abs_diff_eq(color, 1e-6) && read_material.metallic == 0.0,
                "{read_material:?}"
            );
            assert!(
                read_material.specular_color.abs_diff_eq(specular, 1e-4) && read_material.specular == 1.0,
                "{read_material:?}"
            );
            assert!((read_material.roughness - roughness).abs() < 1e-6, "{read_material:?}");
        }
        let imported = file(&extension, &[]);
        let found = imported
            .report
            .diagnostics()
            .iter()
            .find(|diagnostic| diagnostic.code == "specular-glossiness")
            .unwrap();
        assert_eq!(found.severity, Severity::Info);
    }
    let broken = file(&json!({ "glossinessFactor": 1e40 }), &[]);
    assert!(broken.report.max_severity() >= Some(Severity::Warning));
}

#[test]
fn glossiness_in_alpha_becomes_roughness() {
    // The same specular colour all over: an exact dielectric, with a texture of roughness.
    let glossy: Vec<[u8; 4]> = [0, 64, 128, 255].map(|alpha| [188, 188, 188, alpha]).to_vec();
    let diffuse: Vec<[u8; 4]> = vec![[200, 10, 10, 255], [10, 200, 10, 128]];
    let extension = json!({
        "diffuseTexture": { "index": 1 }, "specularGlossinessTexture": { "index": 0 },
        "specularFactor": [0.2, 0.4, 0.4], "glossinessFactor": 0.5
    });
    let imported = file(&extension, &[(2, &glossy), (2, &diffuse)]);
    for imported in [again(&imported), imported] {
        let read_material = material(&imported);
        assert_eq!(pixels(&imported, read_material.base_color_texture), diffuse);
        // 188 of sRGB is a half.
        assert!(
            (read_material.specular_color - Vec3::new(2.5, 5.0, 5.0)).length() < 0.1,
            "{read_material:?}"
        );
        let roughness: Vec<u8> =
            pixels(&imported, read_material.metallic_roughness_texture).iter().map(|p| p[1]).collect();
        assert_eq!(roughness, [255, 223, 191, 128]);
        assert_eq!(
            (read_material.metallic, read_material.roughness, read_material.specular_color_texture),
            (0.0, 1.0, None)
        );
    }
}

#[test]
fn specular_colours_of_a_texture_become_metalness() {
    // Red paint, gold, and grey plastic; diffuse texture of half the width.
    let specular: Vec<[u8; 4]> =
        vec![[56, 56, 56, 255], [56, 56, 56, 255], [255, 219, 147, 128], [255, 219, 147, 128]];
    let diffuse: Vec<[u8; 4]> = vec![[220, 20, 20, 255], [0, 0, 0, 77]];
    let extension = json!({ "diffuseTexture": { "index": 0 }, "specularGlossinessTexture": { "index": 1 },
        "glossinessFactor": 1 });
    let imported = file(&extension, &[(2, &diffuse), (4, &specular)]);
    for imported in [again(&imported), imported] {
        let read_material = material(&imported);
        let base = pixels(&imported, read_material.base_color_texture);
        let near = |a: u8, b: u8| a.abs_diff(b) <= 3;
        assert_eq!(base.len(), 2);
        assert!(near(base[0][0], 220) && near(base[0][1], 20) && base[0][3] == 255, "{base:?}");
        assert!(
            near(base[1][0], 255) && near(base[1][1], 219) && near(base[1][2], 147) && base[1][3] == 77,
            "{base:?}"
        );
        let surface = pixels(&imported, read_material.metallic_roughness_texture);
        assert!(surface[0][2] < 4 && surface[3][2] > 251, "{surface:?}");
        assert!(surface[0][1] == 0 && surface[3][1] == 127, "{surface:?}");
        assert_eq!(
            (read_material.metallic, read_material.roughness, read_material.specular_color),
            (1.0, 1.0, Vec3::ONE)
        );
    }
    // Without a diffuse texture the colours have the size of the specular texture.
    let extension = json!({ "specularGlossinessTexture": { "index": 0 }, "diffuseFactor": [0, 0, 0, 1] });
    let imported = file(&extension, &[(4, &specular)]);
    assert_eq!(pixels(&imported, material(&imported).base_color_texture).len(), 4);
}

#[test]
fn images_that_cannot_be_read_leave_the_factors() {
    let extension = json!({
        "diffuseTexture": { "index": 1 }, "specularGlossinessTexture": { "index": 0 },
        "glossinessFactor": 0.25,
        "specularFactor": [0.04, 0.04, 0.04]
    });
    let imported = file(&extension, &[(1, &[[1; 4]]), (2, &[[9; 4]; 2])]);
    assert_eq!(pixels(&imported, material(&imported).base_color_texture).len(), 2);
    let mut maker = Maker::default();
    let view = maker.view(b"no image");
    let root = json!({
        "extensionsUsed": [NAME], "images": [{ "bufferView": view, "mimeType": "image/png" }],
        "textures": [{ "source": 0 }],
        "materials": [{ "extensions": { NAME: extension } }]
    });
    let imported = maker.import(root).unwrap();
    let read_material = material(&imported);
    assert!(
        (read_material.roughness - 0.75).abs() < 1e-6 && read_material.metallic_roughness_texture.is_none()
    );
    let found = |diagnostic: &&sinew_import::Diagnostic| {
        diagnostic.code == "specular-glossiness" && diagnostic.severity == Severity::Warning
    };
    assert!(
        imported.report.diagnostics().iter().any(|diagnostic| found(&diagnostic)),
        "{:?}",
        imported.report
    );
}

#[test]
fn coloured_cube_of_a_public_report() {
    let Some(root) = assets::root() else { return };
    let bytes = std::fs::read(root.join("reports/spec-gloss/coloured.glb")).unwrap();
    let imported = import(&bytes, &NoFiles).unwrap();
    assert!(material(&imported).base_color.abs_diff_eq(Vec4::new(0.9, 0.1, 0.1, 1.0), 1e-6));
}

/// Extensions that are not read say what is lost, at the severity of the loss, also where the file requires
/// them.
#[test]
fn extensions_are_named_with_their_consequence() {
    for (name, is_required, severity, words) in [
        ("KHR_lights_punctual", false, None, ""),
        ("KHR_materials_ior", false, None, ""),
        ("KHR_materials_volume", true, None, ""),
        ("KHR_materials_volume_scatter", false, Some(Severity::Info), "scattered"),
        ("KHR_materials_diffuse_transmission", true, Some(Severity::Warning), "shines through"),
        ("KHR_techniques_webgl", false, Some(Severity::Warning), "lost"),
        ("MPEG_mesh_linking", true, Some(Severity::Warning), "linked"),
        ("KHR_animation_pointer", false, Some(Severity::Warning), "animation"),
        ("KHR_texture_transform", true, None, ""),
        (NAME, true, None, ""),
        ("ACME_magic", false, Some(Severity::Info), "ignored"),
    ] {
        let mut json = json!({ "asset": { "version": "2.0" }, "extensionsUsed": [name], "nodes": [{}] });
        if is_required {
            json["extensionsRequired"] = json!([name]);
        }
        let imported = import_json(&json).unwrap();
        let found =
            imported.report.diagnostics().iter().find(|diagnostic| diagnostic.code == "unknown-extension");
        assert_eq!(found.map(|diagnostic| diagnostic.severity), severity, "{name}");
        assert!(
            found.is_none_or(
                |diagnostic| diagnostic.message.contains(words) && diagnostic.message.contains(name)
            ),
            "{found:?}"
        );
    }
}
