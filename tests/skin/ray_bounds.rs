//! Boxes around the regions of real characters: no ray that hits the posed and morphed mesh is refused.

use fastrand::Rng;
use sinew::character::SkinningMethod;
use sinew::glam::{Affine3A, EulerRot, Quat, Vec3};
use sinew::stage::{Stage, StageInput, StagePose};
use sinew::surface::{CharacterSurface, HitFaces, PosedSurface, Ray, SurfaceBounds};
use sinew::{Actor, FrameInput, JointId};
use sinew_suite::{person, random_pose, surface_people};
use std::sync::Arc;
use test_needs::cases;

fn random(rng: &mut Rng) -> Vec3 {
    Vec3::from_array([(); 3].map(|()| rng.f32() * 2.0 - 1.0))
}

/// Bending of joints beyond that of clips.
#[derive(Clone, Copy, Debug)]
enum Bend {
    /// As the clip has them.
    None,
    /// Every joint turned by up to 100 degrees per axis.
    Turned,
    /// Turned, and one joint in eight scaled unevenly or mirrored.
    Scaled,
}

fn pose(actor: &mut Actor, rng: &mut Rng, bend: Bend) {
    random_pose(actor, rng, 4);
    let joints = actor.character().skeleton().len() as u32;
    let changes: Vec<(Quat, Vec3)> = (0..joints)
        .map(|_| {
            let [x, y, z] = random(rng).to_array().map(|n| n * 1.75);
            let is_scaled = matches!(bend, Bend::Scaled) && rng.u32(..8) == 0;
            let side = if rng.bool() { 1.0 } else { -1.0 };
            let scale = if is_scaled { Vec3::splat(1.0) + random(rng) * 0.7 } else { Vec3::ONE };
            let scale = if is_scaled { scale * Vec3::new(side, 1.0, 1.0) } else { scale };
            (Quat::from_euler(EulerRot::XYZ, x, y, z), scale)
        })
        .collect();
    let mut hook = |stage: Stage, _: &StageInput<'_>, access: &mut StagePose<'_>| {
        if stage == Stage::Constraints && !matches!(bend, Bend::None) {
            for (n, (turn, scale)) in changes.iter().enumerate() {
                let joint = JointId(n as u32);
                let mut local = *access.local(joint);
                local.rotation = (local.rotation * *turn).normalize();
                local.scale *= *scale;
                access.set_local(joint, local);
            }
        }
    };
    actor.resolve(FrameInput::new(0.0, Affine3A::IDENTITY).with_hook(&mut hook));
}

/// Rays through random points of triangles, at their corners, and past the body.
fn ray(posed: &PosedSurface, rng: &mut Rng) -> Ray {
    let parts = posed.surface().parts();
    let positions = posed.positions(&parts[rng.usize(..parts.len())]);
    let size = positions.iter().fold(0.0_f32, |size, p| size.max(p.abs().max_element()));
    let target = positions[rng.usize(..positions.len())];
    let target = if rng.bool() { target } else { target + random(rng) * size * 0.4 };
    let eye = target + random(rng).normalize_or(Vec3::X) * size * (0.1 + rng.f32() * 20.0);
    Ray::new(eye, (target - eye).normalize_or(Vec3::X))
}

#[test]
fn no_ray_that_hits_is_refused() {
    for (name, imported) in &surface_people() {
        let character = Arc::new(imported.character.clone());
        let mut actor = Actor::new(Arc::clone(&character), imported.clips.clone()).unwrap();
        let bounds = SurfaceBounds::new(&character);
        let mut posed = PosedSurface::new(&Arc::new(CharacterSurface::new(&character)));
        for method in [SkinningMethod::Linear, SkinningMethod::DualQuaternion] {
            for bend in [Bend::None, Bend::Turned, Bend::Scaled] {
                let (mut hits, mut misses, mut refused) = (0_u32, 0_u32, 0_u32);
                let mut gap = 0.0;
                for mut rng in cases(12).of(format!("{name} {method:?} {bend:?}")) {
                    let round = rng.seed();
                    for id in character.mesh_instance_ids() {
                        actor.meshes_mut().set_skinning(id, method);
                        actor.meshes_mut().set_visible(id, round % 4 != 3 || rng.bool());
                    }
                    actor.meshes_mut().set_first_person(round % 4 == 2);
                    pose(&mut actor, &mut rng, bend);
                    let frame = actor.frame();
                    frame.pose_surface(&mut posed).unwrap();
                    for _ in 0..400 {
                        let ray = ray(&posed, &mut rng);
                        let hit = posed.nearest_hit(&character, &ray, HitFaces::Both);
                        let entry = frame.ray_entry(&bounds, &ray);
                        assert_eq!(entry.is_some(), frame.may_hit(&bounds, &ray));
                        match (hit, entry) {
                            (Some(hit), Some(entry)) => {
                                let nearer = entry <= hit.distance * (1.0 + 1e-5) + 1e-6;
                                assert!(
                                    nearer,
                                    "{name} {method:?} {bend:?}: {entry} beyond {}",
                                    hit.distance
                                );
                                (hits, gap) = (hits + 1, gap + (hit.distance - entry));
                            }
                            (Some(hit), None) => panic!("{name} {method:?} {bend:?}: {ray:?} hits {hit:?}"),
                            (None, None) => (misses, refused) = (misses + 1, refused + 1),
                            (None, Some(_)) => misses += 1,
                        }
                    }
                }
                let share = refused as f32 / misses as f32;
                let gap = gap / hits as f32 / character.rest_bounds().size().max_element();
                eprintln!(
                    "{name} {method:?} {bend:?}: {hits} hits, {share:.2} of {misses} misses refused, boxes \
                     {gap:.3} of the size before the skin"
                );
                assert!(hits > 500 && misses > 300, "{name} {method:?} {bend:?}: {hits} {misses}");
                // The rays that miss pass by within half of a body's size; capes and wild poses have wide
                // boxes.
                let least = match (method, bend) {
                    (SkinningMethod::Linear, Bend::None) if name.is_empty() => 0.5,
                    (SkinningMethod::Linear, Bend::None) => 0.02,
                    _ => -1.0,
                };
                assert!(share > least, "{name} {method:?} {bend:?}: {share}");
            }
        }
    }
}

#[test]
fn rays_that_are_no_numbers_are_refused() {
    let imported = person("".as_ref(), "");
    let mut actor = Actor::new(Arc::new(imported.character.clone()), imported.clips).unwrap();
    actor.update(0.0);
    let bounds = SurfaceBounds::new(&imported.character);
    let frame = actor.frame();
    for (origin, direction) in [(Vec3::NAN, Vec3::Z), (Vec3::ZERO, Vec3::INFINITY), (Vec3::Y, Vec3::ZERO)] {
        let ray = Ray::new(origin, direction);
        assert!(!frame.may_hit(&bounds, &ray) && frame.ray_entry(&bounds, &ray).is_none(), "{ray:?}");
    }
}
