//! Files with many large images, and with compressed geometry and textures.

use crate::run_sinew::{Folder, sinew};

/// GLB with one triangle per image, each with a material of its own.
fn glb(images: &[Vec<u8>]) -> Vec<u8> {
    glb_of(images, images.len())
}

/// The same with `count` images, of which each after the last of `images` is that one again, in the same
/// bytes of the file.
fn glb_of(images: &[Vec<u8>], count: usize) -> Vec<u8> {
    let positions = [0.0f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0];
    let mut bin: Vec<u8> = positions.iter().flat_map(|v| v.to_le_bytes()).collect();
    let mut views = vec![format!(r#"{{"buffer":0,"byteLength":{}}}"#, bin.len())];
    for image in images {
        views.push(format!(r#"{{"buffer":0,"byteOffset":{},"byteLength":{}}}"#, bin.len(), image.len()));
        bin.extend(image);
        bin.resize(bin.len().next_multiple_of(4), 0);
    }
    let list = |item: &dyn Fn(usize) -> String| (0..count).map(item).collect::<Vec<_>>().join(",");
    let mut json = format!(
        r#"{{"asset":{{"version":"2.0"}},"nodes":[{{"mesh":0}}],"meshes":[{{"primitives":[{}]}}],"materials":[{}],"textures":[{}],
        "images":[{}],"accessors":[{{"bufferView":0,"componentType":5126,"type":"VEC3","count":3,"min":[0,0,0],"max":[1,1,0]}}],
        "bufferViews":[{}],"buffers":[{{"byteLength":{}}}]}}"#,
        list(&|n| format!(r#"{{"attributes":{{"POSITION":0}},"material":{n}}}"#)),
        list(&|n| format!(r#"{{"pbrMetallicRoughness":{{"baseColorTexture":{{"index":{n}}}}}}}"#)),
        list(&|n| format!(r#"{{"source":{n}}}"#)),
        list(&|n| format!(r#"{{"bufferView":{},"name":"picture {n}"}}"#, (n + 1).min(images.len()))),
        views.join(","),
        bin.len()
    )
    .into_bytes();
    json.resize(json.len().next_multiple_of(4), b' ');
    let chunk = |kind: &[u8; 4], data: &[u8]| [&(data.len() as u32).to_le_bytes(), &kind[..], data].concat();
    let body = [chunk(b"JSON", &json), chunk(b"BIN\0", &bin)].concat();
    [b"glTF\x02\0\0\0", &(12 + body.len() as u32).to_le_bytes()[..], &body].concat()
}

/// PNG of 16384 × 16384 pixels without their data.
fn hollow_png(mark: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 16384, 16384);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::One);
    encoder.add_text_chunk("mark".into(), mark.into()).unwrap();
    let mut writer = encoder.write_header().unwrap();
    writer.write_chunk(png::chunk::IDAT, &[]).unwrap();
    drop(writer);
    bytes
}

#[test]
fn images_beyond_the_pixels_of_a_character_are_named() {
    let folder = Folder::new("bomb");
    let images: Vec<_> = (0..12).map(|n| hollow_png(&n.to_string())).collect();
    let bomb = folder.file("bomb.glb", &glb(&images));
    let run = sinew(&["check", &bomb]);
    assert_eq!(run.code, 1);
    let refused: Vec<_> = run.out.lines().filter(|line| line.contains("536870912 together")).collect();
    assert_eq!(refused.len(), 10, "{}", run.out);
    for (n, line) in (2..12).zip(refused) {
        assert!(
            line.contains(&format!("/images/{n}: image \"picture {n}\": 16384 × 16384 pixels")),
            "{line}"
        );
    }
    // The same picture twelve times is one.
    let same = folder.file("same.glb", &glb(&vec![images[0].clone(); 12]));
    let run = sinew(&["check", &same]);
    assert!(run.code == 1 && !run.out.contains("together"), "{}", run.out);
}

/// PNG of 4096 × 4096 black pixels.
fn large_png() -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 4096, 4096);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::One);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&vec![0; 4096 * 4096 / 8]).unwrap();
    drop(writer);
    bytes
}

#[test]
fn a_large_image_that_is_named_often_is_decoded_once() {
    // A character may have the pixels of 32 such images, so that decoding the image of each material would
    // fail.
    let folder = Folder::new("often");
    let often = folder.file("often.glb", &glb_of(&[large_png()], 40));
    assert!(std::fs::metadata(&often).unwrap().len() < 1 << 20);
    let run = sinew(&["check", &often]);
    assert!(run.code == 0 && !run.out.contains("image"), "{}{}", run.out, run.err);
    let picture = folder.path("often.png");
    let run = sinew(&["render", &often, "--size", "32x32", "-o", &picture]);
    assert!(run.code == 0 || run.code == 3, "{}", run.err);
    assert!(!run.err.contains("together"), "{}", run.err);
}

#[test]
fn compressed_geometry_and_textures_are_like_any_other() {
    let banner = concat!(env!("CARGO_MANIFEST_DIR"), "/../sinew-import/tests/compressed/banner.glb");
    let run = sinew(&["check", banner]);
    assert!(run.code == 0 && run.err.contains("0 errors, 0 warnings"), "{}{}", run.out, run.err);
    let inspected = sinew(&["inspect", banner, "--json"]).json();
    assert_eq!(inspected["meshes"][0]["vertices"], 81);
    assert_eq!(inspected["clips"][0]["name"], "Bow");
    let folder = Folder::new("compressed");
    let plain = folder.path("plain.glb");
    let run = sinew(&["convert", banner, "-o", &plain]);
    assert!(run.code == 0 && run.err.contains("converted to PNG"), "{}", run.err);
    assert_eq!(sinew(&["check", &plain]).code, 0);
    let text = String::from_utf8_lossy(&std::fs::read(&plain).unwrap()).into_owned();
    assert!(
        text.contains("image/png") && !text.contains("KHR_draco") && !text.contains("KHR_texture_basisu")
    );
    let pose = |file: &str| {
        let mut json =
            sinew(&["pose", file, "--clip", "Bow", "--time", "0.5", "--vertices", "--json"]).json();
        json["meshes"][0]["positions"].take()
    };
    let numbers = |json: serde_json::Value| -> Vec<f64> {
        json.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
    };
    let (before, after) = (numbers(pose(banner)), numbers(pose(&plain)));
    assert_eq!(before.len(), 81 * 3);
    assert!(before.iter().zip(&after).all(|(a, b)| (a - b).abs() < 1e-5));
}
