//! Damaged copies of all test assets, and small malicious files: the result is an error with a location or a
//! character, within two seconds and sixteen times the input plus 64 MB, and never a panic.

#[path = "../import/assets.rs"]
mod assets;
#[cfg(all(feature = "draco", feature = "basisu"))]
mod compressed;
mod damage;
#[cfg(all(feature = "draco", feature = "basisu"))]
#[path = "../import/draco_maker.rs"]
mod draco_maker;
mod hair;
#[path = "../../src/c3d/made.rs"]
#[allow(dead_code, reason = "shared with the tests of the importer")]
mod made_c3d;
#[path = "../import/maker.rs"]
#[allow(dead_code, reason = "shared with the tests of the importer")]
mod maker;
mod measure;
mod motion_capture;
mod pack;
mod physics;
mod small;

use measure::within_limits;
use std::path::Path;
use std::{fs, thread};

/// Number of damaged copies of a small file; large files have fewer.
const COPIES: usize = 240;

#[test]
fn damaged_copies_of_real_files() {
    let Some(root) = assets::root() else { return };
    let models = assets::all_models(&root);
    // Each thread takes every n-th file; memory is measured per thread.
    let threads = thread::available_parallelism().map_or(2, usize::from).min(4);
    thread::scope(|scope| {
        for start in 0..threads {
            let models = &models;
            scope.spawn(move || models.iter().skip(start).step_by(threads).for_each(|path| damage_one(path)));
        }
    });
}

fn damage_one(path: &Path) {
    let bytes = fs::read(path).unwrap();
    let resolver = assets::files_beside(path);
    let name = path.file_name().unwrap().to_string_lossy();
    let outside = fs::read_dir(path.parent().unwrap()).unwrap().filter_map(|e| e.ok()?.metadata().ok());
    let outside = outside.map(|m| m.len() as usize).sum::<usize>();
    // Files referenced by a .gltf count as input too.
    let input = if bytes.starts_with(b"glTF") { bytes.len() } else { bytes.len() + outside };
    for mut random in damage::copies(&name, COPIES.min(36 + 12_000_000 / bytes.len())) {
        let copy = random.seed();
        let (what, damaged) = damage::damage(&bytes, copy, &mut random);
        within_limits(&format!("{name}, copy {copy}: {what}"), &damaged, input.max(damaged.len()), &resolver);
    }
}
