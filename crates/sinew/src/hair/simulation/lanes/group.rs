use crate::hair::simulation::rest::RestHair;
use crate::math::simd::LANES;

/// Up to eight hairs with the same number of points, side by side.
#[derive(Clone, Debug)]
pub(in crate::hair) struct HairGroup {
    /// Numbers of the hairs; lanes without one repeat the last.
    pub(in crate::hair) hairs: [usize; LANES],
    /// First point of each hair among all points.
    pub(in crate::hair) firsts: [usize; LANES],
    /// Number of lanes with a hair of their own.
    pub(in crate::hair) used: usize,
    /// Points of each hair.
    pub(in crate::hair) count: usize,
    /// First block of the group among those of all groups.
    pub(in crate::hair) start: usize,
}

impl HairGroup {
    /// Blocks of the group.
    pub(in crate::hair) const fn blocks(&self) -> std::ops::Range<usize> {
        self.start..self.start + self.count
    }
}

/// Groups of these hairs; neighbours in the order that have the same number of points come together.
pub(in crate::hair) fn group(order: impl Iterator<Item = usize>, hairs: &[RestHair]) -> Vec<HairGroup> {
    let mut groups: Vec<HairGroup> = Vec::new();
    // Per number of points: the group with free lanes.
    let mut open: Vec<(usize, usize)> = Vec::new();
    for hair in order {
        let span = &hairs[hair];
        let slot = open.iter().position(|(count, _)| *count == span.count);
        let full = |group: usize| groups[group].used == LANES;
        let number = match slot {
            Some(slot) if !full(open[slot].1) => open[slot].1,
            _ => {
                groups.push(HairGroup {
                    hairs: [hair; LANES],
                    firsts: [span.first; LANES],
                    used: 0,
                    count: span.count,
                    start: 0,
                });
                match slot {
                    Some(slot) => open[slot].1 = groups.len() - 1,
                    None => open.push((span.count, groups.len() - 1)),
                }
                groups.len() - 1
            }
        };
        let group = &mut groups[number];
        group.hairs[group.used..].fill(hair);
        group.firsts[group.used..].fill(span.first);
        group.used += 1;
    }
    let mut start = 0;
    for group in &mut groups {
        group.start = start;
        start += group.count;
    }
    groups
}
