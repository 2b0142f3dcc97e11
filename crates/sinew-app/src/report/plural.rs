/// So many of something, for sentences: "1 clip", "3 clips".
pub(crate) fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::count;

    #[test]
    fn one_is_no_plural() {
        assert_eq!([0, 1, 2].map(|n| count(n, "clip")), ["0 clips", "1 clip", "2 clips"]);
    }
}
