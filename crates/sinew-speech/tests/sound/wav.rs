//! WAV files made from numbers.

/// Sample format of a WAV file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Depth {
    Int8,
    Int16,
    Int24,
    Int32,
    Float32,
    Float64,
}

pub(crate) const DEPTHS: [Depth; 6] =
    [Depth::Int8, Depth::Int16, Depth::Int24, Depth::Int32, Depth::Float32, Depth::Float64];

impl Depth {
    pub(crate) fn bytes(self) -> usize {
        match self {
            Self::Int8 => 1,
            Self::Int16 => 2,
            Self::Int24 => 3,
            Self::Int32 | Self::Float32 => 4,
            Self::Float64 => 8,
        }
    }

    /// Largest difference of a sample that is stored and read.
    pub(crate) fn tolerance(self) -> f32 {
        match self {
            Self::Int8 => 1.0 / 127.0,
            Self::Int16 => 1.0 / 32_767.0,
            _ => 1.0 / 4_000_000.0,
        }
    }

    fn write(self, x: f64, out: &mut Vec<u8>) {
        match self {
            Self::Int8 => out.push((x * 127.0 + 128.0).round() as u8),
            Self::Int16 => out.extend(((x * 32_767.0).round() as i16).to_le_bytes()),
            Self::Int24 => out.extend(&((x * 8_388_607.0).round() as i32).to_le_bytes()[..3]),
            Self::Int32 => out.extend(((x * 2_147_483_647.0).round() as i32).to_le_bytes()),
            Self::Float32 => out.extend((x as f32).to_le_bytes()),
            Self::Float64 => out.extend(x.to_le_bytes()),
        }
    }
}

/// Bytes of a WAV file: channel c of sample n is `value(c, n)`.
pub(crate) fn wav(
    depth: Depth,
    channels: u16,
    rate: u32,
    samples: usize,
    is_extensible: bool,
    value: impl Fn(usize, usize) -> f64,
) -> Vec<u8> {
    let width = depth.bytes();
    let tag: u16 = if matches!(depth, Depth::Float32 | Depth::Float64) { 3 } else { 1 };
    let mut format = Vec::new();
    format.extend((if is_extensible { 0xFFFE } else { tag }).to_le_bytes());
    format.extend(channels.to_le_bytes());
    format.extend(rate.to_le_bytes());
    format.extend((rate * u32::from(channels) * width as u32).to_le_bytes());
    format.extend((channels * width as u16).to_le_bytes());
    format.extend((8 * width as u16).to_le_bytes());
    if is_extensible {
        format.extend(22_u16.to_le_bytes());
        format.extend((8 * width as u16).to_le_bytes());
        format.extend(((1_u32 << channels) - 1).to_le_bytes());
        format.extend(tag.to_le_bytes());
        format.extend([0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]);
    }
    let mut data = Vec::new();
    for n in 0..samples {
        (0..usize::from(channels)).for_each(|c| depth.write(value(c, n), &mut data));
    }
    // An unknown chunk of odd length stands before the data.
    let chunks: [(&[u8; 4], &[u8]); 4] =
        [(b"fmt ", &format), (b"junk", b"odd"), (b"LIST", b"INFOISFT\x04\0\0\0made"), (b"data", &data)];
    let mut body = Vec::from(*b"WAVE");
    for (name, content) in chunks {
        body.extend(name);
        body.extend((content.len() as u32).to_le_bytes());
        body.extend(content);
        if content.len() % 2 == 1 {
            body.push(0);
        }
    }
    let mut file = Vec::from(*b"RIFF");
    file.extend((body.len() as u32).to_le_bytes());
    file.extend(body);
    file
}
