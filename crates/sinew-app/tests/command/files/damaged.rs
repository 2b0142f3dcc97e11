//! Files that are cut off, without their textures, or in another unit than they state.

use crate::render::{read_png, render};
use crate::run_sinew::{Folder, asset, sinew};

#[test]
fn files_that_are_cut_off_are_reported_with_the_place() {
    let folder = Folder::new("cut-off");
    for (name, share, words) in [
        (
            "fbx/pab/run.fbx",
            0.5,
            "byte 331696: the file seems to be cut off: it ends within the node \"Objects\"",
        ),
        (
            "fbx/ufbx/maya_game_sausage_7500_ascii_wiggle.fbx",
            0.5,
            "line 705: the file seems to be cut off: it ends within \"AnimationCurve\" of line 696",
        ),
        ("bvh/mass/walk.bvh", 0.01, "line 51: the file seems to be cut off: it ends with \"OFFS\"; expected"),
        ("bvh/mass/walk.bvh", 0.5, "the file seems to be cut off: 132 frames are declared, and it has "),
        (
            "gltf/Fox.glb",
            0.5,
            "byte 81426: the file seems to be cut off: its header declares 162852 bytes, it has 81426",
        ),
        ("gltf/rigged_simple.gltf", 0.5, "the file seems to be cut off: EOF"),
    ] {
        let Some(path) = asset(name) else { return };
        let bytes = std::fs::read(&path).unwrap();
        let end = (bytes.len() as f64 * share) as usize;
        let cut = folder.file("cut", &bytes[..end]);
        let run = sinew(&["check", &cut]);
        assert_eq!(run.code, 1, "{name}");
        assert!(run.out.contains(words) && !run.out.contains("byte 0:"), "{name}: {}", run.out);
    }
}

#[test]
fn a_damaged_fbx_file_has_no_made_up_place() {
    let Some(path) = asset("fbx/pab/run.fbx") else { return };
    let folder = Folder::new("damaged-fbx");
    let mut bytes = std::fs::read(&path).unwrap();
    // Within compressed curves, whose node keeps its size.
    let middle = bytes.len() / 2;
    bytes[middle..middle + 40_000].fill(0);
    let run = sinew(&["check", &folder.file("a.fbx", &bytes)]);
    assert_eq!(run.code, 1, "{}", run.out);
    assert!(run.out.contains("the file is damaged") && !run.out.contains("byte 0:"), "{}", run.out);
}

/// Textures of all formats are searched in the file's folder; the message names it, and the character is
/// drawn all the same.
#[test]
fn missing_textures_are_reported_with_the_folder_that_was_searched() {
    let folder = Folder::new("no-textures");
    for (file, image, searched) in [
        ("gltf/kenney/character.glb", "colormap", "Textures/colormap.png"),
        ("fbx/seed-san/new_seedsan_betterfbx.fbx", "hair.png", "hair.png"),
        ("x/tiny/tiny.x", "Tiny_skin.dds", "Tiny_skin.dds"),
    ] {
        let Some(path) = asset(file) else { return };
        let copy = folder.path("copy");
        std::fs::copy(&path, &copy).unwrap();
        let out = folder.path("a.png");
        let Some(_) = render(&folder, "a.png", &[&copy, "--size", "40x30"]) else { return };
        let run = sinew(&["render", &copy, "--size", "40x30", "-o", &out]);
        let parent = std::path::Path::new(&copy).parent().unwrap().display();
        let parts = [
            format!("image {image:?} cannot be read: there is no "),
            format!(
                "there is no {searched:?} in the folder {parent}; materials that use it show a checker \
                 pattern [image-missing]"
            ),
        ];
        parts.iter().for_each(|part| assert!(run.err.contains(part), "{part:?} is not in {}", run.err));
        let lines: Vec<_> = run.err.lines().filter(|line| line.contains(&format!("{image:?}"))).collect();
        assert_eq!(lines.len(), 1, "reported once: {lines:?}");
        let (.., rgba) = read_png(&out);
        let magenta = rgba
            .as_chunks::<4>()
            .0
            .iter()
            .filter(|p| p[0] > p[1].saturating_mul(2) && p[2] > p[1].saturating_mul(2));
        assert!(magenta.count() > 20, "{file}");
        let checked = sinew(&["check", &copy]).out;
        assert!(checked.contains(" cannot be read: there is no "), "{checked}");
    }
}

#[test]
fn a_creature_of_absurd_size_gets_a_hint() {
    let (Some(fox), Some(knight)) = (asset("gltf/Fox.glb"), asset("gltf/kaykit/Knight.glb")) else { return };
    let run = sinew(&["check", &fox]);
    assert!(
        run.code == 0 && run.out.contains("the character measures 162.830 m, which is unusually large"),
        "{}",
        run.out
    );
    assert!(
        run.out.contains("if its lengths are centimetres, export it again, scaled × 0.01 [size]"),
        "{}",
        run.out
    );
    let findings = sinew(&["inspect", &fox, "--json"]).json()["findings"].to_string();
    assert!(findings.contains("\"size\"") && findings.contains("162.830 m"), "{findings}");
    assert!(!sinew(&["check", &knight]).out.contains("[size]"));
    assert!(!sinew(&["check"]).out.contains("[size]"));
}
