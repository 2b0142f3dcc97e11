//! Batches of the `sinew` command: files per second of a call for each file, and of one call with one job and two.
//!
//! `cargo bench -p sinew-app --bench batches`

use divan::Bencher;
use divan::counter::ItemsCount;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Number of files.
const FILES: usize = 24;

/// Ways to do the same work.
const WAYS: [Way; 3] = [Way::CallEach, Way::Jobs(1), Way::Jobs(2)];

#[derive(Clone, Copy, Debug)]
enum Way {
    /// A call for each file.
    CallEach,
    /// One call with this many jobs.
    Jobs(usize),
}

fn main() {
    divan::main();
}

/// Folder of this process, which is removed at last.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

impl Folder {
    /// Folder `in` with copies of the built-in character.
    fn with_inputs(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("sinew-batches-{}-{name}", std::process::id()));
        let character = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/sinew.vrm");
        std::fs::create_dir_all(folder.join("in")).unwrap();
        for n in 0..FILES {
            std::fs::copy(&character, folder.join(format!("in/{n}.vrm"))).unwrap();
        }
        Self(folder)
    }
}

fn call(arguments: &[&OsStr]) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sinew"));
    let status = command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap();
    assert!(status.success(), "{arguments:?}: {status}");
}

/// Runs a verb, whose outputs have an ending, on all files.
fn bench(bencher: Bencher<'_, '_>, way: Way, verb: &[&str], ending: &str) {
    let folder = Folder::with_inputs(verb[0]);
    let (inputs, mut output) = (folder.0.join("in"), folder.0.join("out/"));
    if ending.contains('{') {
        output.push(format!("{{name}}-{ending}"));
    }
    let verb: Vec<&OsStr> = verb.iter().map(OsStr::new).collect();
    bencher.counter(ItemsCount::new(FILES)).bench_local(|| match way {
        Way::CallEach => (0..FILES).for_each(|n| {
            let (input, output) = (inputs.join(format!("{n}.vrm")), output.join(format!("{n}.{ending}")));
            std::fs::create_dir_all(folder.0.join("out")).unwrap();
            call(&[&verb, [input.as_os_str(), OsStr::new("-o"), output.as_os_str()].as_slice()].concat());
        }),
        Way::Jobs(jobs) => {
            let jobs = jobs.to_string();
            let files = [inputs.as_os_str(), OsStr::new("-o"), output.as_os_str()];
            call(&[&verb, files.as_slice(), &[OsStr::new("--jobs"), OsStr::new(&jobs)]].concat());
        }
    });
}

#[divan::bench(args = WAYS, sample_count = 5, sample_size = 1)]
fn convert(bencher: Bencher<'_, '_>, way: Way) {
    bench(bencher, way, &["convert"], "glb");
}

#[divan::bench(args = WAYS, sample_count = 5, sample_size = 1)]
fn retarget(bencher: Bencher<'_, '_>, way: Way) {
    bench(bencher, way, &["retarget", "--no-mesh"], "glb");
}

/// The clips of each file onto the first one.
#[divan::bench(args = [Way::Jobs(1), Way::Jobs(2)], sample_count = 3, sample_size = 1)]
fn retarget_clips(bencher: Bencher<'_, '_>, way: Way) {
    let folder = Folder::with_inputs("clips");
    let onto = folder.0.join("in/0.vrm");
    bench(bencher, way, &["retarget", "--no-mesh", "--onto", &onto.to_string_lossy()], "{clip}.glb");
}

#[divan::bench(args = WAYS, sample_count = 5, sample_size = 1)]
fn pack(bencher: Bencher<'_, '_>, way: Way) {
    bench(bencher, way, &["pack"], "sinew");
}

/// Pictures need a graphics driver.
#[divan::bench(args = WAYS, sample_count = 3, sample_size = 1)]
fn render(bencher: Bencher<'_, '_>, way: Way) {
    bench(bencher, way, &["render", "--size", "128x128"], "png");
}
