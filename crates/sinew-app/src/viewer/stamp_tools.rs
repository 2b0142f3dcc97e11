//! Decals on the shown character, and the tool that places them.

use super::stamp_drips::StampDrips;
use sinew::Actor;
use sinew::surface::{
    CharacterSurface, DecalBudget, DecalError, DecalLife, DecalPlacer, DecalSet, DecalSettings, HitFaces,
    PosedSurface, Ray,
};
use sinew_render::overlay::Line;
use std::sync::Arc;

/// Most decals of a character: trails of drops have hundreds.
const MAX_DECALS: usize = 1024;

/// Decals on the shown character, and the tool that places them.
#[derive(Debug)]
pub(crate) struct Stamps {
    /// Index of the look of new decals.
    pub(crate) look: usize,
    /// Radius of new decals as a share of the character's height.
    pub(crate) radius: f32,
    /// True where drops run from new decals.
    pub(crate) drip: bool,
    pub(crate) set: DecalSet,
    drips: StampDrips,
    placer: DecalPlacer,
    posed: Option<PosedSurface>,
}

impl Default for Stamps {
    fn default() -> Self {
        Self {
            look: 0,
            radius: 0.03,
            drip: false,
            set: DecalSet::new(DecalBudget::default().with_max_decals(MAX_DECALS)),
            drips: StampDrips::default(),
            placer: DecalPlacer::new(),
            posed: None,
        }
    }
}

impl Stamps {
    /// Surface of the shown character; `None` before the first decal.
    pub(crate) fn surface(&self) -> Option<&Arc<CharacterSurface>> {
        self.posed.as_ref().map(PosedSurface::surface)
    }

    /// True while a decal fades in or out, or a drop runs.
    pub(super) fn is_moving(&self) -> bool {
        self.drips.is_running()
            || self.set.iter().any(|live| live.is_leaving() || live.age < live.life.fade_in)
    }

    /// Forgets the decals of a character that is shown no longer.
    pub(super) fn forget(&mut self) {
        self.set.clear();
        self.drips = StampDrips::default();
        self.posed = None;
    }

    /// Goes on by `dt` seconds on the actor's present pose.
    pub(super) fn advance(&mut self, dt: f32, actor: &Actor) {
        self.set.advance(dt);
        if let Some(posed) = self.posed.as_mut().filter(|_| self.drips.is_running()) {
            // The surface of another character has been forgotten.
            if actor.frame().pose_surface(posed).is_ok() {
                self.drips.advance(dt, actor, posed, &mut self.placer, &mut self.set);
            }
        }
    }

    /// Appends drops in the air.
    pub(super) fn lines(&self, lines: &mut Vec<Line>) {
        self.drips.lines(lines);
    }

    /// Places a decal where a ray in the world meets the character; nothing where it misses.
    pub(super) fn stamp(&mut self, actor: &Actor, ray: &Ray) -> Result<(), DecalError> {
        let (character, frame) = (actor.character(), actor.frame());
        let posed =
            self.posed.get_or_insert_with(|| PosedSurface::new(&Arc::new(CharacterSurface::new(character))));
        // The surface of another character has been forgotten.
        let Ok(()) = frame.pose_surface(posed) else { return Ok(()) };
        let ray = ray.transformed(&frame.world_from_model().inverse());
        let Some(hit) = posed.nearest_hit(character, &ray, HitFaces::Front) else { return Ok(()) };
        let height = frame.bounds().size().max_element();
        let settings = DecalSettings::new(self.radius * height);
        let decal = match self.set.take_spare() {
            Some(mut spare) => {
                self.placer.place_into(posed, &hit.point, &settings, &mut spare)?;
                spare
            }
            None => self.placer.place(posed, &hit.point, &settings)?,
        };
        let life = DecalLife::default().with_fade_in(0.1).with_fade_out(1.0);
        self.set.add(decal, self.look as u32, life, |point| frame.surface(point));
        self.set.enforce(&[], |point| frame.surface(point));
        if self.drip {
            self.drips.start(hit.point, self.look as u32, character.reference_bounds().size().max_element());
        }
        Ok(())
    }

    /// Lets all decals fade out.
    pub(super) fn fade_out(&mut self) {
        let ids: Vec<_> = self.set.iter().map(|live| live.id).collect();
        ids.into_iter().for_each(|id| self.set.fade_out(id));
        self.drips = StampDrips::default();
    }
}
