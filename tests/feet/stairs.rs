//! Shoes on stairs: the skin of the feet of bodies that walk over the stairs of `docs/walk_on_stairs.md`
//! stays out of the steps, and joints do not jump.

use sinew::character::Character;
use sinew::clip::root_motion_from_feet;
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::ground::height_field;
use sinew::humanoid::HumanBone::{self, *};
use sinew::locomotion::FootIk;
use sinew::math::smooth_damp;
use sinew::rig::IkRig;
use sinew::{Actor, ClipId, FrameInput, JointId, RawClip, RootMotion};
use sinew_suite::{person, retargeted};
use std::path::Path;
use std::sync::Arc;

const DT: f32 = 1.0 / 60.0;

/// The stairs of the page and down again, for legs of 0.8 m.
#[derive(Clone, Copy)]
struct Stairs {
    scale: f32,
    /// Depth of a tread, metres.
    going: f32,
}

impl Stairs {
    const STEPS: f32 = 6.0;

    fn top(&self) -> f32 {
        self.scale + Self::STEPS * self.going
    }

    fn end(&self) -> f32 {
        self.top() + 1.2 * self.scale + Self::STEPS * self.going
    }

    fn height(&self, z: f32) -> f32 {
        let up = ((z - self.scale) / self.going).floor() + 1.0;
        let down = ((self.end() - z) / self.going).floor() + 1.0;
        0.17 * self.scale * up.min(down).clamp(0.0, Self::STEPS)
    }

    /// Distance from a point inside of the steps to their surface, straight up or along the stairs; 0
    /// outside.
    fn depth(&self, at: Vec3) -> f32 {
        const STEP: f32 = 1e-3;
        let mut least = (self.height(at.z) - at.y).max(0.0);
        for side in [-1.0, 1.0] {
            let mut away = 0.0;
            while away < least && self.height(at.z + side * away) > at.y.max(0.0) {
                away += STEP;
            }
            least = least.min(away);
        }
        least
    }
}

/// Vertices that follow the ankle or a joint below it by half or more, as sums of points of joints.
fn shoe(character: &Character, ankle: JointId) -> Vec<Vec<(JointId, f32, Vec3)>> {
    let skeleton = character.skeleton();
    let is_own = |joint: JointId| {
        std::iter::successors(Some(joint), |&above| skeleton.parent(above)).any(|above| above == ankle)
    };
    let mut vertices = Vec::new();
    for instance in character.mesh_instances() {
        let skin = instance.skin.map(|skin| &character.skins()[skin]);
        for primitive in &character.meshes()[instance.mesh].primitives {
            for (n, position) in primitive.positions.iter().enumerate() {
                let parts: Vec<_> = match primitive.influences.as_ref().zip(skin) {
                    Some((all, skin)) => {
                        let point = |j: usize| skin.inverse_binds[j].transform_point3(*position);
                        all.of_vertex(n).map(|(j, weight)| (skin.joints[j], weight, point(j))).collect()
                    }
                    None => vec![(instance.node, 1.0, *position)],
                };
                if parts.iter().filter(|part| is_own(part.0)).map(|part| part.1).sum::<f32>() >= 0.5 {
                    vertices.push(parts);
                }
            }
        }
    }
    vertices
}

/// Length of a step of the clip, metres, by the feet that come down on level ground.
fn step_length(actor: &Actor, feet: &FootIk) -> f32 {
    let mut actor = actor.clone();
    let ground = height_field(|_, _| 0.0);
    let (mut way, mut from, mut steps, mut stood) = (0.0, 0.0, 0, [true; 2]);
    for frame in 0..900 {
        way += actor.advance(DT).translation.z;
        let world = Affine3A::from_translation(Vec3::new(0.0, -feet.floor, way));
        actor.resolve(FrameInput::new(DT, world).with_ground(&ground));
        for (foot, stood) in stood.iter_mut().enumerate() {
            let stands = actor.ik().is_some_and(|ik| ik.feet().report(foot).planted);
            steps += usize::from(stands && !*stood && frame >= 100);
            *stood = stands;
        }
        if frame < 100 {
            from = way;
        }
    }
    (way - from) / steps as f32
}

/// Found on the way up and down: depth of the shoes, millimetres, and frames deeper than a centimetre, of
/// all.
#[derive(Debug, Default)]
struct Found {
    depth: [f32; 2],
    deep: [usize; 2],
    frames: [usize; 2],
    /// Fastest rotation of a joint of the legs, radians per second.
    fastest: f32,
}

fn walk(character: Arc<Character>, mut clip: RawClip, is_page: bool) -> Found {
    let body = character.humanoid().unwrap();
    let joint = |bone: HumanBone| body.named_bones.joint(bone);
    let feet = FootIk::human(&character, body).unwrap();
    let rest = |bone| character.reference_model()[joint(bone).unwrap().index()].translation;
    let [hip, knee, ankle] = [LeftUpperLeg, LeftLowerLeg, LeftFoot].map(rest);
    let scale = if is_page { 1.0 } else { (hip.distance(knee) + knee.distance(ankle)) / 0.8 };
    let along = |(joint, point): &(JointId, Vec3)| {
        character.reference_model()[joint.index()].transform_point3(*point).z
    };
    let all = || feet.sole(0).iter().map(along);
    let sole = all().fold(f32::MIN, f32::max) - all().fold(f32::MAX, f32::min);
    // A whole foot fits on a tread.
    let going = if is_page { 0.29 } else { (0.29 * scale).max(1.1 * sole) };
    let stairs = Stairs { scale, going };
    if clip.root_motion.is_none() {
        let soles: Vec<JointId> =
            [LeftFoot, RightFoot, LeftToes, RightToes].into_iter().filter_map(joint).collect();
        clip.root_motion = Some(root_motion_from_feet(&clip, character.skeleton(), &soles));
    }
    let shoes = [LeftFoot, RightFoot].map(|ankle| shoe(&character, joint(ankle).unwrap()));
    let legs = [LeftUpperLeg, LeftLowerLeg, LeftFoot, RightUpperLeg, RightLowerLeg, RightFoot];
    let legs: Vec<JointId> = legs.into_iter().filter_map(joint).collect();
    let rig = IkRig::human(character.skeleton(), body).with_feet(feet.clone());
    let mut actor = Actor::new(character.clone(), vec![Arc::new(clip)]).unwrap();
    actor.set_ik(Some(Arc::new(rig))).unwrap();
    actor.play(ClipId(0)).unwrap();
    let stride = if is_page { 0.29 / 0.53 } else { going / step_length(&actor, &feet) };
    let ground = height_field(move |_, z| stairs.height(z));
    let (mut position, mut rate) = (Vec3::ZERO, 0.0);
    let mut before: Option<Vec<Quat>> = None;
    let mut found = Found::default();
    while position.z < stairs.end() + 0.5 * scale {
        actor.ik_mut().unwrap().set_stride_scale(stride);
        let delta = actor.advance(DT);
        let step = RootMotion { translation: delta.translation * stride, ..delta };
        position = Vec3::from(step.apply_to(Affine3A::from_translation(position)).translation);
        (position.y, rate) = smooth_damp(position.y, rate, stairs.height(position.z), 0.25, DT);
        let world = Affine3A::from_translation(position - Vec3::Y * feet.floor);
        actor.resolve(FrameInput::new(DT, world).with_ground(&ground));
        let (frame, down) = (actor.frame(), usize::from(position.z > stairs.top() + 0.6 * scale));
        let point = |parts: &Vec<(JointId, f32, Vec3)>| {
            let moved = |(joint, weight, at): &(JointId, f32, Vec3)| {
                frame.model()[joint.index()].transform_point3(*at) * *weight
            };
            world.transform_point3(parts.iter().map(moved).sum())
        };
        let depths = shoes.iter().flatten().map(|parts| stairs.depth(point(parts)));
        let depth = depths.fold(0.0, f32::max) * 1e3;
        found.depth[down] = found.depth[down].max(depth);
        found.deep[down] += usize::from(depth > 10.0);
        found.frames[down] += 1;
        let now: Vec<Quat> = legs.iter().map(|joint| frame.local()[joint.index()].rotation).collect();
        if let Some(before) = &before {
            let turned = before.iter().zip(&now).map(|(a, b)| a.angle_between(*b)).fold(0.0, f32::max);
            found.fastest = found.fastest.max(turned / DT);
        }
        before = Some(now);
    }
    found
}

#[test]
fn shoes_stay_out_of_the_steps_of_the_page() {
    let imported = person(Path::new(""), "");
    let clip = imported.clips.iter().find(|clip| clip.name == "walk").unwrap();
    let found = walk(Arc::new(imported.character), RawClip::clone(clip), true);
    println!("built-in: {found:.1?}");
    assert!(found.depth[0] <= 10.0 && found.deep[0] == 0, "up: {found:?}");
    assert!(found.depth[1] <= 10.0 && found.deep[1] == 0, "down: {found:?}");
    assert!(found.fastest < 25.0, "{found:?}");
}

#[test]
fn shoes_of_other_bodies_stay_out_of_steps() {
    let Some(assets) = sinew_suite::assets() else { return };
    let built_in = person(Path::new(""), "");
    let walks = built_in.clips.iter().find(|clip| clip.name == "walk").unwrap();
    for (file, clip_name, depth, deep, fastest) in BODIES {
        let imported = person(&assets, file);
        let clip = match clip_name {
            Some(name) => RawClip::clone(imported.clips.iter().find(|clip| clip.name == name).unwrap()),
            None => {
                let [from, to] = [&built_in.character, &imported.character];
                retargeted(walks, (from, from.humanoid().unwrap()), (to, to.humanoid().unwrap())).0
            }
        };
        let found = walk(Arc::new(imported.character), clip, false);
        println!("{file}: {found:.1?}");
        for n in 0..2 {
            assert!(found.depth[n] <= depth[n], "{file}: {found:?}");
            assert!(found.deep[n] * 100 <= deep[n] * found.frames[n], "{file}: {found:?}");
        }
        assert!(found.fastest <= fastest, "{file}: {found:?}");
    }
}

/// File, clip of its own, largest depth up and down in millimetres, largest share of frames deeper than a
/// centimetre in per cent, fastest joint.
type Body = (&'static str, Option<&'static str>, [f32; 2], [usize; 2], f32);

/// Strides of one tread take short legs and long feet over two risers in a swing: they do not clear all of
/// them.
const BODIES: [Body; 5] = [
    ("x/tiny/tiny.x", Some(""), [18.0, 51.0], [2, 1], 30.0),
    ("gltf/rpm_brunette-t.glb", None, [10.0, 5.0], [0, 0], 25.0),
    ("vrm/Godette_vrm_v4.vrm", None, [41.0, 5.0], [2, 0], 25.0),
    ("gltf/CesiumMan.glb", Some(""), [21.0, 5.0], [1, 0], 36.0),
    ("gltf/kaykit/Knight.glb", Some("Walking_A"), [53.0, 20.0], [17, 5], 58.0),
];
