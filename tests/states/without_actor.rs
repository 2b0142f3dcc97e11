//! A whole frame without an `Actor`, stage by stage, has the same bytes as the actor's: a hero who walks by a
//! graph on stairs, talks, looks about, holds a hand up, swings a tail and hair, wrinkles, bleeds, falls and goes on.

use sinew::character::Image;
use sinew::clip::{RootMotion, SampleCursor};
use sinew::constraint::solve_constraints;
use sinew::face::{
    BlinkSettings, EyeMovementSettings, FaceInput, FaceRig, FaceState, Gaze, Viseme, VisemeMap,
};
use sinew::glam::{Affine3A, Vec3};
use sinew::graph::{AnimationGraph, GraphDescription, GraphState};
use sinew::hair::{Hair, HairInput, HairState};
use sinew::locomotion::FootIk;
use sinew::playback::{ClipSet, EventQueue, FullPose, Inertialization};
use sinew::ragdoll::{Ragdoll, RagdollInput, RagdollState};
use sinew::rig::{IkGoal, IkInput, IkRig, IkState};
use sinew::skinning::SkinningState;
use sinew::spring::{SpringRig, SpringRigDescription, SpringState};
use sinew::stage::{StageInput, StagePose};
use sinew::surface::wrinkle::WrinkleChannel::Color;
use sinew::surface::wrinkle::{WrinkleInput, WrinkleMap, WrinkleMapDescription, WrinkleState};
use sinew::surface::{
    DecalInput, DecalMaterial, DecalState, Decals, HitFaces, Ray, SkinPose, SurfaceEmitter,
};
use sinew::{Actor, Character, FrameInput, ModelPose};
use sinew_rapier::{RapierGround, RapierWorld};
use sinew_suite::falls::STEP;
use sinew_suite::give_hair;
use std::sync::Arc;

/// The systems of the hero, one state each.
struct Systems {
    graph: GraphState,
    ik: IkState,
    ragdoll: RagdollState,
    face: FaceState,
    springs: SpringState,
    hair: HairState,
    wrinkles: WrinkleState,
    decals: DecalState,
}

/// The hero without an actor: clips, systems, and the poses that they write.
struct Hero {
    clips: Arc<ClipSet>,
    systems: Systems,
    cursor: SampleCursor,
    events: EventQueue,
    inertialization: Inertialization,
    animated: FullPose,
    pose: FullPose,
    model: ModelPose,
    skinning: SkinningState,
    time: f64,
}

impl Hero {
    fn new(clips: Arc<ClipSet>, systems: Systems) -> Self {
        let character = clips.character();
        let rest = FullPose::rest(character);
        let mut inertialization = Inertialization::new(&rest);
        inertialization.start(0.0);
        Self {
            cursor: SampleCursor::new(),
            events: EventQueue::new(),
            inertialization,
            animated: rest.clone(),
            pose: rest,
            model: ModelPose::rest(character.skeleton()),
            skinning: SkinningState::new(character),
            time: 0.0,
            clips,
            systems,
        }
    }

    /// The first half of a frame: the animated pose and the root motion.
    fn advance(&mut self, world_from_model: Affine3A) -> RootMotion {
        let skeleton = self.clips.character().skeleton();
        let Systems { graph, ragdoll, .. } = &mut self.systems;
        let fallen =
            ragdoll.hand_over(skeleton, &self.model, world_from_model, STEP, &mut self.inertialization);
        self.events.begin_frame();
        let step = graph.advance(STEP, &self.clips, &mut self.cursor, &mut self.animated, &mut self.events);
        let root_motion = self.inertialization.apply(&mut self.animated, step, STEP);
        ragdoll.catch_up(fallen.unwrap_or(root_motion), world_from_model)
    }

    /// The second half: the stages, one after the other.
    fn resolve(&mut self, stage: &StageInput<'_>, physics: &mut RapierWorld) {
        self.time += f64::from(STEP);
        let mut stage = stage.with_time(self.time);
        stage.pose_jumped = self.inertialization.has_jumped();
        let Self { animated, systems, skinning, .. } = self;
        let Systems { ik, ragdoll, face, springs, hair, wrinkles, decals, .. } = systems;
        let character: &Character = self.clips.character();
        self.pose.copy_from(animated);
        self.model.mark_all_stale();
        let mut pose = StagePose::new(character.skeleton(), &mut self.pose.local, &mut self.model)
            .with_morphs(&mut self.pose.morphs);
        let animated_face = FaceInput::new(&animated.expressions).with_gaze(animated.gaze);

        face.solve_gaze(&stage, animated_face, &mut pose);
        let ik_input = IkInput::default()
            .with_feet_weight(ragdoll.standing_share(stage.dt))
            .with_gaze_target(face.head_goal());
        ik.solve(&stage, ik_input, &mut pose);
        ragdoll.solve(&stage, RagdollInput::new().with_physics(physics).with_hand_over(), &mut pose);
        if ragdoll.changes_pose() {
            ik.hold(&stage, &mut pose);
        }
        face.solve(&stage, animated_face.with_look(ik.look_target()), &mut pose);
        solve_constraints(character, &mut pose);
        springs.solve(&stage, &mut pose);
        pose.refresh();
        skinning.solve(character, &self.model);
        let skin = SkinPose::new(character, &self.model, &self.pose.morphs, skinning);
        hair.solve(&stage, HairInput::new(skin.model(), &|point| skin.surface_corners(point)));
        wrinkles.solve(
            &stage,
            WrinkleInput::new(face.expression_weights(), &self.pose.morphs, self.pose.local.as_slice()),
        );
        decals.solve(&stage, DecalInput::new(skin));
    }
}

/// What a game does with the hero in a frame, whoever runs it.
fn play(
    frame: u32,
    graph: &mut GraphState,
    ik: &mut IkState,
    ragdoll: &mut RagdollState,
    face: &mut FaceState,
) {
    match frame {
        10 => graph.set_parameter("speed", 1.0).unwrap(),
        150 => ragdoll.start(),
        260 => ragdoll.stop(),
        330 => graph.set_parameter("speed", 0.3).unwrap(),
        _ => {}
    }
    let angle = frame as f32 * 0.03;
    face.set_gaze(Gaze::Target(Vec3::new(angle.sin() * 2.0, 1.4, 4.0)));
    let mut visemes = [0.0; Viseme::COUNT];
    visemes[1 + frame as usize / 12 % 10] = 0.5 + 0.5 * (frame as f32 * 0.5).sin();
    face.set_visemes(visemes);
    if frame.is_multiple_of(90) {
        let goal = (frame / 90).is_multiple_of(2).then(|| IkGoal::at(Vec3::new(0.3, 1.3, 0.4)));
        match goal {
            Some(goal) => ik.set_goal("left hand", goal).unwrap(),
            None => ik.clear_goal("left hand").unwrap(),
        }
    }
}

fn world() -> (RapierWorld, RapierGround) {
    let mut world = RapierWorld::new().with_floor(0.0);
    for step in 0..5 {
        let half = Vec3::new(2.0, 0.085, 3.0);
        let middle = Vec3::new(0.0, 0.17 * step as f32 + 0.085, 1.0 + 0.29 * step as f32 + half.z);
        world.add_box(middle, sinew::glam::Quat::IDENTITY, half);
    }
    let ground = world.ground();
    (world, ground)
}

fn wrinkle_map(character: &Character) -> WrinkleMap {
    let folder = sinew_suite::repository().join("data/wrinkles");
    let text = std::fs::read_to_string(folder.join("wrinkles.ron")).unwrap();
    let mut image = |name: &str| Ok(Image { name: name.to_owned(), mime: String::new(), encoded: None });
    let description = WrinkleMapDescription::from_ron(&text).unwrap();
    WrinkleMap::from_description(&description, character, &mut image).unwrap()
}

/// An actor with all systems, and the same systems alone.
fn heroes() -> (Actor, Hero) {
    let imported = sinew_suite::open(&sinew_suite::repository().join("data/sinew.vrm")).unwrap();
    let character = Arc::new(imported.character);
    let mut actor = Actor::new(character.clone(), imported.clips).unwrap();
    let description = GraphDescription::from_ron(include_str!("../../examples/locomotion.ron")).unwrap();
    let graph = Arc::new(AnimationGraph::from_description(&description, actor.clips()).unwrap());
    actor.set_graph(graph.clone()).unwrap();
    let body = character.humanoid().unwrap();
    let rig = IkRig::human(character.skeleton(), body).with_feet(FootIk::human(&character, body).unwrap());
    let rig = Arc::new(rig);
    actor.set_ik(Some(rig.clone())).unwrap();
    let ragdoll = Arc::new(Ragdoll::fit(&character).unwrap());
    actor.set_ragdoll(Some(ragdoll.clone())).unwrap();
    let visemes = VisemeMap::detect(&character).map(Arc::new);
    let face_rig = Arc::new(FaceRig::new(&character).with_viseme_map(visemes).unwrap());
    actor.set_face(Some(face_rig.clone())).unwrap();
    let tail = r#"(chains: [(from: "leftLittleProximal", stiffness: 0.4, gravity: 0.3, drag: 0.2)])"#;
    let tail = SpringRigDescription::from_ron(tail).unwrap();
    let spring_rig = Arc::new(SpringRig::from_description(&tail, &character).unwrap());
    actor.set_springs(Some(spring_rig.clone())).unwrap();
    give_hair(&mut actor, "ponytail", 300);
    let wrinkle_map = Arc::new(wrinkle_map(&character));
    actor.set_wrinkles(Some(wrinkle_map.clone())).unwrap();
    let image = Image { name: "trail".to_owned(), mime: String::new(), encoded: None };
    let looks = vec![DecalMaterial::new("blood", image)];
    let decals = Arc::new(Decals::new(&character).with_materials(looks).with_trail_look(0));
    actor.set_decals(Some(decals.clone())).unwrap();
    let hair = actor.hair().unwrap();
    let hair = Arc::new(Hair::new(hair.groom().clone(), hair.body().clone()));
    let mut systems = Systems {
        graph: GraphState::new(graph, actor.clips()).unwrap(),
        ik: IkState::new(rig, &character).unwrap(),
        ragdoll: RagdollState::new(ragdoll, &character).unwrap(),
        face: FaceState::new(face_rig, &character).unwrap(),
        springs: SpringState::new(spring_rig, &character).unwrap(),
        hair: HairState::new(hair, &character).unwrap(),
        wrinkles: WrinkleState::new(wrinkle_map, &character).unwrap(),
        decals: DecalState::new(decals, &character).unwrap(),
    };
    for face in [&mut systems.face, actor.face_mut().unwrap()] {
        face.set_blinks(Some(BlinkSettings::new(3).with_per_minute(60.0)));
        face.set_eye_movements(Some(EyeMovementSettings::new(3)));
        face.set_turns_head(true);
    }
    let hero = Hero::new(actor.clips().clone(), systems);
    (actor, hero)
}

#[test]
fn a_frame_without_an_actor_has_the_same_bytes() {
    let (mut actor, mut hero) = heroes();
    let character = actor.character().clone();
    let [(mut actors_world, actors_ground), (mut heros_world, heros_ground)] = [world(), world()];
    let mut stands = [Affine3A::IDENTITY; 2];
    let wind = |_: Vec3, time: f64| Vec3::new(1.0 + time.sin() as f32, 0.0, -0.5);
    let (mut has_fallen, mut has_bled) = (false, false);
    for frame in 0..420 {
        let Systems { graph, ik, ragdoll, face, .. } = &mut hero.systems;
        play(frame, graph, ik, ragdoll, face);
        drive(&mut actor, frame);
        if frame == 60 {
            let chest = Vec3::new(0.0, 1.2, 3.0);
            let ray = Ray::new(stands[0].transform_point3(chest), stands[0].transform_vector3(Vec3::NEG_Z));
            let point = actor.hit(&ray, HitFaces::Front).unwrap().point;
            for decals in [actor.decals_mut().unwrap(), &mut hero.systems.decals] {
                decals.add_wound(SurfaceEmitter::new(point, 6.0).with_duration(4.0));
            }
        }
        stands[0] = actor.advance(STEP).apply_to(stands[0]);
        let input = FrameInput::new(STEP, stands[0]).with_ground(&actors_ground).with_wind(&wind);
        actor.resolve(input.with_physics(&mut actors_world));
        stands[1] = hero.advance(stands[1]).apply_to(stands[1]);
        let stage = StageInput::new(STEP, stands[1]).with_ground(&heros_ground).with_wind(&wind);
        hero.resolve(&stage, &mut heros_world);

        has_fallen |= hero.model.as_slice()[1].translation.y < 0.5;
        let seen = actor.frame();
        assert!(stands[0] == stands[1], "{frame}: root motion");
        assert!(seen.local() == hero.pose.local.as_slice(), "{frame}: local pose");
        assert!(seen.model() == hero.model.as_slice(), "{frame}: model pose");
        let instances = character.mesh_instance_ids();
        let morphs = |id| seen.morph_weights(id) == hero.pose.morphs.row(id);
        assert!(instances.into_iter().all(morphs), "{frame}: morph weights");
        let palette = |id| seen.palette(id) == hero.skinning.palette(id).as_slice();
        assert!(character.skin_ids().all(palette), "{frame}: palettes");
        let (hair, alone) = (seen.hair().unwrap(), &hero.systems.hair);
        assert!(hair.pose(0).points() == alone.pose(0).points(), "{frame}: hair");
        let strengths = seen.wrinkles().unwrap().strengths(Color);
        assert!(strengths == hero.systems.wrinkles.strengths(Color), "{frame}: wrinkles");
        let [in_actor, alone] = [actor.decals().unwrap(), &hero.systems.decals];
        assert!(in_actor.drips().iter().eq(alone.drips().iter()), "{frame}: drops");
        // Revisions differ, as those of all decals of a program.
        let decals = |state: &DecalState| -> Vec<_> {
            state.set().iter().map(|live| (live.id, live.decal.clone(), live.age)).collect()
        };
        assert!(decals(in_actor) == decals(alone), "{frame}: decals");
        has_bled |= !alone.drips().is_empty() && alone.set().len() > 3;
    }
    assert!(has_bled, "drops run and leave trails");
    assert!(has_fallen && !hero.systems.ragdoll.is_active(), "it falls and goes on");
}

/// What the game does with the actor: as [`play`].
fn drive(actor: &mut Actor, frame: u32) {
    // The states lie side by side in the actor: each is taken out of it and put back.
    let mut graph = actor.graph_mut().unwrap().clone();
    let mut ik = actor.ik_mut().unwrap().clone();
    let mut ragdoll = actor.ragdoll_mut().unwrap().clone();
    let mut face = actor.face_mut().unwrap().clone();
    play(frame, &mut graph, &mut ik, &mut ragdoll, &mut face);
    *actor.graph_mut().unwrap() = graph;
    *actor.ik_mut().unwrap() = ik;
    *actor.ragdoll_mut().unwrap() = ragdoll;
    *actor.face_mut().unwrap() = face;
}
