//! KTX2 textures with Basis Universal. The files in `compressed/` are the iris of the built-in character,
//! encoded with Binomial's encoder; the sums are those of the pixels that Binomial's transcoder makes of
//! them, as three.js ships it.

use crate::maker::Maker;
use serde_json::json;
use sinew::character::{Image, Pixels};
use sinew_import::{ExportOptions, ImageError, NoFiles, decode_image, export_glb, import};

fn file(name: &str) -> Vec<u8> {
    std::fs::read(format!("{}/tests/compressed/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

fn decode(bytes: Vec<u8>) -> Result<Pixels, ImageError> {
    decode_image(&Image { name: "eye".into(), mime: String::new(), encoded: Some(bytes.into()) })
}

/// FNV-1a of 64 bits.
fn sum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |h, b| (h ^ u64::from(*b)).wrapping_mul(0x100_0000_01B3))
}

#[test]
fn pixels_are_those_of_the_reference_transcoder() {
    let source = decode(file("eye.png")).unwrap();
    for (name, expected, error) in [
        ("eye_etc1s.ktx2", 0x8A35_F4F2_6331_A426, 6.0),
        ("eye_etc1s_opaque.ktx2", 0x2754_1114_9EBD_525A, 6.0),
        ("eye_uastc.ktx2", 0xD390_2AE0_98A6_4EBD, 2.0),
        ("eye_uastc_zstd.ktx2", 0xD390_2AE0_98A6_4EBD, 2.0),
    ] {
        let pixels = decode(file(name)).unwrap();
        assert_eq!((pixels.width, pixels.height, pixels.rgba.len()), (48, 32, 48 * 32 * 4));
        assert_eq!(sum(&pixels.rgba), expected, "{name}");
        let opaque = name.contains("opaque");
        let pairs = source.rgba.iter().zip(&pixels.rgba).enumerate().filter(|(n, _)| !opaque || n % 4 != 3);
        let (total, count) = pairs.fold((0, 0), |(t, c), (_, (a, b))| (t + u32::from(a.abs_diff(*b)), c + 1));
        let mean = f64::from(total) / f64::from(count);
        assert!(mean < error, "{name}: {mean}");
        let alphas = pixels.rgba.as_chunks::<4>().0.iter().map(|p| p[3]);
        assert_eq!(alphas.clone().all(|a| a == 255), opaque, "{name}");
    }
}

#[test]
fn the_source_of_the_extension_replaces_the_fallback() {
    let mut maker = Maker::default();
    let (ktx2, png) = (maker.view(&file("eye_etc1s.ktx2")), maker.view(&file("eye.png")));
    let imported = maker
        .import(json!({
            "extensionsUsed": ["KHR_texture_basisu"],
            "extensionsRequired": ["KHR_texture_basisu"],
            "nodes": [{}],
            "images": [
                { "bufferView": ktx2, "mimeType": "image/ktx2", "name": "eye" },
                { "bufferView": png, "mimeType": "image/png" }
            ],
            "textures": [
                { "source": 1, "extensions": { "KHR_texture_basisu": { "source": 0 } } },
                { "extensions": { "KHR_texture_basisu": { "source": 0 } } },
                { "source": 1, "extensions": { "KHR_texture_basisu": {} } }
            ],
            "materials": [{ "pbrMetallicRoughness": { "baseColorTexture": { "index": 0 } } }]
        }))
        .unwrap();
    assert!(imported.report.diagnostics().is_empty(), "{:?}", imported.report);
    let sources: Vec<_> = imported.character.textures().iter().map(|t| t.image.unwrap().0).collect();
    assert_eq!(sources, [0, 0, 1]);
    assert_eq!(imported.character.images()[0].mime, "image/ktx2");

    // glTF without the extension has no KTX2: it is written as PNG.
    let exported = export_glb(&imported.character, &[], &ExportOptions::default()).unwrap();
    let again = import(&exported.bytes, &NoFiles).unwrap();
    let image = &again.character.images()[0];
    assert_eq!((image.mime.as_str(), image.name.as_str()), ("image/png", "eye"));
    assert_eq!(decode_image(image).unwrap(), decode(file("eye_etc1s.ktx2")).unwrap());
    assert!(!String::from_utf8_lossy(&exported.bytes).contains("KHR_texture_basisu"));
}

#[test]
fn other_kinds_of_ktx2_are_named() {
    let error = |name: &str, at: usize, value: u32| {
        let mut bytes = file(name);
        bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
        decode(bytes).unwrap_err().to_string()
    };
    let uastc = |at, value| error("eye_uastc.ktx2", at, value);
    for (found, expected) in [
        (uastc(12, 37), "Vulkan format 37"),
        (uastc(20, 0), "0 × 32 pixels"),
        (uastc(20, 1 << 30), "1073741824 × 32 pixels"),
        (uastc(28, 2), "depth 2"),
        (uastc(32, 2), "2 layers"),
        (uastc(36, 6), "6 faces"),
        (uastc(40, 0), "0 mip levels"),
        (uastc(40, 17), "17 mip levels"),
        (uastc(44, 3), "supercompression 3"),
        (uastc(44, 1), "supercompression 1"),
        (uastc(24, 36), "mip level 0 does not have the 1728 bytes"),
        (uastc(48, 1 << 30), "data format descriptor"),
        (uastc(60, 1 << 30), "key/value data"),
        (uastc(80, 1 << 30), "mip level 0"),
        (error("eye_uastc_zstd.ktx2", 96, 1 << 30), "mip level 0 does not have the 1536 bytes"),
        (error("eye_etc1s.ktx2", 72, 1 << 30), "global data"),
    ] {
        assert!(found.contains(expected) && found.contains("eye"), "{found}; expected {expected}");
    }
}
