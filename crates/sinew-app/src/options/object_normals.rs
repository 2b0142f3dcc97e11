//! `--object-normals`: a normal map in object space, which glTF files cannot name.

use crate::asset::source::Loaded;
use crate::asset::{input_file, mapped_material};
use crate::report::failure::Failure;
use sinew::character::NormalMapSpace;
use std::convert::Infallible;
use std::path::PathBuf;
use std::str::FromStr;

/// Value of `--object-normals`: `MAP`, or `NAME=MAP`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ObjectNormals {
    /// Name or number of the material.
    material: Option<String>,
    map: PathBuf,
}

impl FromStr for ObjectNormals {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(match text.split_once('=').filter(|(name, map)| !name.is_empty() && !map.is_empty()) {
            Some((name, map)) => Self { material: Some(name.to_owned()), map: map.into() },
            None => Self { material: None, map: text.into() },
        })
    }
}

impl ObjectNormals {
    /// Gives the material of `file` the map.
    pub(crate) fn apply(&self, file: &mut Loaded) -> Result<(), Failure> {
        let material = mapped_material::choose(file, self.material.as_deref())?;
        let name = self.map.display().to_string();
        let encoded = input_file::read(&self.map)?;
        mapped_material::set_normal_map(file, material, name, encoded, NormalMapSpace::Object)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_material_stands_before_the_map() {
        let of = |text: &str| text.parse::<ObjectNormals>().unwrap();
        let named = of("Skin=a=b.png");
        assert_eq!((named.material.as_deref(), named.map.to_str()), (Some("Skin"), Some("a=b.png")));
        assert_eq!(of("=b.png").map.to_str(), Some("=b.png"));
        assert_eq!(of("b.png").material, None);
    }
}
