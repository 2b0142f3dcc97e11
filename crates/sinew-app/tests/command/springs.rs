//! Spring bones.

use crate::run_sinew::{Folder, sinew};

/// The left forearm of the built-in character hangs loosely.
const LOOSE: &[u8] = b"(chains: [(from: \"leftLowerArm\", to: \"leftHand\", stiffness: 0.05, gravity: 1)])";

fn world(file: &str, node: &str) -> Vec<f64> {
    let posed = sinew(&["pose", file, "--clip", "0", "--time", "1", "--json"]).json();
    let node = posed["nodes"].as_array().unwrap().iter().find(|entry| entry["name"] == node).unwrap().clone();
    node["world"].as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}

#[test]
fn springs_are_baked_into_keys() {
    let folder = Folder::new("springs");
    let rig = folder.file("loose.ron", LOOSE);
    let [with, without] = ["with.glb", "without.glb"].map(|name| folder.path(name));
    let base = ["bake", "--clip", "idle", "--seconds", "1", "--spring-bones", &rig];
    let run = sinew(&[&base[..], &["--springs", "-o", &with]].concat());
    assert!(run.code == 0 && run.err.contains("\"idle + springs\" of 1.00 s"), "{}", run.err);
    let run = sinew(&[&base[..], &["-o", &without]].concat());
    assert_eq!(run.code, 0, "{}", run.err);
    // The forearm hangs: the hand is below the elbow. Without `--springs` the file keeps the spring bones,
    // which are at rest in a still.
    let below = |file: &str| {
        let [elbow, hand] = ["leftLowerArm", "leftHand"].map(|node| world(file, node));
        let [across, down] = [hand[12] - elbow[12], elbow[13] - hand[13]];
        down / across.hypot(down).hypot(hand[14] - elbow[14])
    };
    assert!(below(&with) > 0.99 && below(&without) < 0.985, "{} {}", below(&with), below(&without));
    let springs =
        |file: &str| sinew(&["inspect", file, "--json"]).json()["springs"].as_array().unwrap().len();
    assert_eq!([springs(&with), springs(&without)], [0, 1]);
}

#[test]
fn wrong_spring_bones_are_named() {
    let folder = Folder::new("wrong-springs");
    let out = folder.path("out.glb");
    let run = sinew(&["bake", "--springs", "-o", &out]);
    assert!(
        run.code == 2 && run.err.contains("--springs: ") && run.err.contains("has no spring bones"),
        "{}",
        run.err
    );
    for (text, words) in [
        (&b"(chains: [(from: \"tial\")])"[..], "chains[0].from: no joint or human bone called \"tial\""),
        (&b"(chains: [(from: \"head\", drag: 2)])"[..], "chains[0].drag: 2 is not"),
        (&b"(chains: [(form: \"head\")])"[..], "line 1"),
        (&b""[..], "spring bones, such as (chains:"),
    ] {
        let rig = folder.file("rig.ron", text);
        let args = ["bake", "--clip", "idle", "--spring-bones", &rig, "--springs", "-o", &out];
        let run = sinew(&args);
        assert!(run.code != 0 && run.err.contains(words) && run.err.contains("rig.ron"), "{}", run.err);
    }
    assert!(!folder.names().iter().any(|name| name == "out.glb"));
}

#[test]
fn check_tells_whether_spring_bones_fit() {
    let folder = Folder::new("check-springs");
    let rig = folder.file("loose.ron", LOOSE);
    let character = folder.path("own.glb");
    assert_eq!(sinew(&["convert", "-o", &character]).code, 0);
    let run = sinew(&["check", &rig, &character]);
    assert!(run.code == 0 && run.out.contains("the spring bones fit"), "{} {}", run.out, run.err);
    let run = sinew(&["check", &rig]);
    assert!(run.code == 0 && run.out.contains("valid spring bones"), "{} {}", run.out, run.err);
    let addition = folder.file("addition.ron", b"(body_colliders: true)");
    let run = sinew(&["check", &addition, &character]);
    assert!(run.code == 0 && run.out.contains("the spring bones fit"), "{} {}", run.out, run.err);
    let wrong = folder.file("wrong.ron", b"(chains: [(from: \"tial\")])");
    let run = sinew(&["check", &wrong, &character]);
    assert!(
        run.code == 1 && run.out.contains("no joint or human bone called \"tial\""),
        "{} {}",
        run.out,
        run.err
    );
}

#[test]
fn losses_of_a_borrowed_clip_are_printed() {
    let folder = Folder::new("cut-motion");
    let frames = "0 0 0 0 0 0\n".repeat(3);
    let text = format!(
        "HIERARCHY\nROOT hips\n{{\nOFFSET 0 1 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n\
         End Site\n{{\nOFFSET 0 1 0\n}}\n}}\nMOTION\nFrames: 9\nFrame Time: 0.1\n{frames}"
    );
    let cut = folder.file("cut.bvh", text.as_bytes());
    for args in [vec!["render", &cut, "-o"], vec!["render", "--clip", &cut, "-o"]] {
        let run = sinew(&[&args[..], &[&folder.path("out.png")]].concat());
        assert!(run.err.contains("the file seems to be cut off") || run.code == 3, "{}", run.err);
    }
}

#[test]
fn the_help_says_what_a_file_of_spring_bones_looks_like() {
    let help = sinew(&["render", "--help"]).out;
    let example = help.split('`').find(|part| part.starts_with("(chains: ")).unwrap();
    assert!(help.contains("docs/springs.md"));
    let folder = Folder::new("springs-help");
    let rig = folder.file("rig.ron", example.replace("tail_01", "leftLowerArm").as_bytes());
    assert_eq!(sinew(&["pose", "--spring-bones", &rig]).code, 0);
}

/// Pixels of the frames of a turntable that the character covers.
fn turntable(folder: &Folder, name: &str, args: &[&str]) -> Option<Vec<Vec<bool>>> {
    let out = format!("{name}/%d.png");
    let base = ["--turntable", "--fps", "4", "--size", "96x96", "--background", "none"];
    crate::render::render(folder, &out, &[&base[..], args].concat())?;
    let count = std::fs::read_dir(folder.path(name)).unwrap().count();
    let covered = |n: usize| {
        let (_, _, rgba) = crate::render::read_png(&folder.path(&format!("{name}/{n}.png")));
        rgba.chunks(4).map(|pixel| pixel[3] > 128).collect()
    };
    Some((0..count).map(covered).collect())
}

/// Springs that hold their pose look on a turntable as joints without springs do, at any speed.
#[test]
fn springs_turn_along_on_a_turntable() {
    let folder = Folder::new("turntable");
    let stiff = |name: &str, chain: &str| {
        folder.file(name, format!("(chains: [(from: \"{chain}\", stiffness: 4, gravity: 0)])").as_bytes())
    };
    let rigs =
        [stiff("arm.ron", "leftUpperArm"), stiff("head.ron", "neck"), stiff("leg.ron", "rightUpperLeg")];
    // The clip moves arms and legs, which springs do not follow.
    let cases = [
        (&["--seconds", "1"][..], &rigs[..]),
        (&["--seconds", "3"], &rigs[..1]),
        (&["--seconds", "1", "--clip", "idle"], &rigs[1..2]),
    ];
    for (motion, rigs) in cases {
        let Some(plain) = turntable(&folder, "plain", motion) else { return };
        for rig in rigs {
            let sprung = turntable(&folder, "sprung", &[motion, &["--spring-bones", rig]].concat()).unwrap();
            assert_eq!(plain.len(), sprung.len());
            for (n, (a, b)) in plain.iter().zip(&sprung).enumerate() {
                let covered = a.iter().filter(|is_covered| **is_covered).count();
                let differ = a.iter().zip(b).filter(|(a, b)| a != b).count();
                assert!(
                    covered > 200 && differ * 50 < covered,
                    "{rig} {motion:?}: frame {n}: {differ} of {covered} pixels"
                );
            }
        }
    }
}
