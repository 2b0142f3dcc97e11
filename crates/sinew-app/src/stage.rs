//! Actors on a graphics device.

use crate::failure::Failure;
use crate::framing::rest_bounds;
use sinew::{Actor, Bounds};
use sinew_render::{Ground, Model, ModelInstance, Renderer};

/// A puppet per actor, in the same order.
pub(crate) fn puppets<'a>(
    renderer: &Renderer,
    actors: impl Iterator<Item = &'a Actor> + Clone,
) -> Result<Vec<ModelInstance>, Failure> {
    let mut puppets = Vec::new();
    for actor in actors.clone() {
        let mut decode = |image: &_| match sinew_import::decode_image(image) {
            Ok(pixels) => Some(pixels),
            Err(error) => {
                eprintln!("sinew: {error}");
                None
            }
        };
        let model = Model::new(renderer, actor.character(), &mut decode)
            .map_err(|e| Failure::Machine(format!("this graphics device is too small: {e}")))?;
        puppets.push(ModelInstance::new(renderer, &model));
    }
    pose(&mut puppets, renderer, actors);
    Ok(puppets)
}

/// Gives the puppets the pose of their actors.
pub(crate) fn pose<'a>(
    puppets: &mut [ModelInstance],
    renderer: &Renderer,
    actors: impl Iterator<Item = &'a Actor>,
) {
    for (puppet, actor) in puppets.iter_mut().zip(actors) {
        puppet.update(renderer, &actor.frame());
    }
}

/// How many metres of somebody as tall as people are make one of this character.
pub(crate) fn body_scale(actor: &Actor) -> f32 {
    const TALL: f32 = 1.7;
    let height = rest_bounds(actor).size().y;
    if height > 0.0 && height.is_finite() { height / TALL } else { 1.0 }
}

/// The ground under a character: at 0 where its feet are near it, else under its lowest point, so that things
/// modelled around the origin do not stick in the floor.
pub(crate) fn ground(rest: &Bounds) -> Ground {
    let near_zero = rest.is_empty() || rest.min.y.abs() < 0.15 * rest.size().y.max(1e-6);
    Ground { height: if near_zero { 0.0 } else { rest.min.y }, ..Ground::default() }
}
