//! A shot of 12 pellets at 100 characters.

use crate::bodies::Body;
use crate::clock::now;
use fastrand::Rng;
use sinew::glam::{Affine3A, Vec3};
use sinew::surface::{CharacterSurface, HitFaces, PosedSurface, Ray, SurfaceBounds};
use sinew::{Actor, FrameInput};
use sinew_suite::{BenchCall, random_pose};
use std::sync::Arc;

/// A shot of 12 pellets at 100 characters, of which all are posed, or those alone that a pellet may meet.
pub(crate) fn measure(call: &BenchCall, body: &Body) {
    const ACROSS: usize = 10;
    let character = Arc::new(body.imported.character.clone());
    let surface = Arc::new(CharacterSurface::new(&character));
    let bounds = SurfaceBounds::new(&character);
    let size = character.rest_bounds().size().max_element();
    let mut rng = Rng::with_seed(call.seed);
    let actors: Vec<Actor> = (0..ACROSS * ACROSS)
        .map(|n| {
            let mut actor = Actor::new(Arc::clone(&character), body.imported.clips.clone()).unwrap();
            random_pose(&mut actor, &mut rng, 6);
            let offsets = [n % ACROSS, n / ACROSS].map(|n| (n as f32 - 4.5) * size * 0.83);
            let world_from_model = Affine3A::from_translation(Vec3::new(offsets[0], 0.0, offsets[1]));
            actor.resolve(FrameInput::new(0.0, world_from_model));
            actor
        })
        .collect();
    let mut posed: Vec<PosedSurface> = actors.iter().map(|_| PosedSurface::new(&surface)).collect();
    let (mut best, mut test, mut posed_count, mut shots) = ([f64::MAX; 2], f64::MAX, 0, 0);
    for _ in 0..(call.count / 100).max(2) {
        let mut random = |scale: f32| Vec3::from_array([(); 3].map(|()| (rng.f32() * 2.0 - 1.0) * scale));
        let eye = Vec3::new(random(3.0).x, 0.8, 6.0) * size;
        let aim = (character.rest_bounds().center() + random(0.5) * size - eye).normalize();
        // A cone of 3 degrees.
        let pellets: Vec<Ray> = (0..12).map(|_| Ray::new(eye, (aim + random(0.03)).normalize())).collect();
        let mut hits: [Vec<Option<f32>>; 2] = Default::default();
        for is_tested in [false, true] {
            let start = now();
            let mut nearest = vec![None::<f32>; pellets.len()];
            for (actor, posed) in actors.iter().zip(&mut posed) {
                let frame = actor.frame();
                let model_from_world = frame.world_from_model().inverse();
                let rays = || pellets.iter().map(|ray| ray.transformed(&model_from_world));
                if is_tested && !rays().any(|ray| frame.may_hit(&bounds, &ray)) {
                    continue;
                }
                posed_count += usize::from(is_tested);
                frame.pose_surface(posed).unwrap();
                for (ray, nearest) in rays().zip(&mut nearest) {
                    let hit = posed.nearest_hit(&character, &ray, HitFaces::Front).map(|hit| hit.distance);
                    *nearest = [*nearest, hit].into_iter().flatten().reduce(f32::min);
                }
            }
            let best = &mut best[usize::from(is_tested)];
            *best = best.min((now() - start).as_secs_f64());
            hits[usize::from(is_tested)] = nearest;
        }
        assert_eq!(hits[0], hits[1], "the test refused a ray that hits");
        shots += 1;
        let start = now();
        for actor in &actors {
            let frame = actor.frame();
            let model_from_world = frame.world_from_model().inverse();
            let count = pellets
                .iter()
                .filter(|ray| frame.may_hit(&bounds, &ray.transformed(&model_from_world)))
                .count();
            std::hint::black_box(count);
        }
        test = test.min((now() - start).as_secs_f64() / (actors.len() * pellets.len()) as f64);
    }
    let [all, tested] = best.map(|seconds| seconds * 1e3);
    println!(
        "{}: all posed {all:.2} ms, tested first {tested:.3} ms ({:.1} of 100 posed), {:.0} ns per ray and \
         character",
        body.name,
        posed_count as f64 / f64::from(shots),
        test * 1e9
    );
}
