//! Conversion of floats to JSON numbers.

use serde_json::{Number, Value};

/// JSON number with the fewest digits that parse to `x`; 0 for values that are not finite, which JSON does
/// not support.
pub(super) fn number(x: f32) -> Value {
    let short = x.to_string().parse::<f64>().ok().filter(|&short| short as f32 == x);
    Number::from_f64(short.unwrap_or(f64::from(x))).map_or(Value::from(0), Value::Number)
}

/// JSON array of numbers.
pub(super) fn numbers<const N: usize>(values: impl Into<[f32; N]>) -> Value {
    Value::Array(values.into().into_iter().map(number).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use test_needs::cases;

    #[test]
    fn numbers_are_short_and_exact() {
        assert_eq!(number(0.1).to_string(), "0.1");
        assert_eq!(number(f32::NAN).to_string(), "0");
        assert_eq!(numbers([1.0, -0.5]).to_string(), "[1.0,-0.5]");
        for mut random in cases(100_000) {
            let x = f32::from_bits(random.u32(..));
            if x.is_finite() {
                let back: f64 = serde_json::from_str(&number(x).to_string()).unwrap();
                assert_eq!(back as f32, x, "{x:e}");
            }
        }
    }
}
