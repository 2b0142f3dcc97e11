use super::{MotionFault, MotionFinding, MotionSeries};

/// Result of the check of one clip.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct MotionReport {
    /// Faults, ordered by kind and start.
    pub findings: Vec<MotionFinding>,
    /// Faults beyond [`max_findings`](super::MotionCheckSettings::max_findings) of a kind, which are the smaller
    /// ones.
    pub omitted: usize,
    /// Measured values over time, for each check that ran.
    pub series: Vec<MotionSeries>,
    /// First time that was checked, file seconds.
    pub start: f32,
    /// Last time that was checked, file seconds.
    pub end: f32,
    /// Frames that were checked.
    pub frames: usize,
}

impl MotionReport {
    /// Findings of one kind.
    pub fn of(&self, fault: MotionFault) -> impl Iterator<Item = &MotionFinding> {
        self.findings.iter().filter(move |finding| finding.fault == fault)
    }

    /// Largest size among the findings of a kind; 0 without one.
    #[must_use]
    pub fn worst(&self, fault: MotionFault) -> f32 {
        self.of(fault).map(|finding| finding.size).fold(0.0, f32::max)
    }
}
