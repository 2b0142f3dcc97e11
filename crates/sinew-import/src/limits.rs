//! Resource limits of the importers, so that no file can exhaust memory or time. An exceeded limit is an error with the
//! code `too-large` and its location.

/// Largest number of decoded bytes per byte of input, for one accessor or compressed buffer view and for all together.
pub const MAX_DECODED_PER_BYTE: usize = 16;
/// Decoded bytes allowed in addition, whatever the size of the input: enough for [`MAX_ENTRIES`] empty nodes.
pub const MAX_DECODED_BASE: usize = 40 << 20;
/// Largest number of bytes decoded or examined per byte of input, kept or not: many accessors may read one buffer view.
pub const MAX_READ_PER_BYTE: usize = 16;
/// Bytes decoded or examined that are allowed in addition, whatever the size of the input.
pub const MAX_READ_BASE: usize = 128 << 20;
/// Largest number of entries in one array of a file: nodes, meshes, materials and the like.
pub const MAX_ENTRIES: usize = 65_536;
/// Largest number of accessors, buffer views, channels or samplers, of which long clips need many.
pub const MAX_ACCESSORS: usize = 262_144;
/// Longest clip in seconds that an importer makes of animation sampled at a rate: a day. Key times of clips are `f32`, which
/// have steps of 8 ms there.
pub const MAX_CLIP_SECONDS: f64 = 86_400.0;
/// Largest number of steps for nodes that repeat a mesh which another node already shows: one step for each vertex and
/// each morph offset, times the joints that influence it.
pub const MAX_REPEATED_STEPS: usize = 32 << 20;
/// Largest number of characters in the location or the message of a diagnostic or error; longer ones lose their middle.
pub const MAX_MESSAGE_CHARS: usize = 400;
/// Largest number of characters that a message quotes from a file.
pub const MAX_QUOTED_CHARS: usize = 80;
/// Largest number of steps for the triangulation of one mesh's concave polygons; the remaining ones are triangulated as
/// if they were convex.
pub const MAX_TRIANGULATION_STEPS: usize = 64 << 20;
/// Largest width or height of an image in pixels, checked before it is decoded.
pub const MAX_IMAGE_SIDE: u32 = 16_384;
/// Largest number of bytes of one decoded image.
pub const MAX_IMAGE_BYTES: u64 = 1 << 30;
