//! Hair of one character: its groom on the skin, simulated, with the body as collider.

mod body;
mod continuation;
mod hair;
mod picture;
mod reference_skin;
mod roots;
#[expect(clippy::module_inception, reason = "the type that the module is named for")]
mod state;
#[cfg(test)]
mod tests;

pub use body::HairBody;
pub use hair::Hair;
pub(in crate::hair) use reference_skin::ReferenceSkin;
pub use state::{HairInput, HairState};
