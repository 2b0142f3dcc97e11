//! Drops of blood on the built-in character while it plays: twenty seconds with shots, of which each opens a
//! wound that drips.

use crate::clock::now;
use sinew::glam::{Vec2, Vec3};
use sinew::stage::StageInput;
use sinew::surface::{
    CharacterSurface, Decal, DecalBudget, DecalLife, DecalPlacer, DecalSet, DecalSettings, DripEvent,
    DripSettings, Drips, HitFaces, PosedSurface, Ray, SurfaceEmitter, SurfacePoint,
};
use sinew::{Actor, Frame};
use sinew_suite::person;
use std::path::Path;
use std::sync::Arc;

const DT: f32 = 1.0 / 60.0;
const SECONDS: f32 = 20.0;
/// Seconds between shots, and points that they hit, in body heights.
const SHOTS: f32 = 0.5;
const AIMS: [Vec2; 6] = [
    Vec2::new(0.03, 0.72),
    Vec2::new(-0.05, 0.45),
    Vec2::new(0.015, 0.88),
    Vec2::new(0.0, 0.64),
    Vec2::new(-0.03, 0.78),
    Vec2::new(0.05, 0.3),
];
/// Most decals.
const DECALS: usize = 800;

const PARTS: [&str; 5] = ["pose", "drops", "place", "add", "budget"];

/// Blood on a character, with the seconds that each part took in each frame.
struct Blood {
    posed: PosedSurface,
    placer: DecalPlacer,
    set: DecalSet,
    wounds: Vec<SurfaceEmitter>,
    drips: Drips,
    trail: Vec<(SurfacePoint, f32)>,
    times: [Vec<f64>; PARTS.len()],
}

impl Blood {
    fn mark(&mut self, frame: &Frame<'_>, point: &SurfacePoint, radius: f32, priority: i32) {
        let start = now();
        let settings = DecalSettings::new(radius);
        let mut decal = self.set.take_spare().unwrap_or(Decal {
            center: *point,
            settings,
            triangles: Vec::new(),
            seams_crossed: 0,
        });
        let is_placed = self.placer.place_into(&self.posed, point, &settings, &mut decal).is_ok();
        let placed = now();
        if is_placed {
            let life = DecalLife::default().with_priority(priority);
            self.set.add(decal, 0, life, |point| frame.surface(point));
        }
        self.took(2, (placed - start).as_secs_f64());
        self.took(3, (now() - placed).as_secs_f64());
    }

    fn shoot(&mut self, frame: &Frame<'_>, aim: Vec2, height: f32) {
        let ray = Ray::new((aim * height).extend(5.0), Vec3::NEG_Z);
        if let Some(hit) = self.posed.nearest_hit(frame.character(), &ray, HitFaces::Front) {
            self.mark(frame, &hit.point, self.drips.settings().spread * 1.8, 1);
            self.wounds.push(SurfaceEmitter::new(hit.point, 4.0).with_duration(2.5));
        }
    }

    fn advance(&mut self, frame: &Frame<'_>, shot: Option<(Vec2, f32)>) {
        self.times.iter_mut().for_each(|times| times.push(0.0));
        let start = now();
        frame.pose_surface(&mut self.posed).unwrap();
        self.took(0, (now() - start).as_secs_f64());
        if let Some((aim, height)) = shot {
            self.shoot(frame, aim, height);
        }
        let start = now();
        let world = frame.world_from_model();
        for wound in &mut self.wounds {
            let emission = wound.advance(DT, frame.surface(&wound.point), &world);
            for _ in 0..emission.count {
                self.drips.add(&self.posed, wound.point);
            }
        }
        self.wounds.retain(|wound| !wound.is_done());
        let trail = &mut self.trail;
        self.drips.advance(&StageInput::new(DT, world), frame.character(), &self.posed, |event| {
            if let DripEvent::Trail { point, wetness, .. } = event {
                trail.push((point, wetness));
            }
        });
        self.took(1, (now() - start).as_secs_f64());
        let radius = self.drips.settings().trail_spacing;
        let mut trail = std::mem::take(&mut self.trail);
        for (point, wetness) in trail.drain(..) {
            self.mark(frame, &point, radius * (0.6 + 0.6 * wetness), 0);
        }
        self.trail = trail;
        let start = now();
        self.set.enforce(&[], |point| frame.surface(point));
        self.set.advance(DT);
        self.took(4, (now() - start).as_secs_f64());
    }

    fn took(&mut self, part: usize, seconds: f64) {
        if let Some(time) = self.times[part].last_mut() {
            *time += seconds;
        }
    }
}

/// Prints milliseconds per frame: of each part, and of the whole.
pub(crate) fn measure(is_tabbed: bool) {
    let imported = person(Path::new(""), "");
    let mut actor = Actor::new(Arc::new(imported.character), imported.clips).unwrap();
    actor.play("walk").unwrap();
    let height = actor.character().rest_bounds().size().y;
    let mut blood = Blood {
        posed: PosedSurface::new(&Arc::new(CharacterSurface::new(actor.character()))),
        placer: DecalPlacer::new(),
        set: DecalSet::new(DecalBudget::default().with_max_decals(DECALS)),
        wounds: Vec::new(),
        drips: Drips::new(DripSettings::of_height(height)),
        trail: Vec::new(),
        times: Default::default(),
    };
    let (mut drops, mut decals) = (0, 0);
    let mut shots = 0;
    for frame in 0..(SECONDS / DT) as usize {
        actor.update(DT);
        let is_shot = frame as f32 * DT >= shots as f32 * SHOTS;
        let shot = is_shot.then(|| (AIMS[shots % AIMS.len()], height));
        shots += usize::from(is_shot);
        blood.advance(&actor.frame(), shot);
        (drops, decals) = (drops.max(blood.drips.len()), decals.max(blood.set.len()));
    }
    let separator = if is_tabbed { "\t" } else { "  " };
    let row = |name: &str, cells: [String; 3]| {
        println!("{}", [&[format!("{name:8}")][..], &cells].concat().join(separator));
    };
    row("ms", ["mean", "99 %", "worst"].map(|head| format!("{head:>7}")));
    let frames = blood.times[0].len();
    let whole: Vec<f64> = (0..frames).map(|n| blood.times.iter().map(|times| times[n]).sum()).collect();
    for (name, times) in PARTS.into_iter().zip(&blood.times).chain([("whole", &whole)]) {
        let mut sorted = times.clone();
        sorted.sort_by(f64::total_cmp);
        let mean = sorted.iter().sum::<f64>() / frames as f64;
        let figures = [mean, sorted[frames * 99 / 100], sorted[frames - 1]];
        row(name, figures.map(|seconds| format!("{:7.3}", seconds * 1e3)));
    }
    println!("at most {drops} drops and {decals} decals");
}
