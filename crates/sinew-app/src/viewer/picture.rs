//! Picture of the shown character: it with all that it wears, props and overlays on a graphics device.

use super::picture_light::PictureLight;
use super::show_picture::ShowPicture;
use super::state::State;
use crate::asset::size::{body_scale, reference_bounds};
use crate::drawing::instances;
use crate::drawing::lighting::Lamps;
use crate::drawing::look::Look;
use crate::report::failure::Failure;
use sinew_render::{
    ActorInstance, GroundPlane, RenderSettings, Renderer, Scene, SceneContent, StrandDetail, wgpu,
};

/// Renderer of the shown character.
pub(super) struct CharacterPicture {
    renderer: Renderer,
    /// The character, then its attachments and props.
    actors: Vec<ActorInstance>,
    /// Serial of the character that the instances belong to, and its look.
    serial: Option<(u64, Look)>,
    show: ShowPicture,
    light: PictureLight,
}

impl CharacterPicture {
    /// Renderer into textures of a format.
    pub(super) fn new(gpu: &sinew_render::Gpu, format: wgpu::TextureFormat) -> Self {
        let renderer = Renderer::new(gpu, RenderSettings::default().with_output_format(format));
        Self {
            renderer,
            actors: Vec::new(),
            serial: None,
            show: ShowPicture::default(),
            light: PictureLight::default(),
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
            let light = self.light.prepare(&state.lighting, self.renderer.gpu());
            return light.and(self.show.draw(
                (state, show),
                &mut self.renderer,
                &mut self.light,
                (view, size),
            ));
        }
        self.show.forget();
        let lit = self.light.prepare(&state.lighting, self.renderer.gpu());
        let updated = lit.and(self.update(state, size[1]));
        self.with_scene(state, |renderer, scene| renderer.draw(scene, view, size));
        updated
    }

    /// Takes over the present frame for a picture of `height` pixels.
    fn update(&mut self, state: &State, height: u32) -> Result<(), Failure> {
        let player = &state.shown.player;
        let shown = (state.shown.serial, state.lighting.look);
        if self.serial != Some(shown) {
            // Stored first, so that a failure is not repeated every frame.
            self.serial = Some(shown);
            self.actors.clear();
            self.actors = instances::create_actors(&self.renderer, player.actors(), shown.1)?;
        }
        let changed = instances::upload_changes(&self.renderer, &mut self.actors, player.actors());
        let camera = state.orbit.camera();
        self.actors.iter_mut().for_each(|drawn| drawn.set_detail(&camera, height));
        self.set_hair(state);
        for (drawn, actor) in self.actors.iter_mut().zip(player.actors()) {
            drawn.update(self.renderer.gpu(), actor);
        }
        changed
    }

    /// Gives the hair of the character the look and the strands that the panel asks for.
    fn set_hair(&mut self, state: &State) {
        let Some(lead) = self.actors.first_mut() else { return };
        for (layer, look) in lead.hair_mut().iter_mut().zip(&state.hair.looks) {
            layer.set_look(look);
        }
        if let Some(share) = state.hair.strands {
            let detail = StrandDetail::default().with_strands(share);
            lead.hair_mut().iter_mut().for_each(|layer| layer.set_lod(detail));
        }
    }

    fn with_scene<T>(&mut self, state: &State, draw: impl FnOnce(&mut Renderer, &Scene<'_>) -> T) -> T {
        let player = &state.shown.player;
        let lines = state.overlay_lines();
        let content = SceneContent::new(&self.actors);
        let spacing = player.scene_kind().is_some().then(|| body_scale(&player.actor));
        let floor = match player.scene_kind() {
            Some(_) => GroundPlane::default(),
            None => instances::ground(&reference_bounds(&player.actor)),
        };
        let ground = floor.with_grid_spacing(spacing);
        let ground = state.on.ground.then_some(ground);
        let lamps = Lamps::of(&content, &self.actors);
        let mut scene = Scene::of(state.orbit.camera(), &content)
            .with_lines(&lines)
            .with_ground(ground)
            .with_shading(state.shading)
            .with_time(state.clock);
        self.light.apply(&state.lighting, &mut scene, &lamps);
        draw(&mut self.renderer, &scene)
    }
}
