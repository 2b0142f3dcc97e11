use super::ActorModelError;
use super::groom_models::GroomModels;
use crate::{DecalLook, DecalLooks, Gpu, ImageSource, Model, SurfaceLooks, WrinkleModel};
use sinew::actor::AttachmentId;
use sinew::character::{Image, Pixels};
use sinew::hair::{Groom, HairState};
use sinew::surface::wrinkle::{WrinkleMap, WrinkleState};
use sinew::surface::{DecalMaterial, DecalState, Decals};
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
    /// Wrinkle map, groom and decals that the parts were made of.
    wrinkle_map: Option<Arc<WrinkleMap>>,
    groom: Option<Arc<Groom>>,
    decals: Option<Arc<Decals>>,
}

impl ActorModel {
    /// Uploads what an actor has now, with skin, eyes and teeth drawn as such ([`SurfaceLooks::detect`]). `decode`
    /// decodes images; where it gives none, a surface has no texture.
    /// On a device that draws no strands the hair is left out.
    ///
    /// # Errors
    /// When something does not fit the device, or an image of wrinkles or decals cannot be decoded.
    pub fn new(
        gpu: &Gpu,
        actor: &Actor,
        decode: &mut dyn FnMut(&Image) -> Option<Pixels>,
    ) -> Result<Self, ActorModelError> {
        Self::with_looks(gpu, actor, &SurfaceLooks::detect, decode)
    }

    /// [`new`](Self::new), with the looks that a function gives for the actor's character and those of its
    /// items: `&|_| SurfaceLooks::default()` draws every material as its file says, and [`SurfaceLooks::detect`] is
    /// that of [`new`](Self::new).
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn with_looks(
        gpu: &Gpu,
        actor: &Actor,
        looks: &dyn Fn(&Character) -> SurfaceLooks,
        decode: &mut dyn FnMut(&Image) -> Option<Pixels>,
    ) -> Result<Self, ActorModelError> {
        let mut decode = decode;
        Self::with_known(gpu, actor, looks, &mut decode, &mut Vec::new())
    }

    /// [`new`](Self::new), with images of a source that may have uploaded them before.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn from_images(
        gpu: &Gpu,
        actor: &Actor,
        images: &mut dyn ImageSource,
    ) -> Result<Self, ActorModelError> {
        Self::with_known(gpu, actor, &SurfaceLooks::detect, images, &mut Vec::new())
    }

    /// [`new`](Self::new), with the models of characters that are uploaded already.
    fn with_known(
        gpu: &Gpu,
        actor: &Actor,
        looks: &dyn Fn(&Character) -> SurfaceLooks,
        images: &mut dyn ImageSource,
        known: &mut Vec<(Arc<Character>, Model)>,
    ) -> Result<Self, ActorModelError> {
        let character = actor.character();
        let model = match known.iter().find(|(other, _)| Arc::ptr_eq(other, character)) {
            Some((_, model)) => model.clone(),
            None => {
                let model = Model::from_images(gpu, character, &looks(character), images)?;
                known.push((character.clone(), model.clone()));
                model
            }
        };
        let mut made = Self {
            character: character.clone(),
            model,
            wrinkles: None,
            hair: Arc::default(),
            looks: None,
            items: Arc::default(),
            wrinkle_map: None,
            groom: None,
            decals: None,
        };
        made.upload_wrinkles(gpu, actor, &mut |image| images.pixels(image))?;
        made.upload_hair(gpu, actor)?;
        made.upload_looks(gpu, actor, &mut |image| images.pixels(image))?;
        let items = actor.attachments();
        let items =
            items.map(|(id, item)| Ok((id, Self::with_known(gpu, &item.actor, looks, images, known)?)));
        made.items = items.collect::<Result<_, ActorModelError>>()?;
        Ok(made)
    }

    /// Uploads the wrinkles of the actor. False where they are those of the model already; without wrinkles
    /// after an error.
    pub(super) fn upload_wrinkles(
        &mut self,
        gpu: &Gpu,
        actor: &Actor,
        decode: &mut dyn FnMut(&Image) -> Option<Pixels>,
    ) -> Result<bool, ActorModelError> {
        let map = actor.wrinkles().map(WrinkleState::map);
        if is_same(map, self.wrinkle_map.as_ref()) {
            return Ok(false);
        }
        (self.wrinkle_map, self.wrinkles) = (map.cloned(), None);
        let made = map.map(|map| WrinkleModel::new(gpu, &self.character, map, decode));
        self.wrinkles = made.transpose()?;
        Ok(true)
    }

    /// Uploads the hair of the actor. False where it is that of the last call.
    pub(super) fn upload_hair(&mut self, gpu: &Gpu, actor: &Actor) -> Result<bool, ActorModelError> {
        let groom = actor.hair().map(HairState::groom);
        if is_same(groom, self.groom.as_ref()) {
            return Ok(false);
        }
        self.groom = groom.cloned();
        groom.map(|groom| self.hair.layers(gpu, groom)).transpose()?;
        Ok(true)
    }

    /// Uploads the looks of the decals of the actor. False where they are those of the model already; without
    /// looks after an error.
    pub(super) fn upload_looks(
        &mut self,
        gpu: &Gpu,
        actor: &Actor,
        decode: &mut dyn FnMut(&Image) -> Option<Pixels>,
    ) -> Result<bool, ActorModelError> {
        let decals = actor.decals().map(DecalState::decals);
        if is_same(decals, self.decals.as_ref()) {
            return Ok(false);
        }
        (self.decals, self.looks) = (decals.cloned(), None);
        let made = decals.map(|decals| decal_looks(gpu, &decals.materials, decode));
        self.looks = made.transpose()?;
        Ok(true)
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

/// True if both are the same asset, or none.
fn is_same<T>(a: Option<&Arc<T>>, b: Option<&Arc<T>>) -> bool {
    a.map(Arc::as_ptr) == b.map(Arc::as_ptr)
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
