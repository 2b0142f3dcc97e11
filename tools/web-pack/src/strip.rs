//! Custom sections of WebAssembly: names and notes of compilers, which no browser needs.

/// The module without its custom sections; `None` for bytes that are no module.
pub(crate) fn without_custom_sections(module: &[u8]) -> Option<Vec<u8>> {
    let (head, mut rest) = module.split_at_checked(8)?;
    if !head.starts_with(b"\0asm") {
        return None;
    }
    let mut out = head.to_vec();
    while let [kind, after @ ..] = rest {
        let (length, contents) = leb128(after)?;
        let end = rest.len() - contents.len() + usize::try_from(length).ok()?;
        let (section, next) = rest.split_at_checked(end)?;
        if *kind != 0 {
            out.extend_from_slice(section);
        }
        rest = next;
    }
    Some(out)
}

/// Number in LEB128, and the bytes behind it.
fn leb128(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let mut number = 0;
    for (at, byte) in bytes.iter().enumerate().take(5) {
        number |= u64::from(byte & 0x7f) << (7 * at);
        if byte & 0x80 == 0 {
            return Some((number, &bytes[at + 1..]));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn custom_sections_are_left_out() {
        let head = b"\0asm\x01\0\0\0";
        let (custom, types) = ([0u8, 3, 1, b'n', 7], [1u8, 1, 0]);
        let module = [&head[..], &custom, &types, &custom].concat();
        assert_eq!(without_custom_sections(&module).unwrap(), [&head[..], &types].concat());
        for damaged in [&module[..7], &module[..module.len() - 1], b"not a module"] {
            assert_eq!(without_custom_sections(damaged), None);
        }
    }
}
