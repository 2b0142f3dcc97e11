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
    /// Views of the character; empty where nobody looks.
    pub views: &'a [DecalView],
    /// Function that gives the position and normal of a point in the present pose.
    pub pose_point: &'a dyn Fn(&SurfacePoint) -> PosedPoint,
}

impl std::fmt::Debug for CharacterDecals<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CharacterDecals")
            .field("set", &self.set)
            .field("views", &self.views)
            .finish_non_exhaustive()
    }
}

impl SharedDecalBudget {
    /// Budget of this many decals and triangles.
    #[must_use]
    pub const fn new(max_decals: usize, max_triangles: usize) -> Self {
        Self { max_decals, max_triangles }
    }

    /// Keeps the budget over all characters, after each has kept its own: the character with the most decals
    /// that are not leaving gives one up by the order of its own budget, until there are few enough.
    pub fn enforce(&self, characters: &mut [CharacterDecals<'_>]) {
        let sum = |(count, triangles): (usize, usize), added: (usize, usize)| {
            (count + added.0, triangles + added.1)
        };
        let (mut count, mut triangles) =
            characters.iter().map(|character| character.set.staying()).fold((0, 0), sum);
        let is_over = |count, triangles| count > self.max_decals || triangles > self.max_triangles;
        if !is_over(count, triangles) {
            return;
        }
        for character in &mut *characters {
            character.set.rank(character.views, character.pose_point);
        }
        while is_over(count, triangles) {
            // Of equal characters the first.
            let most = characters.iter_mut().rev().max_by_key(|character| character.set.ranked());
            let Some(most) = most else { break };
            let Some(gone) = most.set.send_off(!most.views.is_empty()) else { break };
            (count, triangles) = (count - 1, triangles - gone);
        }
        for character in characters {
            character.set.end_ranking();
        }
    }
}
