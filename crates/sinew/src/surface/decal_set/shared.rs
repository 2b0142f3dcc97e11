use super::{DecalSet, DecalView};
use crate::surface::{PosedPoint, SurfacePoint};

/// Limits of the decals on all characters together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SharedDecalBudget {
    /// Most decals.
    pub max_decals: usize,
    /// Most triangles.
    pub max_triangles: usize,
}

/// One character's decals, with what is needed to remove some.
pub struct CharacterDecals<'a> {
    /// Decals.
    pub set: &'a mut DecalSet,
    /// View of the character; `None` without one.
    pub view: Option<DecalView>,
    /// Place of a point in the present pose.
    pub place: &'a dyn Fn(&SurfacePoint) -> PosedPoint,
}

impl std::fmt::Debug for CharacterDecals<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CharacterDecals")
            .field("set", &self.set)
            .field("view", &self.view)
            .finish_non_exhaustive()
    }
}

impl SharedDecalBudget {
    /// Budget of this many decals and triangles.
    #[must_use]
    pub const fn new(max_decals: usize, max_triangles: usize) -> Self {
        Self { max_decals, max_triangles }
    }

    /// Keeps the budget over all characters, after each has kept its own: the character with the most decals that are not leaving gives
    /// one up by the order of its own budget, until there are few enough.
    pub fn enforce(&self, characters: &mut [CharacterDecals<'_>]) {
        loop {
            let staying =
                |own: &CharacterDecals<'_>| own.set.iter().filter(|live| !live.is_leaving()).count();
            let triangles = |own: &CharacterDecals<'_>| -> usize {
                let staying = own.set.iter().filter(|live| !live.is_leaving());
                staying.map(|live| live.decal.triangles.len()).sum()
            };
            let count: usize = characters.iter().map(staying).sum();
            let all: usize = characters.iter().map(triangles).sum();
            if count == 0 || (count <= self.max_decals && all <= self.max_triangles) {
                return;
            }
            // Of equal characters the first.
            let most = characters.iter_mut().rev().max_by_key(|own| staying(own));
            let Some(most) = most else { return };
            most.set.send_off(most.view.as_ref(), most.place);
        }
    }
}
