//! State of the exported file: JSON lists, used extensions, binary data and report. Writers add extensions to
//! objects of the lists and to the root through [`Extensions`].

use super::ExportError;
use super::buffer::Buffer;
use super::separate::SeparateFiles;
use super::view::BinaryData;
use crate::Report;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Used and required extensions.
#[derive(Default)]
pub(super) struct Extensions {
    used: BTreeSet<&'static str>,
    required: BTreeSet<&'static str>,
}

impl Extensions {
    /// Adds extension `name` to an object of the file.
    pub(super) fn add(&mut self, object: &mut Value, name: &'static str, value: Value) {
        self.used.insert(name);
        if let Some(object) = object.as_object_mut() {
            let extensions = object.entry("extensions").or_insert_with(|| json!({}));
            if let Some(extensions) = extensions.as_object_mut() {
                extensions.insert(name.into(), value);
            }
        }
    }

    /// Marks extension `name` as required.
    pub(super) fn require(&mut self, name: &'static str) {
        self.used.insert(name);
        self.required.insert(name);
    }
}

/// Exported file under construction.
pub(super) struct Document {
    /// Root object; the lists are added at the end.
    pub(super) root: Value,
    pub(super) nodes: Vec<Value>,
    pub(super) scenes: Vec<Value>,
    /// Number of the default scene.
    pub(super) scene: usize,
    pub(super) meshes: Vec<Value>,
    pub(super) skins: Vec<Value>,
    pub(super) animations: Vec<Value>,
    /// Clip of each animation, by its number among those that are exported.
    pub(super) animation_clips: Vec<usize>,
    pub(super) materials: Vec<Value>,
    pub(super) textures: Vec<Value>,
    pub(super) samplers: Vec<Value>,
    pub(super) images: Vec<Value>,
    pub(super) extensions: Extensions,
    pub(super) buffer: Buffer,
    /// Files beside a .gltf file; `None` for a GLB, which holds everything.
    pub(super) separate: Option<SeparateFiles>,
    pub(super) report: Report,
}

impl Document {
    /// Empty file. `meshopt` enables compression of buffer views.
    pub(super) fn new(meshopt: bool) -> Self {
        let generator = concat!("Sinew ", env!("CARGO_PKG_VERSION"));
        Self {
            root: json!({ "asset": { "version": "2.0", "generator": generator } }),
            nodes: Vec::new(),
            scenes: Vec::new(),
            scene: 0,
            meshes: Vec::new(),
            skins: Vec::new(),
            animations: Vec::new(),
            animation_clips: Vec::new(),
            materials: Vec::new(),
            textures: Vec::new(),
            samplers: Vec::new(),
            images: Vec::new(),
            extensions: Extensions::default(),
            buffer: Buffer::new(meshopt),
            separate: None,
            report: Report::default(),
        }
    }

    /// Stores an encoded image, in a buffer view or in a file of its own. Returns its object.
    pub(super) fn store_image(&mut self, name: &str, mime: &str, bytes: &[u8]) -> Value {
        match &mut self.separate {
            None => json!({ "mimeType": mime, "bufferView": self.buffer.raw(bytes) }),
            Some(files) => {
                let extension = mime.trim_start_matches("image/").replace("jpeg", "jpg");
                json!({ "mimeType": mime, "uri": files.add(name, &extension, bytes) })
            }
        }
    }

    /// Builds the GLB (glTF 2.0 specification, section 4: "GLB File Format Specification").
    pub(super) fn finish(mut self) -> Result<(Vec<u8>, Report), ExportError> {
        let (mut stored, accessors) = std::mem::take(&mut self.buffer).finish();
        let (root, report) = self.root(&mut stored, accessors, None);
        Ok((glb(root.to_string().into_bytes(), stored.bytes)?, report))
    }

    /// Builds a .gltf file called `stem`, followed by the files beside it.
    pub(super) fn finish_separate(mut self, stem: &str) -> (Vec<(String, Vec<u8>)>, Report) {
        let (mut stored, accessors) = std::mem::take(&mut self.buffer).finish();
        let mut beside = self.separate.take().unwrap_or_else(|| SeparateFiles::new(stem));
        let uri = (!stored.bytes.is_empty()).then(|| beside.add("", "bin", &stored.bytes));
        let (root, report) = self.root(&mut stored, accessors, uri);
        let text = format!("{root:#}\n");
        let files = std::iter::once((format!("{stem}.gltf"), text.into_bytes())).chain(beside.files);
        (files.collect(), report)
    }

    /// The JSON of the file. `uri` names the binary data, unless a GLB holds it.
    fn root(
        mut self,
        stored: &mut BinaryData,
        accessors: Vec<Value>,
        uri: Option<String>,
    ) -> (Value, Report) {
        let mut buffers = Vec::new();
        if !stored.bytes.is_empty() {
            let mut buffer = json!({ "byteLength": stored.bytes.len() });
            if let Some(uri) = uri {
                buffer["uri"] = json!(uri);
            }
            buffers.push(buffer);
        }
        if let Some(length) = stored.fallback {
            let mut fallback = json!({ "byteLength": length });
            self.extensions.add(&mut fallback, "EXT_meshopt_compression", json!({ "fallback": true }));
            self.extensions.require("EXT_meshopt_compression");
            buffers.push(fallback);
        }
        if !self.scenes.is_empty() {
            self.root["scene"] = json!(self.scene);
        }
        let strings = |names: BTreeSet<&'static str>| names.into_iter().map(Value::from).collect();
        for (name, list) in [
            ("extensionsUsed", strings(self.extensions.used)),
            ("extensionsRequired", strings(self.extensions.required)),
            ("scenes", self.scenes),
            ("nodes", self.nodes),
            ("meshes", self.meshes),
            ("skins", self.skins),
            ("animations", self.animations),
            ("materials", self.materials),
            ("textures", self.textures),
            ("samplers", self.samplers),
            ("images", self.images),
            ("accessors", accessors),
            ("bufferViews", std::mem::take(&mut stored.views)),
            ("buffers", buffers),
        ] {
            // glTF forbids empty arrays.
            if !list.is_empty() {
                self.root[name] = Value::Array(list);
            }
        }
        (self.root, self.report)
    }
}

/// GLB of a JSON chunk and a binary chunk, each padded to a multiple of four bytes.
fn glb(mut text: Vec<u8>, mut bin: Vec<u8>) -> Result<Vec<u8>, ExportError> {
    text.resize(text.len().next_multiple_of(4), b' ');
    bin.resize(bin.len().next_multiple_of(4), 0);
    let chunks: &[(&[u8; 4], &[u8])] = &[(b"JSON", &text), (b"BIN\0", &bin)];
    let chunks = if bin.is_empty() { chunks.get(..1).unwrap_or_default() } else { chunks };
    let total = chunks.iter().map(|(_, data)| 8 + data.len()).sum::<usize>() + 12;
    let length = u32::try_from(total).map_err(|_| {
        ExportError::new("export-too-large", "/", format!("{total} bytes exceed the 4 GiB limit of GLB"))
    })?;
    let mut out = Vec::with_capacity(total);
    out.extend_from_slice(b"glTF");
    out.extend_from_slice(&2u32.to_le_bytes());
    out.extend_from_slice(&length.to_le_bytes());
    for (kind, data) in chunks {
        out.extend_from_slice(&(data.len() as u32).to_le_bytes());
        out.extend_from_slice(*kind);
        out.extend_from_slice(data);
    }
    Ok(out)
}
