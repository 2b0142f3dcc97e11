//! Montages of an actor: clips that play once over its clip, mixer or graph, which wait meanwhile.

mod montage;
mod play;

pub(super) use montage::{BLEND_OUT, Montage};
