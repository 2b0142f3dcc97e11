//! Data format of compressed clips: channels, segment layout, bit packing, spline basis, quantization and
//! validation.

pub(crate) mod basis;
pub(crate) mod bits;
pub(crate) mod channel;
pub(crate) mod layout;
pub(crate) mod quantization;
pub(crate) mod resting;
pub(crate) mod rotation;
pub(crate) mod rows;
pub(crate) mod validate;
