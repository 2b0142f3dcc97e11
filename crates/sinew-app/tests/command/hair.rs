//! `sinew hair`: haircuts, their movement as JSON, pictures.

use crate::run_sinew::{Folder, asset, sinew};
use serde_json::Value;

/// A haircut with few strands, to be quick.
const SMALL: &str = "(layers: [(name: \"hair\", comb: Parted(at: 0.2, back: 0.5), length: 0.25, guides: 40, points: 8, strands: 400)])";

fn points(guide: &Value) -> Vec<[f64; 3]> {
    let numbers: Vec<f64> = guide.as_array().unwrap().iter().map(|n| n.as_f64().unwrap()).collect();
    numbers.as_chunks::<3>().0.to_vec()
}

fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    (0..3).map(|n| (a[n] - b[n]).powi(2)).sum::<f64>().sqrt()
}

#[test]
fn json_has_roots_lengths_and_frames() {
    let folder = Folder::new("hair-json");
    let groom = folder.file("small.ron", SMALL.as_bytes());
    let out = folder.path("hair.json");
    let call =
        ["hair", "--groom", &groom, "--clip", "run", "--seconds", "0.5", "--fps", "60", "--wind", "3,0,-1"];
    let run = sinew(&[&call[..], &["--json", "-o", &out]].concat());
    assert_eq!(run.code, 0, "{}", run.err);
    let file: Value = serde_json::from_slice(&std::fs::read(&out).unwrap()).unwrap();
    // Without -o the same goes to the standard output.
    assert_eq!(sinew(&[&call[..], &["--json"]].concat()).json(), file);
    let (roots, lengths) = (file["roots"].as_array().unwrap(), file["rest_lengths"].as_array().unwrap());
    let frames = file["frames"].as_array().unwrap();
    assert_eq!((file["fps"].as_f64(), frames.len()), (Some(60.0), 30));
    assert!(roots.len() >= 30 && roots.len() == lengths.len(), "{}", roots.len());
    for root in roots {
        assert_eq!(root["mesh"], "head");
        let sum: f64 = root["barycentric"].as_array().unwrap().iter().map(|n| n.as_f64().unwrap()).sum();
        assert!((sum - 1.0).abs() < 1e-5);
    }
    for frame in frames {
        for (guide, lengths) in frame.as_array().unwrap().iter().zip(lengths) {
            let points = points(guide);
            assert_eq!(points.len(), 8);
            for (pair, length) in points.windows(2).zip(lengths.as_array().unwrap()) {
                let length = length.as_f64().unwrap();
                assert!((distance(pair[0], pair[1]) / length - 1.0).abs() < 5e-3);
            }
        }
    }
    let tips = |frame: &Value| -> Vec<[f64; 3]> {
        frame.as_array().unwrap().iter().map(|guide| *points(guide).last().unwrap()).collect()
    };
    let moved =
        tips(&frames[0]).iter().zip(tips(&frames[20])).map(|(a, b)| distance(*a, b)).fold(0.0, f64::max);
    assert!(moved > 0.01, "{moved}");
}

#[test]
fn pictures_show_the_haircut_and_hide_the_hair_below_it() {
    let folder = Folder::new("hair-pictures");
    let groom = folder.file("small.ron", SMALL.as_bytes());
    let picture = |name: &str, args: &[&str]| {
        let out = folder.path(name);
        let run = sinew(&[args, &["--size", "96x96", "-o", &out]].concat());
        assert_eq!(run.code, 0, "{}", run.err);
        (std::fs::read(&out).unwrap(), run.err)
    };
    let (small, notes) = picture("small.png", &["hair", "--groom", &groom, "--view", "front"]);
    assert!(notes.contains("hidden under the new hair: hair"), "{notes}");
    let (bald, _) = picture("bald.png", &["render", "--hide", "hair", "--view", "front"]);
    let (own, _) = picture("own.png", &["render", "--view", "front"]);
    assert!(small != bald && small != own);
    let (again, _) = picture("again.png", &["render", "--groom", &groom, "--view", "front"]);
    assert_eq!(small, again);
    let shaken =
        picture("shaken.png", &["hair", "--groom", &groom, "--view", "front", "--shake", "--time", "0.3"]).0;
    assert!(shaken != small);
}

#[test]
fn wrong_calls_and_texts_are_refused_with_their_place() {
    let folder = Folder::new("hair-errors");
    let bad = folder.file("bad.ron", b"(layers: [(length: -1)])");
    let map = folder.file("map.ron", b"(layers: [(density_map: \"none.png\")])");
    let out = folder.path("x.png");
    sinew(&["hair", "--groom", "bop", "-o", &out]).failed(2, &["bop", "did you mean \"bob\"?"]);
    sinew(&["hair", "--groom", &bad, "-o", &out]).failed(1, &["layers[0].length", "found -1"]);
    sinew(&["hair", "--groom", &map, "-o", &out]).failed(1, &["none.png"]);
    sinew(&["hair", "--wind", "strong", "-o", &out]).failed(2, &["X,Y,Z"]);
    sinew(&["hair", "--gusts", "2", "-o", &out]).failed(2, &["0 to 1"]);
    sinew(&["hair", "--groom", &bad, "-o", &bad]).failed(2, &["this is an input file"]);
    sinew(&["hair", "--json", "-o", &out]).failed(2, &["FILE.json"]);
    assert!(!std::path::Path::new(&out).exists());
    if let Some(cube) = asset("gltf/box_animated.gltf") {
        let run = sinew(&["hair", &cube, "--groom", "beard", "-o", &out]);
        run.failed(1, &["no head is found"]);
    }
}
