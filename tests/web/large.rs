//! A large file: a character with images of 60 MB.

use serde_json::Value;
use std::path::Path;

/// Width and height of each image.
const SIDE: usize = 2000;
/// Number of images.
const IMAGES: usize = 4;

/// Writes the GLB file `from` with images of noise, as PNG without compression, in place of its own.
pub(crate) fn write(from: &Path, to: &Path) {
    let bytes = std::fs::read(from).unwrap();
    let length = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    let json_end = 20 + length(12);
    let mut json: Value = serde_json::from_slice(&bytes[20..json_end]).unwrap();
    let binary = &bytes[json_end + 8..];
    let image_view = |json: &Value, image: usize| json["images"][image]["bufferView"].as_u64();
    let large: Vec<u64> = (0..IMAGES).filter_map(|image| image_view(&json, image)).collect();
    let mut all = Vec::new();
    for (number, view) in json["bufferViews"].as_array_mut().unwrap().iter_mut().enumerate() {
        let start = view["byteOffset"].as_u64().unwrap_or(0) as usize;
        let own = &binary[start..start + view["byteLength"].as_u64().unwrap() as usize];
        let data = if large.contains(&(number as u64)) { noise(number as u32) } else { own.to_vec() };
        all.resize(all.len().next_multiple_of(4), 0);
        (view["byteOffset"], view["byteLength"]) = (all.len().into(), data.len().into());
        all.extend(data);
    }
    all.resize(all.len().next_multiple_of(4), 0);
    json["buffers"][0]["byteLength"] = all.len().into();
    for image in 0..IMAGES {
        json["images"][image]["mimeType"] = "image/png".into();
    }
    let mut text = json.to_string().into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let mut file = b"glTF\x02\0\0\0".to_vec();
    file.extend((28 + text.len() as u32 + all.len() as u32).to_le_bytes());
    for (kind, chunk) in [(b"JSON", &text), (b"BIN\0", &all)] {
        file.extend((chunk.len() as u32).to_le_bytes());
        file.extend(kind);
        file.extend(chunk);
    }
    std::fs::write(to, file).unwrap();
}

/// Image of noise.
fn noise(seed: u32) -> Vec<u8> {
    let mut random = fastrand::Rng::with_seed(u64::from(seed));
    let rgba: Vec<u8> = std::iter::repeat_with(|| random.u8(..)).take(SIDE * SIDE * 4).collect();
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, SIDE as u32, SIDE as u32);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_compression(png::Compression::NoCompression);
    encoder.write_header().unwrap().write_image_data(&rgba).unwrap();
    file
}
