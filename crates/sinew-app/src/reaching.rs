//! What a character is told to reach and to look at, as the command line says it.

use crate::failure::Failure;
use crate::listed::instead;
use crate::options::second_of_play;
use crate::rigging::{Arms, beside_body, own_rig, takes_rig, usual_rig};
use crate::scenery::SceneKind;
use clap::Args;
use sinew::Actor;
use sinew::glam::{Affine3A, Vec3};
use sinew::rig::{EffectorId, IkGoal};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

/// The slot that people look with.
const LOOK: &str = "look";

/// What is to be reached, and with which rig.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct ReachOptions {
    /// What of the character can be told to reach and to look (a RON file); without, what people usually have: look, left
    /// hand, right hand, left foot, right foot
    #[arg(long, value_name = "FILE", help_heading = "Reaching")]
    pub(crate) rig: Option<PathBuf>,
    /// Has what the rig calls NAME reach a place in the world in metres, from a second of play on (0 if not said); NAME=none
    /// lets go; may be repeated
    #[arg(long, value_name = "NAME=X,Y,Z[@S]", help_heading = "Reaching")]
    pub(crate) reach: Vec<Reach>,
    #[command(flatten)]
    pub(crate) arms: Arms,
    /// Looks at a place, as --reach look=X,Y,Z does; may be repeated
    #[arg(long, value_name = "X,Y,Z[@S]", allow_hyphen_values = true, help_heading = "Reaching")]
    pub(crate) look: Vec<Look>,
}

/// `NAME=X,Y,Z[@S]`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Reach {
    name: String,
    place: Option<Vec3>,
    /// Seconds of play.
    at: f64,
}

/// `X,Y,Z[@S]`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Look {
    place: Option<Vec3>,
    at: f64,
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

impl ReachOptions {
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

    /// Gives `actor`, of the file called `file`, the rig that is asked for, in the scene that it is in.
    fn fit(&self, actor: &mut Actor, scene: Option<SceneKind>, file: &str) -> Result<(), Failure> {
        let character = actor.character().clone();
        let rig = match (&self.rig, scene) {
            (Some(_), Some(scene)) if !scene.takes_rigs() => return takes_rig(scene),
            (None, Some(scene @ (SceneKind::Rifle | SceneKind::Aim | SceneKind::Ladder))) => {
                let message = format!("--reach and --look: --scene {} has goals of its own", scene.name());
                return Err(Failure::Call(message));
            }
            (Some(path), scene) => own_rig(path, &character, scene)?,
            (None, _) if actor.ik().is_some() => {
                beside_body(actor, scene, self.arms);
                return Ok(());
            }
            (None, _) => {
                let message =
                    "only people have a usual rig, and this is none; --rig FILE says what it can reach with";
                usual_rig(&character, self.arms).ok_or_else(|| Failure::input(file, message))?
            }
        };
        actor.set_rig(Some(Arc::new(rig))).map_err(|e| Failure::input(file, e))
    }
}

/// Goals and when they are told.
pub(crate) struct Reaching {
    /// Whether the rig has arms that keep out of the body.
    pub(super) keeps_out: bool,
    /// By rising times.
    pub(super) goals: Vec<Goal>,
}

/// What is told to a slot, and when.
pub(super) struct Goal {
    pub(super) slot: EffectorId,
    pub(super) name: String,
    /// Whether it was said to look, and not to reach with what may look too.
    pub(super) looks: bool,
    place: Option<Vec3>,
    /// Seconds of play.
    pub(super) at: f64,
}

impl Reaching {
    /// What `options` ask of `actor`, which gets the rig for it. Of a `still` after so many seconds, what has been told by
    /// then holds all the way, and nothing else ever does.
    pub(crate) fn new(
        options: &ReachOptions,
        actor: &mut Actor,
        (scene, file): (Option<SceneKind>, &str),
        still: Option<f64>,
    ) -> Result<Self, Failure> {
        options.fit(actor, scene, file)?;
        let reaches =
            options.reach.iter().map(|Reach { name, place, at }| (name.as_str(), false, *place, *at));
        let looks = options.look.iter().map(|Look { place, at }| (LOOK, true, *place, *at));
        let rig = actor.ik().map(|ik| ik.rig().clone()).unwrap_or_default();
        let mut goals = Vec::new();
        for (name, looks, place, at) in reaches.chain(looks) {
            let Some(slot) = rig.slot(name) else {
                let option = if looks { "--look".to_owned() } else { format!("--reach {name}") };
                let instead = instead(name, rig.slots().map(|(_, name)| name));
                return Err(Failure::Call(format!(
                    "{option}: the rig has nothing called {name:?}; {instead}"
                )));
            };
            goals.push(Goal { slot, name: name.to_owned(), looks, place, at });
        }
        goals.sort_by(|a, b| a.at.total_cmp(&b.at));
        let is_usual = options.rig.is_none() && scene.is_none_or(SceneKind::takes_rigs);
        let keeps_out = is_usual && !options.arms.through_body;
        let mut reaching = Self { keeps_out, goals };
        if let Some(last) = still {
            reaching.tell_what_comes_later(last);
            reaching.goals.retain(|goal| goal.at <= last);
            reaching.goals.iter_mut().for_each(|goal| goal.at = 0.0);
        }
        Ok(reaching)
    }

    /// Tells `actor` what it is to reach after `clock` seconds of play, where it set out from `world`.
    pub(crate) fn tell(&self, actor: &mut Actor, clock: f64, world: &Affine3A) {
        let Some(ik) = actor.ik_mut() else { return };
        for goal in self.goals.iter().filter(|goal| goal.at <= clock + 1e-9) {
            ik.set_goal(goal.slot, goal.place.map(|place| IkGoal::at(world.transform_point3(place))));
        }
    }

    /// The same at the beginning: what is told then holds at once, and all else is let go.
    pub(crate) fn begin(&self, actor: &mut Actor, world: &Affine3A) {
        if let Some(ik) = actor.ik_mut() {
            self.goals.iter().for_each(|goal| ik.set_goal(goal.slot, None));
        }
        self.tell(actor, 0.0, world);
        if let Some(ik) = actor.ik_mut() {
            ik.settle();
        }
    }

    /// Seconds of play from `clock` to when something is told next.
    pub(crate) fn until_next(&self, clock: f64) -> f64 {
        let next = self.goals.iter().map(|goal| goal.at - clock).find(|wait| *wait > 1e-9);
        next.unwrap_or(f64::INFINITY)
    }

    /// How long it plays before nothing new comes.
    pub(crate) fn length(&self) -> f64 {
        self.goals.last().map_or(1.0, |last| last.at + 1.0)
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
