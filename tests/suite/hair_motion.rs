//! Hair of a character that plays a clip: distances of neighbouring guides, movement of tips, time of the
//! stage.

use sinew::character::MeshInstanceId;
use sinew::glam::Affine3A;
use sinew::hair::{GuidePose, Hair, HairBody, HairRoot};
use sinew::humanoid::HumanBone;
use sinew::stage::{Stage, StageInput, StagePose};
use sinew::surface::CharacterSurface;
use sinew::{Actor, Character, FrameInput, WrapMode};
use sinew_author::hair::{GroomDescription, GroomMaps, HairSkin, HeadShape, generate_groom};
use sinew_import::Imported;
use std::sync::Arc;
use std::time::Duration;

/// Distance of roots up to which guides are neighbours, metres.
const ROOTS: f32 = 0.015;
/// Distance of points of the same number up to which they are, along their whole length at rest, metres.
const REACH: f32 = 0.025;
/// Frames per second.
const RATE: f32 = 60.0;
/// Frames in which the hair comes to rest in the first pose.
const SETTLING: usize = 120;

/// Figures of hair in motion.
#[derive(Clone, Debug, Default)]
pub struct HairMotion {
    /// Distances of points of the same number of neighbouring guides, in all frames, in ascending order,
    /// metres.
    pub apart: Vec<f32>,
    /// Root mean square of the way of tips from where they rest, as seen from the head, metres.
    pub tips: f32,
    /// Time of the stage `Hair` in each frame.
    pub times: Vec<Duration>,
}

impl HairMotion {
    /// Distance that this share of the pairs keeps, metres.
    #[must_use]
    pub fn within(&self, share: f64) -> f32 {
        let last = self.apart.len().saturating_sub(1);
        self.apart.get((last as f64 * share) as usize).copied().unwrap_or(0.0)
    }

    /// Largest distance of a pair, metres.
    #[must_use]
    pub fn farthest(&self) -> f32 {
        self.apart.last().copied().unwrap_or(0.0)
    }

    /// Hair of an actor that plays a clip in a loop, after it has come to rest in the first pose. `now` is
    /// the clock.
    ///
    /// # Panics
    /// When the actor has no hair or no such clip.
    #[must_use]
    pub fn of(actor: &mut Actor, clip: &str, seconds: f32, now: fn() -> Duration) -> Self {
        let groom = Arc::clone(actor.hair().expect("hair").groom());
        let head = actor.character().humanoid().and_then(|humanoid| humanoid.joint(HumanBone::Head));
        let head = head.expect("a head").index();
        let rest = actor.character().reference_model()[head];
        let pairs: Vec<Vec<[usize; 2]>> =
            groom.layers.iter().map(|layer| neighbours(&GuidePose::at_rest(&layer.guides))).collect();
        actor.play(clip).expect("a clip").wrap(WrapMode::Loop);
        actor.advance(0.0);
        actor.hair_mut().expect("hair").reset();
        let mut world_from_model = Affine3A::IDENTITY;
        for _ in 0..SETTLING {
            actor.resolve(FrameInput::new(1.0 / RATE, world_from_model));
        }
        let (mut found, mut square, mut tips) = (Self::default(), 0.0_f64, 0_usize);
        for _ in 0..(seconds * RATE) as usize {
            world_from_model = actor.advance(1.0 / RATE).apply_to(world_from_model);
            let (mut start, mut time) = (Duration::ZERO, Duration::ZERO);
            let mut watch = |stage: Stage, _: &StageInput<'_>, _: &mut StagePose<'_>| match stage {
                Stage::Skinning => start = now(),
                Stage::Hair => time = now() - start,
                _ => (),
            };
            actor.resolve(FrameInput::new(1.0 / RATE, world_from_model).with_hook(&mut watch));
            found.times.push(time);
            let frame = actor.frame();
            let moved = HairRoot::of_joint(&rest, &(frame.world_from_model() * frame.model()[head]));
            let hair = frame.hair().expect("hair");
            for (number, (layer, pairs)) in groom.layers.iter().zip(&pairs).enumerate() {
                let pose = hair.pose(number);
                for [a, b] in pairs {
                    let points = pose.guide(*a).iter().zip(pose.guide(*b));
                    found.apart.extend(points.map(|(a, b)| a.position().distance(b.position())));
                }
                for (guide, curve) in layer.guides.iter().enumerate() {
                    let (Some(now), Some(rest)) = (pose.guide(guide).last(), curve.points().last()) else {
                        continue;
                    };
                    square += f64::from(moved.rest_of(now.position()).distance_squared(*rest));
                    tips += 1;
                }
            }
        }
        found.apart.sort_unstable_by(f32::total_cmp);
        found.tips = (square / tips.max(1) as f64).sqrt() as f32;
        found
    }
}

/// Pairs of guides whose roots and whole lengths are near to each other.
fn neighbours(rest: &GuidePose) -> Vec<[usize; 2]> {
    let count = rest.points().len() / rest.points_per_guide().max(1);
    let is_near = |a: usize, b: usize| {
        let mut apart =
            rest.guide(a).iter().zip(rest.guide(b)).map(|(a, b)| a.position().distance(b.position()));
        apart.next().is_some_and(|roots| roots <= ROOTS) && apart.all(|apart| apart <= REACH)
    };
    (0..count).flat_map(|a| (a + 1..count).map(move |b| [a, b])).filter(|[a, b]| is_near(*a, *b)).collect()
}

/// An actor that wears a haircut of `data/grooms`, with few strands, in place of the hair of its file.
///
/// # Panics
/// When there is no such haircut, or it does not grow on the character.
#[must_use]
pub fn with_haircut(person: Imported, name: &str) -> Actor {
    let text = std::fs::read_to_string(crate::repository().join(format!("data/grooms/{name}.ron")));
    let mut description = GroomDescription::from_ron(&text.expect("a haircut")).expect("a haircut");
    description.layers.iter_mut().for_each(|layer| layer.strands = layer.strands.min(200));
    let character = Arc::new(person.character);
    let surface = Arc::new(CharacterSurface::new(&character));
    let skin = HairSkin::new(&character, &surface, |id| !is_hair(&character, id));
    let head = HeadShape::measure(&character, &skin).expect("a head");
    let groom = generate_groom(&character, &skin, &head, &description, &GroomMaps::new()).expect("hair");
    let body = Arc::new(HairBody::measure(&character, |id| !is_hair(&character, id)));
    let mut actor = Actor::new(Arc::clone(&character), person.clips).expect("clips of the character");
    actor.set_hair(Some(Arc::new(Hair::new(groom, Arc::clone(&body))))).expect("hair on the character");
    actor
}

fn is_hair(character: &Character, id: MeshInstanceId) -> bool {
    let name = &character.meshes()[character.mesh_instances()[id].mesh].name;
    name.to_lowercase().contains("hair")
}
