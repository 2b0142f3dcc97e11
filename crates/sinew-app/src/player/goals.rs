use crate::options::goals::{GoalOptions, LOOK, Look, Reach};
use crate::player::rig::{add_arm_collision, default_rig, refuse_custom_rig, rig_from_file};
use crate::report::choices::suggest;
use crate::report::failure::Failure;
use crate::scene::kind::SceneKind;
use sinew::Actor;
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::humanoid::BodySide;
use sinew::ik::Grip;
use sinew::rig::{EffectorId, IkGoal};
use std::sync::Arc;

/// IK goals with the times at which they are set.
pub(crate) struct GoalSchedule {
    /// True for a rig whose arms collide with the body.
    pub(super) has_arm_collision: bool,
    /// Sorted by time.
    pub(super) goals: Vec<TimedGoal>,
}

/// Goal of an effector from a time on.
pub(super) struct TimedGoal {
    pub(super) effector: EffectorId,
    pub(super) name: String,
    /// True for a goal of `--look`.
    pub(super) is_look: bool,
    /// Target relative to the character's start; none releases the effector.
    target: Option<Vec3>,
    /// Rotation of a hand that grips, relative to the character's start.
    rotation: Option<Quat>,
    /// Seconds of playback.
    pub(super) at: f64,
}

impl GoalSchedule {
    /// The goals of `options`; `actor` gets their rig. For a `still` at that second of playback, goals set by
    /// then hold from the beginning and later ones are reported on stderr and dropped.
    pub(crate) fn new(
        options: &GoalOptions,
        actor: &mut Actor,
        (scene, file): (Option<SceneKind>, &str),
        still: Option<f64>,
    ) -> Result<Self, Failure> {
        set_rig(options, actor, scene, file)?;
        add_grips(options, actor, file)?;
        let reaches = options
            .reach
            .iter()
            .map(|Reach { name, target, grip, at }| (name.as_str(), false, *target, *grip, *at));
        let looks = options.look.iter().map(|Look { target, at }| (LOOK, true, *target, None, *at));
        let rig = actor.ik().map(|ik| ik.rig().clone()).unwrap_or_default();
        let mut goals = Vec::new();
        for (name, is_look, target, grip, at) in reaches.chain(looks) {
            let Some(effector) = rig.effector(name) else {
                let option = if is_look { "--look".to_owned() } else { format!("--reach {name}") };
                let suggestion = suggest(name, rig.effectors().map(|(_, name)| name));
                return Err(Failure::Call(format!(
                    "{option}: the rig has no effector called {name:?}; {suggestion}"
                )));
            };
            let skeleton = actor.character().skeleton();
            let rotation = target.zip(grip).map(|(at, axis)| rig.grip_rotation(effector, skeleton, at, axis));
            let rotation = rotation.transpose().map_err(|_| Failure::Call(no_grip(name)))?;
            goals.push(TimedGoal { effector, name: name.to_owned(), is_look, target, rotation, at });
        }
        goals.sort_by(|a, b| a.at.total_cmp(&b.at));
        let is_default = options.rig.is_none() && scene.is_none_or(SceneKind::takes_custom_rig);
        let has_arm_collision = is_default && !options.arms.through_body;
        let mut schedule = Self { has_arm_collision, goals };
        if let Some(last) = still {
            schedule.report_late(last);
            schedule.goals.retain(|goal| goal.at <= last);
            schedule.goals.iter_mut().for_each(|goal| goal.at = 0.0);
        }
        Ok(schedule)
    }

    /// Sets the goals up to `clock` seconds of playback on `actor`, whose start is `world`.
    pub(crate) fn apply(&self, actor: &mut Actor, clock: f64, world: &Affine3A) {
        let Some(ik) = actor.ik_mut() else { return };
        for goal in self.goals.iter().filter(|goal| goal.at <= clock + 1e-9) {
            let turn = world.to_scale_rotation_translation().1;
            let rotation = goal.rotation.map(|rotation| turn * rotation);
            let target =
                goal.target.map(|target| IkGoal::at(world.transform_point3(target)).with_rotation(rotation));
            ik.set_goal(goal.effector, target).expect("an effector of the rig");
        }
    }

    /// Starts over: goals set at 0 s hold at once, without a fade, and all others are cleared; limbs of the rig that follow
    /// a socket do so again.
    pub(crate) fn begin(&self, actor: &mut Actor, world: &Affine3A) {
        if let Some(ik) = actor.ik_mut() {
            self.goals.iter().for_each(|goal| ik.follow(goal.effector).expect("an effector of the rig"));
        }
        self.apply(actor, 0.0, world);
        if let Some(ik) = actor.ik_mut() {
            ik.snap();
        }
    }

    /// Seconds from `clock` to the next goal; infinite after the last.
    pub(crate) fn until_next(&self, clock: f64) -> f64 {
        let next = self.goals.iter().map(|goal| goal.at - clock).find(|wait| *wait > 1e-9);
        next.unwrap_or(f64::INFINITY)
    }

    /// Default duration: one second after the last goal.
    pub(crate) fn duration(&self) -> f64 {
        self.goals.last().map_or(1.0, |last| last.at + 1.0)
    }
}

/// Adds grips to the hands of the default rig that are to grip; hands of other rigs need one of their own.
fn add_grips(options: &GoalOptions, actor: &mut Actor, file: &str) -> Result<(), Failure> {
    let character = actor.character().clone();
    let (Some(ik), Some(body)) = (actor.ik(), character.humanoid()) else { return Ok(()) };
    let mut rig = (**ik.rig()).clone();
    let mut is_changed = false;
    for Reach { name, .. } in options.reach.iter().filter(|reach| reach.grip.is_some()) {
        let Ok(None) = rig.grip(name.as_str()) else { continue };
        let side = match name.as_str() {
            "left hand" if options.rig.is_none() => BodySide::Left,
            "right hand" if options.rig.is_none() => BodySide::Right,
            _ => return Err(Failure::Call(no_grip(name))),
        };
        let grip = Grip::human(character.skeleton(), body, side);
        let is_set = grip.is_some_and(|grip| rig.set_grip(name.as_str(), grip).is_ok());
        if !is_set {
            return Err(Failure::Call(no_grip(name)));
        }
        is_changed = true;
    }
    if is_changed {
        actor.set_ik(Some(Arc::new(rig))).map_err(|e| Failure::input(file, e))?;
    }
    Ok(())
}

fn no_grip(name: &str) -> String {
    format!(
        "--reach {name}: grip is for hands; {name:?} is no hand with a grip; in a rig file its limb needs grip: true"
    )
}

/// Gives `actor` the rig of `options`: one from a file, the scene's, or the default rig of humanoids. `file`
/// names the character's file in errors.
fn set_rig(
    options: &GoalOptions,
    actor: &mut Actor,
    scene: Option<SceneKind>,
    file: &str,
) -> Result<(), Failure> {
    let character = actor.character().clone();
    let rig = match (&options.rig, scene) {
        (Some(_), Some(scene)) if !scene.takes_custom_rig() => return refuse_custom_rig(scene),
        (None, Some(scene @ (SceneKind::Rifle | SceneKind::Aim | SceneKind::Ladder))) => {
            let message = format!("--reach and --look: --scene {} sets goals of its own", scene.name());
            return Err(Failure::Call(message));
        }
        (Some(path), scene) => rig_from_file(path, &character, scene)?,
        (None, _) if actor.ik().is_some() => {
            add_arm_collision(actor, scene, options.arms);
            return Ok(());
        }
        (None, _) => {
            let message =
                "the default rig needs a humanoid; this character is not one; give a rig with --rig FILE";
            default_rig(&character, options.arms).ok_or_else(|| Failure::input(file, message))?
        }
    };
    actor.set_ik(Some(Arc::new(rig))).map_err(|e| Failure::input(file, e))
}
