//! Layout of accessor elements: component types and their byte offsets (glTF 2.0 specification, sections
//! 3.6.2.2 to 3.6.2.4).

/// Component type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Component {
    I8,
    U8,
    I16,
    U16,
    U32,
    F32,
}

impl Component {
    pub(super) fn of(code: u32) -> Option<Self> {
        Some(match code {
            5120 => Self::I8,
            5121 => Self::U8,
            5122 => Self::I16,
            5123 => Self::U16,
            5125 => Self::U32,
            5126 => Self::F32,
            _ => return None,
        })
    }

    pub(super) fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::U32 | Self::F32 => 4,
        }
    }

    /// Whether the type is an unsigned integer.
    pub(super) fn is_unsigned(self) -> bool {
        matches!(self, Self::U8 | Self::U16 | Self::U32)
    }

    /// Reads the component at byte `at`; zero beyond the end of `bytes`.
    #[inline]
    pub(super) fn read(self, bytes: &[u8], at: usize) -> f64 {
        match self {
            Self::I8 => f64::from(i8::from_le_bytes(take(bytes, at))),
            Self::U8 => f64::from(u8::from_le_bytes(take(bytes, at))),
            Self::I16 => f64::from(i16::from_le_bytes(take(bytes, at))),
            Self::U16 => f64::from(u16::from_le_bytes(take(bytes, at))),
            Self::U32 => f64::from(u32::from_le_bytes(take(bytes, at))),
            Self::F32 => f64::from(f32::from_le_bytes(take(bytes, at))),
        }
    }

    /// Converts a normalized integer to 0..1 or -1..1 (section 3.11).
    #[inline]
    pub(super) fn normalize(self, value: f64) -> f64 {
        match self {
            Self::I8 | Self::I16 => (value / self.normalized_one()).max(-1.0),
            Self::U8 | Self::U16 | Self::U32 => value / self.normalized_one(),
            Self::F32 => value,
        }
    }
}

#[inline]
fn take<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    bytes.get(at..).and_then(|b| b.first_chunk()).copied().unwrap_or([0; N])
}

impl Component {
    /// The integer that a normalized component stores for 1; 1 for floats.
    pub(super) fn normalized_one(self) -> f64 {
        match self {
            Self::I8 => 127.0,
            Self::U8 => 255.0,
            Self::I16 => 32767.0,
            Self::U16 => 65535.0,
            Self::U32 => 4_294_967_295.0,
            Self::F32 => 1.0,
        }
    }

    /// Writes `value` to the start of `bytes`; integers saturate.
    pub(super) fn write(self, value: f64, bytes: &mut [u8]) {
        fn put<const N: usize>(to: &mut [u8], from: [u8; N]) {
            to.iter_mut().zip(from).for_each(|(to, from)| *to = from);
        }
        match self {
            Self::I8 => put(bytes, (value as i8).to_le_bytes()),
            Self::U8 => put(bytes, (value as u8).to_le_bytes()),
            Self::I16 => put(bytes, (value as i16).to_le_bytes()),
            Self::U16 => put(bytes, (value as u16).to_le_bytes()),
            Self::U32 => put(bytes, (value as u32).to_le_bytes()),
            Self::F32 => put(bytes, (value as f32).to_le_bytes()),
        }
    }
}

/// Layout of an accessor. Columns of matrices are aligned to four bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) component: Component,
    pub(super) count: usize,
    pub(super) normalized: bool,
    columns: usize,
    rows: usize,
}

impl Layout {
    /// Layout of `count` elements of type `shape`, such as `VEC3`; `None` for an unknown type.
    pub(super) fn new(component: Component, shape: &str, normalized: bool, count: usize) -> Option<Self> {
        let (columns, rows) = match shape {
            "SCALAR" => (1, 1),
            "VEC2" => (1, 2),
            "VEC3" => (1, 3),
            "VEC4" => (1, 4),
            "MAT2" => (2, 2),
            "MAT3" => (3, 3),
            "MAT4" => (4, 4),
            _ => return None,
        };
        Some(Self { component, count, normalized: normalized && component != Component::F32, columns, rows })
    }

    /// The same layout with `count` elements.
    pub(super) fn with_count(&self, count: usize) -> Self {
        Self { count, ..*self }
    }

    /// Number of components per element.
    pub(super) fn width(&self) -> usize {
        self.columns * self.rows
    }

    fn column_bytes(&self) -> usize {
        let bytes = self.rows * self.component.size();
        if self.columns > 1 { bytes.next_multiple_of(4) } else { bytes }
    }

    /// Bytes from the start of an element to the end of its last component.
    pub(super) fn element_bytes(&self) -> usize {
        (self.columns - 1) * self.column_bytes() + self.rows * self.component.size()
    }

    /// Byte stride of tightly packed elements.
    pub(super) fn packed_stride(&self) -> usize {
        self.columns * self.column_bytes()
    }

    /// Byte offset of component `number` within an element.
    pub(super) fn offset(&self, number: usize) -> usize {
        number / self.rows * self.column_bytes() + number % self.rows * self.component.size()
    }
}
