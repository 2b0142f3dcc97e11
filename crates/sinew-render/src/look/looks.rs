use sinew::character::MaterialId;

/// Look of a metallic-roughness material, in place of what its file says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SurfaceLook {
    /// Skin: light enters, and leaves again nearby, red farther than blue; more so where the surface is bent.
    Skin,
    /// Eyeball: a wet cornea mirrors lights, the iris lies behind it, and the lids darken the edges.
    Eye,
    /// Teeth: dim within the mouth, the farther back the dimmer.
    Teeth,
    /// Toon: the colour as painted in the light, a darker one in the shade, with a sharp edge between them.
    Toon,
}

/// Looks of the materials of a character. Without one, a material is drawn as its file says.
///
/// ```
/// use sinew::character::MaterialId;
/// use sinew_render::{SurfaceLook, SurfaceLooks};
///
/// let looks = SurfaceLooks::default().with(MaterialId(2), SurfaceLook::Skin);
/// assert_eq!(looks.of(MaterialId(2)), Some(SurfaceLook::Skin));
/// assert_eq!(looks.of(MaterialId(0)), None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SurfaceLooks {
    pub(super) looks: Vec<Option<SurfaceLook>>,
}

impl SurfaceLooks {
    /// Look of a material; `None` where it is drawn as its file says.
    #[must_use]
    pub fn of(&self, material: MaterialId) -> Option<SurfaceLook> {
        self.looks.get(material.index()).copied().flatten()
    }

    /// Replaces the look of a material; `None` draws it as its file says.
    #[must_use]
    pub fn with(mut self, material: MaterialId, look: impl Into<Option<SurfaceLook>>) -> Self {
        let number = material.index();
        self.looks.resize(self.looks.len().max(number + 1), None);
        self.looks[number] = look.into();
        self
    }

    /// Materials that have a look, with it.
    pub fn iter(&self) -> impl Iterator<Item = (MaterialId, SurfaceLook)> + '_ {
        (0..).map(MaterialId).zip(&self.looks).filter_map(|(id, look)| Some((id, (*look)?)))
    }
}
