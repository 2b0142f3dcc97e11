//! Drops that run down surfaces, and emitters on them.

use crate::counting::allocations;
use crate::shapes::{Shape, ball, grid, pose};
use sinew::glam::{Affine3A, Vec3};
use sinew::stage::StageInput;
use sinew::surface::{Drip, DripEvent, DripLocation, DripSettings, Drips, PosedPoint, SurfaceEmitter};

const DT: f32 = 1.0 / 60.0;

/// Wall of 1 m × 1 m at z = 0 with its middle at 1.5 m, and a slope below it from z = -0.5 to 0.5 if
/// `has_slope`.
fn wall(has_slope: bool) -> Shape {
    let (mut positions, mut indices) = grid(20, 20, |x, y| Vec3::new(x - 0.5, y + 1.0, 0.0));
    if has_slope {
        let (slope, more) = grid(20, 20, |x, y| Vec3::new(x - 0.5, 0.6 * y, 0.5 - y));
        let first = positions.len() as u32;
        positions.extend(slope);
        indices.extend(more.iter().map(|vertex| vertex + first));
    }
    Shape::new(positions, indices)
}

fn play(drips: &mut Drips, shape: &Shape, seconds: f32) -> Vec<DripEvent> {
    let mut events = Vec::new();
    for _ in 0..(seconds / DT) as u32 {
        drips.advance(&StageInput::new(DT, Affine3A::IDENTITY), &shape.character, &shape.posed, |event| {
            events.push(event)
        });
    }
    events
}

fn position(shape: &Shape, event: &DripEvent) -> Option<Vec3> {
    let DripEvent::Trail { point, .. } = event else { return None };
    Some(shape.posed.walk(point, Vec3::ZERO).unwrap().position)
}

#[test]
fn drops_run_down_at_their_speed_and_dry() {
    let shape = wall(false);
    let settings = DripSettings::default().with_spread(0.0).with_meander(0.0).with_reach(0.3);
    let mut drips = Drips::new(settings);
    let start = shape.hit(Vec3::new(0.1, 1.9, 1.0), Vec3::NEG_Z).unwrap();
    assert!(drips.add(&shape.posed, start.point));
    let mut events = play(&mut drips, &shape, 1.0);
    // The response time costs some of the way; the last part is slower.
    let drip = *drips.iter().next().unwrap();
    assert!((0.08..0.12).contains(&drip.distance), "{drip:?}");
    assert!(
        drip.velocity.y < -0.06
            && drip.velocity.x.abs() < 1e-4
            && matches!(drip.location, DripLocation::Skin(_))
    );
    assert!((drip.position.y - (1.9 - drip.distance)).abs() < 1e-4 && drip.position.z.abs() < 1e-6);
    events.extend(play(&mut drips, &shape, 20.0));
    assert!(drips.is_empty() && matches!(events.last(), Some(DripEvent::Dry(_))), "{:?}", events.last());
    let trail: Vec<Vec3> = events.iter().filter_map(|event| position(&shape, event)).collect();
    assert!(trail.len() > 30, "{}", trail.len());
    for pair in trail.windows(2) {
        let apart = pair[0] - pair[1];
        assert!((apart.y - settings.trail_spacing).abs() < 2e-4 && apart.x.abs() < 1e-4, "{apart}");
    }
    let length = trail[0].y - trail[trail.len() - 1].y;
    assert!((0.14..=0.301).contains(&length), "{length}");
}

#[test]
fn drops_meander_and_have_ways_of_their_own() {
    let shape = wall(false);
    let start = shape.hit(Vec3::new(0.0, 1.9, 1.0), Vec3::NEG_Z).unwrap();
    let run = || {
        let mut drips = Drips::new(DripSettings::default());
        (0..5).for_each(|_| assert!(drips.add(&shape.posed, start.point)));
        play(&mut drips, &shape, 2.0);
        drips.iter().copied().collect::<Vec<Drip>>()
    };
    let ends = run();
    assert_eq!(ends, run(), "the same every time");
    for (n, drip) in ends.iter().enumerate() {
        assert!(drip.position.x.abs() < 0.08 && drip.position.y < 1.85, "{drip:?}");
        assert!(ends[..n].iter().all(|other| other.position.distance(drip.position) > 1e-4));
    }
}

#[test]
fn drops_fall_from_hems_and_land_on_what_is_below() {
    for has_slope in [false, true] {
        let shape = wall(has_slope);
        let settings = DripSettings::default().with_reach(2.0).with_lifetime(30.0).with_fall_time(2.0);
        let mut drips = Drips::new(settings);
        let start = shape.hit(Vec3::new(0.1, 1.2, 1.0), Vec3::NEG_Z).unwrap();
        drips.add(&shape.posed, start.point);
        let events = play(&mut drips, &shape, 6.0);
        let fall = events.iter().position(|event| matches!(event, DripEvent::Fall { .. })).unwrap();
        let DripEvent::Fall { position: from, velocity } = events[fall] else { unreachable!() };
        assert!((from.y - 1.0).abs() < 1e-3 && velocity.y < -0.03, "{from} {velocity}");
        assert_eq!(events.iter().any(|event| matches!(event, DripEvent::Land(_))), has_slope);
        if has_slope {
            // It goes on there, downwards.
            let trail: Vec<Vec3> =
                events[fall..].iter().filter_map(|event| position(&shape, event)).collect();
            assert!(trail.len() > 10 && trail[0].y < 0.4, "{trail:?}");
            assert!(trail.windows(2).all(|pair| pair[1].y < pair[0].y + 1e-4));
        } else {
            assert!(drips.is_empty(), "it has fallen for two seconds");
        }
    }
}

/// From a ball drops fall where it faces down, not before.
#[test]
fn drops_hang_on_below_overhangs_until_the_skin_faces_down() {
    let (positions, indices) = ball(48, 32);
    let shape = Shape::new(positions, indices);
    let mut drips = Drips::new(
        DripSettings::default()
            .with_speed(0.5)
            .with_response(0.1)
            .with_reach(9.0)
            .with_lifetime(60.0)
            .with_fall_time(2.0),
    );
    let start = shape.hit(Vec3::new(0.2, 0.4, 3.0), Vec3::NEG_Z).unwrap();
    drips.add(&shape.posed, start.point);
    let events = play(&mut drips, &shape, 40.0);
    let fall = events.iter().find_map(|event| match event {
        DripEvent::Fall { position, .. } => Some(*position),
        _ => None,
    });
    let fall = fall.expect("the drop falls");
    assert!((-0.9..-0.75).contains(&fall.y), "{fall}");
}

#[test]
fn emitters_follow_the_skin() {
    let start = wall(false).hit(Vec3::new(0.1, 1.2, 1.0), Vec3::NEG_Z).unwrap();
    let mut emitter = SurfaceEmitter::new(start.point, 20.0).with_duration(1.0);
    let mut total = 0;
    for frame in 0..120_u8 {
        // The character walks along +X at 2 m/s, turned by a quarter.
        let world = Affine3A::from_translation(Vec3::X * (2.0 * f32::from(frame) * DT))
            * Affine3A::from_rotation_y(std::f32::consts::FRAC_PI_2);
        let emission = emitter.advance(DT, PosedPoint::new(start.position, Vec3::Z), &world);
        total += emission.count;
        let velocity = if frame == 0 { Vec3::ZERO } else { Vec3::X * 2.0 };
        assert!(emission.velocity.distance(velocity) < 1e-3 && emission.normal.distance(Vec3::X) < 1e-6);
        assert!(emission.position.distance(world.transform_point3(start.position)) < 1e-6);
    }
    assert!((19..=20).contains(&total) && emitter.is_done(), "{total}");
    for dt in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        let mut emitter = SurfaceEmitter::new(start.point, f32::MAX);
        let emission = emitter.advance(dt, PosedPoint::new(Vec3::ZERO, Vec3::ZERO), &Affine3A::IDENTITY);
        assert!(emission.count == 0 && emission.velocity == Vec3::ZERO && emission.normal == Vec3::ZERO);
    }
}

#[test]
fn emitters_of_any_rate_end() {
    let start = wall(false).hit(Vec3::new(0.1, 1.5, 1.0), Vec3::NEG_Z).unwrap();
    let mut emitter = SurfaceEmitter::new(start.point, f32::INFINITY).with_duration(DT);
    let posed = PosedPoint::new(Vec3::ZERO, Vec3::Y);
    let counts = [(); 3].map(|()| emitter.advance(DT, posed, &Affine3A::IDENTITY).count);
    assert!(counts[0] > 0 && counts[1..] == [0, 0] && emitter.is_done(), "{counts:?}");
    for rate in [f32::NAN, -1.0, f32::NEG_INFINITY] {
        let mut emitter = SurfaceEmitter::new(start.point, rate);
        assert_eq!(emitter.advance(DT, posed, &Affine3A::IDENTITY).count, 0, "{rate}");
    }
}

/// Settings that are no numbers, or allow no way, give no event that is no number.
#[test]
fn drops_without_a_way_are_dry_at_once() {
    let shape = wall(false);
    let start = shape.hit(Vec3::new(0.1, 1.5, 1.0), Vec3::NEG_Z).unwrap();
    for reach in [0.0, -1.0, f32::NAN] {
        let mut drips = Drips::new(DripSettings::default().with_reach(reach));
        assert!(drips.add(&shape.posed, start.point));
        let events = play(&mut drips, &shape, 2.0 * DT);
        assert!(drips.is_empty() && matches!(events.last(), Some(DripEvent::Dry(_))), "{reach}: {events:?}");
        let wet = |event: &DripEvent| matches!(event, DripEvent::Trail { wetness, .. } if *wetness != 0.0);
        assert!(!events.iter().any(wet), "{reach}: {events:?}");
    }
}

#[test]
fn drops_keep_to_their_number_and_allocate_nothing() {
    let (positions, indices) = ball(32, 20);
    let mut shape = Shape::new(positions.clone(), indices);
    let mut drips =
        Drips::new(DripSettings::default().with_max_drips(20).with_lifetime(2.0).with_fall_time(0.5));
    let start = shape.hit(Vec3::new(0.1, 0.6, 3.0), Vec3::NEG_Z).unwrap();
    let all = [positions];
    let mut events = 0_u32;
    let mut most = 0;
    pose(&mut shape.posed, &all, false);
    let count = allocations(|| {
        for frame in 0..1000 {
            pose(&mut shape.posed, &all, false);
            (0..frame % 3).for_each(|_| {
                drips.add(&shape.posed, start.point);
            });
            most = most.max(drips.len());
            drips.advance(&StageInput::new(DT, Affine3A::IDENTITY), &shape.character, &shape.posed, |_| {
                events += 1
            });
        }
    });
    assert_eq!((count, most), (0, 20));
    assert!(
        events > 500
            && !drips.add(&shape.posed, sinew::surface::SurfacePoint { triangle: 99_999, ..start.point })
    );
    for dt in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        drips.advance(&StageInput::new(dt, Affine3A::IDENTITY), &shape.character, &shape.posed, |_| {
            panic!("no time has passed")
        });
    }
}
