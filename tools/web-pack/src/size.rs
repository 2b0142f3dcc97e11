//! Sizes of files as they travel.

use std::io::Write;

/// Bytes of a file: as it is, and as servers send it.
pub(crate) struct Sizes {
    pub(crate) plain: usize,
    pub(crate) gzip: usize,
    /// At the highest level, as content delivery networks keep it.
    pub(crate) brotli: usize,
}

impl Sizes {
    pub(crate) fn of(bytes: &[u8]) -> Self {
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        // Writing to memory does not fail.
        let _ = gzip.write_all(bytes);
        let gzip = gzip.finish().map_or(0, |bytes| bytes.len());
        let mut brotli = Vec::new();
        let settings = brotli::enc::BrotliEncoderParams { quality: 11, lgwin: 24, ..Default::default() };
        let _ = brotli::BrotliCompress(&mut &bytes[..], &mut brotli, &settings);
        Self { plain: bytes.len(), gzip, brotli: brotli.len() }
    }
}
