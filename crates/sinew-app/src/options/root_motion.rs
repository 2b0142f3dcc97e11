//! Options that extract root motion from clips, derive it from their feet, bake it back into joints, and close
//! loops.

use crate::asset::clip_choice::{find_all, is_pattern, unknown};
use crate::asset::clip_edit::ClipEdit;
use crate::options::number::seconds;
use crate::report::choices::{shorten_list, suggest_joint};
use crate::report::fail_on;
use crate::report::failure::Failure;
use crate::report::message::message;
use crate::report::plural::count;
use clap::{Args, ValueEnum};
use sinew::clip::{
    Interpolation, JointTrack, RootMotionError, RootMotionSettings, RootPath, RootPose, RootTrack,
    bake_root_motion, extract_root_motion, root_motion_from_feet,
};
use sinew::humanoid::HumanBone;
use sinew::retarget::add_footsteps;
use sinew::{Character, JointId, RawClip};
use sinew_author::clip::body_size;

/// Shortest distance that counts as travel of a joint, in sizes of the character.
const MIN_TRAVEL: f32 = 0.006;

/// Largest sway, in sizes of the character, and turn in radians of a clip that plays in place. Taking sway as
/// root motion would let its remainder add up over loops.
const MAX_SWAY: f32 = 0.15;
const MAX_TURN: f32 = 0.1;

/// Why options about feet do nothing.
const NO_FEET: &str = "the character is no humanoid with feet";

/// Root motion and loops of clips.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct RootMotionOptions {
    /// Extract root motion from every clip that travels: the clip plays in place, root motion is stored
    /// separately. JOINT default: the hips, or the first joint that travels of a character that is not a
    /// humanoid
    #[arg(
        long, value_name = "JOINT", num_args = 0..=1, require_equals = true, default_missing_value = "",
        conflicts_with_all = ["root_from_feet", "bake_root_motion"], help_heading = "Root motion"
    )]
    root_motion: Option<String>,
    /// Components of the root motion, separated by commas (default: ground,turn)
    #[arg(
        long,
        value_enum,
        value_name = "WHAT",
        value_delimiter = ',',
        requires = "root_motion",
        help_heading = "Root motion"
    )]
    root_axes: Vec<RootAxis>,
    /// Path of the root motion: exact (with sway), straight (at constant speed), or smoothed over this many
    /// seconds
    #[arg(
        long, value_name = "PATH", value_parser = path, allow_negative_numbers = true,
        requires = "root_motion", help_heading = "Root motion"
    )]
    root_path: Option<RootPath>,
    /// Close the loop of a clip (default: all): blend its ends, so that it ends as it begins, at the same speed, and
    /// print the jump before and after; root motion and travel stay
    #[arg(
        long, value_name = "CLIP", num_args = 0..=1, require_equals = true, default_missing_value = "*",
        help_heading = "Clips"
    )]
    close_loop: Vec<String>,
    /// Derive root motion for clips made in place: the motion at which a humanoid's feet do not slide
    #[arg(long, conflicts_with = "bake_root_motion", help_heading = "Root motion")]
    root_from_feet: bool,
    /// Add an event `step_left` or `step_right`, and a sync marker, wherever a humanoid's foot comes down;
    /// clips made in place also get root motion as by --root-from-feet
    #[arg(long, help_heading = "Root motion")]
    footsteps: bool,
    /// Bake root motion back into the keys of JOINT (default: the hips), or of its topmost ancestor that the
    /// clip moves; where none of them has keys, JOINT gets some
    #[arg(
        long, value_name = "JOINT", num_args = 0..=1, require_equals = true, default_missing_value = "",
        help_heading = "Root motion"
    )]
    bake_root_motion: Option<String>,
    /// True for scenes that are walked through: clips without root motion get some.
    #[arg(skip)]
    finds_for_scene: bool,
}

/// True when a clip's root motion covers more than a tenth of the body height a second, which sway of the
/// hips does not.
fn covers_ground(clip: &RawClip, character: &Character) -> bool {
    let Some([first, .., last]) = clip.root_motion.as_ref().map(|way| way.poses()) else { return false };
    let far = last.position.distance(first.position);
    far > 0.1 * character.reference_bounds().size().y * (clip.end() - clip.start()).max(0.1)
}

/// True when a clip moves forward, by its own root motion or by the one that it gets for scenes.
pub(crate) fn moves_forward(clip: &RawClip, character: &Character) -> bool {
    let mut given = [clip.clone()];
    let found = RootMotionOptions { finds_for_scene: true, ..RootMotionOptions::default() };
    found.change(&mut given, character, "").is_ok() && covers_ground(&given[0], character)
}

/// Component of root motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum RootAxis {
    /// Over the ground
    Ground,
    /// Up and down
    Up,
    /// Turns about the vertical
    Turn,
}

impl RootMotionOptions {
    /// True when an option is given.
    pub(crate) fn any(&self) -> bool {
        let closes = !self.close_loop.is_empty();
        self.root_from_feet || self.footsteps || closes || self.changes_a_joint() || self.finds_for_scene
    }

    fn changes_a_joint(&self) -> bool {
        self.root_motion.is_some() || self.bake_root_motion.is_some()
    }

    /// Finds root motion for clips without it, unless the user asks for something else: from the hips, else
    /// from the feet.
    pub(crate) fn find_for_scene(&mut self) {
        let Self { root_motion, root_from_feet, footsteps, bake_root_motion, .. } = self;
        self.finds_for_scene |=
            root_motion.is_none() && bake_root_motion.is_none() && !(*root_from_feet || *footsteps);
    }

    /// Changes the clips of `character`. Clips that are left unchanged are reported on stderr; `file` names
    /// their file.
    pub(crate) fn change(
        &self,
        clips: &mut [RawClip],
        character: &Character,
        file: &str,
    ) -> Result<(), Failure> {
        let loops = self.closed_loops(clips, file)?;
        self.warn_of_loops(clips, file);
        self.change_with_loops(clips, &loops, character, file)?;
        self.add_footsteps(clips, character, file);
        Ok(())
    }

    /// By clip, whether its loop is closed; only the names of `clips` count.
    pub(crate) fn closed_loops(&self, clips: &[RawClip], file: &str) -> Result<Vec<bool>, Failure> {
        let mut closed = vec![false; clips.len()];
        for choice in &self.close_loop {
            let found = find_all(clips, choice);
            if found.is_empty() && !is_pattern(choice) {
                let message = unknown(choice, file, clips);
                return Err(Failure::Input(format!("--close-loop: {}", message.message())));
            }
            found.into_iter().for_each(|clip| closed[clip] = true);
        }
        Ok(closed)
    }

    /// Warns of the patterns of loops that match none of `clips`; that of all clips may stand for none.
    pub(crate) fn warn_of_loops(&self, clips: &[RawClip], file: &str) {
        let patterns = self.close_loop.iter().filter(|choice| *choice != "*" && is_pattern(choice));
        for pattern in patterns.filter(|pattern| find_all(clips, pattern).is_empty()) {
            fail_on::warn_of_pattern(file, format!("--close-loop: no clip matches {pattern:?}"));
        }
    }

    /// [`change`](Self::change), but for footsteps, with the [`closed_loops`](Self::closed_loops) of the clips, where their names have
    /// changed since.
    pub(crate) fn change_with_loops(
        &self,
        clips: &mut [RawClip],
        loops: &[bool],
        character: &Character,
        file: &str,
    ) -> Result<(), Failure> {
        if !self.any() {
            return Ok(());
        }
        let only_closes = Self { close_loop: Vec::new(), ..self.clone() };
        if clips.is_empty() {
            if only_closes.any() {
                fail_on::warn(file, "clip-edit", "the file has no clips to change".to_owned());
            }
            return Ok(());
        }
        if self.finds_for_scene {
            self.find_anywhere(clips, loops, character, file);
        } else if self.root_from_feet {
            take_from_feet(clips, character, file);
        } else if self.changes_a_joint() {
            self.extract_or_bake(clips, loops, character, file)?;
        }
        close_loops(clips, loops, character, file)
    }

    /// Adds the events of footsteps, if they are asked for, to clips after [`change_with_loops`](Self::change_with_loops).
    pub(crate) fn add_footsteps(&self, clips: &mut [RawClip], character: &Character, file: &str) {
        if self.footsteps && !clips.is_empty() {
            add_steps(clips, character, file);
        }
    }

    /// Root motion from the hips, else from the feet, for clips without it.
    fn find_anywhere(&self, clips: &mut [RawClip], loops: &[bool], character: &Character, file: &str) {
        let hips = joint("", clips, character, file).ok().flatten();
        for (clip, closed) in clips.iter_mut().zip(loops).filter(|(clip, _)| clip.root_motion.is_none()) {
            let taken = hips.and_then(|hips| {
                let settings = self.settings(hips, *closed);
                let made = extract_root_motion(clip, character.skeleton(), &settings).ok()?;
                Some(made).filter(|made| covers_ground(made, character))
            });
            match taken {
                Some(made) => *clip = made,
                None => clip.root_motion = root_motion_of_feet(clip, character),
            }
        }
    }

    /// Root motion out of the keys of a joint, or back into them.
    fn extract_or_bake(
        &self,
        clips: &mut [RawClip],
        loops: &[bool],
        character: &Character,
        file: &str,
    ) -> Result<(), Failure> {
        let skeleton = character.skeleton();
        let bakes = self.bake_root_motion.is_some();
        let option = if bakes { "--bake-root-motion" } else { "--root-motion" };
        let name = self.root_motion.as_ref().or(self.bake_root_motion.as_ref()).map_or("", String::as_str);
        let Some(joint) = joint(name, clips, character, file)? else {
            left_alone(file, option, &format!("no joint has root motion; choose one with {option}=JOINT"));
            return Ok(());
        };
        let (mut unmoved, mut swaying, mut taken): (Vec<String>, Vec<String>, Vec<String>) =
            Default::default();
        let mut changed = 0;
        for (clip, closed) in clips.iter_mut().zip(loops) {
            let made = match bakes {
                true if clip.root_motion.is_none() => continue,
                true => bake_root_motion(clip, skeleton, joint),
                false => extract_root_motion(clip, skeleton, &self.settings(joint, *closed)),
            };
            match made {
                Ok(made) if !bakes && only_sways(&made, character) => {
                    swaying.push(format!("{:?}", clip.name))
                }
                Ok(made) => {
                    taken.extend(made.root_motion.as_ref().map(|way| summary(&made.name, way)));
                    *clip = made;
                    changed += 1;
                }
                Err(RootMotionError::NotAnimated { clip, .. }) => unmoved.push(format!("{clip:?}")),
                Err(error) => return Err(Failure::input(file, error)),
            }
        }
        let called = skeleton.name(joint);
        let sways = !swaying.is_empty();
        if !taken.is_empty() {
            message!("sinew: {file}: root motion of {called:?}: {}", shorten_list(taken));
        }
        if sways {
            message!("sinew: {file}: unchanged, since they play in place: {}", shorten_list(swaying));
        }
        if changed == 0 && !sways {
            let message = match bakes && unmoved.is_empty() {
                true => "no clip has root motion to bake".to_owned(),
                false => format!(
                    "no clip moves {called:?} or its ancestors; choose another joint with {option}=JOINT"
                ),
            };
            if !name.is_empty() {
                return Err(Failure::input(file, message));
            }
            left_alone(file, option, &message);
            return Ok(());
        }
        if !unmoved.is_empty() {
            let clips = shorten_list(unmoved);
            message!("sinew: {file}: unchanged, since they do not move {called:?}: {clips}");
        }
        Ok(())
    }

    fn settings(&self, joint: JointId, close_loop: bool) -> RootMotionSettings {
        let mut settings = RootMotionSettings::new(joint);
        if !self.root_axes.is_empty() {
            let taken = |axis| self.root_axes.contains(&axis);
            settings.horizontal = taken(RootAxis::Ground);
            settings.vertical = taken(RootAxis::Up);
            settings.rotation = taken(RootAxis::Turn);
        }
        settings.path = self.root_path.unwrap_or_default();
        settings.close_loop = close_loop;
        settings
    }
}

/// Closes the loops of the chosen clips.
fn close_loops(
    clips: &mut [RawClip],
    loops: &[bool],
    character: &Character,
    file: &str,
) -> Result<(), Failure> {
    let (mut closed, mut still) = (Vec::new(), Vec::new());
    for (clip, _) in clips.iter_mut().zip(loops).filter(|(_, chosen)| **chosen) {
        if clip.end() <= clip.start() {
            still.push(format!("{:?}", clip.name));
            continue;
        }
        let edited = ClipEdit::CloseLoop.apply_for_option(clip, character, file)?;
        closed.push(format!("{:?} {}", clip.name, edited.note.unwrap_or_default()));
        *clip = edited.clip;
    }
    if !closed.is_empty() {
        message!("sinew: {file}: jump of loops: {}", shorten_list(closed));
    }
    if !still.is_empty() {
        message!("sinew: {file}: unchanged, since they have no duration: {}", shorten_list(still));
    }
    Ok(())
}

/// Root motion at which the feet of clips made in place do not slide.
fn take_from_feet(clips: &mut [RawClip], character: &Character, file: &str) {
    if feet(character).is_empty() {
        return left_alone(file, "--root-from-feet", NO_FEET);
    }
    let (mut taken, mut still) = (Vec::new(), Vec::new());
    for clip in clips {
        clip.root_motion = root_motion_of_feet(clip, character);
        match clip.root_motion.as_ref().filter(|_| !only_sways(clip, character)) {
            Some(way) => taken.push(summary(&clip.name, way)),
            None => still.push(format!("{:?}", clip.name)),
        }
    }
    if !taken.is_empty() {
        message!("sinew: {file}: root motion of the feet: {}", shorten_list(taken));
    }
    if !still.is_empty() {
        let clips = shorten_list(still);
        message!("sinew: {file}: no root motion, since the feet do not slide (try --root-motion): {clips}");
    }
}

/// Events and sync markers where feet come down.
fn add_steps(clips: &mut [RawClip], character: &Character, file: &str) {
    if feet(character).is_empty() {
        return left_alone(file, "--footsteps", NO_FEET);
    }
    let (mut stepping, mut airborne) = (Vec::new(), Vec::new());
    for clip in clips {
        if !add_footsteps(clip, character) {
            airborne.push(format!("{:?}", clip.name));
            continue;
        }
        let steps = clip.events.points().iter().filter(|event| event.name.starts_with("step_")).count();
        let way =
            clip.root_motion.as_ref().map_or(format!("{:?}", clip.name), |way| summary(&clip.name, way));
        stepping.push(format!("{way}, {}", count(steps, "step")));
    }
    if !stepping.is_empty() {
        message!("sinew: {file}: footsteps: {}", shorten_list(stepping));
    }
    if !airborne.is_empty() {
        message!("sinew: {file}: no foot stands in {}", shorten_list(airborne));
    }
}

/// Warning about an option of all clips that leaves those of a file as they are.
fn left_alone(file: &str, option: &str, reason: &str) {
    fail_on::warn(file, "clip-edit", format!("{option} leaves the clips unchanged: {reason}"));
}

/// True when a clip's root motion is nothing but sway.
fn only_sways(clip: &RawClip, character: &Character) -> bool {
    let poses = clip.root_motion.as_ref().map_or(&[][..], RootTrack::poses);
    let [first, .., last] = poses else { return true };
    let most = MAX_SWAY * body_size(character);
    let near = |pose: &RootPose| pose.position.distance(first.position) < most;
    (last.heading - first.heading).abs() < MAX_TURN && poses.iter().all(near)
}

/// Name of a clip with the distance and turn of its root motion.
fn summary(name: &str, way: &RootTrack) -> String {
    let (first, last) = (way.poses()[0], way.poses()[way.poses().len() - 1]);
    let degrees = (last.heading - first.heading).to_degrees();
    format!("{name:?} {:.2} m, {degrees:.0}°", last.position.distance(first.position))
}

/// The joint or human bone called `name`; for an empty name the hips, else the first joint with root motion, if
/// there is one.
fn joint(
    name: &str,
    clips: &[RawClip],
    character: &Character,
    file: &str,
) -> Result<Option<JointId>, Failure> {
    if name.is_empty() {
        let hips = character.humanoid().and_then(|body| body.joint(HumanBone::Hips));
        return Ok(hips.or_else(|| {
            let tracks = clips.iter().flat_map(|clip| &clip.joints);
            let least = MIN_TRAVEL * body_size(character);
            tracks.filter(|track| travels(track, least)).map(|track| track.joint).min()
        }));
    }
    character.find_joint(name).map(Some).ok_or_else(|| {
        let instead = suggest_joint(name, character.skeleton());
        Failure::input(file, format!("no joint called {name:?}; {instead}"))
    })
}

/// Whether a joint moves farther than `least` from where it starts.
fn travels(track: &JointTrack, least: f32) -> bool {
    let Some(keys) = &track.translation else { return false };
    // Cubic splines store in-tangent, value and out-tangent per key.
    let (first, step) = if keys.interpolation() == Interpolation::CubicSpline { (1, 3) } else { (0, 1) };
    let mut positions = keys.values().iter().skip(first).step_by(step);
    positions.next().is_some_and(|start| positions.any(|position| position.distance(*start) > least))
}

/// Root motion at which a humanoid's feet do not slide; none without feet.
pub(crate) fn root_motion_of_feet(clip: &RawClip, character: &Character) -> Option<RootTrack> {
    let feet = feet(character);
    (!feet.is_empty()).then(|| root_motion_from_feet(clip, character.skeleton(), &feet))
}

fn feet(character: &Character) -> Vec<JointId> {
    use HumanBone::{LeftFoot, LeftToes, RightFoot, RightToes};
    let map = character.humanoid().map(|body| &body.named_bones);
    let joint = |bone| map.and_then(|map| map.joint(bone));
    [LeftFoot, RightFoot, LeftToes, RightToes].into_iter().filter_map(joint).collect()
}

fn path(text: &str) -> Result<RootPath, String> {
    match text {
        "exact" => Ok(RootPath::Exact),
        "straight" => Ok(RootPath::Straight),
        number => match seconds(number) {
            Ok(seconds) if seconds > 0.0 => Ok(RootPath::Smooth(seconds as f32)),
            _ => Err("expected exact, straight, or a smoothing time in seconds, more than 0".into()),
        },
    }
}
