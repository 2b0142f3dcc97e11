//! The `.sinew` pack: a skeleton and its compressed clips in one file, checked once when it is read and then used where it
//! lies.
//!
//! ```
//! # use sinew::{Character, CharacterParts, Clip};
//! # use sinew::pack::{Pack, write_pack};
//! # let character = Character::new(CharacterParts::default())?;
//! # let clips: Vec<Clip> = Vec::new();
//! let bytes = write_pack(&character, &clips)?;
//! // Later, elsewhere; a vector, an `Arc`, bytes of the program or a mapped file. None of the clips' data is copied.
//! let pack = Pack::read(bytes)?;
//! for clip in pack.clips() {
//!     println!("{}: {} bytes", clip.name(), clip.bytes());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! How to make and use packs is in the repository's
//! [`docs/packs.md`](https://github.com/sinew-rs/sinew/blob/main/docs/packs.md).
//!
//! # The format, version 1
//!
//! All numbers are little-endian. `u16`, `u32` and `u64` are whole numbers without sign, `f32` is an IEEE 754 number that
//! must be finite. A *text* is a `u32` of bytes, so many bytes of UTF-8, and zeros up to a multiple of 4. Zeros are what is
//! written where nothing stands; a reader skips them unseen.
//!
//! | byte | | header |
//! |---|---|---|
//! | 0 | 8 bytes | `89 53 49 4E 45 57 0D 0A`: no text, and no longer itself after it was treated as one |
//! | 8 | `u64` | checksum: XXH64 with seed 0 of all bytes from byte 16 on |
//! | 16 | `u32` | version, 1 |
//! | 20 | `u32` | sections, at most 64 |
//! | 24 | `u64` | bytes of the whole file |
//! | 32 | 24 each | of each section: four letters, a `u32` of 0, offset `u64` in the file, size `u64` |
//!
//! Sections begin at multiples of 16, in the order of the table, and do not overlap. Sections with other letters than
//! these are skipped; none comes twice; `NODE`, `CLIP` and `BITS` must be there.
//!
//! - `NODE`: a `u32` of nodes; of each, in the source file's order: parent `u32` (`FFFFFFFF` for a root), flags `u32` (1:
//!   it belongs to the scene), translation, rotation (x, y, z, w) and scale relative to the parent as 10 `f32`, name.
//! - `BODY`, for human bodies: confidence `f32`, rest pose `u32` (0 T, 1 A, 2 any other), mirrored `u32` (0 or 1), how the
//!   bones were told as text, a `u32` of bones; of each its node `u32` and its name as VRM 1.0 has it.
//! - `FACE`: a `u32` of expressions, and their names.
//! - `MRPH`: a `u32` of morph targets that clips move; of each: instance `u32` and target `u32`, its numbers in the
//!   source; node `u32` that the instance hangs on; the target's name.
//! - `BITS`: the clips' data, one after the other, each at a multiple of 8.
//! - `CLIP`: a `u32` of clips, and the clips.
//!
//! A clip: name; start and end `f32`, seconds; samples of the source `u32`; constants `u32`, channels `u32`, segments
//! `u32`; offset `u64` of its data in `BITS`, size `u64`; then those constants, channels and segments, marks, root.
//!
//! A *target* is a `u32`. Bits 0–2 are its kind: 0 translation, 1 rotation, 2 scale of a joint, 3 morph weight, 4 weight of
//! an expression, 5 the turn of the eyes, 6 and 7 nothing (a vector, a rotation). Bits 3–4 are the form of what follows.
//! Bits 5–31 are its number: of a node, an entry of `MRPH`, an expression.
//!
//! - A constant is a target and a value by its form: 0 three `f32`, 1 one `f32` (a weight), 2 a packed rotation, 3 a
//!   rotation as four `f32`.
//! - A channel is a target and the space that its three numbers lie in, by its form. 0 is a cube of 65536 places along each
//!   side: its lowest corner and its level, which is what lies between two places, as four `f32`; of what turns the corner
//!   as three whole numbers `i16` of 8192ths and the level as a `u16` of times 8 / 65535². 1, of what turns alone, is a
//!   rotation of the segment's own, with nothing behind it.
//! - A packed rotation is a `u64`: bits 0–1 say which component is left out, then come the other three in 20 bits each,
//!   from −L to L in even steps with L = √½ + 0.0001; bit 62 negates all. The one left out is what makes it a unit
//!   quaternion, and positive before bit 62.
//! - Segments: of each, start `f32` and the offset `u32` in the clip's data; then of each, samples `u16`, and zeros up to a
//!   multiple of 4. A segment's samples run from its start to the next one's.
//! - Marks: events `u32`, spans `u32`, markers `u32`; of each event: time `f32`, name, data; of each span: start `f32`,
//!   end `f32`, name, data; of each marker: time `f32`, name.
//! - Root: keys `u32`, 0 for none; of each: time `f32`, position as three `f32`, heading `f32`.
//!
//! A segment's data: the heads of all channels, a `u32` each; the references of all channels, three `u16` each, first all
//! first ones, then all second and all third ones; the control values of one channel after the other without gaps; zeros up
//! to a whole byte; behind the last segment 48 zeros. A head, from the lowest bit: class (5 bits), step (7), the bits of
//! each of three numbers (5 each, at most 24). A reference r stands in a cube at corner + r · level; in form 1 the three
//! numbers are the lower, middle and upper bits of a packed rotation of 15 bits a component, without the bit that negates. A
//! step of 127 means that the segment's samples are stored as they are: five `f32` each, time and four numbers.
//!
//! Otherwise class c means c + 1 control values below 28, then 30; for 29 twice as many as samples less one, for 30 as many
//! as samples, for 31 two more. A control value is three numbers, each w bits lowest first, less half of 2^w (rounded down), times 2^(8 − step / 4). At the
//! phase u of the segment, 0 to 1, one value stands for itself, two for the line, three for the quadratic Bézier curve, and
//! n > 3 for the uniform cubic B-spline of n − 3 spans; those of classes 29 and 30, which lie evenly from 0 to 1, for the
//! straight lines from each to the next. What comes of it is added to the reference. Of turns it is p, the
//! modified Rodrigues parameters: the turn (2p, 1 − p²) / (1 + p²) (x, y, z, w), applied before the rotation it is counted
//! from.

mod bind;
mod body;
mod checksum;
mod clip;
mod container;
mod error;
mod face;
mod marks;
mod nodes;
#[allow(clippy::module_inception, reason = "the room is named for its main concept")]
mod pack;
mod reader;
mod write;
mod writer;

pub use error::PackError;
pub use face::PackedMorph;
pub use pack::{Pack, is_pack};
pub use write::{PackWriteError, write_pack};

#[cfg(test)]
mod tests;
