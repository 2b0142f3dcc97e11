//! Surroundings of a show: things as ground, as colliders and to draw, and the wind.

use sinew::character::{Material, Primitive};
use sinew::glam::Affine3A;
use sinew::stage::EvenWind;
use sinew::{Actor, Character, FrameInput};
use sinew_rapier::{RapierGround, RapierWorld};
use sinew_setup::{PropDescription, SetupError, Show, ShowDescription};
use std::sync::Arc;

/// Strength of gusts.
const GUSTS: f32 = 0.4;

pub(super) struct Stage {
    pub(super) world: RapierWorld,
    /// Floor and props, as they are for the whole show.
    pub(super) ground: RapierGround,
    pub(super) wind: EvenWind,
    props: Vec<PropDescription>,
}

impl Stage {
    pub(super) fn new(show: &ShowDescription) -> Self {
        let mut world = RapierWorld::new().with_floor(0.0);
        for prop in show.props.values() {
            let world_from_prop = prop.world_from_prop();
            let (_, rotation, _) = world_from_prop.to_scale_rotation_translation();
            for part in prop.boxes() {
                world.add_box(world_from_prop.transform_point3(part.center), rotation, part.half);
            }
        }
        let ground = world.ground();
        let wind = EvenWind::new(show.wind).with_gusts(GUSTS);
        Self { world, ground, wind, props: show.props.values().cloned().collect() }
    }

    /// Share of the length of steps on level ground that steps have where a character stands.
    pub(super) fn stride_at(&self, transform: &Affine3A) -> f32 {
        let at = transform.translation.into();
        self.props.iter().find_map(|prop| prop.stride_at(at)).unwrap_or(1.0)
    }
}

/// Actors for drawing the props.
pub(super) fn prop_actors(show: &Show) -> Result<Vec<Actor>, SetupError> {
    let made = show.description().props.iter().map(|(name, prop)| {
        let material = Material {
            base_color: prop.color().extend(1.0),
            metallic: 0.0,
            roughness: 0.9,
            ..Material::default()
        };
        let boxes = prop.boxes();
        let parts = boxes.iter().map(|part| (Primitive::cuboid(part.center, part.half), material.clone()));
        let failed = |error| show.error(&format!("props[\"{name}\"]"), error);
        let character = Character::rigid(name, parts).map_err(failed)?;
        let mut actor = Actor::without_clips(Arc::new(character));
        actor.resolve(FrameInput::new(0.0, prop.world_from_prop()));
        Ok(actor)
    });
    made.collect()
}
