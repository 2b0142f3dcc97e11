use super::worn_hair::WornHair;
use super::{ActorModel, ActorModelError};
use crate::{Camera, Gpu, HairInstance, ModelInstance};
use sinew::actor::AttachmentId;
use sinew::character::{Image, Pixels};
use sinew::hair::HairState;
use sinew::{Actor, Bounds, Frame};
use std::sync::Arc;

/// Everything that is drawn of one actor: meshes with wrinkles and decals, hair, and the items that it holds.
///
/// ```no_run
/// use sinew_render::{ActorInstance, ActorModel, Camera, Gpu, Renderer, Scene, SceneContent};
///
/// # fn draw(gpu: &Gpu, renderer: &mut Renderer, hero: &mut sinew::Actor, camera: Camera)
/// # -> Result<(), Box<dyn std::error::Error>> {
/// let model = ActorModel::new(gpu, hero, &mut |_image| None)?;
/// let mut drawn = ActorInstance::new(gpu, &model)?;
/// hero.update(1.0 / 60.0);
/// drawn.set_detail(&camera, 720);
/// drawn.update(gpu, hero);
/// let content = SceneContent::new([&drawn]);
/// let image = renderer.render_to_image(&Scene::of(camera, &content), 1280, 720)?;
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct ActorInstance {
    shared: ActorModel,
    meshes: ModelInstance,
    hair: WornHair,
    /// The items.
    items: Vec<Item>,
}

/// Item that an actor holds.
#[derive(Debug)]
struct Item {
    id: AttachmentId,
    is_shown: bool,
    drawn: ActorInstance,
}

impl ActorInstance {
    /// Creates an instance, which is drawn only after its first [`update`](Self::update).
    ///
    /// # Errors
    /// When the wrinkles do not fit the device.
    pub fn new(gpu: &Gpu, model: &ActorModel) -> Result<Self, ActorModelError> {
        let mut meshes = ModelInstance::new(gpu, &model.model);
        if let Some(wrinkles) = &model.wrinkles {
            meshes.set_wrinkles(gpu, Some(wrinkles))?;
        }
        let items = model.items.iter();
        let items =
            items.map(|(id, item)| Ok(Item { id: *id, is_shown: false, drawn: Self::new(gpu, item)? }));
        Ok(Self {
            meshes,
            hair: WornHair::default(),
            items: items.collect::<Result<_, ActorModelError>>()?,
            shared: model.clone(),
        })
    }

    /// Uploads what has been put on the actor since the instance was made or this was called: other wrinkles,
    /// hair, looks of decals and items. The rest stays on the device; without a change the call costs next to
    /// nothing. For actors that are dressed while they are drawn, before [`update`](Self::update).
    ///
    /// # Errors
    /// As of [`ActorModel::new`]. The part that fails is left out until it changes; an item is tried again by the
    /// next call.
    ///
    /// # Panics
    /// When the actor has another character than that of the model.
    pub fn upload_changes(
        &mut self,
        gpu: &Gpu,
        actor: &Actor,
        decode: &mut dyn FnMut(&Image) -> Option<Pixels>,
    ) -> Result<(), ActorModelError> {
        let model = &mut self.shared;
        assert!(Arc::ptr_eq(&model.character, actor.character()), "the actor has another character");
        let wrinkles = model.upload_wrinkles(gpu, actor, decode);
        if !matches!(wrinkles, Ok(false)) {
            self.meshes.set_wrinkles(gpu, model.wrinkles.as_ref())?;
        }
        wrinkles?;
        let hair = model.upload_hair(gpu, actor);
        if !matches!(hair, Ok(false)) {
            self.hair.wear(gpu, &model.hair, actor.hair().map(HairState::groom));
        }
        hair?;
        let looks = model.upload_looks(gpu, actor, decode);
        if !matches!(looks, Ok(false)) {
            self.meshes.decals = None;
        }
        looks?;
        self.upload_items(gpu, actor, decode)
    }

    /// Uploads items that have come, and what has been put on the others.
    fn upload_items(
        &mut self,
        gpu: &Gpu,
        actor: &Actor,
        decode: &mut dyn FnMut(&Image) -> Option<Pixels>,
    ) -> Result<(), ActorModelError> {
        self.items.retain(|item| {
            let present = actor.attachment(item.id).map(|present| present.actor.character());
            present.is_some_and(|character| Arc::ptr_eq(character, &item.drawn.shared.character))
        });
        for (id, item) in actor.attachments() {
            match self.items.iter_mut().find(|known| known.id == id) {
                Some(known) => known.drawn.upload_changes(gpu, &item.actor, decode)?,
                None => {
                    let drawn = Self::new(gpu, &ActorModel::new(gpu, &item.actor, decode)?)?;
                    self.items.push(Item { id, is_shown: false, drawn });
                }
            }
        }
        Ok(())
    }

    /// Takes over the frame of an actor that has the same set-up as that of the model: pose, wrinkles, hair,
    /// decals, and the items that are shown. Hair that it has not had before is uploaded
    /// ([`ActorModel::add_groom`]).
    ///
    /// # Panics
    /// When the actor has another character than that of the model.
    pub fn update(&mut self, gpu: &Gpu, actor: &Actor) {
        self.update_frame(gpu, actor, &actor.frame());
    }

    /// [`update`](Self::update) with a frame of its own, such as one between two steps of time
    /// ([`sinew::actor::FramePair`]).
    ///
    /// # Panics
    /// As [`update`](Self::update).
    pub fn update_frame(&mut self, gpu: &Gpu, actor: &Actor, frame: &Frame<'_>) {
        self.meshes.update(gpu, frame);
        if let (Some(looks), Some(decals)) = (&self.shared.looks, actor.decals()) {
            let (character, surface) = (&self.shared.character, &decals.decals().surface);
            self.meshes.update_decals(gpu, character, surface, decals.set(), looks);
        }
        self.hair.update(gpu, &self.shared.hair, frame.hair());
        for Item { id, is_shown, drawn } in &mut self.items {
            let item = actor.attachment(*id).filter(|item| item.is_shown);
            *is_shown = item.is_some();
            item.into_iter().for_each(|item| drawn.update(gpu, &item.actor));
        }
    }

    /// Draws as many strands of hair as can be told apart in an image of this camera and height, from the
    /// next update on.
    pub fn set_detail(&mut self, camera: &Camera, height: u32) {
        for layer in self.hair.layers_mut() {
            layer.set_lod(layer.detail_for(camera, height));
        }
        self.items.iter_mut().for_each(|item| item.drawn.set_detail(camera, height));
    }

    /// The meshes.
    #[must_use]
    pub fn meshes(&self) -> &ModelInstance {
        &self.meshes
    }

    /// The meshes, to change what is not the actor's.
    pub fn meshes_mut(&mut self) -> &mut ModelInstance {
        &mut self.meshes
    }

    /// Layers of hair.
    #[must_use]
    pub fn hair(&self) -> &[HairInstance] {
        self.hair.layers()
    }

    /// Layers of hair, to change their look.
    pub fn hair_mut(&mut self) -> &mut [HairInstance] {
        self.hair.layers_mut()
    }

    /// The items that are shown.
    pub fn items(&self) -> impl Iterator<Item = &Self> {
        self.items.iter().filter(|item| item.is_shown).map(|item| &item.drawn)
    }

    /// Bounding box in world space as of the last update, with hair and items.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        let hair =
            self.hair.layers().iter().map(HairInstance::bounds).fold(self.meshes.bounds(), Bounds::union);
        self.items().map(Self::bounds).fold(hair, Bounds::union)
    }
}
