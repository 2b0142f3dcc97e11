use crate::scene::SceneKind;
use egui::{InputState, Key};
use sinew::ClipId;
use sinew::character::SkinningMethod;
use sinew::glam::{Vec2, Vec3};
use sinew::graph::{ParameterId, ParameterValue};
use std::path::PathBuf;

/// Something the user wants, from a key, a click or a drop. [`State::apply`](super::state::State::apply) does it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Command {
    /// Shows a character, binds the clips of a file without one, or has a graph or a rig of a text.
    Open(PathBuf),
    /// Shows the built-in character.
    OpenBuiltIn,
    /// Plays clip number `.0`, or shows the rest pose.
    Play(Option<ClipId>),
    /// Plays the clip `.0` places further down the list.
    PlayOther(i32),
    TogglePlaying,
    /// Pauses and moves by frames.
    Nudge(i32),
    /// Goes to a file time.
    Seek(f64),
    Speed(f32),
    Looping(bool),
    /// Holds a morph target at a weight.
    Hold(String, f32),
    /// Gives a morph target back to the clip.
    Release(String),
    ReleaseAll,
    /// Holds an expression at a weight, or gives it back to the clip.
    Express(usize, Option<f32>),
    /// Sets a parameter of the graph.
    SetParameter(ParameterId, ParameterValue),
    /// Plays clip number `.1` in a slot of the graph.
    PlayInSlot(String, ClipId),
    /// Shows or hides a mesh instance.
    Show(usize, bool),
    Skin(SkinningMethod),
    Switch(Switch, bool),
    /// Moves the goal of a slot of the rig to a point of the picture.
    Pull(String, Vec2),
    /// Has a slot of the rig give up its goal.
    LetGo(String),
    LetGoAll,
    /// Sets the character in a scene, or in none.
    Scene(Option<SceneKind>),
    /// Frames the character, from this direction or as it is seen now.
    Frame(Option<Vec3>),
    /// Frames the head from the front.
    FrameHead,
    /// Circles by a drag of points.
    Turn(Vec2),
    /// Moves sideways by a drag of points.
    Pan(Vec2),
    Zoom(f32),
    /// Takes away message number `.0`.
    Dismiss(usize),
    Help(bool),
}

/// What can be on or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Switch {
    Skeleton,
    Bounds,
    Ground,
    /// The eyes look at the camera.
    EyeContact,
    /// Seen through the character's own eyes: without its head.
    FirstPerson,
    /// Nodes follow other nodes.
    Constraints,
    /// Fingers move; those of somebody far away need not.
    Fingers,
    /// The character goes where its root motion carries it.
    Travel,
    /// Hands, feet and looks have handles to drag.
    Reach,
}

/// The keys and what they do, for the help.
pub(crate) const KEYS: [(&str, &str); 14] = [
    ("Left drag", "orbit"),
    ("Middle or Shift drag", "pan"),
    ("Wheel", "zoom"),
    ("F", "frame the character"),
    ("Space", "play or pause"),
    ("Left, Right", "step a thirtieth of a second"),
    ("Page up, Page down", "clip before, clip after"),
    ("1 … 9, 0", "clip by number, rest pose"),
    ("S, B, G", "skeleton, bounds, ground"),
    ("E, V", "eyes on the camera, first person"),
    ("T", "travel by root motion"),
    ("R", "reach: handles on hands, feet and what is looked at"),
    ("Drag, double click", "on a handle: move its goal, let go"),
    ("H", "this help"),
];

/// What the keys pressed in this frame ask for. `is_on` tells which switches are, `help` whether the help is.
pub(crate) fn of_keys(input: &InputState, is_on: impl Fn(Switch) -> bool, help: bool) -> Vec<Command> {
    const DIGITS: [Key; 9] =
        [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];
    if input.modifiers.any() && !input.modifiers.shift_only() {
        return Vec::new();
    }
    let toggle = |switch| Command::Switch(switch, !is_on(switch));
    let bound = [
        (Key::F, Command::Frame(None)),
        (Key::Space, Command::TogglePlaying),
        (Key::ArrowLeft, Command::Nudge(-1)),
        (Key::ArrowRight, Command::Nudge(1)),
        (Key::PageUp, Command::PlayOther(-1)),
        (Key::PageDown, Command::PlayOther(1)),
        (Key::Num0, Command::Play(None)),
        (Key::S, toggle(Switch::Skeleton)),
        (Key::B, toggle(Switch::Bounds)),
        (Key::G, toggle(Switch::Ground)),
        (Key::E, toggle(Switch::EyeContact)),
        (Key::V, toggle(Switch::FirstPerson)),
        (Key::T, toggle(Switch::Travel)),
        (Key::R, toggle(Switch::Reach)),
        (Key::H, Command::Help(!help)),
    ];
    let clips =
        DIGITS.into_iter().enumerate().map(|(clip, key)| (key, Command::Play(Some(ClipId(clip as u32)))));
    bound.into_iter().chain(clips).filter(|(key, _)| input.key_pressed(*key)).map(|(_, c)| c).collect()
}
