//! `sinew convert`: clips of other files, edits of the list of clips, and .gltf files.

use crate::made::triangle_with_clips;
use crate::run_sinew::{Folder, Run, asset, sinew};
use serde_json::Value;

fn converted(args: &[&str], out: &str) -> Run {
    let run = sinew(&[&["convert"], args, &["-o", out]].concat());
    assert_eq!(run.code, 0, "{}", run.err);
    run
}

/// A call with a file; an empty name is the built-in character.
fn with_file<'a>(args: &[&'a str], file: &'a str) -> Vec<&'a str> {
    args.iter().copied().chain((!file.is_empty()).then_some(file)).collect()
}

/// Names and seconds of the clips of a file.
fn clips(file: &str) -> Vec<(String, f64)> {
    let found = sinew(&with_file(&["inspect", "--json"], file)).json();
    let clip = |clip: &Value| (clip["name"].as_str().unwrap().to_owned(), clip["seconds"].as_f64().unwrap());
    found["clips"].as_array().unwrap().iter().map(clip).collect()
}

fn names(file: &str) -> Vec<String> {
    clips(file).into_iter().map(|(name, _)| name).collect()
}

/// World transforms of all nodes at a time of a clip.
fn posed(file: &str, clip: &str, time: &str) -> Vec<f64> {
    let posed = sinew(&with_file(&["pose", "--clip", clip, "--time", time, "--json"], file)).json();
    let nodes = posed["nodes"].as_array().unwrap();
    nodes.iter().flat_map(|node| node["world"].as_array().unwrap()).map(|n| n.as_f64().unwrap()).collect()
}

fn largest_difference(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

#[test]
fn clips_of_many_files_are_put_on_one_body() {
    let files = ["gltf/mannequiny.glb", "fbx/pab/run.fbx", "bvh/mass/walk.bvh", "gltf/kaykit/Knight.glb"];
    let [Some(body), Some(run), Some(walk), Some(knight)] = files.map(asset) else { return };
    let folder = Folder::new("clips");
    let vrma = folder.path("wave.vrma");
    converted(&["#idle"], &vrma);
    let out = folder.path("out.glb");
    let knights = format!("{knight}#Running_A");
    let done = converted(&[&body, &run, &walk, &vrma, &knights, "#walk", &walk], &out);
    let clip_names = names(&body);
    let expected = ["run", "walk", "wave", "Knight#Running_A", "walk 2", "walk 3"];
    assert_eq!(names(&out), [&clip_names[..], &expected.map(str::to_owned)].concat());
    assert!(done.err.contains("walk.bvh: clip \"motion\" is retargeted by human bones, "), "{}", done.err);
    assert!(done.err.contains(&format!("{} \"run\" ", clip_names.len())), "{}", done.err);
    // The motion is that of `--clip FILE`.
    let direct = posed(&body, &walk, "1.5");
    let (moved, rest) = (posed(&out, "walk", "1.5"), posed(&body, "0", "0"));
    assert!(largest_difference(&direct, &moved) < 1e-4, "{}", largest_difference(&direct, &moved));
    assert!(largest_difference(&rest, &moved) > 0.1);
    // Own clips stay as they are.
    assert!(
        largest_difference(&posed(&body, "run_root.001", "0.3"), &posed(&out, "run_root.001", "0.3")) < 1e-5
    );
}

#[test]
fn clips_of_the_same_rig_keep_their_keys() {
    let (Some(body), Some(other)) = (asset("gltf/kaykit/Barbarian.glb"), asset("gltf/kaykit/Knight.glb"))
    else {
        return;
    };
    let folder = Folder::new("same-rig");
    let out = folder.path("out.glb");
    let done = converted(&[&format!("{body}#Idle"), &format!("{other}#Walking_A")], &out);
    assert!(!done.err.contains("retargeted"), "{}", done.err);
    assert_eq!(names(&out), ["Idle", "Knight#Walking_A"]);
    let (old, new) = (posed(&body, "Walking_A", "0.4"), posed(&out, "Knight#Walking_A", "0.4"));
    assert!(largest_difference(&old, &new) < 1e-5);
    // The name of a clip may contain a hash.
    assert_eq!(sinew(&["pose", &format!("{out}#Knight#Walking_A")]).code, 0);
}

#[test]
fn clips_are_renamed_cut_and_dropped() {
    let folder = Folder::new("edits");
    let out = folder.path("out.glb");
    let all = names("");
    let args =
        ["--rename", "walk=stroll", "--trim", "run=0.1..0.4", "--drop", "idle", "--event", "stroll@0.2=step"];
    let done = converted(&args, &out);
    assert!(done.err.contains("\"stroll\" 1.07 s"), "{}", done.err);
    let left: Vec<_> = all.iter().filter(|name| *name != "idle").collect();
    let left: Vec<_> = left.into_iter().map(|name| if name == "walk" { "stroll" } else { name }).collect();
    assert_eq!(names(&out), left);
    let cut = clips(&out).into_iter().find(|(name, _)| name == "run").unwrap();
    assert!((cut.1 - 0.3).abs() < 1e-4, "{cut:?}");
    let whole = posed("", "run", "0.25");
    let difference = largest_difference(&whole, &posed(&out, "run", "0.15"));
    assert!(difference < 1e-4, "{difference}");
    let fails = |code: i32, args: &[&str], words: &[&str]| {
        let run = sinew(&[&["convert"], args, &["-o", &folder.path("no.glb")]].concat());
        assert!(run.code == code && words.iter().all(|word| run.err.contains(word)), "{}", run.err);
    };
    fails(1, &["--drop", "wlak"], &["no clip called \"wlak\"; did you mean \"walk\"?"]);
    fails(1, &["--rename", "rnu=x"], &["did you mean \"run\"?"]);
    for range in ["0.1..9", "0.4..0.1", "-1..0.3", "5..", "..-2"] {
        let trim = format!("run={range}");
        fails(1, &["--trim", &trim], &["clip \"run\"", "expected two times in ascending order from 0 s to"]);
    }
    fails(2, &["--event", "run@9=step"], &["\"step\" is at 9 s; expected 0 s to"]);
    fails(2, &["--sync-marker", "run@-1=step"], &["\"step\" is at -1 s; expected 0 s to"]);
    fails(2, &["--trim", "run=soon"], &["expected CLIP=START..END"]);
    fails(2, &["--rename", "walk=run"], &["several clips called \"run\""]);
    assert_eq!(folder.names(), ["out.glb"]);
}

/// Names are checked before clips are retargeted, against the clips of all files.
#[test]
fn misspelled_clips_of_other_files_are_found_early() {
    let Some(run) = asset("fbx/pab/run.fbx") else { return };
    let folder = Folder::new("early");
    let copy = folder.path("Dash.fbx");
    std::fs::copy(&run, &copy).unwrap();
    let out = folder.path("out.glb");
    let fails = |edit: &[&str], words: &[&str]| {
        let run = sinew(&[&["convert", "#walk", &copy, "-o", &out], edit].concat());
        assert_eq!(run.code, 1, "{}", run.err);
        words.iter().for_each(|word| assert!(run.err.contains(word), "{word:?} is not in {}", run.err));
        assert!(!run.err.contains("is retargeted"), "{}", run.err);
    };
    fails(
        &["--rename", "Dsah=x"],
        &["--rename: built-in, ", "Dash.fbx: no clip called \"Dsah\"; did you mean \"Dash\"?"],
    );
    fails(&["--drop", "run"], &["--drop: clip \"run\" of ", "Dash.fbx is called \"Dash\" here"]);
    fails(
        &["--trim", "7=0..1"],
        &["--trim: built-in, ", "there is no clip 7; expected a number from 0 to 1"],
    );
    assert_eq!(folder.names(), ["Dash.fbx"]);
}

#[test]
fn files_without_motion_are_told() {
    let folder = Folder::new("still");
    let bvh = |name: &str, angles: [&str; 2]| {
        let text = format!(
            "HIERARCHY\nROOT hips\n{{\nOFFSET 0 1 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nJOINT leg\n{{\nOFFSET 0 -1 0\n\
             CHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{{\nOFFSET 0 -0.5 0\n}}\n}}\n}}\nMOTION\nFrames: 2\n\
             Frame Time: 0.1\n0 0 0 {} 0 0\n0 0 0 {} 0 0\n",
            angles[0], angles[1]
        );
        folder.file(name, text.as_bytes())
    };
    let (body, still, moving) =
        (bvh("body.bvh", ["0", "9"]), bvh("still.bvh", ["5", "5"]), bvh("kick.bvh", ["0", "60"]));
    let out = folder.path("out.glb");
    let done = converted(&[&body, &still, &moving], &out);
    assert!(done.err.contains("still.bvh: clip ") && done.err.contains("left out"), "{}", done.err);
    assert_eq!(names(&out).len(), 2);
    assert_eq!(names(&out)[1], "kick");
    let hat = asset("gltf/greenman_hat.glb");
    if let Some(hat) = hat {
        sinew(&["convert", "#walk", &hat, "-o", &out]).failed(1, &["greenman_hat.glb", "no clips"]);
    }
    sinew(&["convert", &body, &out, "-o", &out]).failed(2, &["this is an input file"]);
    // A VRM animation holds one clip.
    let vrma = folder.path("out.vrma");
    sinew(&["convert", "#walk", "#run", "#idle", "-o", &vrma]).failed(2, &["one new clip, not 2"]);
    sinew(&["convert", "#walk", "#run", "--drop", "run", "-o", &vrma]).failed(1, &["leave no clip"]);
    converted(&["#walk", "#run"], &vrma);
    assert_eq!(clips(&vrma)[0].1, clips("").iter().find(|(name, _)| name == "run").unwrap().1);
}

#[test]
fn a_gltf_file_has_its_data_and_images_beside_it() {
    let folder = Folder::new("gltf");
    std::fs::create_dir(folder.path("out")).unwrap();
    let (gltf, glb) = (folder.path("out/my hero.gltf"), folder.path("hero.glb"));
    converted(&[], &gltf);
    converted(&[], &glb);
    let files = || {
        let entries = std::fs::read_dir(folder.path("out")).unwrap();
        let mut names: Vec<_> = entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    };
    let written = files();
    assert!(written.contains(&"my hero.bin".to_owned()) && written.contains(&"my hero.gltf".to_owned()));
    assert!(written.iter().any(|name| name.ends_with(".png")), "{written:?}");
    let json: Value = serde_json::from_slice(&std::fs::read(&gltf).unwrap()).unwrap();
    assert_eq!(json["buffers"][0]["uri"], "my%20hero.bin");
    assert!(json["images"].as_array().unwrap().iter().all(|image| image["uri"].is_string()));
    let found = |file: &str| {
        let mut found = sinew(&["inspect", file, "--json"]).json();
        (found["file"], found["format"]) = (Value::Null, Value::Null);
        found
    };
    assert_eq!(found(&gltf), found(&glb));
    assert!(largest_difference(&posed(&gltf, "run", "0.2"), &posed(&glb, "run", "0.2")) == 0.0);
    let checked = sinew(&["check", &gltf]);
    assert_eq!((checked.code, checked.out.as_str()), (0, ""), "{}", checked.err);
    // Again over itself, but not over files that belong to something else.
    converted(&[], &gltf);
    assert_eq!(files(), written);
    std::fs::remove_file(&gltf).unwrap();
    let refused = sinew(&["convert", "-o", &gltf]);
    refused.failed(2, &["my hero", "is there and would be replaced"]);
    assert_eq!(files().len(), written.len() - 1);
}

#[test]
fn the_licence_of_an_old_avatar_stays_that_of_the_new_one() {
    let Some(godette) = asset("vrm/Godette_vrm_v4.vrm") else { return };
    let folder = Folder::new("licence");
    let out = folder.path("out.vrm");
    assert_eq!(sinew(&["convert", &godette, "-o", &out]).code, 0);
    let url = "https://creativecommons.org/licenses/by/4.0/";
    assert_eq!(sinew(&["inspect", &out, "--json"]).json()["licence"]["other_licence_url"], url);
    let table = sinew(&["inspect", &out]).out;
    assert!(table.lines().any(|line| line.contains("other licence") && line.ends_with(url)), "{table}");
}

/// A triangle with normals and tangents that are almost unit vectors.
fn with_directions(seed: u64) -> Value {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut file = triangle_with_clips(&[("walk", true)]);
    let direction = |random: &mut fastrand::Rng| {
        let vector: [f32; 3] = std::array::from_fn(|_| random.f32() * 2.0 - 1.0);
        let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt().max(1e-3);
        vector.map(|x| x / length)
    };
    let normals: Vec<f32> = (0..3).flat_map(|_| direction(&mut random)).collect();
    let tangents = (0..3).flat_map(|_| direction(&mut random).into_iter().chain([-1.0]));
    let bytes: Vec<u8> = normals.into_iter().chain(tangents).flat_map(f32::to_le_bytes).collect();
    let uri = format!("data:application/octet-stream;base64,{}", crate::made::base64(&bytes));
    let push = |list: &mut Value, entry: Value| list.as_array_mut().unwrap().push(entry);
    push(&mut file["buffers"], serde_json::json!({"byteLength": 84, "uri": uri}));
    push(&mut file["bufferViews"], serde_json::json!({"buffer": 1, "byteLength": 36}));
    push(&mut file["bufferViews"], serde_json::json!({"buffer": 1, "byteOffset": 36, "byteLength": 48}));
    for (view, kind) in [(2, "VEC3"), (3, "VEC4")] {
        let entry = serde_json::json!({"bufferView": view, "componentType": 5126, "count": 3, "type": kind});
        push(&mut file["accessors"], entry);
    }
    file["meshes"][0]["primitives"][0]["attributes"] =
        serde_json::json!({"POSITION": 1, "NORMAL": 4, "TANGENT": 5});
    file
}

#[test]
fn converting_its_own_output_gives_the_same_bytes() {
    let folder = Folder::new("again");
    let mut inputs: Vec<String> = (0..20)
        .map(|seed| folder.file(&format!("{seed}.gltf"), with_directions(seed).to_string().as_bytes()))
        .collect();
    inputs.push("#walk".into());
    let files = ["gltf/Fox.glb", "gltf/kaykit/Knight.glb", "fbx/pab/run.fbx", "x/tiny/tiny.x"];
    inputs.extend(files.into_iter().filter_map(asset));
    for input in inputs {
        let outs = ["a.glb", "b.glb", "c.glb"].map(|name| folder.path(name));
        let mut from = &input;
        for out in &outs {
            assert_eq!(sinew(&["convert", from, "-o", out]).code, 0);
            from = out;
        }
        let [a, b, c] = outs.each_ref().map(|out| std::fs::read(out).unwrap());
        assert!(b == c, "{input}: the second and third conversion differ");
        assert!(a == b, "{input}: the first and second conversion differ");
    }
}

/// Clips of a rig that is no human, whose names have a namespace, a prefix or other punctuation, move the
/// same joints as those of its own names.
#[test]
fn clips_of_rigs_match_by_names_without_their_spelling() {
    let file = |name: &str| asset(&format!("reports/clip-namespaces/{name}.glb"));
    let (Some(body), Some(same)) = (file("body"), file("clip_same")) else { return };
    let folder = Folder::new("namespaces");
    let moved = |clip: &str| {
        let out = folder.path("out.glb");
        let run = converted(&[&body, clip], &out);
        let name = names(&out).pop().unwrap();
        (posed(&out, &name, "1"), run.err)
    };
    let (expected, _) = moved(&same);
    for name in ["clip_ns", "clip_pipe", "clip_num"] {
        let (found, said) = moved(&file(name).unwrap());
        assert!(largest_difference(&expected, &found) < 1e-4, "{name}: {said}");
        assert!(said.contains("is taken as"), "{name}: {said}");
    }
}
