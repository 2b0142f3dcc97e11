//! Cohesion: hairs that lie beside each other in the groom stay near to each other.
//!
//! Points of the same number of neighbours are drawn together where they are farther apart than in the groom
//! and some slack: constraints of positions (M. Müller and others, *Position Based Dynamics*, 2007), all at
//! once from the same positions (Jacobi), so that no order of the hairs shows. Within the slack hairs move
//! freely: cohesion is no stiffness. Ways are weighted by how much too far each neighbour is, so that a
//! neighbour which begins to count changes nothing at once.

use super::lanes::{Access, Block, HairGroup, LaneWork, Row};
use super::rest::RestHair;
use crate::math::simd::{LANES, Lanes, Vec3Lanes};
use glam::Vec3;

/// Neighbours that hold a hair.
const NEIGHBOURS: usize = 6;
/// Largest distance of neighbours along their whole length, in mean distances of a root to the nearest other.
const REACH: f32 = 3.0;
/// The same at least, and at most, metres: hairs that stand alone have no neighbours.
const MIN_REACH: f32 = 0.03;
const MAX_REACH: f32 = 0.06;
/// Way that neighbours may part beyond their largest distance in the groom, as a share of the reach.
const SLACK: f32 = 0.1;
/// Way beyond that which contacts may part neighbours, metres.
pub(super) const MAX_PARTED: f32 = 0.01;
/// Way by which a neighbour that does not lead may be too far before a hair goes through the body to it as
/// well, metres.
const FAR: f32 = 0.03;
/// Share of the mean way to neighbours that a point goes: more than all of it, since each pass of a mean goes
/// too short.
const OVER_RELAXATION: f32 = 1.5;

/// Neighbours of the hairs of a group, one of each.
#[derive(Clone, Debug)]
pub(super) struct Link {
    /// First block and lane of the neighbour of each hair; a hair without one has itself.
    blocks: [u32; LANES],
    lanes: [u32; LANES],
    /// Distance up to which they may part, metres.
    reach: [f32; LANES],
    /// 1 for neighbours that come before their hair. A hair goes through the body to these, and to others
    /// that are very far: if both went always, they would change sides for ever.
    leads: [f32; LANES],
}

/// Links of the hairs of all groups, [`NEIGHBOURS`] for each group; nothing where no hairs are neighbours.
pub(super) fn links(groups: &[HairGroup], hairs: &[RestHair], rest: &[Vec3]) -> Vec<Link> {
    let slots: Vec<(usize, u32, u32)> = groups
        .iter()
        .flat_map(|group| (0..group.used).map(|lane| (group.hairs[lane], group.start as u32, lane as u32)))
        .collect();
    let root = |slot: usize| rest[hairs[slots[slot].0].first];
    let nearest = |slot: usize| {
        let others = (0..slots.len()).filter(|other| *other != slot);
        others.map(|other| root(other).distance_squared(root(slot))).fold(f32::INFINITY, f32::min).sqrt()
    };
    let near: Vec<f32> = (0..slots.len()).map(nearest).filter(|distance| distance.is_finite()).collect();
    let spacing = near.iter().sum::<f32>() / near.len().max(1) as f32;
    let limit = (spacing * REACH).clamp(MIN_REACH, MAX_REACH);
    let slack = limit * SLACK;
    let apart = |a: usize, b: usize| {
        let [a, b] = [a, b].map(|slot| &hairs[slots[slot].0]);
        let points = rest[a.range()].iter().zip(&rest[b.range()]);
        let is_far = a.count != b.count || rest[a.first].distance_squared(rest[b.first]) > limit * limit;
        if is_far { f32::INFINITY } else { points.map(|(a, b)| a.distance(*b)).fold(0.0, f32::max) }
    };
    let mut links = Vec::with_capacity(groups.len() * NEIGHBOURS);
    for group in groups {
        let start = [group.start as u32; LANES];
        let unlinked = Link {
            blocks: start,
            lanes: std::array::from_fn(|lane| lane as u32),
            reach: [f32::MAX; LANES],
            leads: [0.0; LANES],
        };
        links.extend(vec![unlinked; NEIGHBOURS]);
    }
    let mut is_linked = false;
    let mut slot = 0;
    for (number, group) in groups.iter().enumerate() {
        for lane in 0..group.used {
            let mut others: Vec<(f32, usize)> = (0..slots.len())
                .filter(|other| *other != slot)
                .map(|other| (apart(slot, other), other))
                .filter(|(apart, _)| *apart <= limit)
                .collect();
            others.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            for (link, (apart, other)) in
                links[number * NEIGHBOURS..].iter_mut().zip(others.into_iter().take(NEIGHBOURS))
            {
                link.leads[lane] = f32::from(u8::from(other < slot));
                let (_, block, other) = slots[other];
                (link.blocks[lane], link.lanes[lane], link.reach[lane]) = (block, other, apart + slack);
                is_linked = true;
            }
            slot += 1;
        }
    }
    if is_linked { links } else { Vec::new() }
}

/// Per group: numbers of the groups with neighbours of its hairs, in ascending order.
pub(super) fn linked(groups: &[HairGroup], links: &[Link]) -> Vec<Vec<u32>> {
    let at = |block: u32| groups.partition_point(|group| group.start <= block as usize) as u32 - 1;
    let of_group = |group_links: &[Link]| {
        let mut linked: Vec<u32> = group_links.iter().flat_map(|link| link.blocks).map(at).collect();
        linked.sort_unstable();
        linked.dedup();
        linked
    };
    links.chunks_exact(NEIGHBOURS).map(of_group).collect()
}

/// Draws the hairs of a group to their neighbours.
pub(super) struct Cohesion<'a> {
    pub(super) group: &'a HairGroup,
    /// Links of all groups, and the number of the group.
    pub(super) links: &'a [Link],
    pub(super) number: usize,
    /// Share of the way, 0 to 1.
    pub(super) strength: f32,
    /// Way that neighbours may part beyond their links, metres.
    pub(super) slack: f32,
    /// Positions of all groups.
    pub(super) positions: &'a [Block],
    /// Positions of the group, drawn to its neighbours.
    pub(super) drawn: &'a mut [Block],
    /// Excess of each point's distance from the farthest neighbour that leads it, metres; 0 within what is
    /// allowed.
    pub(super) excess: &'a mut [Row],
    /// The same of any point and neighbour.
    pub(super) most: &'a mut f32,
}

impl LaneWork for Cohesion<'_> {
    #[inline(always)]
    fn run<L: Lanes<N>, const N: usize>(&mut self, lanes: Access<L, N>) {
        let blocks = &self.positions[self.group.blocks()];
        let links = &self.links[self.number * NEIGHBOURS..(self.number + 1) * NEIGHBOURS];
        let (zero, one) = (lanes.all(0.0), lanes.all(1.0));
        let mut most = zero;
        for (n, block) in blocks.iter().enumerate() {
            let position = lanes.vector(block);
            let (mut way, mut weight, mut farthest) = (lanes.splat(Vec3::ZERO), zero, zero);
            for link in links.iter().filter(|_| n >= 2) {
                let mut other = [[0.0; N]; 3];
                for lane in 0..N {
                    let at = lanes.start() + lane;
                    let block = &self.positions[link.blocks[at] as usize + n];
                    let from = link.lanes[at] as usize % LANES;
                    for (row, values) in other.iter_mut().zip(block) {
                        row[lane] = values[from];
                    }
                }
                let [x, y, z] = other;
                let arm = Vec3Lanes([lanes.of(x), lanes.of(y), lanes.of(z)]).minus(position);
                let (reach, square) = (lanes.row(&link.reach) + lanes.all(self.slack), arm.dot(arm));
                let excess = square - reach * reach;
                if !excess.any_more(0.0) {
                    continue;
                }
                let distance = square.sqrt();
                let share = (one - reach / distance) * lanes.all(0.5);
                let beyond = (distance - reach).max(zero);
                most = most.max(beyond);
                let far = beyond - lanes.all(FAR);
                farthest = farthest.max(beyond * lanes.row(&link.leads)).max(far);
                way = way.plus(arm.times(beyond.if_more(zero, share * beyond, zero)));
                weight = weight + beyond;
            }
            let share = lanes.all(self.strength * OVER_RELAXATION) / weight.max(lanes.all(1e-9));
            lanes.store(position.plus(way.times(share)), &mut self.drawn[n]);
            lanes.store_row(farthest, &mut self.excess[n]);
        }
        *self.most = most.numbers().into_iter().fold(*self.most, f32::max);
    }
}
