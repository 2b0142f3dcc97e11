//! `sinew drop`: characters that fall as ragdolls.

use crate::run_sinew::{Folder, assert_no_nulls, sinew};
use serde_json::Value;

fn inspect(file: &str) -> Value {
    sinew(&["inspect", file, "--json"]).json()
}

/// Positions of all nodes of a file in its last clip at a time.
fn nodes(file: &str, time: &str) -> Vec<(String, [f64; 3])> {
    let posed = sinew(&["pose", file, "--clip", "fall", "--time", time, "--json"]).json();
    let node = |node: &Value| {
        let position = [12, 13, 14].map(|n| node["world"][n].as_f64().unwrap());
        (node["name"].as_str().unwrap().to_owned(), position)
    };
    posed["nodes"].as_array().unwrap().iter().map(node).collect()
}

#[test]
fn a_fall_is_written_as_a_clip_with_its_figures() {
    let folder = Folder::new("drop");
    let out = folder.path("fall.glb");
    let run = sinew(&["drop", "--seconds", "3.5", "--json", "-o", &out]);
    assert!(run.err.contains("parts") && run.err.contains("kg"), "{}", run.err);
    let figures = run.json();
    let keys: Vec<&str> = figures.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, ["parts", "stretch_mm", "penetration_mm", "limit_overshoot_deg", "rest_s"]);
    let parts = figures["parts"].as_array().unwrap();
    assert!((14..=17).contains(&parts.len()));
    for part in parts {
        assert_no_nulls(part, "parts");
        assert!(["box", "capsule", "sphere", "hull"].contains(&part["shape"].as_str().unwrap()));
        assert!(part["joint"].is_string() && part["mass_kg"].as_f64().unwrap() > 0.0);
        for (name, range) in part["limits"].as_object().unwrap() {
            assert!(["hinge", "swing", "twist"].contains(&name.as_str()), "{name}");
            assert!(range[0].as_f64().unwrap() <= range[1].as_f64().unwrap());
        }
    }
    for spread in ["stretch_mm", "penetration_mm", "limit_overshoot_deg"] {
        let [median, p99, max] = ["median", "p99", "max"].map(|key| figures[spread][key].as_f64().unwrap());
        assert!(0.0 <= median && median <= p99 && p99 <= max, "{spread}: {}", figures[spread]);
    }
    assert!(figures["stretch_mm"]["median"].as_f64().unwrap() < 1.0);
    assert!(figures["limit_overshoot_deg"]["p99"].as_f64().unwrap() < 3.0);
    assert!(figures["rest_s"].is_null() || figures["rest_s"].as_f64().unwrap() < 3.5);

    // The file is valid, and its clip begins above the floor and ends on it.
    let it = inspect(&out);
    let errors = it["findings"].as_array().unwrap().iter().filter(|finding| finding["severity"] == "error");
    assert_eq!(errors.count(), 0);
    let clips = it["clips"].as_array().unwrap();
    assert_eq!(clips.len(), 1);
    assert_eq!(clips[0]["name"], "fall");
    assert!((clips[0]["seconds"].as_f64().unwrap() - 3.5).abs() < 1e-4);
    let (start, end) = (nodes(&out, "0"), nodes(&out, "3.5"));
    let height =
        |all: &[(String, [f64; 3])], name: &str| all.iter().find(|node| node.0 == name).unwrap().1[1];
    assert!(height(&start, "hips") > 1.0 && height(&end, "hips") < 0.6);
    assert!(end.iter().all(|node| node.1[1] > -0.1), "{end:?}");
    // Bones keep their lengths.
    let distance = |all: &[(String, [f64; 3])], a: &str, b: &str| {
        let [a, b] = [a, b].map(|name| all.iter().find(|node| node.0 == name).unwrap().1);
        a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
    };
    for (a, b) in
        [("leftUpperLeg", "leftLowerLeg"), ("leftLowerLeg", "leftFoot"), ("rightUpperArm", "rightLowerArm")]
    {
        for time in ["0.5", "1", "2"] {
            let change = distance(&nodes(&out, time), a, b) - distance(&start, a, b);
            assert!(change.abs() < 1e-4, "{a} {time}: {change}");
        }
    }
}

#[test]
fn clips_have_sixty_keys_per_second() {
    let folder = Folder::new("drop-keys");
    let out = folder.path("fall.gltf");
    assert_eq!(sinew(&["drop", "--seconds", "1", "-o", &out]).code, 0);
    let file: Value = serde_json::from_slice(&std::fs::read(&out).unwrap()).unwrap();
    let animations = file["animations"].as_array().unwrap();
    assert_eq!(animations.len(), 1);
    let counts = animations[0]["samplers"].as_array().unwrap().iter().map(|sampler| {
        let times = &file["accessors"][sampler["input"].as_u64().unwrap() as usize];
        assert_eq!(times["min"][0].as_f64().unwrap(), 0.0);
        times["count"].as_u64().unwrap()
    });
    assert_eq!(counts.max(), Some(61));
}

#[test]
fn what_a_character_falls_onto_is_in_the_file() {
    let folder = Folder::new("drop-onto");
    let meshes = |onto: &str| {
        let out = folder.path("out.glb");
        let run = sinew(&["drop", "--seconds", "0.5", "--onto", onto, "-o", &out]);
        assert_eq!(run.code, 0, "{}", run.err);
        inspect(&out)["meshes"].as_array().unwrap().len()
    };
    let floor = meshes("floor");
    assert!(meshes("boxes") > floor && meshes("stairs") > floor);
    // The meshes of a file.
    let ground = folder.path("ground.glb");
    assert_eq!(sinew(&["convert", "-o", &ground]).code, 0);
    assert!(meshes(&ground) > floor);
}

/// The floor, stairs or boxes on which the body lies are a mesh of a node of their own, which stands in the
/// scene and moves with no clip, and the body moves as without it.
#[test]
fn what_a_character_falls_onto_has_a_node_of_its_own() {
    let folder = Folder::new("drop-node");
    let ground = folder.path("rocks.glb");
    assert_eq!(sinew(&["convert", "-o", &ground]).code, 0);
    for (onto, name) in [("boxes", "boxes"), ("stairs", "stairs"), (ground.as_str(), "rocks")] {
        let out = folder.path("out.gltf");
        let run = sinew(&["drop", "--seconds", "0.5", "--onto", onto, "-o", &out]);
        assert_eq!(run.code, 0, "{}", run.err);
        let file: Value = serde_json::from_slice(&std::fs::read(&out).unwrap()).unwrap();
        let nodes = file["nodes"].as_array().unwrap();
        let number = nodes.iter().position(|node| node["name"] == name).expect(name);
        assert!(nodes[number]["mesh"].is_u64() && nodes[number].get("children").is_none());
        assert!(file["scenes"][0]["nodes"].as_array().unwrap().contains(&Value::from(number)));
        let channels = file["animations"][0]["channels"].as_array().unwrap();
        assert!(channels.iter().all(|channel| channel["target"]["node"] != number));
        // Nothing of it is on a node of the character.
        let mesh = &file["meshes"][nodes[number]["mesh"].as_u64().unwrap() as usize];
        assert_eq!(mesh["name"], name);
        let height = |time: &str| nodes_at(&out, time, "hips");
        assert!(height("0")[1] > height("0.5")[1] + 0.5, "{onto}");
    }
}

/// Position of a node in a fall.
fn nodes_at(file: &str, time: &str, name: &str) -> [f64; 3] {
    nodes(file, time).into_iter().find(|node| node.0 == name).unwrap().1
}

#[test]
fn a_seed_gives_the_same_bytes_again() {
    let folder = Folder::new("drop-seeds");
    let fall = |name: &str, seed: &str, more: &[&str]| {
        let out = folder.path(name);
        let run = sinew(&[&["drop", "--seed", seed, "--seconds", "1", "-o", &out], more].concat());
        assert_eq!(run.code, 0, "{}", run.err);
        std::fs::read(out).unwrap()
    };
    let first = fall("a.glb", "5", &[]);
    assert!(first == fall("b.glb", "5", &[]) && first != fall("c.glb", "6", &[]));
    let boxes = ["--onto", "boxes"];
    assert!(fall("a.glb", "5", &boxes) == fall("b.glb", "5", &boxes));
    let shot = ["--clip", "walk", "--at", "0.4", "--push", "chest=0,40,-200"];
    let pushed = fall("a.glb", "5", &shot);
    assert!(pushed == fall("b.glb", "5", &shot) && pushed != fall("c.glb", "5", &shot[..4]));
}

#[test]
fn a_clip_plays_until_the_character_falls() {
    let folder = Folder::new("drop-clip");
    let out = folder.path("out.glb");
    let run = sinew(&["drop", "--clip", "idle", "--at", "1", "--seconds", "3", "-o", &out]);
    assert_eq!(run.code, 0, "{}", run.err);
    let hips = |time: &str| nodes(&out, time).into_iter().find(|node| node.0 == "hips").unwrap().1[1];
    assert!(
        (hips("0.9") - hips("0")).abs() < 0.05 && hips("3") < 0.5 * hips("0"),
        "{} {}",
        hips("0.9"),
        hips("3")
    );
    // Strong muscles do not fold at once.
    let limp = hips("1.4");
    let strong = ["drop", "--clip", "idle", "--at", "1", "--seconds", "3", "--powered", "1", "-o", &out];
    assert_eq!(sinew(&strong).code, 0);
    assert!(hips("1.4") > limp + 0.05, "{} {limp}", hips("1.4"));
}

#[test]
fn wrong_calls_fail_with_a_message() {
    let folder = Folder::new("drop-wrong");
    let out = folder.path("out.glb");
    let call = |more: &[&str]| sinew(&[&["drop", "--seconds", "0.2"], more].concat());
    call(&["-o", &out, "--at", "1"]).failed(2, &["--at needs --clip"]);
    call(&["-o", &out, "--push", "elbow=0,1,0"]).failed(1, &["elbow"]);
    for push in ["chest", "chest=1,2", "chest=1,2,3,4", "chest=a,b,c", "chest=NaN,0,0", "=1,2,3"] {
        call(&["-o", &out, "--push", push]).failed(2, &["expected JOINT=X,Y,Z"]);
    }
    for strength in ["2", "-1", "NaN", "much"] {
        call(&["-o", &out, "--powered", strength]).failed(2, &["expected a strength from 0 to 1"]);
    }
    call(&["-o", &out, "--clip", "moonwalk"]).failed(1, &["moonwalk"]);
    call(&["-o", &out, "--onto", &folder.path("missing.glb")]).failed(1, &["missing.glb"]);
    call(&[&folder.path("nobody.glb"), "-o", &out]).failed(1, &["nobody.glb"]);
    call(&["-o", &folder.path("out.vrma")])
        .failed(2, &["expected .glb, .gltf, .vrm, a picture or an animation"]);
    call(&["-o", &folder.path("out.txt")]).failed(2, &["out.txt"]);
    call(&[]).failed(2, &["--output"]);
    let flat = folder.file("bare.bvh", crate::made::humanoid_bvh(2, 0.1).as_bytes());
    call(&[&flat, "-o", &out]).failed(1, &["bare.bvh", "no skin to measure"]);
    assert_eq!(folder.names(), ["bare.bvh"]);
}

/// A fall out of a clip begins in the clip, and lasts as long as asked from there on.
#[test]
fn a_fall_out_of_a_clip_begins_in_the_clip() {
    let folder = Folder::new("drop-clip");
    let out = folder.path("fall.glb");
    assert_eq!(sinew(&["drop", "--clip", "run", "--at", "0.5", "--seconds", "1", "-o", &out]).code, 0);
    assert!((inspect(&out)["clips"][0]["seconds"].as_f64().unwrap() - 1.5).abs() < 0.02);
    let posed = sinew(&["pose", "--clip", "run", "--time", "0", "--json"]).json();
    for (name, position) in nodes(&out, "0").into_iter().filter(|node| node.0.ends_with("Hand")) {
        let at_rest =
            posed["nodes"].as_array().unwrap().iter().find(|node| node["name"] == name.as_str()).unwrap();
        for axis in 0..3 {
            let expected = at_rest["world"][12 + axis].as_f64().unwrap();
            assert!((position[axis] - expected).abs() < 0.02, "{name}: {position:?}, {at_rest}");
        }
    }
}

#[test]
fn check_knows_ragdolls() {
    let folder = Folder::new("drop-check");
    let text = folder.path("hero.ron");
    assert_eq!(sinew(&["ragdoll", "-o", &text]).code, 0);
    let run = sinew(&["check", &text]);
    assert!(run.code == 0 && run.out.contains("valid ragdoll"), "{}", run.out);
}

/// A GLB has its ragdoll as rigid bodies: `inspect` shows it, `ragdoll` and `convert` take it on.
#[test]
fn a_ragdoll_is_written_into_a_glb() {
    let folder = Folder::new("bodies");
    let [glb, text, small, again] =
        ["body.glb", "body.ron", "small.glb", "again.ron"].map(|name| folder.path(name));
    let run = sinew(&["ragdoll", "--mass", "70", "-o", &glb]);
    assert!(run.code == 0 && run.err.contains("70.0 kg"), "{}", run.err);
    let it = inspect(&glb);
    let parts = it["ragdoll"]["parts"].as_array().unwrap().len();
    assert!((14..=17).contains(&parts));
    assert!(inspect(&small_of(&glb, &small))["ragdoll"]["parts"].as_array().unwrap().len() == parts);
    let tables = sinew(&["inspect", &glb]);
    assert!(tables.out.contains(&format!("Ragdoll: {parts} parts, 70.0 kg")), "{}", tables.out);
    let run = sinew(&["ragdoll", &glb, "-o", &text]);
    assert!(
        run.code == 0 && run.err.contains("its own ragdoll") && run.err.contains("70.0 kg"),
        "{}",
        run.err
    );
    // The text goes into a file, too, and --fit ignores what a file has.
    let run = sinew(&["ragdoll", "--ragdoll", &text, "-o", &small]);
    assert!(run.code == 0 && run.err.contains("70.0 kg"), "{}", run.err);
    let run = sinew(&["ragdoll", &glb, "--fit", "-o", &again]);
    assert!(run.code == 0 && !run.err.contains("70.0 kg"), "{}", run.err);
    let run = sinew(&["ragdoll", "-o", &folder.path("body.txt")]);
    assert!(run.code != 0 && run.err.contains(".ron, .glb, .gltf or .vrm"), "{}", run.err);
}

/// Converts a file and returns the path of the result.
fn small_of(file: &str, to: &str) -> String {
    assert_eq!(sinew(&["convert", file, "--quantize", "-o", to]).code, 0);
    to.to_owned()
}

/// Joints of a body of boxes: name, parent, offset from it.
const BOXES: [(&str, usize, [f32; 3]); 17] = [
    ("hips", 99, [0.0, 0.9, 0.0]),
    ("spine", 0, [0.0, 0.1, 0.0]),
    ("chest", 1, [0.0, 0.15, 0.0]),
    ("neck", 2, [0.0, 0.2, 0.0]),
    ("head", 3, [0.0, 0.1, 0.0]),
    ("leftUpperArm", 2, [0.18, 0.15, 0.0]),
    ("leftLowerArm", 5, [0.27, 0.0, 0.0]),
    ("leftHand", 6, [0.25, 0.0, 0.0]),
    ("rightUpperArm", 2, [-0.18, 0.15, 0.0]),
    ("rightLowerArm", 8, [-0.27, 0.0, 0.0]),
    ("rightHand", 9, [-0.25, 0.0, 0.0]),
    ("leftUpperLeg", 0, [0.1, -0.05, 0.0]),
    ("leftLowerLeg", 11, [0.0, -0.4, 0.0]),
    ("leftFoot", 12, [0.0, -0.4, 0.0]),
    ("rightUpperLeg", 0, [-0.1, -0.05, 0.0]),
    ("rightLowerLeg", 14, [0.0, -0.4, 0.0]),
    ("rightFoot", 15, [0.0, -0.4, 0.0]),
];

/// The body of boxes below an armature that is scaled by `signs`, each 1 or -1, and that looks the same for
/// all of them.
fn body_of_boxes(signs: [f32; 3]) -> Value {
    let mut world = vec![[0.0f32; 3]; BOXES.len()];
    for (n, (_, parent, offset)) in BOXES.iter().enumerate() {
        let above = world.get(*parent).copied().unwrap_or_default();
        world[n] = std::array::from_fn(|axis| above[axis] + offset[axis]);
    }
    let (mut points, mut joints, mut indices, mut binds) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (n, position) in world.iter().enumerate() {
        let children: Vec<[f32; 3]> =
            (0..BOXES.len()).filter(|c| BOXES[*c].1 == n).map(|c| world[c]).collect();
        let end = children.first().copied().unwrap_or([position[0], position[1] - 0.05, position[2] + 0.12]);
        let first = (points.len() / 3) as u16;
        for corner in 0..8 {
            for axis in 0..3 {
                let (low, high) =
                    (position[axis].min(end[axis]) - 0.045, position[axis].max(end[axis]) + 0.045);
                points.push(if corner >> axis & 1 == 0 { low } else { high });
            }
            joints.extend([n as u16, 0, 0, 0]);
        }
        let sides = [
            0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3,
            5, 3, 7, 5,
        ];
        indices.extend(sides.map(|corner: u16| first + corner));
        let [x, y, z] = signs;
        let back: [f32; 3] = std::array::from_fn(|axis| -signs[axis] * position[axis]);
        binds.extend([x, 0., 0., 0., 0., y, 0., 0., 0., 0., z, 0., back[0], back[1], back[2], 1.0f32]);
    }
    let vertices = joints.len() / 4;
    let weights = (0..vertices).flat_map(|_| [1.0f32, 0.0, 0.0, 0.0]);
    let floats = |all: &mut dyn Iterator<Item = f32>| all.flat_map(f32::to_le_bytes).collect::<Vec<u8>>();
    let shorts = |all: &[u16]| all.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
    let parts = [
        floats(&mut points.iter().copied()),
        floats(&mut { weights }),
        floats(&mut binds.iter().copied()),
        shorts(&joints),
        shorts(&indices),
    ];
    let mut at = 0;
    let views = parts.iter().map(|part| {
        at += part.len();
        serde_json::json!({"buffer": 0, "byteOffset": at - part.len(), "byteLength": part.len()})
    });
    let views: Vec<Value> = views.collect();
    let bytes = parts.concat();
    let mut nodes: Vec<Value> = BOXES
        .iter()
        .enumerate()
        .map(|(n, (name, _, offset))| {
            let children: Vec<usize> = (0..BOXES.len()).filter(|child| BOXES[*child].1 == n).collect();
            let offset: [f32; 3] = std::array::from_fn(|axis| offset[axis] * signs[axis]);
            match children.is_empty() {
                true => serde_json::json!({"name": name, "translation": offset}),
                false => serde_json::json!({"name": name, "translation": offset, "children": children}),
            }
        })
        .collect();
    nodes.push(serde_json::json!({"name": "Armature", "scale": signs, "children": [0]}));
    nodes.push(serde_json::json!({"name": "body", "mesh": 0, "skin": 0}));
    let (min, max) = ([-1.0, -1.0, -1.0], [1.0, 2.0, 1.0]);
    serde_json::json!({
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [BOXES.len(), BOXES.len() + 1]}],
        "nodes": nodes,
        "skins": [{"joints": (0..BOXES.len()).collect::<Vec<_>>(), "inverseBindMatrices": 2}],
        "meshes": [{"primitives": [
            {"attributes": {"POSITION": 0, "WEIGHTS_0": 1, "JOINTS_0": 3}, "indices": 4}
        ]}],
        "accessors": [
            {
                "bufferView": 0, "componentType": 5126, "count": vertices, "type": "VEC3",
                "min": min, "max": max
            },
            {"bufferView": 1, "componentType": 5126, "count": vertices, "type": "VEC4"},
            {"bufferView": 2, "componentType": 5126, "count": BOXES.len(), "type": "MAT4"},
            {"bufferView": 3, "componentType": 5123, "count": vertices, "type": "VEC4"},
            {"bufferView": 4, "componentType": 5123, "count": indices.len(), "type": "SCALAR"}
        ],
        "bufferViews": views,
        "buffers": [{
            "byteLength": bytes.len(),
            "uri": format!("data:application/octet-stream;base64,{}", crate::made::base64(&bytes))
        }]
    })
}

/// Figures of a fall of `file` on `onto`.
fn figures(folder: &Folder, file: &str, onto: &str) -> Value {
    let out = folder.path("fall.glb");
    sinew(&["drop", file, "--seed", "3", "--onto", onto, "--json", "-o", &out]).json()
}

fn assert_like(name: &str, found: &Value, expected: &Value) {
    for key in ["stretch_mm", "penetration_mm", "limit_overshoot_deg"] {
        for share in ["median", "p99", "max"] {
            let [a, b] = [found, expected].map(|figures| figures[key][share].as_f64().unwrap());
            assert!((a - b).abs() < 0.02, "{name}: {key} {share}: {a}, plain {b}");
        }
    }
    for (a, b) in found["parts"].as_array().unwrap().iter().zip(expected["parts"].as_array().unwrap()) {
        assert!(
            a["joint"] == b["joint"]
                && a["limits"].as_object().unwrap().len() == b["limits"].as_object().unwrap().len()
        );
        let [a, b] = [a, b].map(|part| part["mass_kg"].as_f64().unwrap());
        assert!((a - b).abs() < 1e-3, "{name}: {a} kg, plain {b} kg");
    }
}

#[test]
fn figures_of_mirrored_bodies_are_those_of_the_plain_one() {
    let folder = Folder::new("drop-mirrored");
    let file = |name: &str, signs| folder.file(name, body_of_boxes(signs).to_string().as_bytes());
    let plain = file("plain.gltf", [1.0; 3]);
    for onto in ["stairs", "floor"] {
        let expected = figures(&folder, &plain, onto);
        for signs in [[-1.0, 1.0, 1.0], [1.0, 1.0, -1.0], [1.0, -1.0, 1.0], [-1.0; 3], [-1.0, 1.0, -1.0]] {
            let mirrored = file("mirrored.gltf", signs);
            assert_like(&format!("{signs:?} onto {onto}"), &figures(&folder, &mirrored, onto), &expected);
        }
    }
    let reported = ["plain", "mirrored"]
        .map(|name| crate::run_sinew::asset(&format!("reports/mirrored-drop-figures/{name}.glb")));
    if let [Some(plain), Some(mirrored)] = reported {
        let [plain, mirrored] = [plain, mirrored].map(|file| figures(&folder, &file, "stairs"));
        assert_like("reported", &mirrored, &plain);
        assert!(mirrored["limit_overshoot_deg"]["p99"].as_f64().unwrap() < 0.4, "{mirrored}");
    }
}
