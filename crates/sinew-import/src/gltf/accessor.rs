//! Accessors: typed arrays in buffers, strided, sparse, normalised (glTF 2.0 specification, section 3.6.2).

use super::source::Source;
use crate::ImportError;

/// How one number is stored.
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
    fn of(code: u32) -> Option<Self> {
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

    fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::U32 | Self::F32 => 4,
        }
    }

    /// The number at `at`, which must lie within `bytes`; zero otherwise.
    fn read(self, bytes: &[u8], at: usize) -> f64 {
        fn take<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
            bytes.get(at..at + N).and_then(|b| b.try_into().ok()).unwrap_or([0; N])
        }
        match self {
            Self::I8 => f64::from(i8::from_le_bytes(take(bytes, at))),
            Self::U8 => f64::from(u8::from_le_bytes(take(bytes, at))),
            Self::I16 => f64::from(i16::from_le_bytes(take(bytes, at))),
            Self::U16 => f64::from(u16::from_le_bytes(take(bytes, at))),
            Self::U32 => f64::from(u32::from_le_bytes(take(bytes, at))),
            Self::F32 => f64::from(f32::from_le_bytes(take(bytes, at))),
        }
    }

    /// Integers as shares of their largest value (section 3.11).
    fn normalise(self, value: f64) -> f64 {
        match self {
            Self::I8 => (value / 127.0).max(-1.0),
            Self::U8 => value / 255.0,
            Self::I16 => (value / 32767.0).max(-1.0),
            Self::U16 => value / 65535.0,
            Self::U32 => value / 4_294_967_295.0,
            Self::F32 => value,
        }
    }
}

/// Where an accessor's numbers lie within an element: columns of matrices start at multiples of four bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) component: Component,
    pub(super) count: usize,
    pub(super) normalized: bool,
    columns: usize,
    rows: usize,
}

impl Layout {
    /// Numbers per element.
    pub(super) fn width(&self) -> usize {
        self.columns * self.rows
    }

    fn column_bytes(&self) -> usize {
        let bytes = self.rows * self.component.size();
        if self.columns > 1 { bytes.next_multiple_of(4) } else { bytes }
    }

    /// Bytes from an element's start to the end of its last number.
    fn element_bytes(&self) -> usize {
        (self.columns - 1) * self.column_bytes() + self.rows * self.component.size()
    }

    fn packed_stride(&self) -> usize {
        self.columns * self.column_bytes()
    }

    fn offset(&self, number: usize) -> usize {
        number / self.rows * self.column_bytes() + number % self.rows * self.component.size()
    }
}

impl Source<'_> {
    /// The layout of accessor `index`.
    pub(super) fn layout(&self, index: usize, place: &str) -> Result<Layout, ImportError> {
        let accessor = self.json.accessors.get(index).ok_or_else(|| {
            ImportError::new("out-of-range", place, format!("accessor {index} does not exist"))
        })?;
        let fail = |message: String| ImportError::new("accessor", format!("/accessors/{index}"), message);
        let component = Component::of(accessor.component_type)
            .ok_or_else(|| fail(format!("component type {} is unknown", accessor.component_type)))?;
        let (columns, rows) = match accessor.shape.as_str() {
            "SCALAR" => (1, 1),
            "VEC2" => (1, 2),
            "VEC3" => (1, 3),
            "VEC4" => (1, 4),
            "MAT2" => (2, 2),
            "MAT3" => (3, 3),
            "MAT4" => (4, 4),
            other => return Err(fail(format!("type {other:?} is unknown"))),
        };
        let normalized = accessor.normalized && component != Component::F32;
        Ok(Layout { component, count: accessor.count, normalized, columns, rows })
    }

    /// All numbers of accessor `index`, as `width` of each element, normalised if the file says so. `number` turns
    /// each into the wanted type. What the file does not store is zero.
    pub(super) fn numbers<T: Copy + Default>(
        &mut self,
        index: usize,
        place: &str,
        number: impl Fn(f64) -> T,
    ) -> Result<(Layout, Vec<T>), ImportError> {
        let layout = self.layout(index, place)?;
        let here = format!("/accessors/{index}");
        let width = layout.width();
        self.budget.take(layout.count, width.saturating_mul(size_of::<T>()), &here)?;
        let convert = |bytes: &[u8], at: usize| {
            let value = layout.component.read(bytes, at);
            number(if layout.normalized { layout.component.normalise(value) } else { value })
        };
        let mut out = vec![T::default(); layout.count * width];
        let (view, offset) =
            self.json.accessors.get(index).map_or((None, 0), |a| (a.buffer_view, a.byte_offset));
        if let Some(view) = view {
            let stride = self.stride(view).unwrap_or(layout.packed_stride());
            let bytes = elements(self.view(view, &here)?, offset, stride, &layout, layout.count, &here)?;
            if stride == width * layout.component.size() {
                // The common case: numbers without gaps.
                for (n, out) in out.iter_mut().enumerate() {
                    *out = convert(bytes, n * layout.component.size());
                }
            } else {
                for (element, out) in out.chunks_exact_mut(width).enumerate() {
                    for (n, out) in out.iter_mut().enumerate() {
                        *out = convert(bytes, element * stride + layout.offset(n));
                    }
                }
            }
        }
        self.apply_sparse(index, &layout, &here, &mut out, convert)?;
        Ok((layout, out))
    }

    /// Overwrites the elements that a sparse accessor stores apart.
    fn apply_sparse<T: Copy>(
        &mut self,
        index: usize,
        layout: &Layout,
        here: &str,
        out: &mut [T],
        convert: impl Fn(&[u8], usize) -> T,
    ) -> Result<(), ImportError> {
        let Some(sparse) = self.json.accessors.get(index).and_then(|a| a.sparse.as_ref()) else {
            return Ok(());
        };
        let here = format!("{here}/sparse");
        let fail = |message: String| ImportError::new("sparse-accessor", &*here, message);
        let count = sparse.count;
        if count > layout.count {
            return Err(fail(format!("{count} sparse elements in an accessor of {}", layout.count)));
        }
        let (ids, values) = (&sparse.indices, &sparse.values);
        let (id_view, id_offset, id_code) = (ids.buffer_view, ids.byte_offset, ids.component_type);
        let (value_view, value_offset) = (values.buffer_view, values.byte_offset);
        let component = Component::of(id_code)
            .filter(|c| matches!(c, Component::U8 | Component::U16 | Component::U32))
            .ok_or_else(|| fail(format!("component type {id_code} for indices")))?;
        let id_layout = Layout { component, count, normalized: false, columns: 1, rows: 1 };
        self.budget.take(count, size_of::<u32>(), &here)?;
        let bytes =
            elements(self.view(id_view, &here)?, id_offset, component.size(), &id_layout, count, &here)?;
        let ids: Vec<usize> =
            (0..count).map(|i| component.read(bytes, i * component.size()) as usize).collect();
        if !ids.is_sorted_by(|a, b| a < b) {
            return Err(fail("its indices do not ascend".into()));
        }
        let stride = layout.packed_stride();
        let bytes = elements(self.view(value_view, &here)?, value_offset, stride, layout, count, &here)?;
        for (i, &id) in ids.iter().enumerate() {
            let Some(element) = out.chunks_exact_mut(layout.width()).nth(id) else {
                return Err(fail(format!("index {id} in an accessor of {} elements", layout.count)));
            };
            for (n, out) in element.iter_mut().enumerate() {
                *out = convert(bytes, i * stride + layout.offset(n));
            }
        }
        Ok(())
    }

    /// Accessor `index` as vectors of `N` finite floats.
    pub(super) fn vectors<const N: usize>(
        &mut self,
        index: usize,
        place: &str,
    ) -> Result<Vec<[f32; N]>, ImportError> {
        let (layout, numbers) = self.numbers(index, place, |v| v as f32)?;
        if layout.width() != N {
            let message = format!("accessor {index} has {} numbers an element, expected {N}", layout.width());
            return Err(ImportError::new("accessor-type", place, message));
        }
        if let Some(at) = numbers.iter().position(|n| !n.is_finite()) {
            let message = format!("element {} is not finite", at / N);
            return Err(ImportError::new("not-finite", format!("/accessors/{index}"), message));
        }
        Ok(numbers.as_chunks::<N>().0.to_vec())
    }

    /// Accessor `index` as whole numbers, `N` an element: indices and joints.
    pub(super) fn integers<const N: usize>(
        &mut self,
        index: usize,
        place: &str,
    ) -> Result<Vec<[u32; N]>, ImportError> {
        let (layout, numbers) = self.numbers(index, place, |v| v as u32)?;
        let whole = matches!(layout.component, Component::U8 | Component::U16 | Component::U32);
        if layout.width() != N || !whole || layout.normalized {
            let message = format!("accessor {index} does not hold {N} unsigned whole numbers an element");
            return Err(ImportError::new("accessor-type", place, message));
        }
        Ok(numbers.as_chunks::<N>().0.to_vec())
    }

    /// Looks at every accessor of the file, used or not: numbers must be finite and within the stated bounds.
    pub(super) fn check_accessors(&mut self) {
        for index in 0..self.json.accessors.len() {
            if let Err(error) = self.check_accessor(index) {
                self.report.caught(error, "whatever uses it is left out");
            }
        }
    }

    fn check_accessor(&mut self, index: usize) -> Result<(), ImportError> {
        let place = format!("/accessors/{index}");
        let layout = self.layout(index, &place)?;
        let Some(accessor) = self.json.accessors.get(index) else { return Ok(()) };
        let (view, offset) = (accessor.buffer_view, accessor.byte_offset);
        let width = layout.width();
        let (min, max) = (accessor.min.to_vec(), accessor.max.to_vec());
        if accessor.sparse.is_some() || view.is_none() {
            return Ok(());
        }
        for (name, bound) in [("min", &min), ("max", &max)] {
            if !bound.is_empty() && bound.len() != width {
                let message = format!("{name} has {} numbers for elements of {width}", bound.len());
                self.report.error("accessor-bounds", &*place, message);
                return Ok(());
            }
        }
        if layout.component != Component::F32 && min.is_empty() && max.is_empty() {
            return Ok(());
        }
        let (mut low, mut high) = (vec![f64::INFINITY; width], vec![f64::NEG_INFINITY; width]);
        if let Some(view) = view {
            let stride = self.stride(view).unwrap_or(layout.packed_stride());
            let bytes = elements(self.view(view, &place)?, offset, stride, &layout, layout.count, &place)?;
            for element in 0..layout.count {
                for (n, (low, high)) in low.iter_mut().zip(&mut high).enumerate() {
                    let value = layout.component.read(bytes, element * stride + layout.offset(n));
                    if !value.is_finite() {
                        let message = format!("element {element} is not finite");
                        return Err(ImportError::new("not-finite", place, message));
                    }
                    *low = low.min(value);
                    *high = high.max(value);
                }
            }
        }
        if layout.count == 0 {
            return Ok(());
        }
        let slack = |bound: f64| bound.abs() * 1e-6 + 1e-9;
        let below = min.iter().zip(&low).any(|(bound, value)| *value < bound - slack(*bound));
        let above = max.iter().zip(&high).any(|(bound, value)| *value > bound + slack(*bound));
        if below || above {
            let side = if below { "min" } else { "max" };
            let message = format!("elements lie outside the stated {side}; the bounds are not used");
            self.report.error("accessor-bounds", format!("{place}/{side}"), message);
        } else if min.iter().zip(&low).chain(max.iter().zip(&high)).any(|(b, v)| (b - v).abs() > slack(*b)) {
            self.report.info("accessor-bounds-loose", place, "the stated bounds are wider than the elements");
        }
        Ok(())
    }
}

/// The bytes from the first of `count` elements on, after making sure that the last lies within `view`.
fn elements<'b>(
    view: &'b [u8],
    offset: usize,
    stride: usize,
    layout: &Layout,
    count: usize,
    place: &str,
) -> Result<&'b [u8], ImportError> {
    let fail = |message: String| ImportError::new("out-of-range", place, message);
    if count > 0 && stride < layout.element_bytes() {
        return Err(fail(format!("elements of {} bytes lie {stride} bytes apart", layout.element_bytes())));
    }
    let span = match count.checked_sub(1) {
        None => Some(0),
        Some(last) => last.checked_mul(stride).and_then(|bytes| bytes.checked_add(layout.element_bytes())),
    };
    let end = span.and_then(|span| offset.checked_add(span));
    end.and_then(|end| view.get(offset..end)).ok_or_else(|| {
        fail(format!("{count} elements from byte {offset} reach past the view's {} bytes", view.len()))
    })
}
