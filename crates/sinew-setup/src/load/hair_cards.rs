//! Hair of a set-up as cards: meshes of the character, for renderers that draw no strands.

use super::hair::load_hair;
use super::{SetupModel, meshes};
use crate::images::encode_image;
use crate::outfit::Outfit;
use crate::{HairSetupDescription, SetupError, SetupFile};
use sinew::character::MeshInstanceId;
use sinew::surface::CharacterSurface;
use sinew::{Character, RawClip};
use sinew_author::hair::{CardMotion, CardSettings, HairCards};
use std::collections::BTreeSet;
use std::sync::Arc;

impl SetupModel {
    /// Grows the hair of the set-up and of its outfits, and puts it on the model as cards with spring bones, for renderers that
    /// draw no strands. Returns the set-up without that hair, of which the model is built.
    ///
    /// # Errors
    /// When a haircut cannot be read, does not grow on this head, or makes no cards.
    pub fn put_hair_on_cards(
        &mut self,
        setup: &SetupFile,
        settings: &CardSettings,
    ) -> Result<SetupFile, SetupError> {
        let description = setup.description();
        let find = |name: &String| meshes::find(&self.imported.character, name).ok();
        let mut unseen: BTreeSet<MeshInstanceId> =
            description.hide.iter().filter_map(find).flatten().collect();
        let mut common = None;
        if let Some(hair) = &description.hair {
            if hair.grooms.is_empty() {
                return Err(setup.error("hair.grooms", "expected at least one haircut"));
            }
            let first = Outfit::first(&self.outfits, setup)?;
            let not_worn = Outfit::unseen(&self.outfits, first, &unseen);
            common = self.add_cards(setup, ("hair", hair), &not_worn, settings)?;
            unseen.extend(common.iter().flat_map(|cards| cards.instances.iter().chain(&cards.replaced)));
        }
        let mut of_outfits = Vec::new();
        for (n, (name, outfit)) in description.outfits.iter().enumerate() {
            let Some(hair) = &outfit.hair else { continue };
            let field = format!("outfits[\"{name}\"].hair");
            let not_worn = Outfit::unseen(&self.outfits, Some(n), &unseen);
            let cards = self.add_cards(setup, (&field, hair), &not_worn, settings)?;
            unseen.extend(cards.iter().flat_map(|cards| &cards.instances));
            of_outfits.push((n, cards));
        }
        // Hair of an outfit takes the place of that of the set-up.
        if let Some(common) = common {
            self.hidden.extend(common.replaced);
            for (n, _) in &of_outfits {
                self.outfits[*n].hidden.extend(&common.instances);
            }
        }
        for (n, cards) in of_outfits {
            let Some(cards) = cards else { continue };
            self.outfits[n].shown.extend(cards.instances);
            self.outfits[n].hidden.extend(cards.replaced);
        }
        Ok(setup.edited(|description| {
            description.hair = None;
            description.outfits.values_mut().for_each(|outfit| outfit.hair = None);
        }))
    }

    /// Adds the cards of the hair that a field describes to the model, of which the meshes `unseen` are not visible; none
    /// without haircuts.
    fn add_cards(
        &mut self,
        setup: &SetupFile,
        (field, hair): (&str, &HairSetupDescription),
        unseen: &BTreeSet<MeshInstanceId>,
        settings: &CardSettings,
    ) -> Result<Option<AddedHair>, SetupError> {
        let failed = |error: &dyn std::fmt::Display| setup.error(field, error.to_string());
        let character = &self.imported.character;
        let surface = Arc::new(CharacterSurface::new(character));
        let grown = load_hair(setup, (field, hair), (character, &surface), unseen, &mut self.findings)?;
        let Some(haircut) = grown else { return Ok(None) };
        let groom = &haircut.hair.groom;
        let cards = HairCards::new(groom, character, settings).map_err(|error| failed(&error))?;
        let mut parts = character.clone().into_parts();
        let materials =
            cards.add_materials(&mut parts, &groom.layers, &mut |name, pixels| encode_image(name, pixels));
        let materials = materials.map_err(|error| failed(&error))?;
        let added = cards.add_to(&mut parts, &materials, CardMotion::Springs);
        let added = added.map_err(|error| failed(&error))?;
        self.imported.character = Character::new(parts).map_err(|error| failed(&error))?;
        self.imported.clips.iter_mut().for_each(|clip: &mut RawClip| added.joints.remap_clip(clip));
        // Clips as they are stored name the joints of the model alone.
        self.stored.iter_mut().for_each(|stored| *stored = None);
        self.imported.compressed_clips.clear();
        Ok(Some(AddedHair { instances: added.instances, replaced: haircut.hidden }))
    }
}

/// Meshes of cards, and those of the file whose place they take.
struct AddedHair {
    instances: Vec<MeshInstanceId>,
    replaced: Vec<MeshInstanceId>,
}
