//! Reader of the bodies, colliders and joints of a glTF file (KHR_physics_rigid_bodies).

use super::json::{Bodies, NodeBodies, Shapes};
use super::tree::Tree;
use crate::ImportError;
use crate::gltf::bounded_json::{Raw, read_part};
use crate::gltf::source::Source;
use serde::de::DeserializeOwned;

/// Locations of the extensions in the file, of the former in nodes as well.
pub(super) const ROOT: &str = "/extensions/KHR_physics_rigid_bodies";
pub(super) const SHAPES: &str = "/extensions/KHR_implicit_shapes";

/// State of the reading.
pub(super) struct Reader<'s, 'a> {
    pub(super) source: &'s mut Source<'a>,
    pub(super) bodies: Bodies,
    pub(super) shapes: Shapes,
    /// Extension of each node.
    pub(super) nodes: Vec<NodeBodies>,
    pub(super) tree: Tree,
}

impl Source<'_> {
    /// Parses a part of the extensions; what is invalid is reported and left out.
    pub(super) fn physics_part<T: DeserializeOwned + Default>(
        &mut self,
        raw: &Raw,
        location: &str,
    ) -> Result<T, ImportError> {
        let Some(raw) = raw else { return Ok(T::default()) };
        let left = self.budget.left();
        let mut after = left;
        let part = read_part(raw.get(), &mut after);
        self.budget.take(left - after, 1, location)?;
        Ok(part.unwrap_or_else(|(within, message)| {
            let within = if within == "/" { String::new() } else { within };
            self.report.error("physics", format!("{location}{within}"), format!("{message}; it is left out"));
            T::default()
        }))
    }
}

impl Reader<'_, '_> {
    /// Reports a number of something that does not exist.
    pub(super) fn warn_reference(&mut self, location: String, what: &str, number: Option<usize>) {
        let number = number.map_or_else(|| "(none)".to_owned(), |number| number.to_string());
        let message = format!("{what} {number} does not exist; it is left out");
        self.source.report.warn("physics-reference", location, message);
    }
}
