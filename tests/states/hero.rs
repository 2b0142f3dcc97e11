//! The program `examples/hero.rs` without its pictures: what it says happens.

#[path = "../../examples/hero.rs"]
#[allow(dead_code, reason = "the program draws, the test does not")]
mod example;

use example::{Moment, play};
use sinew::ragdoll::BodyState;

#[test]
fn the_hero_walks_upstairs_is_shot_falls_gets_up_and_walks_on() {
    let mut moments: Vec<Moment> = Vec::new();
    play(None, &mut |moment| moments.push(moment)).unwrap();
    assert!(moments.iter().all(|moment| moment.position.is_finite()));
    let at = |seconds: f32| {
        let before = moments.iter().rfind(|moment| moment.seconds <= seconds + 1e-3);
        before.copied().expect("a moment before")
    };
    // Five steps of 17 cm.
    assert!(at(2.0).position.y.abs() < 0.01 && (at(8.0).position.y - 0.85).abs() < 0.05, "{moments:?}");
    assert_eq!((at(8.0).state, at(8.0).marks), (BodyState::Animated, 0));
    let staggers = moments.iter().any(|moment| moment.state == BodyState::Reacting && moment.seconds < 11.4);
    assert!(staggers, "{moments:?}");
    let falls = moments.iter().position(|moment| moment.state == BodyState::Falling).expect("falls");
    assert!((11.4..11.7).contains(&moments[falls].seconds), "{moments:?}");
    let rises = moments.iter().skip(falls).find(|moment| moment.state == BodyState::Animated);
    let rises = rises.expect("stands again").seconds;
    assert!((12.5..18.5).contains(&rises), "{moments:?}");
    let end = moments.last().unwrap();
    let way = end.position.distance(at(rises).position);
    assert!(end.state == BodyState::Animated && way > 0.5, "walks on: {moments:?}");
    assert!(end.marks > 4, "each shot leaves a mark, and drops leave trails: {end:?}");
    assert!(moments.iter().any(|moment| moment.drops > 0));
}
