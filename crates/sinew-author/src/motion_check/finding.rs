//! Finding of the check of motion.

use sinew::skeleton::JointId;
use std::fmt;

/// Kind of fault in a motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum MotionFault {
    /// A foot on the ground moves over it.
    FootSlide,
    /// A sole sinks below the ground on which the body stands.
    FloorPenetration,
    /// A joint jumps to another position from one frame to the next.
    Pop,
    /// A joint turns by a large angle from one frame to the next.
    JointFlip,
    /// A knee or an elbow bends backwards.
    Hyperextension,
    /// The end of a loop does not meet its start.
    LoopSeam,
    /// The root trembles.
    RootJitter,
    /// The whole body stands still for a while in the middle of a motion.
    FrozenFrames,
    /// Frames repeat their predecessor while the body moves.
    DuplicatedFrames,
    /// A joint changes its scale or the length of its bone from one frame to the next.
    ScaleJump,
    /// A left and a right limb change sides.
    SideSwap,
    /// A joint trembles.
    Noise,
}

impl MotionFault {
    /// All kinds.
    pub const ALL: [Self; 12] = [
        Self::FootSlide,
        Self::FloorPenetration,
        Self::Pop,
        Self::JointFlip,
        Self::Hyperextension,
        Self::LoopSeam,
        Self::RootJitter,
        Self::FrozenFrames,
        Self::DuplicatedFrames,
        Self::ScaleJump,
        Self::SideSwap,
        Self::Noise,
    ];

    /// Stable code, such as `foot-slide`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::FootSlide => "foot-slide",
            Self::FloorPenetration => "floor-penetration",
            Self::Pop => "pop",
            Self::JointFlip => "joint-flip",
            Self::Hyperextension => "hyperextension",
            Self::LoopSeam => "loop-seam",
            Self::RootJitter => "root-jitter",
            Self::FrozenFrames => "frozen-frames",
            Self::DuplicatedFrames => "duplicated-frames",
            Self::ScaleJump => "scale-jump",
            Self::SideSwap => "side-swap",
            Self::Noise => "noise",
        }
    }
}

/// Unit of sizes and bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MotionUnit {
    /// Metres in model space.
    Metres,
    /// Metres per second.
    MetresPerSecond,
    /// Radians.
    Radians,
    /// Seconds.
    Seconds,
    /// Number of frames.
    Frames,
    /// Change relative to the value before: 0.1 is a tenth.
    Ratio,
}

impl MotionUnit {
    /// Symbol for programs: `m`, `m/s`, `rad`, `s`, `frames` or `ratio`.
    #[must_use]
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Metres => "m",
            Self::MetresPerSecond => "m/s",
            Self::Radians => "rad",
            Self::Seconds => "s",
            Self::Frames => "frames",
            Self::Ratio => "ratio",
        }
    }

    /// A value with its unit for people: lengths below a metre in centimetres, angles in degrees.
    #[must_use]
    pub fn show(self, value: f32) -> String {
        match self {
            Self::Metres if value < 0.01 => format!("{:.1} mm", value * 1e3),
            Self::Metres if value < 1.0 => format!("{:.1} cm", value * 1e2),
            Self::Metres => format!("{value:.2} m"),
            Self::MetresPerSecond => format!("{value:.2} m/s"),
            Self::Radians => format!("{:.0}°", value.to_degrees()),
            Self::Seconds => format!("{value:.2} s"),
            Self::Frames => format!("{value:.0} {}", if value == 1.0 { "frame" } else { "frames" }),
            Self::Ratio => format!("{:.0} %", value * 1e2),
        }
    }
}

/// Option of the command that removes a fault.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum MotionFix {
    /// Low-pass filter over the keys: `convert --smooth`.
    Smooth,
    /// Feet held where they stand: `convert --plant-feet`.
    PlantFeet,
    /// Ends of the loop brought together: `convert --close-loop`.
    CloseLoop,
    /// Part of the clip cut away: `convert --trim START..END`.
    Trim {
        /// Start of the part that stays, seconds.
        start: f32,
        /// End of the part that stays, seconds.
        end: f32,
    },
    /// Keys at the rate of the frames that are no copies: `convert --fps`.
    Fps(f32),
}

impl MotionFix {
    /// Option of `sinew convert` for all clips of a file.
    #[must_use]
    pub fn option(&self) -> String {
        match self {
            Self::Smooth => "--smooth".to_owned(),
            Self::PlantFeet => "--plant-feet".to_owned(),
            Self::CloseLoop => "--close-loop".to_owned(),
            Self::Trim { start, end } => format!("--trim {start}..{end}"),
            Self::Fps(rate) => format!("--fps {rate:.0}"),
        }
    }
}

impl fmt::Display for MotionFix {
    /// The verb and the option as they are typed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "convert {}", self.option())
    }
}

/// Fault of a clip.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct MotionFinding {
    /// Kind of fault.
    pub fault: MotionFault,
    /// Joint at fault, of several the one with the largest size; none for faults of the whole body.
    pub joint: Option<JointId>,
    /// Name of the joint; empty without one.
    pub joint_name: String,
    /// Number of joints with the same fault at the same time.
    pub joints: usize,
    /// Start, file seconds.
    pub start: f32,
    /// End, file seconds; equal to the start for a single moment.
    pub end: f32,
    /// Time of the largest size, file seconds.
    pub worst: f32,
    /// Largest size, in [`unit`](Self::unit).
    pub size: f32,
    /// Largest size that is no fault, in the same unit.
    pub bound: f32,
    /// Unit of size and bound.
    pub unit: MotionUnit,
    /// Sentence for people, without the clip's name and the time.
    pub message: String,
    /// Option of the command that removes the fault, if there is one.
    pub(super) fix: Option<MotionFix>,
}

impl MotionFinding {
    /// Stable code of the fault, such as `foot-slide`.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        self.fault.code()
    }

    /// Option of the command that removes the fault; none where only an animator can.
    #[must_use]
    pub const fn fix(&self) -> Option<MotionFix> {
        self.fix
    }
}

impl fmt::Display for MotionFinding {
    /// Time, message and code, such as `1.20 s to 1.45 s: the left foot slides by 6.2 cm [foot-slide]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2} s", self.start)?;
        if self.end > self.start {
            write!(f, " to {:.2} s", self.end)?;
        }
        write!(f, ": {} [{}]", self.message, self.code())
    }
}
