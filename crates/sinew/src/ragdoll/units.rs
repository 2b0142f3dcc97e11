//! Unit of length of a file, guessed from the size of a body: files in centimetres or millimetres say nothing
//! about it.

/// Largest extent of a body, units, up to which its file counts as one in metres.
const MAX_METRES: f32 = 20.0;

/// Largest extent of a body whose file is in another unit, metres.
const MAX_SIZE: f32 = 6.0;

/// Greatest number of units that are a metre: masses grow with its third power.
pub(super) const MAX_UNITS: f32 = 1e4;

/// Number of units that are a metre, for a body of a largest extent in units: 1 up to 20 m, else 100
/// (centimetres) or the next larger power of ten that leaves a body of at most 6 m.
pub(super) fn likely_units_per_metre(size: f32) -> f32 {
    let mut units = 1.0;
    if size > MAX_METRES {
        units = 100.0;
        while size / units > MAX_SIZE && units < MAX_UNITS {
            units *= 10.0;
        }
    }
    units
}

/// A length in a unit in which it is readable.
pub(super) fn readable_length(metres: f32) -> String {
    let (number, unit) = match metres.abs() {
        0.0 => return "0 mm".into(),
        length if length >= 1.0 => (metres, "m"),
        length if length >= 0.1 => (metres * 100.0, "cm"),
        length if length >= 1e-4 => (metres * 1e3, "mm"),
        _ => return format!("{:.1e} mm", metres * 1e3),
    };
    // Two significant digits.
    let decimals = match number.abs() {
        number if number >= 10.0 => 0,
        number if number >= 1.0 => 1,
        _ => 2,
    };
    format!("{number:.decimals$} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_of_no_natural_size_are_in_other_units() {
        for (size, units) in
            [(0.05, 1.0), (1.7, 1.0), (19.0, 1.0), (154.7, 100.0), (580.0, 100.0), (1700.0, 1000.0)]
        {
            assert_eq!(likely_units_per_metre(size), units, "{size}");
        }
        assert!(
            likely_units_per_metre(f32::INFINITY) <= MAX_UNITS && likely_units_per_metre(f32::NAN) == 1.0
        );
    }

    #[test]
    fn lengths_are_readable() {
        let lengths = [0.0, 2.5, 0.155, 0.0123, 0.00042, 2e-6].map(readable_length);
        assert_eq!(lengths, ["0 mm", "2.5 m", "16 cm", "12 mm", "0.42 mm", "2.0e-3 mm"]);
    }
}
