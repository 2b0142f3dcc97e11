//! Tests of `sinew bake`.

use crate::run_sinew::{Folder, Run, asset, sinew};

#[test]
fn baked_ik_is_plain_animation() {
    let folder = Folder::new("bake");
    let out = folder.path("out.glb");
    let reach = ["--reach", "left hand=0.35,1.25,0.3@0.3", "--look", "-0.35,1.25,0.8"];
    let args = ["bake", "--clip", "idle", "--seconds", "1", "--fps", "20", "--name", "Takes it", "-o", &out];
    let run = sinew(&[&args[..], &reach].concat());
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.err.contains("\"Takes it\" of 1.00 s"), "{}", run.err);
    assert!(folder.names().iter().all(|name| !name.ends_with(".part")));
    let file = sinew(&["inspect", &out, "--json"]).json();
    let clips = file["clips"].as_array().unwrap();
    assert!(clips.len() == 1 && clips[0]["name"] == "Takes it" && clips[0]["seconds"] == 1.0, "{clips:?}");
    // In the last frame the hand is at its goal, without a rig.
    let posed = sinew(&["pose", &out, "--clip", "0", "--time", "1", "--json"]).json();
    let hand = posed["nodes"].as_array().unwrap().iter().find(|node| node["name"] == "leftHand").unwrap();
    let at = [12, 13, 14].map(|n| hand["world"][n].as_f64().unwrap());
    let off = at.iter().zip([0.35, 1.25, 0.3]).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt();
    assert!(off < 0.01, "{at:?}");
}

#[test]
fn missed_goals_and_unknown_names_are_reported() {
    let folder = Folder::new("bake-reports");
    let out = folder.path("out.glb");
    let bake =
        |args: &[&str]| sinew(&[&["bake", "--clip", "idle", "--seconds", "0.2", "-o", &out], args].concat());
    let far = bake(&["--reach", "left hand=3,1,0", "--look", "0,1.5,-4"]);
    assert_eq!(far.code, 0, "{}", far.err);
    assert!(
        far.err.contains("--reach left hand: out of reach by ") && far.err.contains("--look: outside"),
        "{}",
        far.err
    );
    // Goals of looks report angles, whatever their names.
    let past = bake(&["--reach", "look=0.5,1.5,-4", "--reach", "look=0.5,1.5,-5"]);
    assert!(
        past.err.contains("--reach look: outside the view cone; the body would have to turn "),
        "{}",
        past.err
    );
    assert!(past.err.contains("° to its left") && !past.err.contains("out of reach"), "{}", past.err);
    // Joint limits end a wide view cone.
    let wide =
        b"(parts: [Look(name: \"nod\", joints: [(\"head\", 1)], down_up: (-170, 170), right_left: (-170, 170))])";
    let wide = bake(&["--rig", &folder.file("wide.ron", wide), "--reach", "nod=1.5,1.5,-1.5"]);
    assert!(wide.err.contains("--reach nod: beyond the joint limits, "), "{}", wide.err);
    assert!(
        wide.err.contains("° off in the last frame") && !wide.err.contains("out of reach"),
        "{}",
        wide.err
    );
    let seen = bake(&["--look", "0.3,1.4,2"]);
    assert!(seen.code == 0 && !seen.err.contains("--look"), "{}", seen.err);
    let inside = bake(&["--reach", "left hand=0,1.05,0"]);
    let words = ["--reach left hand: the target is inside the body", "--through-body lets it through"];
    assert!(words.iter().all(|words| inside.err.contains(words)), "{}", inside.err);
    let through = bake(&["--reach", "left hand=0,1.05,0", "--through-body"]);
    assert!(!through.err.contains("--reach left hand"), "{}", through.err);
    assert!(!through.err.contains("--through-body"), "{}", through.err);
    // Scenes with goals, and custom rigs, have their own arm colliders.
    let at_door = bake(&["--scene", "door", "--reach", "left hand=0,1.05,0.02", "--through-body"]);
    assert!(at_door.err.contains("--through-body has no effect in --scene door"), "{}", at_door.err);
    let at_door = bake(&["--scene", "door", "--reach", "left hand=0.05,1.3,0"]);
    assert!(at_door.err.contains("left hand: out of reach") && !at_door.err.contains("--through-body"));
    let rig = folder.file("own.ron", b"(human: true)");
    let custom = bake(&["--rig", &rig, "--reach", "left hand=0.3,1.2,0.3", "--through-body"]);
    assert!(
        custom.code == 0 && custom.err.contains("--through-body has no effect with --rig"),
        "{}",
        custom.err
    );
    let nothing = bake(&["--through-body"]);
    assert!(nothing.err.contains("--through-body has no effect without --reach"), "{}", nothing.err);
    assert!(
        bake(&["--reach", "left hand=0.3,1.2,0.3@9"])
            .err
            .contains("--reach left hand@9: ignored: the last frame")
    );
    // 29 of 30 frames.
    let late = ["--seconds", "0.9666667", "--reach", "left hand=0.3,1.2,0.3@9", "--look", "0,1.4,2@1"];
    let late = sinew(&[&["bake", "--clip", "idle", "-o", &out], &late[..]].concat());
    for words in [
        "--reach left hand@9: ignored: the last frame is at 0.966 s",
        "--look@1: ignored: the last frame is at 0.966 s",
        // Goals without effect are not in the clip's name.
        "\"idle + baked\" of ",
    ] {
        assert!(late.err.contains(words), "{}", late.err);
    }
    bake(&["--reach", "hand=0,1,0"]).failed(2, &["did you mean \"left hand\" or \"right hand\"?"]);
    let empty = folder.file("empty.ron", b"");
    bake(&["--rig", &empty])
        .failed(1, &["empty.ron: line 1: the text is empty; expected a rig, such as (human: true"]);
    bake(&["--reach", "left hnd=0,1,0"]).failed(2, &["did you mean \"left hand\"?", "\"right foot\""]);
    bake(&["--reach", "left hand=0,1"]).failed(2, &["expected X,Y,Z in metres"]);
    sinew(&["view", "--scene", "door", "--rig", "x.ron"]).failed(2, &["--scene door has its own rig"]);
    bake(&["--scene", "door", "--rig", "x.ron"]).failed(2, &["--scene door has its own rig"]);
    bake(&["--rig", "no such.ron"]).failed(1, &["no such.ron: "]);
    let rig = folder.file("rig.ron", b"(parts: [Lmib()])");
    bake(&["--rig", &rig]).failed(1, &["rig.ron: line 1, column", "no part called \"Lmib\""]);
    let rig = folder.file("rig.ron", b"(parts: [Chain(name: \"tail\", from: \"hips\", to: \"tail\")])");
    bake(&["--rig", &rig]).failed(
        1,
        &["rig.ron: line 1, column 44: parts[\"tail\"].to: no joint or human bone called \"tail\""],
    );
    sinew(&["bake", "-o", "out.gif"]).failed(2, &["expected a name ending in .glb, .gltf or .vrm"]);
}

#[test]
fn a_custom_rig_is_used() {
    let folder = Folder::new("bake-rig");
    let out = folder.path("out.glb");
    let rig = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/rig.ron");
    let args = ["bake", "--rig", rig, "--clip", "idle", "--seconds", "0.5", "-o", &out];
    let run = sinew(
        &[&args[..], &["--reach", "right hand=-0.35,1.2,0.3", "--reach", "head=0.05,1.42,0.12"]].concat(),
    );
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(!run.err.contains("out of reach"), "{}", run.err);
}

#[test]
fn a_scene_baked_in_place_names_the_option_that_plays_it() {
    let folder = Folder::new("bake-in-place");
    let out = folder.path("a.glb");
    let bake = |more: &[&str]| {
        sinew(&[&["bake", "--scene", "stairs", "--seconds", "0.1", "-o", &out], more].concat())
    };
    let words = "play the clip with --apply-root-motion";
    let (placed, keyed) = (bake(&["--in-place"]), bake(&[]));
    assert!(placed.code == 0 && placed.err.contains(words), "{}", placed.err);
    assert!(!keyed.err.contains(words), "{}", keyed.err);
}

#[test]
fn bakes_and_retargeted_clips_are_written_as_gltf() {
    let folder = Folder::new("bake-formats");
    let goal = ["--clip", "idle", "--seconds", "0.2", "--reach", "left hand=0.3,1.2,0.3"];
    for (name, write) in [
        ("baked", sinew_with(&["bake"], &goal, &folder.path("baked.gltf"))),
        (
            "retargeted",
            sinew_with(&["retarget"], &["#walk", "--name", "walk"], &folder.path("retargeted.gltf")),
        ),
    ] {
        assert_eq!(write.code, 0, "{}", write.err);
        let gltf = folder.path(&format!("{name}.gltf"));
        assert!(std::path::Path::new(&folder.path(&format!("{name}.bin"))).is_file());
        assert_eq!(sinew(&["check", &gltf]).code, 0, "{name}");
        assert_eq!(sinew(&["convert", &gltf, "-o", &folder.path("back.glb")]).code, 0, "{name}");
    }
    let animation = sinew_with(&["bake"], &goal, &folder.path("baked.vrma"));
    animation.failed(2, &["not expressions; expected a name ending in .glb, .gltf or .vrm"]);
    folder.file("other.bin", b"mine");
    let other = sinew_with(&["bake"], &goal, &folder.path("other.gltf"));
    other.failed(2, &["other.bin is there and would be replaced"]);
}

fn sinew_with(verb: &[&str], arguments: &[&str], output: &str) -> Run {
    sinew(&[verb, arguments, &["-o", output]].concat())
}

/// Weights of the morph targets and rotations that a clip of a GLB animates, as JSON of `pose` at a time.
fn posed(file: &str, time: &str) -> serde_json::Value {
    sinew(&["pose", file, "--clip", "0", "--time", time, "--json"]).json()
}

#[test]
fn a_face_moves_alone_with_an_emotion_and_a_target() {
    let folder = Folder::new("bake-face");
    let [out, again, other] = ["a.glb", "b.glb", "c.glb"].map(|name| folder.path(name));
    let bake = |out: &str, seed: &str| {
        let call =
            ["bake", "--face", "--seed", seed, "--emotion", "happy=0.8@1", "--seconds", "4", "-o", out];
        let run = sinew(&[&call[..], &["--look-at", "1.5,1.5,1"]].concat());
        assert_eq!(run.code, 0, "{}", run.err);
        assert!(run.err.contains("\"face\" of 4.00 s"), "{}", run.err);
        std::fs::read(out).unwrap()
    };
    let bytes = bake(&out, "3");
    assert!(bytes == bake(&again, "3"), "the same seed");
    assert!(bytes != bake(&other, "4"), "another seed");
    // The head and the eyes turn to the left, and the face changes.
    let [before, after] = ["0", "3.5"].map(|time| posed(&out, time));
    let node = |posed: &serde_json::Value, name: &str| {
        let nodes = posed["nodes"].as_array().unwrap();
        let node = nodes.iter().find(|node| node["name"] == name).unwrap();
        let world = node["world"].as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect::<Vec<_>>();
        world[8].atan2(world[10]).to_degrees()
    };
    let head = node(&after, "head") - node(&before, "head");
    assert!((20.0..60.0).contains(&head), "{head}°");
    bakes_nothing_wrong(&folder.path("d.glb"));
}

fn bakes_nothing_wrong(out: &str) {
    let bake = |args: &[&str]| sinew(&[&["bake", "--seconds", "0.2", "-o", out], args].concat());
    bake(&["--face", "--emotion", "hapy"]).failed(1, &["did you mean \"happy\"?"]);
    bake(&["--face", "--emotion", "happy=2"]).failed(2, &["a weight from 0 to 1"]);
    bake(&["--face", "--look-at", "1,2"]).failed(2, &["expected X,Y,Z in metres"]);
    bake(&["--emotion", "happy"]).failed(2, &["--face"]);
}

#[test]
fn a_face_map_gives_blinks_and_emotions_of_its_own() {
    let folder = Folder::new("bake-map");
    let (out, plain) = (folder.path("a.glb"), folder.path("b.glb"));
    let map = folder.file(
        "map.ron",
        br#"(blink: (morphs: {"jawOpen": 0.5}), emotions: {"grin": (morphs: {"mouthSmileLeft": 1, "mouthSmileRight": 1})})"#,
    );
    let bake = |out: &str, more: &[&str]| {
        let run = sinew(&[&["bake", "--face", "--seed", "3", "--seconds", "6", "-o", out], more].concat());
        assert_eq!(run.code, 0, "{}", run.err);
        std::fs::read(out).unwrap()
    };
    let with_map = bake(&out, &["--map", &map]);
    assert!(with_map != bake(&plain, &[]), "the jaw opens in a blink");
    assert!(with_map != bake(&plain, &["--map", &map, "--emotion", "grin@1"]));
    let wrong = folder.file("wrong.ron", b"(blink: (morphs: {\n\"jawOpne\": 1}))");
    let bake = |args: &[&str]| sinew(&[&["bake", "--seconds", "0.2", "-o", &out], args].concat());
    bake(&["--face", "--map", &wrong]).failed(1, &["wrong.ron", "line 2", "did you mean \"jawOpen\"?"]);
    bake(&["--face", "--map", &folder.path("none.ron")]).failed(1, &["none.ron"]);
    bake(&["--map", &map]).failed(2, &["--face"]);
    bake(&["--face", "--emotion", "grin"]).failed(1, &["grin"]);
}

#[test]
fn a_character_with_arkit_shapes_alone_shows_an_emotion() {
    let Some(file) = asset("gltf/rpm_brunette-t.glb") else { return };
    let listed = sinew(&["inspect", &file]).out;
    assert!(listed.contains("Emotions by morph targets: happy, angry, sad"), "{listed}");
    let folder = Folder::new("bake-emotion");
    let out = folder.path("happy.glb");
    let bake = |emotion: &str| {
        let run = sinew(&["bake", &file, "--face", "--emotion", emotion, "--seconds", "2", "-o", &out]);
        assert_eq!(run.code, 0, "{}", run.err);
        std::fs::read(&out).unwrap()
    };
    assert!(bake("happy@0.5") != bake("none"));
    let wrong = ["bake", &file, "--face", "--emotion", "hapy", "--seconds", "1", "-o", &out];
    sinew(&wrong).failed(1, &["no emotion called", "did you mean \"happy\"?"]);
}

/// Height of the hips at a time of a file's only clip.
fn hips(file: &str, time: f64) -> f64 {
    let posed = sinew(&["pose", file, "--clip", "0", "--time", &time.to_string(), "--json"]).json();
    let nodes = posed["nodes"].as_array().unwrap();
    nodes.iter().find(|node| node["name"] == "hips").unwrap()["world"][13].as_f64().unwrap()
}

/// A clip that ends elsewhere than it begins holds its last pose, in every verb that records it, unless it is
/// asked to loop.
#[test]
fn clips_that_do_not_loop_hold_their_last_pose() {
    let folder = Folder::new("bake-holds");
    let out = folder.path("out.glb");
    let clips = sinew(&["inspect", "--json"]).json();
    let clips = clips["clips"].as_array().unwrap();
    let length =
        clips.iter().find(|clip| clip["name"] == "get_up_back").unwrap()["seconds"].as_f64().unwrap();
    let longer = length + 1.0;
    let stands = 0.7;
    let make = |verb: &str, seconds: f64, more: &[&str]| {
        let seconds = seconds.to_string();
        let args = [verb, "--clip", "get_up_back", "--seconds", &seconds, "-o", &out];
        let run = sinew(&[&args[..], more].concat());
        assert_eq!(run.code, 0, "{}", run.err);
        hips(&out, seconds.parse().unwrap())
    };
    for seconds in [length, longer, 2.0 * length] {
        let height = make("bake", seconds, &[]);
        assert!(height > stands, "bake {seconds}: {height}");
    }
    let height = make("bake", longer, &["--loop"]);
    assert!(height < stands, "bake --loop: {height}");
    let height = make("bake", longer, &["--reach", "left hand=0.3,1.2,0.3"]);
    assert!(height > stands, "bake --reach: {height}");
    assert!(make("hair", longer, &["--groom", "short"]) > stands);
    // Until the fall.
    let at = longer.to_string();
    let run = sinew(&["drop", "--clip", "get_up_back", "--at", &at, "--seconds", "0.2", "-o", &out]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(hips(&out, longer - 0.1) > stands);
    // Clips that loop do so.
    let turns = sinew(&["bake", "--clip", "walk", "--seconds", "3.2", "-o", &out]);
    assert_eq!(turns.code, 0, "{}", turns.err);
    let moves = (0..8).map(|n| hips(&out, 3.0 + 0.02 * f64::from(n)));
    let (low, high) = moves.fold((f64::MAX, f64::MIN), |(low, high), y| (low.min(y), high.max(y)));
    assert!(high - low > 0.002, "{low} {high}");
    // Stills.
    let still = |more: &[&str]| {
        let run = sinew(&[&["pose", "--clip", "get_up_back", "--time", &at, "--json"][..], more].concat());
        let posed = run.json();
        let nodes = posed["nodes"].as_array().unwrap();
        nodes.iter().find(|node| node["name"] == "hips").unwrap()["world"][13].as_f64().unwrap()
    };
    assert!(still(&[]) > stands && still(&["--loop"]) < stands);
}
