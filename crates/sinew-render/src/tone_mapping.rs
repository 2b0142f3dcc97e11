/// Tone mapping: how light of any brightness becomes a colour that can be shown. Unlit materials, toon materials
/// and overlay lines are shown without.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum ToneMapping {
    /// Khronos PBR Neutral: base colours in even white light stay as they are, and only highlights are compressed.
    #[default]
    Neutral = 0,
    /// AgX: softer contrast, and bright colours fade to white as on film.
    AgX = 1,
    /// None: light brighter than white is cut off.
    None = 2,
}

impl ToneMapping {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Neutral, Self::AgX, Self::None];
}
