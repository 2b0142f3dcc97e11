//! Encoding of buffer views for EXT_meshopt_compression, version 0 of attributes and version 1 of indices (the
//! extension's specification, "Appendix A: Bitstream"; choices as in Kapoulkine, *meshoptimizer*).

mod attributes;
mod indices;
#[cfg(test)]
mod tests;

pub(super) use attributes::encode as attributes;
pub(super) use indices::{sequence, triangles};
