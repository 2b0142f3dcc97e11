//! `sinew ragdoll`: texts of ragdolls that fall as they were written.

use crate::run_sinew::{Folder, asset, sinew};

/// Number of pixels of a picture that are nearly the purple of the outlines.
fn purple(path: &str) -> usize {
    let picture = image::open(path).unwrap().into_rgb8();
    picture.pixels().filter(|p| p[0] > 150 && p[2] > 120 && p[1] < 90).count()
}

/// A mass in kilograms is the same in the message, in the text and in the fall, on a file in centimetres too.
#[test]
fn masses_survive_on_a_file_in_centimetres() {
    let Some(fox) = asset("gltf/Fox.glb") else { return };
    let folder = Folder::new("ragdoll-mass");
    let (text, out) = (folder.path("fox.ron"), folder.path("fall.glb"));
    let run = sinew(&["ragdoll", &fox, "--mass", "7", "-o", &text]);
    assert!(run.code == 0 && run.err.contains("7.0 kg"), "{}", run.err);
    let drop = ["drop", &fox, "--ragdoll", &text, "--push", "b_Hip_01=0,0,14", "--json", "-o", &out];
    let run = sinew(&drop);
    assert!(run.err.contains("7.0 kg"), "{}", run.err);
    let figures = run.json();
    let parts = figures["parts"].as_array().unwrap();
    let total: f64 = parts.iter().map(|part| part["mass_kg"].as_f64().unwrap()).sum();
    assert!((total - 7.0).abs() < 1e-3, "{total}");
    // 14 N s move 7 kg by 2 m/s: the body does not fly away. The file's unit is 1 cm.
    let posed = sinew(&["pose", &out, "--clip", "fall", "--time", "4", "--json"]).json();
    let nodes = posed["nodes"].as_array().unwrap();
    let hip = nodes.iter().find(|node| node["name"] == "b_Hip_01").unwrap();
    let at = [12, 13, 14].map(|n| hip["world"][n].as_f64().unwrap());
    assert!(at[2] > 10.0 && at.iter().all(|x| x.abs() < 400.0), "{at:?}");
    assert!(figures["rest_s"].as_f64().is_some(), "{}", figures["rest_s"]);
}

/// Parts are drawn by all verbs that draw falling characters.
#[test]
fn parts_are_drawn_over_pictures() {
    let folder = Folder::new("ragdoll-overlay");
    let text = folder.path("body.ron");
    assert_eq!(sinew(&["ragdoll", "--mass", "70", "-o", &text]).code, 0);
    let calls: [&[&str]; 4] = [
        &["ragdoll"],
        &["ragdoll", "--ragdoll", &text],
        &["drop", "--seconds", "0.5", "--overlay", "ragdoll"],
        &["render", "--overlay", "ragdoll"],
    ];
    for (n, call) in calls.iter().enumerate() {
        let out = folder.path(&format!("{n}.png"));
        let run = sinew(&[call, &["--size", "320x240", "-o", &out][..]].concat());
        assert_eq!(run.code, 0, "{call:?}: {}", run.err);
        assert!(purple(&out) > 50, "{call:?}: {}", purple(&out));
    }
    let plain = folder.path("plain.png");
    assert_eq!(sinew(&["render", "--size", "320x240", "-o", &plain]).code, 0);
    assert_eq!(purple(&plain), 0);
    // A text is drawn in place of a fitted ragdoll, its names as well.
    let named =
        std::fs::read_to_string(&text).unwrap().replacen("mass:", "shape_names: [\"WWWW\"], mass:", 1);
    let named = folder.file("named.ron", named.as_bytes());
    let [with, without] = [&named, &text].map(|text| {
        let out = folder.path("text.png");
        let run = sinew(&["render", "--ragdoll", text, "--size", "320x240", "-o", &out]);
        assert_eq!(run.code, 0, "{}", run.err);
        image::open(&out).unwrap().into_rgb8()
    });
    assert!(with != without);
}

/// Meshes that are hidden are neither measured nor drawn.
#[test]
fn hidden_meshes_are_left_out() {
    let Some(knight) = asset("gltf/kaykit/Knight.glb") else { return };
    let folder = Folder::new("ragdoll-hide");
    let shapes = |options: &[&str]| {
        let out = folder.path("knight.ron");
        let run = sinew(&[&["ragdoll", &knight, "-o", &out], options].concat());
        assert_eq!(run.code, 0, "{}", run.err);
        std::fs::read_to_string(&out).unwrap().matches("Hull(").count()
    };
    assert!(shapes(&["--hide", "sword", "--hide", "shield"]) < shapes(&[]));
    let out = folder.path("fall.png");
    sinew(&["drop", &knight, "--hide", "umbrella", "-o", &out])
        .failed(1, &["--hide umbrella", "no mesh called"]);
    let run = sinew(&["drop", &knight, "--hide", "sword", "--seconds", "0.2", "--size", "64x64", "-o", &out]);
    assert_eq!(run.code, 0, "{}", run.err);
}
