//! Set-ups: `sinew setup`, and a set-up in place of a character file in the other verbs.

use crate::run_sinew::{Folder, asset, sinew};

const HERO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/hero/hero.ron");
const BUILT_IN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/sinew.vrm");

#[test]
fn a_template_gives_the_same_picture_as_the_character_alone() {
    let folder = Folder::new("setup-template");
    let files = ["vrm/Godette_vrm_v4.vrm", "fbx/animation_with_skeleton.fbx", "gltf/kaykit/Knight.glb"];
    let shared = files.into_iter().filter_map(asset);
    for (n, file) in std::iter::once(BUILT_IN.to_owned()).chain(shared).enumerate() {
        let [setup, alone, with] =
            [format!("{n}.ron"), format!("{n}a.png"), format!("{n}b.png")].map(|name| folder.path(&name));
        let run = sinew(&["setup", &file, "-o", &setup]);
        assert_eq!(run.code, 0, "{}", run.err);
        let size = ["--size", "120x160", "-o"];
        assert_eq!(sinew(&[&["render", &file], &size[..], &[&alone]].concat()).code, 0);
        let run = sinew(&[&["render", &setup], &size[..], &[&with]].concat());
        assert_eq!(run.code, 0, "{}", run.err);
        assert!(std::fs::read(&alone).unwrap() == std::fs::read(&with).unwrap(), "{file}");
        // One that may have been edited stays.
        let again = sinew(&["setup", &file, "-o", &setup]);
        assert!(again.code == 2 && again.err.contains("--force"), "{}", again.err);
        assert_eq!(sinew(&["setup", &file, "-o", &setup, "--force"]).code, 0);
    }
}

#[test]
fn every_verb_takes_a_set_up() {
    let folder = Folder::new("setup-verbs");
    let checked = sinew(&["check", HERO]);
    assert!(checked.code == 0, "{}", checked.out);
    for system in ["graph", "IK", "face", "wrinkles", "hair", "ragdoll", "decals", "22 clips, 1 item"] {
        assert!(checked.out.contains(system), "{system}: {}", checked.out);
    }
    let line = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/speech/line.flac");
    let [walk, baked, falls, speaks, hair] =
        ["walk.png", "baked.glb", "falls.png", "speaks.gif", "hair.glb"].map(|name| folder.path(name));
    for call in [
        &["render", HERO, "--set", "speed=1", "--time", "1", "--size", "160x120", "-o", &walk][..],
        &["bake", HERO, "--clip", "walk", "-o", &baked],
        &["drop", HERO, "--seconds", "1", "--size", "160x120", "-o", &falls],
        &["speak", line, "--onto", HERO, "--size", "96x96", "--fps", "4", "-o", &speaks],
        &["hair", HERO, "--cards", "100", "-o", &hair],
        &["pose", HERO, "--clip", "walk", "--time", "0.3", "--json"],
        &["inspect", HERO, "--json"],
    ] {
        let run = sinew(call);
        assert_eq!(run.code, 0, "{call:?}: {}", run.err);
    }
    assert!(sinew(&["inspect", &baked]).out.contains("walk"));
}

#[test]
fn faults_of_set_ups_have_their_place() {
    let folder = Folder::new("setup-faults");
    let setup = folder
        .file("a.ron", format!("(model: {BUILT_IN:?},\n graph: (output: Clip(clip: \"wlak\")))").as_bytes());
    let run = sinew(&["render", &setup, "-o", &folder.path("a.png")]);
    run.failed(1, &["a.ron: line 2, column ", "no clip called \"wlak\"; did you mean \"walk\"?"]);
    let run = sinew(&["check", &setup]);
    assert!(run.code == 1 && run.out.contains("error: line 2, column "), "{}", run.out);
    let setup = folder.file("b.ron", format!("(model: {BUILT_IN:?}, hide: [\"hat\"])").as_bytes());
    let run = sinew(&["check", &setup]);
    assert!(run.code == 0 && run.out.contains("warning: hide[0]: no mesh called \"hat\""), "{}", run.out);
    let heavy = folder.file("d.ron", format!("(model: {BUILT_IN:?},\n ragdoll: (mass: 50000))").as_bytes());
    let run = sinew(&["check", &heavy]);
    assert!(run.code == 0 && run.out.contains("warning: ragdoll.mass: 50000 kg is too heavy"), "{}", run.out);
    let setup = folder.file("c.ron", b"(model: \"nobody.glb\")");
    sinew(&["render", &setup, "-o", &folder.path("c.png")]).failed(1, &["nobody.glb: there is no such file"]);
}

#[test]
fn the_sounds_of_spoken_lines_are_checked() {
    let folder = Folder::new("show-lines");
    let line = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/speech/line.flac");
    folder.file("text.wav", b"this is not a sound");
    let whole = std::fs::read(line).unwrap();
    folder.file("head.flac", &whole[..60]);
    let check = |sound: &str| {
        let cues = format!("(at: 0.5, what: LookAt(Camera)),\n  (at: 1, what: Speak({sound:?}))");
        let text = format!("(seconds: 9, cast: {{\"me\": (setup: {BUILT_IN:?})}},\n cues: [{cues}])");
        sinew(&["check", &folder.file("show.ron", text.as_bytes())])
    };
    let run = check(line);
    assert!(run.code == 0 && run.out.contains("the show is ready to play"), "{}", run.out);
    for (sound, message) in [
        ("nothing.wav", "there is no such file"),
        ("../no such folder/a.wav", "there is no folder"),
        ("text.wav", ""),
        ("head.flac", ""),
    ] {
        let run = check(sound);
        let expected = format!("show.ron: error: line 3, column 11: cues[1].what: {sound}: {message}");
        assert!(run.code == 1 && run.out.contains(&expected), "{}\n{expected}", run.out);
    }
}
