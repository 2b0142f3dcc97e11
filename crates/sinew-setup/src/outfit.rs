//! Outfits of a set-up: which meshes are seen.

use crate::{SetupError, SetupFile};
use sinew::character::MeshInstanceId;
use sinew::hair::Hair;
use sinew::internal::suggest;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Outfit of a character.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outfit {
    pub(crate) name: String,
    /// Meshes that are seen in this outfit, and in others only where these name them too.
    pub(crate) shown: BTreeSet<MeshInstanceId>,
    /// Meshes that are hidden in this outfit.
    pub(crate) hidden: BTreeSet<MeshInstanceId>,
    /// All meshes that outfits or the set-up name, and whether they are seen in this one.
    pub(crate) visible: Vec<(MeshInstanceId, bool)>,
    /// Hair.
    pub(crate) hair: Option<Arc<Hair>>,
    /// Fields of its files that cannot be used.
    pub(crate) unusable: Vec<String>,
}

impl Outfit {
    /// Number of the outfit of a name.
    pub(crate) fn find(outfits: &[Self], name: &str) -> Result<usize, String> {
        let found = outfits.iter().position(|outfit| outfit.name == name);
        found.ok_or_else(|| {
            let known = suggest(name, outfits.iter().map(|outfit| outfit.name.as_str()));
            format!("no outfit called {name:?}; {known}")
        })
    }

    /// Number of the outfit that is worn at first: that of the set-up `file`, else the first one; `None` without outfits.
    pub(crate) fn first(outfits: &[Self], file: &SetupFile) -> Result<Option<usize>, SetupError> {
        match &file.description().outfit {
            Some(name) => {
                Self::find(outfits, name).map(Some).map_err(|message| file.error("outfit", message))
            }
            None => Ok((!outfits.is_empty()).then_some(0)),
        }
    }

    /// Meshes that are not seen while an outfit is worn, where the meshes `hidden` never are; without outfits those alone.
    pub(crate) fn unseen(
        outfits: &[Self],
        worn: Option<usize>,
        hidden: &BTreeSet<MeshInstanceId>,
    ) -> BTreeSet<MeshInstanceId> {
        let of_outfits = worn.map(|_| Self::hidden(outfits, worn));
        hidden.iter().copied().chain(of_outfits.into_iter().flatten()).collect()
    }

    /// Meshes that are hidden while an outfit is worn; without one all meshes of outfits are.
    pub(crate) fn hidden(outfits: &[Self], worn: Option<usize>) -> BTreeSet<MeshInstanceId> {
        let worn = worn.map(|worn| &outfits[worn]);
        let of_all = outfits.iter().flat_map(|outfit| &outfit.shown);
        let is_worn = |id: &&MeshInstanceId| worn.is_some_and(|worn| worn.shown.contains(id));
        let unworn = of_all.filter(|id| !is_worn(id));
        unworn.chain(worn.into_iter().flat_map(|worn| &worn.hidden)).copied().collect()
    }
}
