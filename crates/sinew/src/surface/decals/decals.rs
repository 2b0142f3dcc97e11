use super::DecalMaterial;
use crate::character::Character;
use crate::surface::{CharacterSurface, DecalBudget, DripSettings, SurfaceBounds};
use std::sync::Arc;

/// What the decals of all actors of one character share: its surface, looks, limits, the behaviour of drops.
///
/// ```no_run
/// use sinew::surface::{DecalLife, DecalSettings, Decals, HitFaces, Ray};
/// use std::sync::Arc;
///
/// # fn shoot(actor: &mut sinew::Actor, shot: &Ray) -> Result<(), Box<dyn std::error::Error>> {
/// actor.set_decals(Some(Arc::new(Decals::new(actor.character()))))?;
/// if let Some(hit) = actor.hit(shot, HitFaces::Front) {
///     actor.add_decal(&hit.point, 0, &DecalSettings::new(0.02), DecalLife::default())?;
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Decals {
    /// The surface.
    pub surface: Arc<CharacterSurface>,
    /// Boxes by which rays that miss the body are told from others.
    pub bounds: Arc<SurfaceBounds>,
    /// Looks; that of a decal is an index in the list.
    pub materials: Vec<DecalMaterial>,
    /// Limits.
    pub budget: DecalBudget,
    /// Behaviour of drops.
    pub drips: DripSettings,
    /// Look of the trails of drops; `None` for drops that leave none.
    pub trail_look: Option<u32>,
}

impl Decals {
    /// Decals of a character, without looks, with drops in proportion to its height.
    #[must_use]
    pub fn new(character: &Character) -> Self {
        Self::with_surface(character, Arc::new(CharacterSurface::new(character)))
    }

    /// [`new`](Self::new) with the surface of the character, where that is there already.
    ///
    /// # Panics
    /// When the surface is of another character.
    #[must_use]
    pub fn with_surface(character: &Character, surface: Arc<CharacterSurface>) -> Self {
        assert!(surface.fits(character), "the surface is of another character");
        Self {
            surface,
            bounds: Arc::new(SurfaceBounds::new(character)),
            materials: Vec::new(),
            budget: DecalBudget::default(),
            drips: DripSettings::of_height(character.reference_bounds().size().y),
            trail_look: None,
        }
    }

    /// Sets the looks.
    #[must_use]
    pub fn with_materials(self, materials: Vec<DecalMaterial>) -> Self {
        Self { materials, ..self }
    }

    /// Sets the limits.
    #[must_use]
    pub fn with_budget(self, budget: DecalBudget) -> Self {
        Self { budget, ..self }
    }

    /// Sets the behaviour of drops.
    #[must_use]
    pub fn with_drips(self, drips: DripSettings) -> Self {
        Self { drips, ..self }
    }

    /// Sets the look of the trails of drops.
    #[must_use]
    pub fn with_trail_look(self, look: impl Into<Option<u32>>) -> Self {
        Self { trail_look: look.into(), ..self }
    }

    /// True for the character of the surface, and others of the same meshes.
    #[must_use]
    pub fn fits(&self, character: &Character) -> bool {
        self.surface.fits(character)
    }

    /// Index of the look of this name.
    #[must_use]
    pub fn find_look(&self, name: &str) -> Option<u32> {
        self.materials.iter().position(|material| material.name == name).map(|at| at as u32)
    }
}
