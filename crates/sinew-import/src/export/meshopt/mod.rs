//! Encoder for EXT_meshopt_compression, version 0 of attributes and version 1 of indices (specification of
//! the extension, "Appendix A: Bitstream"; heuristics of Kapoulkine, *meshoptimizer*).

mod attributes;
mod indices;
#[cfg(test)]
mod tests;

pub(super) use attributes::encode as attributes;
pub(super) use indices::{sequence, triangles};
