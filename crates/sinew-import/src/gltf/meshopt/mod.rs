//! Decoder for EXT_meshopt_compression and KHR_meshopt_compression (specifications of the extensions,
//! "Appendix A: Bitstream" and "Appendix B: Filters"). All reads are bounds-checked: the data is untrusted.

mod attributes;
mod filter;
mod indices;
#[cfg(test)]
mod tests;

use crate::error::quoted;

/// Decodes `count` elements of `stride` bytes. The caller has reserved the memory.
pub(crate) fn decode(
    data: &[u8],
    count: usize,
    stride: usize,
    mode: &str,
    filter: &str,
) -> Result<Vec<u8>, String> {
    let mut decoded = match mode {
        "ATTRIBUTES" => attributes::decode(data, count, stride)?,
        "TRIANGLES" => indices::triangles(data, count, stride)?,
        "INDICES" => indices::sequence(data, count, stride)?,
        other => return Err(format!("mode {} is unknown", quoted(other))),
    };
    filter::apply(filter, &mut decoded, stride)?;
    Ok(decoded)
}
