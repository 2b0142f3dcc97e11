use crate::report::failure::Failure;
use std::path::Path;

/// Format of the output of `sinew convert`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OutputFormat {
    Glb,
    /// A .gltf file with its binary data and images beside it.
    Gltf,
    /// VRM 1.0 avatar.
    Vrm,
    /// VRM animation, of one clip.
    Vrma,
}

impl OutputFormat {
    /// Format of a file name.
    pub(super) fn of(path: &Path) -> Result<Self, Failure> {
        let extension = path.extension().and_then(|e| e.to_str()).unwrap_or_default().to_ascii_lowercase();
        match extension.as_str() {
            "glb" => Ok(Self::Glb),
            "gltf" => Ok(Self::Gltf),
            "vrm" => Ok(Self::Vrm),
            "vrma" => Ok(Self::Vrma),
            other => {
                let hint = if other == "sinew" { "; `sinew pack` writes packs" } else { "" };
                let place = path.display();
                Err(Failure::Call(format!(
                    "-o {place}: expected a name ending in .glb, .gltf, .vrm or .vrma{hint}"
                )))
            }
        }
    }
}
