//! View directions and sizes of `sinew render`.

use crate::render::{read_png, render};
use crate::run_sinew::{Folder, sinew};
use serde_json::Value;

/// Rows and columns of the picture that the character covers.
fn covered(rgba: &[u8], width: u32, height: u32) -> (usize, usize) {
    let seen = |x: u32, y: u32| rgba[((y * width + x) * 4 + 3) as usize] > 128;
    let rows = (0..height).filter(|&y| (0..width).any(|x| seen(x, y))).count();
    (rows, (0..width).filter(|&x| (0..height).any(|y| seen(x, y))).count())
}

/// Pixels of a picture of 96 × 96 without background.
fn picture(folder: &Folder, args: &[&str]) -> Option<Vec<u8>> {
    let all = [args, &["--size", "96x96", "--background", "none"]].concat();
    Some(read_png(&render(folder, "a.png", &all)?).2)
}

/// Mean difference of two pictures of the same size, per byte.
fn difference(a: &[u8], b: &[u8]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| f64::from(a.abs_diff(*b))).sum::<f64>() / a.len() as f64
}

#[test]
fn angles_give_the_pictures_of_the_views() {
    let folder = Folder::new("angles");
    let Some(front) = picture(&folder, &["--view", "front"]) else { return };
    let side = picture(&folder, &["--view", "side"]).unwrap();
    let turned = picture(&folder, &["--view", "front", "--azimuth", "90"]).unwrap();
    assert!(difference(&side, &turned) < 0.5 && difference(&front, &turned) > 5.0);
    let raised = picture(&folder, &["--elevation", "90", "--azimuth", "0"]).unwrap();
    let top = picture(&folder, &["--view", "top"]).unwrap();
    assert!(difference(&top, &raised) < 0.5, "{}", difference(&top, &raised));
    // From above the arms are wider than the body is deep.
    let (rows, columns) = covered(&top, 96, 96);
    assert!(rows * 2 < columns && columns > 70, "{rows} × {columns}");
    let (rows, _) = covered(&front, 96, 96);
    let (half, _) = covered(&picture(&folder, &["--view", "front", "--zoom", "0.5"]).unwrap(), 96, 96);
    assert!(half.abs_diff(rows / 2) <= 2, "{half} of {rows} rows");
    for (option, wrong) in [("--zoom", "0"), ("--elevation", "100"), ("--azimuth", "left")] {
        sinew(&["render", option, wrong, "-o", &folder.path("no.png")])
            .failed(2, &[option, "expected a number"]);
    }
}

#[test]
fn the_front_is_the_side_that_the_body_faces() {
    let folder = Folder::new("front");
    let gltf = folder.path("hero.gltf");
    assert_eq!(sinew(&["convert", "-o", &gltf]).code, 0);
    let mut json: Value = serde_json::from_slice(&std::fs::read(&gltf).unwrap()).unwrap();
    let roots = json["scenes"][0]["nodes"].as_array().unwrap().clone();
    for root in roots {
        let node = &mut json["nodes"][root.as_u64().unwrap() as usize];
        assert!(node["rotation"].is_null() && node["matrix"].is_null() && node["translation"].is_null());
        node["rotation"] = serde_json::json!([0.0, 1.0, 0.0, 0.0]);
    }
    std::fs::write(&gltf, json.to_string()).unwrap();
    let alpha = |rgba: Vec<u8>| rgba.chunks_exact(4).map(|pixel| pixel[3]).collect::<Vec<_>>();
    for view in ["three-quarter", "side", "face", "top"] {
        let Some(front) = picture(&folder, &["--view", view]) else { return };
        let turned = picture(&folder, &[&gltf, "--view", view]).unwrap();
        // Only the light comes from elsewhere.
        let difference = difference(&alpha(front), &alpha(turned));
        assert!(difference < 1.0, "{view}: {difference}");
    }
}

#[test]
fn the_ground_does_not_hide_the_character_from_below() {
    let folder = Folder::new("below");
    let from_below = |more: &[&str]| {
        let args = [&["--elevation", "-30", "--size", "64x64"], more].concat();
        Some(read_png(&render(&folder, "a.png", &args)?).2)
    };
    let Some(ground) = from_below(&[]) else { return };
    assert!(ground == from_below(&["--scene", "empty"]).unwrap());
}
