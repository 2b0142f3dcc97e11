//! Layout of a segment: a head of four bytes per channel, then the references (all first numbers, all second,
//! all third), then the bit-packed control values of one channel after the other. Equal kinds lie together,
//! so that eight channels can be read at once.

/// Largest number of samples in a segment, for which all positions of control values can be computed.
pub const MAX_SEGMENT_SAMPLES: usize = 1024;

/// Largest size of a clip's data in bytes: positions in bits fit in 32 bits.
pub const MAX_BYTES: usize = (u32::MAX / 8) as usize;

/// Bytes of a channel's head, and of one number of its reference.
const HEAD: usize = 4;
const REFERENCE: usize = 2;
pub const HEADER: usize = HEAD + 3 * REFERENCE;

/// Widths of a head's fields, bits.
pub const CLASS_BITS: u32 = 5;
pub const STEP_BITS: u32 = 7;
pub const WIDTH_BITS: u32 = 5;

/// Head of a channel in a segment: its class, quantization step, and the bits of each of its three numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Head(pub u32);

impl Head {
    pub fn new(class: usize, step: u32, bits: [u32; 3]) -> Self {
        let widths = bits.iter().rev().fold(0, |widths, bits| widths << WIDTH_BITS | bits);
        Self(class as u32 | step << CLASS_BITS | widths << (CLASS_BITS + STEP_BITS))
    }

    #[inline(always)]
    pub fn class(self) -> usize {
        (self.0 & ((1 << CLASS_BITS) - 1)) as usize
    }

    #[inline(always)]
    pub fn step(self) -> u32 {
        self.0 >> CLASS_BITS & ((1 << STEP_BITS) - 1)
    }

    #[inline(always)]
    pub fn bits(self) -> [u32; 3] {
        let width = |n: u32| self.0 >> (CLASS_BITS + STEP_BITS + n * WIDTH_BITS) & ((1 << WIDTH_BITS) - 1);
        [width(0), width(1), width(2)]
    }

    /// Bits of a row: one control value.
    #[inline(always)]
    pub fn width(self) -> usize {
        let [x, y, z] = self.bits();
        (x + y + z) as usize
    }
}

/// Parts of a segment. Each slice reaches to the end of the data, so that wide reads may run over the part's
/// own end.
#[derive(Clone, Copy)]
pub struct Layout<'a> {
    pub heads: &'a [u8],
    /// First, second and third numbers of the references.
    pub references: [&'a [u8]; 3],
    pub numbers: &'a [u8],
}

impl<'a> Layout<'a> {
    /// Parts of the segment at byte `offset`; `None` where its tables are not all there.
    #[inline(always)]
    pub fn of(data: &'a [u8], offset: usize, channels: usize) -> Option<Self> {
        let heads = data.get(offset..)?;
        let table = channels.checked_mul(REFERENCE)?;
        let x = heads.get(channels.checked_mul(HEAD)?..)?;
        let y = x.get(table..)?;
        let z = y.get(table..)?;
        Some(Self { heads, references: [x, y, z], numbers: z.get(table..)? })
    }

    #[inline(always)]
    pub fn head(&self, channel: usize) -> Head {
        Head(self.heads.as_chunks().0.get(channel).map_or(0, |bytes| u32::from_le_bytes(*bytes)))
    }

    #[inline(always)]
    pub fn reference(&self, channel: usize) -> u64 {
        let [x, y, z] = self.references.map(|numbers| {
            let number = numbers.as_chunks().0.get(channel);
            u64::from(number.map_or(0, |bytes| u16::from_le_bytes(*bytes)))
        });
        x | y << 16 | z << 32
    }
}

/// Appends a segment's tables of heads and references.
pub fn write(heads: &[(Head, u64)], data: &mut Vec<u8>) {
    data.extend(heads.iter().flat_map(|(head, _)| head.0.to_le_bytes()));
    for number in 0..3 {
        let numbers = heads.iter().map(|(_, reference)| (reference >> (16 * number)) as u16);
        data.extend(numbers.flat_map(u16::to_le_bytes));
    }
}
