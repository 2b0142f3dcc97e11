//! Groom files (`.groom`): the grown hair of one character, ready for its next start.
//!
//! # The format, version 2
//!
//! Header, numbers, texts and sections are those of an animation pack ([`crate::pack`]); the magic bytes are
//! `89 47 52 4F 4F 4D 0D 0A`. Integers of 16 bits are `i16` with a sign and `u16` without one. All sections
//! are required.
//!
//! - `SKIN`: a `u32` of surfaces; for each the mesh instance `u32`, the primitive `u32`, its triangles `u32`
//!   and the name of the instance's node. Then a `u32` of meshes that the hair replaces; for each the mesh
//!   instance `u32` and the name of its node.
//! - `HAIR`: name; a `u32` of layers. A layer: name; the curve of its guides `u32` (0 cubic, 1 Catmull–Rom);
//!   look; physics `u32` (0 none, 1 settings follow); guides, points per guide, strands and points per strand
//!   `u32`; per guide the surface `u32`, triangle `u32`, barycentric coordinates as three `f32` and the
//!   position of that point in the reference pose as three `f32`, then the guide's points, three `f32` each.
//!   - Look: shading `u32` (0 Kajiya, 1 Marschner); colours of root, tip and grey strands, three `f32` each; both
//!     ends of the fade, share of grey strands, variation, width, tip width, roughness, shift `f32`.
//!   - Settings: stiffness, tip stiffness, damping, drag, gravity (three), friction, thickness, volume, hair
//!     friction, cohesion, shelter, rest, rate, teleport, `f32` each.
//! - `STRD`: for each layer its strands, one table after the other: largest offset `f32`; four guides `u16`;
//!   weights of the second to fourth guide `i16` in 16384ths, of which the first has the rest to 1; length
//!   `u16`, 0 to 65535 for 1/65536 to 1; random number `u16` in 65535ths; then per point three `i16`, in
//!   32767ths of the strand's largest offset; a `u8`, 1 where tints follow, and these: three bytes a strand,
//!   sRGB; zeros up to a multiple of 4.
//! - `BODY`: a `u32` of fields; for each the joint `u32` (its index in the character's file), its matrix in
//!   the reference pose as twelve `f32` (column by column), box (two corners) and first node as nine `f32`,
//!   cell `f32`, nodes along each axis three `u32`, unit `f32`, and the distances of the nodes in units,
//!   `i16`; zeros up to a multiple of 4. Then a `u32` of capsules; for each the joint `u32`, its matrix, both
//!   ends and radius, nineteen `f32`.

mod body;
mod error;
mod layer;
mod read;
mod skin;
mod strands;
#[cfg(test)]
mod tests;
mod write;

use crate::pack::{FileKind, Tag};

pub use error::GroomFileError;
pub use read::{SavedHair, is_groom_file, read_groom};
pub use write::write_groom;

const GROOM: FileKind = FileKind { magic: *b"\x89GROOM\r\n", version: 2 };
const SKIN: Tag = *b"SKIN";
const HAIR: Tag = *b"HAIR";
const STRD: Tag = *b"STRD";
const BODY: Tag = *b"BODY";
