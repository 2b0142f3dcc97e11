//! Scenes of `sinew render`.

use crate::render::{read_png, render};
use crate::run_sinew::{Folder, asset, sinew};

#[test]
fn scenes_are_animated_repeatable_and_for_humanoids_only() {
    let folder = Folder::new("scenes");
    let draw = |name: &str, scene: &str, time: &str| {
        let args = ["--scene", scene, "--time", time, "--size", "64x64"];
        render(&folder, name, &args).map(|path| read_png(&path).2)
    };
    for scene in ["stairs", "slope", "door", "rifle", "aim", "ladder"] {
        let (Some(first), Some(later)) = (draw("a.png", scene, "0.4"), draw("b.png", scene, "1.2")) else {
            return;
        };
        assert_ne!(first, later, "{scene}");
        assert_eq!(draw("c.png", scene, "1.2"), Some(later), "{scene}: rendered again");
    }
    if let Some(runner) = asset("gltf/mannequiny.glb") {
        let out = folder.path("r.png");
        let message = sinew(&["render", &runner, "--scene", "stairs", "--size", "8x8", "-o", &out]).err;
        assert!(message.contains("--scene stairs plays clip 5 \"run_root"), "{message}");
    }
    let Some(fox) = asset("gltf/CesiumMan.glb").and(asset("gltf/SimpleSkin.gltf")) else { return };
    let late =
        sinew(&["render", "--scene", "aim", "--time", "9", "--size", "8x8", "-o", &folder.path("l.png")]);
    assert!(late.err.contains("--time 9: the scene ends at 5.000 s"), "{}", late.err);
    let early = ["--time", "-2", "--seconds", "0.1", "--size", "8x8", "-o", &folder.path("l.gif")];
    let early = sinew(&[&["render", "--scene", "ladder"], &early[..]].concat());
    assert!(
        early.err.contains("--time -2: the scene begins at 0.000 s; its first frame is shown"),
        "{}",
        early.err
    );
    for scene in ["stairs", "door", "rifle", "ladder"] {
        let out = folder.path("no.png");
        let message = sinew(&["render", &fox, "--scene", scene, "-o", &out]);
        assert_eq!(message.code, 1, "{scene}: {}", message.err);
        let first = message.err.lines().next().unwrap_or_default();
        assert!(
            first.contains("humanoid") && !message.err.contains("--apply-root-motion"),
            "{scene}: {}",
            message.err
        );
    }
}

/// Avatars have no clips.
#[test]
fn characters_without_clips_use_the_built_in_ones_in_scenes() {
    let folder = Folder::new("fallback");
    let draw = |file: &str, more: &[&str]| {
        let out = folder.path("a.png");
        let args = [&["render", file, "--size", "48x48", "-o", &out][..], more].concat();
        let run = sinew(&args);
        (run.code != 3).then(|| {
            assert_eq!(run.code, 0, "{}", run.err);
            (run.err, std::fs::read(&out).unwrap())
        })
    };
    let Some(avatar) = asset("vrm/debug_robot.vrm") else { return };
    for (scene, plays) in [("stairs", "walk"), ("aim", "idle"), ("rifle", "run, idle and jump")] {
        let Some((message, early)) = draw(&avatar, &["--scene", scene, "--time", "0.4"]) else { return };
        let line =
            format!("has no clips: using the built-in character's {plays}; choose another with --clip");
        assert_eq!(message.matches(&line).count(), 1, "{scene}: {message}");
        assert!(
            !message.contains("does not move forward") && message.lines().count() == 1,
            "{scene}: {message}"
        );
        assert!(draw(&avatar, &["--scene", scene, "--time", "0.9"]).unwrap().1 != early, "{scene}");
    }
    // A clip chosen with --clip plays without a notice.
    let (message, _) = draw(&avatar, &["--scene", "stairs", "--time", "0.4", "--clip", "#run"]).unwrap();
    assert!(message.contains("clip \"run\" is retargeted") && !message.contains("no clips"), "{message}");
    sinew(&["render", &avatar, "--clip", "#rnu", "-o", &folder.path("b.png")])
        .failed(1, &["built-in: no clip called \"rnu\"; did you mean \"run\""]);
    // The only clip of this character is a walk without a name.
    let Some(walks) = asset("gltf/CesiumMan.glb") else { return };
    let (message, _) = draw(&walks, &["--scene", "door", "--time", "0.4"]).unwrap();
    assert!(!message.contains("built-in"), "{message}");
    let (message, _) = draw(&walks, &["--scene", "aim", "--time", "0.4"]).unwrap();
    assert!(message.contains("no clip called idle: using the built-in character's"), "{message}");
}

/// Share of nearly equal pixels, in thousandths; light differs slightly with the shadows.
fn equal_share(a: &[u8], b: &[u8]) -> usize {
    let pairs = a.chunks_exact(4).zip(b.chunks_exact(4));
    let near = |(a, b): &(&[u8], &[u8])| a.iter().zip(*b).all(|(a, b)| a.abs_diff(*b) <= 8);
    pairs.clone().filter(near).count() * 1000 / pairs.len()
}

#[test]
fn stills_and_animations_of_a_scene_have_the_same_camera() {
    let folder = Folder::new("shared");
    let args = ["--scene", "stairs", "--size", "96x64"];
    let still = |time: &str| {
        let more = ["--time", time];
        render(&folder, "a.png", &[&args[..], &more].concat()).map(|out| read_png(&out).2)
    };
    let (Some(early), Some(late)) = (still("0"), still("3")) else { return };
    assert!(
        early != late && equal_share(&early, &late) > 930,
        "{} thousandths are equal",
        equal_share(&early, &late)
    );
    render(&folder, "all/%d.png", &[&args[..], &["--fps", "2"]].concat()).unwrap();
    assert!(read_png(&folder.path("all/0.png")).2 == early, "the first frame equals the still at 0");
}

#[test]
fn a_clip_without_a_name_is_called_by_its_number() {
    let Some(man) = crate::run_sinew::asset("gltf/CesiumMan.glb") else { return };
    let folder = crate::run_sinew::Folder::new("unnamed");
    let out = folder.path("out.glb");
    let run = crate::run_sinew::sinew(&["bake", &man, "--scene", "stairs", "--seconds", "0.1", "-o", &out]);
    assert!(run.err.contains("--scene stairs plays clip #0, the closest match"), "{}", run.err);
}

#[test]
fn a_show_is_drawn_from_its_own_camera() {
    let folder = Folder::new("show");
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/hero/show.ron");
    let draw = |name: &str, args: &[&str]| {
        render(&folder, name, &[args, &["--size", "64x48"]].concat()).map(|path| read_png(&path).2)
    };
    let Some(built_in) = draw("a.png", &["--scene", "show", "--time", "0.5"]) else { return };
    assert_eq!(draw("b.png", &[file, "--time", "0.5"]), Some(built_in), "the same show as a file");
    let frames = folder.path("%02d.png");
    let done = sinew(&["render", file, "--seconds", "0.1", "--fps", "20", "--size", "32x24", "-o", &frames]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(std::path::Path::new(&folder.path("01.png")).is_file());
    let wrong = sinew(&["render", file, "--clip", "walk", "-o", &folder.path("c.png")]);
    assert!(wrong.code == 2 && wrong.err.contains("--clip is for characters"), "{}", wrong.err);
    let checked = sinew(&["check", file]);
    assert!(
        checked.code == 0 && checked.out.contains("the show is ready to play: 30 s, 1 actor"),
        "{}",
        checked.out
    );
    let text = "(seconds: 2, cast: {\"a\": (setup: \"nobody.vrm\")})";
    let broken = folder.path("broken.ron");
    std::fs::write(&broken, text).unwrap();
    let checked = sinew(&["check", &broken]);
    assert!(checked.code == 1 && checked.out.contains("cast[\"a\"].setup: nobody.vrm: "), "{}", checked.out);
}
