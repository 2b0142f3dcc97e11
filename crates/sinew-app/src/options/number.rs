//! Parsers of numeric option values.

use sinew::glam::Vec3;

/// Vector `X,Y,Z` of finite numbers.
pub(crate) fn vector(text: &str) -> Option<Vec3> {
    let numbers: Option<Vec<f32>> = text.split(',').map(|number| number.trim().parse().ok()).collect();
    let vector = <[f32; 3]>::try_from(numbers?).ok().map(Vec3::from_array);
    vector.filter(|vector| vector.is_finite())
}

/// Length in millimetres, above 0. Returns metres.
pub(crate) fn millimetres(text: &str) -> Result<f32, String> {
    let metres = text.parse().ok().map(|mm: f32| mm * 1e-3);
    metres
        .filter(|m| m.is_finite() && *m > 0.0)
        .ok_or_else(|| "expected a number of millimetres, more than 0".into())
}

/// Playback time in seconds behind an `@`, 0 or more.
pub(crate) fn second_of_play(text: &str) -> Result<f64, String> {
    let from_0 = seconds(text).ok().filter(|at| *at >= 0.0);
    from_0.ok_or_else(|| format!("expected a time in seconds behind the @, 0 or more; got {text:?}"))
}

/// Duration of an output in seconds, above 0 and at most an hour.
pub(crate) fn duration(text: &str) -> Result<f64, String> {
    seconds(text)
        .ok()
        .filter(|s| *s > 0.0 && *s <= 3600.0)
        .ok_or_else(|| "expected seconds, more than 0 and at most 3600".into())
}

/// Seed of random numbers: a whole number, 0 or more.
pub(crate) fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("expected a whole number from 0 to {}", u64::MAX))
}

/// Frame rate in frames per second, 0.1 to 240.
pub(crate) fn frame_rate(text: &str) -> Result<f64, String> {
    let rate = text.parse().ok().filter(|fps: &f64| (0.1..=240.0).contains(fps));
    rate.ok_or_else(|| "expected frames per second, 0.1 to 240".into())
}

/// Factor of speed, above 0.
pub(crate) fn speed(text: &str) -> Result<f64, String> {
    let factor = text.parse().ok().filter(|factor: &f64| factor.is_finite() && *factor > 0.0);
    factor.ok_or_else(|| "expected a factor more than 0, such as 1.5".into())
}

/// Width and height in pixels, each 1 to 8192.
pub(crate) fn size(text: &str) -> Result<[u32; 2], String> {
    let side = |text: &str| text.parse().ok().filter(|side| (1..=8192).contains(side));
    let sides = text.split_once(['x', 'X', '×']).and_then(|(w, h)| Some([side(w)?, side(h)?]));
    sides.ok_or_else(|| "expected WIDTHxHEIGHT such as 1280x720, at most 8192".into())
}

/// Finite number of seconds.
pub(crate) fn seconds(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|s: &f64| s.is_finite()).ok_or_else(|| "expected a number of seconds".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_finite() {
        assert!(seconds("nan").is_err() && seconds("1e999").is_err() && seconds("-0.5").is_ok());
        assert!(duration("0").is_err() && second_of_play("-1").is_err());
        assert!(seed("7") == Ok(7) && seed("-1").is_err() && seed("1.5").is_err());
    }
}
