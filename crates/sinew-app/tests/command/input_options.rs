//! Facts that input files do not state: `--bone`, `--bones`, `--scale`.

use crate::made::humanoid_bvh;
use crate::run_sinew::{Folder, asset, sinew};
use serde_json::Value;

fn bones(args: &[&str]) -> Value {
    sinew(&[&["inspect", "--json"], args].concat()).json()["humanoid"]["bones"].clone()
}

#[test]
fn named_bones_go_before_those_that_are_found() {
    let found = bones(&[]);
    let named = bones(&["--bone", "leftHand=leftThumbMetacarpal", "--bone", "rightToes=rightToes"]);
    assert_eq!(found["leftHand"], "leftHand");
    assert_eq!(named["leftHand"], "leftThumbMetacarpal");
    // A found bone whose node has another meaning now is left out.
    assert!(found["leftThumbMetacarpal"].is_string() && named["leftThumbMetacarpal"].is_null());
    assert_eq!(named["rightHand"], found["rightHand"]);
    // IK uses them: the hand is the thumb.
    let reach = |args: &[&str]| {
        let folder = Folder::new("bones-reach");
        let out = folder.path("a.glb");
        let call = [
            &["bake", "--clip", "idle", "--seconds", "0.1", "--reach", "left hand=0.3,1.2,0.3", "-o", &out],
            args,
        ];
        let run = sinew(&call.concat());
        assert_eq!(run.code, 0, "{}", run.err);
        let posed = sinew(&["pose", &out, "--clip", "0", "--time", "0.1", "--json"]).json();
        let node = |name: &str| {
            posed["nodes"].as_array().unwrap().iter().find(|n| n["name"] == name).unwrap().clone()
        };
        let world = node("leftThumbMetacarpal")["world"].clone();
        [12, 13, 14].map(|i| world[i].as_f64().unwrap())
    };
    let (unnamed, named) = (reach(&[]), reach(&["--bone", "leftHand=leftThumbMetacarpal"]));
    let moved = unnamed.iter().zip(named).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    assert!(moved > 5e-3, "{unnamed:?} {named:?}");
}

#[test]
fn a_rig_that_is_no_humanoid_becomes_one() {
    let Some(fox) = asset("gltf/Fox.glb") else { return };
    let folder = Folder::new("fox");
    let text = r#"{"hips": "b_Hip_01", "spine": "b_Spine01_02", "head": "b_Head_05", "leftUpperArm": "b_LeftUpperArm_09"}"#;
    let file = folder.file("fox.ron", text.as_bytes());
    assert!(sinew(&["inspect", &fox, "--json"]).json()["humanoid"].is_null());
    let named = sinew(&["inspect", &fox, "--bones", &file, "--bone", "spine=b_Spine02_03", "--json"]).json();
    assert_eq!(named["humanoid"]["profile"], "named");
    let bones = &named["humanoid"]["bones"];
    // An option goes before the file.
    assert_eq!((&bones["hips"], &bones["spine"]), (&"b_Hip_01".into(), &"b_Spine02_03".into()));
    let findings = named["findings"].as_array().unwrap();
    let lacks = findings.iter().find(|finding| finding["code"] == "bone-map").expect("what is still missing");
    assert!(lacks["message"].as_str().unwrap().contains("leftHand"), "{lacks}");
    // Motion of a human for the fox's head.
    let out = folder.path("fox.glb");
    assert_eq!(sinew(&["retarget", "#idle", "--onto", &fox, "-o", &out]).code, 1);
    let run = sinew(&["retarget", "#idle", "--onto", &fox, "--bones", &file, "-o", &out, "--json"]);
    let report = run.json();
    assert_eq!(report["method"], "humanoid", "{report}");
}

#[test]
fn mistakes_in_bones_are_told() {
    let folder = Folder::new("bones-wrong");
    let inspect = |args: &[&str]| sinew(&[&["inspect"], args].concat());
    inspect(&["--bone", "leftHnad=leftHand"])
        .failed(2, &["no human bone called \"leftHnad\"; did you mean \"leftHand\"?"]);
    inspect(&["--bone", "leftHand"]).failed(2, &["expected BONE=NODE"]);
    inspect(&["--bone", "leftHand=lefthand"])
        .failed(1, &["built-in: no node called \"lefthand\" for leftHand", "did you mean \"leftHand\"?"]);
    inspect(&["--bone", "leftHand=spine", "--bone", "head=spine"])
        .failed(1, &["mapped to two bones", "[bone-map]"]);
    inspect(&["--bone", "leftHand=leftUpperArm", "--bone", "leftUpperArm=leftHand"])
        .failed(1, &["is not a descendant of", "[bone-map]"]);
    inspect(&["--bone", "head=neck", "--bone", "head=head"])
        .failed(2, &["head is both \"neck\" and \"head\""]);
    let file = folder.file("bones.ron", b"{\n  \"hips\": 3\n}");
    inspect(&["--bones", &file]).failed(1, &["bones.ron: line 2"]);
    // One file of several is enough.
    let out = folder.path("a.glb");
    let Some(fox) = asset("gltf/Fox.glb") else { return };
    sinew(&["pose", &fox, "--clip", "#walk", "--bone", "hips=hops"]).failed(1, &["no node called \"hops\""]);
    sinew(&["retarget", &fox, "--onto", &fox, "--bone", "hips=hops", "-o", &out])
        .failed(1, &["no node called \"hops\""]);
    assert_eq!(sinew(&["retarget", &fox, "--onto", &fox, "--bone", "hips=b_Hip_01", "-o", &out]).code, 0);
    assert_eq!(sinew(&["check", &fox, "--bone", "hips=b_Hip_01"]).code, 0);
}

#[test]
fn the_size_of_files_without_units_is_stated() {
    for file in ["bvh/mass/walk.bvh", "x/tiny/tiny.x"] {
        let Some(file) = asset(file) else { return };
        let height = |args: &[&str]| {
            let posed = sinew(&[&["pose", &file, "--json"], args].concat()).json();
            let nodes = posed["nodes"].as_array().unwrap().iter();
            let heights = nodes.map(|node| node["world"][13].as_f64().unwrap());
            heights.clone().fold(f64::MIN, f64::max) - heights.fold(f64::MAX, f64::min)
        };
        let (small, large) = (height(&["--scale", "0.001"]), height(&["--scale", "0.003"]));
        assert!((large / small - 3.0).abs() < 1e-3 && small > 0.0, "{file}: {small} {large}");
        let told = sinew(&["inspect", &file, "--scale", "0.003"]);
        assert!(told.out.contains("× 0.003, as stated"), "{}", told.out);
    }
    let run = sinew(&["inspect", "--scale", "2"]);
    assert!(
        run.code == 0 && run.err.contains("--scale has no effect: built-in states its unit"),
        "{}",
        run.err
    );
    sinew(&["inspect", "--scale", "0"]).failed(2, &["--scale", "expected metres per unit"]);
}

#[test]
fn every_verb_that_opens_characters_takes_the_options() {
    let open_characters = [
        "inspect", "check", "pose", "render", "view", "convert", "pack", "retarget", "shapes", "wrinkles",
        "hair", "bake", "speak", "drop", "ragdoll", "ik", "bench", "normals", "decal", "setup",
    ];
    for verb in open_characters {
        let help = sinew(&[verb, "--help"]);
        for option in ["--bone <BONE=NODE>", "--bones <FILE>", "--scale <[FILE=]F>"] {
            assert!(help.code == 0 && help.out.contains(option), "{verb} lacks {option}: {}", help.out);
        }
    }
    // A new verb has to be put into one of the lists.
    let others = ["completions", "help"];
    let help = sinew(&["--help"]).out;
    let verbs = help.split("Commands:\n").nth(1).unwrap().lines().take_while(|line| !line.is_empty());
    // Further lines of a description are indented more.
    let names =
        verbs.filter_map(|line| line.strip_prefix("  ")?.split(' ').next().filter(|verb| !verb.is_empty()));
    for verb in names {
        assert!(open_characters.contains(&verb) || others.contains(&verb), "{verb:?} in {help}");
    }
}

#[test]
fn files_of_a_call_can_have_a_scale_each() {
    let folder = Folder::new("scales");
    let bvh = humanoid_bvh(2, 0.05);
    let [a, b] = ["a.bvh", "b.bvh"].map(|name| folder.file(name, bvh.as_bytes()));
    let units = |args: &[&str]| {
        let run = sinew(&[&["check", &a, &b, "--json"], args].concat()).json();
        let files = run["files"].as_array().unwrap().clone();
        files.iter().map(|file| file["findings"].to_string()).collect::<Vec<_>>()
    };
    let both = units(&["--scale", "0.02"]);
    assert!(both.iter().all(|file| file.contains("× 0.02, as stated")), "{both:?}");
    for call in [&["--scale", "b.bvh=0.03"][..], &["--scale", &format!("{b}=0.03")]] {
        let one = units(call);
        assert!(!one[0].contains("as stated") && one[1].contains("× 0.03, as stated"), "{one:?}");
    }
    let each = units(&["--scale", "b.bvh=0.03", "--scale", "0.02"]);
    assert!(each[0].contains("× 0.02") && each[1].contains("× 0.03"), "{each:?}");
    let wrong = |args: &[&str], words: &[&str]| sinew(&[&["check", &a, &b], args].concat()).failed(2, words);
    wrong(&["--scale", "c.bvh=0.03"], &["--scale: no file of the call is \"c.bvh\"", "a.bvh"]);
    sinew(&["inspect", &a, "--scale", "1", "--scale", "2"]).failed(2, &["two scales for all files"]);
    wrong(&["--scale", "a.bvh=0"], &["expected metres per unit"]);
}

#[test]
fn face_names_of_the_user_are_found() {
    let folder = Folder::new("face-names");
    let names = folder.file("names.txt", b"[emotion] Ours; us\nbrowInnerUp = puzzled 0.7\n");
    let emotions =
        |args: &[&str]| sinew(&[&["inspect", "--json"], args].concat()).json()["emotions"].to_string();
    assert!(!emotions(&[]).contains("puzzled"));
    assert!(emotions(&["--face-names", &names]).contains("\"puzzled\""));
    let wrong = folder.file("wrong.txt", b"\n[emotions] Ours; us\n");
    let run = sinew(&["inspect", "--face-names", &wrong]);
    let message = "line 2: there are no families of \"emotions\"; did you mean \"emotion\"?";
    assert!(run.code == 1 && run.err.contains(message), "{} {}", run.code, run.err);
}
