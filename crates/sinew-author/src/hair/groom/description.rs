//! Description of a haircut: its layers, their combing and their checks.

use super::GroomMakingError;
use crate::hair::HairRegion;
use glam::Vec3;
use sinew::hair::{HairLook, HairSettings, MAX_HAIR_POINTS, MAX_STRAND_POINTS, MAX_STRANDS};
use sinew::math::smoothstep;

/// Largest number of guides of a layer.
const MAX_GUIDES: usize = 4096;
/// Largest length of hair, metres.
const MAX_LENGTH: f32 = 3.0;

/// Description of a haircut, from which a groom is generated on any head.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename = "Groom", default, deny_unknown_fields))]
pub struct GroomDescription {
    /// Name; may be empty.
    pub name: String,
    /// Layers.
    pub layers: Vec<GroomLayerDescription>,
}

/// Description of a layer of a groom: the hair of one region. Lengths are metres on the head of an adult and
/// grow with the head.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename = "Layer", default, deny_unknown_fields))]
#[non_exhaustive]
pub struct GroomLayerDescription {
    /// Name in messages; may be empty.
    pub name: String,
    /// Region where it grows.
    pub region: HairRegion,
    /// Names of meshes or materials that it grows on; empty for all skin.
    pub meshes: Vec<String>,
    /// Grey map over the first texture coordinates by which the density is multiplied; the name of an image.
    pub density_map: Option<String>,
    /// Grey map over the first texture coordinates of a density that is grown at least, in the region or
    /// outside of it; the name of an image.
    pub add_map: Option<String>,
    /// Grey map over the first texture coordinates by which the length is multiplied; the name of an image.
    pub length_map: Option<String>,
    /// Map over the first texture coordinates by whose colour at the root the colours of a strand are
    /// multiplied; the name of an image.
    pub color_map: Option<String>,
    /// Direction in which it is combed.
    pub comb: Comb,
    /// Length, metres.
    pub length: f32,
    /// Share by which strands are shorter at random, 0 to 0.95.
    pub length_variation: f32,
    /// Height below the eyes at which hair is cut, metres; negative above the eyes.
    pub cut: Option<f32>,
    /// Share of hair that stands off the skin instead of lying on it, 0 to 1.
    pub stand: f32,
    /// Distance from the skin of the outermost hair, metres.
    pub volume: f32,
    /// Fringe over the forehead.
    pub fringe: Option<Fringe>,
    /// Locks in which strands come together; `None` for those that suit the length
    /// ([`Clumps::of_length`]).
    pub clumps: Option<Clumps>,
    /// Curls.
    pub curl: Option<Curl>,
    /// Distance by which strands leave their path at random, metres.
    pub frizz: f32,
    /// Number of guides.
    pub guides: usize,
    /// Points of each guide.
    pub points: usize,
    /// Number of strands.
    pub strands: usize,
    /// Points of each strand.
    pub strand_points: usize,
    /// Seed of all random choices.
    pub seed: u64,
    /// Look.
    pub look: HairLook,
    /// Settings of the simulation; hair without them moves with the skin alone.
    pub physics: Option<HairSettings>,
}

/// Direction in which hair is combed. Positions and directions are those of head space: +X to the character's
/// left, +Y up, +Z forward.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Comb {
    /// To both sides of a parting, and down.
    Parted {
        /// Position of the parting in half widths of the head: 0 in the middle, positive on the character's
        /// left.
        at: f32,
        /// Share of the direction backwards, 0 to 2.
        back: f32,
    },
    /// In one direction over the head, and down where the head ends.
    Swept {
        /// Direction.
        direction: Vec3,
    },
    /// From the whorl at the back of the crown outwards.
    Whorl,
    /// To one point where it is tied.
    Tied {
        /// Direction of that point from the middle of the skull.
        to: Vec3,
        /// Hair beyond the tie.
        tail: Tail,
    },
    /// As the hair of the region grows: beards down, brows outwards, lashes forwards and up, scalps from the
    /// whorl.
    Natural,
}

/// Hair beyond a tie.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Tail {
    /// Length, metres.
    pub length: f32,
    /// Radius at its thickest, metres.
    pub radius: f32,
    /// Style.
    pub style: TailStyle,
}

/// Style of a [`Tail`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum TailStyle {
    /// Loose hair.
    #[default]
    Loose,
    /// Braid of three strands.
    Braid {
        /// Length of one turn, metres.
        pitch: f32,
    },
    /// Bun: hair wound around the tie and pinned. The length of the tail is the height of the bun; it moves
    /// with the head alone.
    Bun,
    /// Knot, as a top knot: hair slung into a knot and pinned. The length of the tail is its height; it moves
    /// with the head alone.
    Knot,
}

/// Hair of the front that is combed over the forehead.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Fringe {
    /// Half width in half widths of the head.
    pub width: f32,
    /// Height above the eyes at which it is cut, metres.
    pub cut: f32,
}

/// Locks in which strands come together.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct Clumps {
    /// Distance of locks at their roots, metres.
    pub size: f32,
    /// Share of the way to the middle of the lock at the root, 0 to 1.
    pub root: f32,
    /// Share of the way to the middle of the lock at the tip, 0 to 1.
    pub tip: f32,
}

impl Default for Clumps {
    fn default() -> Self {
        Self { size: 0.012, root: 0.0, tip: 0.6 }
    }
}

impl Clumps {
    /// Locks that suit hair of a length in metres: those of long hair are a centimetre apart and come together
    /// at the tips, the hairs of a stubble beard stand alone.
    #[must_use]
    pub fn of_length(length: f32) -> Self {
        let long = (length / 0.12).clamp(0.0, 1.0);
        Self { size: (0.1 * length).clamp(0.0015, 0.012), root: 0.0, tip: 0.6 * smoothstep(long) }
    }
}

/// Curls: strands wind around their path.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Curl {
    /// Radius, metres.
    pub radius: f32,
    /// Length of one turn, metres.
    pub turn: f32,
    /// Share of the length at the root that is straight, 0 to 1.
    pub from: f32,
}

impl Default for GroomLayerDescription {
    /// Hair of 12 cm on the scalp: 200 guides with 12 points, 10,000 strands with 16 points.
    fn default() -> Self {
        Self {
            name: String::new(),
            region: HairRegion::Scalp,
            meshes: Vec::new(),
            density_map: None,
            add_map: None,
            length_map: None,
            color_map: None,
            comb: Comb::Whorl,
            length: 0.12,
            length_variation: 0.15,
            cut: None,
            stand: 0.1,
            volume: 0.012,
            fringe: None,
            clumps: None,
            curl: None,
            frizz: 0.001,
            guides: 200,
            points: 12,
            strands: 10_000,
            strand_points: 16,
            seed: 1,
            look: HairLook::default(),
            physics: Some(HairSettings::default()),
        }
    }
}

impl GroomDescription {
    /// Checks all values.
    ///
    /// # Errors
    /// For a value out of its range, and for a groom without layers; the error has the path of the field.
    pub fn check(&self) -> Result<(), GroomMakingError> {
        if self.layers.is_empty() {
            return Err(GroomMakingError::field("layers", "the groom has no layers; expected one or more"));
        }
        for (number, layer) in self.layers.iter().enumerate() {
            layer.check(&format!("layers[{number}]"))?;
        }
        Ok(())
    }
}

impl GroomLayerDescription {
    /// Maps that the layer names: the field and the name of the image.
    pub fn maps(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let fields = [
            ("density_map", &self.density_map),
            ("add_map", &self.add_map),
            ("length_map", &self.length_map),
            ("color_map", &self.color_map),
        ];
        fields.into_iter().filter_map(|(field, name)| Some((field, name.as_deref()?)))
    }

    /// Locks of the layer.
    #[must_use]
    pub fn clumps(&self) -> Clumps {
        self.clumps.unwrap_or_else(|| Clumps::of_length(self.length))
    }

    fn check(&self, path: &str) -> Result<(), GroomMakingError> {
        let number = |field: &str, value: f32, least: f32, most: f32| {
            if value >= least && value <= most {
                return Ok(());
            }
            Err(GroomMakingError::field(
                format!("{path}.{field}"),
                format!("expected a number from {least} to {most}, found {value}"),
            ))
        };
        let count = |field: &str, value: usize, least: usize, most: usize| {
            if (least..=most).contains(&value) {
                return Ok(());
            }
            Err(GroomMakingError::field(
                format!("{path}.{field}"),
                format!("expected a whole number from {least} to {most}, found {value}"),
            ))
        };
        number("length", self.length, 1e-3, MAX_LENGTH)?;
        number("length_variation", self.length_variation, 0.0, 0.95)?;
        if let Some(cut) = self.cut {
            number("cut", cut, -MAX_LENGTH, MAX_LENGTH)?;
        }
        number("stand", self.stand, 0.0, 1.0)?;
        number("volume", self.volume, 0.0, 1.0)?;
        if let Some(Fringe { width, cut }) = self.fringe {
            number("fringe.width", width, 0.0, 2.0)?;
            number("fringe.cut", cut, -1.0, 1.0)?;
        }
        if let Some(clumps) = self.clumps {
            number("clumps.size", clumps.size, 1e-3, 1.0)?;
            number("clumps.root", clumps.root, 0.0, 1.0)?;
            number("clumps.tip", clumps.tip, 0.0, 1.0)?;
        }
        if let Some(Curl { radius, turn, from }) = self.curl {
            number("curl.radius", radius, 0.0, 0.2)?;
            number("curl.turn", turn, 1e-3, MAX_LENGTH)?;
            number("curl.from", from, 0.0, 1.0)?;
        }
        number("frizz", self.frizz, 0.0, 0.2)?;
        count("guides", self.guides, 3, MAX_GUIDES)?;
        count("points", self.points, 3, MAX_HAIR_POINTS)?;
        count("strands", self.strands, 1, MAX_STRANDS)?;
        count("strand_points", self.strand_points, 2, MAX_STRAND_POINTS)?;
        match self.comb {
            Comb::Parted { at, back } => {
                number("comb.at", at, -1.0, 1.0)?;
                number("comb.back", back, 0.0, 2.0)?;
            }
            Comb::Swept { direction } => number("comb.direction", direction.length(), 1e-3, 1e3)?,
            Comb::Tied { to, tail } => {
                number("comb.to", to.length(), 1e-3, 1e3)?;
                number("comb.tail.length", tail.length, 1e-3, MAX_LENGTH)?;
                number("comb.tail.radius", tail.radius, 1e-3, 0.5)?;
                if let TailStyle::Braid { pitch } = tail.style {
                    number("comb.tail.style.pitch", pitch, 5e-3, MAX_LENGTH)?;
                }
            }
            Comb::Whorl | Comb::Natural => {}
        }
        number("look.variation", self.look.variation, 0.0, 1.0)?;
        number("look.grey", self.look.grey, 0.0, 1.0)?;
        number("look.fade.0", self.look.fade.0, 0.0, 1.0)?;
        number("look.fade.1", self.look.fade.1, self.look.fade.0, 1.0)?;
        number("look.width", self.look.width, 1e-6, 0.1)?;
        number("look.tip_width", self.look.tip_width, 0.0, 1.0)?;
        number("look.roughness", self.look.roughness, 0.05, 1.0)?;
        number("look.shift", self.look.shift, -1.0, 1.0)?;
        for (field, color) in [
            ("look.root_color", self.look.root_color),
            ("look.tip_color", self.look.tip_color),
            ("look.grey_color", self.look.grey_color),
        ] {
            for value in color.to_array() {
                number(field, value, 0.0, 1.0)?;
            }
        }
        match &self.physics {
            Some(settings) => settings
                .check()
                .map_err(|error| GroomMakingError::field(format!("{path}.physics"), error.to_string())),
            None => Ok(()),
        }
    }
}
