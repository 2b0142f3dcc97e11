//! Falls of ragdolls, measured.

use sinew::actor::Frame;
use sinew::body::skin_vertices;
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::ragdoll::{Ragdoll, RagdollState};
use sinew::{Actor, Character, FrameInput, JointIndex};
use sinew_rapier::RapierWorld;
use std::sync::Arc;

/// Time step of all falls, seconds.
pub const STEP: f32 = 1.0 / 60.0;

/// Measures of a fall.
#[derive(Clone, Debug, Default)]
pub struct Fall {
    /// Time at which the body came to rest, seconds.
    pub rest: Option<f32>,
    /// Largest speed of a part, m/s.
    pub fastest: f32,
    /// Largest depth of the skin below the floor, metres.
    pub deepest: f32,
    /// Longest time for which the skin was more than 2 cm below the floor, seconds.
    pub sunk: f32,
    /// Units of length per metre.
    pub unit: f32,
    /// Time since which it is, seconds.
    now: f32,
    /// Distances between the anchors of each joint on its two bodies, metres, of all frames.
    pub gaps: Vec<f32>,
    /// Excesses over the joint limits in the final pose, radians, of all frames.
    pub excesses: Vec<f32>,
    /// Largest relative change of a bone's length in the final pose.
    pub stretch: f32,
}

/// Skin of a character, to be posed. Vertices of joints that swing are left out: hair and skirts follow the body.
pub struct Skin(Vec<Vec<(JointIndex, f32, Vec3)>>);

impl Skin {
    /// Skin of a character.
    pub fn new(character: &Character) -> Self {
        let skeleton = character.skeleton();
        let springs = &character.spring_bones().springs;
        let roots: Vec<JointIndex> =
            springs.iter().filter_map(|own| Some(own.joints.first()?.joint)).collect();
        let swings = |joint: JointIndex| {
            roots.iter().any(|root| skeleton.is_descendant_of(joint, *root) || joint == *root)
        };
        let points = skin_vertices(character).filter(|vertex| !swings(vertex.main_joint().0)).map(|vertex| {
            let own: Vec<_> = vertex.influences().collect();
            let (node, point) = vertex.node();
            if own.is_empty() { vec![(node, 1.0, point)] } else { own }
        });
        Self(points.collect())
    }

    /// Prints the lowest vertex.
    pub fn report(&self, frame: &Frame<'_>) {
        let world = frame.world_from_model();
        let height = |parts: &Vec<(JointIndex, f32, Vec3)>| {
            parts
                .iter()
                .map(|(joint, weight, point)| {
                    (world * frame.model()[joint.index()]).transform_point3(*point).y * weight
                })
                .sum::<f32>()
        };
        let lowest = self.0.iter().min_by(|a, b| height(a).total_cmp(&height(b))).unwrap();
        if height(lowest) < -0.02 {
            let names: Vec<_> = lowest
                .iter()
                .map(|(j, w, _)| format!("{} {w:.2}", frame.character().skeleton().name(*j)))
                .collect();
            println!("      lowest {:.3} {names:?}", height(lowest));
        }
    }

    /// Lowest height in the world.
    pub fn lowest(&self, frame: &Frame<'_>) -> f32 {
        let world = frame.world_from_model();
        let model: Vec<Affine3A> = frame.model().iter().map(|own| world * *own).collect();
        let height = |parts: &Vec<(JointIndex, f32, Vec3)>| {
            parts
                .iter()
                .map(|(joint, weight, point)| {
                    let m = &model[joint.index()];
                    let row = Vec3::new(m.matrix3.x_axis.y, m.matrix3.y_axis.y, m.matrix3.z_axis.y);
                    (row.dot(*point) + m.translation.y) * weight
                })
                .sum::<f32>()
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
        let own = Quat::from_xyzw(next(), next(), next(), next());
        if (0.01..1.0).contains(&own.length_squared()) {
            return own.normalize();
        }
    }
}

/// Measures the present frame.
pub fn measure(actor: &Actor, time: f32, floor: Option<(f32, &Skin)>, fall: &mut Fall) {
    let frame = actor.frame();
    let ragdoll: &RagdollState = actor.ragdoll().expect("a ragdoll");
    let parts = ragdoll.ragdoll().parts();
    let skeleton = actor.character().skeleton();
    for (n, part) in parts.iter().enumerate() {
        let Some(motion) = ragdoll.part_motion(n) else { continue };
        let speed = motion.linear_velocity.length();
        assert!(speed.is_finite() && motion.position.is_finite());
        fall.fastest = fall.fastest.max(speed / fall.unit);
        let Some(parent) = part.parent else { continue };
        let carrier = ragdoll.part_motion(parent).expect("a parent");
        let anchor = (part.origin() - parts[parent].origin()) * ragdoll.scale();
        fall.gaps.push(motion.position.distance(carrier.position + carrier.rotation * anchor) / fall.unit);
        let local = frame.local()[part.joint.index()].rotation;
        fall.excesses.push(part.limit.violation(local * part.reference.inverse()));
    }
    for joint in skeleton.joints() {
        let Some(parent) = skeleton.parent(joint) else { continue };
        let length =
            |model: &[Affine3A]| model[joint.index()].translation.distance(model[parent.index()].translation);
        let (own, rest) = (length(frame.model()), length(actor.character().reference_model()));
        if joint != parts[0].joint && rest > 1e-3 && !skeleton.is_descendant_of(parts[0].joint, joint) {
            fall.stretch = fall.stretch.max((own / rest - 1.0).abs());
        }
    }
    if let Some((floor, skin)) = floor {
        let depth = floor - skin.lowest(&frame);
        fall.deepest = fall.deepest.max(depth / fall.unit);
        fall.now = if depth > 0.02 * fall.unit { fall.now + STEP } else { 0.0 };
        fall.sunk = fall.sunk.max(fall.now);
    }
    if ragdoll.is_at_rest() {
        fall.rest.get_or_insert(time);
    } else {
        fall.rest = None;
    }
}

/// Drops a character from above a floor, in a random rotation and with a random velocity.
pub fn drop_onto_floor(character: &Arc<Character>, ragdoll: &Arc<Ragdoll>, seed: u64, seconds: f32) -> Fall {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut actor = Actor::without_clips(character.clone());
    actor.set_ragdoll(Some(ragdoll.clone())).expect("a ragdoll of the character");
    // Files in centimetres.
    let unit = if ragdoll.size() > 20.0 { 100.0 } else { 1.0 };
    let mut world = RapierWorld::new().with_units_per_metre(unit).with_floor(0.0);
    let middle = Vec3::from(character.reference_model()[ragdoll.parts()[0].joint.index()].translation);
    let place = Affine3A::from_rotation_translation(
        random_rotation(&mut random),
        Vec3::Y * (1.2 + random.f32()) * unit,
    ) * Affine3A::from_translation(-middle);
    actor.ragdoll_mut().expect("a ragdoll").start();
    let mut next = || random.f32() * 2.0 - 1.0;
    let thrown = Vec3::new(next(), next(), next()).normalize_or_zero() * 1.1 * unit;
    for (n, part) in ragdoll.parts().iter().enumerate() {
        actor.ragdoll_mut().expect("a ragdoll").push(n, thrown * part.simulated_mass.mass, None);
    }
    let (mut fall, skin) = (Fall { unit, ..Fall::default() }, Skin::new(character));
    let debug = std::env::var("DEBUG").is_ok();
    for frame in 0..(seconds / STEP) as usize {
        actor.resolve(FrameInput::new(STEP, place).with_physics(&mut world.stepping()));
        measure(&actor, frame as f32 * STEP, Some((0.0, &skin)), &mut fall);
        if debug && frame % 10 == 9 {
            skin.report(&actor.frame());
            for pair in world.world.narrow_phase.contact_pairs() {
                let deepest =
                    pair.manifolds().iter().flat_map(|m| m.points.iter().map(|p| p.dist)).fold(0.0, f32::min);
                if deepest < -0.001 {
                    let name = |c| {
                        world
                            .world
                            .colliders
                            .get(c)
                            .and_then(|c: &sinew_rapier::rapier3d::prelude::Collider| c.parent())
                            .map_or("world".to_owned(), |b| {
                                let n = (0..ragdoll.parts().len())
                                    .find(|n| {
                                        actor
                                            .ragdoll()
                                            .unwrap()
                                            .body(*n)
                                            .and_then(|id| world.ragdolls.handle(id))
                                            == Some(b)
                                    })
                                    .unwrap();
                                character.skeleton().name(ragdoll.parts()[n].joint).to_owned()
                            })
                    };
                    println!(
                        "      {frame}: contact {} {} {:.3}",
                        name(pair.collider1),
                        name(pair.collider2),
                        deepest
                    );
                }
            }
            for part in &ragdoll.parts()[1..] {
                let local = actor.frame().local()[part.joint.index()].rotation;
                let excess = part.limit.violation(local * part.reference.inverse());
                if excess > 0.02 {
                    let own = actor.ragdoll().unwrap();
                    let n = ragdoll.parts().iter().position(|p| p.joint == part.joint).unwrap();
                    let h = |n: usize| own.body(n).and_then(|id| world.ragdolls.handle(id)).unwrap();
                    for (_, joint) in world.world.impulse_joints.iter() {
                        if joint.body1() == h(part.parent.unwrap())
                            && joint.body2() == h(n)
                            && !joint.data.locked_axes.is_empty()
                        {
                            println!(
                                "      limits {:?} impulses {:?}",
                                joint.data.limits[3..]
                                    .iter()
                                    .map(|l| (l.min, l.max, l.impulse))
                                    .collect::<Vec<_>>(),
                                joint.impulses
                            );
                            let (a, b) = (
                                own.part_motion(n).unwrap().angular_velocity,
                                own.part_motion(part.parent.unwrap()).unwrap().angular_velocity,
                            );
                            println!("      relative velocity {:.3}", a - b);
                        }
                    }
                    println!(
                        "      {frame}: {} exceeds {:.1} {:?}",
                        character.skeleton().name(part.joint),
                        excess.to_degrees(),
                        part.limit.readings(local * part.reference.inverse()).collect::<Vec<_>>()
                    );
                }
            }
        }
    }
    fall
}
