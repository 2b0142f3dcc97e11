//! Findings and series of a check that runs.

use super::body::CheckedBody;
use super::frames::Frames;
use super::spans::Span;
use super::{
    MotionCheckSettings, MotionFault, MotionFinding, MotionFix, MotionReport, MotionSeries, MotionUnit,
};
use sinew::skeleton::JointId;

/// Fault with the stretch of frames in which it was measured.
pub(super) struct Fault {
    pub(super) fault: MotionFault,
    pub(super) joint: Option<JointId>,
    pub(super) joints: usize,
    pub(super) span: Span,
    pub(super) bound: f32,
    pub(super) unit: MotionUnit,
    pub(super) message: String,
    pub(super) fix: Option<MotionFix>,
}

/// Findings and series so far.
pub(super) struct Outcome<'a> {
    pub(super) body: &'a CheckedBody,
    pub(super) frames: &'a Frames,
    pub(super) report: MotionReport,
}

impl<'a> Outcome<'a> {
    pub(super) fn new(body: &'a CheckedBody, frames: &'a Frames) -> Self {
        let report = MotionReport {
            start: frames.times[0],
            end: frames.times[frames.len() - 1],
            frames: frames.len(),
            ..MotionReport::default()
        };
        Self { body, frames, report }
    }

    pub(super) fn add(&mut self, fault: Fault) {
        let Fault { fault, joint, joints, span, bound, unit, message, fix } = fault;
        let time = |frame: usize| self.frames.times[frame.min(self.frames.len() - 1)];
        let (start, end, worst) = (time(span.first), time(span.last), time(span.worst));
        let joint_name = joint.map_or(String::new(), |joint| self.body.name(joint).to_owned());
        let size = span.size;
        self.report.findings.push(MotionFinding {
            fault,
            joint,
            joint_name,
            joints,
            start,
            end,
            worst,
            size,
            bound,
            unit,
            message,
            fix,
        });
    }

    pub(super) fn add_series(
        &mut self,
        fault: MotionFault,
        joint: Option<JointId>,
        (unit, bound): (MotionUnit, f32),
        values: Vec<f32>,
    ) {
        let joint_name = joint.map_or(String::new(), |joint| self.body.name(joint).to_owned());
        let mut times = self.frames.times.clone();
        times.truncate(values.len());
        self.report.series.push(MotionSeries { fault, joint, joint_name, unit, bound, times, values });
    }

    /// The report, with the largest findings of each kind.
    pub(super) fn finish(self, settings: &MotionCheckSettings) -> MotionReport {
        let mut report = self.report;
        report.findings.sort_by(|a, b| a.fault.cmp(&b.fault).then(b.size.total_cmp(&a.size)));
        let (mut kept, mut count) = (Vec::new(), 0);
        for finding in report.findings {
            count = if kept.last().is_some_and(|last: &MotionFinding| last.fault == finding.fault) {
                count + 1
            } else {
                1
            };
            if count > settings.max_findings.max(1) { report.omitted += 1 } else { kept.push(finding) }
        }
        kept.sort_by(|a, b| a.fault.cmp(&b.fault).then(a.start.total_cmp(&b.start)));
        report.findings = kept;
        report
    }
}
