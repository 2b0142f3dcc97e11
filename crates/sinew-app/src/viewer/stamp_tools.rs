//! Tool that adds decals to the shown character.

use super::reload::CarriedDecals;
use super::stamp_drips::StampDrips;
use super::stamp_looks::add_stamp_looks;
use crate::report::failure::Failure;
use sinew::Actor;
use sinew::surface::{DecalId, DecalLife, DecalSettings, HitFaces, Ray, SurfacePoint};
use sinew_render::overlay::Line;
use sinew_setup::DripsDescription;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Tool that adds decals to the shown character.
#[derive(Debug)]
pub(crate) struct Stamps {
    /// Number of the look of new decals.
    pub(crate) look: usize,
    /// Radius of new decals as a share of the character's height.
    pub(crate) radius: f32,
    /// True where drops run from new decals.
    pub(crate) drip: bool,
    drips: StampDrips,
    /// Drops of decals, which texts of marks hold.
    pub(super) dripping: BTreeMap<DecalId, DripsDescription>,
    /// Decals that came from texts of marks, by file.
    pub(super) of_files: BTreeMap<PathBuf, Vec<DecalId>>,
}

impl Default for Stamps {
    fn default() -> Self {
        Self {
            look: 0,
            radius: 0.03,
            drip: false,
            drips: StampDrips::default(),
            dripping: BTreeMap::new(),
            of_files: BTreeMap::new(),
        }
    }
}

impl Stamps {
    /// True while a decal fades in or out, or a drop runs.
    pub(super) fn is_moving(&self, actor: &Actor) -> bool {
        self.drips.is_running()
            || actor.decals().is_some_and(|decals| {
                decals.is_bleeding()
                    || decals.set().iter().any(|live| live.is_leaving() || live.age < live.life.fade_in)
            })
    }

    /// Goes over to another character, which has no decals. `looks` are the names of those that it offers;
    /// `before` is the name of the look in use.
    pub(super) fn change_character(&mut self, looks: &[&str], before: Option<&str>) {
        self.look = looks.iter().position(|look| before == Some(*look)).unwrap_or(0);
        self.drips = StampDrips::default();
        self.dripping.clear();
        self.of_files.clear();
    }

    /// Goes over to the same character whose files were read anew, with the decals that were carried over. `looks` are
    /// the names of those that it offers; `before` is the name of the look in use.
    pub(super) fn continue_with(&mut self, carried: &CarriedDecals, looks: &[&str], before: Option<&str>) {
        self.look = looks.iter().position(|look| before == Some(*look)).unwrap_or(0);
        self.drips.change_looks(&carried.looks);
        let dripping = std::mem::take(&mut self.dripping).into_iter();
        self.dripping = dripping.filter_map(|(id, drips)| Some((*carried.decals.get(&id)?, drips))).collect();
        for ids in self.of_files.values_mut() {
            *ids = ids.iter().filter_map(|id| carried.decals.get(id).copied()).collect();
        }
    }

    /// Removes decals at once, with the drops that run from them.
    pub(super) fn remove(&mut self, actor: &mut Actor, ids: &[DecalId]) {
        let Some(decals) = actor.decals_mut() else { return };
        for id in ids {
            if let Some(live) = decals.set().get(*id) {
                self.drips.stop(&live.decal.center);
            }
            decals.set_mut().remove(*id);
            self.dripping.remove(id);
        }
    }

    /// Goes on by `dt` seconds on the actor's present pose.
    pub(super) fn advance(&mut self, dt: f32, actor: &mut Actor) {
        self.drips.advance(dt, actor);
    }

    /// Appends drops in the air.
    pub(super) fn lines(&self, lines: &mut Vec<Line>) {
        self.drips.lines(lines);
    }

    /// Adds a decal where a ray in the world meets the character; nothing where it misses.
    pub(super) fn stamp(&mut self, actor: &mut Actor, ray: &Ray) -> Result<(), Failure> {
        if actor.decals().is_none() {
            add_stamp_looks(actor)?;
        }
        let Some(hit) = actor.hit(ray, HitFaces::Front) else { return Ok(()) };
        let height = actor.frame().bounds().size().max_element();
        let settings = DecalSettings::new(self.radius * height);
        let life = DecalLife::default().with_fade_in(0.1).with_fade_out(1.0);
        let added = actor.add_decal(&hit.point, self.look as u32, &settings, life);
        let id = added.map_err(|error| Failure::Machine(error.to_string()))?;
        if let Some(id) = id.filter(|_| self.drip) {
            self.let_drip(actor, id, hit.point, self.look as u32, DripsDescription::default());
        }
        Ok(())
    }

    /// Lets drops run from a decal.
    pub(super) fn let_drip(
        &mut self,
        actor: &Actor,
        decal: DecalId,
        point: SurfacePoint,
        look: u32,
        drips: DripsDescription,
    ) {
        let height = actor.character().reference_bounds().size().max_element();
        self.drips.start(point, look, height, drips);
        self.dripping.insert(decal, drips);
    }

    /// Sets the most decals of the character.
    pub(super) fn set_budget(&mut self, actor: &mut Actor, max: usize) {
        if let Some(decals) = actor.decals_mut() {
            let budget = decals.set().budget().with_max_decals(max);
            decals.set_mut().set_budget(budget);
        }
    }

    /// Lets all decals fade out.
    pub(super) fn fade_out(&mut self, actor: &mut Actor) {
        if let Some(decals) = actor.decals_mut() {
            let ids: Vec<_> = decals.set().iter().map(|live| live.id).collect();
            ids.into_iter().for_each(|id| decals.set_mut().fade_out(id));
        }
        self.drips = StampDrips::default();
        self.dripping.clear();
        self.of_files.clear();
    }
}
