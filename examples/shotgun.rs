//! Fires a shotgun at a crowd of 100: only characters that a pellet may hit are posed, nearest first.
//!
//! `cargo run --example shotgun -- [FILE]`

use sinew::glam::{Affine3A, Vec3};
use sinew::surface::{CharacterSurface, HitFaces, PosedSurface, Ray, SurfaceBounds, SurfaceHit};
use sinew::{Actor, FrameInput};
use sinew_import::{NoFiles, import};
use std::sync::Arc;

/// Rows and columns of the crowd.
const ACROSS: usize = 10;
const PELLETS: usize = 12;

/// A pellet with the nearest hit so far and the index of the actor.
struct Pellet {
    ray: Ray,
    hit: Option<(usize, SurfaceHit)>,
}

impl Pellet {
    /// True for a distance at which something nearer than the hit may lie.
    fn reaches(&self, distance: f32) -> bool {
        self.hit.is_none_or(|(_, hit)| distance < hit.distance)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = std::env::args().nth(1).unwrap_or("data/sinew.vrm".into());
    let imported = import(&std::fs::read(&file).map_err(|e| format!("{file}: {e}"))?, &NoFiles)?;
    let character = Arc::new(imported.character);
    let size = character.rest_bounds().size().y;
    let mut actors = Vec::new();
    for n in 0..ACROSS * ACROSS {
        let mut actor = Actor::new(Arc::clone(&character), imported.clips.clone())?;
        if let Some(clip) = actor.clips().first_moving() {
            actor.play(clip)?.seek(n as f64 * 0.037);
        }
        let [x, z] = [n % ACROSS, n / ACROSS].map(|n| (n as f32 - 4.5) * size);
        actor.advance(0.0);
        actor.resolve(FrameInput::new(0.0, Affine3A::from_translation(Vec3::new(x, 0.0, z))));
        actors.push(actor);
    }
    // Once per character; the boxes are moved in every frame that is shot at, without any vertex.
    let surface = Arc::new(CharacterSurface::new(&character));
    let bounds = SurfaceBounds::new(&character);
    let mut posed = PosedSurface::new(&surface);

    let muzzle = Vec3::new(-1.0, 0.8, 8.0) * size;
    let spread = |n: usize| {
        // Vogel's spiral: even over the disc.
        let (angle, radius) = (n as f32 * 2.399_963, (n as f32 / PELLETS as f32).sqrt() * 0.04);
        Vec3::new(angle.cos() * radius, angle.sin() * radius, 0.0)
    };
    let aim = (Vec3::new(0.5, 0.7, 4.5) * size - muzzle).normalize();
    let ray = |n| Ray::new(muzzle, (aim + spread(n)).normalize());
    let mut pellets: Vec<Pellet> = (0..PELLETS).map(|n| Pellet { ray: ray(n), hit: None }).collect();

    // The characters that a pellet may hit, in the order in which the first pellet reaches them.
    let mut targets: Vec<(f32, usize)> = Vec::new();
    for (n, actor) in actors.iter().enumerate() {
        let frame = actor.frame();
        let model_from_world = frame.world_from_model().inverse();
        let entries = pellets
            .iter()
            .filter_map(|pellet| frame.ray_entry(&bounds, &pellet.ray.transformed(&model_from_world)));
        targets.extend(entries.reduce(f32::min).map(|entry| (entry, n)));
    }
    targets.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut count = 0;
    for (entry, n) in &targets {
        if !pellets.iter().any(|pellet| pellet.reaches(*entry)) {
            break;
        }
        count += 1;
        let frame = actors[*n].frame();
        frame.pose_surface(&mut posed)?;
        let model_from_world = frame.world_from_model().inverse();
        for pellet in pellets.iter_mut().filter(|pellet| pellet.reaches(*entry)) {
            let ray = pellet.ray.transformed(&model_from_world);
            let hit = posed.nearest_hit(&character, &ray, HitFaces::Front);
            pellet.hit = hit.filter(|hit| pellet.reaches(hit.distance)).map(|hit| (*n, hit)).or(pellet.hit);
        }
    }
    println!("{} of {} characters may be hit, {count} posed", targets.len(), actors.len());
    for (n, pellet) in pellets.iter().enumerate() {
        match pellet.hit {
            Some((actor, hit)) => {
                println!("pellet {n}: character {actor}, {}", character.skeleton().name(hit.joint));
            }
            None => println!("pellet {n}: nobody"),
        }
    }
    Ok(())
}
