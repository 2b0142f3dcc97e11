//! Profile of a voice, and its JSON.

use crate::front_end::CEPSTRA;
use serde::{Deserialize, Serialize};
use sinew_viseme::Viseme;

/// Coefficients that are compared: all but the one of the energy.
pub(super) const FEATURES: usize = CEPSTRA - 1;

/// Version of the JSON.
const VERSION: u32 = 1;

/// Profile of a voice: means of the cepstral coefficients of visemes.
///
/// [`calibrate`](Self::calibrate) learns it, [`to_json`](Self::to_json) and [`from_json`](Self::from_json)
/// keep it.
#[derive(Clone, Debug, PartialEq)]
pub struct VoiceProfile {
    pub(super) templates: Vec<Template>,
    /// One over the variances within visemes.
    pub(super) precision: [f32; FEATURES],
    /// Levels in dB between which the mouth goes from rest to its full shape.
    pub(super) gate: [f32; 2],
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Template {
    pub(super) viseme: Viseme,
    pub(super) mean: [f32; FEATURES],
}

/// Error of a profile.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProfileError {
    /// Text that is no JSON of a profile.
    #[error("line {line}, column {column}: {message}")]
    Json {
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
        /// Reason.
        message: String,
    },
    /// A value that is out of range.
    #[error("{place}: {message}")]
    Value {
        /// Location as a JSON pointer.
        place: String,
        /// Expected content.
        message: String,
    },
    /// A recording with too little speech.
    #[error(
        "calibration needs at least two visemes with {least} frames (10 ms) each; the recording has {found}"
    )]
    TooLittle {
        /// Frames that a viseme needs.
        least: usize,
        /// Visemes with that many.
        found: usize,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ProfileJson {
    version: u32,
    gate_db: [f32; 2],
    variance: [f32; FEATURES],
    templates: Vec<TemplateJson>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TemplateJson {
    viseme: String,
    mean: [f32; FEATURES],
}

impl VoiceProfile {
    /// JSON of the profile.
    #[must_use]
    pub fn to_json(&self) -> String {
        let template = |t: &Template| TemplateJson { viseme: t.viseme.name().into(), mean: t.mean };
        let json = ProfileJson {
            version: VERSION,
            gate_db: self.gate,
            variance: self.precision.map(|precision| 1.0 / precision),
            templates: self.templates.iter().map(template).collect(),
        };
        // Numbers and strings alone: writing them cannot fail.
        serde_json::to_string_pretty(&json).unwrap_or_default()
    }

    /// Profile of a JSON text.
    ///
    /// # Errors
    /// Malformed JSON with its line; unknown visemes, versions and numbers out of range with their location.
    pub fn from_json(text: &str) -> Result<Self, ProfileError> {
        let json: ProfileJson = serde_json::from_str(text).map_err(|error| ProfileError::Json {
            line: error.line(),
            column: error.column(),
            message: error.to_string(),
        })?;
        let wrong =
            |place: String, message: &str| Err(ProfileError::Value { place, message: message.into() });
        if json.version != VERSION {
            return wrong("/version".into(), "expected 1");
        }
        let [low, high] = json.gate_db;
        if !(low.is_finite() && high.is_finite() && low < high) {
            return wrong("/gate_db".into(), "expected two levels, the lower one first");
        }
        if !json.variance.iter().all(|v| v.is_finite() && *v > 1e-6 && *v < 1e12) {
            return wrong("/variance".into(), "expected numbers above 0");
        }
        if json.templates.is_empty() || json.templates.len() > 256 {
            return wrong("/templates".into(), "expected 1 to 256 templates");
        }
        let mut templates = Vec::with_capacity(json.templates.len());
        for (at, template) in json.templates.iter().enumerate() {
            let Some(viseme) = Viseme::from_name(&template.viseme) else {
                return wrong(format!("/templates/{at}/viseme"), "expected a name such as \"aa\"");
            };
            if !template.mean.iter().all(|x| x.abs() < 1e6) {
                return wrong(format!("/templates/{at}/mean"), "expected numbers below a million");
            }
            templates.push(Template { viseme, mean: template.mean });
        }
        Ok(Self { templates, precision: json.variance.map(|variance| 1.0 / variance), gate: json.gate_db })
    }
}
