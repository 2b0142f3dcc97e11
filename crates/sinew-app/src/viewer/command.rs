use super::hair::{BrushKind, HairCommand};
use super::speech::SpeechMode;
use super::wrinkles::WrinkleChoice;
use crate::asset::clip_edit::ClipEdit;
use crate::drawing::lighting::Lighting;
use crate::scene::kind::SceneKind;
use egui::{InputState, Key};
use sinew::ClipId;
use sinew::character::{ExpressionId, MeshInstanceId, SkinningMethod};
use sinew::glam::Vec2;
use sinew::graph::{ParameterId, ParameterValue};
use sinew_render::{Shading, ViewPreset};
use std::path::PathBuf;

/// Command of the user, from a key, a click or a dropped file; applied by
/// [`State::apply`](super::state::State::apply).
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Command {
    /// Opens a file: a character, clips for the current one, a graph, a rig or a sound.
    Open(PathBuf),
    /// Adds the built-in character's clips, retargeted to the current one.
    AddBuiltInClips,
    /// Shows the built-in character.
    OpenBuiltIn,
    /// Gives the shown character the shapes of the built-in character's face.
    AddFaceShapes,
    /// Plays clip number `.0`, or shows the rest pose.
    Play(Option<ClipId>),
    /// Plays the clip `.0` rows further down the list.
    PlayOther(i32),
    /// Edits the clip that plays: the new clip is added to the list and plays.
    EditClip(ClipEdit),
    /// Writes the character with all clips, or the clip that plays.
    SaveClips(PathBuf),
    TogglePlaying,
    /// Pauses and steps by frames.
    Step(i32),
    /// Seeks to a file time.
    Seek(f64),
    Speed(f32),
    Looping(bool),
    /// Holds a morph target at a weight.
    Hold(String, f32),
    /// Returns a morph target to the clip.
    Release(String),
    ReleaseAll,
    /// Holds an expression at a weight, or returns it to the clip.
    SetExpression(ExpressionId, Option<f32>),
    /// Plays or pauses the sound that the character speaks; without one, the line that comes with Sinew.
    Talk,
    /// Seeks in the sound, in seconds.
    SeekSpeech(f64),
    SetSpeechMode(SpeechMode),
    CloseSpeech,
    /// Opens or closes the microphone.
    Listen(bool),
    /// Fades to an emotion of an intensity, or to none.
    Emotion(Option<String>, f32),
    /// Sets a parameter of the graph.
    SetParameter(ParameterId, ParameterValue),
    /// Plays clip number `.1` in a slot of the graph.
    PlayInSlot(String, ClipId),
    /// Dresses the character in an outfit of its set-up, or takes all off.
    Wear(Option<String>),
    /// Lets the character hold an item of its set-up, or puts it away.
    HoldItem(String, bool),
    /// Shows or hides a mesh instance.
    Show(MeshInstanceId, bool),
    Skin(SkinningMethod),
    Shade(Shading),
    /// Changes the light.
    Light(Box<Lighting>),
    Switch(Switch, bool),
    /// Drags the goal of an effector to a point of the picture.
    DragGoal(String, Vec2),
    /// Clears the goal of an effector.
    ClearGoal(String),
    ClearGoals,
    /// Sets the strength of a falling character's muscles, from 0 to 1.
    Strength(f32),
    /// Takes hold of the part of the falling character at a point of the picture.
    GrabPart(Vec2),
    /// Drags the grabbed part to a point of the picture.
    DragPart(Vec2),
    /// Lets go of the grabbed part.
    ReleaseGrab,
    /// Hits the animated character at a point of the picture.
    HitPart(Vec2),
    /// Places a decal at a point of the picture.
    Stamp(Vec2),
    /// Chooses the look of new decals by number.
    StampLook(usize),
    /// Sets the radius of new decals, as a share of the character's height.
    StampRadius(f32),
    /// Lets drops run from new decals.
    StampDrip(bool),
    /// Sets the most decals of the character, with those of trails.
    StampBudget(usize),
    /// Writes the decals as text.
    SaveStamps(PathBuf),
    /// Lets all decals fade out.
    ClearStamps,
    /// Chooses the wrinkles of the face.
    Wrinkles(WrinkleChoice),
    /// Sets the factor on the strengths of all wrinkles.
    WrinkleIntensity(f32),
    /// Sets the strength of region `.1` in layer `.0`, or returns it to its drivers.
    WrinkleRegion(usize, usize, Option<f32>),
    /// Returns all regions to their drivers.
    ReleaseWrinkles,
    /// Changes the hair.
    Hair(HairCommand),
    /// Enters a scene, or leaves it.
    Scene(Option<SceneKind>),
    /// Starts the show over.
    RestartShow,
    /// Closes the show, so that the character is seen.
    CloseShow,
    /// Frames the character from this direction, or from the current one.
    Frame(Option<ViewPreset>),
    /// Frames the head from the front.
    FrameHead,
    /// Orbits by a drag in points.
    Orbit(Vec2),
    /// Pans by a drag in points.
    Pan(Vec2),
    Zoom(f32),
    /// Dismisses message number `.0`.
    Dismiss(usize),
    /// Hides error number `.0` of changed files.
    DismissFileError(usize),
    Help(bool),
}

/// On-off switches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Switch {
    Skeleton,
    Bounds,
    Ground,
    /// Eyes look at the camera.
    EyeContact,
    /// Eyes move by themselves.
    LiveEyes,
    /// Eyes blink by themselves.
    Blinks,
    /// First-person view: the head is hidden.
    FirstPerson,
    /// Node constraints.
    Constraints,
    /// Spring bones.
    Springs,
    /// Finger animation; off is a lower level of detail.
    Fingers,
    /// Root motion moves the character.
    RootMotion,
    /// IK handles on hands, feet and look target.
    Handles,
    /// The character falls as a ragdoll.
    Ragdoll,
    /// Outlines of the ragdoll's parts.
    RagdollParts,
    /// Clicks hit the character.
    Hits,
    /// Clicks place decals on the character.
    Stamps,
    /// The head turns from side to side.
    Shake,
    /// Guides of the hair.
    HairGuides,
    /// Shapes that the hair stays out of.
    HairBody,
}

/// Keys and mouse actions, for the help.
pub(crate) const KEYS: [(&str, &str); 23] = [
    ("Left drag", "orbit"),
    ("Middle or Shift drag", "pan"),
    ("Wheel", "zoom"),
    ("F", "frame the character"),
    ("Space", "play or pause"),
    ("Left, Right", "step a thirtieth of a second"),
    ("Page up, Page down", "previous clip, next clip"),
    ("1 … 9, 0", "clip by number, rest pose"),
    ("S, B, G", "skeleton, bounds, ground"),
    ("N", "next light: daylight, studio, overcast, sunset, night"),
    ("E, V", "eyes on the camera, first person"),
    ("T", "root motion"),
    ("R", "IK handles on hands, feet and look target"),
    ("D", "drop the character as a ragdoll, or let it get up"),
    ("P", "parts of the ragdoll"),
    ("L", "talk, or pause"),
    ("Drag", "on a fallen character: pull it by a part, and throw it"),
    ("Click", "on a character, with Hits on: hit it"),
    ("X, click", "on a character: place a decal; X switches this on and off"),
    ("C, K, drag", "on hair: comb it, cut it; Z takes a stroke back"),
    ("M, drag", "move the character, so that its hair swings"),
    ("Drag, double click", "on a handle: move its goal, clear it"),
    ("H", "this help"),
];

/// Commands of the keys pressed in this frame. `is_on` returns the state of a switch, `brush` is the brush in
/// use, `lighting` the light, `help` the state of the help window.
pub(crate) fn of_keys(
    input: &InputState,
    is_on: impl Fn(Switch) -> bool,
    brush: Option<BrushKind>,
    (lighting, help): (&Lighting, bool),
) -> Vec<Command> {
    const DIGITS: [Key; 9] =
        [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];
    if input.modifiers.any() && !input.modifiers.shift_only() {
        return Vec::new();
    }
    let toggle = |switch| Command::Switch(switch, !is_on(switch));
    let take = |kind| Command::Hair(HairCommand::Brush(Some(kind).filter(|kind| brush != Some(*kind))));
    let bound = [
        (Key::F, Command::Frame(None)),
        (Key::Space, Command::TogglePlaying),
        (Key::ArrowLeft, Command::Step(-1)),
        (Key::ArrowRight, Command::Step(1)),
        (Key::PageUp, Command::PlayOther(-1)),
        (Key::PageDown, Command::PlayOther(1)),
        (Key::Num0, Command::Play(None)),
        (Key::S, toggle(Switch::Skeleton)),
        (Key::B, toggle(Switch::Bounds)),
        (Key::G, toggle(Switch::Ground)),
        (Key::E, toggle(Switch::EyeContact)),
        (Key::V, toggle(Switch::FirstPerson)),
        (Key::T, toggle(Switch::RootMotion)),
        (Key::R, toggle(Switch::Handles)),
        (Key::D, toggle(Switch::Ragdoll)),
        (Key::P, toggle(Switch::RagdollParts)),
        (Key::X, toggle(Switch::Stamps)),
        (Key::C, take(BrushKind::Comb)),
        (Key::K, take(BrushKind::Cut)),
        (Key::Z, Command::Hair(HairCommand::Undo)),
        (Key::L, Command::Talk),
        (Key::H, Command::Help(!help)),
    ];
    let clips =
        DIGITS.into_iter().enumerate().map(|(clip, key)| (key, Command::Play(Some(ClipId(clip as u32)))));
    let mut pressed: Vec<Command> =
        bound.into_iter().chain(clips).filter(|(key, _)| input.key_pressed(*key)).map(|(_, c)| c).collect();
    if input.key_pressed(Key::N) {
        pressed.push(Command::Light(Box::new(lighting.next())));
    }
    pressed
}
