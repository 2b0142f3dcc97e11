//! Masses and inertias that a solver can hold together, after O. Strunk, *Stop my constraints from blowing
//! up* (Havok, 2013), as Jolt does it: neighbouring masses differ little, and a parent is at least as hard to
//! turn as all that hangs on it.

use super::RagdollPart;
use super::units::readable_length;
use glam::Vec3;
use std::fmt;

/// Mass in kg and size in metres of the human body for which strengths and tolerances are.
pub(super) const HUMAN: (f32, f32) = (68.0, 1.7);

/// Mass of a human body of a height in metres, kg: it grows with the third power (Rohrer's index), as it does
/// from children to adults.
pub(super) fn human_mass(height: f32) -> f32 {
    HUMAN.0 * (height / HUMAN.1).powi(3)
}

/// Least and greatest mass of a child, relative to its parent's.
const MASS_RATIO: [f32; 2] = [0.8, 1.2];

/// Greatest factor by which a parent's inertia grows.
const MAX_INERTIA_FACTOR: f32 = 2.0;

/// Change that a fit made for stability, or a risk that it found.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum StabilityNote {
    /// The masses of a part and its parent differ much: physics simulates masses nearer to one another.
    MassRatio {
        /// Index of the part.
        part: usize,
        /// Its measured mass, relative to its parent's.
        ratio: f32,
    },
    /// A part was thinner than the smallest size and has been thickened.
    Thin {
        /// Index of the part.
        part: usize,
        /// Its thickness, metres.
        thickness: f32,
    },
    /// The body is so large that its file is taken for one of another unit than metres.
    Units {
        /// Largest extent of the body, in units of the character.
        size: f32,
        /// Number of units that are a metre.
        units_per_metre: f32,
    },
    /// The reference pose exceeds a limit, which pulls the part back as it falls.
    LimitExceeded {
        /// Index of the part.
        part: usize,
        /// Angle by which the limit is exceeded, radians.
        angle: f32,
    },
    /// Two parts that are not neighbours overlap in the reference pose: they do not collide.
    Overlap {
        /// Indices of the parts.
        parts: [usize; 2],
    },
    /// The body is several times as heavy or as light as a human body of its size would be, or far from human
    /// size, as files in centimetres are.
    UnusualMass {
        /// Measured mass, kg.
        mass: f32,
        /// Largest extent of the body, metres.
        size: f32,
    },
    /// A human bone has no skin to measure: the part above moves it.
    NoSkin {
        /// Name of the joint.
        joint: String,
    },
}

impl StabilityNote {
    /// The note as a sentence, with names of joints by the index of a part.
    #[must_use]
    pub fn describe(&self, name: impl Fn(usize) -> String) -> String {
        match self {
            Self::MassRatio { part, ratio } => {
                format!(
                    "{} has {ratio:.2} times the mass of its parent; evened out in the simulation",
                    name(*part)
                )
            }
            Self::Thin { part, thickness } => {
                format!("{} is {} thick; thickened", name(*part), readable_length(*thickness))
            }
            Self::Units { size, units_per_metre } => format!(
                "the body is {size:.0} units large: {units_per_metre} of them are taken for a metre \
                 (`units_per_metre` of a text)"
            ),
            Self::LimitExceeded { part, angle } => {
                format!(
                    "{} rests {:.0}° beyond its limit, which pulls it back as it falls",
                    name(*part),
                    angle.to_degrees()
                )
            }
            Self::Overlap { parts: [a, b] } => {
                format!("{} and {} overlap; they do not collide", name(*a), name(*b))
            }
            Self::UnusualMass { mass, size } => {
                let times = mass / HUMAN.0;
                format!(
                    "the body weighs {mass:.0} kg at a size of {size:.2} m: \
                     {times:.1} times the impulses for a human move it"
                )
            }
            Self::NoSkin { joint } => format!("{joint} has no skin; it moves with the part above"),
        }
    }
}

impl fmt::Display for StabilityNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.describe(|part| format!("part {part}")))
    }
}

/// Sizes of typical bodies, metres, and the largest factor between their masses and those of human
/// proportions.
const TYPICAL_SIZES: std::ops::RangeInclusive<f32> = 0.2..=6.0;
const MAX_MASS_FACTOR: f32 = 4.0;

/// Note about the mass of a body of a size, if it is unusual.
pub(super) fn unusual_mass(mass: f32, size: f32) -> Option<StabilityNote> {
    let factor = mass / human_mass(size);
    let is_typical = (1.0 / MAX_MASS_FACTOR..=MAX_MASS_FACTOR).contains(&factor);
    (!is_typical || !TYPICAL_SIZES.contains(&size)).then_some(StabilityNote::UnusualMass { mass, size })
}

/// Sets the simulated masses and inertias; the total mass stays.
pub(super) fn stabilize(parts: &mut [RagdollPart], notes: &mut Vec<StabilityNote>) {
    // A root without much skin holds the parts below it together.
    let heaviest =
        parts.iter().filter(|part| part.parent == Some(0)).map(|part| part.mass.mass).fold(0.0, f32::max);
    let total: f32 = parts.iter().map(|part| part.mass.mass).sum();
    let mut masses: Vec<f32> = parts.iter().map(|part| part.mass.mass).collect();
    masses[0] = masses[0].max(heaviest / MASS_RATIO[1]);
    for n in 0..parts.len() {
        let Some(parent) = parts[n].parent else { continue };
        let ratio = parts[n].mass.mass / parts[parent].mass.mass;
        if !(0.1..=10.0).contains(&ratio) {
            notes.push(StabilityNote::MassRatio { part: n, ratio });
        }
        masses[n] = masses[n].clamp(masses[parent] * MASS_RATIO[0], masses[parent] * MASS_RATIO[1]);
    }
    let evened: f32 = masses.iter().sum();
    for (part, mass) in parts.iter_mut().zip(&masses) {
        let mass = mass * (total / evened);
        part.simulated_mass = part.mass;
        part.simulated_mass.set_mass(mass);
    }
    let mut below = vec![0.0f32; parts.len()];
    for n in (0..parts.len()).rev() {
        let inertia = parts[n].simulated_mass.inertia.max_element();
        let factor = (below[n] / inertia).clamp(1.0, MAX_INERTIA_FACTOR);
        parts[n].simulated_mass.inertia = even(parts[n].simulated_mass.inertia * factor);
        if let Some(parent) = parts[n].parent {
            below[parent] += parts[n].simulated_mass.inertia.max_element();
        }
    }
}

/// Moments that differ by no more than a factor of four: long thin parts spin about their axis otherwise.
fn even(inertia: Vec3) -> Vec3 {
    inertia.max(Vec3::splat(inertia.max_element() * 0.25))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heavy_light_and_large_bodies_are_noted() {
        for (mass, size, is_noted) in [
            (68.0, 1.7, false),
            (20.0, 1.1, false),
            (1274.0, 2.4, true),
            (3.0, 1.7, true),
            (4.9e7, 150.0, true),
        ] {
            assert_eq!(unusual_mass(mass, size).is_some(), is_noted, "{mass} kg, {size} m");
        }
    }
}
