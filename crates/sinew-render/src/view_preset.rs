use sinew::glam::Vec3;

/// Preset direction of view on a character that faces +Z.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum ViewPreset {
    /// The character's front.
    #[default]
    Front,
    /// The character's left side.
    Left,
    /// The character's back.
    Back,
    /// From the front left and a little above.
    ThreeQuarter,
    /// The upper part of the front, where a person's face is.
    Face,
    /// From straight above, with the character's front towards the bottom of the image.
    Top,
}

impl ViewPreset {
    /// All presets.
    pub const ALL: [Self; 6] =
        [Self::Front, Self::Left, Self::Back, Self::ThreeQuarter, Self::Face, Self::Top];

    /// Unit vector from the target towards the camera.
    #[must_use]
    pub fn direction_to_camera(self) -> Vec3 {
        match self {
            Self::Front => Vec3::new(0.0, 0.07, 1.0).normalize(),
            Self::Left => Vec3::new(1.0, 0.07, 0.0).normalize(),
            Self::Back => Vec3::new(0.0, 0.07, -1.0).normalize(),
            Self::ThreeQuarter => Vec3::new(0.62, 0.28, 0.78).normalize(),
            Self::Face => Vec3::new(0.0, 0.02, 1.0).normalize(),
            Self::Top => Vec3::Y,
        }
    }
}
