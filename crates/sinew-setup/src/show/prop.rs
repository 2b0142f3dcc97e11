use serde::{Deserialize, Serialize};
use sinew::glam::{Affine3A, Quat, Vec3};

/// Thing of boxes that stands around in a show: actors walk on it and fall onto it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum PropDescription {
    /// A box.
    Box {
        /// Middle of its base, metres.
        position: Vec3,
        /// Width, height and depth.
        size: Vec3,
        /// Degrees by which it is turned to the left.
        #[serde(default)]
        heading: f32,
        /// Linear colour.
        #[serde(default = "grey")]
        color: Vec3,
    },
    /// Stairs up to a landing, and down on the other side.
    Stairs {
        /// Middle of the lowest riser's foot, metres.
        position: Vec3,
        /// Degrees to the left by which they are turned from +Z, where they lead up.
        #[serde(default)]
        heading: f32,
        /// Number of risers up.
        steps: u32,
        /// Height of a step.
        #[serde(default = "rise")]
        rise: f32,
        /// Depth of a step.
        #[serde(default = "going")]
        going: f32,
        /// Width.
        #[serde(default = "width")]
        width: f32,
        /// Depth of the landing.
        #[serde(default = "landing")]
        landing: f32,
        /// Whether they lead down again behind the landing.
        #[serde(default)]
        down: bool,
        /// Length of steps on them as a share of steps on level ground, so that a step takes a tread.
        #[serde(default = "stride")]
        stride: f32,
        /// Linear colour.
        #[serde(default = "grey")]
        color: Vec3,
    },
}

/// Box of a prop, in the space of the prop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PropBox {
    /// Middle.
    pub center: Vec3,
    /// Half width, height and depth.
    pub half: Vec3,
}

/// Most steps of stairs.
const MAX_STEPS: u32 = 200;
/// Distance before and behind a flight within which steps are those of stairs too, in treads.
const MARGIN: f32 = 2.5;

impl PropDescription {
    /// World from the space of the prop.
    #[must_use]
    pub fn world_from_prop(&self) -> Affine3A {
        let (Self::Box { position, heading, .. } | Self::Stairs { position, heading, .. }) = self;
        Affine3A::from_rotation_translation(Quat::from_rotation_y(heading.to_radians()), *position)
    }

    /// Linear colour.
    #[must_use]
    pub fn color(&self) -> Vec3 {
        let (Self::Box { color, .. } | Self::Stairs { color, .. }) = self;
        *color
    }

    /// The boxes of which it is made: one, or one per step, each as long as all that lies on it.
    #[must_use]
    pub fn boxes(&self) -> Vec<PropBox> {
        let &Self::Stairs { steps, rise, going, width, landing, down, .. } = self else {
            let Self::Box { size, .. } = self else { return Vec::new() };
            return vec![PropBox { center: Vec3::Y * (size.y * 0.5), half: *size * 0.5 }];
        };
        let flight = going * steps.saturating_sub(1) as f32;
        let end = if down { landing + 2.0 * flight } else { landing + flight };
        let step = |step: u32| {
            let inner = going * step as f32;
            let (from, to) = (inner, if down { end - inner } else { end });
            let top = rise * (step + 1) as f32;
            let half = Vec3::new(width, top, to - from) * 0.5;
            PropBox { center: Vec3::new(0.0, half.y, (from + to) * 0.5), half }
        };
        (0..steps.min(MAX_STEPS)).map(step).collect()
    }

    /// Share of the length of steps on level ground that steps at a point of the world have; `None` where the
    /// prop does not change them.
    #[must_use]
    pub fn stride_at(&self, world: Vec3) -> Option<f32> {
        let Self::Stairs { steps, going, width, landing, down, stride, .. } = self else { return None };
        let at = self.world_from_prop().inverse().transform_point3(world);
        let (flight, margin) = (going * steps.saturating_sub(1) as f32, going * MARGIN);
        let up = -margin..flight + margin;
        let back = flight + landing - margin..2.0 * flight + landing + margin;
        let is_on = up.contains(&at.z) || (*down && back.contains(&at.z));
        (is_on && at.x.abs() <= width * 0.5).then_some(*stride)
    }

    /// What is wrong with it, and the field.
    pub(super) fn fault(&self) -> Option<(&'static str, String)> {
        let range = |color: &Vec3| color.to_array().iter().all(|part| (0.0..=1.0).contains(part));
        let (Self::Box { position, heading, color, .. } | Self::Stairs { position, heading, color, .. }) =
            self;
        if !position.is_finite() || !heading.is_finite() {
            return Some(("position", "expected finite numbers".to_owned()));
        }
        if !range(color) {
            return Some(("color", "expected three numbers from 0 to 1".to_owned()));
        }
        let positive = |field: &'static str, value: f32| {
            let is_good = value.is_finite() && value > 0.0;
            (!is_good).then(|| (field, format!("{value} is no length; expected metres above 0")))
        };
        match self {
            Self::Box { size, .. } => size.to_array().into_iter().find_map(|side| positive("size", side)),
            Self::Stairs { steps, .. } if !(1..=MAX_STEPS).contains(steps) => {
                Some(("steps", format!("{steps} steps; expected 1 to {MAX_STEPS}")))
            }
            Self::Stairs { rise, going, width, landing, stride, .. } => {
                let lengths = [
                    ("rise", *rise),
                    ("going", *going),
                    ("width", *width),
                    ("landing", *landing),
                    ("stride", *stride),
                ];
                lengths.into_iter().find_map(|(field, value)| positive(field, value))
            }
        }
    }
}

fn grey() -> Vec3 {
    Vec3::splat(0.35)
}

fn rise() -> f32 {
    0.17
}

fn going() -> f32 {
    0.29
}

fn width() -> f32 {
    2.0
}

fn landing() -> f32 {
    1.2
}

fn stride() -> f32 {
    0.55
}
