//! Checks of cues: each is tried on an actor.

use super::{CueAction, LookCue, Show};
use crate::{Setup, SetupError};
use sinew::Actor;
use sinew::face::EmotionFade;
use sinew::internal::suggest;

impl Show {
    /// Checks the names and numbers of an action of actor number `who`; `actor` is one to try it on.
    pub(super) fn check_action(
        &self,
        field: &str,
        action: &CueAction,
        who: usize,
        actor: &mut Actor,
    ) -> Result<(), SetupError> {
        let setup = &self.cast()[who].setup;
        let checked = match action {
            CueAction::Set(parameter, value) => match actor.graph_mut() {
                Some(graph) => graph.set_parameter(parameter.as_str(), *value).map_err(|e| e.to_string()),
                None => Err(without("graph")),
            },
            CueAction::Trigger(parameter) => match actor.graph_mut() {
                Some(graph) => graph.trigger(parameter.as_str()).map_err(|e| e.to_string()),
                None => Err(without("graph")),
            },
            CueAction::Play(clip) => actor.play_montage(clip.as_str()).map(drop).map_err(|e| e.to_string()),
            CueAction::Turn(degrees) => finite([*degrees]),
            CueAction::LookAt(LookCue::Actor(other)) => {
                return self.find_actor(field, other).map(drop);
            }
            CueAction::Face(point) | CueAction::LookAt(LookCue::Point(point)) => finite(point.to_array()),
            CueAction::LookAt(_) => Ok(()),
            CueAction::Speak(path) => match actor.face() {
                Some(_) => self.read(path).map(drop).map_err(|message| format!("{path}: {message}")),
                None => Err(without("face")),
            },
            CueAction::Emotion(emotion, intensity) => match actor.face_mut() {
                Some(_) if !(0.0..=1.0).contains(intensity) => {
                    Err(format!("{intensity} is no intensity; expected a number from 0 to 1"))
                }
                Some(face) => face
                    .set_emotion(emotion.as_str(), EmotionFade::default().with_intensity(*intensity))
                    .map_err(|error| error.to_string()),
                None => Err(without("face")),
            },
            CueAction::Hold(item) | CueAction::PutAway(item) | CueAction::LetGo(item) => {
                find_item(setup, item)
            }
            CueAction::Aim(item, point) => find_item(setup, item)
                .and_then(|()| finite(point.to_array()))
                .and_then(|()| match setup.can_aim(item) {
                    true => Ok(()),
                    false => Err(format!("{item:?} cannot be aimed: it lacks `carried` in the set-up")),
                }),
            CueAction::Lower(item) => find_item(setup, item),
            CueAction::Hit { .. } => check_hit(setup, action, actor),
            CueAction::Fall | CueAction::GetUp if actor.ragdoll().is_none() => Err(without("ragdoll")),
            CueAction::Fall => Ok(()),
            CueAction::GetUp => match setup.get_up_clips().next() {
                Some(_) => Ok(()),
                None => Err("the actor has no clip that gets up, such as get_up_front".to_owned()),
            },
            CueAction::Wear(outfit) => match setup.outfits().any(|known| known == outfit) {
                true => Ok(()),
                false => Err(format!("no outfit called {outfit:?}; {}", suggest(outfit, setup.outfits()))),
            },
        };
        checked.map_err(|message| self.error(field, message))
    }
}

fn check_hit(setup: &Setup, hit: &CueAction, actor: &Actor) -> Result<(), String> {
    let CueAction::Hit { at, from, impulse, decal, radius, bleeds } = hit else { return Ok(()) };
    finite([at.x, at.y, at.z, from.x, from.y, from.z, *impulse, *radius, *bleeds])?;
    if from.length() < 1e-3 {
        return Err("from: expected a direction, such as (0, 0, 1)".to_owned());
    }
    if *radius <= 0.0 || *bleeds < 0.0 {
        return Err("expected a radius above 0, and no negative time of bleeding".to_owned());
    }
    if actor.ragdoll().is_none() {
        return Err(without("ragdoll"));
    }
    if (decal.is_some() || *bleeds > 0.0) && actor.decals().is_none() {
        return Err("the set-up has no decals; add looks, such as decals: (looks: {\"blood\": …})".to_owned());
    }
    let looks = || {
        let decals = setup.file().description().decals.iter();
        decals.flat_map(|decals| decals.looks.keys()).map(String::as_str)
    };
    match decal {
        Some(look) if !looks().any(|known| known == look) => {
            Err(format!("no look called {look:?}; {}", suggest(look, looks())))
        }
        _ => Ok(()),
    }
}

fn find_item(setup: &Setup, item: &str) -> Result<(), String> {
    match setup.item(item) {
        Some(_) => Ok(()),
        None => Err(format!("no item called {item:?}; {}", suggest(item, setup.items()))),
    }
}

fn finite<const N: usize>(numbers: [f32; N]) -> Result<(), String> {
    match numbers.iter().all(|number| number.is_finite()) {
        true => Ok(()),
        false => Err("expected finite numbers".to_owned()),
    }
}

fn without(system: &str) -> String {
    format!("the actor has no {system}")
}
