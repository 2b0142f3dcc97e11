//! Tests of `sinew inspect`.

use crate::run_sinew::{Folder, asset, sinew};
use serde_json::Value;

/// Fields of the documented schema.
const KEYS: [&str; 21] = [
    "file",
    "format",
    "nodes",
    "skins",
    "clips",
    "meshes",
    "materials",
    "humanoid",
    "expressions",
    "springs",
    "licence",
    "copyright",
    "scenes",
    "cameras",
    "lights",
    "size_m",
    "viseme_names",
    "visemes",
    "emotions",
    "findings",
    "opened",
];

fn keys(value: &Value) -> Vec<&str> {
    let mut keys: Vec<&str> = value.as_object().unwrap().keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

#[test]
fn the_schema_of_the_built_in_character() {
    let it = sinew(&["inspect", "--json"]).json();
    let mut expected = KEYS;
    expected.sort();
    assert_eq!(keys(&it), expected);
    assert_eq!(keys(&it["nodes"][0]), ["name", "parent"]);
    assert_eq!(keys(&it["skins"][0]), ["joints", "name"]);
    assert_eq!(keys(&it["clips"][0]), ["bytes", "keys", "name", "seconds", "tracks"]);
    assert_eq!(keys(&it["meshes"][0]), ["influences", "morph_targets", "name", "primitives", "vertices"]);
    assert_eq!(it["format"], "vrm1");
    let height = it["size_m"][1].as_f64().unwrap();
    assert!((1.4..2.2).contains(&height), "{height} m");
    let nodes = it["nodes"].as_array().unwrap().len() as i64;
    assert!(
        it["nodes"].as_array().unwrap().iter().all(|n| (-1..nodes).contains(&n["parent"].as_i64().unwrap()))
    );
    assert!(!it["findings"].as_array().unwrap().iter().any(|f| f["severity"] == "error"));
    // Without --json the same is printed as tables.
    let text = sinew(&["inspect"]);
    assert_eq!(text.code, 0);
    for clip in it["clips"].as_array().unwrap() {
        assert!(text.out.contains(clip["name"].as_str().unwrap()));
    }
}

#[test]
fn counts_are_those_of_the_file() {
    let Some(fox) = asset("gltf/Fox.glb") else { return };
    let it = sinew(&["inspect", &fox, "--json"]).json();
    assert_eq!(it["nodes"].as_array().unwrap().len(), 26);
    assert_eq!(it["skins"][0]["joints"].as_array().unwrap().len(), 24);
    assert_eq!(it["meshes"][0]["vertices"], 1728);
    assert_eq!(it["meshes"][0]["influences"], 4);
    let clips = it["clips"].as_array().unwrap();
    assert_eq!(
        clips.iter().map(|c| c["name"].as_str().unwrap()).collect::<Vec<_>>(),
        ["Survey", "Walk", "Run"]
    );
    assert!((clips[1]["seconds"].as_f64().unwrap() - 0.708333).abs() < 1e-5);
    // FILE#C means the whole file here.
    assert_eq!(sinew(&["inspect", &format!("{fox}#Walk"), "--json"]).json()["nodes"], it["nodes"]);
}

#[test]
fn files_without_geometry_have_no_size() {
    let folder = Folder::new("inspect-size");
    let pack = folder.path("idle.sinew");
    assert_eq!(sinew(&["pack", "#idle", "-o", &pack]).code, 0);
    for motion in [Some(pack), asset("bvh/mass/walk.bvh")].into_iter().flatten() {
        let it = sinew(&["inspect", &motion, "--json"]).json();
        assert!(it["size_m"].is_null() && it.as_object().unwrap().contains_key("size_m"), "{motion}");
        let table = sinew(&["inspect", &motion]).out;
        assert!(table.lines().next().unwrap().ends_with(" nodes"), "{table}");
    }
    let table = sinew(&["inspect"]).out;
    assert!(table.lines().next().unwrap().ends_with(" m"), "{table}");
}

#[test]
fn the_reference_pose_is_shown_and_can_be_chosen() {
    let Some(tiny) = asset("x/tiny/tiny.x") else { return };
    let run = sinew(&["inspect", &tiny]);
    assert!(run.out.contains("bind pose: T") && run.out.contains("reference pose: bind pose"), "{}", run.out);
    let reference = |choice: &str| {
        let run = sinew(&["inspect", &tiny, "--reference", choice, "--json"]);
        run.json()["humanoid"]["reference"].as_str().unwrap().to_owned()
    };
    assert_eq!(reference("rest"), "rest pose");
    assert_eq!(reference("bind"), "bind pose");
    assert_eq!(reference("0@0.3"), "custom pose");
    let run = sinew(&["inspect", &tiny, "--reference", "Wlk"]);
    assert!(run.code != 0 && run.err.contains("Wlk"), "{}", run.err);
    let run = sinew(&["inspect", "--reference", "0@x"]);
    assert!(run.code != 0 && run.err.contains("--reference 0@x"), "{}", run.err);
    let Some(walk) = asset("bvh/mass/walk.bvh") else { return };
    let run = sinew(&["inspect", &walk, "--reference", "bind"]);
    assert!(run.code != 0 && run.err.contains("no bind pose"), "{}", run.err);
}

#[test]
fn one_clip_of_a_file_is_shown_alone() {
    let all = sinew(&["inspect", "--json"]).json()["clips"].as_array().unwrap().clone();
    let number = all.iter().position(|clip| clip["name"] == "run").unwrap();
    let it = sinew(&["inspect", "#run", "--json"]).json();
    let clips = it["clips"].as_array().unwrap();
    assert_eq!((clips.len(), &clips[0]["number"]), (1, &Value::from(number)));
    assert!(all.iter().all(|clip| clip["number"].is_null()));
    let table = sinew(&["inspect", "#run"]).out;
    let rows = table.lines().skip_while(|line| *line != "Clips").skip(2).take_while(|line| !line.is_empty());
    let rows: Vec<_> = rows.map(|row| row.split_whitespace().take(2).collect::<Vec<_>>()).collect();
    assert_eq!(rows, [[number.to_string().as_str(), "run"]], "{table}");
}

#[test]
fn nodes_are_listed_as_a_tree() {
    let nodes = sinew(&["inspect", "--json"]).json()["nodes"].as_array().unwrap().clone();
    assert!(!sinew(&["inspect"]).out.contains("Nodes"));
    let text = sinew(&["inspect", "--nodes"]).out;
    let lines: Vec<_> = text
        .lines()
        .skip_while(|line| *line != "Nodes")
        .skip(1)
        .take_while(|line| !line.is_empty())
        .collect();
    assert_eq!(lines.len(), nodes.len());
    let mut above: Vec<(usize, i64)> = Vec::new();
    for line in lines {
        let number: i64 = line.split_whitespace().next().unwrap().parse().unwrap();
        let node = &nodes[number as usize];
        let (name, parent) = (node["name"].as_str().unwrap(), node["parent"].as_i64().unwrap());
        assert!(line.ends_with(name), "{line}");
        let indent = line.len() - name.len();
        above.retain(|(other, _)| *other < indent);
        assert_eq!(above.last().map_or(-1, |(_, number)| *number), parent, "{line}");
        above.push((indent, number));
    }
}

#[test]
fn inspect_reports_characters_that_are_no_humanoids() {
    assert!(!sinew(&["inspect"]).out.contains("not recognized"));
    let Some(fox) = asset("gltf/Fox.glb") else { return };
    let text = sinew(&["inspect", &fox]).out;
    assert!(text.contains("Humanoid: not recognized; --bone"), "{text}");
}
