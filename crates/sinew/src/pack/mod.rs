//! Animation packs (`.sinew` files): a skeleton and its compressed clips in one file, validated once when it
//! is read and then used in place.
//!
//! ```
//! # use sinew::{Character, CharacterParts, Clip};
//! # use sinew::pack::{Pack, write_pack};
//! # let character = Character::new(CharacterParts::default())?;
//! # let clips: Vec<Clip> = Vec::new();
//! let bytes = write_pack(&character, &clips)?;
//! // In another program: from a vector, an `Arc`, static bytes or a mapped file. The clips' data is not
//! // copied.
//! let pack = Pack::read(bytes)?;
//! for clip in pack.clips() {
//!     println!("{}: {} bytes", clip.name(), clip.size_in_bytes());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The repository's [`docs/packs.md`](https://github.com/sinew-rs/sinew/blob/main/docs/packs.md) shows how to
//! make and use packs.
//!
//! # The format, version 1
//!
//! All numbers are little-endian. `u16`, `u32` and `u64` are unsigned integers, `f32` is a finite IEEE 754
//! number. A *text* is a `u32` of bytes, so many bytes of UTF-8, and zeros up to a multiple of 4. Padding is
//! written as zeros and not checked by a reader.
//!
//! | byte | | header |
//! |---|---|---|
//! | 0 | 8 bytes | `89 53 49 4E 45 57 0D 0A`: not text, and changed by any conversion of text |
//! | 8 | `u64` | checksum: XXH64 with seed 0 of all bytes from byte 16 on |
//! | 16 | `u32` | version, 1 |
//! | 20 | `u32` | number of sections, at most 64 |
//! | 24 | `u64` | bytes of the whole file |
//! | 32 | 24 each | for each section: four letters, a `u32` of 0, offset `u64` in the file, size `u64` |
//!
//! Sections begin at multiples of 16, in the order of the table, and do not overlap. Unknown sections are
//! skipped. No section comes twice; `NODE`, `CLIP` and `BITS` are required.
//!
//! - `NODE`: a `u32` of nodes; for each, in the source file's order: parent `u32` (`FFFFFFFF` for a root),
//!   flags `u32` (1: it belongs to the scene), translation, rotation (x, y, z, w) and scale relative to the
//!   parent as 10 `f32`, name.
//! - `REFP`, where the reference pose is not the rest pose: its origin `u32` (0 bind pose, 1 a clip, 2
//!   custom); for each node translation, rotation and scale as in `NODE`.
//! - `BODY`, for human bodies: confidence `f32`, pose `u32` of the reference pose (0 T, 1 A, 2 any other),
//!   mirrored `u32` (0 or 1), the naming profile as text, a `u32` of bones; for each bone its node `u32` and
//!   its name in VRM 1.0.
//! - `FACE`: a `u32` of expressions, and their names.
//! - `MRPH`: a `u32` of animated morph targets; for each: instance `u32` and target `u32`, its numbers in the
//!   source; node `u32` of the instance; name of the target.
//! - `BITS`: the clips' data, one after the other, each at a multiple of 8.
//! - `CLIP`: a `u32` of clips, and the clips.
//! - `REST`, where clips have channels at the node's rest value: for each clip, a bit each for translation,
//!   rotation and scale of the first node, then of the next ones, lowest bit first, and zeros up to a whole
//!   byte. Clips of files without it have none.
//!
//! A clip: name; start and end `f32`, seconds; samples of the source `u32`; constants `u32`, channels `u32`,
//! segments `u32`; offset `u64` of its data in `BITS`, size `u64`; then the constants, channels and segments,
//! events, root motion.
//!
//! A *target* is a `u32`. Bits 0–2 are its kind: 0 translation, 1 rotation, 2 scale of a joint, 3 morph
//! weight, 4 weight of an expression, 5 gaze (rotation of the eyes), 6 and 7 none (a vector, a rotation).
//! Bits 3–4 are the form of the data that follows. Bits 5–31 are its number: of a node, an entry of `MRPH`,
//! an expression.
//!
//! - A constant is a target and a value by its form: 0 three `f32`, 1 one `f32` (a weight), 2 a packed
//!   rotation, 3 a rotation as four `f32`.
//! - A channel is a target and the space of its three numbers, by its form. Form 0 is a cube of 65536 levels
//!   along each side: its lowest corner and the distance between levels, as four `f32`; for a rotation, the
//!   corner as three `i16` in 8192ths and the distance as a `u16` in units of 8 / 65535². Form 1, for
//!   rotations alone, is a reference rotation in each segment, and has no further data.
//! - A packed rotation is a `u64`: bits 0–1 are the number of the component left out, then come the other
//!   three in 20 bits each, from −L to L in even steps with L = √½ + 0.0001; bit 62 negates all. The
//!   component left out makes the quaternion unit, and is positive before bit 62.
//! - Segments: for each, start `f32` and offset `u32` in the clip's data; then for each, samples `u16`, and
//!   zeros up to a multiple of 4. A segment's samples run from its start to the next one's.
//! - Events: point events `u32`, spans `u32`, sync markers `u32`; for each point event: time `f32`, name,
//!   data; for each span: start `f32`, end `f32`, name, data; for each sync marker: time `f32`, name.
//! - Root motion: keys `u32`, 0 for none; for each: time `f32`, position as three `f32`, heading `f32`.
//!
//! A segment's data: the heads of all channels, a `u32` each; the references of all channels, three `u16`
//! each, first all first ones, then all second and all third ones; the control values of one channel after
//! the other without gaps; zeros up to a whole byte; behind the last segment 48 zeros. A head, from the
//! lowest bit: class (5 bits), step (7), the bits of each of three numbers (5 each, at most 24). In form 0,
//! reference r is the position corner + r · level; in form 1 the three numbers are the lower, middle and
//! upper bits of a packed rotation of 15 bits a component, without the bit that negates. Step 127 means
//! unquantized samples: five `f32` each, time and four numbers.
//!
//! Otherwise class c has c + 1 control values below 28, then 30; class 29 has twice as many as samples less
//! one, 30 as many as samples, 31 two more. A control value is three numbers, each w bits lowest first, less
//! half of 2^w (rounded down), times 2^(8 − step / 4). At the phase u of the segment, 0 to 1, one control
//! value is the value itself, two are the ends of a line, three are a quadratic Bézier curve, and n > 3 are a
//! uniform cubic B-spline of n − 3 spans; those of classes 29 and 30, evenly spaced from 0 to 1, are joined
//! by straight lines. The result is added to the reference. For rotations it is p, the modified Rodrigues
//! parameters: the rotation (2p, 1 − p²) / (1 + p²) (x, y, z, w), applied before the reference rotation.

mod bind;
mod body;
mod checksum;
mod clip;
pub(crate) mod container;
mod error;
mod events;
mod face;
mod nodes;
mod pack;
mod reader;
mod resting;
mod write;
mod writer;

#[cfg(test)]
pub(crate) use container::seal;
pub(crate) use container::{FileKind, Sections, Tag, assemble};
pub use error::PackError;
pub use face::PackedMorph;
pub use pack::{Pack, is_pack};
pub(crate) use reader::Reader;
pub use write::{PackWriteError, write_pack};
pub(crate) use writer::Writer;
