//! `sinew hair`: haircuts, their movement as JSON, pictures.

use crate::run_sinew::{Folder, asset, sinew};
use serde_json::Value;

/// A haircut with few strands, to be quick.
const SMALL: &str = "(layers: [(name: \"hair\", comb: Parted(at: 0.2, back: 0.5), length: 0.25, guides: 40, \
                     points: 8, strands: 400)])";

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
    let rest = file["rest"].as_array().unwrap();
    assert_eq!(rest.len(), lengths.len());
    for (guide, lengths) in rest.iter().zip(lengths) {
        for (pair, length) in points(guide).windows(2).zip(lengths.as_array().unwrap()) {
            assert!((distance(pair[0], pair[1]) - length.as_f64().unwrap()).abs() < 1e-6);
        }
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
    let (hairy, _) = picture("own.png", &["render", "--view", "front"]);
    assert!(small != bald && small != hairy);
    let (again, _) =
        picture("again.png", &["render", "--groom", &groom, "--clip", "idle", "--view", "front"]);
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
    sinew(&["hair", "--wind", "1e30,0,0", "-o", &out])
        .failed(2, &["--wind", "at most 100 metres per second"]);
    sinew(&["hair", "--wind", "0,-80,-80", "-o", &out]).failed(2, &["at most 100"]);
    sinew(&["hair", "--gusts", "2", "-o", &out]).failed(2, &["0 to 1"]);
    sinew(&["hair", "--groom", &bad, "-o", &bad]).failed(2, &["this is an input file"]);
    sinew(&["hair", "--json", "-o", &out]).failed(2, &["FILE.json"]);
    sinew(&["hair", "--groom", "bob", "--groom", "bob", "-o", &out]).failed(2, &["--groom bob: given twice"]);
    let no_ending = folder.path("x");
    let endings = [".png", ".mp4", "frames/%04d.png", ".json", ".glb", ".gltf", ".vrm", ".hair", ".tfx"];
    sinew(&["hair", "-o", &no_ending]).failed(2, &endings);
    let strands = folder.path("x.hair");
    for option in
        [&["--wind", "4,0,0"][..], &["--shake"], &["--clip", "run"], &["--time", "1"], &["--seconds", "1"]]
    {
        let run = sinew(&[&["hair", "-o", &strands], option].concat());
        run.failed(2, &[option[0], "strands are written at rest"]);
    }
    assert!(![&out, &no_ending, &strands].iter().any(|path| std::path::Path::new(path).exists()));
    if let Some(cube) = asset("gltf/box_animated.gltf") {
        let run = sinew(&["hair", &cube, "--groom", "beard", "-o", &out]);
        run.failed(1, &["no face is found"]);
    }
}

#[test]
fn faults_of_grooms_have_their_place_in_the_text() {
    let folder = Folder::new("hair-grooms");
    folder.file("empty.png", b"");
    for (text, words) in [
        ("(layers: [])", &["line 1, column 2: layers: the groom has no layers"][..]),
        ("(name: \"bare\", layers: [])", &["line 1, column 16: layers: the groom has no layers"]),
        (
            "(layers: [(name: \"top\"), (\n name: \"fringe\",\n length: -0.1)])",
            &["line 3, column 2: layers[1].length: expected a number from 0.001", "found -0.1"],
        ),
        ("(layers: [\n(comb: Parted(at: 5, back: 0))])", &["line 2, column 15: layers[0].comb.at: "]),
        ("(layers: [(fringe: (0.07, 0.02))])", &["layers[0].fringe", "is written (width: "]),
        ("(layers: [(comb: Swept((0, 0.2, -1)))])", &["layers[0].comb", "is written Swept(direction: "]),
        ("(layers: [(comb: 0.5)])", &["name of a field or a kind; found 0.5"]),
        ("(layers: [(comb: (1))])", &["name of a field or a kind; found ("]),
        ("(layers: [(\"length\": 1)])", &["without quotation marks"]),
        ("(layers: [(density_map: \"none.png\")])", &["layers[0].density_map: ", "none.png: No such file"]),
        (
            "(layers: [(length_map: \"empty.png\")])",
            &["layers[0].length_map: ", "empty.png: the file is empty"],
        ),
    ] {
        let groom = folder.file("bad.ron", text.as_bytes());
        let run = sinew(&["hair", "--groom", &groom, "-o", &folder.path("x.png")]);
        run.failed(1, &[words, &["bad.ron: "]].concat());
        let run = sinew(&["check", &groom]);
        assert!(run.code == 1 && run.out.contains("[groom]"), "{}", run.out);
        words.iter().for_each(|word| assert!(run.out.contains(word), "{word:?} is not in {:?}", run.out));
    }
    let groom = folder.file("small.ron", SMALL.as_bytes());
    let run = sinew(&["check", &groom]);
    assert!(run.code == 0 && run.out.contains("info: file: the file is a valid groom"), "{}", run.out);
    let built_in = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/sinew.vrm");
    let run = sinew(&["check", built_in, &groom]);
    assert!(
        run.code == 0 && run.out.contains("the groom fits ") && run.out.contains("400 strands"),
        "{}",
        run.out
    );
}

#[test]
fn files_of_strands_are_inspected() {
    let folder = Folder::new("hair-inspect");
    let groom = folder.file("small.ron", SMALL.as_bytes());
    for (name, values) in [("a.hair", "thickness, colour"), ("a.tfx", "thickness, colour")] {
        let file = folder.path(name);
        let run = sinew(&["hair", "--groom", &groom, "-o", &file]);
        assert_eq!(run.code, 0, "{}", run.err);
        let contents = sinew(&["inspect", &file, "--json"]).json();
        assert_eq!((&contents["curves"], &contents["points"]), (&400.into(), &(400 * 16).into()));
        let lengths = contents["lengths_m"].as_array().unwrap();
        assert!(lengths[0].as_f64() < lengths[1].as_f64() && lengths[1].as_f64() < Some(0.5), "{lengths:?}");
        let text = sinew(&["inspect", &file]).out;
        assert!(text.contains("400 curves, 6400 points") && text.contains(values), "{text}");
        assert!(text.contains("sinew hair --groom "), "{text}");
    }
    let cut = folder.file("cut.hair", b"HAIR");
    sinew(&["inspect", &cut]).failed(1, &["cut.hair: "]);
    let run = sinew(&["render", &folder.path("a.hair"), "-o", &folder.path("x.png")]);
    run.failed(1, &["a file of hair strands", "sinew hair --groom"]);
}

/// A bust without joints and clips, twenty times as large as a person's.
const BUST: &str = "gltf/LeePerrySmith/LeePerrySmith.glb";

#[test]
fn hair_of_another_head_is_scaled_onto_this_one() {
    let Some(bust) = asset(BUST) else { return };
    let folder = Folder::new("hair-fitted");
    let groom = folder.file("small.ron", SMALL.as_bytes());
    let strands = folder.path("small.hair");
    assert_eq!(sinew(&["hair", "--groom", &groom, "-o", &strands]).code, 0);
    let run = sinew(&["hair", &bust, "--groom", &strands, "--seconds", "0.1", "--json"]);
    let large = "its head is 20 times as large as a person's: wind and gravity move the hair as a giant's";
    assert!(run.err.contains("moved onto the head, 19.") && run.err.contains(large), "{}", run.err);
    let guides = run.json();
    assert!(guides["roots"].as_array().unwrap().len() > 10);
    let heights = guides["frames"][0].as_array().unwrap().iter().map(|guide| points(guide)[0][1]);
    let [low, high] =
        heights.fold([f64::MAX, f64::MIN], |[low, high], height| [low.min(height), high.max(height)]);
    // From the nape to the crown of this head, metres.
    assert!(low > -0.5 && high > 3.8 && high < 4.1, "{low} {high}");
}

#[test]
fn a_bust_without_clips_and_joints_is_shaken() {
    let Some(bust) = asset(BUST) else { return };
    let folder = Folder::new("hair-bust");
    let groom = folder.file("small.ron", SMALL.as_bytes());
    let out = folder.path("shaken.png");
    let call = ["hair", &bust, "--groom", &groom, "--shake", "--time", "0.2"];
    let run = sinew(&[&call[..], &["--size", "64x64", "-o", &out]].concat());
    assert!(run.code == 0 && std::path::Path::new(&out).exists(), "{}", run.err);
    // From one side to the other in half a shake.
    let run =
        sinew(&[&call[..5], &["--time", "0.178", "--seconds", "0.7", "--fps", "2.8", "--json"]].concat());
    let frames = run.json()["frames"].clone();
    let root = |frame: usize| points(&frames[frame][0])[0];
    assert!(distance(root(0), root(1)) > 0.3, "{:?} {:?}", root(0), root(1));
}

#[test]
fn grown_hair_is_saved_and_loaded() {
    let folder = Folder::new("hair-saved");
    let groom = folder.file("small.ron", SMALL.as_bytes());
    let saved = folder.path("person.groom");
    let run = sinew(&["hair", "--groom", &groom, "-o", &saved]);
    assert!(run.code == 0 && run.err.contains("400 strands on 40 guides"), "{}", run.err);
    // The guides are the same, and so is how they move.
    let call = ["hair", "--clip", "run", "--seconds", "0.2", "--json", "--groom"];
    let [grown, loaded] = [&groom, &saved].map(|groom| sinew(&[&call[..], &[groom]].concat()));
    assert!(loaded.err.contains("hidden under the new hair"), "{}", loaded.err);
    assert_eq!(grown.json(), loaded.json());
    // Another head, a damaged file, and options that a file at rest does not take are refused.
    let out = folder.path("x.png");
    if let Some(bust) = asset(BUST) {
        sinew(&["hair", &bust, "--groom", &saved, "-o", &out]).failed(1, &["person.groom", "grow it again"]);
    }
    let bytes = std::fs::read(&saved).unwrap();
    let cut = folder.file("cut.groom", &bytes[..bytes.len() / 2]);
    sinew(&["hair", "--groom", &cut, "-o", &out])
        .failed(1, &["cut.groom", "byte 24", "the size in its header"]);
    let text = folder.file("text.groom", SMALL.as_bytes());
    sinew(&["hair", "--groom", &text, "-o", &out]).failed(1, &["text.groom", "not a groom file"]);
    sinew(&["hair", "--shake", "-o", &saved]).failed(2, &["--shake", "at rest"]);
}
