//! Cards on spring bones beside the simulated guides that they stand for: both hang alike on a body that
//! walks and runs.

use sinew::character::{Material, MaterialId, MeshInstanceId};
use sinew::glam::{Affine3A, Vec3};
use sinew::hair::{Groom, HairBody};
use sinew::skeleton::JointId;
use sinew::surface::CharacterSurface;
use sinew::{Actor, Character, FrameInput};
use sinew_author::hair::{
    CardMotion, CardSettings, GroomDescription, GroomMaps, HairCards, HairSkin, HeadShape, generate_groom,
};
use sinew_import::{ExportOptions, NoFiles, export_glb, import};
use std::sync::Arc;

/// The built-in character twice: with a haircut on spring bones, and with its simulated guides.
struct Hair {
    cards: HairCards,
    chains: Vec<Vec<JointId>>,
    springs: Actor,
    guides: Actor,
    world_from_model: Affine3A,
}

impl Hair {
    fn new(name: &str) -> Self {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/data/sinew.vrm");
        let imported = import(&std::fs::read(path).unwrap(), &NoFiles).unwrap();
        let character = imported.character;
        let groom = groom(&character, name);
        let cards = HairCards::new(&groom, &character, &CardSettings::default()).unwrap();
        let mut parts = character.clone().into_parts();
        let first = parts.materials.len() as u32;
        parts.materials.extend(groom.layers.iter().map(|_| Material::default()));
        let materials: Vec<MaterialId> = (first..parts.materials.len() as u32).map(MaterialId).collect();
        let added = cards.add_to(&mut parts, &materials, CardMotion::Springs).unwrap();
        let mut clips = imported.clips.clone();
        clips.iter_mut().for_each(|clip| added.joints.remap_clip(clip));
        let springs = Actor::new(Arc::new(Character::new(parts).unwrap()), clips).unwrap();
        let character = Arc::new(character);
        let body = Arc::new(HairBody::measure(&character, is_skin(&character)));
        let mut guides = Actor::new(character, imported.clips).unwrap();
        guides.set_hair(Some(Arc::new(sinew::hair::Hair::new(groom, Arc::clone(&body))))).unwrap();
        Self { cards, chains: added.chains, springs, guides, world_from_model: Affine3A::IDENTITY }
    }

    fn play(&mut self, clip: &str) {
        for actor in [&mut self.springs, &mut self.guides] {
            actor.play(clip).unwrap();
            if let Some(springs) = actor.springs_mut() {
                springs.reset();
            }
            actor.hair_mut().into_iter().for_each(|hair| hair.reset());
        }
    }

    /// One frame in which the character goes forward by `way` metres and turns by `turn` radians.
    fn step(&mut self, dt: f32, way: f32, turn: f32) {
        self.world_from_model = self.world_from_model
            * Affine3A::from_rotation_y(turn)
            * Affine3A::from_translation(Vec3::Z * way);
        for actor in [&mut self.springs, &mut self.guides] {
            actor.advance(dt);
            actor.resolve(FrameInput::new(dt, self.world_from_model));
        }
    }

    /// Ends of the chains in the world: the last joint, and the direction of the last bone; by springs, and
    /// along the guides.
    fn ends(&self) -> [Vec<[Vec3; 2]>; 2] {
        let end = |joints: [Affine3A; 2]| {
            let [above, last] = joints.map(|transform| Vec3::from(transform.translation));
            [last, (last - above).normalize()]
        };
        let frame = self.springs.frame();
        let springs = self.chains.iter().map(|chain| {
            let last = chain.len() - 1;
            end([last - 1, last].map(|n| self.world_from_model * frame.model()[chain[n].index()]))
        });
        let frame = self.guides.frame();
        let hair = self.guides.hair().unwrap();
        let world: Vec<Affine3A> =
            frame.model().iter().map(|matrix| self.world_from_model * *matrix).collect();
        let mut local = Vec::new();
        self.cards.local_transforms(|layer| hair.pose(layer), &world, &mut local);
        let mut next = local.iter();
        let guides = self.cards.chains().iter().map(|chain| {
            let mut at = world[chain.anchor.index()];
            let mut joints = Vec::new();
            for _ in &chain.positions {
                at *= next.next().unwrap().to_affine();
                joints.push(at);
            }
            end([joints[joints.len() - 2], joints[joints.len() - 1]])
        });
        [springs.collect(), guides.collect()]
    }

    /// Mean angles from straight down of the ends of the chains, by springs and along the guides, degrees.
    fn angles(&self) -> [f32; 2] {
        self.ends().map(|ends| {
            let angle = |[_, along]: &[Vec3; 2]| along.angle_between(Vec3::NEG_Y).to_degrees();
            ends.iter().map(angle).sum::<f32>() / ends.len() as f32
        })
    }
}

fn is_skin(character: &Character) -> impl Fn(MeshInstanceId) -> bool + Copy + '_ {
    |id| {
        let mesh = &character.meshes()[character.mesh_instances()[id].mesh];
        !["hair", "brow", "lash"].iter().any(|word| mesh.name.to_lowercase().contains(word))
    }
}

fn groom(character: &Character, name: &str) -> Groom {
    let path = format!("{}/data/grooms/{name}.ron", env!("CARGO_MANIFEST_DIR"));
    let mut description = GroomDescription::from_ron(&std::fs::read_to_string(path).unwrap()).unwrap();
    description.layers.iter_mut().for_each(|layer| layer.strands = layer.strands.min(4000));
    let surface = Arc::new(CharacterSurface::new(character));
    let skin = HairSkin::new(character, &surface, is_skin(character));
    let head = HeadShape::measure(character, &skin).unwrap();
    generate_groom(character, &skin, &head, &description, &GroomMaps::new()).unwrap()
}

/// Mean angles over two seconds, after two to come to a steady swing, and the mean over chains of how far
/// their ends stray from their mean position on the body (root of the mean square), metres.
fn steady(hair: &mut Hair, clip: &str, speed: f32, rate: f32) -> [[f32; 2]; 2] {
    hair.play(clip);
    let frames = (rate * 2.0) as usize;
    let mut sum = [0.0f32; 2];
    let mut positions: [Vec<Vec<Vec3>>; 2] = Default::default();
    for frame in 0..2 * frames {
        hair.step(1.0 / rate, speed / rate, 0.0);
        if frame >= frames {
            hair.angles().iter().zip(&mut sum).for_each(|(angle, sum)| *sum += angle / frames as f32);
            let back = hair.world_from_model.inverse();
            for (frames, ends) in positions.iter_mut().zip(hair.ends()) {
                frames.push(ends.iter().map(|[end, _]| back.transform_point3(*end)).collect());
            }
        }
    }
    let stray = positions.map(|frames| {
        let chains = frames[0].len();
        let of = |chain: usize| {
            let all = || frames.iter().map(|frame| frame[chain]);
            let mean = all().sum::<Vec3>() / frames.len() as f32;
            (all().map(|position| position.distance_squared(mean)).sum::<f32>() / frames.len() as f32).sqrt()
        };
        (0..chains).map(of).sum::<f32>() / chains as f32
    });
    [sum, stray]
}

/// Speeds of the clips, metres per second.
const SPEEDS: [(&str, f32); 3] = [("idle", 0.0), ("walk", 1.4), ("run", 4.0)];

/// Measured against the world, as VRM has it, damping held the ends 70 degrees and more from straight down at
/// walking pace.
#[test]
fn chains_hang_as_the_guides_do() {
    for name in ["long", "ponytail", "bob", "braid"] {
        let mut hair = Hair::new(name);
        for (clip, speed) in SPEEDS {
            let [[springs, guides], [stray, guides_stray]] = steady(&mut hair, clip, speed, 60.0);
            println!(
                "{name} {clip}: {springs:.0} degrees, guides {guides:.0}; ends stray {stray:.3} m, guides \
                 {guides_stray:.3} m"
            );
            assert!((springs - guides).abs() < 15.0, "{name} {clip}: {springs}, {guides} degrees");
            assert!(stray < 0.015 + 1.5 * guides_stray, "{name} {clip}: {stray}, {guides_stray} m");
        }
    }
}

#[test]
fn chains_hang_alike_at_any_frame_rate() {
    let mut hair = Hair::new("long");
    for (clip, speed) in SPEEDS {
        let known = steady(&mut hair, clip, speed, 60.0);
        for rate in [15.0, 30.0, 50.0, 144.0, 240.0] {
            let [[springs, _], [stray, _]] = steady(&mut hair, clip, speed, rate);
            println!("{clip} {rate} Hz: {springs:.1} degrees, ends stray {stray:.4} m");
            assert!((springs - known[0][0]).abs() < 5.0, "{clip} {rate} Hz: {springs} degrees");
            assert!((stray - known[1][0]).abs() < 0.02, "{clip} {rate} Hz: {stray} m");
        }
    }
}

/// Mean over the ends of their position on the body in a direction of the character, metres.
fn mean_end(hair: &Hair, direction: Vec3) -> [f32; 2] {
    let back = hair.world_from_model.inverse();
    hair.ends().map(|ends| {
        let along = ends.iter().map(|[end, _]| back.transform_point3(*end).dot(direction));
        along.sum::<f32>() / ends.len() as f32
    })
}

/// Smallest and largest [`mean_end`] by springs and along guides, over the next second.
fn range(hair: &mut Hair, direction: Vec3, mut step: impl FnMut(&mut Hair, usize)) -> [[f32; 2]; 2] {
    let mut found = [[f32::MAX, f32::MIN]; 2];
    for frame in 0..60 {
        step(hair, frame);
        for ([least, most], found_end) in found.iter_mut().zip(mean_end(hair, direction)) {
            (*least, *most) = (least.min(found_end), most.max(found_end));
        }
    }
    found
}

#[test]
fn chains_swing_where_the_body_speeds_up_stops_and_turns() {
    let dt = 1.0 / 60.0;
    let mut hair = Hair::new("long");
    let mut moves = |name: &str, before: f32, way: f32, turn: f32, axis: Vec3, least: f32| {
        hair.play("idle");
        (0..120).for_each(|_| hair.step(dt, before * dt, 0.0));
        let at = mean_end(&hair, axis);
        let found = range(&mut hair, axis, |hair, frame| {
            hair.step(dt, way * dt, if frame < 20 { turn / 20.0 } else { 0.0 });
        });
        let [springs, guides] = [0, 1].map(|n| (found[n][1] - at[n]).max(at[n] - found[n][0]));
        println!("{name}: ends swing {springs:.3} m, guides {guides:.3} m");
        assert!(springs > least && guides > least, "{name}: {springs} m, {guides} m");
        assert!(springs < 3.0 * guides, "{name}: {springs} m, {guides} m");
    };
    moves("speeds up", 0.0, 3.0, 0.0, Vec3::Z, 0.03);
    moves("stops", 3.0, 0.0, 0.0, Vec3::Z, 0.03);
    moves("turns", 0.0, 0.0, 1.5, Vec3::X, 0.03);
}

/// A teleport takes the hair along as it hangs.
#[test]
fn teleports_do_not_swing_chains() {
    let dt = 1.0 / 60.0;
    let mut hair = Hair::new("long");
    hair.play("idle");
    (0..120).for_each(|_| hair.step(dt, 0.0, 0.0));
    let at = mean_end(&hair, Vec3::Z)[0];
    hair.world_from_model =
        Affine3A::from_translation(Vec3::new(40.0, 3.0, -7.0)) * Affine3A::from_rotation_y(2.0);
    hair.springs.advance(dt);
    hair.springs.resolve(FrameInput::new(dt, hair.world_from_model).with_teleport());
    for _ in 0..60 {
        hair.springs.advance(dt);
        hair.springs.resolve(FrameInput::new(dt, hair.world_from_model));
        let back = hair.world_from_model.inverse();
        let ends = hair.ends();
        let now =
            ends[0].iter().map(|[end, _]| back.transform_point3(*end).z).sum::<f32>() / ends[0].len() as f32;
        assert!((now - at).abs() < 0.01, "{now} m, {at} m");
    }
}

/// Players that know VRM alone get a centre.
#[test]
fn files_have_the_hips_as_the_center() {
    let hair = Hair::new("bob");
    let character = hair.springs.character();
    let file = export_glb(character, &[], &ExportOptions::default().with_vrm(true)).unwrap();
    let back = import(&file.bytes, &NoFiles).unwrap().character;
    let hips = back.find_joint("hips").unwrap();
    let chains = back.spring_bones().springs.iter().filter(|spring| spring.name.starts_with("hair "));
    let centers: Vec<_> = chains.map(|spring| spring.center).collect();
    assert!(centers.len() >= 8 && centers.iter().all(|center| *center == Some(hips)), "{centers:?}");
}
