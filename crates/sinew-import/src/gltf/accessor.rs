//! Accessors: typed arrays in buffers, strided, sparse, normalised (glTF 2.0 specification, section 3.6.2).

use super::layout::{Component, Layout};
use super::source::Source;
use crate::ImportError;
use crate::error::quoted;

/// Elements of a buffer view: the bytes from the first element on, and the byte stride.
#[derive(Clone, Copy)]
pub(super) struct Elements<'b> {
    pub(super) bytes: &'b [u8],
    pub(super) stride: usize,
}

impl Source<'_> {
    /// The layout of accessor `index`. While its primitive lends it decoded elements, the count is theirs.
    pub(super) fn layout(&self, index: usize, location: &str) -> Result<Layout, ImportError> {
        let accessor = self.json.accessors.get(index).ok_or_else(|| {
            ImportError::new("out-of-range", location, format!("accessor {index} does not exist"))
        })?;
        let fail =
            |message: String| ImportError::new("accessor-type", format!("/accessors/{index}"), message);
        let component = Component::of(accessor.component_type)
            .ok_or_else(|| fail(format!("component type {} is unknown", accessor.component_type)))?;
        let layout = Layout::new(component, &accessor.shape, accessor.normalized, accessor.count)
            .ok_or_else(|| fail(format!("type {} is unknown", quoted(&accessor.shape))))?;
        let decoded = self.decoded_accessor(index).map(|bytes| bytes.len() / layout.packed_stride());
        Ok(layout.with_count(decoded.unwrap_or(accessor.count)))
    }

    /// Whether accessor `index` has data. The values of an accessor without data are zero.
    pub(super) fn is_stored(&self, index: usize) -> bool {
        self.json.accessors.get(index).is_some_and(|a| a.buffer_view.is_some() || a.sparse.is_some())
    }

    /// Elements of an accessor without sparse substitutions, those of its primitive's stream if that is
    /// compressed; `None` if it has no buffer view.
    pub(super) fn elements(
        &mut self,
        index: usize,
        layout: &Layout,
    ) -> Result<Option<Elements<'_>>, ImportError> {
        if self.decoded_accessor(index).is_some() {
            let stride = layout.packed_stride();
            return Ok(self.decoded_accessor(index).map(|bytes| Elements { bytes, stride }));
        }
        let accessor = self.json.accessors.get(index);
        let Some((view, offset)) = accessor.and_then(|a| Some((a.buffer_view?, a.byte_offset))) else {
            return Ok(None);
        };
        let stride = self.stride(view).unwrap_or(layout.packed_stride());
        self.elements_of(view, offset, stride, layout, &format!("/accessors/{index}")).map(Some)
    }

    /// Bytes of `layout.count` elements, checked to end within the buffer view.
    fn elements_of(
        &mut self,
        view: usize,
        offset: usize,
        stride: usize,
        layout: &Layout,
        location: &str,
    ) -> Result<Elements<'_>, ImportError> {
        let fail = |message: String| ImportError::new("out-of-range", location, message);
        let (count, element) = (layout.count, layout.element_bytes());
        if count > 1 && stride < element {
            return Err(fail(format!(
                "byte stride {stride} is smaller than the element size of {element} bytes"
            )));
        }
        let view = self.view(view, location)?;
        let span = match count.checked_sub(1) {
            None => Some(0),
            Some(last) => last.checked_mul(stride).and_then(|bytes| bytes.checked_add(element)),
        };
        let end = span.and_then(|span| offset.checked_add(span));
        let bytes = end.and_then(|end| view.get(offset..end)).ok_or_else(|| {
            fail(format!(
                "{count} elements from byte {offset} on exceed the buffer view's {} bytes",
                view.len()
            ))
        })?;
        Ok(Elements { bytes, stride })
    }

    /// Decodes accessor `index` to `N` numbers per element; `number` reads one number at a byte offset.
    fn decode<T: Copy + Default, const N: usize>(
        &mut self,
        index: usize,
        layout: &Layout,
        number: impl Fn(&[u8], usize) -> T,
    ) -> Result<Vec<[T; N]>, ImportError> {
        let here = format!("/accessors/{index}");
        self.budget.read(layout.count, size_of::<[T; N]>(), &here)?;
        self.budget.take(layout.count, size_of::<[T; N]>(), &here)?;
        let offsets: [usize; N] = std::array::from_fn(|n| layout.offset(n));
        let mut out = match self.elements(index, layout)? {
            None => vec![[T::default(); N]; layout.count],
            Some(Elements { bytes, stride }) => {
                let element = |e: usize| offsets.map(|offset| number(bytes, e * stride + offset));
                (0..layout.count).map(element).collect()
            }
        };
        let Some(sparse) = self.json.accessors.get(index).and_then(|a| a.sparse.as_ref()) else {
            return Ok(out);
        };
        let (count, view, offset) = (sparse.count, sparse.values.buffer_view, sparse.values.byte_offset);
        let here = format!("{here}/sparse");
        let ids = self.sparse_indices(index, layout.count, &here)?;
        let stride = layout.packed_stride();
        let values = self.elements_of(view, offset, stride, &layout.with_count(count), &here)?;
        for (i, &id) in ids.iter().enumerate() {
            if let Some(element) = out.get_mut(id as usize) {
                *element = offsets.map(|offset| number(values.bytes, i * stride + offset));
            }
        }
        self.budget.give_back(ids.len(), size_of::<u32>());
        Ok(out)
    }

    /// Indices of the elements that a sparse accessor replaces, out of `elements`.
    fn sparse_indices(
        &mut self,
        index: usize,
        elements: usize,
        location: &str,
    ) -> Result<Vec<u32>, ImportError> {
        let fail = |message: String| Err(ImportError::new("sparse-accessor", location, message));
        let Some(sparse) = self.json.accessors.get(index).and_then(|a| a.sparse.as_ref()) else {
            return Ok(Vec::new());
        };
        let (count, indices) = (sparse.count, &sparse.indices);
        let Some(component) = Component::of(indices.component_type).filter(|c| c.is_unsigned()) else {
            return fail(format!(
                "component type {} is not allowed for sparse indices",
                indices.component_type
            ));
        };
        if count > elements {
            return fail(format!("{count} sparse elements exceed the accessor's {elements} elements"));
        }
        let (view, offset) = (indices.buffer_view, indices.byte_offset);
        let Some(layout) = Layout::new(component, "SCALAR", false, count) else { return Ok(Vec::new()) };
        self.budget.take(count, size_of::<u32>(), location)?;
        let stored = self.elements_of(view, offset, component.size(), &layout, location)?;
        let ids: Vec<u32> =
            (0..count).map(|i| component.read(stored.bytes, i * stored.stride) as u32).collect();
        if !ids.is_sorted_by(|a, b| a < b) {
            return fail("the sparse indices are not in ascending order".into());
        }
        match ids.last() {
            Some(&last) if last as usize >= elements => {
                fail(format!("sparse index {last} exceeds the accessor's {elements} elements"))
            }
            _ => Ok(ids),
        }
    }

    /// Decodes accessor `index` to vectors of `N` finite floats. Normalized integers are converted.
    pub(super) fn vectors<const N: usize>(
        &mut self,
        index: usize,
        location: &str,
    ) -> Result<Vec<[f32; N]>, ImportError> {
        let layout = self.layout(index, location)?;
        if layout.width() != N {
            let message =
                format!("accessor {index} has {} components per element; expected {N}", layout.width());
            return Err(ImportError::new("accessor-type", location, message));
        }
        let component = layout.component;
        let vectors = match component {
            Component::F32 => {
                self.decode(index, &layout, |bytes, at| Component::F32.read(bytes, at) as f32)?
            }
            _ if layout.normalized => self
                .decode(index, &layout, |bytes, at| component.normalize(component.read(bytes, at)) as f32)?,
            _ => self.decode(index, &layout, |bytes, at| component.read(bytes, at) as f32)?,
        };
        if let Some(at) = vectors.iter().position(|v: &[f32; N]| v.iter().any(|n| !n.is_finite())) {
            let message = format!("element {at} is not finite");
            return Err(ImportError::new("not-finite", format!("/accessors/{index}"), message));
        }
        Ok(vectors)
    }

    /// Decodes accessor `index` to `N` unsigned integers per element: indices or joints.
    pub(super) fn integers<const N: usize>(
        &mut self,
        index: usize,
        location: &str,
    ) -> Result<Vec<[u32; N]>, ImportError> {
        let layout = self.layout(index, location)?;
        let component = layout.component;
        if layout.width() != N || !component.is_unsigned() || layout.normalized {
            let message =
                format!("accessor {index} does not have {N} unsigned integer components per element");
            return Err(ImportError::new("accessor-type", location, message));
        }
        self.decode(index, &layout, |bytes, at| component.read(bytes, at) as u32)
    }
}
