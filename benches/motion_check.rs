//! Check of motion: time per joint and frame, on a captured dance, a hand-made walk and a clip of many faults; and the
//! edits that mend what it finds.
//!
//! `cargo bench --bench motion_check`

use divan::Bencher;
use divan::counter::ItemsCount;
use sinew::glam::Quat;
use sinew::{Character, RawClip};
use sinew_author::clip::{PlantFeetSettings, SmoothSettings, mend_clip, plant_feet, smooth_clip};
use sinew_author::motion_check::{MotionCheck, MotionCheckSettings};

fn main() {
    divan::main();
}

fn check(bencher: Bencher<'_, '_>, character: &Character, clip: &RawClip) {
    let (check, settings) = (MotionCheck::new(character), MotionCheckSettings::default());
    let frames = check.clip(clip, &settings).frames;
    bencher
        .counter(ItemsCount::new(frames * character.skeleton().len()))
        .bench_local(|| check.clip(divan::black_box(clip), &settings));
}

/// A minute of captured dance at 30 frames a second.
#[divan::bench]
fn captured_dance(bencher: Bencher<'_, '_>) {
    let Some(file) = test_needs::asset("bvh/bandai-namco-1/dataset-1_dance-short_normal_001.bvh") else {
        return;
    };
    let imported = sinew_suite::open(&file).unwrap();
    check(bencher, &imported.character, &imported.clips[0]);
}

/// A second of the built-in character, whose soles are measured on its skin.
#[divan::bench]
fn built_in_walk(bencher: Bencher<'_, '_>) {
    let imported = sinew_suite::open(&sinew_suite::repository().join("data/sinew.vrm")).unwrap();
    check(bencher, &imported.character, &imported.clips[0]);
}

/// The same with every rotation off by some degrees in every frame.
#[divan::bench]
fn noisy_walk(bencher: Bencher<'_, '_>) {
    let imported = sinew_suite::open(&sinew_suite::repository().join("data/sinew.vrm")).unwrap();
    let mut clip = imported.clips[0].resampled(60.0).unwrap();
    let random = std::cell::RefCell::new(fastrand::Rng::with_seed(1));
    let shake = |turn: Quat| {
        let mut random = random.borrow_mut();
        let mut one = || 0.1 * (random.f32() - 0.5);
        turn * Quat::from_xyzw(one(), one(), one(), 1.0).normalize()
    };
    clip.joints
        .iter_mut()
        .filter_map(|track| track.rotation.as_mut())
        .for_each(|track| track.map_values(shake));
    check(bencher, &imported.character, &clip);
}

/// The first clip of a shared capture.
fn capture(name: &str) -> Option<(Character, RawClip)> {
    let mut imported = sinew_suite::open(&test_needs::asset(name)?).unwrap();
    Some((imported.character, imported.clips.swap_remove(0)))
}

/// Feet of the minute of dance, held where they stand.
#[divan::bench]
fn plant_feet_of_a_dance(bencher: Bencher<'_, '_>) {
    let Some((character, clip)) = capture("bvh/bandai-namco-1/dataset-1_dance-short_normal_001.bvh") else {
        return;
    };
    let settings = PlantFeetSettings::default();
    bencher.bench_local(|| plant_feet(divan::black_box(&clip), &character, &settings).unwrap());
}

/// 23 noisy seconds at 120 frames a second, smoothed.
#[divan::bench]
fn smooth_a_noisy_walk(bencher: Bencher<'_, '_>) {
    let Some((character, clip)) = capture("bvh/cmu/01_01.bvh") else { return };
    let settings = SmoothSettings::default();
    bencher.bench_local(|| smooth_clip(divan::black_box(&clip), &character, &settings).unwrap());
}

/// The same, mended: trimmed, smoothed and planted, with a check after each.
#[divan::bench]
fn mend_a_noisy_walk(bencher: Bencher<'_, '_>) {
    let Some((character, clip)) = capture("bvh/cmu/01_01.bvh") else { return };
    let settings = MotionCheckSettings::default();
    bencher.bench_local(|| mend_clip(divan::black_box(&clip), &character, &settings).unwrap());
}

/// Measuring the body, once per character.
#[divan::bench]
fn measure_body(bencher: Bencher<'_, '_>) {
    let imported = sinew_suite::open(&sinew_suite::repository().join("data/sinew.vrm")).unwrap();
    bencher.bench_local(|| MotionCheck::new(divan::black_box(&imported.character)));
}
