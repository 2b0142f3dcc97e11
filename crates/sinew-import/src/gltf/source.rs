//! Shared state of a glTF import: JSON, buffers, budget and report.

use super::json;
use super::meshopt;
use super::uri::{self, Target};
use crate::budget::Budget;
use crate::{ImportError, Report, Resolver};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Data of one buffer.
enum Buffer<'a> {
    /// Binary chunk of the GLB, which may be longer than the declared length.
    Chunk(&'a [u8]),
    /// Data of an external file or a data URI.
    Loaded(Arc<[u8]>),
    /// No data: a fallback for compressed buffer views, or missing.
    Empty,
}

/// State of one import.
pub(super) struct Source<'a> {
    pub(super) json: json::Root,
    buffers: Vec<Buffer<'a>>,
    /// Decoded data of compressed buffer views.
    decoded_views: HashMap<usize, Arc<[u8]>>,
    /// Elements of accessors whose primitive is compressed, packed.
    decoded_accessors: HashMap<usize, Vec<u8>>,
    /// Buffer views with compressed primitives that are counted as input.
    counted_views: HashSet<usize>,
    /// Smallest number of joints of the skins with which each mesh is shown, by mesh.
    joint_counts: HashMap<usize, usize>,
    /// Node with the copies of a mesh, for each of the nodes that were added for them at the end; ascending.
    pub(super) instance_origins: Vec<usize>,
    /// External files read so far, by path.
    files: HashMap<String, Arc<[u8]>>,
    pub(super) budget: Budget,
    pub(super) report: Report,
    resolver: &'a dyn Resolver,
}

impl<'a> Source<'a> {
    /// Loads all buffers. `bin` is the binary chunk of a GLB.
    pub(super) fn new(
        json: json::Root,
        bin: Option<&'a [u8]>,
        budget: Budget,
        report: Report,
        resolver: &'a dyn Resolver,
    ) -> Result<Self, ImportError> {
        let mut source = Self {
            json,
            buffers: Vec::new(),
            decoded_views: HashMap::new(),
            decoded_accessors: HashMap::new(),
            counted_views: HashSet::new(),
            joint_counts: HashMap::new(),
            instance_origins: Vec::new(),
            files: HashMap::new(),
            budget,
            report,
            resolver,
        };
        for n in 0..source.json.buffers.len() {
            let buffer = source.load_buffer(n, bin)?;
            source.buffers.push(buffer);
        }
        for node in source.json.nodes.iter() {
            let Some((mesh, skin)) = node.mesh.zip(node.skin) else { continue };
            let Some(skin) = source.json.skins.get(skin) else { continue };
            let count = source.joint_counts.entry(mesh).or_insert(usize::MAX);
            *count = skin.joints.len().min(*count);
        }
        if bin.is_some() && source.json.buffers.first().is_none_or(|b| b.uri.is_some()) {
            source.report.info("glb-chunk-unused", "/buffers", "no buffer uses the binary chunk of the GLB");
        }
        Ok(source)
    }

    fn load_buffer(&mut self, n: usize, bin: Option<&'a [u8]>) -> Result<Buffer<'a>, ImportError> {
        let location = format!("/buffers/{n}");
        let Some(json) = self.json.buffers.get_mut(n) else { return Ok(Buffer::Empty) };
        let (declared, fallback) = (json.byte_length, json.is_fallback());
        // The URI is moved out to free the memory of a data URI.
        let buffer = match (json.uri.take(), bin) {
            (Some(_), _) if fallback => Buffer::Empty,
            (Some(uri), _) => Buffer::Loaded(self.load(&uri, &format!("{location}/uri"))?),
            (None, Some(bin)) if n == 0 => {
                if bin.len() > declared.saturating_add(3) {
                    let message =
                        format!("the buffer declares {declared} bytes; the binary chunk has {}", bin.len());
                    self.report.warn("buffer-length", &*location, message);
                }
                Buffer::Chunk(bin)
            }
            (None, _) => {
                if !fallback {
                    let message = "the buffer has no URI and is not the binary chunk of the GLB";
                    self.report.warn("buffer-without-data", &*location, message);
                }
                Buffer::Empty
            }
        };
        let found = match &buffer {
            Buffer::Chunk(bytes) => bytes.len(),
            Buffer::Loaded(bytes) => bytes.len(),
            Buffer::Empty => declared,
        };
        if found < declared {
            let message = format!("the buffer declares {declared} bytes; only {found} exist");
            return Err(ImportError::new("buffer-length", location, message));
        }
        Ok(buffer)
    }

    /// Number of joints that every skin of mesh `m` has.
    pub(super) fn joint_count(&self, m: usize) -> usize {
        self.joint_counts.get(&m).copied().unwrap_or(usize::MAX)
    }

    /// Bytes of a data URI or an external file. Each file is read once.
    pub(super) fn load(&mut self, uri: &str, location: &str) -> Result<Arc<[u8]>, ImportError> {
        let (path, as_written) = match uri::parse(uri, location)? {
            Target::Data(bytes) => {
                self.budget.take(bytes.len(), 1, location)?;
                return Ok(bytes.into());
            }
            Target::File { path, as_written } => (path, as_written),
        };
        if let Some(bytes) = self.files.get(&path) {
            return Ok(bytes.clone());
        }
        let missing = |message| ImportError::new("missing-file", location, message);
        let read = self.resolver.read(&path);
        let read = read.or_else(|why| as_written.and_then(|path| self.resolver.read(&path).ok()).ok_or(why));
        let bytes: Arc<[u8]> = read.map_err(missing)?.into();
        self.budget.add_input(bytes.len());
        self.files.insert(path, bytes.clone());
        Ok(bytes)
    }

    /// `length` bytes of buffer `buffer` from `offset`.
    fn slice(
        &self,
        buffer: usize,
        offset: usize,
        length: usize,
        location: &str,
    ) -> Result<&[u8], ImportError> {
        let fail = |message: String| ImportError::new("out-of-range", location, message);
        let declared = self.json.buffers.get(buffer).map(|b| b.byte_length);
        let declared = declared.ok_or_else(|| fail(format!("buffer {buffer} does not exist")))?;
        let data = match self.buffers.get(buffer) {
            Some(Buffer::Chunk(bytes)) => bytes,
            Some(Buffer::Loaded(bytes)) => &**bytes,
            Some(Buffer::Empty) | None => return Err(fail(format!("buffer {buffer} has no data"))),
        };
        let end = offset.checked_add(length).filter(|&end| end <= declared);
        end.and_then(|end| data.get(offset..end)).ok_or_else(|| {
            fail(format!("bytes {offset}..{offset}+{length} exceed the {declared} bytes of buffer {buffer}"))
        })
    }

    /// Bytes of buffer view `view`, decoded if it is compressed.
    pub(super) fn view(&mut self, view: usize, location: &str) -> Result<&[u8], ImportError> {
        let json = self.json.buffer_views.get(view).ok_or_else(|| {
            ImportError::new("out-of-range", location, format!("buffer view {view} does not exist"))
        })?;
        let Some((extension, packed)) = json.meshopt() else {
            let here = format!("/bufferViews/{view}");
            return self.slice(json.buffer, json.byte_offset, json.byte_length, &here);
        };
        if !self.decoded_views.contains_key(&view) {
            let here = format!("/bufferViews/{view}/extensions/{extension}");
            let (count, stride) = (packed.count, packed.byte_stride);
            // Twice: the decoded vector, then its shared copy.
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

    /// Packed elements of an accessor whose primitive is compressed, while the primitive is read.
    pub(super) fn decoded_accessor(&self, accessor: usize) -> Option<&[u8]> {
        self.decoded_accessors.get(&accessor).map(Vec::as_slice)
    }

    /// Lends elements to an accessor until [`Self::drop_decoded_accessors`].
    #[cfg(feature = "draco")]
    pub(super) fn set_decoded_accessor(
        &mut self,
        accessor: usize,
        elements: Vec<u8>,
        location: &str,
    ) -> Result<(), ImportError> {
        self.budget.take(elements.len(), 1, location)?;
        let before = self.decoded_accessors.insert(accessor, elements);
        self.budget.give_back(before.map_or(0, |elements| elements.len()), 1);
        Ok(())
    }

    /// Drops the elements of the compressed primitive that has been read.
    pub(super) fn drop_decoded_accessors(&mut self) {
        for (_, elements) in self.decoded_accessors.drain() {
            self.budget.give_back(elements.len(), 1);
        }
    }

    /// Counts a buffer view as input that decodes to more than other input does.
    #[cfg(feature = "draco")]
    pub(super) fn count_compressed(&mut self, view: usize, location: &str) -> Result<(), ImportError> {
        let length = self.view(view, location)?.len();
        if self.counted_views.insert(view) {
            self.budget.add_compressed(length);
        }
        Ok(())
    }

    /// Byte stride of buffer view `view`, if the file declares one.
    pub(super) fn stride(&self, view: usize) -> Option<usize> {
        let view = self.json.buffer_views.get(view)?;
        view.meshopt().map_or(view.byte_stride, |(_, packed)| Some(packed.byte_stride))
    }

    /// Reports a byte stride on the buffer view of an accessor that is not a vertex attribute.
    pub(super) fn check_no_stride(&mut self, accessor: usize, location: &str) {
        let view = self.json.accessors.get(accessor).and_then(|a| a.buffer_view);
        if view.and_then(|v| self.json.buffer_views.get(v)).is_some_and(|v| v.byte_stride.is_some()) {
            self.report.warn(
                "stride-not-allowed",
                location,
                "the buffer view has a byte stride, which only vertex attributes may have",
            );
        }
    }
}
