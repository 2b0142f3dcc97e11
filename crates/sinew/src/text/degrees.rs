//! Angles of descriptions in text: degrees there, radians in memory.
//!
//! Modules for `#[serde(with = …)]`, by the type of the field. A written angle is the shortest number of degrees
//! that is read as the same number of radians.

use serde::de::Deserialize;
use serde::{Deserializer, Serialize, Serializer};

/// Most digits behind the point that are tried for a short number.
const MAX_DIGITS: i32 = 6;

/// Degrees of an angle in radians.
fn to_text(radians: f32) -> f64 {
    let exact = f64::from(radians).to_degrees();
    let rounded = |digits: i32| (exact * 10_f64.powi(digits)).round() / 10_f64.powi(digits);
    let short = (0..=MAX_DIGITS).map(rounded).find(|degrees| from_text(*degrees) == radians);
    short.unwrap_or(exact)
}

/// Radians of an angle in degrees.
fn from_text(degrees: f64) -> f32 {
    degrees.to_radians() as f32
}

/// One angle.
pub(crate) fn serialize<S: Serializer>(radians: &f32, to: S) -> Result<S::Ok, S::Error> {
    to_text(*radians).serialize(to)
}

/// One angle.
pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    f64::deserialize(from).map(from_text)
}

/// A range of angles.
pub(crate) mod range {
    use super::{Deserialize, Deserializer, Serialize, Serializer, from_text, to_text};

    pub(crate) fn serialize<S: Serializer>(range: &(f32, f32), to: S) -> Result<S::Ok, S::Error> {
        (to_text(range.0), to_text(range.1)).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<(f32, f32), D::Error> {
        <(f64, f64)>::deserialize(from).map(|(min, max)| (from_text(min), from_text(max)))
    }
}

/// A range of angles that may be missing.
pub(crate) mod optional_range {
    use super::{Deserialize, Deserializer, Serialize, Serializer, from_text, to_text};

    pub(crate) fn serialize<S: Serializer>(range: &Option<(f32, f32)>, to: S) -> Result<S::Ok, S::Error> {
        range.map(|(min, max)| (to_text(min), to_text(max))).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<(f32, f32)>, D::Error> {
        let range = <Option<(f64, f64)>>::deserialize(from)?;
        Ok(range.map(|(min, max)| (from_text(min), from_text(max))))
    }
}

/// Two angles.
pub(crate) mod pair {
    use super::{Deserialize, Deserializer, Serialize, Serializer, from_text, to_text};

    pub(crate) fn serialize<S: Serializer>(pair: &[f32; 2], to: S) -> Result<S::Ok, S::Error> {
        pair.map(to_text).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<[f32; 2], D::Error> {
        <[f64; 2]>::deserialize(from).map(|pair| pair.map(from_text))
    }
}

/// Three angles.
pub(crate) mod vector {
    use super::{Deserialize, Deserializer, Serialize, Serializer, from_text, to_text};
    use glam::Vec3;

    pub(crate) fn serialize<S: Serializer>(angles: &Vec3, to: S) -> Result<S::Ok, S::Error> {
        let [x, y, z] = angles.to_array().map(to_text);
        (x, y, z).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec3, D::Error> {
        let (x, y, z) = <(f64, f64, f64)>::deserialize(from)?;
        Ok(Vec3::from_array([x, y, z].map(from_text)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_come_back_to_the_bit_and_are_short() {
        let mut rng = fastrand::Rng::with_seed(3);
        for _ in 0..10_000 {
            let radians = (rng.f32() - 0.5) * 7.0;
            assert_eq!(from_text(to_text(radians)), radians);
        }
        assert_eq!([30.0, -45.5, 0.0, 180.0].map(|n| to_text(from_text(n))), [30.0, -45.5, 0.0, 180.0]);
        assert!(to_text(f32::INFINITY).is_infinite());
    }
}
