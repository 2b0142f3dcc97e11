//! Options of IK goals.

use crate::options::arms::ArmOptions;
use crate::options::number::{second_of_play, vector};
use clap::Args;
use sinew::glam::Vec3;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Name of the look effector in the default rig.
pub(crate) const LOOK: &str = "look";

/// IK goals and the rig that reaches them.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct GoalOptions {
    /// IK rig (a RON file); default for humanoids: look, left hand, right hand, left foot, right foot
    #[arg(long, value_name = "FILE", help_heading = "IK")]
    pub(crate) rig: Option<PathBuf>,
    /// Set the goal of effector NAME to a point in world space, in metres, at a time in seconds (default: 0);
    /// NAME=none clears it, also that of a limb which follows a socket of its rig; may be repeated. :grip=X,Y,Z lets a
    /// hand grip a bar with that axis in world space, of any length and in either direction: the fingers close across it,
    /// and every --reach of this hand is for its palm. "right hand=-0.3,1.2,0.4:grip=0,1,0@0.5"
    #[arg(long, value_name = "NAME=X,Y,Z[:grip=X,Y,Z][@S]", help_heading = "IK")]
    pub(crate) reach: Vec<Reach>,
    #[command(flatten)]
    pub(crate) arms: ArmOptions,
    /// Look at a point: short for --reach look=X,Y,Z; may be repeated
    #[arg(long, value_name = "X,Y,Z[@S]", allow_hyphen_values = true, help_heading = "IK")]
    pub(crate) look: Vec<Look>,
}

/// Value of `--reach`: `NAME=X,Y,Z[:grip=X,Y,Z][@S]` or `NAME=none[@S]`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Reach {
    pub(crate) name: String,
    /// Metres; none clears the goal.
    pub(crate) target: Option<Vec3>,
    /// Axis of the bar that the hand grips.
    pub(crate) grip: Option<Vec3>,
    /// Seconds of playback.
    pub(crate) at: f64,
}

/// Value of `--look`: `X,Y,Z[@S]` or `none[@S]`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Look {
    /// Metres; none clears the goal.
    pub(crate) target: Option<Vec3>,
    /// Seconds of playback.
    pub(crate) at: f64,
}

impl FromStr for Reach {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (text, grip, grip_time) = match text.split_once(":grip=") {
            Some((before, axis)) => {
                let (axis, at) = match axis.split_once('@') {
                    Some((axis, at)) => (axis, Some(second_of_play(at)?)),
                    None => (axis, None),
                };
                let axis = vector(axis).filter(|axis| axis.try_normalize().is_some());
                (
                    before,
                    Some(axis.ok_or("grip: expected an axis X,Y,Z that is not 0,0,0, such as 0,1,0")?),
                    at,
                )
            }
            None => (text, None, None),
        };
        let (name, goal) = text
            .rsplit_once('=')
            .filter(|(name, _)| !name.is_empty())
            .ok_or("expected NAME=X,Y,Z, such as \"left hand=0.4,1.2,0.3\", or NAME=X,Y,Z@S")?;
        if grip_time.is_some() && goal.contains('@') {
            return Err("expected one time, behind the point or behind the axis of the grip".into());
        }
        let Look { target, at } = goal.parse()?;
        if grip.is_some() && target.is_none() {
            return Err("a goal that is cleared has no grip; expected NAME=none".into());
        }
        Ok(Self { name: name.into(), target, grip, at: grip_time.unwrap_or(at) })
    }
}

impl FromStr for Look {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (target, at) = match text.rsplit_once('@') {
            Some((target, at)) => (target, second_of_play(at)?),
            None => (text, 0.0),
        };
        if target == "none" {
            return Ok(Self { target: None, at });
        }
        let target = vector(target).ok_or("expected X,Y,Z in metres, such as 0.4,1.2,0.3, or none")?;
        Ok(Self { target: Some(target), at })
    }
}

impl GoalOptions {
    /// True when a rig or a goal is given.
    pub(crate) fn any(&self) -> bool {
        self.rig.is_some() || !self.reach.is_empty() || !self.look.is_empty()
    }

    /// Names for the clip that `bake` makes in `seconds` of playback: the effectors that get goals by then,
    /// each once, or the rig file's name if none does.
    pub(crate) fn clip_name_parts(&self, seconds: f64) -> Vec<String> {
        let is_set = |target: Option<Vec3>, at| target.is_some() && at <= seconds;
        let reached = self.reach.iter().filter(|reach| is_set(reach.target, reach.at));
        let reached = reached.map(|reach| reach.name.as_str());
        let looks = self.look.iter().any(|look| is_set(look.target, look.at)).then_some(LOOK);
        let mut parts: Vec<String> = Vec::new();
        for effector in reached.chain(looks) {
            if !parts.iter().any(|other| other == effector) {
                parts.push(effector.to_owned());
            }
        }
        let rig =
            || self.rig.as_deref().and_then(Path::file_stem).map(|stem| stem.to_string_lossy().into_owned());
        if parts.is_empty() { rig().into_iter().collect() } else { parts }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_and_seconds_are_parsed() {
        let target = Some(Vec3::new(-0.4, 1.2, 0.3));
        let reach = |name: &str, target, at| Ok(Reach { name: name.into(), target, grip: None, at });
        assert_eq!("left hand=-0.4,1.2,0.3".parse(), reach("left hand", target, 0.0));
        assert_eq!("a=b=-0.4, 1.2, 0.3@1.5".parse(), reach("a=b", target, 1.5));
        assert_eq!("tail=none@2".parse(), reach("tail", None, 2.0));
        assert_eq!("-0.4,1.2,0.3@2".parse(), Ok(Look { target, at: 2.0 }));
        let bar = Reach { name: "a".into(), target, grip: Some(Vec3::Y), at: 1.5 };
        assert_eq!("a=-0.4,1.2,0.3:grip=0,1,0@1.5".parse(), Ok(bar.clone()));
        assert_eq!("a=-0.4,1.2,0.3@1.5:grip=0,1,0".parse(), Ok(bar));
        for wrong in ["a=1,2,3:grip=0,0,0", "a=1,2,3:grip=1", "a=none:grip=0,1,0", "a=1,2,3@1:grip=0,1,0@2"] {
            assert!(wrong.parse::<Reach>().is_err(), "{wrong}");
        }
        for wrong in ["left hand", "=1,2,3", "a=1,2", "a=1,2,3,4", "a=1,2,x", "a=1,2,NaN", "a=1,2,3@-1", "a="]
        {
            assert!(wrong.parse::<Reach>().is_err(), "{wrong}");
        }
    }
}
