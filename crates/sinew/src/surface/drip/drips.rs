//! Drops on the skin: slow, viscous flow whose velocity follows the slope, as of a film of liquid at its
//! terminal speed. Drops hang on below overhangs and leave where the skin faces downwards.

use super::{Drip, DripEvent, DripLocation, DripSettings};
use crate::character::Character;
use crate::clone_from::impl_clone_from;
use crate::math::{axis_angle, ops};
use crate::stage::StageInput;
use crate::surface::{HitFaces, PosedSurface, Ray, SurfacePoint, SurfaceWalk, WalkEnd};
use glam::{Affine3A, Vec3};

/// Least cosine between the normal of the skin and gravity at which a drop falls.
const FALL_FACING: f32 = 0.82;
/// Most steps of a drop in one frame.
const MAX_STEPS: usize = 256;
/// Distance from the skin at which a falling drop begins, as a share of the trail's spacing.
const RELEASE_DISTANCE: f32 = 0.5;
/// Lengths of the two waves in which drops leave the steepest way, in spacings of the trail.
const WAVES: [f32; 2] = [5.3, 13.7];
/// Least share of its speed that a drop has at the end of its way.
const MIN_SPEED: f32 = 0.15;

/// Drops for which memory is made at once.
const MAX_RESERVED: usize = 4096;

/// Drops of one character that run down its skin. The memory of up to 4096 is made once.
///
/// ```no_run
/// use sinew::stage::StageInput;
/// use sinew::surface::{DripEvent, DripSettings, Drips, PosedSurface, SurfacePoint};
///
/// # fn posed(actor: &sinew::Actor) -> PosedSurface { unimplemented!() }
/// # fn actor() -> sinew::Actor { unimplemented!() }
/// # fn wound() -> SurfacePoint { unimplemented!() }
/// # fn place_small_decal(point: SurfacePoint) {}
/// let actor = actor();
/// let posed = posed(&actor); // `Frame::pose_surface`, once per frame while drops run.
/// let mut drips = Drips::new(DripSettings::default());
/// drips.add(&posed, wound());
/// let stage = StageInput::new(1.0 / 60.0, actor.frame().world_from_model());
/// drips.advance(&stage, actor.character(), &posed, |event| {
///     if let DripEvent::Trail { point, .. } = event {
///         place_small_decal(point);
///     }
/// });
/// ```
#[derive(Debug)]
pub struct Drips {
    settings: DripSettings,
    drips: Vec<Drip>,
    /// Number of drops so far, from which each gets its own way.
    added: u32,
}

impl_clone_from!(Drips { settings, added }, buffers { drips });

/// Character of a frame.
struct Frame<'a> {
    dt: f32,
    gravity: Vec3,
    character: &'a Character,
    posed: &'a PosedSurface,
    world_from_model: Affine3A,
    model_from_world: Affine3A,
    settings: &'a DripSettings,
}

impl Drips {
    /// No drops yet.
    #[must_use]
    pub fn new(settings: DripSettings) -> Self {
        Self { drips: Vec::with_capacity(settings.max_drips.min(MAX_RESERVED)), settings, added: 0 }
    }

    /// The settings.
    #[must_use]
    pub const fn settings(&self) -> &DripSettings {
        &self.settings
    }

    /// The drops, on the skin and in the air, the oldest first.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Drip> {
        self.drips.iter()
    }

    /// Number of drops.
    #[must_use]
    pub fn len(&self) -> usize {
        self.drips.len()
    }

    /// True without drops.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.drips.is_empty()
    }

    /// Removes all drops.
    pub fn clear(&mut self) {
        self.drips.clear();
    }

    /// Removes the drops for which `keep` is false, such as those that have fallen to the ground: their
    /// [`Drip::location`] is the air.
    pub fn retain(&mut self, keep: impl FnMut(&Drip) -> bool) {
        self.drips.retain(keep);
    }

    /// Adds a drop near a point of the skin. False where the most drops run, or the surface lacks the point.
    pub fn add(&mut self, posed: &PosedSurface, point: SurfacePoint) -> bool {
        if self.drips.len() >= self.settings.max_drips {
            return false;
        }
        let Some(center) = posed.walk(&point, Vec3::ZERO) else { return false };
        let [turn, away, length] =
            [0, 1, 2].map(|salt| hashed(self.added.wrapping_mul(3).wrapping_add(salt)));
        let side = center.normal.any_orthonormal_vector();
        let angle = turn * std::f32::consts::TAU;
        let direction =
            axis_angle::from_axis_angle(center.normal.try_normalize().unwrap_or(Vec3::Y), angle) * side;
        let start = posed.walk(&point, direction * (away * self.settings.spread)).unwrap_or(center);
        self.added = self.added.wrapping_add(1);
        self.drips.push(Drip {
            location: DripLocation::Skin(start.point),
            position: Vec3::NAN,
            velocity: Vec3::ZERO,
            age: 0.0,
            distance: 0.0,
            along: Vec3::ZERO,
            reach: self.settings.reach * (0.5 + 0.5 * length),
            since_trail: self.settings.trail_spacing,
            phase: angle,
        });
        true
    }

    /// Goes on by the time step of a frame on the skin in its present pose, and hands events to `on_event` in the order
    /// of the drops. Nothing happens for a time step that is not positive.
    ///
    /// # Panics
    /// When the surface is not of this character.
    pub fn advance(
        &mut self,
        stage: &StageInput<'_>,
        character: &Character,
        posed: &PosedSurface,
        mut on_event: impl FnMut(DripEvent),
    ) {
        let (dt, gravity, settings) = (stage.dt, stage.gravity(), &self.settings);
        if !(dt.is_finite() && dt > 0.0) {
            return;
        }
        let world_from_model = stage.world_from_model;
        let model_from_world = world_from_model.inverse();
        let frame = Frame { dt, gravity, character, posed, world_from_model, model_from_world, settings };
        self.drips.retain_mut(|drip| match drip.location {
            DripLocation::Skin(point) => frame.run(drip, point, &mut on_event),
            DripLocation::Air => frame.fall(drip, &mut on_event),
        });
    }
}

impl Frame<'_> {
    /// Moves a drop over the skin; false where it has dried.
    fn run(&self, drip: &mut Drip, point: SurfacePoint, on_event: &mut impl FnMut(DripEvent)) -> bool {
        let Some(mut walk) = self.posed.walk(&point, Vec3::ZERO) else { return false };
        drip.age += self.dt;
        let spacing = self.settings.trail_spacing.max(1e-6);
        let down = self.model_from_world.transform_vector3(self.gravity).normalize_or_zero();
        // The velocity is kept through the pose as far as it lies on the skin.
        let tangent = |v: Vec3, normal: Vec3| v - normal * normal.dot(v);
        let speed = drip.along.length();
        drip.along = tangent(drip.along, walk.normal).normalize_or_zero() * speed;
        let mut left = self.dt;
        let mut falls = false;
        for _ in 0..MAX_STEPS {
            if left <= 0.0 || falls {
                break;
            }
            if drip.since_trail >= spacing {
                let wetness = 1.0 - drip.dryness();
                let direction = drip.along.normalize_or_zero();
                on_event(DripEvent::Trail { point: walk.point, direction, wetness });
                drip.since_trail = 0.0;
            }
            // The velocity is taken as constant over a part of the trail, and over the response time.
            let room = (spacing - drip.since_trail).max(spacing * 1e-3);
            let speed = drip.along.length().max(1e-6);
            let step = left.min(room / speed).min(self.settings.response.max(1e-3));
            let slope = tangent(down, walk.normal);
            let share = (1.0 - drip.dryness()).sqrt().max(MIN_SPEED);
            let wave = |length: f32| ops::sin(drip.phase + drip.distance / (length * spacing));
            let turn = self.settings.meander * 0.5 * (wave(WAVES[0]) + wave(WAVES[1]));
            let turned = match walk.normal.try_normalize() {
                Some(normal) => axis_angle::from_axis_angle(normal, turn) * slope,
                None => slope,
            };
            let target = turned * (self.settings.speed * share);
            let kept = ops::exp(-step / self.settings.response.max(1e-6));
            drip.along = target + (drip.along - target) * kept;
            let Some(next) = self.posed.walk(&walk.point, drip.along * step) else { break };
            drip.along = next.direction * drip.along.length();
            drip.distance += next.distance;
            drip.since_trail += next.distance;
            left -= step;
            walk = next;
            falls = walk.end == WalkEnd::Border || walk.normal.dot(down) > FALL_FACING;
        }
        drip.location = DripLocation::Skin(walk.point);
        self.follow(drip, walk.position);
        if falls {
            self.release(drip, &walk, on_event);
            return true;
        }
        let is_dry = drip.dryness() >= 1.0 || drip.age >= self.settings.lifetime;
        if is_dry {
            on_event(DripEvent::Dry(walk.point));
        }
        !is_dry
    }

    /// Takes over a position in model space, with the velocity from the one before.
    fn follow(&self, drip: &mut Drip, position: Vec3) {
        let position = self.world_from_model.transform_point3(position);
        let velocity = (position - drip.position) / self.dt;
        drip.velocity = if velocity.is_finite() { velocity } else { Vec3::ZERO };
        drip.position = position;
    }

    fn release(&self, drip: &mut Drip, walk: &SurfaceWalk, on_event: &mut impl FnMut(DripEvent)) {
        let away = walk.normal * (self.settings.trail_spacing * RELEASE_DISTANCE);
        drip.position = self.world_from_model.transform_point3(walk.position + away);
        (drip.location, drip.age) = (DripLocation::Air, 0.0);
        on_event(DripEvent::Fall { position: drip.position, velocity: drip.velocity });
    }

    /// Moves a drop through the air; false where its time is over.
    fn fall(&self, drip: &mut Drip, on_event: &mut impl FnMut(DripEvent)) -> bool {
        drip.age += self.dt;
        let from = drip.position;
        drip.velocity += self.gravity * self.dt;
        drip.position += drip.velocity * self.dt;
        let ray = Ray::new(from, drip.position - from).transformed(&self.model_from_world);
        let hit = self.posed.nearest_hit(self.character, &ray, HitFaces::Front);
        if let Some(hit) = hit.filter(|hit| hit.distance <= 1.0) {
            (drip.location, drip.age, drip.along) = (DripLocation::Skin(hit.point), 0.0, Vec3::ZERO);
            drip.since_trail = self.settings.trail_spacing;
            self.follow(drip, hit.position);
            on_event(DripEvent::Land(hit.point));
            return drip.dryness() < 1.0;
        }
        drip.age < self.settings.fall_time && drip.position.is_finite()
    }
}

/// Number from 0 to 1 that follows from another one (Steele and Vigna, *Computationally Easy, Spectrally Good
/// Multipliers*, 2022).
fn hashed(number: u32) -> f32 {
    let mixed = u64::from(number).wrapping_add(1).wrapping_mul(0xf135_7aea_2e62_a9c5);
    let mixed = (mixed ^ (mixed >> 32)).wrapping_mul(0xf135_7aea_2e62_a9c5);
    (mixed >> 40) as f32 / (1_u64 << 24) as f32
}
