//! Kinds of shading by name.

use clap::ValueEnum;
use clap::builder::PossibleValue;
use sinew_render::Shading;

/// Value of `--shading`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ShadingOption(pub(crate) Shading);

/// Kinds of shading with their names in the command and in the viewer, and what they show.
const NAMES: [(Shading, &str, &str, &str); 7] = [
    (Shading::Material, "material", "Materials", "each material with its own model, lit per pixel"),
    (
        Shading::Vertex,
        "vertex",
        "Vertex lighting",
        "light computed per vertex, for comparison; no normal maps",
    ),
    (
        Shading::GeometryNormals,
        "geometry-normals",
        "Geometry normals",
        "vertex normals as colours, in world space",
    ),
    (Shading::Normals, "normals", "Normals", "normals with the normal map as colours, in world space"),
    (Shading::Tangents, "tangents", "Tangents", "vertex tangents as colours; grey without tangents"),
    (Shading::Bitangents, "bitangents", "Bitangents", "bitangents as colours; grey without tangents"),
    (Shading::Uvs, "uv", "UVs", "texture coordinates: u as red, v as green"),
];

impl ShadingOption {
    /// Kinds of shading with their names in the viewer.
    pub(crate) fn labels() -> impl Iterator<Item = (Shading, &'static str)> {
        NAMES.into_iter().map(|(shading, _, label, _)| (shading, label))
    }
}

impl ValueEnum for ShadingOption {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: [ShadingOption; 7] = {
            let mut all = [ShadingOption(Shading::Material); 7];
            let mut n = 0;
            while n < all.len() {
                all[n] = ShadingOption(NAMES[n].0);
                n += 1;
            }
            all
        };
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let (_, name, _, help) = NAMES.into_iter().find(|(shading, ..)| *shading == self.0)?;
        let value = PossibleValue::new(name).help(help);
        Some(if self.0 == Shading::Material { value.alias("pbr") } else { value })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_a_name() {
        assert_eq!(NAMES.map(|(shading, ..)| shading), Shading::ALL);
    }
}
