use super::{DecalInput, Decals};
use crate::character::Character;
use crate::clone_from::impl_clone_from;
use crate::stage::StageInput;
use crate::surface::{
    Decal, DecalError, DecalId, DecalLife, DecalPlacer, DecalSet, DecalSettings, DripEvent, Drips, HitFaces,
    PosedSurface, Ray, SurfaceEmitter, SurfaceError, SurfaceHit, SurfacePoint,
};
use std::sync::Arc;

/// Radius of the decals of a trail, in the distance between them: dry and wet.
const TRAIL_RADIUS: [f32; 2] = [0.6, 1.2];
/// Priority of the decals of a trail: they make room for all others.
const TRAIL_PRIORITY: i32 = -1;

/// Decals on one actor: the stage [`Decals`](crate::stage::Stage::Decals).
///
/// In a frame decals age and fade, wounds bleed, drops run down the skin and leave trails, and the budget is
/// kept. Between frames rays find the skin of the frame ([`hit`](Self::hit)), and decals and wounds are added
/// where they hit. The skin is posed for that on first use in a frame; nothing is posed without use.
#[derive(Debug)]
pub struct DecalState {
    decals: Arc<Decals>,
    posed: Box<PosedSurface>,
    /// Whether `posed` has the pose of the frame.
    is_posed: bool,
    placer: Box<DecalPlacer>,
    set: DecalSet,
    wounds: Vec<SurfaceEmitter>,
    drips: Drips,
    /// Scratch memory: points of trails of a frame, with their wetness.
    trail: Vec<(SurfacePoint, f32)>,
}

impl_clone_from!(DecalState { decals, posed, is_posed, placer, set, drips }, buffers { wounds, trail });

impl DecalState {
    /// No decals yet.
    ///
    /// # Errors
    /// When the surface is of another character.
    pub fn new(decals: Arc<Decals>, character: &Character) -> Result<Self, SurfaceError> {
        if !decals.fits(character) {
            return Err(SurfaceError::OtherCharacter);
        }
        Ok(Self {
            posed: Box::new(PosedSurface::new(&decals.surface)),
            is_posed: false,
            placer: Box::default(),
            set: DecalSet::new(decals.budget),
            wounds: Vec::new(),
            drips: Drips::new(decals.drips),
            trail: Vec::new(),
            decals,
        })
    }

    /// What the decals share.
    #[must_use]
    pub fn decals(&self) -> &Arc<Decals> {
        &self.decals
    }

    /// The decals.
    #[must_use]
    pub fn set(&self) -> &DecalSet {
        &self.set
    }

    /// The decals, to fade out or remove some.
    pub fn set_mut(&mut self) -> &mut DecalSet {
        &mut self.set
    }

    /// The drops, on the skin and in the air.
    #[must_use]
    pub fn drips(&self) -> &Drips {
        &self.drips
    }

    /// The wounds, which emit drops until their duration is over.
    #[must_use]
    pub fn wounds(&self) -> &[SurfaceEmitter] {
        &self.wounds
    }

    /// Whether anything runs, which the skin is posed for in every frame.
    #[must_use]
    pub fn is_bleeding(&self) -> bool {
        !self.wounds.is_empty() || !self.drips.is_empty()
    }

    /// Removes all decals, wounds and drops.
    pub fn clear(&mut self) {
        self.set.clear();
        self.wounds.clear();
        self.drips.clear();
    }

    /// One frame: decals age, wounds bleed, drops run and leave trails, and the budget is kept.
    pub fn solve(&mut self, stage: &StageInput<'_>, input: DecalInput<'_>) {
        self.is_posed = false;
        self.set.advance(stage.dt);
        if self.is_bleeding() {
            self.bleed(stage, input);
        }
        if !self.set.is_empty() {
            self.set.enforce(input.views, |point| input.skin.surface(point));
        }
    }

    fn bleed(&mut self, stage: &StageInput<'_>, input: DecalInput<'_>) {
        self.pose(input);
        if stage.is_cut() {
            self.wounds.iter_mut().for_each(SurfaceEmitter::teleport);
        }
        for wound in &mut self.wounds {
            let emission = wound.advance(stage.dt, input.skin.surface(&wound.point), &stage.world_from_model);
            for _ in 0..emission.count {
                self.drips.add(&self.posed, wound.point);
            }
        }
        self.wounds.retain(|wound| !wound.is_done());
        let (trail, character) = (&mut self.trail, input.skin.character());
        self.drips.advance(stage, character, &self.posed, |event| {
            if let DripEvent::Trail { point, wetness, .. } = event {
                trail.push((point, wetness));
            }
        });
        let spacing = self.drips.settings().trail_spacing;
        let mut trail = std::mem::take(&mut self.trail);
        for (point, wetness) in trail.drain(..) {
            let Some(look) = self.decals.trail_look else { continue };
            let [dry, wet] = TRAIL_RADIUS;
            let settings = DecalSettings::new(spacing * (dry + (wet - dry) * wetness));
            let life = DecalLife::default().with_priority(TRAIL_PRIORITY);
            // Skin without area in this pose takes no decal.
            let _ = self.add(input, &point, look, &settings, life);
        }
        self.trail = trail;
    }

    /// The first intersection of a ray in model space with the skin; `None` where it meets nothing.
    pub fn hit(&mut self, input: DecalInput<'_>, ray: &Ray, faces: HitFaces) -> Option<SurfaceHit> {
        self.pose(input);
        self.posed.nearest_hit(input.skin.character(), ray, faces)
    }

    /// Adds a decal of a look around a point of the skin, in the pose of the frame. Returns its number.
    ///
    /// # Errors
    /// When a setting is out of its range, the character has no such point, or its triangle has no area in
    /// this pose.
    pub fn add(
        &mut self,
        input: DecalInput<'_>,
        point: &SurfacePoint,
        look: u32,
        settings: &DecalSettings,
        life: DecalLife,
    ) -> Result<DecalId, DecalError> {
        self.pose(input);
        let empty = || Decal { center: *point, settings: *settings, triangles: Vec::new(), seams_crossed: 0 };
        let mut decal = self.set.take_spare().unwrap_or_else(empty);
        self.placer.place_into(&self.posed, point, settings, &mut decal)?;
        Ok(self.set.add(decal, look, life, |point| input.skin.surface(point)))
    }

    /// Opens a wound: drops begin at its point until its duration is over.
    pub fn add_wound(&mut self, wound: SurfaceEmitter) {
        self.wounds.push(wound);
    }

    /// Takes the pose of the frame into the surface, once.
    fn pose(&mut self, input: DecalInput<'_>) {
        if !self.is_posed {
            let is_shown = |id| input.shown.is_none_or(|shown| shown(id));
            input.skin.pose_surface(&mut self.posed, is_shown);
            self.is_posed = true;
        }
    }
}
