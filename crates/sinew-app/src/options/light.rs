//! Options of the light of a picture.

use crate::asset::input_file;
use crate::drawing::lighting::{Environment, Lighting, SunChoice};
use crate::drawing::look::Look;
use crate::report::failure::Failure;
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use sinew::text::did_you_mean;
use sinew_render::{EnvironmentImage, EnvironmentPreset, ToneMapping};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Light of a picture: environment, sun, lights of the file, exposure, tone mapping.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct LightOptions {
    /// Light from all sides, in place of a plain sky: studio, overcast, sunset, night, or an environment map
    /// (HDRI) in equirectangular projection (.hdr, .exr)
    #[arg(long, value_name = "NAME|FILE", help_heading = "Light")]
    pub(crate) environment: Option<PathBuf>,
    /// Rotation of the environment in degrees, counter-clockwise from above; needs --environment (default: 0)
    #[arg(
        long, value_name = "DEG", value_parser = degrees, allow_negative_numbers = true, requires = "environment",
        help_heading = "Light",
    )]
    rotation: Option<f32>,
    /// Brightness of the picture in stops: 1 is twice as bright, -1 half (default: 0)
    #[arg(
        long, value_name = "STOPS", value_parser = stops, allow_negative_numbers = true, help_heading = "Light",
    )]
    exposure: Option<f32>,
    /// Sun: on, off, or its irradiance, 0 to 1000000 (default: on; off with an environment map, or with lights
    /// of the file that are bright enough)
    #[arg(
        long, value_name = "on|off|N", value_parser = sun, allow_negative_numbers = true, help_heading = "Light",
    )]
    sun: Option<SunChoice>,
    /// Lights of the file (KHR_lights_punctual; default: on)
    #[arg(long, value_name = "on|off", value_parser = on_off, help_heading = "Light")]
    lights: Option<bool>,
    /// Tone mapping of lit materials
    #[arg(long, value_enum, value_name = "KIND", default_value = "neutral", help_heading = "Light")]
    tone_mapping: ToneMappingOption,
    /// Look of materials
    #[arg(long, value_enum, value_name = "KIND", default_value = "natural", help_heading = "Light")]
    materials: Look,
}

/// Kinds of looks with their names in the command and in the viewer, and what they do.
const LOOKS: [(Look, &str, &str, &str); 3] = [
    (
        Look::Natural,
        "natural",
        "Natural",
        "skin, eyes and teeth of people, found by names, as such; all else as the file says",
    ),
    (Look::Plain, "plain", "Plain", "every material as the file says"),
    (Look::Toon, "toon", "Toon", "materials without a toon look of their own as toons, for anime characters"),
];

impl Look {
    /// Kinds of looks with their names in the viewer.
    pub(crate) fn labels() -> impl Iterator<Item = (Self, &'static str)> {
        LOOKS.into_iter().map(|(look, _, label, _)| (look, label))
    }
}

impl ValueEnum for Look {
    fn value_variants<'a>() -> &'a [Self] {
        &[Self::Natural, Self::Plain, Self::Toon]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let (_, name, _, help) = LOOKS.into_iter().find(|(look, ..)| look == self)?;
        Some(PossibleValue::new(name).help(help))
    }
}

/// Value of `--tone-mapping`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ToneMappingOption(pub(crate) ToneMapping);

/// Kinds of tone mapping with their names in the command and in the viewer, and what they do.
const TONE_MAPPINGS: [(ToneMapping, &str, &str, &str); 3] = [
    (
        ToneMapping::Neutral,
        "neutral",
        "Neutral",
        "Khronos PBR Neutral: colours as painted, highlights compressed",
    ),
    (ToneMapping::AgX, "agx", "AgX", "soft contrast; bright colours fade to white, as on film"),
    (ToneMapping::None, "none", "None", "light brighter than white is cut off"),
];

impl ToneMappingOption {
    /// Kinds of tone mapping with their names in the viewer.
    pub(crate) fn labels() -> impl Iterator<Item = (ToneMapping, &'static str)> {
        TONE_MAPPINGS.into_iter().map(|(kind, _, label, _)| (kind, label))
    }
}

impl ValueEnum for ToneMappingOption {
    fn value_variants<'a>() -> &'a [Self] {
        &[
            ToneMappingOption(ToneMapping::Neutral),
            ToneMappingOption(ToneMapping::AgX),
            ToneMappingOption(ToneMapping::None),
        ]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let (_, name, _, help) = TONE_MAPPINGS.into_iter().find(|(kind, ..)| *kind == self.0)?;
        Some(PossibleValue::new(name).help(help))
    }
}

impl LightOptions {
    /// The light, with the picture of the environment read.
    pub(crate) fn lighting(&self) -> Result<Lighting, Failure> {
        let environment = self.environment.as_deref().map(environment).transpose()?;
        Ok(Lighting {
            environment,
            rotation: self.rotation.unwrap_or(0.0),
            exposure: self.exposure.unwrap_or(0.0),
            sun: self.sun.unwrap_or_default(),
            file_lights: self.lights.unwrap_or(true),
            tone_mapping: self.tone_mapping.0,
            look: self.materials,
        })
    }
}

/// Environment by the name of a preset, or of a picture.
pub(crate) fn environment(path: &Path) -> Result<Environment, Failure> {
    if let Some(preset) = path.to_str().and_then(EnvironmentPreset::from_name) {
        return Ok(Environment::preset(preset));
    }
    let presets = || EnvironmentPreset::ALL.map(EnvironmentPreset::name).join(", ");
    let name = path.display().to_string();
    if path.extension().is_none() && !path.exists() {
        let guess = did_you_mean(&name, EnvironmentPreset::ALL.map(EnvironmentPreset::name));
        let message = format!("--environment {name}: {guess}expected {}, or a .hdr or .exr file", presets());
        return Err(Failure::Call(message));
    }
    let bytes = input_file::read(path)?;
    let image = EnvironmentImage::decode(&bytes).map_err(|error| Failure::input(&name, error))?;
    let short = path.file_name().map_or(name, |name| name.to_string_lossy().into_owned());
    Ok(Environment { name: short, preset: None, image: Arc::new(image) })
}

/// Angle in degrees, as radians.
fn degrees(text: &str) -> Result<f32, String> {
    let degrees = text.parse().ok().filter(|degrees: &f32| degrees.is_finite());
    degrees.map(|degrees| (degrees % 360.0).to_radians()).ok_or_else(|| "expected a number of degrees".into())
}

/// Number of stops, -24 to 24.
fn stops(text: &str) -> Result<f32, String> {
    let stops = text.parse().ok().filter(|stops: &f32| (-24.0..=24.0).contains(stops));
    stops.ok_or_else(|| "expected a number of stops, -24 to 24".into())
}

fn sun(text: &str) -> Result<SunChoice, String> {
    let intensity = || text.parse().ok().filter(|intensity: &f32| (0.0..=1e6).contains(intensity));
    match text {
        "on" => Ok(SunChoice::On),
        "off" => Ok(SunChoice::Off),
        _ => intensity()
            .map(SunChoice::Intensity)
            .ok_or_else(|| "expected on, off, or a number, 0 to 1000000".into()),
    }
}

fn on_off(text: &str) -> Result<bool, String> {
    match text {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err("expected on or off".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_their_ranges() {
        assert_eq!(sun("off"), Ok(SunChoice::Off));
        assert_eq!(sun("3.5"), Ok(SunChoice::Intensity(3.5)));
        assert!(sun("-1").is_err() && sun("nan").is_err() && sun("of").is_err());
        assert!(stops("25").is_err() && stops("-2.5").is_ok() && degrees("inf").is_err());
        assert!(on_off("on") == Ok(true) && on_off("1").is_err());
    }

    #[test]
    fn environment_are_presets_or_pictures() {
        assert_eq!(environment(Path::new("night")).unwrap().preset, Some(EnvironmentPreset::Night));
        let wrong = environment(Path::new("nihgt")).err().unwrap();
        let wrong = wrong.message();
        assert!(wrong.contains("studio, overcast, sunset, night"), "{wrong}");
        assert!(environment(Path::new("missing.hdr")).is_err());
        assert_eq!(TONE_MAPPINGS.map(|(kind, ..)| kind), ToneMapping::ALL);
    }
}
