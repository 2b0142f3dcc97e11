//! Resource limits of the importers, so that no file can exhaust memory or time. An exceeded limit is an
//! error with the code `too-large` and its location.

/// Largest number of bytes of a file that [`import_file`](crate::import_file) reads, and of all files
/// together that it references.
pub const MAX_FILE_BYTES: u64 = 2 << 30;
/// Largest number of decoded bytes per byte of input, for one accessor or compressed buffer view and for all
/// together.
pub const MAX_DECODED_PER_BYTE: usize = 16;
/// Decoded bytes allowed in addition, whatever the size of the input: enough for [`MAX_ENTRIES`] empty nodes.
pub const MAX_DECODED_BASE: usize = 40 << 20;
/// The same for bytes of a Draco stream, which are compressed more, and include the working memory of the
/// decoder.
pub const MAX_DRACO_PER_BYTE: usize = 512;
/// Largest number of bytes by which the Draco streams of a file raise the limit together: enough for a
/// million vertices.
pub const MAX_DRACO_BYTES: usize = 1 << 30;
/// Largest number of bytes of unpacked keys per byte of a pack, in addition to [`MAX_DECODED_BASE`]: clips
/// with segments of up to 64 samples have at least 10 bytes for each channel of a segment, and 20 for each of
/// its keys when they are unpacked.
pub const MAX_UNPACKED_PER_BYTE: usize = 160;
/// Largest number of bytes decoded or examined per byte of input, kept or not: many accessors may read one
/// buffer view.
pub const MAX_READ_PER_BYTE: usize = 16;
/// Bytes decoded or examined that are allowed in addition, whatever the size of the input.
pub const MAX_READ_BASE: usize = 128 << 20;
/// Largest number of entries in one array of a file: nodes, meshes, materials and the like.
pub const MAX_ENTRIES: usize = 65_536;
/// Largest number of accessors, buffer views, channels or samplers, of which long clips need many.
pub const MAX_ACCESSORS: usize = 262_144;
/// Largest key time in seconds, of either sign. Ticks of FBX in 64 bits end below it; beyond it, neighbouring
/// samples fall on the same time.
pub const MAX_KEY_SECONDS: f64 = 1e11;
/// Longest clip in seconds that an importer makes of animation sampled at a rate: a day. Key times of clips
/// are `f32`, which have steps of 8 ms there.
pub const MAX_CLIP_SECONDS: f64 = 86_400.0;
/// Largest number of steps for nodes that repeat a mesh which another node already shows: one step for each
/// vertex and each morph offset, times the joints that influence it.
pub const MAX_REPEATED_STEPS: usize = 32 << 20;
/// Largest number of characters in the location or the message of a diagnostic or error; longer ones lose
/// their middle.
pub const MAX_MESSAGE_CHARS: usize = 400;
/// Largest number of characters that a message quotes from a file.
pub const MAX_QUOTED_CHARS: usize = 80;
/// Largest number of steps for the triangulation of one mesh's concave polygons; the remaining ones are
/// triangulated as if they were convex.
pub const MAX_TRIANGULATION_STEPS: usize = 64 << 20;
/// Largest width or height of an image in pixels, checked before it is decoded.
pub const MAX_IMAGE_SIDE: u32 = 16_384;
/// Largest number of bytes of one decoded image.
pub const MAX_IMAGE_BYTES: u64 = 1 << 30;
/// Largest number of pixels of all images of a character together, as [`ImageDecoder`](crate::ImageDecoder)
/// decodes them: 8 images of 8192 × 8192 pixels, or 128 of 2048 × 2048. Decoded they take 2 GiB, or 2.7 GiB
/// as textures with mip levels. Images of the same bytes count once.
pub const MAX_CHARACTER_PIXELS: u64 = 1 << 29;
