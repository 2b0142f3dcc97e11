//! Time lines of a clip: what was measured, and the faults in it.

use sinew_author::motion_check::{MotionFault, MotionFinding, MotionReport, MotionSeries};

/// Most time lines of a clip.
pub(super) const MAX_ROWS: usize = 8;

/// Time line.
pub(super) struct Row<'a> {
    pub(super) fault: MotionFault,
    /// Measured values; none for faults that are no values over time.
    pub(super) series: Option<&'a MotionSeries>,
    pub(super) findings: Vec<&'a MotionFinding>,
}

impl Row<'_> {
    /// Name of the joint that the line is of; empty for all.
    pub(super) fn joint(&self) -> &str {
        self.series.map_or("", |series| &series.joint_name)
    }

    fn severity(&self) -> f32 {
        let of = |finding: &&MotionFinding| finding.size / finding.bound.max(1e-3);
        self.findings.iter().map(of).fold(0.0, f32::max)
    }
}

/// Time lines with faults, in the order of the checks, and the number of those that are left out: the ones with the
/// smallest faults.
pub(super) fn rows(report: &MotionReport) -> (Vec<Row<'_>>, usize) {
    let mut rows: Vec<Row<'_>> = Vec::new();
    for finding in &report.findings {
        let is_of = |series: &&MotionSeries| {
            series.fault == finding.fault && (series.joint.is_none() || series.joint == finding.joint)
        };
        let series = report.series.iter().find(is_of);
        let joint = series.and_then(|series| series.joint);
        let same = |row: &&mut Row<'_>| {
            row.fault == finding.fault && row.series.and_then(|series| series.joint) == joint
        };
        match rows.iter_mut().find(same) {
            Some(row) => row.findings.push(finding),
            None => rows.push(Row { fault: finding.fault, series, findings: vec![finding] }),
        }
    }
    let left_out = rows.len().saturating_sub(MAX_ROWS);
    if left_out > 0 {
        let mut sizes: Vec<f32> = rows.iter().map(Row::severity).collect();
        sizes.sort_by(|a, b| b.total_cmp(a));
        let least = sizes[MAX_ROWS - 1];
        rows.retain(|row| row.severity() >= least);
        rows.truncate(MAX_ROWS);
    }
    (rows, left_out)
}

/// Largest value of a series in each of `columns` of equal durations from `start` to `end`; none in a column without
/// a value, as between keys that are far apart.
pub(super) fn peaks(series: &MotionSeries, (start, end): (f32, f32), columns: usize) -> Vec<Option<f32>> {
    let mut peaks: Vec<Option<f32>> = vec![None; columns];
    let scale = columns as f32 / (end - start).max(1e-6);
    let mut last: Option<(usize, f32)> = None;
    for (time, value) in series.times.iter().zip(&series.values) {
        let value = if value.is_finite() { value.max(0.0) } else { 0.0 };
        let column = (((time - start) * scale).max(0.0) as usize).min(columns.saturating_sub(1));
        // A line from the value before.
        if let Some((from, before)) = last {
            let step = (value - before) / column.saturating_sub(from).max(1) as f32;
            for (n, peak) in peaks.iter_mut().take(column).skip(from + 1).enumerate() {
                raise(peak, before + step * (n + 1) as f32);
            }
        }
        if let Some(peak) = peaks.get_mut(column) {
            raise(peak, value);
        }
        last = Some((column, value));
    }
    peaks
}

fn raise(peak: &mut Option<f32>, value: f32) {
    *peak = Some(peak.map_or(value, |peak| peak.max(value)));
}
