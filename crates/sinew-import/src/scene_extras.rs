use std::collections::HashMap;

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
    /// Gives what belongs to animations to the clips that are made of them: of each clip, in its order, the number of
    /// the animation and the clip's name. What belongs to other animations is removed.
    pub fn set_clips(&mut self, clips: &[(usize, String)]) {
        let mut made_of: HashMap<usize, Vec<usize>> = HashMap::new();
        for (clip, (animation, _)) in clips.iter().enumerate() {
            made_of.entry(*animation).or_default().push(clip);
        }
        let made_of = |animation: usize| made_of.get(&animation).into_iter().flatten().copied();
        let extras = self.animations.iter().flat_map(|entry| {
            let of_clip =
                |clip: usize| ObjectExtras { number: clip, name: clips[clip].1.clone(), ..entry.clone() };
            made_of(entry.number).map(of_clip)
        });
        self.animations = extras.collect();
        let Some(xmp) = &mut self.xmp else { return };
        let (of_animations, mut references): (Vec<_>, Vec<_>) =
            xmp.references.drain(..).partition(|reference| reference.holder == XmpHolder::Animation);
        references.extend(of_animations.iter().flat_map(|reference| {
            let of_clip =
                |clip: usize| XmpReference { number: clip, name: clips[clip].1.clone(), ..reference.clone() };
            made_of(reference.number).map(of_clip)
        }));
        xmp.references = references;
    }

    /// Numbers of the materials that something belongs to.
    pub(crate) fn material_numbers(&self) -> impl Iterator<Item = usize> {
        let references = self.xmp.iter().flat_map(|xmp| &xmp.references);
        let described = references.filter(|reference| reference.holder == XmpHolder::Material);
        self.materials.iter().map(|extras| extras.number).chain(described.map(|reference| reference.number))
    }

    /// Gives materials other numbers.
    pub(crate) fn renumber_materials(&mut self, number: impl Fn(usize) -> usize) {
        for extras in &mut self.materials {
            extras.number = number(extras.number);
        }
        for reference in self.xmp.iter_mut().flat_map(|xmp| &mut xmp.references) {
            if reference.holder == XmpHolder::Material {
                reference.number = number(reference.number);
            }
        }
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
