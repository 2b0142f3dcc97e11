//! Values of the options.

use crate::options::number::vector;
use sinew::glam::Vec3;
use std::str::FromStr;

/// Greatest impulse, N s: a truck's.
const MAX_IMPULSE: f32 = 1e5;

/// Value of `--push`: `JOINT=X,Y,Z`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Push {
    pub(super) joint: String,
    pub(super) impulse: Vec3,
}

impl FromStr for Push {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || "expected JOINT=X,Y,Z in N s, such as chest=0,20,-150".to_owned();
        let (joint, impulse) =
            text.rsplit_once('=').filter(|(joint, _)| !joint.is_empty()).ok_or_else(wrong)?;
        let impulse = vector(impulse).ok_or_else(wrong)?;
        if impulse.length() > MAX_IMPULSE {
            return Err(format!("expected an impulse of at most {MAX_IMPULSE} N s"));
        }
        Ok(Self { joint: joint.to_owned(), impulse })
    }
}

/// Value of `--from`: `X,Y,Z`.
pub(super) fn point(text: &str) -> Result<Vec3, String> {
    /// Farthest coordinate, metres: floats have millimetres there.
    const MAX: f32 = 10_000.0;
    let point = vector(text).filter(|point| point.abs().max_element() <= MAX);
    point.ok_or_else(|| "expected X,Y,Z in metres, such as 0,1,2, each at most 10000".into())
}

/// Strength of muscles, 0 to 1.
pub(super) fn strength(text: &str) -> Result<f32, String> {
    let strength = text.parse().ok().filter(|strength: &f32| (0.0..=1.0).contains(strength));
    strength.ok_or_else(|| "expected a strength from 0 to 1".into())
}
