//! Parts of a glTF file beside its character: copyright, `extras`, cameras, lights, further scenes.

use crate::made::triangle_with_clips;
use crate::run_sinew::{Folder, sinew};
use serde_json::{Value, json};

/// The triangle with a camera, a light, three scenes and data of other programs everywhere.
fn full() -> Value {
    let mut file = triangle_with_clips(&[("walk", true), ("run", true)]);
    file["asset"]["copyright"] = json!("© 2026 Somebody");
    file["asset"]["extras"] = json!({"title": "A triangle", "id": 7});
    file["extras"] = json!([1, "two", {"three": 3}]);
    file["extensionsUsed"] = json!(["KHR_lights_punctual"]);
    file["extensions"] = json!({"KHR_lights_punctual": {"lights": [
        {"type": "point", "name": "Lamp", "color": [1, 0.5, 0.25], "intensity": 20},
        {"type": "spot", "spot": {"innerConeAngle": 0.1}, "extras": {"watts": 60}}
    ]}});
    file["cameras"] = json!([
        {"type": "perspective", "name": "Front", "perspective": {"yfov": 0.8, "znear": 0.1}},
        {
            "type": "orthographic", "orthographic": {"xmag": 1, "ymag": 1, "znear": 0.1, "zfar": 9},
            "extras": {"shot": 3}
        }
    ]);
    let nodes = file["nodes"].as_array_mut().unwrap();
    nodes[0]["extras"] = json!({"health": 100, "tags": ["hero", "ünï"]});
    nodes.push(json!({"name": "Camera", "camera": 1, "translation": [0, 1, 5]}));
    nodes.push(json!({"name": "Lamp", "extensions": {"KHR_lights_punctual": {"light": 0}}}));
    nodes.push(json!({"name": "Elsewhere", "camera": 0, "extras": {"a": null}}));
    file["scenes"] = json!([
        {"name": "Other", "nodes": [3], "extras": {"order": 0}},
        {"name": "Main", "nodes": [0, 1, 2], "extras": "plain text"},
        {"name": "Both", "nodes": [0, 3]}
    ]);
    file["scene"] = json!(1);
    file["meshes"][0]["extras"] = json!({"lod": 2});
    file["materials"] = json!([{"name": "skin", "extras": {"shader": "toon"}}]);
    file["meshes"][0]["primitives"][0]["material"] = json!(0);
    file["animations"][1]["extras"] = json!({"loop": true, "events": [{"time": 0.5, "name": "step"}]});
    file
}

/// The JSON of a .gltf file.
fn read(path: &str) -> Value {
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

fn converted(folder: &Folder, file: &Value, more: &[&str]) -> (Value, String) {
    converted_to(folder, file, "out.gltf", more)
}

fn converted_to(folder: &Folder, file: &Value, out: &str, more: &[&str]) -> (Value, String) {
    let input = folder.file("in.gltf", file.to_string().as_bytes());
    let out = folder.path(out);
    let run = sinew(&[&["convert", &input, "-o", &out], more].concat());
    assert_eq!(run.code, 0, "{}", run.err);
    (read(&out), run.err)
}

/// The file with XMP metadata of everything that may have some but images.
fn with_metadata() -> Value {
    let mut file = full();
    let packets: Vec<Value> = (0..6).map(|n| json!({"@context": {"dc": "x"}, "dc:title": n})).collect();
    file["extensionsUsed"].as_array_mut().unwrap().push(json!("KHR_xmp_json_ld"));
    file["extensions"]["KHR_xmp_json_ld"] = json!({ "packets": packets });
    for (n, pointer) in HOLDERS.iter().enumerate() {
        file.pointer_mut(pointer).unwrap()["extensions"]["KHR_xmp_json_ld"] = json!({ "packet": n });
    }
    file
}

/// Objects of the file with metadata.
const HOLDERS: [&str; 6] = ["/asset", "/scenes/2", "/nodes/0", "/meshes/0", "/materials/0", "/animations/1"];

#[test]
fn metadata_stay_with_their_objects() {
    let folder = Folder::new("xmp");
    let file = with_metadata();
    let edits = ["--copy", "run=sprint", "--rename", "run=dash", "--drop", "walk"];
    let (out, err) = converted(&folder, &file, &edits);
    assert!(!err.contains("left out") && !err.contains("ignored"), "{err}");
    assert_eq!(out["extensions"]["KHR_xmp_json_ld"], file["extensions"]["KHR_xmp_json_ld"]);
    let used = out["extensionsUsed"].as_array().unwrap();
    assert!(used.contains(&json!("KHR_xmp_json_ld")), "{used:?}");
    for (n, pointer) in HOLDERS.iter().enumerate() {
        let object = out.pointer(pointer).unwrap();
        assert_eq!(object["extensions"]["KHR_xmp_json_ld"]["packet"], json!(n), "{pointer}");
    }
    // Clips take along what belongs to them, under their new names.
    for (clip, name) in out["animations"].as_array().unwrap().iter().zip(["dash", "sprint"]) {
        assert!(clip["name"] == name && clip["extensions"]["KHR_xmp_json_ld"]["packet"] == 5, "{clip}");
        assert_eq!(clip["extras"]["loop"], true, "{clip}");
    }
    // A packet that is not there, and packets that are no list.
    for (pointer, value) in [
        ("/asset/extensions/KHR_xmp_json_ld/packet", json!(6)),
        ("/extensions/KHR_xmp_json_ld/packets", json!("x")),
    ] {
        let mut wrong = file.clone();
        *wrong.pointer_mut(pointer).unwrap() = value;
        let (out, _) = converted(&folder, &wrong, &[]);
        assert!(out["asset"]["extensions"].is_null(), "{pointer}");
    }
}

#[test]
fn data_of_other_programs_survive_a_conversion() {
    let folder = Folder::new("extras");
    let file = full();
    let (out, err) = converted(&folder, &file, &["--rename", "run=dash"]);
    assert!(!err.contains("left out") && !err.contains("ignored"), "{err}");
    for pointer in [
        "/asset/copyright",
        "/asset/extras",
        "/extras",
        "/cameras",
        "/scene",
        "/extensions/KHR_lights_punctual",
        "/scenes/0",
        "/scenes/1/name",
        "/scenes/1/extras",
        "/scenes/2",
        "/nodes/0/extras",
        "/nodes/1/camera",
        "/nodes/3/camera",
        "/nodes/3/extras",
        "/nodes/2/extensions",
        "/meshes/0/extras",
        "/materials/0/extras",
    ] {
        assert_eq!(out.pointer(pointer), file.pointer(pointer), "{pointer}");
    }
    assert_eq!(out["extensionsUsed"], json!(["KHR_lights_punctual"]));
    // There and back again: nothing changes any more.
    let (again, _) = converted_to(&folder, &out, "again.gltf", &[]);
    for pointer in [
        "/asset/copyright",
        "/cameras",
        "/extensions",
        "/scenes",
        "/scene",
        "/nodes",
        "/extras",
        "/materials/0/extras",
    ] {
        assert_eq!(again.pointer(pointer), out.pointer(pointer), "{pointer}");
    }
}

#[test]
fn extras_of_clips_follow_their_names() {
    let folder = Folder::new("extras-clips");
    let clip = |out: &Value, name: &str| {
        let animations = out["animations"].as_array().unwrap();
        animations.iter().find(|animation| animation["name"] == name).unwrap()["extras"].clone()
    };
    let (out, _) = converted(&folder, &full(), &[]);
    let extras = clip(&out, "run");
    assert_eq!((&extras["loop"], &extras["events"][0]["name"]), (&json!(true), &json!("step")));
    let (out, _) = converted(&folder, &full(), &["--drop", "walk"]);
    assert_eq!(clip(&out, "run")["loop"], json!(true));
}

#[test]
fn extras_of_clips_of_one_name_stay_apart() {
    let folder = Folder::new("extras-same");
    let mut file = triangle_with_clips(&[("", true), ("", true), ("", true)]);
    for (n, animation) in file["animations"].as_array_mut().unwrap().iter_mut().enumerate() {
        animation["extras"] = json!({ "n": n });
    }
    let numbers = |options: &[&str]| -> Vec<u64> {
        let (out, _) = converted(&folder, &file, options);
        let animations = out["animations"].as_array().unwrap();
        animations.iter().map(|animation| animation["extras"]["n"].as_u64().unwrap()).collect()
    };
    assert_eq!(numbers(&[]), [0, 1, 2]);
    assert_eq!(numbers(&["--drop", "1"]), [0, 2]);
    assert_eq!(numbers(&["--keep", "2", "--copy", "1=again"]), [2, 1]);
}

#[test]
fn what_is_not_kept_is_named() {
    let folder = Folder::new("extras-lost");
    let mut file = full();
    file["images"] = json!([{"uri": "data:image/png;base64,AAAA", "extras": {"a": 1}}]);
    file["textures"] = json!([{"source": 0, "extras": {"a": 1}}, {"source": 0}]);
    file["meshes"][0]["primitives"][0]["extras"] = json!([1]);
    let (_, err) = converted(&folder, &file, &[]);
    let words =
        "the `extras` of 1 textures, 1 images, 1 primitives are not imported, and an export lacks them";
    assert!(err.contains("warning") && err.contains(words) && err.contains("[extras-left-out]"), "{err}");
    let mut file = full();
    file["nodes"][0]["extras"] = json!("x".repeat(2 << 20));
    let (out, err) = converted(&folder, &file, &[]);
    assert!(
        err.contains("1 objects (more than 1048576 bytes together)") && out["cameras"] == file["cameras"],
        "{err}"
    );
}

#[test]
fn cameras_and_lights_that_are_not_there_break_nothing() {
    let folder = Folder::new("extras-odd");
    let mut file = full();
    file["nodes"][1]["camera"] = json!(9);
    file["nodes"][2]["extensions"] = json!({"KHR_lights_punctual": {"light": 4_294_967_295u32}});
    file["nodes"][3]["camera"] = json!("one");
    file["scenes"][0]["nodes"] = json!([77]);
    file["scenes"][2]["extras"] = json!({});
    let (out, _) = converted(&folder, &file, &[]);
    assert!(out["nodes"].as_array().unwrap().iter().all(|node| node.get("camera").is_none()), "{out}");
    assert_eq!(out["scenes"][0], json!({"name": "Other", "extras": {"order": 0}}));
    // A file with nothing but a scene stays as it was.
    let plain = triangle_with_clips(&[("walk", true)]);
    let (out, _) = converted(&folder, &plain, &[]);
    assert!(out.get("cameras").is_none() && out["scenes"] == json!([{"nodes": [0]}]), "{out}");
}

#[test]
fn files_without_scenes_get_one() {
    let folder = Folder::new("extras-no-scenes");
    let mut file = full();
    let root = file.as_object_mut().unwrap();
    root.remove("scenes");
    root.remove("scene");
    let (out, _) = converted(&folder, &file, &[]);
    assert_eq!(out["scenes"].as_array().map(Vec::len), Some(1), "{}", out["scenes"]);
    assert_eq!(out["scenes"][0]["nodes"].as_array().map(Vec::len), Some(4), "{}", out["scenes"]);
    assert_eq!(out.pointer("/nodes/0/extras"), file.pointer("/nodes/0/extras"));
}

#[test]
fn cameras_keep_their_nodes_where_one_before_them_is_too_large() {
    let folder = Folder::new("extras-large-camera");
    let mut file = full();
    file["cameras"][0]["extras"] = json!("x".repeat(2 << 20));
    let (out, err) = converted(&folder, &file, &[]);
    assert!(err.contains("1 objects (more than 1048576 bytes together)"), "{err}");
    assert_eq!(out["cameras"].as_array().map(Vec::len), Some(1));
    assert_eq!(out["cameras"][0]["extras"], json!({"shot": 3}));
    assert_eq!(out.pointer("/nodes/1/camera"), Some(&json!(0)), "the camera with a shot");
    assert_eq!(out.pointer("/nodes/3/camera"), None);
}

#[test]
fn keys_that_the_exporter_writes_elsewhere_are_kept() {
    let folder = Folder::new("extras-keys");
    let mut file = full();
    let extras = json!({"root": "hips", "events": [1], "decal": "a", "targetNames": ["b"], "normalSpace": 3});
    file["nodes"][0]["extras"] = extras.clone();
    file["extras"] = extras.clone();
    file["asset"]["extras"] = extras.clone();
    file["scenes"][0]["extras"] = extras.clone();
    let (out, _) = converted(&folder, &file, &[]);
    for pointer in ["/nodes/0/extras", "/extras", "/asset/extras", "/scenes/0/extras"] {
        assert_eq!(out.pointer(pointer), Some(&extras), "{pointer}");
    }
}

#[test]
fn a_bake_keeps_them_too() {
    let folder = Folder::new("extras-verbs");
    let file = full();
    let input = folder.file("in.gltf", file.to_string().as_bytes());
    let out = folder.path("bake.gltf");
    let run = sinew(&["bake", &input, "--clip", "walk", "-o", &out]);
    assert_eq!(run.code, 0, "{}", run.err);
    let out = read(&out);
    for pointer in
        ["/asset/copyright", "/asset/extras", "/extras", "/cameras", "/nodes/0/extras", "/scenes/0/name"]
    {
        assert_eq!(out.pointer(pointer), file.pointer(pointer), "{pointer}");
    }
}

#[test]
fn inspect_lists_them() {
    let folder = Folder::new("extras-inspect");
    let input = folder.file("in.gltf", full().to_string().as_bytes());
    let run = sinew(&["inspect", &input]);
    for text in ["Copyright: © 2026 Somebody", "Scenes: \"Other\", \"Main\", \"Both\"", "2 cameras, 2 lights"]
    {
        assert!(run.out.contains(text), "{text}: {}", run.out);
    }
    let run = sinew(&["inspect", &input, "--json"]);
    let json: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(json["scenes"], json!(["Other", "Main", "Both"]));
    assert_eq!((&json["cameras"], &json["lights"]), (&json!(2), &json!(2)));
}

#[test]
fn what_is_not_read_is_named_by_the_export() {
    let folder = Folder::new("extras-not-read");
    let mut file = full();
    file["extensionsUsed"] = json!(["KHR_lights_punctual", "KHR_materials_variants"]);
    let position = file["meshes"][0]["primitives"][0]["attributes"]["POSITION"].clone();
    file["meshes"][0]["primitives"][0]["attributes"]["_TEMP"] = position.clone();
    file["meshes"][0]["primitives"][0]["attributes"]["TEXCOORD_7"] = position;
    file["materials"][0]["pbrMetallicRoughness"] = json!({"extras": {"a": 1}});
    file["animations"][0]["channels"][0]["extras"] = json!({"a": 1});
    let (_, err) = converted(&folder, &file, &[]);
    let named =
        "extension \"KHR_materials_variants\", vertex attribute \"TEXCOORD_7\", vertex attribute \"_TEMP\"";
    assert!(err.contains(named), "{err}");
    assert!(err.contains("1 parts of materials, 1 channels of animations"), "{err}");
}
