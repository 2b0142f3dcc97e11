//! Model instances of actors on a graphics device, and the ground under them.

use crate::report::failure::Failure;
use crate::report::message::message;
use sinew::{Actor, Bounds};
use sinew_render::{GroundPlane, Model, ModelInstance, Renderer};

/// One model instance per actor, in the order of `actors`. Textures that cannot be decoded are reported on stderr.
pub(crate) fn create_instances<'a>(
    renderer: &Renderer,
    actors: impl Iterator<Item = &'a Actor> + Clone,
) -> Result<Vec<ModelInstance>, Failure> {
    let mut instances = Vec::new();
    for actor in actors.clone() {
        let mut decode = |image: &_| match sinew_import::decode_image(image) {
            Ok(pixels) => Some(pixels),
            Err(error) => {
                message!("sinew: {error}");
                None
            }
        };
        let model = Model::new(renderer.gpu(), actor.character(), &mut decode)
            .map_err(|e| Failure::Machine(format!("the character does not fit this graphics device: {e}")))?;
        instances.push(ModelInstance::new(renderer.gpu(), &model));
    }
    update_instances(&mut instances, renderer, actors);
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

/// Ground under a character: at height 0 where the lowest point is within 15 % of the height from it, else at the
/// lowest point, so that things modelled around the origin do not stick in the floor.
pub(crate) fn ground(rest: &Bounds) -> GroundPlane {
    let near_zero = rest.is_empty() || rest.min.y.abs() < 0.15 * rest.size().y.max(1e-6);
    GroundPlane::default().with_height(if near_zero { 0.0 } else { rest.min.y })
}
