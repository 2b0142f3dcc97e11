use crate::clip::RootMotion;

/// Root motion of a node, and how much of it is the node's own.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeMotion {
    pub(super) delta: RootMotion,
    /// 1 where the node moves the whole body, 0 where it leaves root motion to what lies below.
    pub(super) weight: f32,
}

impl NodeMotion {
    /// Root motion of a node that moves the whole body.
    pub(super) fn of(delta: RootMotion) -> Self {
        Self { delta, weight: 1.0 }
    }

    /// Weighted mean.
    pub(super) fn mean(parts: impl IntoIterator<Item = (f32, Self)>) -> Self {
        let (mut mean, mut weights, mut motion_weights) = (RootMotion::IDENTITY, 0.0, 0.0);
        for (weight, motion) in parts {
            weights += weight;
            let weight = weight * motion.weight;
            motion_weights += weight;
            if weight > 0.0 {
                mean = mean.lerp(&motion.delta, weight / motion_weights);
            }
        }
        Self { delta: mean, weight: if weights > 0.0 { motion_weights / weights } else { 0.0 } }
    }

    /// Root motion under that of a layer of a weight.
    pub(super) fn under(self, layer: Self, weight: f32) -> Self {
        let layer_weight = weight * layer.weight;
        let both = layer_weight + self.weight * (1.0 - layer_weight);
        let share = if both > 0.0 { layer_weight / both } else { 0.0 };
        Self { delta: self.delta.lerp(&layer.delta, share), weight: both }
    }
}
