//! Names of sound formats and codecs that are not read, for messages.

/// Name of the format of a file by its first bytes; `None` for what is read and for unknown formats.
pub(super) fn foreign_format(bytes: &[u8]) -> Option<String> {
    let starts = |at: usize, magic: &[u8]| bytes.get(at..).is_some_and(|rest| rest.starts_with(magic));
    let first = &bytes[..bytes.len().min(512)];
    let has = |magic: &[u8]| first.windows(magic.len()).any(|window| window == magic);
    let name = match () {
        () if starts(4, b"ftyp") => "MP4 or M4A with AAC or ALAC",
        () if starts(0, b"OggS") && has(b"Speex   ") => "Ogg Speex",
        () if starts(0, b"\x1a\x45\xdf\xa3") => "Matroska or WebM",
        () if starts(0, b"caff") => "Core Audio Format",
        () if starts(0, b"#!AMR") => "AMR",
        () if starts(0, b"\x30\x26\xb2\x75") => "Windows Media Audio",
        () if starts(0, b"ADIF") || (starts(0, b"\xff\xf1") || starts(0, b"\xff\xf9")) => "AAC",
        () if starts(0, b"RIFF") && starts(8, b"WAVE") => return wav_codec(first),
        () => return None,
    };
    Some(name.into())
}

/// Codec of a WAV file that is neither integers nor floats, A-law or µ-law.
fn wav_codec(bytes: &[u8]) -> Option<String> {
    let at = bytes.windows(4).position(|window| window == b"fmt ")? + 8;
    let tag = u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?);
    let name = match tag {
        0x0001 | 0x0003 | 0x0006 | 0x0007 | 0xfffe => return None,
        0x0002 => "Microsoft ADPCM",
        0x0011 => "IMA ADPCM",
        0x0031 => "GSM 6.10",
        0x0055 => "MP3",
        _ => return Some(format!("WAV with the codec 0x{tag:04x}")),
    };
    Some(format!("WAV with {name}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_named() {
        let name = |bytes: &[u8]| foreign_format(bytes);
        assert_eq!(name(b"\0\0\0\x20ftypM4A ").as_deref(), Some("MP4 or M4A with AAC or ALAC"));
        assert_eq!(name(b"OggS\0\x02........Speex   ").as_deref(), Some("Ogg Speex"));
        assert_eq!(name(b"OggS\0\x02........\x01vorbis"), None);
        let wav = |tag: u8| [b"RIFF....WAVEfmt \x10\0\0\0".as_slice(), &[tag, 0, 1, 0]].concat();
        assert_eq!(name(&wav(2)).as_deref(), Some("WAV with Microsoft ADPCM"));
        assert_eq!(name(&wav(0x77)).as_deref(), Some("WAV with the codec 0x0077"));
        assert_eq!((name(&wav(1)), name(b""), name(b"RIFF....WAVEfmt ")), (None, None, None));
    }
}
