//! Import of materials, textures and images.

use crate::maker::{Maker, TRIANGLE, import_json};
use serde_json::json;
use sinew::character::{AlphaMode, TextureFilter, TextureWrap};
use sinew::glam::{Vec2, Vec3};
use sinew_import::{ExportOptions, NoFiles, Severity, export_glb, import};

#[test]
fn all_material_properties() {
    let imported = import_json(&json!({
        "asset": { "version": "2.0" },
        "extensionsUsed": [
            "KHR_materials_unlit", "KHR_materials_emissive_strength", "KHR_materials_specular",
            "KHR_materials_clearcoat", "KHR_materials_sheen", "KHR_materials_transmission",
            "KHR_texture_transform"
        ],
        "images": [{ "uri": "data:image/png,%89PNG" }],
        "textures": [{ "sampler": 0, "source": 0 }, { "source": 0 }],
        "samplers": [{ "wrapS": 33071, "wrapT": 33648, "magFilter": 9728, "minFilter": 9985 }],
        "materials": [{
            "name": "skin",
            "pbrMetallicRoughness": {
                "baseColorFactor": [0.1, 0.2, 0.3, 0.4], "metallicFactor": 0.5, "roughnessFactor": 0.6,
                "baseColorTexture": {
                    "index": 1, "texCoord": 1,
                    "extensions": { "KHR_texture_transform": {
                        "offset": [0.1, 0.2], "rotation": 0.3, "scale": [2, 3], "texCoord": 0
                    } }
                },
                "metallicRoughnessTexture": { "index": 0 }
            },
            "normalTexture": { "index": 0, "scale": 0.7 },
            "occlusionTexture": { "index": 0, "strength": 0.8 },
            "emissiveFactor": [0.5, 0, 1],
            "alphaMode": "MASK", "alphaCutoff": 0.25, "doubleSided": true,
            "extensions": {
                "KHR_materials_unlit": {},
                "KHR_materials_emissive_strength": { "emissiveStrength": 4 },
                "KHR_materials_specular": { "specularFactor": 0.5, "specularColorFactor": [1, 0.5, 0],
                    "specularTexture": { "index": 0 }, "specularColorTexture": { "index": 1 } },
                "KHR_materials_clearcoat": { "clearcoatFactor": 0.9, "clearcoatRoughnessFactor": 0.1,
                    "clearcoatTexture": { "index": 0 }, "clearcoatRoughnessTexture": { "index": 1 },
                    "clearcoatNormalTexture": { "index": 0, "scale": 0.3 } },
                "KHR_materials_sheen": { "sheenColorFactor": [0.1, 0.2, 0.3], "sheenRoughnessFactor": 0.4,
                    "sheenColorTexture": { "index": 0 }, "sheenRoughnessTexture": { "index": 1 } },
                "KHR_materials_transmission": { "transmissionFactor": 0.6,
                    "transmissionTexture": { "index": 1 } }
            }
        }, { "alphaMode": "BLEND" }, {}]
    }))
    .unwrap();
    assert_eq!(imported.report.max_severity(), None, "{:?}", imported.report);
    let [m, blend, plain] = imported.character.materials() else { panic!() };
    assert_eq!(m.base_color.to_array(), [0.1, 0.2, 0.3, 0.4]);
    assert_eq!((m.metallic, m.roughness, m.normal_scale, m.occlusion_strength), (0.5, 0.6, 0.7, 0.8));
    assert_eq!(m.emissive, Vec3::new(2., 0., 4.));
    assert_eq!((m.alpha_mode, m.double_sided, m.unlit), (AlphaMode::Mask { cutoff: 0.25 }, true, true));
    assert_eq!((m.specular, m.specular_color, m.transmission), (0.5, Vec3::new(1., 0.5, 0.), 0.6));
    let (coat, sheen) = (m.clearcoat.unwrap(), m.sheen.unwrap());
    assert_eq!((coat.factor, coat.roughness, sheen.roughness), (0.9, 0.1, 0.4));
    assert_eq!(coat.normal_scale, 0.3);
    let textures: Vec<_> = m.textures().map(|(_, t)| t.texture.0).collect();
    assert_eq!(textures, [1, 0, 0, 0, 0, 1, 1, 0, 1, 0, 0, 1]);
    let texture = m.base_color_texture.unwrap();
    assert_eq!((texture.texture.0, texture.uv_set), (1, 0));
    assert_eq!((texture.transform.offset, texture.transform.scale), (Vec2::new(0.1, 0.2), Vec2::new(2., 3.)));
    assert_eq!(
        (blend.alpha_mode, plain.alpha_mode, plain.double_sided),
        (AlphaMode::Blend, AlphaMode::Opaque, false)
    );
    let texture = &imported.character.textures()[0];
    assert_eq!((texture.wrap_u, texture.wrap_v), (TextureWrap::Clamp, TextureWrap::Mirror));
    assert_eq!((texture.magnify, texture.minify), (TextureFilter::Nearest, TextureFilter::Linear));
    assert_eq!(texture.mip, Some(TextureFilter::Nearest));
}

#[test]
fn invalid_material_properties() {
    let material = |json: serde_json::Value| {
        import_json(&json!({ "asset": { "version": "2.0" }, "materials": [json] })).unwrap()
    };
    for odd in [
        json!({ "alphaMode": "GLASS" }),
        json!({ "pbrMetallicRoughness": { "metallicFactor": 2 } }),
        json!({ "pbrMetallicRoughness": { "baseColorFactor": [1e39, 0, 0, 1] } }),
        json!({ "emissiveFactor": [-1, 0, 0] }),
        json!({ "normalTexture": { "index": 3 } }),
        json!({ "extensions": { "KHR_materials_transmission": { "transmissionTexture": { "index": 3 } } } }),
        json!({ "extensions": { "KHR_materials_clearcoat":
            { "clearcoatNormalTexture": { "index": 0, "scale": 1e39 } } } }),
    ] {
        let imported = material(odd.clone());
        assert!(
            imported.report.diagnostics().iter().any(|f| f.location.starts_with("/materials/0")),
            "{odd}"
        );
        let color = imported.character.materials()[0].base_color;
        assert!(color.is_finite(), "{odd}");
    }
}

/// PNG of one red pixel.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0\x90wS\xde\0\0\0\x0cIDAT\
    x\x9cc\xf8\xcf\xc0\0\0\x03\x01\x01\0\xc9\xfe\x92\xef\0\0\0\0IEND\xaeB`\x82";

#[test]
fn images_stay_encoded_until_decoded() {
    let mut maker = Maker::default();
    let view = maker.view(PNG);
    let imported = maker
        .import(json!({
            "extensionsUsed": ["EXT_texture_webp"],
            "images": [{ "bufferView": view, "mimeType": "image/png", "name": "red" }, { "uri": "gone.png" }],
            "textures": [{ "source": 0 }, { "source": 1,
                "extensions": { "EXT_texture_webp": { "source": 0 } } }, {}]
        }))
        .unwrap();
    let character = &imported.character;
    let sources: Vec<_> = character.textures().iter().map(|t| t.image.map(|id| id.0)).collect();
    assert_eq!(sources, [Some(0), Some(0), None]);
    let [red, gone] = character.images() else { panic!() };
    assert_eq!(
        (red.name.as_str(), red.mime.as_str(), red.encoded.as_deref()),
        ("red", "image/png", Some(PNG))
    );
    assert!(gone.encoded.is_none());
    assert!(imported.report.diagnostics().iter().any(|f| f.location.starts_with("/images/1")));
    #[cfg(feature = "decode-images")]
    {
        let pixels = sinew_import::decode_image(red).unwrap();
        assert_eq!((pixels.width, pixels.height, pixels.rgba.as_slice()), (1, 1, &[255, 0, 0, 255][..]));
        assert!(sinew_import::decode_image(gone).is_err());
    }
}

#[test]
#[cfg(feature = "decode-images")]
fn too_large_images_are_rejected_before_decoding() {
    // The header declares 2^30 by 2^30 pixels and has a valid checksum.
    let mut huge = PNG.to_vec();
    huge[16..24].copy_from_slice(&[0x40, 0, 0, 0, 0x40, 0, 0, 0]);
    let crc = crc(&huge[12..29]);
    huge[29..33].copy_from_slice(&crc.to_be_bytes());
    let image =
        sinew::character::Image { name: "huge".into(), mime: String::new(), encoded: Some(huge.into()) };
    let error = sinew_import::decode_image(&image).unwrap_err();
    assert!(error.to_string().contains("huge"), "{error}");
}

/// PNG whose header states `side` × `side` pixels, and whose data ends there. Files with another `mark` have
/// other bytes.
#[cfg(feature = "decode-images")]
fn hollow_png(side: u32, mark: u8) -> Vec<u8> {
    let mut png = PNG[..33].to_vec();
    png[16..20].copy_from_slice(&side.to_be_bytes());
    png[20..24].copy_from_slice(&side.to_be_bytes());
    let crc = crc(&png[12..29]);
    png[29..33].copy_from_slice(&crc.to_be_bytes());
    // A chunk that decoders skip, then one that says that pixels follow.
    for chunk in [&[b't', b'E', b'X', b't', b'a', 0, mark][..], b"IDAT\0"] {
        png.extend((chunk.len() as u32 - 4).to_be_bytes());
        png.extend(chunk);
        png.extend(self::crc(chunk).to_be_bytes());
    }
    png
}

#[test]
#[cfg(feature = "decode-images")]
fn the_images_of_a_character_have_a_number_of_pixels_together() {
    use sinew_import::{ImageDecoder, limits};
    let side = limits::MAX_IMAGE_SIDE;
    let fitting = (limits::MAX_CHARACTER_PIXELS / u64::from(side).pow(2)) as usize;
    let image = |side: u32, mark: u8| sinew::character::Image {
        name: format!("picture {mark}"),
        mime: String::new(),
        encoded: Some(hollow_png(side, mark).into()),
    };
    let mut decoder = ImageDecoder::new();
    let mut message = |side, mark| decoder.decode(&image(side, mark)).unwrap_err().to_string();
    for mark in 0..fitting as u8 {
        let message = message(side, mark);
        assert!(!message.contains("together"), "the data is damaged: {message}");
    }
    let refused = message(side, 99);
    assert!(refused.contains("picture 99") && refused.contains("16384 × 16384"), "{refused}");
    assert!(refused.contains("536870912 together"), "{refused}");
    assert!(message(1, 5).contains("together"), "nothing is left");
    // Another character has all of them again, and a refused image costs nothing.
    let mut decoder = ImageDecoder::new();
    let mut message = |side| decoder.decode(&image(side, 0)).unwrap_err().to_string();
    for _ in 0..10 {
        assert!(message(side + 1).contains("expected 1 to 16384"));
    }
    assert!(!message(side).contains("together"));
}

#[test]
fn images_of_one_view_file_or_uri_share_their_bytes() {
    let reads = std::cell::Cell::new(0);
    let mut maker = Maker::default();
    let (view, same, other) = (maker.view(PNG), maker.view(PNG), maker.view(&PNG[..40]));
    let uri = "data:image/png;base64,iVBORw==";
    let file = maker.glb(json!({ "images": [
        { "bufferView": view, "name": "a" }, { "bufferView": view, "name": "b" }, { "bufferView": same },
        { "bufferView": other }, { "uri": "a.png" }, { "uri": "./a.png" }, { "uri": uri }, { "uri": uri },
        { "uri": "gone.png" }, { "uri": "gone.png" }
    ] }));
    let resolver = |path: &str| {
        reads.set(reads.get() + 1);
        if path == "a.png" { Ok(PNG.to_vec()) } else { Err("none".to_owned()) }
    };
    let character = sinew_import::import(&file, &resolver).unwrap().character;
    let distinct: Vec<_> = character.distinct_images().iter().map(|id| id.0).collect();
    assert_eq!(distinct, [0, 0, 0, 3, 0, 0, 6, 6, 8, 9]);
    assert_eq!(character.images()[1].name, "b");
    assert_eq!(reads.get(), 3, "a.png once, gone.png twice");

    // The exporter writes the bytes once.
    let options = sinew_import::ExportOptions::default();
    let bytes = sinew_import::export_glb(&character, &[], &options).unwrap().bytes;
    let count = bytes.windows(PNG.len()).filter(|window| *window == PNG).count();
    assert_eq!(count, 1);
    let again = sinew_import::import(&bytes, &sinew_import::NoFiles).unwrap().character;
    let names: Vec<_> = again.images().iter().map(|image| image.name.as_str()).collect();
    assert!(names.starts_with(&["a", "b"]), "{names:?}");
    assert_eq!(again.images()[1].encoded.as_deref(), Some(PNG));
}

#[test]
fn many_images_of_one_large_view_are_read() {
    let mut maker = Maker::default();
    let view = maker.view(&vec![7; 4 << 20]);
    let images = vec![json!({ "bufferView": view }); 1000];
    let imported = maker.import(json!({ "images": images })).unwrap();
    assert_eq!(imported.character.distinct_images(), [sinew::character::ImageId(0); 1000]);
}

#[cfg(feature = "decode-images")]
fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0u32, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |c, _| if c & 1 == 1 { c >> 1 ^ 0xEDB8_8320 } else { c >> 1 })
    })
}

/// Numbers of sets of texture coordinates are no counts: what is exported stays as small as what was read.
#[test]
fn sets_of_texture_coordinates_that_nothing_has() {
    let mut maker = Maker::default();
    let position = maker.floats("VEC3", &TRIANGLE);
    let uv = maker.floats("VEC2", &[0., 0., 1., 0., 0., 1.]);
    let view =
        maker.view(b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1f\x15\xc4\x89");
    for number in [2u64, 60_000, 4_294_967_295, u64::MAX] {
        for info in [
            json!({ "index": 0, "texCoord": number }),
            json!({ "index": 0, "extensions": { "KHR_texture_transform": { "texCoord": number } } }),
        ] {
            let imported = maker
                .import(json!({
                    "extensionsUsed": ["KHR_texture_transform"], "nodes": [{ "mesh": 0 }],
                    "meshes": [{ "primitives": [{ "attributes": { "POSITION": position, "TEXCOORD_0": uv },
                        "material": 0 }] }],
                    "images": [{ "bufferView": view, "mimeType": "image/png" }],
                    "textures": [{ "source": 0 }],
                    "materials": [{ "pbrMetallicRoughness": { "baseColorTexture": info },
                        "emissiveTexture": info, "normalTexture": info }]
                }))
                .unwrap();
            let exported = export_glb(&imported.character, &[], &ExportOptions::default()).unwrap();
            assert!(exported.bytes.len() < 10_000, "{number}: {} bytes", exported.bytes.len());
            assert!(import(&exported.bytes, &NoFiles).is_ok());
            assert!(imported.report.max_severity() >= Some(Severity::Warning), "{number}");
        }
    }
}
