//! Common parts of the stages of a frame: their input, the pose that they edit one after the other, the wind.
//!
//! Every system has the same shape. An immutable asset `X` is shared by all characters that use it; an
//! `XState` belongs to one of them and is made by `XState::new(asset, &character)`, which fails for an asset
//! of another character. Once per frame `state.solve(&stage, input, &mut pose)` moves it on: [`StageInput`]
//! is what all systems share, the system's own input comes beside it where it has one, and [`StagePose`] is
//! the pose that it reads and edits. Results that are no pose stay in the state. An [`Actor`](crate::Actor)
//! does this for all systems, in the order of [`Stage`].
//!
//! Three are simpler: a graph is made with its clips, skinning has no asset but the character, and node constraints
//! have no state.

mod even_wind;
mod input;
mod pose;
#[expect(clippy::module_inception, reason = "the stages themselves")]
mod stage;
mod wind;

pub use even_wind::EvenWind;
pub use input::StageInput;
pub(crate) use pose::CopyOnEdit;
pub use pose::StagePose;
pub use stage::Stage;
pub use wind::Wind;
