use std::fmt;

/// File format of an imported file. `Display` writes its short name, such as `glb` or `vrm1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// glTF 2.0 as JSON.
    Gltf,
    /// glTF 2.0 in one binary file.
    Glb,
    /// VRM 0.x avatar.
    Vrm0,
    /// VRM 1.0 avatar.
    Vrm1,
    /// VRM animation.
    Vrma,
    /// Autodesk FBX, binary or text.
    Fbx,
    /// DirectX .x, binary or text, compressed or not.
    X,
    /// Biovision Hierarchy motion.
    Bvh,
    /// Acclaim skeleton.
    Asf,
    /// Acclaim motion, with its skeleton.
    Amc,
    /// C3D markers.
    C3d,
    /// Sinew pack of compressed clips.
    Sinew,
}

impl Format {
    /// Whether files state no unit of length, or one by convention alone, so that
    /// [`ImportOptions::metres_per_unit`](crate::ImportOptions::metres_per_unit) goes before it.
    #[must_use]
    pub const fn has_loose_unit(self) -> bool {
        matches!(self, Self::Bvh | Self::X | Self::Asf | Self::Amc | Self::C3d)
    }

    /// Whether clips have no names in files of this format, and are best called after their file.
    #[must_use]
    pub const fn has_nameless_clips(self) -> bool {
        matches!(self, Self::Bvh | Self::Amc | Self::C3d)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Gltf => "gltf",
            Self::Glb => "glb",
            Self::Vrm0 => "vrm0",
            Self::Vrm1 => "vrm1",
            Self::Vrma => "vrma",
            Self::Fbx => "fbx",
            Self::X => "x",
            Self::Bvh => "bvh",
            Self::Asf => "asf",
            Self::Amc => "amc",
            Self::C3d => "c3d",
            Self::Sinew => "sinew",
        })
    }
}
