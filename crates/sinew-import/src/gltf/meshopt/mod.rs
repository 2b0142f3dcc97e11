//! Decoding of buffer views compressed by EXT_meshopt_compression or KHR_meshopt_compression (the extensions'
//! specifications, "Appendix A: Bitstream" and "Appendix B: Filters"). Every read is checked: the data may be hostile.

mod attributes;
mod filter;
mod indices;
#[cfg(test)]
mod tests;

use crate::error::quoted;

/// Decodes `count` elements of `stride` bytes. The caller has checked that so many bytes may be allocated.
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
