//! Templates of a voice: the mean spectrum of each viseme, learnt from a labelled recording of the same
//! speaker and microphone. The method of hecomi, *uLipSync*, with variances learnt beside the means.

mod calibrate;
mod profile;
mod template_provider;

pub use profile::{ProfileError, VoiceProfile};
pub use template_provider::TemplateProvider;
