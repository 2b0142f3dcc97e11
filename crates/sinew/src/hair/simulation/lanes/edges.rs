use super::access::{Block, Row};
use crate::hair::simulation::rest::HairEdge;

/// [`HairEdge`] of eight hairs.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::hair) struct EdgeLanes {
    pub(in crate::hair) groomed: Block,
    pub(in crate::hair) target: Block,
    pub(in crate::hair) length: Row,
    pub(in crate::hair) inverse_length: Row,
    pub(in crate::hair) stiffness: Row,
    /// Damping less the tension.
    pub(in crate::hair) carried: Row,
    /// Stiffness and damping.
    pub(in crate::hair) coupling: Row,
    pub(in crate::hair) inverse_pivot: Row,
    pub(in crate::hair) beside: Row,
}

impl EdgeLanes {
    pub(in crate::hair) fn set(&mut self, lane: usize, edge: &HairEdge) {
        for axis in 0..3 {
            self.groomed[axis][lane] = edge.groomed[axis];
            self.target[axis][lane] = edge.target[axis];
        }
        self.length[lane] = edge.length;
        self.inverse_length[lane] = if edge.length > 0.0 { 1.0 / edge.length } else { 0.0 };
        self.stiffness[lane] = edge.stiffness;
        self.carried[lane] = edge.damping - edge.tension;
        self.coupling[lane] = edge.stiffness + edge.damping;
        self.inverse_pivot[lane] = edge.inverse_pivot;
        self.beside[lane] = edge.beside;
    }
}
