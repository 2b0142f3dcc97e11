use super::ActorModelError;
use super::groom_models::GroomModels;
use crate::{DecalLook, DecalLooks, Gpu, Model, WrinkleModel};
use sinew::actor::AttachmentId;
use sinew::character::{Image, Pixels};
use sinew::hair::Groom;
use sinew::surface::DecalMaterial;
use sinew::{Actor, Character};
use std::sync::Arc;

/// Everything that is drawn of an actor, on the device: its model, wrinkles, hair, looks of decals and the
/// items that it holds. Shared by the [`ActorInstance`](crate::ActorInstance)s of all actors of one set-up;
/// clones are cheap.
#[derive(Clone, Debug)]
pub struct ActorModel {
    pub(super) character: Arc<Character>,
    pub(super) model: Model,
    pub(super) wrinkles: Option<WrinkleModel>,
    pub(super) hair: Arc<GroomModels>,
    pub(super) looks: Option<DecalLooks>,
    /// Models of the items.
    pub(super) items: Arc<[(AttachmentId, ActorModel)]>,
}

impl ActorModel {
    /// Uploads what an actor has now. `decode` decodes images; where it gives none, a surface has no texture.
    /// On a device that draws no strands the hair is left out.
    ///
    /// # Errors
    /// When something does not fit the device, or an image of wrinkles or decals cannot be decoded.
    pub fn new(
        gpu: &Gpu,
        actor: &Actor,
        decode: &mut dyn FnMut(&Image) -> Option<Pixels>,
    ) -> Result<Self, ActorModelError> {
        Self::with_known(gpu, actor, decode, &mut Vec::new())
    }

    /// [`new`](Self::new), with the models of characters that are uploaded already.
    fn with_known(
        gpu: &Gpu,
        actor: &Actor,
        decode: &mut dyn FnMut(&Image) -> Option<Pixels>,
        known: &mut Vec<(Arc<Character>, Model)>,
    ) -> Result<Self, ActorModelError> {
        let character = actor.character();
        let model = match known.iter().find(|(other, _)| Arc::ptr_eq(other, character)) {
            Some((_, model)) => model.clone(),
            None => {
                let model = Model::new(gpu, character, decode)?;
                known.push((character.clone(), model.clone()));
                model
            }
        };
        let wrinkles = actor.wrinkles();
        let wrinkles = wrinkles.map(|wrinkles| WrinkleModel::new(gpu, character, wrinkles.map(), decode));
        let hair = GroomModels::default();
        if let Some(worn) = actor.hair() {
            hair.layers(gpu, worn.groom())?;
        }
        let looks = actor.decals().map(|decals| decal_looks(gpu, &decals.decals().materials, decode));
        let items = actor
            .attachments()
            .map(|(id, item)| Ok((id, Self::with_known(gpu, &item.actor, decode, known)?)));
        Ok(Self {
            wrinkles: wrinkles.transpose()?,
            hair: Arc::new(hair),
            looks: looks.transpose()?,
            items: items.collect::<Result<_, ActorModelError>>()?,
            character: character.clone(),
            model,
        })
    }

    /// Uploads a groom that an actor may have later, such as that of another outfit. Without this it is
    /// uploaded in the first frame that shows it.
    ///
    /// # Errors
    /// When it does not fit the device.
    pub fn add_groom(&self, gpu: &Gpu, groom: &Arc<Groom>) -> Result<(), ActorModelError> {
        self.hair.layers(gpu, groom)?;
        Ok(())
    }

    /// The model of the meshes.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.model
    }
}

fn decal_looks(
    gpu: &Gpu,
    materials: &[DecalMaterial],
    decode: &mut dyn FnMut(&Image) -> Option<Pixels>,
) -> Result<DecalLooks, ActorModelError> {
    let mut looks = Vec::new();
    for material in materials {
        let mut pixels = |image: &Image| {
            decode(image).ok_or_else(|| ActorModelError::LookImage {
                look: material.name.clone(),
                image: image.name.clone(),
            })
        };
        let mut look = DecalLook::new(pixels(&material.color)?)
            .with_surface(material.roughness, material.metallic)
            .with_blend(material.blend);
        look.normal = material.normal.as_ref().map(pixels).transpose()?;
        looks.push(look);
    }
    DecalLooks::new(gpu, &looks).map_err(ActorModelError::Decals)
}
