/// The last of `items` whose value is within `tolerance` of the largest, so that rounding does not choose
/// between equal ones.
pub(crate) fn last_largest<T: Copy>(
    items: impl Iterator<Item = T> + Clone,
    value: impl Fn(T) -> f32,
    tolerance: f32,
) -> Option<T> {
    let largest = items.clone().map(&value).reduce(f32::max)?;
    items.filter(|&item| value(item) >= largest - tolerance).last()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_does_not_choose() {
        let of = |values: [f32; 3]| last_largest(0..3, |n: usize| values[n], 1e-3);
        assert_eq!(of([1.0 + 1e-5, 1.0, 0.5]), Some(1));
        assert_eq!(of([1.01, 1.0, 0.5]), Some(0));
        assert_eq!(last_largest(std::iter::empty::<usize>(), |_| 0.0, 1.0), None);
    }
}
