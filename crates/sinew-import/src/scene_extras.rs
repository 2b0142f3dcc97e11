/// Parts of a glTF file that neither the character nor its clips can hold: copyright, `extras`,
/// cameras, lights, XMP metadata and further scenes.
///
/// [`ExportOptions::with_scene_extras`](crate::ExportOptions::with_scene_extras) writes them again. They
/// belong to objects of the file by number and name: those of an object that the exported character lacks, or
/// that has another name there, are left out and reported.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SceneExtras {
    pub(crate) copyright: Option<String>,
    /// `extras` of the asset.
    pub(crate) asset: Option<Json>,
    /// `extras` of the file.
    pub(crate) root: Option<Json>,
    /// Cameras, objects as the file has them.
    pub(crate) cameras: Vec<Json>,
    /// Lights of KHR_lights_punctual.
    pub(crate) lights: Vec<Json>,
    pub(crate) scenes: Vec<SceneEntry>,
    /// Number of the default scene.
    pub(crate) scene: usize,
    pub(crate) nodes: Vec<NodeEntry>,
    pub(crate) meshes: Vec<ObjectExtras>,
    pub(crate) materials: Vec<ObjectExtras>,
    pub(crate) animations: Vec<ObjectExtras>,
    pub(crate) xmp: Option<Xmp>,
    /// Extensions and vertex attributes of the file that are not read: an export lacks them.
    pub(crate) not_read: Vec<String>,
}

/// JSON text of a value.
pub(crate) type Json = Box<str>;

/// Scene of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SceneEntry {
    pub(crate) name: String,
    pub(crate) extras: Option<Json>,
    /// Numbers of its root nodes.
    pub(crate) nodes: Vec<usize>,
}

/// `extras`, camera and light of a node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct NodeEntry {
    pub(crate) number: usize,
    pub(crate) name: String,
    pub(crate) extras: Option<Json>,
    pub(crate) camera: Option<usize>,
    pub(crate) light: Option<usize>,
}

/// `extras` of a mesh, material or animation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ObjectExtras {
    pub(crate) number: usize,
    pub(crate) name: String,
    pub(crate) extras: Json,
}

/// XMP metadata (KHR_xmp_json_ld).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Xmp {
    /// The extension of the root.
    pub(crate) packets: Json,
    pub(crate) references: Vec<XmpReference>,
}

/// Object that a packet of metadata is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct XmpReference {
    pub(crate) holder: XmpHolder,
    pub(crate) number: usize,
    pub(crate) name: String,
    pub(crate) packet: usize,
}

/// Kind of an object with metadata.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum XmpHolder {
    Asset,
    Scene,
    Node,
    Mesh,
    Material,
    Animation,
}

impl SceneExtras {
    /// Gives what belongs to animations to those of other names: each pair has the name of an animation of the
    /// file and that of a clip made of it. What belongs to animations that are in no pair is removed.
    pub fn rename_animations(&mut self, names: &[(String, String)]) {
        let new_names = |old: &str| {
            let of_old = names.iter().filter(move |(name, _)| name == old);
            of_old.map(|(_, new)| new.clone()).collect::<Vec<_>>()
        };
        let renamed = |entry: &ObjectExtras| {
            let new_names = new_names(&entry.name).into_iter();
            new_names.map(|name| ObjectExtras { name, ..entry.clone() }).collect::<Vec<_>>()
        };
        self.animations = self.animations.iter().flat_map(renamed).collect();
        let Some(xmp) = &mut self.xmp else { return };
        let renamed = |reference: &XmpReference| match reference.holder {
            XmpHolder::Animation => {
                let new_names = new_names(&reference.name).into_iter();
                new_names.map(|name| XmpReference { name, ..reference.clone() }).collect()
            }
            _ => vec![reference.clone()],
        };
        xmp.references = xmp.references.iter().flat_map(renamed).collect();
    }

    /// Copyright of the asset.
    #[must_use]
    pub fn copyright(&self) -> Option<&str> {
        self.copyright.as_deref()
    }

    /// Names of the scenes, in the order of the file; empty for a scene without a name.
    pub fn scene_names(&self) -> impl Iterator<Item = &str> {
        self.scenes.iter().map(|scene| scene.name.as_str())
    }

    /// Number of cameras.
    #[must_use]
    pub fn camera_count(&self) -> usize {
        self.cameras.len()
    }

    /// Number of lights.
    #[must_use]
    pub fn light_count(&self) -> usize {
        self.lights.len()
    }

    /// True where there is nothing but one scene without a name.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let plain = Self { scenes: self.scenes.clone(), ..Self::default() };
        let scene = |scene_entry: &SceneEntry| scene_entry.name.is_empty() && scene_entry.extras.is_none();
        *self == plain && self.scenes.len() < 2 && self.scenes.iter().all(scene)
    }
}
