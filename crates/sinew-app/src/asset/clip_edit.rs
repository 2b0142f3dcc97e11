//! Edit of a clip, as the command's options and the viewer's panel ask for it.

use crate::report::failure::Failure;
use crate::report::plural::count;
use sinew::playback::FullPose;
use sinew::{Character, RawClip};
use sinew_author::clip::{
    ClipDifference, ClipEditError, ClosedLoop, LoopSettings, MendedClip, PlantFeetSettings, PlantedFeet,
    SmoothSettings, clip_difference, clip_pose, close_loop, make_additive, mend_clip, mirror_clip,
    plant_feet, smooth_clip,
};
use sinew_author::motion_check::{MotionCheckSettings, MotionFix};
use sinew_import::limits::MAX_CLIP_SECONDS;
use std::fmt::Display;

/// Edit of one clip.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ClipEdit {
    /// Cuts the clip down to the stretch between two times, file seconds; `None` is the clip's start or end.
    Trim {
        start: Option<f32>,
        end: Option<f32>,
    },
    /// Makes the edits that remove the faults of motion.
    Mend,
    /// Removes noise and jumps of captures.
    Smooth,
    /// Holds feet where they stand.
    PlantFeet,
    Reverse,
    Mirror,
    /// Divides all times by a factor.
    Speed(f32),
    CloseLoop,
    Additive(Reference),
    /// Keys at an even rate, Hz.
    Resample(f32),
}

/// Pose from which an additive clip differs.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Reference {
    Rest,
    /// The clip's first pose.
    Start,
    Pose(Box<FullPose>),
}

/// Error of an edit, a message without the clip's name.
#[derive(Debug)]
pub(crate) enum EditError {
    /// The character lacks what the edit is about, such as legs, or the clip lasts less than a stretch of it.
    Unsuited(String),
    Other(String),
}

impl EditError {
    pub(crate) fn message(&self) -> &str {
        match self {
            Self::Unsuited(message) | Self::Other(message) => message,
        }
    }
}

impl From<ClipEditError> for EditError {
    fn from(error: ClipEditError) -> Self {
        match error {
            ClipEditError::NoCounterparts { .. } | ClipEditError::NoLegs => Self::Unsuited(error.to_string()),
            error => Self::Other(error.to_string()),
        }
    }
}

/// Clip after an edit.
pub(crate) struct EditedClip {
    pub(crate) clip: RawClip,
    /// Measured result, for people.
    pub(crate) note: Option<String>,
    /// Faults of motion that mending leaves.
    pub(crate) faults_left: usize,
}

impl ClipEdit {
    /// The option of `sinew convert` that makes this edit, without dashes.
    pub(crate) fn option(&self) -> &'static str {
        match self {
            Self::Trim { .. } => "trim",
            Self::Mend => "mend",
            Self::Smooth => "smooth",
            Self::PlantFeet => "plant-feet",
            Self::Reverse => "reverse",
            Self::Mirror => "mirror",
            Self::Speed(_) => "speed",
            Self::CloseLoop => "close-loop",
            Self::Additive(_) => "additive",
            Self::Resample(_) => "fps",
        }
    }

    /// [`apply`](Self::apply) for an option of the command. `file` names the clip's file in errors.
    pub(crate) fn apply_for_option(
        &self,
        clip: &RawClip,
        character: &Character,
        file: &str,
    ) -> Result<EditedClip, Failure> {
        self.apply(clip, character).map_err(|error| self.failure(clip, file, &error))
    }

    /// Failure of an option of the command. `file` names the clip's file.
    pub(crate) fn failure(&self, clip: &RawClip, file: &str, error: &EditError) -> Failure {
        Failure::input(file, format!("--{}: clip {:?}: {}", self.option(), clip.name, error.message()))
    }

    /// Edits a clip of `character`.
    pub(crate) fn apply(&self, clip: &RawClip, character: &Character) -> Result<EditedClip, EditError> {
        let (mut note, mut faults_left) = (None, 0);
        let clip = match self {
            Self::Trim { start, end } => clip
                .trimmed(start.unwrap_or(clip.start()), end.unwrap_or(clip.end()))
                .map_err(|error| match start.zip(*end).is_some_and(|(start, end)| start > end) {
                    true => other(error),
                    false => EditError::Unsuited(error.to_string()),
                })?,
            Self::Mend => {
                let mended = mend_clip(clip, character, &MotionCheckSettings::default())?;
                note = faults(&mended, character);
                faults_left = mended.faults_after;
                mended.clip
            }
            Self::Smooth => {
                let smooth = smooth_clip(clip, character, &SmoothSettings::default())?;
                note = Some(match clip_difference(clip, &smooth, character)? {
                    same if same.joint.is_none() => {
                        "unchanged: no jumps, no noise of keys at an even rate".into()
                    }
                    difference => change(&difference, character),
                });
                smooth
            }
            Self::PlantFeet => {
                let planted = plant_feet(clip, character, &PlantFeetSettings::default())?;
                note = Some(feet(&planted));
                planted.clip
            }
            Self::Reverse => clip.reversed(),
            Self::Mirror => mirror_clip(clip, character)?,
            Self::Speed(factor) => {
                let edited = clip.with_speed(*factor).map_err(other)?;
                check_seconds(edited.end() - edited.start(), clip.end() > clip.start())?;
                edited
            }
            Self::CloseLoop => {
                let closed = close_loop(clip, character, &LoopSettings::default())?;
                note = Some(seams(&closed));
                closed.clip
            }
            Self::Additive(reference) => additive(clip, character, reference)?,
            Self::Resample(rate) => clip.resampled(*rate).map_err(other)?,
        };
        Ok(EditedClip { clip, note, faults_left })
    }
}

fn other(error: impl Display) -> EditError {
    EditError::Other(error.to_string())
}

/// Fails for a clip that no file can hold: importers read clips of a day at most.
fn check_seconds(seconds: f32, has_duration: bool) -> Result<(), EditError> {
    const SHORTEST: f32 = 1e-3;
    match f64::from(seconds) > MAX_CLIP_SECONDS || has_duration && seconds < SHORTEST {
        true => {
            Err(other(format!("it would last {seconds:e} s; expected {SHORTEST} s to {MAX_CLIP_SECONDS} s")))
        }
        false => Ok(()),
    }
}

fn additive(clip: &RawClip, character: &Character, reference: &Reference) -> Result<RawClip, EditError> {
    let start;
    let pose = match reference {
        Reference::Rest => {
            start = FullPose::rest(character);
            &start
        }
        Reference::Start => {
            start = clip_pose(clip, character, clip.start()).map_err(other)?;
            &start
        }
        Reference::Pose(pose) => pose,
    };
    Ok(make_additive(clip, character, pose)?)
}

/// Edits that were made, with the number of faults before and after them; none for a clip without faults.
fn faults(mended: &MendedClip, character: &Character) -> Option<String> {
    let before = count(mended.faults_before, "fault");
    if mended.edits.is_empty() {
        return (mended.faults_before > 0).then(|| format!("{before}, which no edit makes less"));
    }
    let edits: Vec<String> = mended.edits.iter().map(MotionFix::option).collect();
    let (edits, moved) = (edits.join(" "), change(&mended.moved, character));
    Some(format!("{before} before, {} after {edits}; {moved}", mended.faults_after))
}

/// Distances by which joints were moved, for people.
fn change(difference: &ClipDifference, character: &Character) -> String {
    let Some(joint) = difference.joint else { return "nothing moved".into() };
    let name = character.skeleton().name(joint);
    let [largest, rms] = [difference.largest, difference.rms].map(|metres| metres * 1e3);
    format!("joints moved by up to {largest:.1} mm ({name:?} at {:.2} s), {rms:.2} mm rms", difference.time)
}

/// Feet before and after they were held.
fn feet(planted: &PlantedFeet) -> String {
    if planted.before.stands == 0 && planted.moved == 0.0 {
        return "no foot stands".into();
    }
    let [before, after] = [&planted.before, &planted.after]
        .map(|feet| format!("slide {:.1} cm, depth {:.1} cm", feet.slide * 1e2, feet.depth * 1e2));
    format!("{before} before, {after} after; feet moved by up to {:.1} cm", planted.moved * 1e2)
}

/// The seam of a loop before and after it was closed.
fn seams(closed: &ClosedLoop) -> String {
    let [before, after] = [&closed.before, &closed.after]
        .map(|seam| format!("{:.1} mm, {:.2} m/s", seam.distance * 1e3, seam.speed_jump));
    match closed.before.is_closed() {
        true => format!("{before}: closed already"),
        false => format!("{before} before, {after} after"),
    }
}
