//! Model instances of actors on a graphics device, and the ground under them.

use crate::report::failure::Failure;
use crate::report::message::message;
use sinew::character::Image;
use sinew::{Actor, Bounds, Character};
use sinew_import::ImageDecoder;
use sinew_render::{GroundPlane, Model, ModelInstance, Renderer, WrinkleModel, WrinkleModelError};
use std::sync::Arc;

/// One model instance per actor, in the order of `actors`. Actors of the same character share its model.
/// Textures that cannot be decoded, or are reduced to the device's largest size, are reported on stderr.
pub(crate) fn create_instances<'a>(
    renderer: &Renderer,
    actors: impl Iterator<Item = &'a Actor> + Clone,
) -> Result<Vec<ModelInstance>, Failure> {
    let mut models: Vec<(&Arc<Character>, Model)> = Vec::new();
    let mut instances = Vec::new();
    for actor in actors.clone() {
        let character = actor.character();
        let known = models.iter().position(|(model, _)| Arc::ptr_eq(model, character));
        let model = known.unwrap_or(models.len());
        if known.is_none() {
            models.push((character, create_model(renderer, character)?));
        }
        let mut instance = ModelInstance::new(renderer.gpu(), &models[model].1);
        if actor.wrinkles().is_some() {
            set_wrinkles(renderer, actor, &mut instance)?;
        }
        instances.push(instance);
    }
    update_instances(&mut instances, renderer, actors);
    Ok(instances)
}

/// Gives the instance of an actor the images of its wrinkles; none for one without wrinkles.
pub(crate) fn set_wrinkles(
    renderer: &Renderer,
    actor: &Actor,
    instance: &mut ModelInstance,
) -> Result<(), Failure> {
    let gpu = renderer.gpu();
    let Some(wrinkles) = actor.wrinkles() else {
        return instance.set_wrinkles(gpu, None).map_err(|error| Failure::Machine(error.to_string()));
    };
    let mut decoder = ImageDecoder::new();
    let mut decode = |image: &Image| match decoder.decode(image) {
        Ok(pixels) => Some(pixels),
        Err(error) => {
            message!("sinew: {error}");
            None
        }
    };
    let model = WrinkleModel::new(gpu, actor.character(), wrinkles.map(), &mut decode);
    let set = model.and_then(|model| instance.set_wrinkles(gpu, Some(&model)));
    set.map_err(|error| match error {
        WrinkleModelError::Image { .. } => Failure::input("wrinkles", error),
        _ => Failure::Machine(format!("the wrinkles do not fit this graphics device: {error}")),
    })
}

fn create_model(renderer: &Renderer, character: &Character) -> Result<Model, Failure> {
    let mut decoder = ImageDecoder::new();
    let mut decode = |image: &Image| match decoder.decode(image) {
        Ok(pixels) => Some(pixels),
        // Reported when the character's file was opened, with the folder that was searched.
        Err(_) if image.encoded.is_none() => None,
        Err(error) => {
            message!("sinew: {error}");
            None
        }
    };
    let model = Model::new(renderer.gpu(), character, &mut decode)
        .map_err(|e| Failure::Machine(format!("the character does not fit this graphics device: {e}")))?;
    for reduced in model.reduced_images() {
        let name = &character.images()[reduced.image].name;
        let ([width, height], [to_width, to_height]) = (reduced.size, reduced.uploaded_size);
        message!(
            "sinew: image {name:?}: {width} × {height} pixels exceed the graphics device's textures; \
             it is drawn with {to_width} × {to_height}"
        );
    }
    Ok(model)
}

/// Uploads the current frame of each actor to its model instance.
pub(crate) fn update_instances<'a>(
    instances: &mut [ModelInstance],
    renderer: &Renderer,
    actors: impl Iterator<Item = &'a Actor>,
) {
    for (instance, actor) in instances.iter_mut().zip(actors) {
        instance.update(renderer.gpu(), &actor.frame());
    }
}

/// Ground under a character: at height 0 where the lowest point is within 15 % of the height from it, else at
/// the lowest point, so that things modelled around the origin do not stick in the floor.
pub(crate) fn ground(rest: &Bounds) -> GroundPlane {
    let near_zero = rest.is_empty() || rest.min.y.abs() < 0.15 * rest.size().y.max(1e-6);
    GroundPlane::default().with_height(if near_zero { 0.0 } else { rest.min.y })
}
