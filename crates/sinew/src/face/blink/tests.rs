//! Tests of blinks: rate, course of the lids, shifts of the gaze.

use super::{BlinkSettings, Blinks};
use crate::face::GazeAngles;

const STEP: f32 = 1.0 / 60.0;

/// Beginnings of the blinks of some minutes, seconds.
fn beginnings(blinks: &mut Blinks, minutes: usize) -> Vec<f32> {
    let (mut found, mut before) = (Vec::new(), 0.0);
    for frame in 0..minutes * 3600 {
        blinks.advance(STEP, None);
        let weight = blinks.weight();
        if before == 0.0 && weight > 0.0 {
            found.push(frame as f32 * STEP);
        }
        before = weight;
    }
    found
}

#[test]
fn people_blink_ten_to_twenty_times_a_minute_and_irregularly() {
    for seed in 0..20 {
        let times = beginnings(&mut Blinks::new(BlinkSettings::new(seed)), 10);
        let per_minute = times.len() as f32 / 10.0;
        assert!((10.0..=20.0).contains(&per_minute), "{seed}: {per_minute} a minute");
        let pauses: Vec<f32> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let mean = pauses.iter().sum::<f32>() / pauses.len() as f32;
        let spread = pauses.iter().map(|pause| (pause - mean).powi(2)).sum::<f32>() / pauses.len() as f32;
        assert!(spread.sqrt() > 0.5 * mean, "{seed}: {pauses:?}");
        assert!(pauses.iter().all(|pause| (0.6..14.0).contains(pause)), "{seed}: {pauses:?}");
    }
}

#[test]
fn the_same_seed_gives_the_same_blinks_and_others_differ() {
    let of = |seed| beginnings(&mut Blinks::new(BlinkSettings::new(seed)), 2);
    assert_eq!(of(7), of(7));
    assert_ne!(of(7), of(8));
}

#[test]
fn lids_close_fully_and_faster_than_they_open() {
    let mut blinks = Blinks::new(BlinkSettings::default());
    blinks.start();
    let weights: Vec<f32> = (0..400).map(|_| (blinks.advance(0.001, None), blinks.weight()).1).collect();
    let closed = weights.iter().position(|weight| *weight == 1.0).unwrap();
    let open = weights.iter().rposition(|weight| *weight > 0.0).unwrap();
    let opens = weights.iter().rposition(|weight| *weight == 1.0).unwrap();
    assert!((60..=100).contains(&closed), "{closed} ms");
    assert!((150..=200).contains(&(open - opens)), "{} ms", open - opens);
    assert!(weights.windows(2).all(|pair| (pair[1] - pair[0]).abs() < 0.025), "no jumps");
    // A second one does not begin meanwhile.
    blinks.start();
    blinks.advance(0.04, None);
    blinks.start();
    assert!(blinks.weight() > 0.3);
}

#[test]
fn slow_and_frequent_blinks_do_not_jump() {
    let settings =
        BlinkSettings { closing: 1.0, opening: 1.5, ..BlinkSettings::new(3).with_per_minute(60.0) };
    let (mut blinks, mut before) = (Blinks::new(settings), 0.0);
    for frame in 0..6000 {
        blinks.advance(0.01, None);
        let weight = blinks.weight();
        assert!((weight - before).abs() < 0.03, "{frame}: {before} {weight}");
        before = weight;
    }
}

#[test]
fn a_large_shift_of_the_gaze_begins_a_blink() {
    let gaze = |yaw: f32| Some(GazeAngles { yaw, ..GazeAngles::default() });
    for (shift, blinks_then) in [(0.3, false), (0.6, true)] {
        let mut blinks = Blinks::new(BlinkSettings::default());
        blinks.advance(STEP, gaze(0.0));
        blinks.advance(STEP, gaze(shift));
        blinks.advance(STEP, gaze(shift));
        assert_eq!(blinks.weight() > 0.0, blinks_then, "{shift}");
    }
}

#[test]
fn hostile_settings_and_steps_stay_finite() {
    for bad in [f32::NAN, f32::INFINITY, -1.0, 0.0, 1e30] {
        let settings = BlinkSettings {
            per_minute: bad,
            closing: bad,
            closed: bad,
            opening: bad,
            gaze_shift: bad,
            seed: 1,
        };
        let mut blinks = Blinks::new(settings);
        for dt in [bad, STEP, 1e9, STEP] {
            blinks.advance(dt, Some(GazeAngles { yaw: bad, ..GazeAngles::default() }));
            assert!((0.0..=1.0).contains(&blinks.weight()), "{bad}");
        }
    }
}
