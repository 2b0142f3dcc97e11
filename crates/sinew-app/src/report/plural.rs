/// Count with its noun in singular or plural: "1 clip", "3 clips".
pub(crate) fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::count;

    #[test]
    fn one_is_singular() {
        assert_eq!([0, 1, 2].map(|n| count(n, "clip")), ["0 clips", "1 clip", "2 clips"]);
    }
}
