//! A show that plays, in fixed steps: the same show gives the same frames.

use super::camera::CameraMan;
use super::lines::Lines;
use super::performer::Performer;
use super::snapshot::ShowSnapshot;
use super::stage::{Stage, prop_actors};
use crate::asset::setup;
use crate::player::settle::{settle_hair, settle_springs};
use crate::report::failure::Failure;
use sinew::Actor;
use sinew::glam::Vec3;
use sinew_rapier::{RapierSnapshot, RapierWorld};
use sinew_render::Camera;
use sinew_setup::{LookCue, SetupError, Show};

/// Length of a step, seconds.
const STEP: f32 = 1.0 / 60.0;

/// A show at a moment.
pub(crate) struct ShowPlayer {
    show: Show,
    lines: Lines,
    stage: Stage,
    cast: Vec<Performer>,
    props: Vec<Actor>,
    camera: CameraMan,
    /// Number of steps since the beginning.
    steps: u64,
    /// Number of cues that have happened.
    cues: usize,
}

impl ShowPlayer {
    /// A show at its beginning.
    pub(crate) fn new(show: Show) -> Result<Self, Failure> {
        Self::open(show).map_err(setup::failure)
    }

    /// A show at its beginning; an error has its location in the text.
    pub(crate) fn open(show: Show) -> Result<Self, SetupError> {
        let lines = Lines::of(&show)?;
        let (stage, props) = (Stage::new(show.description()), prop_actors(&show)?);
        let cast = cast(&show)?;
        let camera = CameraMan::new(&show, &cast);
        let mut player = Self { show, lines, stage, cast, props, camera, steps: 0, cues: 0 };
        player.settle();
        Ok(player)
    }

    /// Saves the present frame.
    pub(super) fn save(&self) -> ShowSnapshot {
        let mut physics = RapierSnapshot::default();
        self.stage.world.ragdolls.save(&self.stage.world.world, &mut physics);
        let Self { steps, cues, cast, camera, .. } = self;
        ShowSnapshot { steps: *steps, cues: *cues, cast: cast.clone(), camera: camera.clone(), physics }
    }

    /// Returns to a frame that was saved: the show plays on from it with the same bytes.
    pub(super) fn restore(&mut self, snapshot: &ShowSnapshot) {
        let RapierWorld { world, ragdolls, .. } = &mut self.stage.world;
        // A snapshot that was saved is not empty.
        let _ = ragdolls.restore(world, &snapshot.physics);
        self.cast.clone_from(&snapshot.cast);
        self.camera.clone_from(&snapshot.camera);
        (self.steps, self.cues) = (snapshot.steps, snapshot.cues);
    }

    /// Lets hair and spring bones hang still.
    fn settle(&mut self) {
        for performer in &mut self.cast {
            settle_springs(&mut performer.actor);
            settle_hair(&mut performer.actor, Some(&self.stage.wind));
        }
    }

    /// The show.
    pub(crate) fn show(&self) -> &Show {
        &self.show
    }

    /// Time of the present frame, seconds.
    pub(crate) fn time(&self) -> f64 {
        Self::time_of(self.steps)
    }

    /// Time of the frame after this number of steps, seconds.
    pub(crate) fn time_of(steps: u64) -> f64 {
        steps as f64 * f64::from(STEP)
    }

    /// Duration, seconds.
    pub(crate) fn seconds(&self) -> f64 {
        f64::from(self.show.description().seconds)
    }

    /// Number of steps since the beginning.
    pub(crate) fn steps(&self) -> u64 {
        self.steps
    }

    /// The step that is nearest to a time in seconds, within the show.
    pub(crate) fn step_at(&self, time: f64) -> u64 {
        (time.clamp(0.0, self.seconds()) / f64::from(STEP)).round() as u64
    }

    /// Moves on to a time, by whole steps.
    pub(crate) fn play_to(&mut self, time: f64) {
        while self.time() + f64::from(STEP) * 0.5 < time {
            self.step();
        }
    }

    /// Moves on by a step.
    pub(crate) fn step(&mut self) {
        while let Some(cue) = self.show.cues().get(self.cues)
            && f64::from(cue.at) <= self.time() + 1e-6
        {
            self.cast[cue.who].act(&cue.what, &self.lines, &mut self.stage);
            self.cues += 1;
        }
        self.steps += 1;
        let time = self.time();
        self.cast.iter_mut().for_each(|performer| performer.advance(STEP, &self.stage));
        self.camera.advance(time, STEP, &self.cast);
        let heads: Vec<Vec3> = self.cast.iter().map(Performer::head).collect();
        let eye = self.camera.camera().eye;
        for performer in &mut self.cast {
            let seen = match &performer.looks_at {
                LookCue::Nothing => None,
                LookCue::Camera => Some(eye),
                LookCue::Point(point) => Some(*point),
                LookCue::Actor(name) => {
                    let who = self.show.cast().iter().position(|member| member.name == *name);
                    who.map(|who| heads[who])
                }
            };
            performer.set_goals(STEP, seen);
            performer.resolve(STEP, (time, eye), &mut self.stage);
        }
        self.stage.world.step(STEP);
    }

    /// The camera of the present frame.
    pub(crate) fn camera(&self) -> Camera {
        self.camera.camera()
    }

    /// All actors, then the props; always in the same order.
    pub(crate) fn actors(&self) -> impl Iterator<Item = &Actor> + Clone {
        self.cast.iter().map(|performer| &performer.actor).chain(&self.props)
    }

    /// All lines that are spoken within `seconds` from second `from` on, in one channel; `None` where nobody
    /// speaks.
    pub(crate) fn sound(&self, from: f64, seconds: f64) -> Result<Option<Vec<f32>>, Failure> {
        self.lines.mixed(&self.show, from, seconds)
    }

    /// The actors of the cast, in its order.
    #[cfg(test)]
    pub(super) fn cast_mut(&mut self) -> impl Iterator<Item = &mut Actor> {
        self.cast.iter_mut().map(|performer| &mut performer.actor)
    }
}

fn cast(show: &Show) -> Result<Vec<Performer>, SetupError> {
    show.cast().iter().map(Performer::new).collect()
}
