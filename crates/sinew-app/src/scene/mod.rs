//! Scenes in which a character does what its rig lets it: where things stand, what the ground is like, what is told when.

mod cheek_weld;
mod clip_selection;
mod door;
pub(crate) mod fallback_clips;
mod ladder;
mod rehearsal;
mod rifle;
mod rifle_rig;
mod stride;
mod terrain;

use crate::asset::size::body_scale;
use crate::report::failure::Failure;
use clap::ValueEnum;
use sinew::glam::{Affine3A, Vec3};
use sinew::humanoid::HumanBone::{RightHand, RightLowerArm, RightUpperArm};
use sinew::locomotion::FootIk;
use sinew::rig::IkRig;
use sinew::{Actor, FrameInput, RootDelta};
use sinew_render::ViewPreset;
use std::sync::Arc;

/// A character in a scene, from frame to frame. What moves it stays with who plays it; a scene says where it stands and what
/// it reaches, and has props.
pub(crate) trait Scene {
    /// Begins anew.
    fn begin(&mut self, actor: &mut Actor);

    /// Goes on to where the character has come to by its own motion, `dt` seconds later.
    fn advance(&mut self, actor: &mut Actor, travelled: &Affine3A, dt: f32);

    /// Where a character stands that has come to `travelled`.
    fn place(&self, travelled: &Affine3A) -> Affine3A {
        *travelled
    }

    /// How long the character's strides are, as a share of those of its clip, by which it goes that much slower or faster.
    fn stride(&self) -> f32 {
        1.0
    }

    /// Sets the goals of a frame.
    fn set_goals(&mut self, _actor: &mut Actor, _world_from_model: &Affine3A) {}

    /// Resolves the character's pose.
    fn pose(&mut self, actor: &mut Actor, input: FrameInput<'_>) {
        actor.resolve(input);
    }

    /// Resolves the props, by the pose that the character has now.
    fn pose_props(&mut self, _actor: &Actor, _dt: f32, _world_from_model: &Affine3A) {}

    /// Sets the goals, resolves the character, then the props.
    fn resolve(&mut self, actor: &mut Actor, input: FrameInput<'_>) {
        let FrameInput { dt, world_from_model, .. } = input;
        self.set_goals(actor, &world_from_model);
        self.pose(actor, input);
        self.pose_props(actor, dt, &world_from_model);
    }

    /// What is seen besides the character.
    fn props(&self) -> &[Actor];

    /// Whether that goes wherever the character does.
    fn goes_along(&self) -> bool {
        false
    }

    /// How long it takes with the clip that plays.
    fn seconds(&self, actor: &Actor) -> f64;
}

/// A scene to choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SceneKind {
    /// Walked over: feet stand on the steps
    Stairs,
    /// Walked over: 20 degrees up and down
    Slope,
    /// Walked through: a hand on the lever opens it
    Door,
    /// Run, aim and jump with both hands on a rifle
    Rifle,
    /// A rifle's barrel follows a target
    Aim,
    /// Climbed hand over hand, up and down
    Ladder,
}

impl SceneKind {
    /// What it is called.
    pub(crate) fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// Whether the character goes where its clip carries it.
    pub(crate) fn travels(self) -> bool {
        matches!(self, Self::Stairs | Self::Slope | Self::Door)
    }

    /// Whether the character may reach in it with a rig of one's own: where the scene has no goals.
    pub(crate) fn takes_rigs(self) -> bool {
        matches!(self, Self::Stairs | Self::Slope)
    }

    /// Whether hands take hold of something in it.
    pub(crate) fn wants_hands(self) -> bool {
        matches!(self, Self::Door | Self::Rifle | Self::Aim | Self::Ladder)
    }

    /// What the clips that play in it are called, or a part of that: first the one to begin with.
    fn clips(self) -> &'static [&'static str] {
        match self {
            Self::Rifle => &["run", "idle", "jump"],
            Self::Aim | Self::Ladder => &["idle"],
            Self::Stairs | Self::Slope | Self::Door => &["walk"],
        }
    }

    /// Which of the clips of these names goes with it; none where none is called so.
    pub(crate) fn choose<'a>(self, clips: impl Iterator<Item = &'a str> + Clone) -> Option<usize> {
        // Who has no walk runs.
        let words = [self.clips()[0], "run", "jog"];
        let words = &words[..if self.travels() { 3 } else { 1 }];
        words.iter().find_map(|word| called(word, clips.clone()))
    }

    /// Whether a clip of this name is what it begins with.
    pub(crate) fn is_meant_for(self, name: &str) -> bool {
        called(self.clips()[0], std::iter::once(name)).is_some()
    }

    /// What is called like none of the clips of these names, and plays in it.
    pub(crate) fn lacking<'a>(self, clips: impl Iterator<Item = &'a str> + Clone) -> Vec<&'static str> {
        let walks = self.travels() && self.choose(clips.clone()).is_some();
        let lacks = |word: &&str| !walks && called(word, clips.clone()).is_none();
        self.clips().iter().copied().filter(lacks).collect()
    }

    /// The same where the clip to begin with is given.
    pub(crate) fn lacking_later<'a>(self, names: impl Iterator<Item = &'a str> + Clone) -> Vec<&'static str> {
        let later = self.clips()[1..].iter().copied();
        later.filter(|word| called(word, names.clone()).is_none()).collect()
    }

    /// What is to be said where a clip plays that gets nowhere, and somebody should.
    pub(crate) fn what_stays(self, actor: &Actor) -> Option<String> {
        // Slower than anybody walks, in heights a second.
        const SLOW: f32 = 0.1;
        let playback = actor.playback().filter(|_| self.travels())?;
        let clip = &actor.clips()[playback.clip()];
        let stays = speed(actor) < SLOW * body_scale(actor);
        stays.then(|| {
            format!(
                "clip {:?} gets nowhere, and --scene {} is walked; --clip names another",
                clip.name(),
                self.name()
            )
        })
    }

    /// The direction from which most is seen of it.
    pub(crate) fn seen_from(self) -> Vec3 {
        match self {
            Self::Door => Vec3::new(-0.62, 0.28, -0.78).normalize(),
            Self::Ladder => Vec3::new(0.8, 0.15, -0.6).normalize(),
            Self::Stairs | Self::Slope => Vec3::new(0.9, 0.2, 0.35).normalize(),
            _ => ViewPreset::ThreeQuarter.direction_to_camera(),
        }
    }

    /// Sets `actor` in the scene.
    pub(crate) fn set(self, actor: &mut Actor, file: &str) -> Result<Box<dyn Scene>, Failure> {
        Ok(match self {
            Self::Stairs => {
                Box::new(terrain::TerrainScene::new(terrain::Terrain::stairs(actor), actor, file)?)
            }
            Self::Slope => Box::new(terrain::TerrainScene::new(terrain::Terrain::slope(actor), actor, file)?),
            Self::Door => Box::new(door::DoorScene::new(actor, file)?),
            Self::Rifle => Box::new(rifle::RifleScene::on_the_move(actor, file)?),
            Self::Aim => Box::new(rifle::RifleScene::aiming(actor, file)?),
            Self::Ladder => Box::new(ladder::LadderScene::new(actor, file)?),
        })
    }
}

/// The first of these names with `word` in it.
fn called<'a>(word: &str, mut names: impl Iterator<Item = &'a str>) -> Option<usize> {
    names.position(|name| name.to_lowercase().contains(word))
}

/// Why whoever the file called `file` has in it cannot enter a scene.
pub(crate) fn no_person(file: &str) -> Failure {
    Failure::input(file, "--scene needs a person with arms and legs, and this is none")
}

/// Gives `actor` the rig that `make` makes for its body.
fn give_rig(
    actor: &mut Actor,
    file: &str,
    make: impl FnOnce(&sinew::Character, &sinew::humanoid::Humanoid) -> Option<IkRig>,
) -> Result<(), Failure> {
    let character = actor.character().clone();
    let body = character.humanoid().ok_or_else(|| no_person(file))?;
    let rig = make(&character, body).ok_or_else(|| no_person(file))?;
    actor.set_ik_rig(Some(Arc::new(rig))).map_err(|e| Failure::input(file, e))
}

/// The length of a person's right arm at rest, from shoulder to wrist.
fn arm(character: &sinew::Character, body: &sinew::humanoid::Humanoid) -> Option<f32> {
    let place = |bone| Some(character.rest_model()[body.joint(bone)?.index()].translation);
    let [shoulder, elbow, wrist] = [place(RightUpperArm)?, place(RightLowerArm)?, place(RightHand)?];
    Some(shoulder.distance(elbow) + elbow.distance(wrist))
}

/// The height in the model of the ground that it is animated on: scenes have theirs at height 0.
fn floor(actor: &Actor) -> f32 {
    let character = actor.character();
    let feet = character.humanoid().and_then(|body| FootIk::human(character, body).ok());
    feet.map_or(0.0, |feet| feet.floor)
}

/// Where a character stands that has come to `travelled`, with the ground of its animation at height 0.
fn on_floor(travelled: &Affine3A, floor: f32) -> Affine3A {
    Affine3A::from_translation(Vec3::NEG_Y * floor) * *travelled
}

/// A prop's actor.
fn prop(character: Result<sinew::Character, sinew::character::CharacterError>) -> Result<Actor, Failure> {
    let character = character.map_err(|e| Failure::input("the scene", e))?;
    Ok(Actor::without_clips(Arc::new(character)))
}

/// How long it takes to go `length` metres by the clip that plays. Who does not get ahead is watched for a while.
fn seconds_for(length: f32, actor: &Actor) -> f64 {
    const WHILE: std::ops::RangeInclusive<f32> = 2.0..=20.0;
    f64::from((length / speed(actor).max(1e-6)).clamp(*WHILE.start(), *WHILE.end()))
}

/// What is left of a step by strides of another length.
pub(crate) fn shortened(delta: RootDelta, stride: f32) -> RootDelta {
    RootDelta { translation: delta.translation * stride, ..delta }
}

/// How fast the clip that plays gets ahead, metres a second.
fn speed(actor: &Actor) -> f32 {
    let clip = actor.playback().map(|playback| &actor.clips()[playback.clip()]);
    let speed = clip.and_then(|clip| {
        let [first, .., last] = clip.root()?.poses() else { return None };
        Some(last.position.distance(first.position) / (clip.end() - clip.start()).max(1e-3))
    });
    speed.unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::SceneKind;

    #[test]
    fn who_is_given_a_clip_lacks_what_comes_after_it() {
        let lacking = |scene: SceneKind, names: &[&str]| scene.lacking_later(names.iter().copied());
        assert_eq!(lacking(SceneKind::Rifle, &["walk"]), ["idle", "jump"]);
        assert_eq!(lacking(SceneKind::Rifle, &["walk", "Idle_1"]), ["jump"]);
        for scene in [SceneKind::Aim, SceneKind::Ladder, SceneKind::Stairs, SceneKind::Door] {
            assert_eq!(lacking(scene, &["crawl"]), [""; 0]);
        }
    }

    #[test]
    fn clips_are_known_by_a_part_of_their_names() {
        let lacking = |scene: SceneKind, names: &[&str]| scene.lacking(names.iter().copied());
        assert_eq!(lacking(SceneKind::Door, &["idle", "Running_A"]), [""; 0]);
        assert_eq!(lacking(SceneKind::Door, &["idle"]), ["walk"]);
        assert_eq!(lacking(SceneKind::Rifle, &["Jump_Start", "walk"]), ["run", "idle"]);
        assert_eq!(SceneKind::Slope.choose(["Running", "Walking"].into_iter()), Some(1));
    }
}
