//! Drawing of the picture.

use super::layout::{
    AXIS, HEADING, LABELS, LEFT, LINE, MARGIN, NOTE, RIGHT, SUBTITLE, TITLE, TimeScale, WIDTH, block, head,
    line, width,
};
use super::rows::{Row, peaks, rows};
use crate::drawing::canvas::{Area, Canvas};
use crate::drawing::label::Labels;
use crate::report::plural::count;
use crate::verb::check::motion::CheckedClip;
use sinew::character::Pixels;
use sinew_author::motion_check::{MotionFault, MotionFinding};

/// Height of text, pixels.
const TEXT_SIZE: f32 = 13.0;
const INK: [u8; 3] = [30, 32, 38];
const FAINT: [u8; 3] = [112, 116, 126];
const PAPER: [u8; 3] = [247, 248, 250];
const GRID: [u8; 3] = [226, 228, 233];
const BOUND: [u8; 3] = [120, 124, 134];
/// Space between two labels of a time line, pixels.
const LABEL_GAP: u32 = 14;
/// Pixels of a dash of the line at the bound, and of the gap behind it.
const DASH: u32 = 6;
/// Least width of a mark, pixels.
const MIN_MARK: u32 = 3;
/// Height of a value at the bound, relative to the line, where no value is larger.
const BOUND_HEIGHT: f32 = 0.75;

/// Colour of a kind of fault, sRGB.
const fn colour(fault: MotionFault) -> [u8; 3] {
    match fault {
        MotionFault::FootSlide => [205, 92, 24],
        MotionFault::FloorPenetration => [140, 86, 50],
        MotionFault::Pop => [202, 38, 52],
        MotionFault::JointFlip => [160, 32, 120],
        MotionFault::Hyperextension => [196, 60, 150],
        MotionFault::LoopSeam => [24, 124, 160],
        MotionFault::RootJitter => [66, 84, 200],
        MotionFault::FrozenFrames => [20, 130, 120],
        MotionFault::DuplicatedFrames => [44, 140, 66],
        MotionFault::ScaleJump => [148, 120, 10],
        MotionFault::SideSwap => [110, 62, 190],
        _ => [58, 116, 214],
    }
}

/// Picture of the first `max` clips, with their number and that of all `checked` ones.
pub(super) fn draw(clips: &[CheckedClip], checked: usize, max: usize) -> Pixels {
    let shown = &clips[..max.min(clips.len())];
    let blocks: Vec<(Vec<Row<'_>>, usize)> = shown.iter().map(|clip| rows(&clip.report)).collect();
    let heights = blocks.iter().map(|(rows, left_out)| block(rows.len() as u32, *left_out > 0));
    let height = head() + heights.sum::<u32>();
    let mut canvas = Canvas::new([width(), height], Labels::new(TEXT_SIZE));
    draw_head(&mut canvas, clips, shown.len(), checked);
    let mut top = head();
    for (clip, (rows, left_out)) in shown.iter().zip(&blocks) {
        draw_block(&mut canvas, top, clip, rows, *left_out);
        top += block(rows.len() as u32, *left_out > 0);
    }
    canvas.pixels
}

fn draw_head(canvas: &mut Canvas, clips: &[CheckedClip], shown: usize, checked: usize) {
    let title = Area { left: MARGIN, top: MARGIN, width: LEFT + WIDTH + RIGHT, height: TITLE };
    let of = format!("{} of {} with faults of motion", clips.len(), count(checked, "clip"));
    let text =
        if clips.is_empty() { format!("No faults of motion in {}", count(checked, "clip")) } else { of };
    canvas.write_left(title, &text, INK);
    let line = Area { top: MARGIN + TITLE, height: SUBTITLE, ..title };
    let order = match shown == clips.len() {
        true => "Worst first".to_owned(),
        false => format!("The worst {shown} of {}, worst first; --picture-clips shows more", clips.len()),
    };
    let text =
        format!("{order}. Filled: measured values; dashed: the largest that is no fault; shaded: faults.");
    canvas.write_left(line, if clips.is_empty() { "" } else { &text }, FAINT);
}

/// Draws the time lines of a clip.
fn draw_block(canvas: &mut Canvas, top: u32, clip: &CheckedClip, rows: &[Row<'_>], left_out: usize) {
    let report = &clip.report;
    let scale = TimeScale { start: report.start, end: report.end };
    let heading = Area { left: MARGIN, top, width: LEFT + WIDTH + RIGHT, height: HEADING };
    canvas.fill(Area { height: 1, ..heading }, GRID);
    canvas.write_left(Area { width: LEFT + WIDTH - 220, ..heading }, &clip.title, INK);
    let findings = count(report.findings.len() + report.omitted, "fault");
    let facts = format!("{:.2} s, {findings}", report.end - report.start);
    canvas.write_right(
        Area { left: MARGIN + LEFT + WIDTH - 220, width: 220 + RIGHT, ..heading },
        &facts,
        FAINT,
    );
    let (marks, digits) = scale.marks();
    for (n, row) in rows.iter().enumerate() {
        let area = line(top, n as u32);
        canvas.fill(area, PAPER);
        for time in &marks {
            canvas.fill(Area { left: scale.column(*time), width: 1, ..area }, GRID);
        }
        draw_row(canvas, area, row, scale);
    }
    let axis = Area { height: AXIS, top: line(top, rows.len() as u32).top - LABELS, ..line(top, 0) };
    for time in &marks {
        let column = scale.column(*time);
        canvas.fill(Area { left: column, top: axis.top - 4, width: 1, height: 5 }, FAINT);
        let label = Area { left: column - 25, top: axis.top, width: 51, height: AXIS - 4 };
        canvas.write_inside(label, &format!("{time:.digits$}"), FAINT);
    }
    let unit = Area { left: axis.left + WIDTH + 14, width: RIGHT - 14, height: AXIS - 4, ..axis };
    canvas.write_left(unit, "seconds", FAINT);
    if left_out > 0 {
        let note = Area { top: axis.top + AXIS, height: NOTE, ..heading };
        let text = format!("{} with smaller faults left out", count(left_out, "more time line"));
        canvas.write_left(Area { left: axis.left, width: WIDTH, ..note }, &text, FAINT);
    }
}

fn draw_row(canvas: &mut Canvas, area: Area, row: &Row<'_>, scale: TimeScale) {
    let ink = colour(row.fault);
    let name = Area { left: MARGIN, top: area.top, width: LEFT - 12, height: LINE / 2 };
    canvas.write_right(name, row.fault.code(), ink);
    canvas.write_right(Area { top: area.top + LINE / 2, ..name }, row.joint(), FAINT);
    for finding in &row.findings {
        canvas.tint(mark(area, finding, scale), ink, 0.14);
    }
    if let Some(series) = row.series {
        let columns = peaks(series, (scale.start, scale.end), area.width as usize);
        let largest = columns.iter().flatten().copied().fold(0.0, f32::max);
        let top_value = largest.max(series.bound / BOUND_HEIGHT).max(1e-9);
        let height = |value: f32| ((value / top_value) * (area.height - 2) as f32).round() as u32;
        let mut before = 0;
        for (n, value) in columns.iter().enumerate() {
            let high = value.map_or(0, height);
            let column = Area { left: area.left + n as u32, width: 1, ..area };
            canvas.tint(Area { top: area.top + area.height - high, height: high, ..column }, ink, 0.3);
            // The curve itself, without gaps where it is steep.
            let (low, top) = (high.min(before), high.max(before));
            let curve = Area { top: area.top + area.height - top, height: (top - low).max(2), ..column };
            if top > 0 {
                canvas.fill(curve, ink);
            }
            before = high;
        }
        let bound = area.top + area.height - height(series.bound).max(1);
        for left in (area.left..area.left + area.width).step_by(2 * DASH as usize) {
            canvas.fill(Area { left, top: bound, width: DASH, height: 1 }, BOUND);
        }
        let values = Area { left: area.left + area.width + 14, width: RIGHT - 14, height: LINE / 2, ..area };
        canvas.write_left(values, &format!("max {}", series.unit.show(largest)), ink);
        let below = Area { top: area.top + LINE / 2, ..values };
        canvas.write_left(below, &format!("bound {}", series.unit.show(series.bound)), FAINT);
    } else if let Some(finding) = row.findings.first() {
        let values = Area { left: area.left + area.width + 14, width: RIGHT - 14, ..area };
        canvas.write_left(values, &finding.unit.show(finding.size), ink);
    }
    draw_labels(canvas, area, row, scale);
}

/// Part of a time line in which a fault is.
fn mark(area: Area, finding: &MotionFinding, scale: TimeScale) -> Area {
    let (left, right) = (scale.column(finding.start), scale.column(finding.end));
    let width = (right - left.min(right)).max(MIN_MARK);
    Area { left: left.min(area.left + area.width - MIN_MARK), width, ..area }
}

/// Names the faults above a time line, the largest first as far as there is room.
fn draw_labels(canvas: &mut Canvas, area: Area, row: &Row<'_>, scale: TimeScale) {
    let ink = colour(row.fault);
    let mut findings = row.findings.clone();
    findings.sort_by(|a, b| b.size.total_cmp(&a.size));
    let mut taken: Vec<(u32, u32)> = Vec::new();
    let end = area.left + area.width + RIGHT;
    for finding in findings {
        let mark = mark(area, finding, scale);
        canvas.fill(Area { top: area.top, height: 2, ..mark }, ink);
        let joint = match (finding.joint_name.as_str(), finding.joints) {
            ("", _) => String::new(),
            (name, 0 | 1) => format!(" {name}"),
            (name, joints) => format!(" {name} +{}", joints - 1),
        };
        let text = format!("{}{joint} {}", finding.code(), finding.unit.show(finding.size));
        let width = canvas.text_width(&text) + 2;
        let left = mark.left.min(end.saturating_sub(width));
        let is_free =
            taken.iter().all(|(from, to)| left >= to + LABEL_GAP || left + width + LABEL_GAP <= *from);
        if is_free {
            taken.push((left, left + width));
            canvas.write_left(Area { left, top: area.top - LABELS, width, height: LABELS }, &text, ink);
        }
    }
}
