use sinew::character::CharacterError;

/// Reason why cards cannot be made or added.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CardError {
    /// A setting out of its range.
    #[error("{setting} is {value}; {range} is allowed")]
    Setting {
        /// Name of the setting.
        setting: &'static str,
        /// Its value.
        value: f32,
        /// The allowed range.
        range: &'static str,
    },
    /// A groom without a strand that has a length.
    #[error("the groom has no strands")]
    Empty,
    /// A guide that grows from no triangle of the character.
    #[error("layer '{layer}': guide {guide} grows from no triangle of the character")]
    NoSkin {
        /// Name of the layer.
        layer: String,
        /// Number of the guide.
        guide: usize,
    },
    /// Another number of materials than of layers.
    #[error("{materials} materials for {layers} layers")]
    Materials {
        /// Number of materials.
        materials: usize,
        /// Number of layers.
        layers: usize,
    },
    /// A character that is inconsistent with the cards, such as another one.
    #[error(transparent)]
    Character(#[from] CharacterError),
}
