//! Model instances of actors on a graphics device, and the ground under them.

use crate::report::failure::Failure;
use crate::report::message::message;
use sinew::character::{Image, Pixels};
use sinew::{Actor, Bounds, Character};
use sinew_import::ImageDecoder;
use sinew_render::{
    ActorInstance, ActorModel, ActorModelError, GroundPlane, Model, ModelInstance, Renderer, WrinkleModel,
    WrinkleModelError,
};
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
    let model = WrinkleModel::new(gpu, actor.character(), wrinkles.map(), &mut decoder());
    let set = model.and_then(|model| instance.set_wrinkles(gpu, Some(&model)));
    set.map_err(|error| match error {
        WrinkleModelError::Image { .. } => Failure::input("wrinkles", error),
        _ => Failure::Machine(format!("the wrinkles do not fit this graphics device: {error}")),
    })
}

fn create_model(renderer: &Renderer, character: &Character) -> Result<Model, Failure> {
    let model = Model::new(renderer.gpu(), character, &mut decoder())
        .map_err(|e| Failure::Machine(format!("the character does not fit this graphics device: {e}")))?;
    report_reduced(&model, character);
    Ok(model)
}

/// Decoder of the textures of characters, which reports those that cannot be decoded.
fn decoder() -> impl FnMut(&Image) -> Option<Pixels> {
    let mut decoder = ImageDecoder::new();
    move |image: &Image| match decoder.decode(image) {
        Ok(pixels) => Some(pixels),
        // Reported when the character's file was opened, with the folder that was searched.
        Err(_) if image.encoded.is_none() => None,
        Err(error) => {
            message!("sinew: {error}");
            None
        }
    }
}

fn report_reduced(model: &Model, character: &Character) {
    for reduced in model.reduced_images() {
        let name = &character.images()[reduced.image].name;
        let ([width, height], [to_width, to_height]) = (reduced.size, reduced.uploaded_size);
        message!(
            "sinew: image {name:?}: {width} × {height} pixels exceed the graphics device's textures; \
             it is drawn with {to_width} × {to_height}"
        );
    }
}

/// One instance per actor, in the order of `actors`, with wrinkles, hair, decals and items. Actors of the same
/// character that wear nothing share its model.
pub(crate) fn create_actors<'a>(
    renderer: &Renderer,
    actors: impl Iterator<Item = &'a Actor>,
) -> Result<Vec<ActorInstance>, Failure> {
    let gpu = renderer.gpu();
    let failed = |error: ActorModelError| match error {
        ActorModelError::Wrinkles(WrinkleModelError::Image { .. }) => Failure::input("wrinkles", error),
        ActorModelError::LookImage { .. } => Failure::input("decals", error),
        error => Failure::Machine(format!("the character does not fit this graphics device: {error}")),
    };
    let mut models: Vec<(&Arc<Character>, ActorModel)> = Vec::new();
    let mut instances = Vec::new();
    for actor in actors {
        let wears = actor.wrinkles().is_some()
            || actor.hair().is_some()
            || actor.decals().is_some()
            || actor.attachments().next().is_some();
        let known = models.iter().find(|(other, _)| Arc::ptr_eq(other, actor.character()) && !wears);
        let model = match known {
            Some((_, model)) => model.clone(),
            None => {
                let model = ActorModel::new(gpu, actor, &mut decoder()).map_err(failed)?;
                report_reduced(model.model(), actor.character());
                if !wears {
                    models.push((actor.character(), model.clone()));
                }
                model
            }
        };
        let mut instance = ActorInstance::new(gpu, &model).map_err(failed)?;
        instance.update(gpu, actor);
        instances.push(instance);
    }
    Ok(instances)
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
