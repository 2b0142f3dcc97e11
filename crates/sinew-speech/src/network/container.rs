//! Container of named tensors: signature, version, tensors, CRC-32. Matrices are 8-bit integers with one
//! scale per row.

use super::error::WeightsError;

const SIGNATURE: &[u8; 8] = b"SINEWSP1";
const VERSION: u32 = 1;
/// Bytes of the checksum at the end.
const CHECKSUM_BYTES: usize = 4;
/// Most tensors of a file.
const MAX_TENSORS: u32 = 256;
/// Most dimensions of a tensor.
const MAX_RANK: u8 = 4;

/// Tensors of a file, whose bytes they borrow.
#[derive(Debug)]
pub(crate) struct Tensors<'a> {
    tensors: Vec<Tensor<'a>>,
}

#[derive(Debug)]
struct Tensor<'a> {
    name: &'a str,
    shape: Vec<usize>,
    data: Data<'a>,
}

#[derive(Debug)]
enum Data<'a> {
    /// 32-bit floats.
    Floats(&'a [[u8; 4]]),
    /// Scales of the rows, and 8-bit integers.
    Rows(&'a [[u8; 4]], &'a [u8]),
    Text(&'a str),
}

/// Reading position in a file.
struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Number of the tensor that is read.
    index: usize,
}

impl<'a> Cursor<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], WeightsError> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let taken =
            rest.get(..count).ok_or(WeightsError::Truncated { at: self.bytes.len(), index: self.index })?;
        self.at += count;
        Ok(taken)
    }

    fn byte(&mut self) -> Result<u8, WeightsError> {
        Ok(self.take(1)?[0])
    }

    fn words(&mut self, count: usize) -> Result<&'a [[u8; 4]], WeightsError> {
        let bytes = count.checked_mul(4).ok_or_else(|| self.problem("more numbers than a file can hold"))?;
        Ok(self.take(bytes)?.as_chunks().0)
    }

    fn number(&mut self) -> Result<u32, WeightsError> {
        Ok(u32::from_le_bytes(self.words(1)?[0]))
    }

    fn text(&mut self, count: usize) -> Result<&'a str, WeightsError> {
        let at = self.at;
        let index = self.index;
        let bytes = self.take(count)?;
        let text = std::str::from_utf8(bytes).ok().filter(|text| text.is_ascii());
        text.ok_or(WeightsError::Tensor { at, index, problem: "text that is not ASCII" })
    }

    fn problem(&self, problem: &'static str) -> WeightsError {
        WeightsError::Tensor { at: self.at, index: self.index, problem }
    }

    fn tensor(&mut self) -> Result<Tensor<'a>, WeightsError> {
        let length = self.byte()?;
        let name = self.text(usize::from(length))?;
        let kind = self.byte()?;
        let rank = self.byte()?;
        if rank == 0 || rank > MAX_RANK {
            return Err(self.problem("expected 1 to 4 dimensions"));
        }
        let words = self.words(usize::from(rank))?;
        let shape: Vec<usize> = words.iter().map(|word| u32::from_le_bytes(*word) as usize).collect();
        let size = shape.iter().try_fold(1_usize, |size, count| size.checked_mul(*count));
        let size = size.ok_or_else(|| self.problem("more numbers than a file can hold"))?;
        let data = match (kind, rank) {
            (0, _) => Data::Floats(self.words(size)?),
            (1, 2) => Data::Rows(self.words(shape[0])?, self.take(size)?),
            (2, 1) => Data::Text(self.text(size)?),
            (1 | 2, _) => return Err(self.problem("matrices have 2 dimensions, text has 1")),
            _ => return Err(self.problem("unknown kind, expected 0, 1 or 2")),
        };
        Ok(Tensor { name, shape, data })
    }
}

impl<'a> Tensors<'a> {
    /// Tensors of a file, after its checksum has been compared.
    pub(crate) fn from_bytes(bytes: &'a [u8]) -> Result<Self, WeightsError> {
        if bytes.get(..SIGNATURE.len()) != Some(SIGNATURE) {
            return Err(WeightsError::Signature);
        }
        let end = bytes.len() - CHECKSUM_BYTES;
        let mut cursor = Cursor { bytes: &bytes[..end], at: SIGNATURE.len(), index: 0 };
        let version = cursor.number()?;
        if version != VERSION {
            return Err(WeightsError::Version { found: version, expected: VERSION });
        }
        let found = u32::from_le_bytes(bytes[end..].as_chunks().0[0]);
        let computed = crc32fast::hash(&bytes[..end]);
        if found != computed {
            return Err(WeightsError::Checksum { at: end, found, computed });
        }
        let count = cursor.number()?;
        if count > MAX_TENSORS {
            return Err(cursor.problem("more than 256 tensors"));
        }
        let mut tensors: Vec<Tensor<'_>> = Vec::new();
        for index in 0..count as usize {
            cursor.index = index;
            let at = cursor.at;
            let tensor = cursor.tensor()?;
            if tensors.iter().any(|other| other.name == tensor.name) {
                return Err(WeightsError::Tensor { at, index, problem: "a name that an earlier tensor has" });
            }
            tensors.push(tensor);
        }
        if cursor.at < end {
            return Err(WeightsError::Excess { at: cursor.at, count: end - cursor.at });
        }
        Ok(Self { tensors })
    }

    fn find(&self, name: &str) -> Result<&Tensor<'a>, WeightsError> {
        let found = self.tensors.iter().find(|tensor| tensor.name == name);
        found.ok_or_else(|| WeightsError::Missing { name: name.into() })
    }

    /// Dimensions of a tensor.
    pub(crate) fn shape(&self, name: &str) -> Result<&[usize], WeightsError> {
        Ok(&self.find(name)?.shape)
    }

    /// Text of a tensor.
    pub(crate) fn text(&self, name: &str) -> Result<&'a str, WeightsError> {
        match self.find(name)?.data {
            Data::Text(text) => Ok(text),
            _ => Err(WeightsError::Kind { name: name.into(), expected: "text (kind 2)" }),
        }
    }

    /// Numbers of a tensor of these dimensions, each from `least` to `most`. Rows of integers are multiplied
    /// by their scales.
    pub(crate) fn numbers(
        &self,
        name: &str,
        shape: &[usize],
        [least, most]: [f32; 2],
    ) -> Result<Vec<f32>, WeightsError> {
        let tensor = self.find(name)?;
        if tensor.shape != shape {
            let (found, expected) = (tensor.shape.clone(), format!("{shape:?}"));
            return Err(WeightsError::Shape { name: name.into(), found, expected });
        }
        let numbers: Vec<f32> = match tensor.data {
            Data::Floats(words) => words.iter().map(|word| f32::from_le_bytes(*word)).collect(),
            Data::Rows(scales, values) => {
                // Rows of no length have no numbers.
                let rows = values.chunks_exact(tensor.shape[1].max(1)).zip(scales);
                rows.flat_map(|(row, scale)| {
                    let scale = f32::from_le_bytes(*scale);
                    row.iter().map(move |value| f32::from(value.cast_signed()) * scale)
                })
                .collect()
            }
            Data::Text(_) => {
                return Err(WeightsError::Kind { name: name.into(), expected: "numbers (kind 0 or 1)" });
            }
        };
        let is_outside = |value: &f32| !(*value >= least && *value <= most);
        match numbers.iter().position(is_outside) {
            Some(index) => {
                let (name, value) = (name.into(), numbers[index]);
                Err(WeightsError::Value { name, index, value, least, most })
            }
            None => Ok(numbers),
        }
    }

    /// Numbers of a tensor of one dimension, each in a range of its own.
    pub(crate) fn settings<const N: usize>(
        &self,
        name: &str,
        ranges: [[f32; 2]; N],
    ) -> Result<[f32; N], WeightsError> {
        let numbers = self.numbers(name, &[N], [f32::MIN, f32::MAX])?;
        for (index, (value, [least, most])) in numbers.iter().zip(ranges).enumerate() {
            if !(*value >= least && *value <= most) {
                return Err(WeightsError::Value { name: name.into(), index, value: *value, least, most });
            }
        }
        Ok(std::array::from_fn(|n| numbers[n]))
    }
}
