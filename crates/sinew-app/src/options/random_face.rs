//! Random faces of characters with shape morphs.

use crate::report::failure::Failure;
use clap::Args;
use sinew::Actor;
use sinew_author::face::{FaceFactory, ShapeGroup, ShapeMix, ShapeRange};
use std::str::FromStr;

/// Seed and shapes of a random face.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct RandomFaceOptions {
    /// Random face by number, the same for the same N: mixes shape morphs, those called shape_… unless
    /// --face-shape names others
    #[arg(long, value_name = "N")]
    face_seed: Option<u64>,
    /// Morph target that --face-seed mixes in, with the range of its weight (default: -1..1); may be repeated
    #[arg(long, value_name = "NAME[=MIN..MAX]", requires = "face_seed")]
    face_shape: Vec<Shape>,
}

/// Value of `--face-shape`: `NAME[=MIN..MAX]`.
#[derive(Clone, Debug, PartialEq)]
struct Shape(ShapeRange);

impl FromStr for Shape {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Some((name, range)) = text.rsplit_once('=') else {
            return Ok(Self(ShapeRange::new(text, -1.0, 1.0)));
        };
        let ends = range.split_once("..").and_then(|(min, max)| Some((min.parse().ok()?, max.parse().ok()?)));
        let (min, max) = ends.ok_or("expected NAME=MIN..MAX, such as nose_width=-0.5..1")?;
        Ok(Self(ShapeRange::new(name, min, max)))
    }
}

impl RandomFaceOptions {
    /// Gives an actor the face. `name` is that of its file.
    pub(crate) fn apply(&self, actor: &mut Actor, name: &str) -> Result<(), Failure> {
        let Some(seed) = self.face_seed else { return Ok(()) };
        let shapes: Vec<ShapeRange> = self.face_shape.iter().map(|shape| shape.0.clone()).collect();
        let factory = match shapes.is_empty() {
            true => FaceFactory::detect(actor.character()).ok_or_else(|| {
                let message = "--face-seed: no morph target is called shape_…; --face-shape names those that \
                               make faces";
                Failure::input(name, message)
            })?,
            false => FaceFactory::new(actor.character(), [ShapeGroup { shapes, mix: ShapeMix::Independent }])
                .map_err(|error| Failure::input(name, format!("--face-shape: {error}")))?,
        };
        let face = actor.face_mut().ok_or_else(|| Failure::input(name, "the character has no face"))?;
        factory.apply(seed, face).map_err(|error| Failure::input(name, error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shape_has_a_range() {
        let shape = |name: &str, min, max| Ok(Shape(ShapeRange::new(name, min, max)));
        assert_eq!("nose".parse(), shape("nose", -1.0, 1.0));
        assert_eq!("a=b=-0.5..2".parse(), shape("a=b", -0.5, 2.0));
        assert!("nose=1".parse::<Shape>().is_err() && "nose=a..b".parse::<Shape>().is_err());
    }
}
