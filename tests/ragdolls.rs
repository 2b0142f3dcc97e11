//! Ragdolls of real characters: one call fits them, and they fall as bodies fall.

use sinew_suite::falls::{Fall, STEP, drop_onto_floor, falling, quantile};

/// What must hold for a character.
struct Expected {
    parts: std::ops::RangeInclusive<usize>,
    /// Total mass, kg; adult humans weigh 40 to 120.
    mass: std::ops::RangeInclusive<f32>,
}

/// A human of usual build.
const HUMAN: Expected = Expected { parts: 14..=17, mass: 40.0..=120.0 };

const SEEDS: u64 = 3;

/// Time after which a body lies still, seconds.
const MAX_REST: f32 = 10.0;

/// Fits a character with one call and drops it a few times.
fn check(name: &str, expected: &Expected) {
    let Some((character, ragdoll)) = falling(name) else { return };
    let (parts, mass) = (ragdoll.parts(), ragdoll.mass());
    for part in parts {
        let joint = character.skeleton().name(part.joint);
        for own in [&part.mass, &part.simulated_mass] {
            assert!(own.mass.is_finite() && own.mass > 0.0, "{joint}: {own:?}");
            assert!(own.inertia.is_finite() && own.inertia.min_element() > 0.0, "{joint}: {own:?}");
            assert!(own.center.is_finite() && own.axes.is_normalized(), "{joint}: {own:?}");
        }
    }
    assert!(expected.parts.contains(&parts.len()), "{} parts", parts.len());
    assert!(expected.mass.contains(&mass), "{mass} kg");
    let falls = (0..SEEDS).map(|seed| {
        let fall = drop_onto_floor(&character, &ragdoll, seed, MAX_REST);
        let [gap, most_gap] = [0.5, 1.0].map(|share| quantile(&fall.gaps, share) * 1000.0);
        let [excess, most_excess] = [0.99, 1.0].map(|share| quantile(&fall.excesses, share).to_degrees());
        println!(
            "{name} {seed}: rest {:?} s, {:.1} m/s, {:.0} mm deep, sunk {:.2} s, gaps {gap:.2} to {most_gap:.1} mm, excess {excess:.1} to {most_excess:.1}°, stretch {:.1e}",
            fall.rest,
            fall.fastest,
            fall.deepest * 1000.0,
            fall.sunk,
            fall.stretch
        );
        fall
    });
    let all = falls.reduce(Fall::merged).unwrap();
    assert!(all.fastest < 30.0, "{} m/s", all.fastest);
    assert!(all.stretch < 1e-4, "{}", all.stretch);
    assert!(quantile(&all.gaps, 0.5) < 0.001, "{} mm", quantile(&all.gaps, 0.5) * 1000.0);
    assert!(quantile(&all.excesses, 0.99).to_degrees() < 3.0);
    assert!(all.rest.is_some(), "not at rest in {MAX_REST} s");
    assert!(all.sunk <= 0.2 + 0.5 * STEP, "sunk for {} s", all.sunk);
}

#[test]
fn built_in() {
    check("built-in", &HUMAN);
}

#[test]
fn brunette() {
    check("brunette", &HUMAN);
}

#[test]
fn godette() {
    check("Godette", &HUMAN);
}

#[test]
fn mannequiny() {
    check("mannequiny", &HUMAN);
}

#[test]
fn tiny() {
    check("tiny", &HUMAN);
}

#[test]
fn cesium_man() {
    check("CesiumMan", &HUMAN);
}

#[test]
fn seed_san() {
    check("Seed-san", &HUMAN);
}

#[test]
fn knight() {
    // A body of the shape of a toy, with armour, sword and shield.
    check("Knight", &Expected { parts: 14..=17, mass: 500.0..=5000.0 });
}

#[test]
fn fox() {
    // Its file is in centimetres: a body of 150 m.
    check("Fox", &Expected { parts: 10..=25, mass: 1e6..=1e9 });
}

#[test]
fn wuson() {
    check("Wuson", &Expected { parts: 10..=40, mass: 200.0..=3000.0 });
}
