//! All systems of a frame have one shape (`docs/adding_a_system.md`). The macro below names each function of
//! it once, so that this file compiles only while every system has all of them.

use sinew::constraint::solve_constraints;
use sinew::face::{FaceError, FaceInput, FaceRig, FaceRigDescription, FaceState};
use sinew::glam::Affine3A;
use sinew::hair::{GroomError, Hair, HairBody, HairInput, HairState};
use sinew::morph::MorphWeights;
use sinew::ragdoll::{Ragdoll, RagdollDescription, RagdollError, RagdollInput, RagdollState};
use sinew::rig::{IkError, IkInput, IkRig, IkRigDescription, IkRigError, IkState};
use sinew::skinning::SkinningState;
use sinew::spring::{SpringError, SpringRig, SpringRigDescription, SpringState};
use sinew::stage::{StageInput, StagePose};
use sinew::surface::wrinkle::{WrinkleError, WrinkleInput, WrinkleMap, WrinkleMapDescription, WrinkleState};
use sinew::surface::{DecalInput, DecalState, Decals, SkinPose, SurfaceError};
use sinew::{Actor, Character, LocalPose, ModelPose};
use sinew_suite::give_hair;
use std::error::Error;
use std::fmt::Debug;
use std::sync::Arc;

/// What a system is asked for here.
trait System {
    /// Asset.
    type Asset: Debug + Send + Sync;
    /// State: copied into snapshots, sent to other threads.
    type State: Clone + Debug + Send;
    /// Error.
    type Error: Error + Send + Sync + 'static;

    fn state(asset: Arc<Self::Asset>, character: &Character) -> Result<Self::State, Self::Error>;
    fn asset(state: &Self::State) -> Arc<Self::Asset>;
    fn fits(asset: &Self::Asset, character: &Character) -> bool;
    fn solve(state: &mut Self::State, body: &mut Body, stage: &StageInput<'_>);
    fn switch(actor: &mut Actor, asset: Option<Arc<Self::Asset>>) -> Result<(), Self::Error>;
    fn of(actor: &Actor) -> Option<&Self::State>;
    fn of_mut(actor: &mut Actor) -> Option<&mut Self::State>;
}

/// A system whose asset is made of a text.
trait Described: System {
    /// Error of the text.
    type TextError: Error + Send + Sync + 'static;

    /// The asset of a text: read and built at once.
    fn at_once(text: &str, character: &Arc<Character>) -> Result<Self::Asset, Self::TextError>;
    /// The same by a description, that has been text once more.
    fn in_two_steps(text: &str, character: &Arc<Character>) -> Result<Self::Asset, Self::TextError>;
}

/// Poses that the stages read and edit.
struct Body {
    character: Arc<Character>,
    local: LocalPose,
    model: ModelPose,
    morphs: MorphWeights,
    skinning: SkinningState,
    expressions: Vec<f32>,
}

impl Body {
    fn new(character: &Arc<Character>) -> Self {
        Self {
            local: LocalPose::rest(character.skeleton()),
            model: ModelPose::rest(character.skeleton()),
            morphs: character.rest_weights().clone(),
            skinning: SkinningState::new(character),
            expressions: vec![0.0; character.expressions().len()],
            character: character.clone(),
        }
    }

    fn pose(&mut self) -> StagePose<'_> {
        StagePose::new(self.character.skeleton(), &mut self.local, &mut self.model)
            .with_morphs(&mut self.morphs)
    }

    fn skin(&mut self) -> SkinPose<'_> {
        self.skinning.solve(&self.character, &self.model);
        SkinPose::new(&self.character, &self.model, &self.morphs, &self.skinning)
    }
}

macro_rules! systems {
    ($($asset:ident, $state:ident, $error:ident, $shared:ident, $set:ident, $get:ident, $get_mut:ident:
        |$solved:ident, $body:ident, $stage:ident| $solve:expr;)*) => {$(
        impl System for $asset {
            type Asset = $asset;
            type State = $state;
            type Error = $error;

            fn state(asset: Arc<$asset>, character: &Character) -> Result<$state, $error> {
                $state::new(asset, character)
            }
            fn asset(state: &$state) -> Arc<$asset> {
                Arc::clone(state.$shared())
            }
            fn fits(asset: &$asset, character: &Character) -> bool {
                asset.fits(character)
            }
            fn solve($solved: &mut $state, $body: &mut Body, $stage: &StageInput<'_>) {
                $solve
            }
            fn switch(actor: &mut Actor, asset: Option<Arc<$asset>>) -> Result<(), $error> {
                actor.$set(asset)
            }
            fn of(actor: &Actor) -> Option<&$state> {
                actor.$get()
            }
            fn of_mut(actor: &mut Actor) -> Option<&mut $state> {
                actor.$get_mut()
            }
        }
    )*};
}

systems! {
    IkRig, IkState, IkError, rig, set_ik, ik, ik_mut:
        |state, body, stage| state.solve(stage, IkInput::new(), &mut body.pose());
    Ragdoll, RagdollState, RagdollError, ragdoll, set_ragdoll, ragdoll, ragdoll_mut:
        |state, body, stage| state.solve(stage, RagdollInput::new(), &mut body.pose());
    FaceRig, FaceState, FaceError, rig, set_face, face, face_mut:
        |state, body, stage| {
            let expressions = body.expressions.clone();
            state.solve(stage, FaceInput::new(&expressions), &mut body.pose());
        };
    SpringRig, SpringState, SpringError, rig, set_springs, springs, springs_mut:
        |state, body, stage| state.solve(stage, &mut body.pose());
    Hair, HairState, GroomError, hair, set_hair, hair, hair_mut:
        |state, body, stage| {
            let skin = body.skin();
            state.solve(stage, HairInput::new(skin.model(), &|point| skin.surface_corners(point)));
        };
    WrinkleMap, WrinkleState, WrinkleError, map, set_wrinkles, wrinkles, wrinkles_mut:
        |state, body, stage| {
            state.solve(stage, WrinkleInput::new(&body.expressions, &body.morphs, body.local.as_slice()));
        };
    Decals, DecalState, SurfaceError, decals, set_decals, decals, decals_mut:
        |state, body, stage| state.solve(stage, DecalInput::new(body.skin()));
}

macro_rules! described {
    ($($asset:ident, $description:ident, $error:ident $(, $images:expr)?;)*) => {$(
        impl Described for $asset {
            type TextError = $error;

            fn at_once(text: &str, character: &Arc<Character>) -> Result<$asset, $error> {
                $asset::from_ron(text, character $(, &mut $images)?)
            }
            fn in_two_steps(text: &str, character: &Arc<Character>) -> Result<$asset, $error> {
                let text = $description::from_ron(text)?.to_ron()?;
                let description = $description::from_ron(&text)?;
                $asset::from_description(&description, character $(, &mut $images)?)
                    .map_err(|error| error.in_text(&text))
            }
        }
    )*};
}

described! {
    IkRig, IkRigDescription, IkRigError;
    Ragdoll, RagdollDescription, RagdollError;
    FaceRig, FaceRigDescription, FaceError;
    SpringRig, SpringRigDescription, SpringError;
    WrinkleMap, WrinkleMapDescription, WrinkleError, |name: &str| Ok(sinew::character::Image {
        name: name.to_owned(), mime: String::new(), encoded: None,
    });
}

fn open(path: &str) -> Arc<Character> {
    Arc::new(sinew_suite::open(&sinew_suite::repository().join(path)).unwrap().character)
}

/// A system has all of the shape: it is made for its character alone, runs without an actor and in one, and
/// gives the last frame again without time.
fn has_the_shape<S: System>(asset: S::Asset, character: &Arc<Character>, other: &Arc<Character>) {
    let asset = Arc::new(asset);
    assert!(S::fits(&asset, character) && !S::fits(&asset, other));
    let refused = S::state(asset.clone(), other).unwrap_err().to_string();
    assert!(refused.contains("another character") || refused.contains("guide 0"), "{refused}");

    let mut state = S::state(asset.clone(), character).unwrap();
    assert!(Arc::ptr_eq(&S::asset(&state), &asset));
    let mut body = Body::new(character);
    let stage = StageInput::new(1.0 / 60.0, Affine3A::IDENTITY);
    S::solve(&mut state, &mut body, &stage);
    solve_constraints(character, &mut body.pose());
    let seen = (body.local.clone(), body.morphs.clone());
    let mut again = Body::new(character);
    S::solve(&mut state.clone(), &mut again, &StageInput::new(0.0, Affine3A::IDENTITY));
    solve_constraints(character, &mut again.pose());
    assert!(seen == (again.local, again.morphs), "without time the last frame comes again");

    let mut actor = Actor::without_clips(character.clone());
    S::switch(&mut actor, None).unwrap();
    assert!(S::of(&actor).is_none() && S::of_mut(&mut actor).is_none());
    S::switch(&mut actor, Some(asset.clone())).unwrap();
    actor.update(1.0 / 60.0);
    assert!(S::of(&actor).is_some_and(|state| Arc::ptr_eq(&S::asset(state), &asset)));
    assert!(S::switch(&mut Actor::without_clips(other.clone()), Some(asset)).is_err());
}

/// A text gives the asset in one step and in two, and what is wrong with it has line and column in both.
fn has_a_text<S: Described>(text: &str, wrong: &str, character: &Arc<Character>) -> S::Asset {
    S::in_two_steps(text, character).unwrap();
    for made in [S::at_once(wrong, character), S::in_two_steps(wrong, character)] {
        let message = made.unwrap_err().to_string();
        assert!(message.contains("line ") && message.contains("column "), "{message}");
    }
    S::at_once(text, character).unwrap()
}

#[test]
fn all_systems_have_one_shape() {
    let (character, other) = (open("data/sinew.vrm"), open("data/hero/rifle.gltf"));
    let both = (&character, &other);
    let wrong_joint = |text: &str| text.replace("leftHand", "leftHaaand");

    let text = r#"(parts: [Limb(name: "hand", joints: ["leftUpperArm", "leftLowerArm", "leftHand"])])"#;
    has_the_shape::<IkRig>(has_a_text::<IkRig>(text, &wrong_joint(text), &character), both.0, both.1);

    let text = RagdollDescription::of(&Ragdoll::fit(&character).unwrap(), &character).to_ron().unwrap();
    let wrong = text.replacen("joint: \"", "joint: \"no ", 1);
    has_the_shape::<Ragdoll>(has_a_text::<Ragdoll>(&text, &wrong, &character), both.0, both.1);

    let text = FaceRigDescription::of(&FaceRig::new(&character)).to_ron().unwrap();
    let wrong = r#"(visemes: {A: {"no such shape": 1}})"#;
    has_the_shape::<FaceRig>(has_a_text::<FaceRig>(&text, wrong, &character), both.0, both.1);

    let text = r#"(chains: [(from: "leftHand", stiffness: 0.4, gravity: 0.3, drag: 0.2)])"#;
    has_the_shape::<SpringRig>(has_a_text::<SpringRig>(text, &wrong_joint(text), &character), both.0, both.1);

    let path = sinew_suite::repository().join("data/wrinkles/wrinkles.ron");
    let text = std::fs::read_to_string(path).unwrap();
    let wrong = text.replacen("material: \"", "material: \"no ", 1);
    has_the_shape::<WrinkleMap>(has_a_text::<WrinkleMap>(&text, &wrong, &character), both.0, both.1);

    let mut actor = Actor::without_clips(character.clone());
    give_hair(&mut actor, "ponytail", 50);
    let hair = actor.hair().unwrap().hair().as_ref().clone();
    let measured: &HairBody = &hair.body;
    assert!(measured.fits(&character) && !measured.fits(&other));
    has_the_shape::<Hair>(hair, both.0, both.1);
    has_the_shape::<Decals>(Decals::new(&character), both.0, both.1);
}
