//! Values of the options of `sinew decal`.

use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use sinew::surface::{DecalMap, MAX_DECAL_RADIUS, MIN_DECAL_ASPECT, MIN_DECAL_RADIUS};
use sinew_setup::BuiltInLook;

/// Value of `--map`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Map {
    Exp,
    Plane,
}

impl From<Map> for DecalMap {
    fn from(map: Map) -> Self {
        match map {
            Map::Exp => Self::Exponential,
            Map::Plane => Self::Plane,
        }
    }
}

/// Parser of `--look`: names of the built-in looks.
pub(super) fn look() -> impl TypedValueParser<Value = BuiltInLook> {
    let names = BuiltInLook::ALL.map(|look| PossibleValue::new(look.name()).help(look.summary()));
    PossibleValuesParser::new(names).map(|name| BuiltInLook::find(&name).unwrap_or(BuiltInLook::Checks))
}

/// Drops per second.
pub(super) fn drip_rate(text: &str) -> Result<f32, String> {
    let rate = text.parse().ok().filter(|rate: &f32| *rate > 0.0 && *rate <= 100.0);
    rate.ok_or_else(|| "expected drops per second, more than 0 and at most 100".into())
}

pub(super) fn radius(text: &str) -> Result<f32, String> {
    let radius = text.parse().ok().filter(|r: &f32| (MIN_DECAL_RADIUS..=MAX_DECAL_RADIUS).contains(r));
    radius.ok_or_else(|| format!("expected metres, {MIN_DECAL_RADIUS} to {MAX_DECAL_RADIUS}"))
}

pub(super) fn aspect(text: &str) -> Result<f32, String> {
    let range = MIN_DECAL_ASPECT..=1.0 / MIN_DECAL_ASPECT;
    let aspect = text.parse().ok().filter(|aspect: &f32| range.contains(aspect));
    aspect.ok_or_else(|| format!("expected width over height, {} to {}", range.start(), range.end()))
}

/// Millimetres of heights.
pub(super) fn strength(text: &str) -> Result<f32, String> {
    let strength = text.parse().ok().filter(|strength: &f32| strength.abs() <= 100.0);
    strength.ok_or_else(|| "expected millimetres, -100 to 100".into())
}

/// Millimetres from the skin.
pub(super) fn offset(text: &str) -> Result<f32, String> {
    let offset = text.parse().ok().filter(|offset: &f32| (0.0..=20.0).contains(offset));
    offset.ok_or_else(|| "expected millimetres, 0 to 20".into())
}

pub(super) fn degrees(text: &str) -> Result<f32, String> {
    let degrees = text.parse().ok().filter(|degrees: &f32| degrees.is_finite());
    degrees.ok_or_else(|| "expected a number of degrees".into())
}
