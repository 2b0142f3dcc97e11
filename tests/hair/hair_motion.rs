//! Hair of the built-in character in motion: neighbouring guides hold together, and tips swing.

use sinew_suite::hair_motion::{HairMotion, with_haircut};
use sinew_suite::person;
use std::path::Path;
use std::time::Duration;

/// Distance that 99 % of the pairs of points of neighbours keep, and the largest, metres.
const APART: [f32; 2] = [0.04, 0.12];
/// Least movement of the tips of long hair on a run: three fifths of that of hair that nothing holds
/// together, metres.
const SWINGING: f32 = 0.09;

#[test]
fn neighbouring_guides_hold_together() {
    for (groom, clips) in [("long", &["jump", "run"][..]), ("ponytail", &["jump"]), ("bob", &["stumble"])] {
        let mut actor = with_haircut(person(Path::new(""), ""), groom);
        for clip in clips {
            let found = HairMotion::of(&mut actor, clip, 3.0, Duration::default);
            let [near, far] = [found.within(0.99), found.farthest()];
            println!("{groom} {clip}: {near:.4} m, {far:.4} m, tips {:.4} m", found.tips);
            assert!(found.apart.len() > 100_000, "{groom} {clip}: {}", found.apart.len());
            assert!(near < APART[0] && far < APART[1], "{groom} {clip}: {near} m, {far} m");
            assert!(groom != "long" || *clip != "run" || found.tips > SWINGING, "{} m", found.tips);
        }
    }
}
