//! Rays, poses and decals allocate nothing after the first call.

use crate::counting::allocations;
use crate::shapes::{Shape, ball, plane, pose, random};
use fastrand::Rng;
use sinew::Actor;
use sinew::glam::Vec3;
use sinew::surface::{
    DecalBudget, DecalLife, DecalMap, DecalPlacer, DecalSet, DecalSettings, DecalShape, HitFaces, PosedPoint,
    Ray, SurfaceBounds, SurfacePoint,
};

#[test]
fn hits_and_decals_allocate_nothing() {
    let (positions, indices) = ball(40, 24);
    let mut shape = Shape::new(positions.clone(), indices);
    let all = [positions];
    let mut placer = DecalPlacer::new();
    let mut decal = None;
    let mut hits = Vec::with_capacity(64);
    for round in 0..2 {
        // The same shots, so that the first round has got all the memory.
        let mut rng = Rng::with_seed(4);
        let mut work = || {
            for n in 0..300 {
                pose(&mut shape.posed, &all, n % 5 == 0);
                let eye = random(&mut rng).normalize() * 3.0;
                let ray = Ray::new(eye, -eye + random(&mut rng) * 0.5);
                let Some(hit) = shape.posed.nearest_hit(&shape.character, &ray, HitFaces::Front) else {
                    continue;
                };
                hits.clear();
                shape.posed.all_hits(&shape.character, &ray, HitFaces::Both, &mut hits);
                let map = [DecalMap::Exponential, DecalMap::Plane][n % 2];
                let form = [DecalShape::Disc, DecalShape::Rectangle { aspect: 2.0 }][n / 2 % 2];
                let settings =
                    DecalSettings::new(if n < 50 { 1.8 } else { 0.3 }).with_map(map).with_shape(form);
                let decal =
                    decal.get_or_insert_with(|| placer.place(&shape.posed, &hit.point, &settings).unwrap());
                placer.place_into(&shape.posed, &hit.point, &settings, decal).unwrap();
            }
        };
        if round == 0 { work() } else { assert_eq!(allocations(work), 0) }
    }
}

/// The test before posing, which has no memory of its own.
#[test]
fn boxes_allocate_nothing() {
    let (positions, indices) = ball(40, 24);
    let character = std::sync::Arc::new(Shape::new(positions, indices).character);
    let mut actor = Actor::without_clips(std::sync::Arc::clone(&character));
    actor.update(0.0);
    let bounds = SurfaceBounds::new(&character);
    let mut rng = Rng::with_seed(6);
    let (mut passed, mut refused) = (0, 0);
    let count = allocations(|| {
        for _ in 0..1000 {
            let ray = Ray::new(random(&mut rng).normalize() * 4.0, random(&mut rng));
            let is_hit = actor.frame().may_hit(&bounds, &ray);
            assert_eq!(actor.frame().ray_entry(&bounds, &ray).is_some(), is_hit);
            if is_hit { passed += 1 } else { refused += 1 }
        }
    });
    assert_eq!(count, 0);
    assert!(passed > 20 && refused > 300, "{passed} {refused}");
}

/// The memory of a placer follows from the largest decal, not from their number.
#[test]
fn ten_thousand_decals_leave_nothing_behind() {
    let (positions, indices) = plane(16);
    let shape = Shape::new(positions, indices);
    let mut placer = DecalPlacer::new();
    let hit = shape.hit(Vec3::new(0.01, 0.02, 1.0), Vec3::NEG_Z).unwrap();
    let mut decal = placer.place(&shape.posed, &hit.point, &DecalSettings::new(0.9)).unwrap();
    let mut rng = Rng::with_seed(5);
    let count = allocations(|| {
        for _ in 0..10_000 {
            let at = random(&mut rng) * 0.45;
            let hit = shape.hit(at.with_z(1.0), Vec3::NEG_Z).unwrap();
            let settings = DecalSettings::new(0.01 + rng.f32() * 0.2).with_rotation(rng.f32() * 6.0);
            placer.place_into(&shape.posed, &hit.point, &settings, &mut decal).unwrap();
        }
    });
    assert_eq!(count, 0);
}

/// Stamping for hours: the live decals are those of the budget, and their memory is taken again.
#[test]
fn ten_thousand_decals_of_a_set_keep_to_the_budget() {
    const BUDGET: usize = 50;
    let (positions, indices) = plane(16);
    let shape = Shape::new(positions, indices);
    let mut placer = DecalPlacer::new();
    let mut set = DecalSet::new(DecalBudget::default().with_max_decals(BUDGET));
    let mut rng = Rng::with_seed(6);
    let mut most = [0; 2];
    let mut stamp = |set: &mut DecalSet, count: usize| {
        for _ in 0..count {
            let at = random(&mut rng) * 0.45;
            let hit = shape.hit(at.with_z(1.0), Vec3::NEG_Z).unwrap();
            let settings = DecalSettings::new(0.05);
            let position = |point: &SurfacePoint| {
                PosedPoint::new(shape.posed.walk(point, Vec3::ZERO).unwrap().position, Vec3::Z)
            };
            let mut decal = match set.take_spare() {
                Some(spare) => spare,
                None => placer.place(&shape.posed, &hit.point, &settings).unwrap(),
            };
            placer.place_into(&shape.posed, &hit.point, &settings, &mut decal).unwrap();
            set.add(decal, 0, DecalLife::default().with_fade_in(0.0).with_fade_out(0.1), position);
            set.enforce(&[], position);
            set.advance(1.0 / 60.0);
            let live = set.iter().filter(|live| !live.is_leaving()).count();
            most = [most[0].max(live), most[1].max(set.len())];
        }
    };
    stamp(&mut set, 2_000);
    let count = allocations(|| stamp(&mut set, 10_000));
    assert_eq!(count, 0, "allocations after the first decals");
    assert_eq!(most[0], BUDGET);
    assert!(most[1] <= 2 * BUDGET, "{most:?}");
}
