//! Exit codes and messages.

use crate::run_sinew::{Folder, asset, sinew};

#[test]
fn without_a_display_the_viewer_prints_how_to_render() {
    sinew::<&str>(&[]).failed(3, &["sinew render -o"]);
    sinew(&["view"]).failed(3, &["sinew render -o"]);
}

#[test]
fn the_built_in_show_is_a_scene_of_the_viewer_and_of_pictures() {
    let stands_alone = "--scene show is the built-in show";
    for verb in [&["view"][..], &["render", "-o", "show.png"]] {
        let help = sinew(&[verb[0], "--help"]).out;
        for text in ["--scene show", "The built-in show: thirty seconds with a hero", "Climb a ladder"] {
            assert!(help.contains(text), "{verb:?}: {text}\n{help}");
        }
        sinew(&[verb, &["hero.glb", "--scene", "show"]].concat()).failed(2, &[stands_alone]);
    }
    sinew(&["view", "--scene", "show"]).failed(3, &["sinew render --scene show -o show.gif"]);
}

#[test]
fn the_viewer_names_the_file_in_the_command_that_renders() {
    let folder = Folder::new("view");
    let file = folder.path("my hero.glb");
    assert_eq!(sinew(&["convert", "#walk", "-o", &file]).code, 0);
    let command = format!("sinew render '{file}' -o picture.png");
    sinew(&["view", &file]).failed(3, &[&command]);
    let camera = ["--azimuth", "30", "--elevation", "-10", "--zoom", "2", "--view", "back"];
    sinew(&[&["view", &file], &camera[..]].concat()).failed(3, &[&command]);
}

#[test]
fn wrong_calls_tell_what_to_write() {
    let calls: [(&[&str], &str); 9] = [
        (&["retarget", "a.bvh", "b.glb", "-o", "c.glb"], "follows --onto: --onto b.glb"),
        (
            &["retarget", "a.bvh", "--onto", "b.glb", "--clip", "Walk", "-o", "c.glb"],
            "by its name or number: a.bvh#Walk",
        ),
        (&["convert", "a.fbx", "--clip=Take 001", "-o", "c.glb"], "by its name or number: 'a.fbx#Take 001'"),
        (&["pack", "--clip", "-o", "c.sinew"], "by its name or number: FILE#CLIP"),
        (&["inspect", "a.glb", "--clip", "0"], "by its name or number: a.glb#0"),
        (&["pack", "a.glb", "b.glb", "-o", "c.sinew"], "-o out/ or -o 'out/{name}.sinew' makes one of each"),
        (&["render", "a.glb", "b.bvh", "-o", "c.png"], "to play a clip of another file: --clip b.bvh"),
        (
            &["render", "a.glb", "b.glb", "--clip", "0", "-o", "c.png"],
            "-o out/ or -o 'out/{name}.png' makes one of each",
        ),
        (&["render", "--zom", "2", "-o", "c.png"], "'--zoom'"),
    ];
    for (call, words) in calls {
        let run = sinew(call);
        run.failed(2, &[words]);
        assert!(!run.err.contains("-- "), "the parser's own tip: {}", run.err);
    }
}

#[test]
fn numbers_of_clips_have_a_range() {
    for number in ["-1", "999"] {
        sinew(&["pose", "--clip", number]).failed(
            1,
            &[&format!("there is no clip {number}; expected a number from 0 to 21: there are \"")],
        );
    }
}

#[test]
fn wrong_calls_exit_with_2() {
    for call in [
        &["dance"][..],
        &["inspect", "--loud"],
        &["pose", "--time", "soon"],
        &["pose", "--time", "NaN"],
        &["pose", "--set", "speed=1@-1"],
        &["pose", "--morph", "smile"],
        &["pose", "--attach", "sword.glb"],
        &["render"],
        &["render", "-o", "picture.bmp"],
        &["render", "-o", "picture"],
        &["render", "-o", "a.png", "--size", "0x10"],
        &["render", "-o", "a.png", "--size", "big"],
        &["render", "-o", "a.png", "--fps", "0"],
        &["render", "-o", "a.png", "--seconds", "2"],
        &["render", "-o", "a.png", "--turntable"],
        &["render", "-o", "a.png", "--background", "nocolour"],
        &["render", "-o", "a.png", "--overlay", "colliders"],
        &["render", "-o", "a.png", "--scene", "moon"],
        &["render", "-o", "a.png", "--view", "below"],
        &["bench", "nothing"],
    ] {
        let run = sinew(call);
        run.failed(2, &[]);
        assert!(run.out.is_empty() && !run.err.is_empty(), "{call:?}");
    }
}

#[test]
fn help_of_every_verb_has_an_example() {
    for verb in
        ["inspect", "check", "convert", "retarget", "pose", "ik", "render", "view", "bench", "completions"]
    {
        let run = sinew(&[verb, "--help"]);
        assert_eq!(run.code, 0);
        assert!(run.out.contains("Example") && run.out.contains(&format!("sinew {verb}")), "{}", run.out);
    }
}

#[test]
fn bad_input_exits_with_1_and_names_the_file() {
    let folder = Folder::new("bad-input");
    let files = [
        folder.path("missing.glb"),
        folder.path(""),
        folder.file("empty.glb", b""),
        folder.file("text.gltf", b"{ \"asset\": "),
        folder.file("noise.glb", &[0x67, 0x6c, 0x54, 0x46, 2, 0, 0, 0, 255, 255, 255, 255, 1, 2, 3]),
    ];
    for file in &files {
        // Of a folder all files are inspected.
        if !file.ends_with('/') {
            sinew(&["inspect", file]).failed(1, &[file]);
            sinew(&["pose", "--json", file]).failed(1, &[file]);
        }
        let out = folder.path("out.png");
        sinew(&["render", file, "-o", &out]).failed(1, &[file]);
        sinew(&["view", file]).failed(if file.is_empty() { 3 } else { 1 }, &[]);
    }
    assert!(!folder.names().contains(&"out.png".to_owned()));
}

#[test]
fn unknown_names_exit_with_1() {
    sinew(&["pose", "--clip", "no such clip"]).failed(1, &["no such clip", "walk"]);
    sinew(&["pose", "--clip", "999"]).failed(1, &["999"]);
    sinew(&["pose", "--morph", "no such morph=1"]).failed(1, &["no such morph"]);
    sinew(&["pose", "--expression", "no such face=1"]).failed(1, &["no such face", "happy"]);
    sinew(&["pose", "--attach", "missing.glb@no such joint"]).failed(1, &["no such joint", "\"hips\""]);
}

#[test]
fn misspelled_names_get_suggestions() {
    let folder = Folder::new("misspelled");
    let out = folder.path("out.glb");
    let events = folder.file("events.ron", br#"{"wlak": (events: [(time: 0.1, name: "step")])}"#);
    let calls: [(&[&str], &str); 8] = [
        (&["pose", "--clip", "Wlak"], "no clip called \"Wlak\"; did you mean \"walk\"? there are \""),
        (&["convert", "#rnu", "-o", &out], "no clip called \"rnu\"; did you mean \"run\"? there are \""),
        (&["convert", "--event", "wakl@0.1=step", "-o", &out], "did you mean \"walk\"? there are \""),
        (&["pose", "--events", &events], "no clip called \"wlak\"; did you mean \"walk\"? there are \""),
        (&["pose", "--attach", "a.glb@hpis"], "\"hpis\"; did you mean \"hips\"? there are \""),
        (&["convert", "--root-motion=hip", "-o", &out], "\"hip\"; did you mean \"hips\"? there are \""),
        (&["pose", "--skip", "finger"], "to skip; did you mean \"fingers\"? there are \""),
        (&["pose", "--expression", "hapy=1"], "called \"hapy\"; did you mean \"happy\"? there are \""),
    ];
    calls.iter().for_each(|(call, words)| sinew(call).failed(1, &[words]));
    let meshes = sinew(&["inspect", "--json"]).json()["meshes"].clone();
    let morph = meshes.as_array().unwrap().iter().find_map(|mesh| mesh["morph_targets"][0].as_str()).unwrap();
    let wrong = format!("{}=1", morph.to_uppercase());
    sinew(&["pose", "--morph", &wrong]).failed(1, &[&format!("did you mean {morph:?}? there are \"")]);
    let graph = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/locomotion.ron");
    sinew(&["pose", "--graph", graph, "--set", "sped=1"])
        .failed(2, &["did you mean \"speed\"? there are ", "\"speed\" (a smooth float)"]);
}

#[test]
fn every_format_is_detected_by_its_content() {
    for (file, format) in [
        ("vrm/Godette_vrm_v4.vrm", "vrm0"),
        ("vrm/debug_robot.vrm", "vrm1"),
        ("vrm/idle_loop.vrma", "vrma"),
        ("fbx/pab/arnaud.fbx", "fbx"),
        ("x/tiny/tiny.x", "x"),
        ("bvh/cmu/01_01.bvh", "bvh"),
    ] {
        let Some(path) = asset(file) else { return };
        let contents = sinew(&["inspect", &path, "--json"]).json();
        assert_eq!(contents["format"], format, "{file}");
    }
    let godette = asset("vrm/Godette_vrm_v4.vrm").unwrap();
    let contents = sinew(&["inspect", &godette, "--json"]).json();
    assert_eq!(contents["licence"]["authors"][0], "SirRichard94");
    assert_eq!(contents["expressions"].as_array().unwrap().len(), 17);
    let positions = |expression: &[&str]| {
        let call = [&["pose", &godette, "--vertices", "--json"], expression].concat();
        sinew(&call).json()["meshes"][0]["positions"].clone()
    };
    assert_ne!(positions(&[]), positions(&["--expression", "blink=1"]));
}

#[test]
fn clips_of_other_files_need_the_same_rig() {
    let (Some(knight), Some(barbarian)) =
        (asset("gltf/kaykit/Knight.glb"), asset("gltf/kaykit/Barbarian.glb"))
    else {
        return;
    };
    let other = format!("{barbarian}#Walking_A");
    let posed = sinew(&["pose", &knight, "--clip", &other, "--time", "0.4", "--json"]).json();
    let plain = sinew(&["pose", &knight, "--clip", "Walking_A", "--time", "0.4", "--json"]).json();
    assert_eq!(posed["clip"], "Walking_A");
    assert_eq!(posed["duration"], plain["duration"]);
    let fox = asset("gltf/Fox.glb").unwrap();
    sinew(&["pose", &fox, "--clip", &other]).failed(1, &["Walking_A", "same rig"]);
    sinew(&["pose", &fox, "--clip", &format!("{barbarian}#Nothing")]).failed(1, &["Nothing"]);
}

#[test]
fn compressed_clips_give_nearly_the_same_pose() {
    let positions = |call: &[&str]| -> Vec<f64> {
        let posed = sinew(call).json();
        let nodes = posed["nodes"].as_array().unwrap().iter();
        nodes.flat_map(|n| n["world"].as_array().unwrap().iter().map(|x| x.as_f64().unwrap())).collect()
    };
    // The time of a key.
    let call = ["pose", "--clip", "run", "--time", "0.35", "--json"];
    let raw = positions(&call);
    let near = positions(&[&call[..], &["--compress", "0.1"]].concat());
    assert!(raw.len() > 500 && raw.len() == near.len());
    let max = raw.iter().zip(&near).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    assert!(max > 0.0 && max < 5e-3, "{max}");
    sinew(&["pose", "--compress", "0"]).failed(2, &["--compress", "more than 0"]);
}

#[test]
fn shells_complete_verbs_and_options() {
    let folder = Folder::new("completions");
    for (shell, words) in [
        ("bash", ["complete -F", "contact-sheet"]),
        ("zsh", ["#compdef sinew", "--contact-sheet"]),
        ("fish", ["complete -c sinew", "contact-sheet"]),
    ] {
        let run = sinew(&["completions", shell]);
        assert!(run.code == 0 && words.iter().all(|word| run.out.contains(word)), "{shell}: {}", run.err);
        folder.file(shell, run.out.as_bytes());
    }
    sinew(&["completions", "basch"]).failed(2, &["bash"]);
    // What bash offers for `sinew re`.
    let ask = format!(
        "source {}; COMP_WORDS=(sinew re); COMP_CWORD=1; _sinew sinew re sinew; echo ${{COMPREPLY[@]}}",
        folder.path("bash")
    );
    let Ok(offered) = std::process::Command::new("bash").args(["-c", &ask]).output() else { return };
    let offered = String::from_utf8(offered.stdout).unwrap();
    assert_eq!(offered.split_whitespace().collect::<Vec<_>>(), ["retarget", "render"]);
}

#[test]
fn missing_empty_and_foreign_files_have_messages_of_their_own() {
    let folder = Folder::new("foreign");
    let empty = folder.file("empty.glb", b"");
    sinew(&["inspect", &empty]).failed(1, &["the file is empty"]);
    let picture = folder.file("hero.glb", b"\x89PNG\r\n\x1a\n");
    sinew(&["inspect", &picture]).failed(1, &["this is a PNG picture"]);
    sinew(&["inspect", &folder.path("heroo.glb")]).failed(1, &["No such file; did you mean \"hero.glb\"?"]);
    sinew(&["inspect", &folder.path("none/hero.glb")]).failed(1, &["there is no folder"]);
    sinew(&["inspect", "#wlk"]).failed(1, &["no clip called \"wlk\"; did you mean \"walk\"?"]);
}

#[test]
fn retarget_names_the_clip_that_it_takes_of_several() {
    let folder = Folder::new("first-clip");
    let run = sinew(&[
        "retarget",
        "-o",
        &folder.path("a.glb"),
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/sinew.vrm"),
    ]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(
        run.err.contains("using clip 0 ") && run.err.contains("FILE#CLIP chooses another"),
        "{}",
        run.err
    );
}

#[test]
fn the_help_has_the_exit_codes_and_the_rule_for_outputs() {
    let help = sinew(&["help"]).out;
    for line in ["  0  ", "  1  ", "  2  ", "  3  ", "-o OUT replaces an existing file", "is never replaced"]
    {
        assert!(help.contains(line), "{line:?} is not in {help}");
    }
}
