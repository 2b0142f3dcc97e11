/// Error of the surface of a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SurfaceError {
    /// The surface was made for another character.
    #[error("the surface was made for another character")]
    OtherCharacter,
    /// The frame has no palettes.
    #[error("the frame has no palettes: call `Actor::write_palettes` after `resolve`")]
    NoPalettes,
}
