//! Tests of the scenes on stairs and slopes.

use super::*;
use crate::scene::shortened;
use crate::test_files::built_in;
use std::collections::BTreeSet;

/// Measurements of a walk over stairs.
#[derive(Debug, Default)]
struct WalkReport {
    /// Distance travelled as a share of the terrain, and height climbed in treads.
    distance: f32,
    climbed: f32,
    /// Treads on which each foot was planted on the way up, in order.
    treads: [Vec<i32>; 2],
    /// Number of airborne foot samples, and of those more than 2 cm inside of a step.
    in_air: usize,
    deep: usize,
}

fn walk(clip: &str) -> WalkReport {
    let mut actor = built_in();
    actor.play(clip).unwrap();
    let mut scene = TerrainScene::new(Terrain::stairs(&actor), &mut actor, "test").unwrap();
    let asked_before = scene.duration(&actor);
    scene.begin(&mut actor);
    let Terrain::Stairs(stairs) = scene.terrain else { unreachable!("they are stairs") };
    let character = actor.character().clone();
    let feet = FootIk::human(&character, character.humanoid().unwrap()).unwrap();
    let mut seen = WalkReport::default();
    let mut travelled = Affine3A::IDENTITY;
    assert_eq!(scene.duration(&actor), asked_before, "the duration does not change");
    for _ in 0..(asked_before * 60.0) as usize {
        travelled = shortened(actor.advance(1.0 / 60.0), scene.stride()).apply_to(travelled);
        scene.advance(&mut actor, &travelled, 1.0 / 60.0);
        let world = scene.transform(actor.character(), &travelled);
        scene.resolve(&mut actor, FrameInput::new(1.0 / 60.0, world));
        seen.climbed = seen.climbed.max(scene.raised.0 / (stairs.rise * stairs.scale));
        for foot in 0..feet.foot_count() {
            let at = |(joint, point): (sinew::JointId, Vec3)| {
                world.transform_point3(actor.frame().model()[joint.index()].transform_point3(point))
            };
            let ball = at(feet.ball(foot));
            if actor.ik().unwrap().feet().report(foot).planted {
                let tread = (stairs.ground(ball.x, ball.z).0 / (stairs.rise * stairs.scale)).round() as i32;
                let is_up = ball.z < (stairs.start + 0.5 * stairs.depth()) * stairs.scale;
                if is_up && tread > 0 && seen.treads[foot].last() != Some(&tread) {
                    seen.treads[foot].push(tread);
                }
                continue;
            }
            seen.in_air += 1;
            let under = |point: &(sinew::JointId, Vec3)| {
                let point = at(*point);
                stairs.ground(point.x, point.z).0 - point.y
            };
            let deep = feet.sole(foot).iter().map(under).fold(0.0, f32::max);
            seen.deep += usize::from(deep > 0.02 * stairs.scale);
        }
    }
    seen.distance = travelled.translation.z / scene.terrain.length();
    seen
}

#[test]
fn a_walk_takes_tread_by_tread_and_arrives() {
    let seen = walk("walk");
    println!("{seen:?}");
    assert!((0.95..1.05).contains(&seen.distance), "{seen:?}");
    assert!(seen.climbed > 5.9, "{seen:?}");
    // Each foot steps past the other.
    for treads in &seen.treads {
        assert!(treads.windows(2).all(|two| (1..=2).contains(&(two[1] - two[0]))), "{seen:?}");
    }
    let both: BTreeSet<i32> = seen.treads.iter().flatten().copied().collect();
    assert!(both.into_iter().eq(1..=6), "{seen:?}");
    assert!(seen.deep * 10 < seen.in_air, "{seen:?}");
}

#[test]
fn a_run_takes_two_treads_at_once() {
    let seen = walk("run");
    println!("{seen:?}");
    assert!((0.95..1.05).contains(&seen.distance) && seen.climbed > 5.5, "{seen:?}");
    assert!(seen.deep * 5 < seen.in_air, "{seen:?}");
}
