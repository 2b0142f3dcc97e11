//! DirectDraw surfaces (Microsoft, *Programming Guide for DDS*): the largest mip level of the first face,
//! either uncompressed with bit masks or in the block formats BC1 to BC7, decoded with `bcdec_rs`.

use sinew::character::Pixels;

const HEADER_BYTES: usize = 128;
const DX10_HEADER_BYTES: usize = 20;

/// Storage of pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Layout {
    /// Compressed blocks of 4 × 4 pixels.
    Block(Block),
    /// Uncompressed pixels of `bytes` bytes with bit masks for red, green, blue and alpha. Equal colour masks
    /// are grey.
    Masks { bytes: usize, masks: [u32; 4] },
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Block {
    Bc1,
    Bc2,
    Bc3,
    Bc4 { signed: bool },
    Bc5 { signed: bool },
    Bc6 { signed: bool },
    Bc7,
}

/// Whether the bytes start with the DDS signature.
pub(super) fn is_dds(bytes: &[u8]) -> bool {
    bytes.starts_with(b"DDS ")
}

/// Little-endian number at byte `at`.
fn word(bytes: &[u8], at: usize) -> Result<u32, String> {
    let four = bytes.get(at..at + 4).and_then(|b| b.try_into().ok());
    four.map(u32::from_le_bytes).ok_or_else(|| "the file ends within its header".to_owned())
}

/// Width and height of the largest mip level.
pub(super) fn size(bytes: &[u8]) -> Result<[u32; 2], String> {
    Ok([word(bytes, 16)?, word(bytes, 12)?])
}

/// Decodes the largest mip level, whose size is within the limits.
pub(super) fn decode(bytes: &[u8]) -> Result<Pixels, String> {
    let [width, height] = size(bytes)?;
    let word = |at: usize| word(bytes, at);
    let (flags, code) = (word(80)?, bytes.get(84..88).unwrap_or_default());
    let is_extended = flags & 0x4 != 0 && code == b"DX10";
    let layout = if is_extended {
        layout_of_dxgi_format(word(HEADER_BYTES)?)?
    } else if flags & 0x4 != 0 {
        layout_of_fourcc(code, word(84)?)?
    } else {
        layout_of_masks(flags, word(88)?, [word(92)?, word(96)?, word(100)?, word(104)?])?
    };
    let start = HEADER_BYTES + if is_extended { DX10_HEADER_BYTES } else { 0 };
    let data = bytes.get(start..).unwrap_or_default();
    let (width, height) = (width as usize, height as usize);
    let rgba = match layout {
        Layout::Block(block) => blocks(block, data, width, height)?,
        Layout::Masks { bytes, masks } => pixels(bytes, masks, data, width, height)?,
    };
    Ok(Pixels { width: width as u32, height: height as u32, rgba })
}

/// Layout for a FourCC code.
fn layout_of_fourcc(code: &[u8], number: u32) -> Result<Layout, String> {
    Ok(Layout::Block(match code {
        b"DXT1" => Block::Bc1,
        b"DXT2" | b"DXT3" => Block::Bc2,
        b"DXT4" | b"DXT5" => Block::Bc3,
        b"ATI1" | b"BC4U" => Block::Bc4 { signed: false },
        b"BC4S" => Block::Bc4 { signed: true },
        b"ATI2" | b"BC5U" => Block::Bc5 { signed: false },
        b"BC5S" => Block::Bc5 { signed: true },
        _ => {
            let code = String::from_utf8_lossy(code);
            return Err(format!("DDS format {code:?} ({number}) is not supported"));
        }
    }))
}

/// Layout for a `DXGI_FORMAT` number.
fn layout_of_dxgi_format(number: u32) -> Result<Layout, String> {
    let four = |masks| Layout::Masks { bytes: 4, masks };
    Ok(match number {
        28 | 29 => four([0xFF, 0xFF00, 0xFF_0000, 0xFF00_0000]),
        87 | 91 => four([0xFF_0000, 0xFF00, 0xFF, 0xFF00_0000]),
        88 | 93 => four([0xFF_0000, 0xFF00, 0xFF, 0]),
        61 => Layout::Masks { bytes: 1, masks: [0xFF, 0xFF, 0xFF, 0] },
        70..=72 => Layout::Block(Block::Bc1),
        73..=75 => Layout::Block(Block::Bc2),
        76..=78 => Layout::Block(Block::Bc3),
        79 | 80 => Layout::Block(Block::Bc4 { signed: false }),
        81 => Layout::Block(Block::Bc4 { signed: true }),
        82 | 83 => Layout::Block(Block::Bc5 { signed: false }),
        84 => Layout::Block(Block::Bc5 { signed: true }),
        94 | 95 => Layout::Block(Block::Bc6 { signed: false }),
        96 => Layout::Block(Block::Bc6 { signed: true }),
        97..=99 => Layout::Block(Block::Bc7),
        other => return Err(format!("DXGI format {other} is not supported")),
    })
}

/// Layout of uncompressed pixels.
fn layout_of_masks(flags: u32, bits: u32, [r, g, b, a]: [u32; 4]) -> Result<Layout, String> {
    let bytes = match bits {
        8 | 16 | 24 | 32 => bits as usize / 8,
        _ => return Err(format!("{bits} bits per pixel are not supported; expected 8, 16, 24 or 32")),
    };
    let alpha = if flags & 0x3 != 0 { a } else { 0 };
    match flags & 0x2_0042 {
        0x40 => Ok(Layout::Masks { bytes, masks: [r, g, b, alpha] }),
        // The red mask holds luminance.
        0x2_0000 => Ok(Layout::Masks { bytes, masks: [r, r, r, alpha] }),
        0x2 => Ok(Layout::Masks { bytes, masks: [0, 0, 0, a] }),
        _ => Err("the pixels are neither RGB nor luminance nor alpha".into()),
    }
}

/// Bits of `mask` in `pixel`, scaled to 0..255; `default` for an empty mask.
fn channel(pixel: u32, mask: u32, default: u8) -> u8 {
    if mask == 0 {
        return default;
    }
    let shift = mask.trailing_zeros();
    let max = u64::from(mask >> shift);
    (u64::from((pixel & mask) >> shift) * 255 / max) as u8
}

fn pixels(
    size: usize,
    [r, g, b, a]: [u32; 4],
    data: &[u8],
    width: usize,
    height: usize,
) -> Result<Vec<u8>, String> {
    let needed = width * height * size;
    let data = data.get(..needed).ok_or_else(|| format!("{} of {needed} bytes of pixels", data.len()))?;
    let color = if r | g | b == 0 { 255 } else { 0 };
    let mut rgba = Vec::with_capacity(width * height * 4);
    for pixel in data.chunks_exact(size) {
        let mut word = [0u8; 4];
        word.iter_mut().zip(pixel).for_each(|(to, from)| *to = *from);
        let word = u32::from_le_bytes(word);
        rgba.extend([
            channel(word, r, color),
            channel(word, g, color),
            channel(word, b, color),
            channel(word, a, 255),
        ]);
    }
    Ok(rgba)
}

impl Block {
    fn bytes(self) -> usize {
        match self {
            Self::Bc1 | Self::Bc4 { .. } => 8,
            _ => 16,
        }
    }

    /// Decodes sixteen pixels, four per row.
    fn decode(self, block: &[u8]) -> [[u8; 4]; 16] {
        let mut rgba = [0u8; 64];
        match self {
            Self::Bc1 => bcdec_rs::bc1(block, &mut rgba, 16),
            Self::Bc2 => bcdec_rs::bc2(block, &mut rgba, 16),
            Self::Bc3 => bcdec_rs::bc3(block, &mut rgba, 16),
            Self::Bc7 => bcdec_rs::bc7(block, &mut rgba, 16),
            Self::Bc4 { signed } => {
                let mut grey = [0.0f32; 16];
                bcdec_rs::bc4_float(block, &mut grey, 4, signed);
                return grey.map(|v| [byte(v), byte(v), byte(v), 255]);
            }
            Self::Bc5 { signed } => {
                let mut two = [0.0f32; 32];
                bcdec_rs::bc5_float(block, &mut two, 8, signed);
                return std::array::from_fn(|n| {
                    normal([2 * n, 2 * n + 1].map(|i| two.get(i).copied().unwrap_or(0.0)), signed)
                });
            }
            Self::Bc6 { signed } => {
                let mut three = [0.0f32; 48];
                bcdec_rs::bc6h_float(block, &mut three, 12, signed);
                return std::array::from_fn(|n| {
                    let at = |i: usize| byte(srgb(three.get(3 * n + i).copied().unwrap_or(0.0)));
                    [at(0), at(1), at(2), 255]
                });
            }
        }
        std::array::from_fn(|n| rgba.as_chunks().0.get(n).copied().unwrap_or_default())
    }
}

fn byte(value: f32) -> u8 {
    (value.clamp(0.0, 1.0) * 255.0 + 0.5) as u8
}

fn srgb(linear: f32) -> f32 {
    if linear <= 0.003_130_8 { linear * 12.92 } else { 1.055 * linear.powf(1.0 / 2.4) - 0.055 }
}

/// Unit normal from its x and y, stored in two channels; z points towards the viewer.
fn normal(xy: [f32; 2], signed: bool) -> [u8; 4] {
    let [x, y] = if signed { xy } else { xy.map(|v| 2.0 * v - 1.0) };
    let z = (1.0 - x * x - y * y).max(0.0).sqrt();
    let [x, y, z] = [x, y, z].map(|v| byte(0.5 + 0.5 * v));
    [x, y, z, 255]
}

fn blocks(kind: Block, data: &[u8], width: usize, height: usize) -> Result<Vec<u8>, String> {
    let (across, down) = (width.div_ceil(4), height.div_ceil(4));
    let needed = across * down * kind.bytes();
    let data = data.get(..needed).ok_or_else(|| format!("{} of {needed} bytes of pixels", data.len()))?;
    let mut rgba = vec![0u8; width * height * 4];
    for (n, block) in data.chunks_exact(kind.bytes()).enumerate() {
        let (left, top) = (n % across * 4, n / across * 4);
        for (m, pixel) in kind.decode(block).into_iter().enumerate() {
            let (x, y) = (left + m % 4, top + m / 4);
            // Blocks at the edges extend beyond the image.
            let at = (y * width + x) * 4;
            if x < width
                && let Some(slot) = rgba.get_mut(at..at + 4)
            {
                slot.copy_from_slice(&pixel);
            }
        }
    }
    Ok(rgba)
}
