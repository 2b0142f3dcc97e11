//! Meshes in fewer bytes, as the options of an export ask for: without what is not drawn, in an order that
//! compresses well, and in as few bits as a distance allows that is measured on the posed body.

mod order;
mod posed;
mod slots;
mod triangle_order;
mod unused;
mod unused_parts;
mod weights;
mod weld;

use super::ExportOptions;
use super::vertex_format::VertexFormat;
pub(super) use posed::PosedMeshes;
use sinew::character::{Material, Primitive};
pub(super) use slots::steady_slots;
use std::borrow::Cow;
pub(super) use unused_parts::without_unused_parts;
pub(super) use weights::PosedVertices;

/// The primitive as it is written: without unused attributes and in another order, where the options say so.
/// Its material needs the first `sets_needed` sets of texture coordinates.
pub(super) fn smaller<'a>(
    primitive: Cow<'a, Primitive>,
    material: Option<&Material>,
    sets_needed: usize,
    format: &VertexFormat<'_>,
    options: &ExportOptions,
) -> Cow<'a, Primitive> {
    if !options.prune && !options.reorder {
        return primitive;
    }
    let mut primitive = primitive.into_owned();
    if options.prune {
        unused::clear_unused(&mut primitive, material, sets_needed);
    }
    let classes = options.prune.then(|| weld::equal_vertices(&primitive, format));
    Cow::Owned(order::ordered(primitive, classes, material, options.reorder))
}
