//! Meshes and hair that are seen in each outfit of a set-up.

use super::hair::load_hair;
use crate::outfit::Outfit;
use crate::setup::Finding;
use crate::{SetupError, SetupFile};
use sinew::Character;
use sinew::character::MeshInstanceId;
use sinew::surface::CharacterSurface;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Grows the hair of the set-up and of its outfits, and lists the meshes that each outfit shows and hides.
/// `hidden` are meshes that are never shown; those that the hair of the set-up replaces are added. Returns the
/// character without an outfit. The hair of the set-up is measured on the body in the outfit `first`.
pub(crate) fn load_dressing(
    file: &SetupFile,
    skin: (&Character, &Arc<CharacterSurface>),
    (outfits, first): (&mut [Outfit], Option<usize>),
    hidden: &mut BTreeSet<MeshInstanceId>,
    findings: &mut Vec<Finding>,
) -> Result<Outfit, SetupError> {
    let description = file.description();
    let mut hair = None;
    if let Some(described) = &description.hair {
        if described.grooms.is_empty() {
            return Err(file.error("hair.grooms", "expected at least one haircut"));
        }
        let unseen = Outfit::unseen(outfits, first, hidden);
        if let Some(haircut) = load_hair(file, ("hair", described), skin, &unseen, findings)? {
            hidden.extend(haircut.hidden);
            hair = Some(haircut.hair);
        }
    }
    for (n, (name, worn)) in description.outfits.iter().enumerate() {
        outfits[n].hair = match &worn.hair {
            Some(described) => {
                let unseen = Outfit::unseen(outfits, Some(n), hidden);
                let field = format!("outfits[\"{name}\"].hair");
                let haircut = load_hair(file, (&field, described), skin, &unseen, findings)?;
                outfits[n].hidden.extend(haircut.iter().flat_map(|haircut| &haircut.hidden));
                haircut.map(|haircut| haircut.hair)
            }
            None => hair.clone(),
        };
    }
    let shown_or_hidden = outfits.iter().flat_map(|outfit| outfit.shown.iter().chain(&outfit.hidden));
    let named: BTreeSet<MeshInstanceId> = shown_or_hidden.chain(&*hidden).copied().collect();
    let visible = |worn: Option<usize>| -> Vec<(MeshInstanceId, bool)> {
        let of_outfits = Outfit::hidden(outfits, worn);
        named.iter().map(|id| (*id, !hidden.contains(id) && !of_outfits.contains(id))).collect()
    };
    let each: Vec<_> = (0..outfits.len()).map(|n| visible(Some(n))).collect();
    let undressed = Outfit { visible: visible(None), hair, ..Outfit::default() };
    outfits.iter_mut().zip(each).for_each(|(outfit, visible)| outfit.visible = visible);
    Ok(undressed)
}
