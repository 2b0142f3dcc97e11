//! Hair of one character: its groom on the skin, simulated, with the body as collider.

mod body;
#[expect(clippy::module_inception, reason = "the type that the module is named for")]
mod state;

pub use body::HairBody;
pub use state::{HairInput, HairState};
