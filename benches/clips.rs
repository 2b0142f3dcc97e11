//! Compression of clips, and sampling at random times, compared with raw clips.

use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};
use sinew::clip::{RawClip, SampleCursor};
use sinew::morph::MorphWeights;
use sinew::{LocalPose, Skeleton};
use sinew_author::clip::{CompressionSettings, compress};

fn main() {
    divan::main();
}

const FILES: &[&str] = &["fbx/pab/run.fbx", "bvh/cmu/01_01.bvh", "gltf/kaykit/Knight.glb"];

/// The built-in character, and real files where they exist.
fn files() -> Vec<String> {
    let mut files = vec![sinew_suite::repository().join("data/sinew.vrm")];
    files.extend(sinew_suite::assets().into_iter().flat_map(|a| FILES.iter().map(move |file| a.join(file))));
    files.into_iter().map(|f| f.display().to_string()).collect()
}

/// Joint tracks of a file's second clip, or of its only one.
fn open(file: &str) -> (Skeleton, RawClip) {
    let imported = sinew_suite::open(file.as_ref()).unwrap();
    let clip = imported.clips.iter().take(2).next_back().unwrap();
    let joints = RawClip { joints: clip.joints.clone(), ..RawClip::default() };
    (imported.character.skeleton().clone(), joints)
}

/// Random times within a clip.
fn times(clip: &RawClip) -> impl FnMut() -> f32 + use<> {
    let (start, length) = (clip.start(), clip.end() - clip.start());
    let mut share = 0.3f32;
    move || {
        share = (share * 1.37 + 0.11).fract();
        start + share * length
    }
}

#[divan::bench(args = files(), sample_count = 10)]
fn compress_to_a_tenth_of_a_millimetre(bencher: Bencher<'_, '_>, file: &str) {
    let (skeleton, raw) = open(file);
    let settings = CompressionSettings::default();
    let samples = compress(&raw, &skeleton, &settings).unwrap().sample_count();
    let bytes = BytesCount::new(40 * samples * skeleton.len());
    bencher.counter(bytes).bench(|| compress(&raw, &skeleton, &settings).unwrap());
}

#[divan::bench(args = files())]
fn sample_compressed(bencher: Bencher<'_, '_>, file: &str) {
    let (skeleton, raw) = open(file);
    let clip = compress(&raw, &skeleton, &CompressionSettings::default()).unwrap();
    let (mut pose, mut time) = (LocalPose::rest(&skeleton), times(&raw));
    bencher.counter(ItemsCount::new(skeleton.len())).bench_local(|| clip.sample(time(), &mut pose));
}

#[divan::bench(args = files())]
fn sample_raw(bencher: Bencher<'_, '_>, file: &str) {
    let (skeleton, raw) = open(file);
    let (mut pose, mut time) = (LocalPose::rest(&skeleton), times(&raw));
    let (mut cursor, mut morphs) = (SampleCursor::new(), MorphWeights::default());
    bencher
        .counter(ItemsCount::new(skeleton.len()))
        .bench_local(|| raw.sample(time(), &mut cursor, &mut pose, &mut morphs));
}
