//! The file as the readers of its parts see it: JSON, buffers, budget and report.

use super::json;
use super::meshopt;
use super::uri::{self, Target};
use crate::limits::Budget;
use crate::{ImportError, Report, Resolver};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

/// Everything one import works on.
pub(super) struct Source<'a> {
    pub(super) json: json::Root,
    buffers: Vec<Option<Cow<'a, [u8]>>>,
    /// Views that were compressed, decoded.
    decoded_views: HashMap<usize, Arc<[u8]>>,
    pub(super) budget: Budget,
    pub(super) report: Report,
    pub(super) resolver: &'a dyn Resolver,
}

impl<'a> Source<'a> {
    /// Loads the buffers that `json` names; `bin` is the GLB's own.
    pub(super) fn new(
        json: json::Root,
        bin: Option<&'a [u8]>,
        mut budget: Budget,
        mut report: Report,
        resolver: &'a dyn Resolver,
    ) -> Result<Self, ImportError> {
        let mut buffers = Vec::with_capacity(json.buffers.len());
        for (n, buffer) in json.buffers.iter().enumerate() {
            let place = format!("/buffers/{n}");
            let data: Option<Cow<'a, [u8]>> = match (&buffer.uri, bin) {
                (Some(text), _) => match uri::parse(text, &format!("{place}/uri"))? {
                    Target::Data { bytes, .. } => {
                        budget.take(bytes.len(), 1, &place)?;
                        Some(Cow::Owned(bytes))
                    }
                    Target::File(path) => {
                        let missing = |m| ImportError::new("missing-file", format!("{place}/uri"), m);
                        let bytes = resolver.read(&path).map_err(missing)?;
                        budget.add_input(bytes.len());
                        Some(Cow::Owned(bytes))
                    }
                },
                (None, Some(bin)) if n == 0 => Some(Cow::Borrowed(bin)),
                (None, _) => {
                    let fallback = buffer.extensions.meshopt.as_ref().is_some_and(|m| m.fallback);
                    if !fallback {
                        report.error(
                            "buffer-without-data",
                            &*place,
                            "it names no file and is not the GLB's own",
                        );
                    }
                    None
                }
            };
            if let Some(data) = data.as_ref().filter(|d| d.len() < buffer.byte_length) {
                let message = format!("{} bytes of {} are there", data.len(), buffer.byte_length);
                return Err(ImportError::new("buffer-too-short", place, message));
            }
            buffers.push(data);
        }
        Ok(Self { json, buffers, decoded_views: HashMap::new(), budget, report, resolver })
    }

    /// `length` bytes of buffer `buffer` from `offset`.
    fn slice(&self, buffer: usize, offset: usize, length: usize, place: &str) -> Result<&[u8], ImportError> {
        let fail = |message: String| ImportError::new("out-of-range", place, message);
        let stated =
            self.json.buffers.get(buffer).ok_or_else(|| fail(format!("buffer {buffer} does not exist")))?;
        let data = self.buffers.get(buffer).and_then(|b| b.as_deref());
        let data = data.ok_or_else(|| fail(format!("buffer {buffer} has no data")))?;
        let end = offset.checked_add(length).filter(|&end| end <= stated.byte_length);
        end.and_then(|end| data.get(offset..end)).ok_or_else(|| {
            fail(format!(
                "bytes {offset} + {length} reach past the end of buffer {buffer} ({})",
                stated.byte_length
            ))
        })
    }

    /// The bytes of buffer view `view`, decoded if they were compressed.
    pub(super) fn view(&mut self, view: usize, place: &str) -> Result<&[u8], ImportError> {
        let json = self.json.buffer_views.get(view).ok_or_else(|| {
            ImportError::new("out-of-range", place, format!("buffer view {view} does not exist"))
        })?;
        let here = format!("/bufferViews/{view}");
        let Some(packed) = &json.extensions.meshopt else {
            return self.slice(json.buffer, json.byte_offset, json.byte_length, &here);
        };
        if !self.decoded_views.contains_key(&view) {
            let here = format!("{here}/extensions/EXT_meshopt_compression");
            let (count, stride) = (packed.count, packed.byte_stride);
            self.budget.take(count, stride, &here)?;
            let data = self.slice(packed.buffer, packed.byte_offset, packed.byte_length, &here)?;
            let filter = packed.filter.as_deref().unwrap_or("NONE");
            let decoded = meshopt::decode(data, count, stride, &packed.mode, filter)
                .map_err(|message| ImportError::new("meshopt", &*here, message))?;
            self.decoded_views.insert(view, decoded.into());
        }
        Ok(self.decoded_views.get(&view).map(|d| &**d).unwrap_or_default())
    }

    /// The distance between elements in view `view`, if the file states one.
    pub(super) fn stride(&self, view: usize) -> Option<usize> {
        let view = self.json.buffer_views.get(view)?;
        match &view.extensions.meshopt {
            Some(packed) => Some(packed.byte_stride),
            None => view.byte_stride,
        }
    }
}
