//! Providers: streams of sound become streams of viseme weights.

mod amplitude;
mod analyze;
mod envelope_provider;
mod live;
mod offline;
mod opening;
mod provider;
mod template;
#[cfg(test)]
mod tests;

pub use amplitude::AmplitudeProvider;
pub use analyze::{Mode, analyze};
pub use envelope_provider::EnvelopeProvider;
pub use live::{LiveProvider, LookAhead};
pub use provider::VisemeProvider;
pub use template::{ProfileError, TemplateProvider, VoiceProfile};
