//! Drops that run from stamped decals.

use sinew::Actor;
use sinew::glam::Vec4;
use sinew::stage::StageInput;
use sinew::surface::{
    DecalLife, DecalSettings, DripEvent, DripLocation, DripSettings, Drips, PosedSurface, SurfaceEmitter,
    SurfacePoint,
};
use sinew_render::overlay::Line;
use sinew_setup::DripsDescription;
use std::collections::BTreeMap;

/// Radius of the decals of a trail, in their distances.
const TRAIL_RADIUS: f32 = 1.1;
/// Priority of the decals of a trail: below that of stamped ones.
pub(super) const TRAIL_PRIORITY: i32 = -1;
/// Colour of falling drops, linear, and the seconds of their way that are shown.
const COLOR: Vec4 = Vec4::new(0.2, 0.005, 0.005, 1.0);
const STREAK: f32 = 0.02;

/// Decals that drip, and their drops, by look.
#[derive(Debug, Default)]
pub(super) struct StampDrips {
    looks: Vec<LookDrips>,
    /// Decals of trails of a frame: point, settings, look.
    trail: Vec<(SurfacePoint, DecalSettings, u32)>,
    /// Posed surface; `None` before the first drop.
    posed: Option<PosedSurface>,
}

/// Drops of one look.
#[derive(Debug)]
struct LookDrips {
    look: u32,
    emitters: Vec<SurfaceEmitter>,
    drips: Drips,
}

impl StampDrips {
    pub(super) fn is_running(&self) -> bool {
        self.looks.iter().any(|entry| !entry.emitters.is_empty() || !entry.drips.is_empty())
    }

    /// Lets drops run from a decal of this look, on a character of this height at rest.
    pub(super) fn start(&mut self, point: SurfacePoint, look: u32, height: f32, drips: DripsDescription) {
        let emitter = SurfaceEmitter::new(point, drips.rate);
        let emitter = match drips.duration {
            Some(seconds) => emitter.with_duration(seconds),
            None => emitter,
        };
        match self.looks.iter_mut().find(|entry| entry.look == look) {
            Some(entry) => entry.emitters.push(emitter),
            None => {
                let drips = Drips::new(DripSettings::of_height(height));
                self.looks.push(LookDrips { look, emitters: vec![emitter], drips });
            }
        }
    }

    /// Goes on with looks of other numbers, on the same skin read anew. Drops of a look that is gone are gone.
    pub(super) fn change_looks(&mut self, numbers: &BTreeMap<u32, u32>) {
        self.looks.retain_mut(|entry| {
            let number = numbers.get(&entry.look);
            entry.look = number.copied().unwrap_or(entry.look);
            number.is_some()
        });
        self.posed = None;
    }

    /// Lets no further drops run from a point.
    pub(super) fn stop(&mut self, point: &SurfacePoint) {
        self.looks.iter_mut().for_each(|entry| entry.emitters.retain(|emitter| emitter.point != *point));
    }

    /// Goes on by `dt` seconds: drops move, and leave decals on the actor.
    pub(super) fn advance(&mut self, dt: f32, actor: &mut Actor) {
        let Some(surface) = actor.decals().map(|decals| decals.decals().surface.clone()) else { return };
        if !self.is_running() {
            return;
        }
        let posed = self.posed.get_or_insert_with(|| PosedSurface::new(&surface));
        let frame = actor.frame();
        // The surface of another character has been forgotten.
        if frame.pose_surface(posed).is_err() {
            return;
        }
        let world = frame.world_from_model();
        for LookDrips { look, emitters, drips } in &mut self.looks {
            for emitter in &mut *emitters {
                let emission = emitter.advance(dt, frame.surface(&emitter.point), &world);
                (0..emission.count).for_each(|_| {
                    drips.add(posed, emitter.point);
                });
            }
            emitters.retain(|emitter| !emitter.is_done());
            let settings = DecalSettings::new(drips.settings().trail_spacing * TRAIL_RADIUS);
            drips.advance(&StageInput::new(dt, world), actor.character(), posed, |event| {
                if let DripEvent::Trail { point, .. } = event {
                    self.trail.push((point, settings, *look));
                }
            });
        }
        let life = DecalLife::default().with_priority(TRAIL_PRIORITY);
        for (point, settings, look) in self.trail.drain(..) {
            // Skin without area in this pose takes no decal.
            let _ = actor.add_decal(&point, look, &settings, life);
        }
    }

    /// Appends the drops in the air.
    pub(super) fn lines(&self, lines: &mut Vec<Line>) {
        let drips = self.looks.iter().flat_map(|entry| entry.drips.iter());
        lines.extend(drips.filter(|drip| drip.location == DripLocation::Air).map(|drip| {
            Line::new(drip.position - drip.velocity * STREAK, drip.position, COLOR).with_width(3.0)
        }));
    }
}
