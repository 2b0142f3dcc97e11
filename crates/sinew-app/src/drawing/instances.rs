//! Instances of actors on a graphics device, and the ground under them.

use super::look::Look;
use crate::report::failure::Failure;
use crate::report::message::message;
use sinew::character::{Image, Pixels};
use sinew::{Actor, Bounds, Character};
use sinew_import::ImageDecoder;
use sinew_render::{
    ActorInstance, ActorModel, ActorModelError, GroundPlane, Model, Renderer, WrinkleModelError,
};
use std::sync::Arc;

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
/// character that wear nothing share its model. Textures that cannot be decoded, or are reduced to the device's
/// largest size, are reported on stderr.
pub(crate) fn create_actors<'a>(
    renderer: &Renderer,
    actors: impl Iterator<Item = &'a Actor>,
    look: Look,
) -> Result<Vec<ActorInstance>, Failure> {
    let gpu = renderer.gpu();
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
                let model =
                    ActorModel::with_looks(gpu, actor, &|character| look.of(character), &mut decoder());
                let model = model.map_err(failure)?;
                report_reduced(model.model(), actor.character());
                if !wears {
                    models.push((actor.character(), model.clone()));
                }
                model
            }
        };
        let mut instance = ActorInstance::new(gpu, &model).map_err(failure)?;
        instance.update(gpu, actor);
        instances.push(instance);
    }
    Ok(instances)
}

/// Uploads what has been put on the actors since their instances were made.
pub(crate) fn upload_changes<'a>(
    renderer: &Renderer,
    instances: &mut [ActorInstance],
    actors: impl Iterator<Item = &'a Actor>,
) -> Result<(), Failure> {
    for (instance, actor) in instances.iter_mut().zip(actors) {
        instance.upload_changes(renderer.gpu(), actor, &mut decoder()).map_err(failure)?;
    }
    Ok(())
}

fn failure(error: ActorModelError) -> Failure {
    match error {
        ActorModelError::Wrinkles(WrinkleModelError::Image { .. }) => Failure::input("wrinkles", error),
        ActorModelError::LookImage { .. } => Failure::input("decals", error),
        error => Failure::Machine(format!("the character does not fit this graphics device: {error}")),
    }
}

/// Ground under a character: at height 0 where the lowest point is within 15 % of the height from it, else at
/// the lowest point, so that things modelled around the origin do not stick in the floor.
pub(crate) fn ground(rest: &Bounds) -> GroundPlane {
    let near_zero = rest.is_empty() || rest.min.y.abs() < 0.15 * rest.size().y.max(1e-6);
    GroundPlane::default().with_height(if near_zero { 0.0 } else { rest.min.y })
}
