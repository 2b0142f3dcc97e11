use serde::{Deserialize, Serialize};
use sinew::glam::Vec3;

/// Something that happens at a time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "Cue")]
pub struct CueDescription {
    /// Time, seconds.
    pub at: f32,
    /// Actor that it concerns; may be left out where the cast has one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub who: String,
    /// Action that the cue starts.
    pub what: CueAction,
}

/// Action of an actor, or an event that it meets, such as a shot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum CueAction {
    /// Sets a number of the animation graph.
    Set(String, f32),
    /// Sets a trigger of the animation graph.
    Trigger(String),
    /// Plays a clip once, over what plays.
    Play(String),
    /// Turns by degrees to the left, on the way or on the spot.
    Turn(f32),
    /// Turns to a point of the world.
    Face(Vec3),
    /// Looks at something.
    LookAt(LookCue),
    /// Speaks a sound: WAV, FLAC, Ogg or MP3.
    Speak(String),
    /// Fades to an emotion of an intensity from 0 to 1; 0 fades it out.
    Emotion(String, f32),
    /// Takes an item into the hands that hold it.
    Hold(String),
    /// Puts an item out of sight.
    PutAway(String),
    /// Lets an item fall.
    LetGo(String),
    /// Aims an item at a point of the world; its `+Z` points there.
    Aim(String, Vec3),
    /// Carries an item again as before [`Aim`](Self::Aim).
    Lower(String),
    /// Is hit by a shot: staggers, or is pushed while it falls.
    Hit {
        /// Point in model space at which the shot is aimed.
        at: Vec3,
        /// Direction in model space from which it comes.
        #[serde(default = "ahead")]
        from: Vec3,
        /// Impulse, N s.
        #[serde(default = "impulse")]
        impulse: f32,
        /// Look of the decal that it leaves; none for one without.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        decal: Option<String>,
        /// Radius of the decal, metres.
        #[serde(default = "radius")]
        radius: f32,
        /// Seconds for which the wound bleeds.
        #[serde(default)]
        bleeds: f32,
    },
    /// Falls as a ragdoll.
    Fall,
    /// Gets up as soon as it lies still, by that of its clips `get_up…` which fits.
    GetUp,
    /// Wears an outfit.
    Wear(String),
}

/// What an actor looks at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum LookCue {
    /// Nothing: where the clips look.
    Nothing,
    /// The camera, wherever it is.
    Camera,
    /// A point of the world.
    Point(Vec3),
    /// The head of another actor.
    Actor(String),
}

fn ahead() -> Vec3 {
    Vec3::Z
}

fn impulse() -> f32 {
    30.0
}

fn radius() -> f32 {
    0.02
}
