//! Options that make output files smaller.

use crate::run_sinew::{Folder, sinew};

fn size(file: &str) -> u64 {
    std::fs::metadata(file).unwrap().len()
}

#[test]
fn small_files_say_how_far_clips_are_off() {
    let folder = Folder::new("small");
    let path = |name: &str| folder.path(name);
    let convert = |options: &[&str], out: &str| {
        let run = sinew(&[&["convert", "-o", out], options].concat());
        assert_eq!(run.code, 0, "{}", run.err);
        (size(out), run.err)
    };
    let (plain, _) = convert(&[], &path("plain.glb"));
    let (vertices, _) = convert(&["--quantize=vertices"], &path("vertices.glb"));
    let (keys, text) = convert(&["--quantize=keys"], &path("keys.glb"));
    assert!(
        vertices < plain && keys < plain && text.contains("keys are quantized; the largest error"),
        "{text}"
    );
    let (small, text) = convert(&["--small"], &path("small.glb"));
    assert!(small * 2 < keys && text.contains("[export-quantized-keys]"), "{small} of {keys}: {text}");
    assert!(text.contains("vertices are stored within 0."), "{text}");
    let (smaller, _) = convert(&["--small=2"], &path("smaller.glb"));
    assert!(smaller < small, "{smaller} of {small}");
    // All clips are there, in the same lengths.
    let clips = |file: &str| {
        let clips = sinew(&["inspect", "--json", file]).json()["clips"].clone();
        let clips = clips.as_array().unwrap().clone();
        clips.iter().map(|clip| (clip["name"].clone(), clip["seconds"].clone())).collect::<Vec<_>>()
    };
    assert_eq!(clips(&path("plain.glb")), clips(&path("small.glb")));
    assert_eq!(sinew(&["convert", "--small=0", "-o", &path("no.glb")]).code, 2);
}

#[test]
fn motions_alone_have_no_meshes() {
    let folder = Folder::new("no-mesh");
    let [glb, one, vrm] = ["clips.glb", "one.glb", "a.vrm"].map(|name| folder.path(name));
    assert_eq!(sinew(&["convert", "--no-mesh", "-o", &glb]).code, 0);
    let found = sinew(&["inspect", "--json", &glb]).json();
    assert_eq!(found["meshes"].as_array().unwrap().len(), 0);
    assert_eq!(found["clips"].as_array().unwrap().len(), 22);
    let bones = found["humanoid"]["bones"].as_object().unwrap().len();
    assert!(bones > 40, "{bones} bones");
    // The new clip alone.
    assert_eq!(sinew(&["retarget", &format!("{glb}#walk"), "--no-mesh", "-o", &one]).code, 0);
    assert_eq!(sinew(&["inspect", "--json", &one]).json()["clips"].as_array().unwrap().len(), 1);
    assert!(size(&one) * 4 < size(&glb));
    sinew(&["convert", "--no-mesh", "-o", &vrm]).failed(2, &["an avatar needs its meshes"]);
}

#[test]
fn meshes_and_textures_get_smaller_one_by_one() {
    let folder = Folder::new("small-meshes");
    let path = |name: &str| folder.path(name);
    let convert = |options: &[&str], out: &str| {
        let run = sinew(&[&["convert", "-o", out], options].concat());
        assert_eq!(run.code, 0, "{}", run.err);
        size(out)
    };
    let vertices = |file: &str| -> u64 {
        let meshes = sinew(&["inspect", "--json", file]).json()["meshes"].clone();
        meshes.as_array().unwrap().iter().filter_map(|mesh| mesh["vertices"].as_u64()).sum()
    };
    let plain = convert(&["--meshopt"], &path("plain.glb"));
    let ordered = convert(&["--meshopt", "--reorder"], &path("ordered.glb"));
    let pruned = convert(&["--meshopt", "--prune"], &path("pruned.glb"));
    assert!(ordered < plain && pruned <= plain, "{ordered}, {pruned} of {plain}");
    assert_eq!(vertices(&path("plain.glb")), vertices(&path("ordered.glb")));
    assert!(vertices(&path("pruned.glb")) <= vertices(&path("plain.glb")));
    let textures = convert(&["--meshopt", "--max-texture", "64", "--webp"], &path("textures.glb"));
    assert!(textures <= plain, "{textures} of {plain}");
    for wrong in [["--max-texture", "0"], ["--max-texture", "-4"], ["--max-texture", "big"]] {
        assert_eq!(sinew(&["convert", wrong[0], wrong[1], "-o", &path("no.glb")]).code, 2, "{wrong:?}");
    }
}
