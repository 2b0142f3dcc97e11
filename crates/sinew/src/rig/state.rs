use crate::character::Character;
use crate::clone_from::impl_clone_from;
use crate::face::LookTarget;
use crate::ik::chain::thread_scratch::{reserve_chain_scratch, with_chain_scratch};
use crate::ik::{BodyGoal, ChainScratch, FullBodyScratch, IkPose};
use crate::locomotion::{FootIkInput, FootIkState};
use crate::math::Transform;
use crate::math::turn::part_of;
use crate::name_or_id::NameOrId;
use crate::pose::{LocalPose, ModelPose};
use crate::rig::curve::CurveState;
use crate::rig::effector::effector::Effector;
use crate::rig::effector::state::EffectorState;
use crate::rig::goal_space::GoalSpace;
use crate::rig::part::PartKind;
use crate::rig::part_work::PartWork;
use crate::rig::solve_order::waits;
use crate::rig::solved_limbs::SolvedLimbs;
use crate::rig::{EffectorId, IkError, IkGoal, IkInput, IkReport, IkRig};
use crate::skeleton::Skeleton;
use crate::skeleton::finite_or;
use crate::stage::{StageInput, StagePose};
use glam::{Affine3A, Vec3};
use std::sync::Arc;

/// State of an [`IkRig`] for one character instance: goals, their fades, looks and feet. It holds no pose.
///
/// ```
/// # use sinew::glam::{Affine3A, Vec3};
/// # use sinew::ik::{Limb, LimbSettings};
/// # use sinew::rig::{IkGoal, IkInput, IkRig, IkState};
/// # use sinew::skeleton::{Joint, JointId};
/// # use sinew::stage::{StageInput, StagePose};
/// # use sinew::{Character, CharacterParts, LocalPose, ModelPose, Skeleton, Transform};
/// # let joint = |name: &str, parent, x: f32| {
/// #     Joint { name: name.into(), parent, rest: Transform::from_translation(Vec3::X * x), in_scene: true }
/// # };
/// # let arm = vec![joint("shoulder", None, 0.0), joint("elbow", Some(0), 0.3), joint("hand", Some(1), 0.3)];
/// # let skeleton = Skeleton::new(arm)?;
/// # let limb = Limb::new(&skeleton, [0, 1, 2].map(JointId), None)?.with_hinge(&skeleton, Vec3::NEG_Y);
/// # let mut rig = IkRig::new();
/// # let hand = rig.add_limb("hand", limb, LimbSettings::default());
/// // `rig` has an arm with the effector `hand`, see `IkRig`.
/// # let parts = CharacterParts { skeleton: skeleton.clone(), ..CharacterParts::default() };
/// # let character = Character::new(parts)?;
/// let mut ik = IkState::new(rig.into(), &character)?;
/// let mut model = ModelPose::rest(&skeleton);
/// let mut frame = |ik: &mut IkState| {
///     let mut local = LocalPose::rest(&skeleton); // the animated pose
///     let stage = StageInput::new(1.0 / 60.0, Affine3A::IDENTITY);
///     ik.solve(&stage, IkInput::new(), &mut StagePose::new(&skeleton, &mut local, &mut model));
///     ik.changes_pose()
/// };
/// ik.set_goal(hand, IkGoal::at(Vec3::new(0.3, 0.2, 0.1)))?;
/// ik.snap(); // at full weight at once, without a fade
/// assert!(frame(&mut ik) && ik.report(hand).error < 1e-3);
/// ik.clear_goal("hand")?; // back to the animation within the fade time
/// assert!(frame(&mut ik) && ik.goal(hand).is_none() && ik.report(hand).weight < 1.0);
/// (0..60).for_each(|_| _ = frame(&mut ik));
/// assert!(!frame(&mut ik) && ik.report(hand).weight == 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct IkState {
    pub(super) rig: Arc<IkRig>,
    pub(super) effectors: Vec<EffectorState>,
    /// Local transforms before a part that is solved in several steps.
    pub(super) before: Vec<Transform>,
    pub(super) solved: SolvedLimbs,
    bodies: Vec<FullBodyScratch>,
    curves: Vec<CurveState>,
    goals: Vec<BodyGoal>,
    feet: FootIkState,
    /// Whether the last step of time was a teleport.
    was_teleported: bool,
    /// Whether joints were turned for goals in the last solve.
    turns_joints: bool,
}

impl_clone_from!(
    IkState { rig, effectors, solved, bodies, curves, feet, was_teleported, turns_joints },
    buffers { before, goals }
);

impl IkState {
    /// State for a character, with the goals of limbs that [follow](IkRig::set_follow) a socket, at full weight, and no
    /// others. Solving on this thread allocates nothing; the first solve on another thread allocates its scratch memory.
    ///
    /// # Errors
    /// When a part of the rig was made for a skeleton of other joints ([`Skeleton::fingerprint`]), or a limb follows a joint
    /// that the skeleton lacks or that it moves itself, or two limbs follow each other.
    pub fn new(rig: Arc<IkRig>, character: &Character) -> Result<Self, IkError> {
        let skeleton = character.skeleton();
        match rig.mismatch(skeleton) {
            Some(message) => Err(IkError::OtherSkeleton { message }),
            None => {
                rig.check_follows(skeleton)?;
                Ok(Self::with_room(rig, skeleton.len()))
            }
        }
    }

    /// State with room for a pose of so many joints.
    fn with_room(rig: Arc<IkRig>, joints: usize) -> Self {
        let (mut links, mut effectors) = (0, 0);
        let (mut bodies, mut curves, mut limbs) = (Vec::new(), Vec::new(), (0, 0));
        for part in &rig.parts {
            match &part.kind {
                PartKind::Limb(part) => {
                    links = links.max(part.links());
                    let chain = part.limb.chain();
                    limbs.0 += 1;
                    limbs.1 += chain.tip().index() + 1 - chain.root().index();
                }
                PartKind::Leg(..) => links = links.max(3),
                PartKind::Spline(spline, points) => {
                    links = links.max(spline.chain().links().len());
                    curves.push(CurveState::with_capacity(*points));
                }
                PartKind::Chain(chain, _) => links = links.max(chain.links().len()),
                PartKind::Look(look, _) => links = links.max(look.chain().links().len()),
                PartKind::Body(body, _) => {
                    effectors = effectors.max(body.effector_count());
                    bodies.push(FullBodyScratch::new(body));
                }
            }
        }
        reserve_chain_scratch(links);
        let state = |effector: &Effector| {
            let mut state = EffectorState::default();
            if let Some(goal) = effector.follows.and_then(|socket| IkGoal::at_socket(socket).bounded()) {
                state.set_goal(Some(goal));
                state.weight = 1.0;
            }
            state
        };
        Self {
            effectors: rig.effectors.iter().map(state).collect(),
            before: Vec::with_capacity(joints),
            solved: SolvedLimbs::with_capacity(limbs.0, limbs.1),
            goals: Vec::with_capacity(effectors),
            bodies,
            curves,
            was_teleported: false,
            turns_joints: false,
            feet: rig.feet.as_ref().map_or_else(FootIkState::default, FootIkState::new),
            rig,
        }
    }

    /// The shared rig.
    #[must_use]
    pub fn rig(&self) -> &Arc<IkRig> {
        &self.rig
    }

    /// Sets the goal of an effector, by name or by id; `None` clears it as [`clear_goal`](Self::clear_goal)
    /// does, and so does a target that is not finite. A new goal fades in within the effector's fade time. A
    /// goal may be set anew in every frame. Places beyond [`MAX_COORDINATE`](crate::skeleton::MAX_COORDINATE)
    /// are moved nearer; a rotation or pole that is not finite counts as none.
    ///
    /// # Errors
    /// When the rig has no such effector.
    pub fn set_goal<'a>(
        &mut self,
        effector: impl Into<NameOrId<'a, EffectorId>>,
        goal: impl Into<Option<IkGoal>>,
    ) -> Result<(), IkError> {
        self.replace_goal(effector.into(), goal.into())
    }

    /// Clears the goal of an effector, by name or by id: it returns to the animation within the effector's
    /// fade time.
    ///
    /// # Errors
    /// When the rig has no such effector.
    pub fn clear_goal<'a>(&mut self, effector: impl Into<NameOrId<'a, EffectorId>>) -> Result<(), IkError> {
        self.replace_goal(effector.into(), None)
    }

    /// Lets a limb follow its socket ([`IkRig::set_follow`], `follows` in text) again, after another goal or none;
    /// without one, its goal is cleared.
    ///
    /// # Errors
    /// When the rig has no such effector.
    pub fn follow<'a>(&mut self, effector: impl Into<NameOrId<'a, EffectorId>>) -> Result<(), IkError> {
        let effector = self.rig.find(effector)?;
        let goal = self.rig.effectors[effector.index()].follows.map(IkGoal::at_socket);
        self.replace_goal(effector.into(), goal)
    }

    /// Whether a limb follows the socket of its rig: no other goal was set, and its goal was not cleared.
    ///
    /// # Panics
    /// When the effector belongs to another rig.
    #[must_use]
    pub fn is_following(&self, effector: EffectorId) -> bool {
        let followed = self.rig.effectors.get(effector.index()).and_then(|effector| effector.follows);
        let followed = followed.and_then(|socket| IkGoal::at_socket(socket).bounded());
        followed.is_some() && self.goal(effector) == followed.as_ref()
    }

    fn replace_goal(
        &mut self,
        effector: NameOrId<'_, EffectorId>,
        goal: Option<IkGoal>,
    ) -> Result<(), IkError> {
        let effector = self.rig.find(effector)?;
        let effector = &mut self.effectors[effector.index()];
        effector.set_goal(goal.and_then(IkGoal::bounded));
        Ok(())
    }

    /// Sets the curve of a spline through points in the world, or removes it with no points; points beyond
    /// the spline's capacity are dropped. The curve fades in and out, and may be set in every frame. A goal
    /// that is set afterwards replaces the last point.
    ///
    /// # Errors
    /// When the rig has no such effector, or it is not the effector of a spline.
    pub fn set_curve<'a>(
        &mut self,
        effector: impl Into<NameOrId<'a, EffectorId>>,
        world_points: &[Vec3],
    ) -> Result<(), IkError> {
        let n = self.rig.find(effector)?.index();
        let splines = self.rig.parts.iter().filter(|part| matches!(part.kind, PartKind::Spline(..)));
        let Some(curve) = splines.zip(&mut self.curves).find(|(part, _)| part.effectors.contains(&n)) else {
            return Err(self.rig.wrong(EffectorId(n as u32), "spline"));
        };
        let goal = curve.1.set(world_points).map(IkGoal::at).and_then(IkGoal::bounded);
        let effector = &mut self.effectors[n];
        effector.set_goal(goal);
        Ok(())
    }

    /// Sets the lifts of heel and toes of a leg, each 0 to 1, or restores those of its [`FootRollSettings`]
    /// with `None`; they fade with its goal.
    ///
    /// # Errors
    /// When the rig has no such effector, or it is not the effector of a foot-roll leg.
    ///
    /// [`FootRollSettings`]: crate::ik::FootRollSettings
    pub fn set_foot_lifts<'a>(
        &mut self,
        effector: impl Into<NameOrId<'a, EffectorId>>,
        lifts: Option<[f32; 2]>,
    ) -> Result<(), IkError> {
        let effector = self.rig.find(effector)?;
        if !matches!(self.rig.part_of(effector).kind, PartKind::Leg(..)) {
            return Err(self.rig.wrong(effector, "foot-roll leg"));
        }
        self.effectors[effector.index()].foot = lifts.map(|lifts| lifts.map(part_of));
        Ok(())
    }

    /// Goal of an effector; `None` without one, and while a cleared goal fades out.
    ///
    /// # Panics
    /// When the effector belongs to another rig.
    #[must_use]
    pub fn goal(&self, effector: EffectorId) -> Option<&IkGoal> {
        self.effector_state(effector).goal()
    }

    /// Report of an effector for the last frame, as of [`IkState::solve`] or of [`IkState::update_reports`]
    /// after it.
    ///
    /// # Panics
    /// When the effector belongs to another rig.
    #[must_use]
    pub fn report(&self, effector: EffectorId) -> IkReport {
        self.effector_state(effector).report
    }

    /// State of an effector of this rig.
    fn effector_state(&self, effector: EffectorId) -> &EffectorState {
        self.effectors.get(effector.index()).expect("the effector belongs to another rig")
    }

    /// The point that the heaviest look of the last frame was aimed at; none where nothing is looked at.
    #[must_use]
    pub fn look_target(&self) -> Option<LookTarget> {
        let looks = self.rig.parts.iter().filter_map(|part| {
            let PartKind::Look(_, eyes) = &part.kind else { return None };
            let state = &self.effectors[part.effectors.start];
            let (model_target, weight) = (state.look_target?, state.weight);
            (weight > 0.0 && model_target.is_finite()).then_some(LookTarget {
                model_target,
                weight,
                turns_eyes: eyes.is_some(),
            })
        });
        looks.reduce(|a, b| {
            let heavier = if b.weight > a.weight { b } else { a };
            LookTarget { turns_eyes: a.turns_eyes || b.turns_eyes, ..heavier }
        })
    }

    /// Ends all fades at once: goals stay and are at full weight, cleared goals are gone. Call it after a cut.
    pub fn snap(&mut self) {
        for effector in &mut self.effectors {
            (effector.weight, effector.rate) =
                (effector.goal().map_or(0.0, |goal| part_of(goal.weight)), 0.0);
            effector.forget();
        }
        self.feet.reset();
    }

    /// State of the rig's foot IK: see [`IkRig::with_feet`].
    #[must_use]
    pub fn feet(&self) -> &FootIkState {
        &self.feet
    }

    /// Stride length of the rig's feet as a factor on the animated one.
    #[must_use]
    pub fn stride_scale(&self) -> f32 {
        self.feet.stride_scale()
    }

    /// Sets the stride length of the rig's feet: see [`FootIkState::set_stride_scale`].
    pub fn set_stride_scale(&mut self, scale: f32) {
        self.feet.set_stride_scale(scale);
    }

    /// Moves the fades on and bends the pose towards the goals, part after part, and last those limbs that
    /// hold on to a limb further back in the rig; before them the feet of the rig, if it has any, are put on
    /// the ground. The model pose is made anew, and up to date afterwards. Without a ground the feet stay as
    /// they are animated, and forget where they stood.
    ///
    /// # Panics
    /// When the pose is not of the rig's skeleton.
    pub fn solve(&mut self, stage: &StageInput<'_>, input: IkInput, pose: &mut StagePose<'_>) {
        let stage =
            &StageInput { world_from_model: finite_or(stage.world_from_model, Affine3A::IDENTITY), ..*stage };
        let StageInput { world_from_model, dt, ground, teleported, .. } = *stage;
        let skeleton = pose.skeleton();
        let (local, model) = pose.edit();
        // Without time a teleport is that of the last step, which is solved again.
        if teleported && (dt > 0.0 || !self.was_teleported) {
            self.feet.reset();
            self.effectors.iter_mut().for_each(EffectorState::forget);
        }
        if dt > 0.0 || teleported {
            self.was_teleported = teleported;
        }
        model.mark_all_stale();
        let feet = &mut self.feet;
        match (&self.rig.feet, ground) {
            (Some(setup), Some(ground)) => {
                model.update_joints(skeleton, local, &setup.seen);
                let input = FootIkInput::new(ground, dt, world_from_model)
                    .with_weight(input.feet_weight)
                    .with_up(stage.up());
                let mut pose = IkPose::new(skeleton, local.as_mut_slice(), model.as_slice());
                feet.solve(setup, &input, &mut pose);
            }
            _ => feet.reset(),
        }
        self.turns_joints = with_chain_scratch(|chain| {
            self.solve_parts(stage, input.gaze_target, skeleton, (local, model), chain)
        });
    }

    /// Whether the last [`solve`](Self::solve) has turned any joint for a goal.
    #[must_use]
    pub fn changes_pose(&self) -> bool {
        self.turns_joints
    }

    /// Solves the parts of the rig, after its feet.
    fn solve_parts(
        &mut self,
        stage: &StageInput<'_>,
        gaze_target: Option<Vec3>,
        skeleton: &Skeleton,
        (local, model): (&mut LocalPose, &mut ModelPose),
        chain: &mut ChainScratch,
    ) -> bool {
        let StageInput { world_from_model, dt, .. } = *stage;
        let Self { rig, effectors, before, solved, bodies, curves, goals, .. } = self;
        solved.clear();
        let space = GoalSpace::of(&world_from_model);
        // First joint of `model` that may be stale.
        let (mut stale, mut is_changed) = (0, false);
        let joints = skeleton.len();
        let (mut bodies, mut curves) = (bodies.iter_mut(), curves.iter_mut());
        let count = rig.parts.len();
        for (is_last, n) in (0..count).map(|n| (false, n)).chain((0..count).map(|n| (true, n))) {
            if waits(rig, n, effectors, skeleton) != is_last {
                continue;
            }
            let part = &rig.parts[n];
            let states = &mut effectors[part.effectors.clone()];
            for (effector, state) in rig.effectors[part.effectors.clone()].iter().zip(states.iter_mut()) {
                state.follow_gaze(gaze_target.filter(|_| matches!(part.kind, PartKind::Look(..))));
                state.fade(effector.fade, dt);
            }
            let (scratch, curve) = match &part.kind {
                PartKind::Body(..) => (bodies.next(), None),
                PartKind::Spline(..) => (None, curves.next()),
                _ => (None, None),
            };
            if states.iter().all(|state| state.weight <= 0.0) {
                continue;
            }
            // Before a part only the joints that it reads are updated; all of them after the last part.
            match part.sees().filter(|_| !states.iter().any(EffectorState::is_on_socket)) {
                Some(tip) => model.update_line(skeleton, local, tip, stale),
                None => {
                    model.update_from(skeleton, local, stale);
                    stale = joints;
                }
            }
            stale = stale.min(part.first);
            let mut work = PartWork {
                rig,
                part: n,
                skeleton,
                space: &space,
                dt,
                first: stale,
                before,
                solved,
                bent_spine: None,
                local,
                model,
            };
            match (scratch, curve) {
                (Some(scratch), _) => work.body(part, states, scratch, goals),
                (None, Some(curve)) => work.spline(part, &mut states[0], curve, chain),
                (None, None) => work.chain(part, &mut states[0], chain),
            }
            if let Some(spine) = work.solve_again(effectors, chain) {
                stale = stale.min(spine.index());
            }
            is_changed = true;
        }
        model.update_from(skeleton, local, stale);
        self.note_misses(&space, model);
        is_changed
    }
}
