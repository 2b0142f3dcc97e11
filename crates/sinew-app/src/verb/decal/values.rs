//! Values of the options of `sinew decal`.

use clap::ValueEnum;
use sinew::surface::{DecalMap, MAX_DECAL_RADIUS, MIN_DECAL_ASPECT, MIN_DECAL_RADIUS};

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

pub(super) fn radius(text: &str) -> Result<f32, String> {
    let radius = text.parse().ok().filter(|r: &f32| (MIN_DECAL_RADIUS..=MAX_DECAL_RADIUS).contains(r));
    radius.ok_or_else(|| format!("expected metres, {MIN_DECAL_RADIUS} to {MAX_DECAL_RADIUS}"))
}

pub(super) fn aspect(text: &str) -> Result<f32, String> {
    let range = MIN_DECAL_ASPECT..=1.0 / MIN_DECAL_ASPECT;
    let aspect = text.parse().ok().filter(|aspect: &f32| range.contains(aspect));
    aspect.ok_or_else(|| format!("expected width over height, {} to {}", range.start(), range.end()))
}

pub(super) fn degrees(text: &str) -> Result<f32, String> {
    let degrees = text.parse().ok().filter(|degrees: &f32| degrees.is_finite());
    degrees.ok_or_else(|| "expected a number of degrees".into())
}
