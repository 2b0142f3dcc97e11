//! Picture of the shown character: its model instances, hair and overlays on a graphics device.

use super::show_picture::ShowPicture;
use super::state::State;
use crate::asset::decal_looks::BuiltInLook;
use crate::asset::size::{body_scale, reference_bounds};
use crate::drawing::FILL_LIGHT;
use crate::drawing::hair::DrawnHair;
use crate::drawing::instances;
use crate::player::scene_player::ScenePlayer;
use crate::report::failure::Failure;
use sinew::Actor;
use sinew::hair::{Groom, HairState};
use sinew::surface::wrinkle::WrinkleMap;
use sinew_render::{
    DecalLooks, GroundPlane, HairInstance, ModelInstance, RenderSettings, Renderer, Scene, StrandDetail, wgpu,
};
use std::sync::Arc;

/// Renderer of the shown character.
pub(super) struct CharacterPicture {
    renderer: Renderer,
    models: Vec<ModelInstance>,
    hair: Option<DrawnHair>,
    /// Grooms of all actors that `hair` was made of.
    grooms: Vec<Option<Arc<Groom>>>,
    /// Looks of decals; none before the first decal.
    looks: Option<DecalLooks>,
    /// Wrinkle map of the first model instance.
    wrinkles: Option<Arc<WrinkleMap>>,
    /// Serial of the character that the model instances belong to.
    serial: Option<u64>,
    show: ShowPicture,
}

impl CharacterPicture {
    /// Renderer into textures of a format.
    pub(super) fn new(gpu: &sinew_render::Gpu, format: wgpu::TextureFormat) -> Self {
        let renderer = Renderer::new(gpu, RenderSettings::default().with_output_format(format));
        Self {
            renderer,
            models: Vec::new(),
            hair: None,
            grooms: Vec::new(),
            looks: None,
            wrinkles: None,
            serial: None,
            show: ShowPicture::default(),
        }
    }

    /// Draws the player into a texture of `size` pixels.
    pub(super) fn draw(
        &mut self,
        state: &State,
        view: &wgpu::TextureView,
        size: [u32; 2],
    ) -> Result<(), Failure> {
        if let Some(show) = &state.show {
            return self.show.draw((state, show), &mut self.renderer, view, size);
        }
        self.show.forget();
        self.update(state, size[1])?;
        self.with_scene(state, |renderer, scene| renderer.draw(scene, view, size));
        Ok(())
    }

    /// Takes over the present pose for a picture of `height` pixels.
    fn update(&mut self, state: &State, height: u32) -> Result<(), Failure> {
        let player = &state.shown.player;
        if self.serial != Some(state.shown.serial) {
            // Stored first, so that a failure is not repeated every frame.
            self.serial = Some(state.shown.serial);
            self.models.clear();
            self.wrinkles = player.actor.wrinkles().map(|wrinkles| wrinkles.map().clone());
            self.models = instances::create_instances(&self.renderer, drawn(player))?;
        }
        self.take_wrinkles(state)?;
        instances::update_instances(&mut self.models, &self.renderer, drawn(player));
        self.update_decals(state)?;
        self.update_hair(state, height)
    }

    fn with_scene<T>(&mut self, state: &State, draw: impl FnOnce(&mut Renderer, &Scene<'_>) -> T) -> T {
        let player = &state.shown.player;
        let lines = state.overlay_lines();
        let actors: Vec<&ModelInstance> = self.models.iter().collect();
        let hair: Vec<&HairInstance> = self.hair.iter().flat_map(DrawnHair::instances).collect();
        let spacing = player.scene_kind().is_some().then(|| body_scale(&player.actor));
        let floor = match player.scene_kind() {
            Some(_) => GroundPlane::default(),
            None => instances::ground(&reference_bounds(&player.actor)),
        };
        let ground = floor.with_grid_spacing(spacing);
        let ground = state.on.ground.then_some(ground);
        let scene = Scene::new(state.orbit.camera(), &actors)
            .with_hair(&hair)
            .with_fill_light(FILL_LIGHT)
            .with_lines(&lines)
            .with_ground(ground)
            .with_shading(state.shading)
            .with_time(state.clock);
        draw(&mut self.renderer, &scene)
    }

    /// Takes over the hair of all actors, with the look and the strands that the panel asks for.
    fn update_hair(&mut self, state: &State, height: u32) -> Result<(), Failure> {
        let player = &state.shown.player;
        let now = || player.actors().map(|actor| actor.hair().map(HairState::groom));
        let is_same = now().count() == self.grooms.len()
            && now().zip(&self.grooms).all(|(a, b)| a.map(Arc::as_ptr) == b.as_ref().map(Arc::as_ptr));
        if !is_same {
            // Stored first, so that a failure is not repeated every frame.
            self.grooms = now().map(|groom| groom.cloned()).collect();
            self.hair = None;
            self.hair = Some(DrawnHair::new(&self.renderer, player.actors())?);
        }
        let Some(hair) = &mut self.hair else { return Ok(()) };
        let camera = state.orbit.camera();
        for (instance, look) in hair.lead_instances().zip(&state.hair.looks) {
            instance.set_look(look);
            instance.set_lod(match state.hair.strands {
                Some(share) => StrandDetail::default().with_strands(share),
                None => instance.detail_for(&camera, height),
            });
        }
        hair.update(&self.renderer, player.actors());
        Ok(())
    }

    /// Takes over another wrinkle map of the lead character.
    fn take_wrinkles(&mut self, state: &State) -> Result<(), Failure> {
        let lead = &state.shown.player.actor;
        let map = lead.wrinkles().map(|wrinkles| wrinkles.map());
        if map.map(Arc::as_ptr) == self.wrinkles.as_ref().map(Arc::as_ptr) {
            return Ok(());
        }
        // Stored first, so that a failure is not repeated every frame.
        self.wrinkles = map.cloned();
        let Some(model) = self.models.first_mut() else { return Ok(()) };
        instances::set_wrinkles(&self.renderer, lead, model)
    }

    /// Takes over the decals of the lead character.
    fn update_decals(&mut self, state: &State) -> Result<(), Failure> {
        let (Some(surface), Some(model)) = (state.stamps.surface(), self.models.first_mut()) else {
            return Ok(());
        };
        let gpu = self.renderer.gpu();
        if self.looks.is_none() {
            let looks = BuiltInLook::ALL.map(BuiltInLook::look);
            self.looks = Some(DecalLooks::new(gpu, &looks).map_err(|e| Failure::Machine(e.to_string()))?);
        }
        if let Some(looks) = &self.looks {
            let character = state.shown.player.actor.character();
            model.update_decals(gpu, character, surface, &state.stamps.set, looks);
        }
        Ok(())
    }
}

/// All actors, then the items that they hold.
fn drawn(player: &ScenePlayer) -> impl Iterator<Item = &Actor> + Clone {
    let items = player.actors().flat_map(Actor::attachments).filter(|(_, item)| item.is_shown);
    player.actors().chain(items.map(|(_, item)| &item.actor))
}
