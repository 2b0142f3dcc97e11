use crate::budget::Budget;
use crate::{ImportError, Report};
use sinew::glam::Vec3;
use sinew_author::hair::{HairCurves, HairCurvesError};

/// Usable curves of a file, and the number of those that are not.
pub(super) struct Gather {
    points: Vec<Vec3>,
    counts: Vec<u32>,
    /// Index of the first point in the file, for each curve.
    pub(super) starts: Vec<u32>,
    faults: [Fault; 3],
}

/// Curves with the same fault: their number, and the first one.
#[derive(Default)]
struct Fault {
    count: usize,
    /// Byte offset of its first point, and the fault.
    first: Option<(usize, HairCurvesError)>,
}

impl Gather {
    /// Room for `curves` curves with `points` points.
    pub(super) fn new(curves: usize, points: usize, budget: &mut Budget) -> Result<Self, ImportError> {
        budget.take(curves, 2 * size_of::<u32>(), "file")?;
        budget.take(points, size_of::<Vec3>(), "file")?;
        Ok(Self {
            points: Vec::with_capacity(points),
            counts: Vec::with_capacity(curves),
            starts: Vec::with_capacity(curves),
            faults: Default::default(),
        })
    }

    /// Adds curve number `curve` of the file, whose first point is number `start`. `byte` is the offset of
    /// that point.
    pub(super) fn add(
        &mut self,
        curve: usize,
        (start, byte): (usize, usize),
        points: impl Iterator<Item = Vec3>,
    ) {
        let first = self.points.len();
        self.points.extend(points);
        let curve_points = self.points.get(first..).unwrap_or_default();
        let Err(error) = HairCurves::check(curve, curve_points) else {
            self.counts.push(curve_points.len() as u32);
            self.starts.push(start as u32);
            return;
        };
        self.points.truncate(first);
        let kind = match error {
            HairCurvesError::PointCount { .. } => 0,
            HairCurvesError::NoLength { .. } => 1,
            _ => 2,
        };
        let Some(fault) = self.faults.get_mut(kind) else { return };
        fault.count += 1;
        fault.first.get_or_insert((byte, error));
    }

    /// Reports the curves that are left out, and makes curves of the others.
    pub(super) fn curves(&mut self, report: &mut Report) -> Result<HairCurves, ImportError> {
        let total = self.counts.len() + self.faults.iter().map(|fault| fault.count).sum::<usize>();
        let mut first_fault = None;
        for fault in &mut self.faults {
            let Some((byte, error)) = fault.first.take() else { continue };
            let message = match fault.count {
                1 => format!("{error}; the curve is left out"),
                count => format!("{error}; {count} of {total} curves are left out for such a reason"),
            };
            let location = format!("byte {byte}");
            first_fault.get_or_insert_with(|| (location.clone(), error.to_string()));
            report.error("hair-curve", location, message);
        }
        if self.counts.is_empty() {
            let (location, why) = first_fault.unwrap_or(("byte 4".into(), "the file has none".into()));
            return Err(ImportError::new("hair", location, format!("no usable curve of {total}: {why}")));
        }
        let points = std::mem::take(&mut self.points);
        HairCurves::new(points, &self.counts)
            .map_err(|error| ImportError::new("hair", "file", error.to_string()))
    }

    /// Index in the file of each point of the usable curves.
    pub(super) fn file_points(&self) -> impl Iterator<Item = usize> {
        let curves = self.starts.iter().zip(&self.counts);
        curves.flat_map(|(start, count)| *start as usize..(start + count) as usize)
    }
}
