//! Compression of clips, with an error that is measured in the posed skeleton. The format is the runtime's.

mod encode;
mod measure;
mod settings;
mod source;
mod to_raw;

pub use encode::compress;
pub use measure::compression_error::{CompressionErrorReport, measure_compression_error};
pub use settings::{CompressError, CompressionSettings};
pub use to_raw::{max_raw_value_count, min_raw_value_count, to_raw, to_raw_within};

#[cfg(test)]
mod bound_tests;
#[cfg(test)]
mod tests;
