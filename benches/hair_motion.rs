//! Hair on a body that plays clips: how neighbouring guides hold together, how tips move, and the time of the
//! stage `Hair`.
//!
//! `cargo bench --bench hair_motion` plays clips of the built-in character with haircuts of `data/grooms`, 60
//! frames per second for `--count N` (3) seconds; `-- WORD…` selects haircuts and clips. Neighbours are
//! guides whose roots are at most 15 mm apart and whose points of the same number lie at most 25 mm apart
//! along their whole length at rest.
//!
//! - 99 %, most: distance that 99 % of the pairs of points of neighbours keep in all frames, and the largest,
//!   millimetres.
//! - tips: root mean square of the way of tips from where they rest, as seen from the head, millimetres.
//! - stage: milliseconds of the stage `Hair` in a frame, median and 99th percentile; nothing sleeps while a
//!   clip plays.

#[path = "../tests/suite/clock.rs"]
mod clock;

use sinew_suite::hair_motion::{HairMotion, with_haircut};
use sinew_suite::{BenchCall, person};
use std::path::Path;

const GROOMS: [&str; 4] = ["long", "bob", "ponytail", "braid"];
const CLIPS: [&str; 5] = ["stumble", "jump", "hit_front", "get_up_front", "run"];

fn main() {
    let Some(call) = BenchCall::of_process("hair_motion", 3, 1) else { return };
    let is_chosen = |groom: &str, clip: &str| {
        call.words.iter().all(|word| groom.contains(word.as_str()) || clip.contains(word.as_str()))
    };
    println!("{:10}{:14}{:>9}{:>9}{:>9}  stage", "groom", "clip", "99 %", "most", "tips");
    for groom in GROOMS {
        let clips: Vec<&str> = CLIPS.into_iter().filter(|clip| is_chosen(groom, clip)).collect();
        if clips.is_empty() {
            continue;
        }
        let mut actor = with_haircut(person(Path::new(""), ""), groom);
        for clip in clips {
            let found = HairMotion::of(&mut actor, clip, call.count as f32, clock::now);
            let mut times = found.times.clone();
            times.sort_unstable();
            let time = |share: f64| times[(times.len() as f64 * share) as usize].as_secs_f64() * 1e3;
            let [near, far, tips] =
                [found.within(0.99), found.farthest(), found.tips].map(|metres| metres * 1e3);
            let [half, most] = [0.5, 0.99].map(time);
            println!("{groom:10}{clip:14}{near:9.1}{far:9.1}{tips:9.1}  {half:.2} ms, 99 % {most:.2} ms");
        }
    }
}
