use super::{MotionFault, MotionUnit};
use sinew::skeleton::JointId;

/// Values of one check over time, with the bound above which they are a fault.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct MotionSeries {
    /// Kind of fault that the values tell of.
    pub fault: MotionFault,
    /// Joint that was measured; none for the largest value of all joints.
    pub joint: Option<JointId>,
    /// Name of the joint; empty without one.
    pub joint_name: String,
    /// Unit of values and bound.
    pub unit: MotionUnit,
    /// Largest value that is no fault.
    pub bound: f32,
    /// Times, file seconds, ascending.
    pub times: Vec<f32>,
    /// Value at each time.
    pub values: Vec<f32>,
}
