//! `sinew decal`: its data, its characters, its pictures and its errors.

use crate::run_sinew::{Folder, assert_no_nulls, asset, sinew};
use serde_json::Value;

const KNIGHT: &str = "gltf/kaykit/Knight.glb";

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|n| n.as_f64().unwrap()).collect()
}

fn length(a: &[f64]) -> f64 {
    a.iter().map(|n| n * n).sum::<f64>().sqrt()
}

fn apart(a: &[f64], b: &[f64]) -> f64 {
    length(&a.iter().zip(b).map(|(a, b)| a - b).collect::<Vec<_>>())
}

#[test]
fn json_has_the_hit_and_the_decal_in_the_posed_model_space() {
    for args in [
        &["--ray", "0.02,1.2,3,0,0,-1", "--radius", "0.06"][..],
        &["--on", "leftUpperArm@90", "--radius", "0.05", "--clip", "walk", "--time", "0.3"],
        &["--on", "head", "--aspect", "2", "--rotate", "-30", "--map", "plane", "--radius", "0.05"],
    ] {
        let found = sinew(&[&["decal", "--json"], args].concat()).json();
        let fields = [
            "hit",
            "triangles",
            "vertices",
            "positions",
            "uvs",
            "indices",
            "stretch",
            "seams_crossed",
            "microseconds",
        ];
        assert_eq!(found.as_object().unwrap().keys().collect::<Vec<_>>(), fields);
        assert_no_nulls(&found, "decal");
        let hit = &found["hit"];
        for name in ["mesh", "joint", "material"] {
            assert!(!hit[name].as_str().unwrap().is_empty(), "{name} of {hit}");
        }
        assert!((length(&numbers(&hit["normal"])) - 1.0).abs() < 1e-4);
        assert!((numbers(&hit["barycentric"]).iter().sum::<f64>() - 1.0).abs() < 1e-4);
        let (center, radius) = (numbers(&hit["position"]), if args.contains(&"0.06") { 0.06 } else { 0.05 });
        let positions: Vec<Vec<f64>> = found["positions"].as_array().unwrap().iter().map(numbers).collect();
        let uvs: Vec<Vec<f64>> = found["uvs"].as_array().unwrap().iter().map(numbers).collect();
        assert_eq!((positions.len(), uvs.len()), (positions.len(), positions.len()));
        assert_eq!(found["vertices"], positions.len());
        let indices = found["indices"].as_array().unwrap();
        assert!(found["triangles"] == indices.len() && indices.len() > 8, "{found}");
        assert!(indices.iter().flat_map(numbers).all(|n| (n as usize) < positions.len()));
        let is_plane = args.contains(&"plane");
        let far = positions.iter().map(|p| apart(p, &center)).fold(0.0, f64::max);
        assert!(far > radius * 0.7 && (is_plane || far < radius * 1.02), "{far}");
        assert!(uvs.iter().flatten().all(|n| (-1e-5..1.00001).contains(n)));
        // The centre of the image lies at the hit.
        let nearest =
            positions.iter().zip(&uvs).min_by(|a, b| apart(a.0, &center).total_cmp(&apart(b.0, &center)));
        let (position, uv) = nearest.unwrap();
        assert!(apart(uv, &[0.5, 0.5]) < apart(position, &center) / radius + 0.05);
        let [p95, max] = ["p95", "max"].map(|name| found["stretch"][name].as_f64().unwrap());
        assert!((0.0..=max).contains(&p95) && (is_plane || p95 < 0.2), "{p95} {max}");
        assert!(found["microseconds"].as_f64().unwrap() > 0.0);
    }
}

/// The pose of the hit is that of the clip.
#[test]
fn decals_are_placed_on_the_pose() {
    let center = |args: &[&str]| {
        let call = [&["decal", "--json", "--on", "leftLowerArm@90", "--radius", "0.03"], args].concat();
        numbers(&sinew(&call).json()["hit"]["position"])
    };
    let rest = center(&[]);
    let [a, b] = ["0.1", "0.5"].map(|time| center(&["--clip", "walk", "--time", time]));
    assert!(apart(&rest, &a) > 0.01 && apart(&a, &b) > 0.01, "{rest:?} {a:?} {b:?}");
}

#[test]
fn characters_get_one_more_skinned_mesh() {
    let folder = Folder::new("decal-glb");
    let (out, again) = (folder.path("out.glb"), folder.path("again.gltf"));
    let files = [None, asset(KNIGHT), asset("gltf/rpm_brunette-t.glb"), asset("x/tiny/tiny.x")];
    for file in files.iter().enumerate().filter_map(|(n, f)| (n == 0 || f.is_some()).then_some(f)) {
        let file: Vec<&str> = file.iter().map(String::as_str).collect();
        let inspect = |args: &[&str]| sinew(&[&["inspect", "--json"], args].concat()).json();
        let before = inspect(&file);
        let call =
            [&["decal"], &file[..], &["--on", "head", "--radius", "0.04", "-o", &out, "--json"]].concat();
        let found = sinew(&call).json();
        let after = inspect(&[&out]);
        let count = |value: &Value, name: &str| value[name].as_array().unwrap().len();
        for name in ["meshes", "skins", "materials"] {
            assert_eq!(count(&after, name), count(&before, name) + 1, "{name} of {file:?}");
        }
        for name in ["nodes", "clips"] {
            assert!(count(&after, name) >= count(&before, name), "{name} of {file:?}");
        }
        let mesh = after["meshes"].as_array().unwrap().iter().find(|mesh| mesh["name"] == "decal").unwrap();
        assert!(
            mesh["vertices"].as_u64().unwrap() >= 3 && mesh["influences"].as_u64().unwrap() >= 1,
            "{mesh}"
        );
        assert!(found["triangles"].as_u64().unwrap() > 0);
        // What was written can be written once more, with a second decal.
        let second = sinew(&["decal", &out, "--on", "head@90", "--radius", "0.03", "-o", &again]);
        assert_eq!(second.code, 0, "{}", second.err);
        let meshes = count(&inspect(&[&again]), "meshes");
        assert_eq!(meshes, count(&before, "meshes") + 2);
    }
}

#[test]
fn pictures_show_the_decal() {
    let folder = Folder::new("decal-png");
    let picture = |name: &str, args: &[&str]| {
        let out = folder.path(name);
        let run = sinew(&[&["decal", "--on", "chest", "--size", "96x96", "-o", &out], args].concat());
        assert_eq!(run.code, 0, "{}", run.err);
        image::open(&out).unwrap().into_rgb8()
    };
    let red = image::RgbaImage::from_pixel(8, 8, image::Rgba([255, 0, 0, 255]));
    let mark = folder.path("red.png");
    red.save(&mark).unwrap();
    let shown = picture("red-on.png", &["--image", &mark, "--radius", "0.08"]);
    let middle = shown.get_pixel(48, 48).0;
    assert!(middle[0] > 120 && middle[0] > middle[1] * 2 && middle[0] > middle[2] * 2, "{middle:?}");
    let checks = picture("checks.png", &["--radius", "0.08"]);
    assert!(checks != shown && checks != picture("turned.png", &["--radius", "0.08", "--rotate", "90"]));
    // From the whole character, with a camera option.
    let whole = picture("whole.png", &["--radius", "0.08", "--image", &mark, "--view", "front"]);
    let reds = |image: &image::RgbImage| image.pixels().filter(|p| p[0] > 120 && p[1] < 60).count();
    assert!(reds(&whole) > 0 && reds(&whole) < reds(&shown) / 4, "{} {}", reds(&whole), reds(&shown));
}

/// Places by their names: a joint's own, at rest and in a clip in which arms and legs bend.
#[test]
fn places_of_the_body_lie_at_their_joints() {
    let joints = [
        ("left elbow", "leftLowerArm"),
        ("rightElbow", "rightLowerArm"),
        ("left-knee", "leftLowerLeg"),
        ("right shoulder", "rightUpperArm"),
        ("left wrist", "leftHand"),
        ("right hip", "rightUpperLeg"),
        ("left ankle", "leftFoot"),
    ];
    let on: Vec<&str> = joints.iter().flat_map(|(point, _)| ["--on", point]).collect();
    let files = [None, asset(KNIGHT), asset("gltf/rpm_brunette-t.glb"), asset("vrm/Godette_vrm_v4.vrm")];
    for file in files.iter().enumerate().filter_map(|(n, f)| (n == 0 || f.is_some()).then_some(f)) {
        let file: Vec<&str> = file.iter().map(String::as_str).collect();
        for clip in [&[][..], &["--clip", "#run", "--time", "0.2"]] {
            let found =
                sinew(&[&["decal"], &file[..], &on, clip, &["--radius", "0.03", "--json"]].concat()).json();
            let pose = sinew(&[&["pose"], &file[..], clip, &["--json"]].concat()).json();
            let inspected = sinew(&[&["inspect"], &file[..], &["--json"]].concat()).json();
            let size = length(&numbers(&inspected["size_m"]));
            for ((point, bone), answer) in joints.iter().zip(found.as_array().unwrap()) {
                let node = &inspected["humanoid"]["bones"][bone];
                let nodes = pose["nodes"].as_array().unwrap();
                let world = &nodes.iter().find(|entry| entry["name"] == *node).unwrap()["world"];
                let joint = &numbers(world)[12..15];
                let away = apart(&numbers(&answer["hit"]["position"]), joint);
                assert!(away < size * 0.1, "{point} of {file:?}: {away} m from {bone} in {clip:?}");
            }
        }
    }
}

#[test]
fn shots_leave_the_body_behind() {
    let found = sinew(&["decal", "--on", "chest", "--radius", "0.02", "--exit", "--json"]).json();
    let [entry, exit] = [0, 1].map(|n| &found[n]["hit"]);
    assert!(found.as_array().unwrap().len() == 2 && entry["is_front"] == true && exit["is_front"] == false);
    let [front, back] = [entry, exit].map(|hit| numbers(&hit["position"]));
    assert!(
        front[2] - back[2] > 0.1 && (front[0] - back[0]).abs() < 1e-3 && (front[1] - back[1]).abs() < 1e-3
    );
    let [out, away] = [entry, exit].map(|hit| numbers(&hit["normal"])[2]);
    assert!(out > 0.5 && away < -0.5, "{out} {away}");
    let reach = |n: usize| {
        let center = numbers(&found[n]["hit"]["position"]);
        found[n]["positions"]
            .as_array()
            .unwrap()
            .iter()
            .map(|p| apart(&numbers(p), &center))
            .fold(0.0, f64::max)
    };
    assert!((reach(1) / reach(0) - 2.0).abs() < 0.3, "twice as large");
    let wide = sinew(&["decal", "--on", "chest", "--radius", "0.02", "--exit=0.06", "--json"]).json();
    assert!(wide[1]["triangles"].as_u64().unwrap() > found[1]["triangles"].as_u64().unwrap());
}

/// Rows of close-ups in which the mark is seen at every moment.
#[test]
fn contact_sheets_show_every_place_at_every_moment() {
    let folder = Folder::new("decal-sheet");
    let red = image::RgbaImage::from_pixel(8, 8, image::Rgba([255, 0, 0, 255]));
    let (mark, out) = (folder.path("red.png"), folder.path("sheet.png"));
    red.save(&mark).unwrap();
    let points = ["--on", "left elbow", "--on", "right knee", "--on", "chest"];
    let options = ["--image", &mark, "--clip", "run", "--contact-sheet=4", "--size", "60x60", "-o", &out];
    let run = sinew(&[&["decal"], &points[..], &options].concat());
    assert_eq!(run.code, 0, "{}", run.err);
    let sheet = image::open(&out).unwrap().into_rgb8();
    let cell = |row: u32, moment: u32| {
        let height = (sheet.height() - 10) / 3;
        let [left, top] = [10 + moment * 60, 10 + row * height];
        let pixels = (0..60).flat_map(|y| (0..60).map(move |x| (x, y)));
        pixels
            .filter(|(x, y)| {
                let pixel = sheet.get_pixel(left + x, top + y).0;
                pixel[0] > 90 && pixel[1] < 60 && pixel[2] < 60
            })
            .count()
    };
    assert_eq!(sheet.width(), 260);
    for row in 0..3 {
        for moment in 0..4 {
            assert!((30..900).contains(&cell(row, moment)), "{row}, {moment}: {}", cell(row, moment));
        }
    }
    // Stills of several places lie side by side, without a clip.
    let both = folder.path("both.png");
    let run = sinew(&["decal", "--on", "chest", "--on", "face", "--size", "50x40", "-o", &both]);
    assert_eq!(run.code, 0, "{}", run.err);
    let both = image::open(&both).unwrap();
    assert!(both.width() >= 120 && both.height() < 120, "{} × {}", both.width(), both.height());
}

/// A painted character has no more meshes than before, and shows the decal.
#[test]
fn decals_are_painted_into_textures() {
    let folder = Folder::new("decal-bake");
    let (out, red) = (folder.path("out.glb"), folder.path("red.png"));
    image::RgbaImage::from_pixel(8, 8, image::Rgba([255, 0, 0, 255])).save(&red).unwrap();
    let decal_options = ["--on", "head", "--radius", "0.05", "--image", &red];
    let run = sinew(&[&["decal"], &decal_options[..], &["--bake", "-o", &out]].concat());
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.err.contains("painted"), "{}", run.err);
    let count = |args: &[&str], name: &str| {
        sinew(&[&["inspect", "--json"], args].concat()).json()[name].as_array().unwrap().len()
    };
    for name in ["meshes", "skins", "materials", "clips"] {
        assert_eq!(count(&[&out], name), count(&[], name), "{name}");
    }
    let picture = |name: &str, args: &[&str]| {
        let file = folder.path(name);
        let run = sinew(&[args, &["--view", "face", "--size", "96x96", "-o", &file]].concat());
        assert_eq!(run.code, 0, "{}", run.err);
        image::open(&file).unwrap().into_rgb8()
    };
    let reds = |image: &image::RgbImage| {
        image.pixels().filter(|p| p[0] > 110 && p[1] < p[0] / 2 && p[2] < p[0] / 2).count()
    };
    let painted = reds(&picture("painted.png", &["render", &out]));
    let bare = reds(&picture("bare.png", &["render"]));
    let mesh = reds(&picture("mesh.png", &[&["decal"], &decal_options[..]].concat()));
    assert!(
        bare * 4 < painted && painted * 5 > mesh * 4 && mesh * 5 > painted * 4,
        "{bare} {painted} {mesh}"
    );
    sinew(&["decal", "--on", "head", "--texels", "64", "--json"]).failed(2, &["--bake"]);
    sinew(&["decal", "--on", "head", "--bake", "--texels", "1", "--json"]).failed(2, &["16..=8192"]);
}

/// A head without bones has a face too.
#[test]
fn faces_of_busts_are_found() {
    let Some(bust) = asset("gltf/LeePerrySmith/LeePerrySmith.glb") else { return };
    let found = sinew(&["decal", &bust, "--on", "face", "--json"]).json();
    let hit = numbers(&found["hit"]["position"]);
    assert!(hit[0].abs() < 0.2 && (0.0..2.0).contains(&hit[1]) && hit[2] > 2.0, "{hit:?}");
}

/// An image that is not square is drawn as a whole, in its own proportions.
#[test]
fn images_keep_their_proportions() {
    let folder = Folder::new("decal-proportions");
    let wide = folder.path("wide.png");
    image::RgbaImage::from_pixel(20, 10, image::Rgba([0, 0, 255, 255])).save(&wide).unwrap();
    let call = ["decal", "--on", "chest", "--image", &wide, "--json"];
    let wide_decal = sinew(&call).json();
    assert_eq!(wide_decal["uvs"], sinew(&[&call[..], &["--aspect", "2"]].concat()).json()["uvs"]);
    assert_ne!(wide_decal["uvs"], sinew(&[&call[..], &["--aspect", "1"]].concat()).json()["uvs"]);
}

/// A mark below something else is not seen: the command says so.
#[test]
fn covered_decals_are_named() {
    let Some(knight) = asset(KNIGHT) else { return };
    let covered = sinew(&["decal", &knight, "--on", "face", "--json"]);
    assert!(covered.err.contains("covers the decal"), "{}", covered.err);
    assert!(!sinew(&["decal", "--on", "face", "--json"]).err.contains("covers"));
}

/// A dent is bare metal with a normal map.
#[test]
fn dents_have_a_normal_map() {
    let folder = Folder::new("decal-dent");
    let out = folder.path("out.glb");
    assert_eq!(sinew(&["decal", "--on", "chest", "--look", "dent", "-o", &out]).code, 0);
    // The built-in character has no normal map.
    let glb = std::fs::read(&out).unwrap();
    assert!(glb.windows(13).any(|bytes| bytes == b"normalTexture"));
    let picture = |name: &str, args: &[&str]| {
        let file = folder.path(name);
        let run = sinew(&[&["decal", "--on", "chest", "--size", "96x96", "-o", &file], args].concat());
        assert_eq!(run.code, 0, "{}", run.err);
        image::open(&file).unwrap().into_rgb8()
    };
    let flat = folder.path("flat.png");
    image::RgbaImage::from_pixel(8, 8, image::Rgba([128, 128, 255, 255])).save(&flat).unwrap();
    let dented = picture("dent.png", &["--look", "dent"]);
    assert!(dented != picture("flat-dent.png", &["--look", "dent", "--normal-map", &flat]));
}

#[test]
fn mistakes_name_what_is_wrong() {
    let folder = Folder::new("decal-wrong");
    let out = folder.path("out.png");
    let call = |args: &[&str]| sinew(&[&["decal"], args].concat());
    let on = |args: &[&str]| call(&[&["--on", "chest", "-o", &out], args].concat());
    call(&["--json"]).failed(2, &["--ray", "--on"]);
    call(&["--on", "chest"]).failed(2, &["--output"]);
    for ray in ["0,1,3", "0,1,3,0,0,0", "0,1,3,0,nan,-1", "0,1,3,0,0,x", ""] {
        call(&[&format!("--ray={ray}"), "--json"]).failed(2, &["expected six finite numbers"]);
    }
    call(&["--ray", "5,1,3,0,0,-1", "--json"]).failed(1, &["ray 5,1,3,0,0,-1 meets no front face"]);
    call(&["--on", "cheest", "--json"]).failed(1, &["cheest", "chest"]);
    call(&["--on", "elbow", "--json"]).failed(1, &["elbow", "left or right shoulder"]);
    for angle in ["chest@left", "chest@90,100", "chest@nan", "chest@"] {
        call(&["--on", angle, "--json"]).failed(2, &["PLACE@AZIMUTH", "-90 to 90"]);
    }
    on(&["--exit=0"]).failed(2, &["--exit", "expected metres"]);
    on(&["--contact-sheet=0"]).failed(2, &["expected a number of moments"]);
    call(&["--on", "chest", "--contact-sheet", "-o", &folder.path("a.gif")]).failed(2, &["is one picture"]);
    call(&["--on", "chest", "--contact-sheet", "-o", &folder.path("a.glb")]).failed(2, &["is one picture"]);
    on(&["--contact-sheet", "--seconds", "2"]).failed(2, &["--seconds"]);
    on(&["--hide", "umbrella"]).failed(1, &["umbrella"]);
    for radius in ["0", "-1", "nan", "1e9", "wide"] {
        on(&["--radius", radius]).failed(2, &["--radius", "expected metres, 0.00001 to 10000"]);
    }
    for aspect in ["0", "nan", "1000"] {
        on(&["--aspect", aspect]).failed(2, &["--aspect", "expected width over height, 0.01 to 100"]);
    }
    on(&["--rotate", "inf"]).failed(2, &["--rotate", "number of degrees"]);
    on(&["--map", "flat"]).failed(2, &["exp", "plane"]);
    on(&["--image", &folder.path("none.png")]).failed(1, &["none.png"]);
    let broken = folder.file("broken.png", b"\x89PNG\r\n\x1a\nno image");
    on(&["--image", &broken]).failed(1, &["broken.png"]);
    on(&["--normal-map", &broken]).failed(1, &["broken.png"]);
    call(&["--on", "chest", "--image", &broken, "-o", &broken]).failed(2, &["this is an input file"]);
    let copy = folder.path("hero.glb");
    assert_eq!(call(&["--on", "chest", "-o", &copy]).code, 0);
    call(&[&copy, "--on", "chest", "-o", &copy]).failed(2, &["this is an input file"]);
    call(&["--on", "chest", "-o", &folder.path("out.txt")]).failed(2, &["out.txt"]);
    assert!(!std::path::Path::new(&out).exists());
}
