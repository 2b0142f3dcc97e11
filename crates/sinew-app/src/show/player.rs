//! A show that plays, in fixed steps: the same show gives the same frames.

use super::camera::CameraMan;
use super::lines::Lines;
use super::performer::Performer;
use super::stage::{Stage, prop_actors};
use crate::asset::setup;
use crate::player::settle::{settle_hair, settle_springs};
use crate::report::failure::Failure;
use sinew::Actor;
use sinew::glam::Vec3;
use sinew_render::Camera;
use sinew_setup::{LookCue, Show};

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
        let lines = Lines::of(&show)?;
        let (stage, props) = (Stage::new(show.description()), prop_actors(show.description())?);
        let cast = cast(&show)?;
        let camera = CameraMan::new(&show, &cast);
        let mut player = Self { show, lines, stage, cast, props, camera, steps: 0, cues: 0 };
        player.settle();
        Ok(player)
    }

    /// Returns to the beginning. Nothing is loaded.
    pub(crate) fn restart(&mut self) -> Result<(), Failure> {
        self.stage = Stage::new(self.show.description());
        self.cast = cast(&self.show)?;
        self.camera = CameraMan::new(&self.show, &self.cast);
        (self.steps, self.cues) = (0, 0);
        self.settle();
        Ok(())
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
        self.steps as f64 * f64::from(STEP)
    }

    /// Duration, seconds.
    pub(crate) fn seconds(&self) -> f64 {
        f64::from(self.show.description().seconds)
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

fn cast(show: &Show) -> Result<Vec<Performer>, Failure> {
    show.cast().iter().map(|member| Performer::new(member).map_err(setup::failure)).collect()
}
