//! From bytes to character and clips, beside the `gltf` crate reading the same bytes (which stops at the file's own
//! structures: no skeleton, no tracks, no checks of its own on the data).

use divan::Bencher;
use std::path::PathBuf;

fn main() {
    divan::main();
}

/// Real files where there are some, else the built-in character.
fn files() -> Vec<String> {
    let built_in = sinew_suite::repository().join("data/sinew.vrm");
    let mut files = vec![built_in];
    if let Some(assets) = sinew_suite::assets() {
        files.extend(
            ["gltf/Fox.glb", "gltf/kaykit/Knight.glb", "gltf/rpm_brunette-t.glb"].map(|f| assets.join(f)),
        );
    }
    files.into_iter().map(|f| f.display().to_string()).collect()
}

#[divan::bench(args = files())]
fn sinew(bencher: Bencher<'_, '_>, file: &str) {
    let bytes = std::fs::read(PathBuf::from(file)).unwrap();
    let nothing = |uri: &str| Err(format!("{uri} is not read here"));
    bencher.bench(|| sinew_import::import(&bytes, &nothing).unwrap());
}

#[divan::bench(args = files())]
fn gltf_crate(bencher: Bencher<'_, '_>, file: &str) {
    let bytes = std::fs::read(PathBuf::from(file)).unwrap();
    bencher.bench(|| {
        let file = gltf::Gltf::from_slice_without_validation(&bytes).unwrap();
        let blob = file.blob.as_deref().unwrap_or_default();
        // What a program must at least read to play it: all keys, vertices and influences.
        let mut numbers = 0usize;
        for channel in file.animations().flat_map(|a| a.channels().collect::<Vec<_>>()) {
            let reader = channel.reader(|_| Some(blob));
            numbers += reader.read_inputs().map_or(0, |i| i.collect::<Vec<f32>>().len());
            numbers += match reader.read_outputs() {
                Some(gltf::animation::util::ReadOutputs::Rotations(r)) => {
                    r.into_f32().collect::<Vec<_>>().len()
                }
                Some(gltf::animation::util::ReadOutputs::Translations(t)) => t.collect::<Vec<_>>().len(),
                Some(gltf::animation::util::ReadOutputs::Scales(s)) => s.collect::<Vec<_>>().len(),
                Some(gltf::animation::util::ReadOutputs::MorphTargetWeights(w)) => {
                    w.into_f32().collect::<Vec<_>>().len()
                }
                None => 0,
            };
        }
        for primitive in file.meshes().flat_map(|m| m.primitives().collect::<Vec<_>>()) {
            let reader = primitive.reader(|_| Some(blob));
            numbers += reader.read_positions().map_or(0, |p| p.collect::<Vec<_>>().len());
            numbers += reader.read_normals().map_or(0, |n| n.collect::<Vec<_>>().len());
            numbers += reader.read_indices().map_or(0, |i| i.into_u32().collect::<Vec<_>>().len());
            numbers += reader.read_joints(0).map_or(0, |j| j.into_u16().collect::<Vec<_>>().len());
            numbers += reader.read_weights(0).map_or(0, |w| w.into_f32().collect::<Vec<_>>().len());
        }
        numbers
    });
}
