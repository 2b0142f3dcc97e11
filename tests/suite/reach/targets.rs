use super::legal::{Legal, between, direction};
use super::posed::Posed;
use super::{Case, solver};
use fastrand::Rng;
use sinew::glam::{Quat, Vec3};

/// Targets of a part of a body, the same for every solver.
#[derive(Clone, Debug, Default)]
pub struct Targets {
    /// Positions that poses within all limits reach or look at.
    pub legal: Vec<Vec3>,
    /// Pairs of positions a millimetre apart, within the chain's length, except near its root, its end and
    /// the direction opposite to the rest direction: there no solver is continuous.
    pub pairs: Vec<[Vec3; 2]>,
    /// Straight lines through that region, in steps of a millimetre.
    pub lines: Vec<Vec<Vec3>>,
}

/// Distance of look-at targets, metres.
const SIGHT: (f32, f32) = (0.5, 3.0);

impl Targets {
    /// `count` legal targets, and a quarter as many pairs and line steps, since unreachable targets take
    /// long. Random, but for a case dependent on the seed alone.
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

/// Space around a part of a body at rest.
struct Space {
    /// Root of the chain, or the eye.
    from: Vec3,
    /// Unit direction of the chain or the view.
    towards: Vec3,
    /// Range of target distances.
    near: f32,
    far: f32,
    looks: bool,
    /// Model units per metre.
    unit: f32,
}

impl Space {
    fn of(case: &Case) -> Self {
        let (rest, unit) = (case.body.standing(), case.body.unit);
        let looks = case.part.looks();
        if looks {
            let (near, far) = (SIGHT.0 * unit, SIGHT.1 * unit);
            return Self { from: solver::eyes(case), towards: Vec3::Z, near, far, looks, unit };
        }
        let position = |joint| Vec3::from(rest.get(joint).translation);
        let length: f32 = case
            .chain
            .links()
            .windows(2)
            .map(|w| position(w[0].joint()).distance(position(w[1].joint())))
            .sum();
        let (root, tip) = (position(case.chain.root()), position(case.chain.tip()));
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
        let position = match space.looks {
            false => posed.tip(),
            true => {
                let (eye, forward) = posed.sight();
                eye + forward * between(random, space.near, space.far)
            }
        };
        let seen = || (position - space.from).angle_between(space.towards) < SEEN.to_radians();
        if !space.looks || seen() {
            found.push(position);
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
            let position = space.from + way * between(random, space.near, space.far);
            found.push([position, position + direction(random) * (1e-3 * space.unit)]);
        }
    }
    found
}

/// Lines between two positions at the limit of the reach, or two metres from an eye.
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
