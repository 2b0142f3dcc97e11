use super::group::{ShapeGroup, ShapeMix, ShapeRange};
use sinew::character::{Character, MorphTargetId};
use sinew::face::{FaceError, FaceState};
use sinew::internal::{Random, normalized, suggest};
use sinew::skeleton::MAX_WEIGHT;

/// Maker of random faces: chooses weights of a character's shape morphs by a seed. The same seed gives the
/// same face.
///
/// Shape morphs change who a face is, unlike those of expressions and speech, and add up with them.
///
/// ```
/// use sinew::Character;
/// use sinew::face::FaceState;
/// use sinew_author::face::FaceFactory;
/// # use sinew::face::FaceError;
/// # fn vary(character: &Character, face: &mut FaceState) -> Result<(), FaceError> {
/// // Shapes called shape_…, as the built-in character has them.
/// if let Some(factory) = FaceFactory::detect(character) {
///     factory.apply(42, face)?;
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct FaceFactory {
    groups: Vec<Group>,
    asymmetry: f32,
}

/// Error of [`FaceFactory::new`].
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FaceFactoryError {
    /// No morph target has that name.
    #[error("no morph target called {name:?}; {known}")]
    UnknownShape {
        /// The name looked for.
        name: String,
        /// A similar name, if there is one, and the known names.
        known: String,
    },
    /// A range of weights is not finite, or its ends are exchanged.
    #[error("shape {name:?}: {min} to {max} is not a range of weights")]
    Range {
        /// The shape.
        name: String,
        /// Its smallest weight.
        min: f32,
        /// Its largest weight.
        max: f32,
    },
}

#[derive(Clone, Debug, PartialEq)]
struct Group {
    mix: ShapeMix,
    shapes: Vec<Shape>,
}

#[derive(Clone, Debug, PartialEq)]
struct Shape {
    range: ShapeRange,
    /// Targets with their side: 0 for none, 1 left, −1 right.
    targets: Vec<(MorphTargetId, f32)>,
}

/// Beginning of the names of shape morphs that [`FaceFactory::detect`] takes.
const PREFIX: &str = "shape_";

/// Difference of left and right at most, as a share of the weight.
const DEFAULT_ASYMMETRY: f32 = 0.1;

impl FaceFactory {
    /// Factory of a character by groups of its shape morphs.
    ///
    /// # Errors
    /// When there is no such morph target, or a range is not finite or empty.
    pub fn new(
        character: &Character,
        groups: impl IntoIterator<Item = ShapeGroup>,
    ) -> Result<Self, FaceFactoryError> {
        let group = |group: ShapeGroup| {
            let shapes = group.shapes.into_iter().map(|range| Shape::new(character, range));
            Ok(Group { mix: group.mix, shapes: shapes.collect::<Result<_, _>>()? })
        };
        let groups = groups.into_iter().map(group).collect::<Result<_, _>>()?;
        Ok(Self { groups, asymmetry: DEFAULT_ASYMMETRY })
    }

    /// Factory of all morph targets whose names begin with `shape_`, with independent weights of −1 to 1.
    /// `None` where there are none.
    #[must_use]
    pub fn detect(character: &Character) -> Option<Self> {
        let mut names: Vec<&str> = Vec::new();
        for (_, name) in character.morph_targets() {
            let is_shape = name.get(..PREFIX.len()).is_some_and(|start| start.eq_ignore_ascii_case(PREFIX));
            if is_shape && !names.contains(&name) {
                names.push(name);
            }
        }
        let shapes: Vec<_> = names.into_iter().map(|name| ShapeRange::new(name, -1.0, 1.0)).collect();
        let group = (!shapes.is_empty()).then_some(ShapeGroup { shapes, mix: ShapeMix::Independent })?;
        Self::new(character, [group]).ok()
    }

    /// Sets the largest difference of left and right targets as a share of their weight, 0 to 1; default:
    /// 0.1.
    #[must_use]
    pub fn with_asymmetry(self, asymmetry: f32) -> Self {
        Self { asymmetry: if asymmetry.is_finite() { asymmetry.clamp(0.0, 1.0) } else { 0.0 }, ..self }
    }

    /// Weights of all shapes for a seed; each target once, those with a weight of 0 too. Allocates the list.
    #[must_use]
    pub fn weights(&self, seed: u64) -> Vec<(MorphTargetId, f32)> {
        let mut all = Vec::new();
        for group in &self.groups {
            for (shape, weight) in group.shapes.iter().zip(group.weights(seed)) {
                let mut random = Random::named(seed, &shape.range.name);
                let tilt = (random.bell() * 2.0 - 1.0) * self.asymmetry * 0.5;
                all.extend(shape.targets.iter().map(|(id, side)| (*id, weight * (1.0 + side * tilt))));
            }
        }
        all
    }

    /// Gives a face of the same character the weights of a seed, as [`FaceState::set_morph`] sets them.
    ///
    /// # Errors
    /// When the face is of another character, which lacks a target.
    pub fn apply(&self, seed: u64, face: &mut FaceState) -> Result<(), FaceError> {
        self.weights(seed).into_iter().try_for_each(|(id, weight)| face.set_morph(id, weight))
    }
}

impl Group {
    fn weights(&self, seed: u64) -> Vec<f32> {
        let ranges = self.shapes.iter().map(|shape| &shape.range);
        let random =
            |range: &ShapeRange, use_for: &str| Random::named(seed, &format!("{use_for} {}", range.name));
        match self.mix {
            ShapeMix::Independent => {
                ranges.map(|range| lerp(range, random(range, "weight").bell())).collect()
            }
            ShapeMix::OneOf => {
                let first = ranges.clone().next().map_or("", |range| range.name.as_str());
                let count = self.shapes.len() + 1;
                let chosen = (Random::named(seed, first).unit() * count as f32) as usize;
                let weight = |(number, range): (usize, &ShapeRange)| match number + 1 == chosen {
                    true => lerp(range, random(range, "weight").unit()),
                    false => 0.0,
                };
                ranges.enumerate().map(weight).collect()
            }
            ShapeMix::Blend => {
                // Exponential numbers over their sum are uniform among all shares (L. Devroye, Non-Uniform
                // Random Variate Generation, 1986).
                let parts: Vec<f32> =
                    ranges.clone().map(|range| random(range, "part").exponential(1.0)).collect();
                let authored = Random::named(seed, "authored").exponential(1.0);
                let sum = (parts.iter().sum::<f32>() + authored).max(f32::MIN_POSITIVE);
                parts.into_iter().zip(ranges).map(|(part, range)| part / sum * range.max).collect()
            }
        }
    }
}

impl Shape {
    fn new(character: &Character, range: ShapeRange) -> Result<Self, FaceFactoryError> {
        let ShapeRange { name, min, max } = &range;
        if !(min <= max && min.abs() <= MAX_WEIGHT && max.abs() <= MAX_WEIGHT) {
            return Err(FaceFactoryError::Range { name: name.clone(), min: *min, max: *max });
        }
        let plain = normalized(name);
        let side = |target: &str| match target {
            _ if target == name => Some(0.0),
            _ if plain.is_empty() => None,
            _ => match normalized(target).strip_prefix(&plain)? {
                "left" | "l" => Some(1.0),
                "right" | "r" => Some(-1.0),
                _ => None,
            },
        };
        let targets: Vec<_> =
            character.morph_targets().filter_map(|(id, target)| Some((id, side(target)?))).collect();
        if targets.is_empty() {
            let known = suggest(name, character.morph_targets().map(|(_, name)| name));
            return Err(FaceFactoryError::UnknownShape { name: name.clone(), known });
        }
        Ok(Self { range, targets })
    }
}

fn lerp(range: &ShapeRange, share: f32) -> f32 {
    range.min + (range.max - range.min) * share
}
