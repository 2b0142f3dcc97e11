//! Making of clips: clips of one character on another, compression, its measured error, and compressed clips as
//! keys again.

mod compressed;
mod transfer;

pub use compressed::{
    CompressError, CompressionErrorReport, CompressionSettings, compress, max_raw_value_count,
    measure_compression_error, min_raw_value_count, to_raw, to_raw_within,
};
pub use transfer::{TransferError, TransferMethod, TransferredClip};
