use sinew::Skeleton;
use sinew::face::FaceNames;
use sinew::humanoid::HumanBone;
use std::collections::BTreeMap;

/// Settings of [`import_with`](crate::import_with): what a file does not say.
///
/// ```
/// use sinew::humanoid::HumanBone;
/// use sinew_import::ImportOptions;
/// let options = ImportOptions::default().with_metres_per_unit(0.01).with_bone(HumanBone::Hips, "pelvis");
/// assert_eq!(options.metres_per_unit, Some(0.01));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ImportOptions {
    /// Metres per unit of length in formats that state no unit (BVH, DirectX .x), or whose unit is often a wrong
    /// one (ASF, C3D); a finite number above 0. `None` takes the file's unit, or tells it from the height of the
    /// body. Other formats state theirs.
    pub metres_per_unit: Option<f32>,
    /// Frames per second of motions that state no frame rate (AMC), a finite number above 0. `None` takes the
    /// rate of a comment, else 120. Other formats state theirs.
    pub frame_rate: Option<f32>,
    /// Nodes of human bones: by name, or by index in the file where no node has this name. They go before the
    /// bones that a file states or that are found. Nodes that the file lacks are reported as `bone-name`.
    pub bones: BTreeMap<HumanBone, String>,
    /// Names by which shapes of faces are found.
    pub face_names: FaceNames,
    /// Whether the character keeps no images, for programs that draw nothing, such as servers
    /// ([`Character::without_images`](sinew::Character::without_images)).
    pub without_images: bool,
}

impl ImportOptions {
    /// Sets [`metres_per_unit`](Self::metres_per_unit); `None` tells the unit from the body.
    #[must_use]
    pub fn with_metres_per_unit(self, metres: impl Into<Option<f32>>) -> Self {
        Self { metres_per_unit: metres.into(), ..self }
    }

    /// Sets [`frame_rate`](Self::frame_rate); `None` takes 120 where the file has no note of it.
    #[must_use]
    pub fn with_frame_rate(self, frames_per_second: impl Into<Option<f32>>) -> Self {
        Self { frame_rate: frames_per_second.into(), ..self }
    }

    /// Sets the node of a bone.
    #[must_use]
    pub fn with_bone(mut self, bone: HumanBone, node: impl Into<String>) -> Self {
        self.bones.insert(bone, node.into());
        self
    }

    /// Sets [`bones`](Self::bones).
    #[must_use]
    pub fn with_bones(self, bones: BTreeMap<HumanBone, String>) -> Self {
        Self { bones, ..self }
    }

    /// Sets [`without_images`](Self::without_images).
    #[must_use]
    pub fn without_images(self) -> Self {
        Self { without_images: true, ..self }
    }

    /// Sets [`face_names`](Self::face_names), such as the default names with those of your own studio.
    #[must_use]
    pub fn with_face_names(self, face_names: FaceNames) -> Self {
        Self { face_names, ..self }
    }

    /// Joint that `node` means in a skeleton: that of this name, else that of this index in the file.
    #[must_use]
    pub fn find_node(skeleton: &Skeleton, node: &str) -> Option<sinew::JointId> {
        skeleton.find(node).or_else(|| skeleton.by_file_index(node.parse().ok()?))
    }
}
