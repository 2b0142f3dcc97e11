use super::legal::{Legal, between, direction};
use super::posed::Posed;
use super::{Case, solver};
use fastrand::Rng;
use sinew::glam::{Quat, Vec3};

/// What a part of a body is to reach or look at, the same for every solver.
#[derive(Clone, Debug, Default)]
pub struct Targets {
    /// Where poses within all limits bring the tip, or let it look.
    pub legal: Vec<Vec3>,
    /// Two places a millimetre apart, within the chain's length but for what is near its root, its end and the direction
    /// opposite to where it points at rest: there no solver can answer smoothly.
    pub pairs: Vec<[Vec3; 2]>,
    /// Straight lines through all that, in steps of a millimetre.
    pub lines: Vec<Vec<Vec3>>,
}

/// How far away looked-at targets are, in metres.
const SIGHT: (f32, f32) = (0.5, 3.0);

impl Targets {
    /// `count` that are legal, and a quarter as many pairs and steps along lines: what is out of reach takes long. By
    /// chance, but those of a case change with nothing but the seed.
    pub fn new(case: &Case, count: usize, seed: u64) -> Self {
        let name = case.name();
        let random = |kind: u64| {
            let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            Rng::with_seed(name.bytes().fold(seed.wrapping_add(kind), mix))
        };
        let space = Space::of(case);
        Self {
            legal: legal(case, &space, count, &mut random(1)),
            pairs: pairs(&space, count / 4, &mut random(2)),
            lines: lines(&space, count / 4, &mut random(3)),
        }
    }
}

/// What lies around a part of a body at rest.
struct Space {
    /// The chain's root, or the eye.
    from: Vec3,
    /// Where it points or looks, unit.
    towards: Vec3,
    /// Between which distances targets are.
    near: f32,
    far: f32,
    looks: bool,
    /// Units of the model in a metre.
    unit: f32,
}

impl Space {
    fn of(case: &Case) -> Self {
        let (rest, unit) = (case.body.at_rest(), case.body.unit);
        let looks = case.part.looks();
        if looks {
            let (near, far) = (SIGHT.0 * unit, SIGHT.1 * unit);
            return Self { from: solver::eyes(case), towards: Vec3::Z, near, far, looks, unit };
        }
        let place = |joint| Vec3::from(rest.get(joint).translation);
        let length: f32 =
            case.chain.links().windows(2).map(|w| place(w[0].joint()).distance(place(w[1].joint()))).sum();
        let (root, tip) = (place(case.chain.root()), place(case.chain.tip()));
        let towards = (tip - root).normalize();
        Self { from: root, towards, near: 0.2 * length, far: 0.97 * length, looks, unit }
    }
}

fn legal(case: &Case, space: &Space, count: usize, random: &mut Rng) -> Vec<Vec3> {
    /// The view cone ends at 60 degrees.
    const SEEN: f32 = 59.9;
    let links: Vec<Legal> = case.chain.links().iter().map(|link| Legal::new(&link.limit)).collect();
    let mut posed = Posed::new(case);
    let mut found = Vec::with_capacity(count);
    while found.len() < count {
        let turns = links[..case.turning()].iter().map(|link| link.turn(random)).collect::<Vec<Quat>>();
        posed.set_turns(&turns);
        let place = match space.looks {
            false => posed.tip(),
            true => {
                let (eye, forward) = posed.sight();
                eye + forward * between(random, space.near, space.far)
            }
        };
        let seen = || (place - space.from).angle_between(space.towards) < SEEN.to_radians();
        if !space.looks || seen() {
            found.push(place);
        }
    }
    found
}

fn pairs(space: &Space, count: usize, random: &mut Rng) -> Vec<[Vec3; 2]> {
    let opposite = -(15f32.to_radians().cos());
    let mut found = Vec::with_capacity(count);
    while found.len() < count {
        let way = direction(random);
        if way.dot(space.towards) > opposite {
            let place = space.from + way * between(random, space.near, space.far);
            found.push([place, place + direction(random) * (1e-3 * space.unit)]);
        }
    }
    found
}

/// Lines between two places at the border of the reach, or two metres from an eye.
fn lines(space: &Space, count: usize, random: &mut Rng) -> Vec<Vec<Vec3>> {
    let radius = if space.looks { 2.0 * space.unit } else { space.far / 0.97 };
    let (mut found, mut left) = (Vec::new(), count);
    while left > 0 {
        let [from, to] = [(); 2].map(|()| space.from + direction(random) * radius);
        let step = (to - from).normalize_or_zero() * (1e-3 * space.unit);
        let steps = ((to.distance(from) / (1e-3 * space.unit)) as usize).clamp(1, left);
        found.push((0..=steps).map(|n| from + step * n as f32).collect());
        left -= steps;
    }
    found
}
