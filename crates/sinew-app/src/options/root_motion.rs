//! Clips made to play in place with their way beside them, or to travel by their joints again, as the command line asks.

use crate::options::number::seconds;
use crate::report::choices::{shorten_list, suggest_joint};
use crate::report::failure::Failure;
use clap::{Args, ValueEnum};
use sinew::clip::{
    Interpolation, JointTrack, RootMotionError, RootMotionSettings, RootPath, RootPose, RootTrack,
    apply_root_motion, extract_root_motion, root_motion_from_feet,
};
use sinew::humanoid::HumanBone;
use sinew::{Character, JointIndex, RawClip};

/// A joint that goes less far than this in metres does not travel.
const TRAVELS: f32 = 0.01;

/// A body that sways no farther than this in metres, and ends turned no farther than this in radians, plays in place: its
/// sway is no way, and what is left of it after a round would add up.
const SWAYS: f32 = 0.25;
const TURNED: f32 = 0.1;

/// What becomes of the travel of clips.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct RootMotionOptions {
    /// Takes the travel of a joint out of every clip that travels: the clip plays in place and carries its way beside it.
    /// Without =JOINT that of the hips, or of the first joint that travels where there is no human body
    #[arg(
        long, value_name = "JOINT", num_args = 0..=1, require_equals = true, default_missing_value = "",
        conflicts_with_all = ["root_from_feet", "bake_root_motion"], help_heading = "Root motion"
    )]
    root_motion: Option<String>,
    /// What of the travel is taken, separated by commas: ground,turn if not said
    #[arg(
        long,
        value_enum,
        value_name = "WHAT",
        value_delimiter = ',',
        requires = "root_motion",
        help_heading = "Root motion"
    )]
    root_axes: Vec<RootAxis>,
    /// The way that is taken: exact (sway and all), straight (at one speed), or smoothed over so many seconds
    #[arg(
        long, value_name = "PATH", value_parser = path, allow_negative_numbers = true, requires = "root_motion",
        help_heading = "Root motion"
    )]
    root_path: Option<RootPath>,
    /// Takes drift out of what is left in place, so that a loop ends as it begins
    #[arg(long, requires = "root_motion", help_heading = "Root motion")]
    close_loop: bool,
    /// Gives every clip, made in place for a human body, the way on which its feet do not slide
    #[arg(long, conflicts_with = "bake_root_motion", help_heading = "Root motion")]
    root_from_feet: bool,
    /// Puts root motion back into the keys of clips, of which JOINT (the hips if not said) then travels
    #[arg(
        long, value_name = "JOINT", num_args = 0..=1, require_equals = true, default_missing_value = "",
        help_heading = "Root motion"
    )]
    bake_root_motion: Option<String>,
    /// For scenes in which somebody gets ahead.
    #[arg(skip)]
    finds_a_way: bool,
}

/// Whether a clip's way leads on, and is no sway of hips: a tenth of the body's height in a second.
fn gets_ahead(clip: &RawClip, character: &Character) -> bool {
    let Some([first, .., last]) = clip.root.as_ref().map(|way| way.poses()) else { return false };
    let far = last.position.distance(first.position);
    far > 0.1 * character.rest_bounds().size().y * (clip.end() - clip.start()).max(0.1)
}

/// Whether a clip gets ahead, by a way of its own or by the one that it is given in scenes.
pub(crate) fn leads_on(clip: &RawClip, character: &Character) -> bool {
    let mut given = [clip.clone()];
    let found = RootMotionOptions { finds_a_way: true, ..RootMotionOptions::default() };
    found.change(&mut given, character, "").is_ok() && gets_ahead(&given[0], character)
}

/// A part of travel.
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
    /// Whether anything is asked for.
    pub(crate) fn any(&self) -> bool {
        let asked = self.root_motion.is_some() || self.root_from_feet || self.bake_root_motion.is_some();
        asked || self.finds_a_way
    }

    /// Gives clips that have no way one, if nothing else is asked of them: that of their hips, or of their feet.
    pub(crate) fn find_a_way(&mut self) {
        self.finds_a_way |= !self.any();
    }

    /// Changes the clips of `character`, from the file called `file`; tells what was left as it is.
    pub(crate) fn change(
        &self,
        clips: &mut [RawClip],
        character: &Character,
        file: &str,
    ) -> Result<(), Failure> {
        if !self.any() {
            return Ok(());
        }
        if clips.is_empty() {
            return Err(Failure::input(file, "there is no motion in it to take root motion from"));
        }
        let skeleton = character.skeleton();
        if self.finds_a_way {
            let hips = joint("", clips, character, file).ok();
            for clip in clips.iter_mut().filter(|clip| clip.root.is_none()) {
                let taken = hips.and_then(|hips| {
                    let made = extract_root_motion(clip, skeleton, &self.settings(hips)).ok()?;
                    Some(made).filter(|made| gets_ahead(made, character))
                });
                match taken {
                    Some(made) => *clip = made,
                    None => clip.root = way_of_feet(clip, character),
                }
            }
            return Ok(());
        }
        if self.root_from_feet {
            for clip in clips.iter_mut() {
                let way = way_of_feet(clip, character);
                let no_feet = || Failure::input(file, "--root-from-feet: no feet of a human body are found");
                clip.root = Some(way.ok_or_else(no_feet)?);
            }
            return Ok(());
        }
        let bakes = self.bake_root_motion.is_some();
        let name = self.root_motion.as_ref().or(self.bake_root_motion.as_ref()).map_or("", String::as_str);
        let joint = joint(name, clips, character, file)?;
        let settings = self.settings(joint);
        let (mut unmoved, mut swaying, mut taken): (Vec<String>, Vec<String>, Vec<String>) =
            Default::default();
        let mut changed = 0;
        for clip in clips.iter_mut() {
            let made = match bakes {
                true if clip.root.is_none() => continue,
                true => apply_root_motion(clip, skeleton, joint),
                false => extract_root_motion(clip, skeleton, &settings),
            };
            match made {
                Ok(made) if !bakes && only_sways(&made) => swaying.push(format!("{:?}", clip.name)),
                Ok(made) => {
                    taken.extend(made.root.as_ref().map(|way| told(&made.name, way)));
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
            eprintln!("sinew: {file}: root motion of {called:?}: {}", shorten_list(taken));
        }
        if sways {
            eprintln!("sinew: {file}: left as they are, since they play in place: {}", shorten_list(swaying));
        }
        if changed == 0 && !sways {
            let message = match bakes && unmoved.is_empty() {
                true => "no clip has root motion to put back".to_owned(),
                false => format!(
                    "no clip moves {called:?} or what it hangs from; --root-motion=JOINT names another"
                ),
            };
            return Err(Failure::input(file, message));
        }
        if !unmoved.is_empty() {
            let clips = shorten_list(unmoved);
            eprintln!("sinew: {file}: left as they are, since they do not move {called:?}: {clips}");
        }
        Ok(())
    }

    fn settings(&self, joint: JointIndex) -> RootMotionSettings {
        let mut settings = RootMotionSettings::new(joint);
        if !self.root_axes.is_empty() {
            let taken = |axis| self.root_axes.contains(&axis);
            settings.horizontal = taken(RootAxis::Ground);
            settings.vertical = taken(RootAxis::Up);
            settings.rotation = taken(RootAxis::Turn);
        }
        settings.path = self.root_path.unwrap_or_default();
        settings.close_loop = self.close_loop;
        settings
    }
}

/// Whether a clip goes nowhere that its sway does not go.
fn only_sways(clip: &RawClip) -> bool {
    let places = clip.root.as_ref().map_or(&[][..], RootTrack::poses);
    let [first, .., last] = places else { return true };
    let near = |place: &RootPose| place.position.distance(first.position) < SWAYS;
    (last.heading - first.heading).abs() < TURNED && places.iter().all(near)
}

/// A clip and how far it goes in a round.
fn told(name: &str, way: &RootTrack) -> String {
    let (first, last) = (way.poses()[0], way.poses()[way.poses().len() - 1]);
    let degrees = (last.heading - first.heading).to_degrees();
    format!("{name:?} {:.2} m, {degrees:.0}°", last.position.distance(first.position))
}

/// The joint called `name`, or the human bone of that name; without a name the hips, else the first that travels.
fn joint(name: &str, clips: &[RawClip], character: &Character, file: &str) -> Result<JointIndex, Failure> {
    if name.is_empty() {
        let hips = character.humanoid().and_then(|body| body.map.joint(HumanBone::Hips));
        let found = hips.or_else(|| {
            let tracks = clips.iter().flat_map(|clip| &clip.joints);
            tracks.filter(|track| travels(track)).map(|track| track.joint).min()
        });
        let message = "no joint of it travels; --root-motion=JOINT names whose travel is meant";
        return found.ok_or_else(|| Failure::input(file, message));
    }
    character.find_joint(name).ok_or_else(|| {
        let instead = suggest_joint(name, character.skeleton());
        Failure::input(file, format!("no joint called {name:?}; {instead}"))
    })
}

fn travels(track: &JointTrack) -> bool {
    let Some(keys) = &track.translation else { return false };
    // Between the tangents of splines stand the places.
    let (first, step) = if keys.interpolation() == Interpolation::CubicSpline { (1, 3) } else { (0, 1) };
    let mut places = keys.values().iter().skip(first).step_by(step);
    places.next().is_some_and(|start| places.any(|place| place.distance(*start) > TRAVELS))
}

/// The way on which a human body's feet do not slide; none without feet.
pub(crate) fn way_of_feet(clip: &RawClip, character: &Character) -> Option<RootTrack> {
    let feet = feet(character);
    (!feet.is_empty()).then(|| root_motion_from_feet(clip, character.skeleton(), &feet))
}

fn feet(character: &Character) -> Vec<JointIndex> {
    use HumanBone::{LeftFoot, LeftToes, RightFoot, RightToes};
    let map = character.humanoid().map(|body| &body.map);
    let joint = |bone| map.and_then(|map| map.joint(bone));
    [LeftFoot, RightFoot, LeftToes, RightToes].into_iter().filter_map(joint).collect()
}

fn path(text: &str) -> Result<RootPath, String> {
    match text {
        "exact" => Ok(RootPath::Exact),
        "straight" => Ok(RootPath::Straight),
        number => match seconds(number) {
            Ok(seconds) if seconds > 0.0 => Ok(RootPath::Smooth(seconds as f32)),
            _ => Err("expected exact, straight, or seconds to smooth over, more than 0".into()),
        },
    }
}
