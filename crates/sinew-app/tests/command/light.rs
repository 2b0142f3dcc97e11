//! Options of light and of the look of materials.

use crate::render::{read_png, render};
use crate::run_sinew::{Folder, sinew};
use serde_json::{Value, json};
use std::path::Path;

/// Mean red, green and blue of the pixels that are drawn.
fn mean(path: &str) -> [f64; 3] {
    let (_, _, rgba) = read_png(path);
    let drawn: Vec<_> = rgba.as_chunks::<4>().0.iter().filter(|pixel| pixel[3] == 255).collect();
    [0, 1, 2].map(|c| drawn.iter().map(|pixel| f64::from(pixel[c])).sum::<f64>() / drawn.len() as f64)
}

const SMALL: [&str; 6] = ["--size", "96x96", "--view", "front", "--background", "none"];

/// Picture of a file with options.
fn drawn(folder: &Folder, name: &str, args: &[&str]) -> Option<[f64; 3]> {
    let args: Vec<_> = SMALL.iter().chain(args).copied().collect();
    render(folder, name, &args).map(|path| mean(&path))
}

#[test]
fn surroundings_exposure_sun_and_tone_mapping_change_the_picture() {
    let folder = Folder::new("light");
    let Some([r, g, b]) = drawn(&folder, "plain.png", &[]) else { return };
    let brightness = |color: [f64; 3]| color.iter().sum::<f64>();
    let plain = brightness([r, g, b]);
    let of = |name: &str, args: &[&str]| drawn(&folder, name, args).expect("a device as before");
    let sunset = of("sunset.png", &["--environment", "sunset"]);
    assert!(sunset[0] / sunset[2] > r / b * 1.1, "{sunset:?}");
    assert!(brightness(of("night.png", &["--environment", "night"])) < plain);
    assert!(brightness(of("bright.png", &["--exposure", "1"])) > plain * 1.1);
    assert!(brightness(of("dark.png", &["--sun", "off"])) < plain);
    assert!((brightness(of("agx.png", &["--tone-mapping", "agx"])) - plain).abs() > 1.0);
    let turned = of("turned.png", &["--environment", "studio", "--rotation", "180"]);
    assert!((brightness(turned) - brightness(of("studio.png", &["--environment", "studio"]))).abs() > 1.0);
    let faces = |kind: &'static str| of(&format!("{kind}.png"), &["--materials", kind]);
    let [natural, plain, toon] = ["natural", "plain", "toon"].map(faces);
    assert!(natural != plain && plain != toon && toon != natural);
}

#[test]
fn pictures_of_radiance_are_read_and_wrong_ones_refused() {
    let folder = Folder::new("radiance");
    // Red light from everywhere: 8 × 4 pixels without run lengths.
    let mut hdr = b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 4 +X 8\n".to_vec();
    hdr.extend([200, 20, 20, 128].repeat(32));
    std::fs::write(folder.path("red.hdr"), &hdr).unwrap();
    let Some([r, g, _]) = drawn(&folder, "red.png", &["--environment", &folder.path("red.hdr")]) else {
        return;
    };
    assert!(r > g * 1.5, "{r} {g}");
    std::fs::write(folder.path("short.hdr"), &hdr[..hdr.len() / 2]).unwrap();
    std::fs::write(folder.path("text.exr"), "no picture").unwrap();
    for (file, said) in
        [("short.hdr", "short.hdr"), ("text.exr", "expected a Radiance HDR"), ("missing.hdr", "missing.hdr")]
    {
        let out = folder.path("wrong.png");
        let run = sinew(&["render", "-o", &out, "--environment", &folder.path(file)]);
        assert!(run.code != 0 && run.err.contains(said) && !Path::new(&out).exists(), "{file}: {}", run.err);
    }
    let run = sinew(&["render", "-o", &folder.path("a.png"), "--environment", "stduio"]);
    assert!(run.code == 2 && run.err.contains("studio, overcast, sunset, night"), "{}", run.err);
    let run = sinew(&["render", "-o", &folder.path("a.png"), "--rotation", "3"]);
    assert!(run.code == 2 && run.err.contains("--environment"), "{}", run.err);
}

/// The built-in character as glTF with a lamp of an intensity in front of it.
fn with_lamp(folder: &Folder, name: &str, intensity: f64) -> String {
    let plain = folder.path("plain.gltf");
    let run = sinew(&["convert", "-o", &plain]);
    assert_eq!(run.code, 0, "{}", run.err);
    let mut root: Value = serde_json::from_slice(&std::fs::read(&plain).unwrap()).unwrap();
    let node = root["nodes"].as_array().unwrap().len();
    root["nodes"].as_array_mut().unwrap().push(json!({
        "translation": [0, 1.2, 2.0], "extensions": { "KHR_lights_punctual": { "light": 0 } }
    }));
    root["scenes"][0]["nodes"].as_array_mut().unwrap().push(json!(node));
    root["extensionsUsed"].as_array_mut().unwrap().push(json!("KHR_lights_punctual"));
    let blue = json!({ "type": "point", "color": [0.1, 0.2, 1.0], "intensity": intensity });
    root["extensions"]["KHR_lights_punctual"] = json!({ "lights": [blue] });
    let path = folder.path(name);
    std::fs::write(&path, root.to_string()).unwrap();
    path
}

#[test]
fn lights_of_the_file_shine_in_place_of_the_sun() {
    let folder = Folder::new("lamps");
    let lamp = with_lamp(&folder, "lamp.gltf", 20.0);
    let Some([r, _, b]) = drawn(&folder, "lamp.png", &[&lamp]) else { return };
    let [sunlit_r, _, sunlit_b] = drawn(&folder, "off.png", &[&lamp, "--lights", "off"]).unwrap();
    assert!(b / r > 1.5 * sunlit_b / sunlit_r, "{r} {b}, {sunlit_r} {sunlit_b}");
    // A lamp of a stage is dimmed, with a message.
    let bright = with_lamp(&folder, "bright.gltf", 200_000.0);
    let out = folder.path("bright.png");
    let args: Vec<_> = ["render", &bright, "-o", &out].iter().chain(&SMALL).copied().collect();
    let run = sinew(&args);
    assert!(run.code == 0 && run.err.contains("they are dimmed"), "{}", run.err);
    let (_, _, rgba) = read_png(&out);
    let white = rgba.as_chunks::<4>().0.iter().filter(|pixel| pixel[3] == 255 && pixel[..3] == [255; 3]);
    assert!(white.count() < 100);
}
