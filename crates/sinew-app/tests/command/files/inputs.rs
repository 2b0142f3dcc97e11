//! Inputs that are large, endless or no files, and standard input.

use crate::run_sinew::{Folder, sinew, sinew_reads};
use std::fs::File;

/// A glTF file of one accessor whose buffer is another file.
fn gltf(uri: &str) -> Vec<u8> {
    let text = r#"{"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
        "buffers":[{"uri":"URI","byteLength":36}],"bufferViews":[{"buffer":0,"byteLength":36}],
        "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[0,0,0]}],
        "meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}]}"#;
    text.replace("URI", uri).into_bytes()
}

/// A file of 40 GB that takes no space.
#[cfg(unix)]
fn huge(folder: &Folder, name: &str) -> String {
    let path = folder.path(name);
    File::create(&path).unwrap().set_len(40 << 30).unwrap();
    path
}

#[cfg(unix)]
#[test]
fn files_over_the_limit_are_not_read() {
    let folder = Folder::new("huge");
    let large = huge(&folder, "huge.glb");
    sinew(&["inspect", &large]).failed(1, &["huge.glb", "42949672960 bytes", "limit of 2147483648"]);
    let rig = huge(&folder, "huge.ron");
    sinew(&["render", "--rig", &rig, "-o", &folder.path("a.png")])
        .failed(1, &["huge.ron", "limit of 67108864"]);
    let main = folder.file("main.gltf", &gltf("huge.glb"));
    sinew(&["inspect", &main]).failed(1, &["main.gltf", "huge.glb", "42949672960 bytes", "limit"]);
}

#[test]
fn standard_input_is_a_file_called_dash() {
    let folder = Folder::new("dash");
    let glb = folder.path("a.glb");
    assert_eq!(sinew(&["convert", "#walk", "-o", &glb]).code, 0);
    let read = |call: &[&str]| sinew_reads(call, File::open(&glb).unwrap());
    let mut piped = read(&["inspect", "-", "--json"]).json();
    assert_eq!(piped["file"], "standard input");
    piped["file"] = glb.clone().into();
    assert_eq!(piped, sinew(&["inspect", &glb, "--json"]).json());
    assert_eq!(read(&["check", "-"]).code, 0);
    let out = folder.path("out.glb");
    assert_eq!(read(&["convert", "-", "-o", &out]).code, 0);
    assert!(std::fs::read(&out).unwrap().starts_with(b"glTF"));
    read(&["retarget", "-", "--onto", "-", "-o", &out]).failed(2, &["only once"]);
    read(&["ik", "-"]).failed(2, &["requests"]);
    read(&["view", "-"]).failed(2, &["give a file"]);
    let main = folder.file("main.gltf", &gltf("main.gltf"));
    sinew_reads(&["inspect", "-"], File::open(main).unwrap()).failed(1, &["standard input", "has no folder"]);
}

#[cfg(unix)]
#[test]
fn devices_are_refused_and_pipes_are_read() {
    let folder = Folder::new("devices");
    sinew(&["inspect", "/dev/zero"]).failed(1, &["/dev/zero", "neither a file nor a pipe"]);
    sinew(&["pose", "--graph", "/dev/zero"]).failed(1, &["/dev/zero", "neither a file nor a pipe"]);
    let pipe = folder.path("pipe.glb");
    if !std::process::Command::new("mkfifo").arg(&pipe).status().is_ok_and(|made| made.success()) {
        return;
    }
    // Nobody writes to this pipe: opening it would wait forever.
    let main = folder.file("main.gltf", &gltf("pipe.glb"));
    sinew(&["inspect", &main]).failed(1, &["main.gltf", "pipe.glb", "not a file"]);
    assert_eq!(sinew(&["check", &folder.path("")]).code, 1);
    let glb = folder.path("a.glb");
    assert_eq!(sinew(&["convert", "#walk", "-o", &glb]).code, 0);
    let (from, to) = (glb.clone(), pipe.clone());
    let writer = std::thread::spawn(move || std::fs::copy(from, to).unwrap());
    let read = sinew(&["inspect", &pipe, "--json"]).json();
    writer.join().unwrap();
    assert_eq!(read["clips"], sinew(&["inspect", &glb, "--json"]).json()["clips"]);
}
