//! Runs of three-vrm under Node.js, which tests compare with.

use serde_json::Value;
use sinew::glam::Mat4;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Whether three-vrm's package of this name is in `THREE_DIR`; prints that tests are skipped where it is not.
pub fn has_three_vrm(package: &str) -> bool {
    let folder = std::env::var_os("THREE_DIR").map(PathBuf::from);
    let here = folder.is_some_and(|f| f.join("node_modules/@pixiv").join(package).is_dir());
    if !here {
        test_needs::skip(test_needs::Need::Node, format_args!("no {package} in THREE_DIR"));
    }
    here
}

/// World matrices of all nodes of `file`, for each of `requests`, from `program`, a script of this folder.
pub fn three_vrm(program: &str, file: &Path, requests: &Value) -> Vec<Vec<Mat4>> {
    let mut child = Command::new("node")
        .arg(super::repository().join("tests/suite").join(program))
        .arg(file)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("Node.js runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    let text = requests.to_string();
    // The program may answer before it has read everything.
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()).expect("the program reads"));
    let out = child.wait_with_output().expect("the program ends");
    writer.join().expect("requests are written");
    assert!(out.status.success(), "{}: {out:?}", file.display());
    let matrices = |line: &str| -> Vec<Mat4> {
        let numbers: Vec<[f32; 16]> = serde_json::from_str(line).expect("numbers");
        numbers.iter().map(Mat4::from_cols_array).collect()
    };
    String::from_utf8(out.stdout).expect("text").lines().map(matrices).collect()
}
