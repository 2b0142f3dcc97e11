use crate::hair::curves::Polyline;
use glam::Vec3;
use sinew::hair::HairSettings;
use sinew::skeleton::JointId;

/// Chain of joints along a guide: bones of equal length, and the end.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct HairChain {
    /// Number of the groom's layer.
    pub layer: usize,
    /// Number of the guide in the layer.
    pub guide: usize,
    /// Joint that moves the root of the guide: the parent of the chain.
    pub anchor: JointId,
    /// Positions of the joints in the reference pose, model space: one per bone, and the end.
    pub positions: Vec<Vec3>,
    /// Settings of the guide's simulation.
    pub physics: HairSettings,
    /// Per joint: segment of the guide, and share of the segment.
    pub(super) stations: Vec<(usize, f32)>,
    /// Length of the guide, metres.
    pub(super) length: f32,
}

impl HairChain {
    /// Chain along a guide with these points.
    pub(super) fn new(
        (layer, guide): (usize, usize),
        anchor: JointId,
        points: &[Vec3],
        bones: usize,
        physics: HairSettings,
    ) -> Self {
        let polyline = Polyline::new(points);
        let stations: Vec<(usize, f32)> =
            (0..=bones).map(|n| polyline.segment_at(n as f64 / bones as f64)).collect();
        let mut chain = Self {
            layer,
            guide,
            anchor,
            positions: Vec::new(),
            physics,
            stations,
            length: polyline.length() as f32,
        };
        chain.positions = chain.joints_of(|n| points[n]).collect();
        chain
    }

    /// Number of bones.
    #[must_use]
    pub fn bones(&self) -> usize {
        self.stations.len() - 1
    }

    /// Positions of the joints where the guide has these points.
    pub(super) fn joints_of(&self, point: impl Fn(usize) -> Vec3) -> impl Iterator<Item = Vec3> {
        self.stations.iter().map(move |(segment, share)| point(*segment).lerp(point(segment + 1), *share))
    }
}
