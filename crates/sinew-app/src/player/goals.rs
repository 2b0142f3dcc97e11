use crate::options::goals::{GoalOptions, LOOK, Look, Reach};
use crate::player::rig::{beside_body, own_rig, takes_rig, usual_rig};
use crate::report::choices::suggest;
use crate::report::failure::Failure;
use crate::scene::SceneKind;
use sinew::Actor;
use sinew::glam::{Affine3A, Vec3};
use sinew::rig::{EffectorId, IkGoal};
use std::sync::Arc;

impl GoalOptions {
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
        actor.set_ik_rig(Some(Arc::new(rig))).map_err(|e| Failure::input(file, e))
    }
}

/// Goals and when they are told.
pub(crate) struct GoalSchedule {
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

impl GoalSchedule {
    /// What `options` ask of `actor`, which gets the rig for it. Of a `still` after so many seconds, what has been told by
    /// then holds all the way, and nothing else ever does.
    pub(crate) fn new(
        options: &GoalOptions,
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
            let Some(slot) = rig.effector(name) else {
                let option = if looks { "--look".to_owned() } else { format!("--reach {name}") };
                let instead = suggest(name, rig.effectors().map(|(_, name)| name));
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
            let place = goal.place.map(|place| IkGoal::at(world.transform_point3(place)));
            ik.set_goal(goal.slot, place).expect("an effector of the rig");
        }
    }

    /// The same at the beginning: what is told then holds at once, and all else is let go.
    pub(crate) fn begin(&self, actor: &mut Actor, world: &Affine3A) {
        if let Some(ik) = actor.ik_mut() {
            self.goals.iter().for_each(|goal| ik.clear_goal(goal.slot).expect("an effector of the rig"));
        }
        self.tell(actor, 0.0, world);
        if let Some(ik) = actor.ik_mut() {
            ik.snap();
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
