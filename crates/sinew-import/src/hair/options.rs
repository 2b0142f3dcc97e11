use super::HairAxes;

/// Unit and axes of hair files, which state neither: settings of [`import_hair`](crate::import_hair) and of
/// the exporters [`export_hair`](crate::export_hair) and [`export_tfx`](crate::export_tfx).
///
/// ```
/// use sinew_import::{HairAxes, HairFileOptions};
/// let options = HairFileOptions::default().with_metres_per_unit(0.01).with_axes(HairAxes::YUpZForward);
/// assert_eq!(options.metres_per_unit, Some(0.01));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct HairFileOptions {
    /// Metres per unit of length, from 0.000001 to 1,000,000. `None` stands for the unit that is common in
    /// the format: tenths of an inch (0.00254) in .hair files, centimetres (0.01) in .tfx files. Files of
    /// characters are read with [`ImportOptions::metres_per_unit`](crate::ImportOptions::metres_per_unit) set
    /// to it.
    pub metres_per_unit: Option<f32>,
    /// Axes of .hair and .tfx files. `None` stands for those common in the format: [`HairAxes::ZUpXForward`]
    /// in .hair files, [`HairAxes::YUpZForward`] in .tfx files.
    pub axes: Option<HairAxes>,
}

impl HairFileOptions {
    /// Smallest number of metres per unit.
    pub const MIN_METRES_PER_UNIT: f32 = 1e-6;
    /// Largest number of metres per unit.
    pub const MAX_METRES_PER_UNIT: f32 = 1e6;

    /// Sets [`metres_per_unit`](Self::metres_per_unit); `None` for that of the format.
    #[must_use]
    pub fn with_metres_per_unit(self, metres: impl Into<Option<f32>>) -> Self {
        Self { metres_per_unit: metres.into(), ..self }
    }

    /// Sets [`axes`](Self::axes); `None` for those of the format.
    #[must_use]
    pub fn with_axes(self, axes: impl Into<Option<HairAxes>>) -> Self {
        Self { axes: axes.into(), ..self }
    }

    /// The unit of a file, given that of its format; `Err` with a unit that is out of range.
    pub(super) fn unit(&self, of_format: f32) -> Result<f32, f32> {
        let metres = self.metres_per_unit.unwrap_or(of_format);
        let range = Self::MIN_METRES_PER_UNIT..=Self::MAX_METRES_PER_UNIT;
        if range.contains(&metres) { Ok(metres) } else { Err(metres) }
    }
}
