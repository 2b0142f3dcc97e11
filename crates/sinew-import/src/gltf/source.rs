//! The file as the readers of its parts see it: JSON, buffers, budget and report.

use super::json;
use super::meshopt;
use super::uri::{self, Target};
use crate::limits::Budget;
use crate::{ImportError, Report, Resolver};
use std::collections::HashMap;
use std::sync::Arc;

/// The bytes of one buffer.
enum Buffer<'a> {
    /// The GLB's own, with whatever follows its stated length.
    Chunk(&'a [u8]),
    /// From a file or the JSON.
    Loaded(Arc<[u8]>),
    /// None: compressed views stand in its place, or it is missing.
    Empty,
}

/// Everything one import works on.
pub(super) struct Source<'a> {
    pub(super) json: json::Root,
    buffers: Vec<Buffer<'a>>,
    /// Views that were compressed, decoded.
    decoded_views: HashMap<usize, Arc<[u8]>>,
    /// Files read so far.
    files: HashMap<String, Arc<[u8]>>,
    pub(super) budget: Budget,
    pub(super) report: Report,
    resolver: &'a dyn Resolver,
}

impl<'a> Source<'a> {
    /// Loads the buffers that `json` names; `bin` is the GLB's own.
    pub(super) fn new(
        json: json::Root,
        bin: Option<&'a [u8]>,
        budget: Budget,
        report: Report,
        resolver: &'a dyn Resolver,
    ) -> Result<Self, ImportError> {
        let (decoded_views, files) = Default::default();
        let mut source = Self { json, buffers: Vec::new(), decoded_views, files, budget, report, resolver };
        for n in 0..source.json.buffers.len() {
            let buffer = source.load_buffer(n, bin)?;
            source.buffers.push(buffer);
        }
        if bin.is_some() && source.json.buffers.first().is_none_or(|b| b.uri.is_some()) {
            source.report.info("glb-chunk-unused", "/buffers", "no buffer uses the GLB's binary chunk");
        }
        Ok(source)
    }

    fn load_buffer(&mut self, n: usize, bin: Option<&'a [u8]>) -> Result<Buffer<'a>, ImportError> {
        let place = format!("/buffers/{n}");
        let Some(json) = self.json.buffers.get_mut(n) else { return Ok(Buffer::Empty) };
        let (stated, fallback) = (json.byte_length, json.is_fallback());
        // Taken, since a data URI is not needed twice.
        let buffer = match (json.uri.take(), bin) {
            (Some(_), _) if fallback => Buffer::Empty,
            (Some(uri), _) => Buffer::Loaded(self.load(&uri, &format!("{place}/uri"))?),
            (None, Some(bin)) if n == 0 => {
                if bin.len() > stated.saturating_add(3) {
                    let message = format!("{stated} bytes are stated; the GLB's chunk has {}", bin.len());
                    self.report.warn("buffer-length", &*place, message);
                }
                Buffer::Chunk(bin)
            }
            (None, _) => {
                if !fallback {
                    let message = "it names no file and is not the GLB's own";
                    self.report.warn("buffer-without-data", &*place, message);
                }
                Buffer::Empty
            }
        };
        let found = match &buffer {
            Buffer::Chunk(bytes) => bytes.len(),
            Buffer::Loaded(bytes) => bytes.len(),
            Buffer::Empty => stated,
        };
        if found < stated {
            let message = format!("{found} bytes of {stated} are there");
            return Err(ImportError::new("buffer-length", place, message));
        }
        Ok(buffer)
    }

    /// The bytes behind a URI. A file that is named twice is read once.
    pub(super) fn load(&mut self, uri: &str, place: &str) -> Result<Arc<[u8]>, ImportError> {
        let path = match uri::parse(uri, place)? {
            Target::Data(bytes) => {
                self.budget.take(bytes.len(), 1, place)?;
                return Ok(bytes.into());
            }
            Target::File(path) => path,
        };
        if let Some(bytes) = self.files.get(&path) {
            return Ok(bytes.clone());
        }
        let missing = |message| ImportError::new("missing-file", place, message);
        let bytes: Arc<[u8]> = self.resolver.read(&path).map_err(missing)?.into();
        self.budget.add_input(bytes.len());
        self.files.insert(path, bytes.clone());
        Ok(bytes)
    }

    /// `length` bytes of buffer `buffer` from `offset`.
    fn slice(&self, buffer: usize, offset: usize, length: usize, place: &str) -> Result<&[u8], ImportError> {
        let fail = |message: String| ImportError::new("out-of-range", place, message);
        let stated = self.json.buffers.get(buffer).map(|b| b.byte_length);
        let stated = stated.ok_or_else(|| fail(format!("buffer {buffer} does not exist")))?;
        let data = match self.buffers.get(buffer) {
            Some(Buffer::Chunk(bytes)) => bytes,
            Some(Buffer::Loaded(bytes)) => &**bytes,
            Some(Buffer::Empty) | None => return Err(fail(format!("buffer {buffer} has no data"))),
        };
        let end = offset.checked_add(length).filter(|&end| end <= stated);
        end.and_then(|end| data.get(offset..end)).ok_or_else(|| {
            fail(format!("bytes {offset} + {length} reach past the end of buffer {buffer} ({stated})"))
        })
    }

    /// The bytes of buffer view `view`, decoded if they were compressed.
    pub(super) fn view(&mut self, view: usize, place: &str) -> Result<&[u8], ImportError> {
        let json = self.json.buffer_views.get(view).ok_or_else(|| {
            ImportError::new("out-of-range", place, format!("buffer view {view} does not exist"))
        })?;
        let Some((extension, packed)) = json.meshopt() else {
            let here = format!("/bufferViews/{view}");
            return self.slice(json.buffer, json.byte_offset, json.byte_length, &here);
        };
        if !self.decoded_views.contains_key(&view) {
            let here = format!("/bufferViews/{view}/extensions/{extension}");
            let (count, stride) = (packed.count, packed.byte_stride);
            // Decoded into a vector, then moved to where it is shared.
            self.budget.take(count, stride.saturating_mul(2), &here)?;
            let data = self.slice(packed.buffer, packed.byte_offset, packed.byte_length, &here)?;
            let filter = packed.filter.as_deref().unwrap_or("NONE");
            let decoded = meshopt::decode(data, count, stride, &packed.mode, filter)
                .map_err(|message| ImportError::new("meshopt", &*here, message))?;
            self.decoded_views.insert(view, decoded.into());
            self.budget.give_back(count, stride);
        }
        Ok(self.decoded_views.get(&view).map(|d| &**d).unwrap_or_default())
    }

    /// The distance between elements in view `view`, if the file states one.
    pub(super) fn stride(&self, view: usize) -> Option<usize> {
        let view = self.json.buffer_views.get(view)?;
        view.meshopt().map_or(view.byte_stride, |(_, packed)| Some(packed.byte_stride))
    }

    /// Reports a stride on the view of an accessor that holds no vertex attribute.
    pub(super) fn check_no_stride(&mut self, accessor: usize, place: &str) {
        let view = self.json.accessors.get(accessor).and_then(|a| a.buffer_view);
        if view.and_then(|v| self.json.buffer_views.get(v)).is_some_and(|v| v.byte_stride.is_some()) {
            self.report.error("stride-not-allowed", place, "only vertex attributes may state a stride");
        }
    }
}
