//! Falls of ragdolls, measured.

use sinew::body::skin_vertices;
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::ragdoll::{Ragdoll, RagdollState};
use sinew::{Actor, Character, FrameInput, JointId, ModelPose};
use sinew_rapier::RapierWorld;
use std::path::Path;
use std::sync::Arc;

/// Time step of all falls, seconds.
pub const STEP: f32 = 1.0 / 60.0;

/// Depth of the skin below the floor from which on it counts as sunk, metres.
const SUNK: f32 = 0.02;

/// Names and files of characters that fall, below the folder of real files; the built-in character has none.
pub const FALLING: [(&str, &str); 10] = [
    ("built-in", ""),
    ("Knight", "gltf/kaykit/Knight.glb"),
    ("brunette", "gltf/rpm_brunette-t.glb"),
    ("Godette", "vrm/Godette_vrm_v4.vrm"),
    ("mannequiny", "gltf/mannequiny.glb"),
    ("tiny", "x/tiny/tiny.x"),
    ("CesiumMan", "gltf/CesiumMan.glb"),
    ("Seed-san", "fbx/seed-san/new_seedsan_betterfbx.fbx"),
    ("Fox", "gltf/Fox.glb"),
    ("Wuson", "x/assimp/Testwuson.X"),
];

/// A character of [`FALLING`] with its ragdoll; `None`, with a message, where its file is missing.
pub fn falling(name: &str) -> Option<(Arc<Character>, Arc<Ragdoll>)> {
    let (_, file) = FALLING.iter().find(|entry| entry.0 == name).expect("a name of the list");
    let path = match *file {
        "" => crate::repository().join("data/sinew.vrm"),
        file => crate::assets()?.join(file),
    };
    fitted(&path)
}

fn fitted(path: &Path) -> Option<(Arc<Character>, Arc<Ragdoll>)> {
    if !path.exists() {
        test_needs::skip(test_needs::Need::Assets, format_args!("there is no {}", path.display()));
        return None;
    }
    let character = Arc::new(crate::open(path).expect("a character").character);
    let ragdoll = Arc::new(Ragdoll::fit(&character).expect("a ragdoll"));
    Some((character, ragdoll))
}

/// Number of units of length per metre of a character's file: 100 for files in centimetres.
pub fn units_per_metre(ragdoll: &Ragdoll) -> f32 {
    ragdoll.units_per_metre()
}

/// Beginnings of the names of joints that move what a character carries: backpacks of Godette and Seed-san, a
/// robot on a wire. They reach into the floor by up to a metre.
const CARRIED: [&str; 4] = ["backpack", "bagpack", "bag_rope", "robo"];

/// Measures of a fall.
#[derive(Clone, Debug, Default)]
pub struct Fall {
    /// Time since which the body has been at rest, seconds; `None` while it moves.
    pub rest: Option<f32>,
    /// Largest speed of a part, m/s.
    pub fastest: f32,
    /// Largest depth of the skin below the floor, metres.
    pub deepest: f32,
    /// Longest time for which the skin was more than 2 cm below the floor, seconds.
    pub sunk: f32,
    /// Distances between the two bodies of each joint at their common point, metres, of all frames.
    pub gaps: Vec<f32>,
    /// Excesses over the joint limits in the final pose, radians, of all frames.
    pub excesses: Vec<f32>,
    /// Largest change of a bone's length from the rest pose, relative to the length.
    pub stretch: f32,
    /// Units of length per metre.
    unit: f32,
    /// Time for which the skin has been below the floor, seconds.
    below: f32,
}

impl Fall {
    /// Measures of no frames yet.
    pub fn new(ragdoll: &Ragdoll) -> Self {
        Self { unit: units_per_metre(ragdoll), ..Self::default() }
    }

    /// The worst of two falls, and the distances and excesses of both.
    pub fn merged(mut self, other: Self) -> Self {
        self.gaps.extend(&other.gaps);
        self.excesses.extend(&other.excesses);
        Self {
            rest: self.rest.zip(other.rest).map(|(a, b)| a.max(b)),
            fastest: self.fastest.max(other.fastest),
            deepest: self.deepest.max(other.deepest),
            sunk: self.sunk.max(other.sunk),
            stretch: self.stretch.max(other.stretch),
            ..self
        }
    }

    /// Adds the present frame of an actor, `time` seconds after the beginning; the skin is measured against a
    /// floor at height 0.
    pub fn add(&mut self, actor: &Actor, time: f32, skin: Option<&Skin>) {
        let frame = actor.frame();
        let state: &RagdollState = actor.ragdoll().expect("a ragdoll");
        let parts = state.ragdoll().parts();
        for (n, part) in parts.iter().enumerate() {
            let Some(motion) = state.part_motion(n) else { continue };
            let speed = motion.linear_velocity.length();
            assert!(speed.is_finite() && motion.position.is_finite(), "part {n} at {time} s");
            self.fastest = self.fastest.max(speed / self.unit);
            self.gaps.extend(state.joint_gap(n).map(|gap| gap / self.unit));
            if part.parent.is_some() {
                let local = frame.local()[part.joint.index()].rotation;
                self.excesses.push(part.limit.violation(local * part.reference.inverse()));
            }
        }
        self.stretch = self.stretch.max(stretch(actor));
        if let Some(skin) = skin {
            let depth = -skin.lowest(frame.world_from_model(), frame.model()) / self.unit;
            self.deepest = self.deepest.max(depth);
            self.below = if depth > SUNK { self.below + STEP } else { 0.0 };
            self.sunk = self.sunk.max(self.below);
        }
        match state.is_at_rest() {
            true => _ = self.rest.get_or_insert(time),
            false => self.rest = None,
        }
    }
}

/// Largest change of the length of a bone below the root part from the rest pose, relative to its length.
pub fn stretch(actor: &Actor) -> f32 {
    let (frame, skeleton) = (actor.frame(), actor.character().skeleton());
    let root = actor.ragdoll().expect("a ragdoll").ragdoll().parts()[0].joint;
    let rest = ModelPose::rest(skeleton);
    let mut most = 0.0f32;
    for joint in skeleton.joints().filter(|joint| skeleton.is_descendant_of(*joint, root) && *joint != root) {
        let Some(parent) = skeleton.parent(joint) else { continue };
        let length =
            |model: &[Affine3A]| model[joint.index()].translation.distance(model[parent.index()].translation);
        let (posed, at_rest) = (length(frame.model()), length(rest.as_slice()));
        // Bones of no length have no direction either.
        if at_rest > 1e-3 {
            most = most.max((posed / at_rest - 1.0).abs());
        }
    }
    most
}

/// Skin of a character, to be posed. Left out are vertices of joints that swing, such as hair and skirts, and
/// of things that a character carries and the fit does not count as its body: see [`CARRIED`].
pub struct Skin(Vec<Vec<(JointId, f32, Vec3)>>);

impl Skin {
    /// Skin of a character.
    pub fn new(character: &Character) -> Self {
        let skeleton = character.skeleton();
        let springs = &character.spring_bones().springs;
        let roots: Vec<JointId> =
            springs.iter().filter_map(|spring| Some(spring.joints.first()?.joint)).collect();
        let swings = |joint: JointId| {
            roots.iter().any(|root| skeleton.is_descendant_of(joint, *root) || joint == *root)
                || CARRIED.iter().any(|start| skeleton.name(joint).starts_with(start))
        };
        let points = skin_vertices(character).filter(|vertex| !swings(vertex.main_joint().0)).map(|vertex| {
            let influences: Vec<_> = vertex.influences().collect();
            let (node, point) = vertex.node();
            if influences.is_empty() { vec![(node, 1.0, point)] } else { influences }
        });
        Self(points.collect())
    }

    /// Lowest height in the world.
    pub fn lowest(&self, world_from_model: Affine3A, model: &[Affine3A]) -> f32 {
        let model: Vec<Affine3A> = model.iter().map(|matrix| world_from_model * *matrix).collect();
        let height = |parts: &Vec<(JointId, f32, Vec3)>| {
            let of = |(joint, weight, point): &(JointId, f32, Vec3)| {
                let m = &model[joint.index()];
                let row = Vec3::new(m.matrix3.x_axis.y, m.matrix3.y_axis.y, m.matrix3.z_axis.y);
                (row.dot(*point) + m.translation.y) * weight
            };
            parts.iter().map(of).sum::<f32>()
        };
        self.0.iter().map(height).fold(f32::MAX, f32::min)
    }
}

/// Value below which a share of the values lie.
pub fn quantile(values: &[f32], share: f64) -> f32 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f32::total_cmp);
    sorted.get(((sorted.len() as f64 - 1.0) * share).round() as usize).copied().unwrap_or(0.0)
}

/// Random rotation.
pub fn random_rotation(random: &mut fastrand::Rng) -> Quat {
    let mut next = || random.f32() * 2.0 - 1.0;
    loop {
        let rotation = Quat::from_xyzw(next(), next(), next(), next());
        if (0.01..1.0).contains(&rotation.length_squared()) {
            return rotation.normalize();
        }
    }
}

/// An actor whose ragdoll starts in the next frame, thrown by up to `speed` m/s; and its transform: hips at
/// `at` in metres, randomly rotated.
pub fn thrown(
    character: &Arc<Character>,
    ragdoll: &Arc<Ragdoll>,
    random: &mut fastrand::Rng,
    at: Vec3,
    speed: f32,
) -> (Actor, Affine3A) {
    let unit = units_per_metre(ragdoll);
    let mut actor = Actor::without_clips(character.clone());
    actor.set_ragdoll(Some(ragdoll.clone())).expect("a ragdoll of the character");
    let middle = ModelPose::rest(character.skeleton()).get(ragdoll.parts()[0].joint).translation;
    let world_from_model = Affine3A::from_rotation_translation(random_rotation(random), at * unit)
        * Affine3A::from_translation(-Vec3::from(middle));
    let state = actor.ragdoll_mut().expect("a ragdoll");
    state.start();
    let mut next = || random.f32() * 2.0 - 1.0;
    let velocity = Vec3::new(next(), next(), next()).normalize_or_zero() * speed * unit;
    for part in 0..ragdoll.parts().len() {
        state.apply_impulse(part, velocity * state.body_mass(part), None);
    }
    (actor, world_from_model)
}

/// A world with a floor for bodies of a ragdoll's units of length.
pub fn world_with_floor(ragdoll: &Ragdoll) -> RapierWorld {
    RapierWorld::new().with_units_per_metre(units_per_metre(ragdoll)).with_floor(0.0)
}

/// Drops a character from above a floor, in a random rotation and with a random velocity, and measures the
/// fall.
pub fn drop_onto_floor(character: &Arc<Character>, ragdoll: &Arc<Ragdoll>, seed: u64, seconds: f32) -> Fall {
    let mut random = fastrand::Rng::with_seed(seed);
    let height = Vec3::Y * (1.2 + random.f32());
    let (mut actor, world_from_model) = thrown(character, ragdoll, &mut random, height, 1.1);
    let (mut world, skin, mut fall) = (world_with_floor(ragdoll), Skin::new(character), Fall::new(ragdoll));
    for frame in 0..(seconds / STEP) as usize {
        actor.resolve(FrameInput::new(STEP, world_from_model).with_physics(&mut world));
        fall.add(&actor, frame as f32 * STEP, Some(&skin));
    }
    fall
}
