//! Data format of compressed clips: channels, segment layout, bit packing, spline basis, quantization and
//! validation.
#![allow(missing_docs, reason = "public by `internal` alone, for the encoder in `sinew-author`")]

pub mod basis;
pub mod bits;
pub mod channel;
pub mod layout;
pub mod quantization;
pub mod resting;
pub mod rotation;
pub(crate) mod rows;
pub(crate) mod validate;
