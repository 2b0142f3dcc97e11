//! Decals that clicks place on the character.

use super::state::State;
use sinew::glam::{Affine3A, Vec2};
use sinew::surface::{
    CharacterSurface, DecalBudget, DecalLife, DecalPlacer, DecalSet, DecalSettings, HitFaces, PosedSurface,
    Ray,
};
use std::sync::Arc;

/// Decals on the shown character, and the tool that places them.
#[derive(Debug)]
pub(crate) struct Stamps {
    /// Index of the look of new decals.
    pub(crate) look: usize,
    /// Radius of new decals as a share of the character's height.
    pub(crate) radius: f32,
    pub(crate) set: DecalSet,
    placer: DecalPlacer,
    posed: Option<PosedSurface>,
}

impl Default for Stamps {
    fn default() -> Self {
        Self {
            look: 0,
            radius: 0.03,
            set: DecalSet::new(DecalBudget::default()),
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

    /// Whether a decal fades in or out.
    pub(super) fn is_fading(&self) -> bool {
        self.set.iter().any(|live| live.is_leaving() || live.age < live.life.fade_in)
    }

    /// Forgets the decals of a character that is shown no longer.
    pub(super) fn forget(&mut self) {
        self.set.clear();
        self.posed = None;
    }
}

impl State {
    /// Places a decal where the view through a point of the picture meets the character.
    pub(super) fn stamp(&mut self, point: Vec2) {
        let Some((origin, direction)) = self.projection().map(|projection| projection.ray(point)) else {
            return;
        };
        let (actor, stamps) = (&self.shown.player.actor, &mut self.stamps);
        let (character, frame) = (actor.character(), actor.frame());
        let posed = stamps
            .posed
            .get_or_insert_with(|| PosedSurface::new(&Arc::new(CharacterSurface::new(character))));
        frame.pose_surface(posed);
        let model_from_world: Affine3A = frame.world_from_model().inverse();
        let ray = Ray::new(origin, direction).transformed(&model_from_world);
        let Some(hit) = posed.nearest_hit(character, &ray, HitFaces::Front) else { return };
        let radius = stamps.radius * frame.bounds().size().max_element();
        let settings = DecalSettings::new(radius);
        let placed = match stamps.set.take_spare() {
            Some(mut spare) => {
                stamps.placer.place_into(posed, &hit.point, &settings, &mut spare).map(|()| spare)
            }
            None => stamps.placer.place(posed, &hit.point, &settings),
        };
        match placed {
            Ok(decal) => {
                let life = DecalLife::default().with_fades(0.1, 1.0);
                stamps.set.add(decal, stamps.look as u32, life, |point| frame.surface(point));
                stamps.set.enforce(None, |point| frame.surface(point));
            }
            Err(error) => self.say(error.to_string(), true),
        }
    }

    /// Lets all decals fade out.
    pub(super) fn clear_stamps(&mut self) {
        let ids: Vec<_> = self.stamps.set.iter().map(|live| live.id).collect();
        ids.into_iter().for_each(|id| self.stamps.set.fade_out(id));
    }
}
