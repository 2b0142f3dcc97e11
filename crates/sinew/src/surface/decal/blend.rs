/// Way in which a decal is mixed with the skin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum DecalBlend {
    /// Covers the skin by its alpha, as paint, wounds or mud do; lit as a surface of its own.
    #[default]
    Alpha,
    /// Multiplies the colour of the lit skin, as burns, stains or bruises do; white leaves it.
    Multiply,
}
