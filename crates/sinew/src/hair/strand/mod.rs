//! Strands: the hairs that are drawn, between guides that are simulated.
//!
//! A [`Strand`] is a blend of up to four guides and offsets from that blend, which turn with the guides. A
//! [`GuidePose`] is the table of all guides in a pose; the strands are evaluated from it alone, here
//! ([`Strands::point`]) and in the shader of a renderer.

mod guide_pose;
mod look;
pub(crate) mod strands;
#[cfg(test)]
mod tests;

pub use guide_pose::{GuidePoint, GuidePose};
pub use look::{HairLook, HairShading};
pub(crate) use strands::blend;
pub use strands::{MAX_STRAND_GUIDES, MAX_STRAND_POINTS, MAX_STRANDS, Strand, StrandError, Strands};
