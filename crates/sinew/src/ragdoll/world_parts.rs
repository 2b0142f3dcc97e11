//! Shapes and limits of a ragdoll whose character is scaled or mirrored in the world.

use crate::limit::Limit;
use crate::ragdoll::{PartShape, Ragdoll};
use std::sync::Arc;

/// Shapes and limits of the parts of a ragdoll for a character that is scaled or mirrored. Kept from one
/// start to the next, so that a body that falls again allocates none.
#[derive(Debug)]
pub(super) struct WorldParts {
    scale: f32,
    is_mirrored: bool,
    /// Per part.
    pub(super) shapes: Vec<Vec<PartShape>>,
    pub(super) limits: Vec<Limit>,
}

/// Largest difference of a scale from another that is none.
const SAME_SCALE: f32 = 1e-5;

impl WorldParts {
    /// Makes the parts for a scale where they are others; `None` where those of the ragdoll are the same.
    pub(super) fn update(current: &mut Option<Arc<Self>>, ragdoll: &Ragdoll, scale: f32, is_mirrored: bool) {
        let is_scale = |other: f32| (scale - other).abs() <= SAME_SCALE * scale;
        if !is_mirrored && is_scale(1.0) {
            *current = None;
        } else if !current
            .as_ref()
            .is_some_and(|parts| is_scale(parts.scale) && parts.is_mirrored == is_mirrored)
        {
            let shape = |shape: &PartShape| {
                let scaled = shape.scaled(scale);
                if is_mirrored { scaled.mirrored() } else { scaled }
            };
            let shapes = ragdoll.parts.iter().map(|part| part.shapes.iter().map(shape).collect());
            let limits = ragdoll.parts.iter().map(|part| match is_mirrored {
                true => part.limit.mirrored(),
                false => part.limit.clone(),
            });
            let (shapes, limits) = (shapes.collect(), limits.collect());
            *current = Some(Arc::new(Self { scale, is_mirrored, shapes, limits }));
        }
    }
}
