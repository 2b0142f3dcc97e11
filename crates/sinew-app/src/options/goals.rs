//! What a character is told to reach and to look at, as the command line says it.

use crate::options::number::second_of_play;
use crate::player::rig::ArmOptions;
use clap::Args;
use sinew::glam::Vec3;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The slot that people look with.
pub(crate) const LOOK: &str = "look";

/// What is to be reached, and with which rig.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct GoalOptions {
    /// What of the character can be told to reach and to look (a RON file); without, what people usually have: look, left
    /// hand, right hand, left foot, right foot
    #[arg(long, value_name = "FILE", help_heading = "GoalSchedule")]
    pub(crate) rig: Option<PathBuf>,
    /// Has what the rig calls NAME reach a place in the world in metres, from a second of play on (0 if not said); NAME=none
    /// lets go; may be repeated
    #[arg(long, value_name = "NAME=X,Y,Z[@S]", help_heading = "GoalSchedule")]
    pub(crate) reach: Vec<Reach>,
    #[command(flatten)]
    pub(crate) arms: ArmOptions,
    /// Looks at a place, as --reach look=X,Y,Z does; may be repeated
    #[arg(long, value_name = "X,Y,Z[@S]", allow_hyphen_values = true, help_heading = "GoalSchedule")]
    pub(crate) look: Vec<Look>,
}

/// `NAME=X,Y,Z[@S]`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Reach {
    pub(crate) name: String,
    pub(crate) place: Option<Vec3>,
    /// Seconds of play.
    pub(crate) at: f64,
}

/// `X,Y,Z[@S]`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Look {
    pub(crate) place: Option<Vec3>,
    pub(crate) at: f64,
}

impl FromStr for Reach {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, goal) = text
            .rsplit_once('=')
            .filter(|(name, _)| !name.is_empty())
            .ok_or("expected NAME=X,Y,Z, such as \"left hand=0.4,1.2,0.3\", or NAME=X,Y,Z@S")?;
        let Look { place, at } = goal.parse()?;
        Ok(Self { name: name.into(), place, at })
    }
}

impl FromStr for Look {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (place, at) = match text.rsplit_once('@') {
            Some((place, at)) => (place, second_of_play(at)?),
            None => (text, 0.0),
        };
        if place == "none" {
            return Ok(Self { place: None, at });
        }
        let numbers: Option<Vec<f32>> = place.split(',').map(|number| number.trim().parse().ok()).collect();
        let place = numbers.and_then(|numbers| <[f32; 3]>::try_from(numbers).ok()).map(Vec3::from_array);
        let place = place.filter(|place| place.is_finite());
        Ok(Self { place: Some(place.ok_or("expected X,Y,Z in metres, such as 0.4,1.2,0.3, or none")?), at })
    }
}

impl GoalOptions {
    /// Whether anything is asked for.
    pub(crate) fn any(&self) -> bool {
        self.rig.is_some() || !self.reach.is_empty() || !self.look.is_empty()
    }

    /// What it makes of `seconds` of play, in words: the slots that get goals by then, each once, or else the rig.
    pub(crate) fn done(&self, seconds: f64) -> Vec<String> {
        let is_told = |place: Option<Vec3>, at| place.is_some() && at <= seconds;
        let reached = self.reach.iter().filter(|reach| is_told(reach.place, reach.at));
        let reached = reached.map(|reach| reach.name.as_str());
        let looks = self.look.iter().any(|look| is_told(look.place, look.at)).then_some(LOOK);
        let mut done: Vec<String> = Vec::new();
        for slot in reached.chain(looks) {
            if !done.iter().any(|other| other == slot) {
                done.push(slot.to_owned());
            }
        }
        let rig =
            || self.rig.as_deref().and_then(Path::file_stem).map(|stem| stem.to_string_lossy().into_owned());
        if done.is_empty() { rig().into_iter().collect() } else { done }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_seconds_are_read() {
        let place = Some(Vec3::new(-0.4, 1.2, 0.3));
        assert_eq!("left hand=-0.4,1.2,0.3".parse(), Ok(Reach { name: "left hand".into(), place, at: 0.0 }));
        assert_eq!("a=b=-0.4, 1.2, 0.3@1.5".parse(), Ok(Reach { name: "a=b".into(), place, at: 1.5 }));
        assert_eq!("tail=none@2".parse(), Ok(Reach { name: "tail".into(), place: None, at: 2.0 }));
        assert_eq!("-0.4,1.2,0.3@2".parse(), Ok(Look { place, at: 2.0 }));
        for wrong in ["left hand", "=1,2,3", "a=1,2", "a=1,2,3,4", "a=1,2,x", "a=1,2,NaN", "a=1,2,3@-1", "a="]
        {
            assert!(wrong.parse::<Reach>().is_err(), "{wrong}");
        }
    }
}
