//! Patterns of clip names: choosing clips by name or number, and new names.

/// Pattern of names: `*` stands for any text, also none, `?` for one character; all else, letter case too, for
/// itself. A backslash before a character makes it stand for itself: `\*`, `\?`, `\\`, `\=`.
///
/// ```
/// use sinew_author::clip::NamePattern;
///
/// let walks = NamePattern::new("Armature|Walk*");
/// assert!(walks.matches("Armature|Walk_Left") && !walks.matches("Armature|walk"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamePattern {
    parts: Vec<Part>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Letter(char),
    AnyLetter,
    AnyText,
}

impl NamePattern {
    /// The pattern that a text writes.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let mut letters = text.chars();
        let mut parts = Vec::new();
        while let Some(letter) = letters.next() {
            let part = match letter {
                '*' => Part::AnyText,
                '?' => Part::AnyLetter,
                '\\' => Part::Letter(letters.next().unwrap_or('\\')),
                letter => Part::Letter(letter),
            };
            // Two stars match as one does.
            if part != Part::AnyText || parts.last() != Some(&part) {
                parts.push(part);
            }
        }
        Self { parts }
    }

    /// Whether the pattern stands for a name.
    #[must_use]
    pub fn matches(&self, name: &str) -> bool {
        self.captures(name).is_some()
    }

    /// Indices of the names that the pattern stands for, ascending.
    #[must_use]
    pub fn select<'a>(&self, names: impl IntoIterator<Item = &'a str>) -> Vec<usize> {
        let names = names.into_iter().enumerate();
        names.filter(|(_, name)| self.matches(name)).map(|(n, _)| n).collect()
    }

    /// Texts that the stars stand for in a name; `None` where the pattern does not match. Earlier stars take
    /// as much as they can: of `*|*`, the second takes the text behind the last bar.
    fn captures(&self, name: &str) -> Option<Vec<String>> {
        let letters: Vec<char> = name.chars().collect();
        let width = letters.len() + 1;
        // Whether the parts from `part` on match the letters from `at` on.
        let mut fits = vec![false; (self.parts.len() + 1) * width];
        let index = |part: usize, at: usize| part * width + at;
        fits[index(self.parts.len(), letters.len())] = true;
        for part in (0..self.parts.len()).rev() {
            for at in (0..=letters.len()).rev() {
                let next = at < letters.len();
                fits[index(part, at)] = match self.parts[part] {
                    Part::Letter(letter) => next && letters[at] == letter && fits[index(part + 1, at + 1)],
                    Part::AnyLetter => next && fits[index(part + 1, at + 1)],
                    Part::AnyText => fits[index(part + 1, at)] || next && fits[index(part, at + 1)],
                };
            }
        }
        if !fits[0] {
            return None;
        }
        let (mut at, mut texts) = (0, Vec::new());
        for (part, kind) in self.parts.iter().enumerate() {
            let end = match kind {
                Part::AnyText => {
                    let mut ends = (at..=letters.len()).rev().filter(|end| fits[index(part + 1, *end)]);
                    let end = ends.next().unwrap_or(at);
                    texts.push(letters[at..end].iter().collect());
                    end
                }
                Part::Letter(_) | Part::AnyLetter => at + 1,
            };
            at = end;
        }
        Some(texts)
    }
}

/// Indices of the clips that a choice stands for, of all names: that of a number where there is such a clip,
/// else all of that very name, else all that match the choice as a [`NamePattern`]. Empty where there is none.
///
/// ```
/// use sinew_author::clip::select_clips;
///
/// let names = ["idle", "walk", "walk_left"];
/// assert_eq!(select_clips("walk*", &names), [1, 2]);
/// assert_eq!(select_clips("0", &names), [0]);
/// ```
#[must_use]
pub fn select_clips<S: AsRef<str>>(choice: &str, names: &[S]) -> Vec<usize> {
    // Numbers go first, since names are not unique.
    if let Some(number) = choice.parse().ok().filter(|n: &usize| *n < names.len()) {
        return vec![number];
    }
    // Names may have stars themselves.
    let named: Vec<_> = (0..names.len()).filter(|n| names[*n].as_ref() == choice).collect();
    match named.is_empty() {
        true => NamePattern::new(choice).select(names.iter().map(AsRef::as_ref)),
        false => named,
    }
}

/// Change of names by a pattern, written `FROM=TO`: names that FROM stands for become TO, in which each `*`
/// is the text that a star of FROM stands for; the last star of TO has that of the last one of FROM, and so
/// on. A backslash makes `=`, `*`, `?` and itself plain letters.
///
/// | change | effect |
/// |---|---|
/// | `mixamo.com=walk` | one name |
/// | `Armature\|*=*` | without the prefix |
/// | `*\|*=*` | without any prefix up to the last bar |
/// | `*=hero_*` | with a prefix |
/// | `*=*_loop` | with a suffix |
/// | `walk_*=*_walk` | turned around |
///
/// ```
/// use sinew_author::clip::NameChange;
///
/// let change = NameChange::new("Armature|*=*")?;
/// assert_eq!(change.apply("Armature|Walk"), Some("Walk".to_owned()));
/// assert_eq!(change.apply("Walk"), None);
/// # Ok::<(), sinew_author::clip::NameChangeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameChange {
    from: NamePattern,
    to: Vec<Part>,
    /// Stars of `from` that `to` has none for.
    unused: usize,
}

/// Error of [`NameChange::new`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NameChangeError {
    /// No `=` between the two names.
    #[error("{0:?} has no \"=\"; expected FROM=TO, such as \"Armature|*=*\"")]
    NoEquals(String),
    /// More stars behind the `=` than before it.
    #[error("{text:?} has {to} \"*\" behind the \"=\" and {from} before it; expected no more behind it")]
    Stars {
        /// The change.
        text: String,
        /// Stars of the pattern.
        from: usize,
        /// Stars of the new name.
        to: usize,
    },
}

impl NameChange {
    /// The change that a text writes.
    ///
    /// # Errors
    /// When it has no `=`, or more stars behind the first one than before it.
    pub fn new(text: &str) -> Result<Self, NameChangeError> {
        let mut is_escaped = false;
        let equals = text.char_indices().find(|(_, letter)| {
            let is_plain = is_escaped;
            is_escaped = *letter == '\\' && !is_escaped;
            *letter == '=' && !is_plain
        });
        let (at, _) = equals.ok_or_else(|| NameChangeError::NoEquals(text.to_owned()))?;
        let from = NamePattern::new(&text[..at]);
        // A question mark in a new name is a letter.
        let letter = |part| if part == Part::AnyLetter { Part::Letter('?') } else { part };
        let to: Vec<Part> = NamePattern::new(&text[at + 1..]).parts.into_iter().map(letter).collect();
        let stars = |parts: &[Part]| parts.iter().filter(|part| **part == Part::AnyText).count();
        let (before, behind) = (stars(&from.parts), stars(&to));
        match before.checked_sub(behind) {
            Some(unused) => Ok(Self { from, to, unused }),
            None => Err(NameChangeError::Stars { text: text.to_owned(), from: before, to: behind }),
        }
    }

    /// The new name of a name; `None` for one that the pattern does not stand for.
    #[must_use]
    pub fn apply(&self, name: &str) -> Option<String> {
        let texts = self.from.captures(name)?;
        let mut texts = texts.into_iter().skip(self.unused);
        let part = |part: &Part| match part {
            Part::Letter(letter) => letter.to_string(),
            Part::AnyLetter | Part::AnyText => texts.next().unwrap_or_default(),
        };
        Some(self.to.iter().map(part).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use test_needs::cases;

    #[test]
    fn stars_and_question_marks_stand_for_text_and_letters() {
        for (pattern, name, expected) in [
            ("walk", "walk", true),
            ("walk", "Walk", false),
            ("walk", "walks", false),
            ("", "", true),
            ("", "a", false),
            ("*", "", true),
            ("*", "anything|at all", true),
            ("Armature|*", "Armature|Walk", true),
            ("Armature|*", "Armature", false),
            ("*walk*", "a_walk_left", true),
            ("w?lk", "wälk", true),
            ("w?lk", "wlk", false),
            ("*_?", "walk_L", true),
            ("**a**", "bab", true),
            (r"\*", "*", true),
            (r"\*", "a", false),
            (r"a\", r"a\", true),
            (r"a\?", "ab", false),
        ] {
            assert_eq!(NamePattern::new(pattern).matches(name), expected, "{pattern} {name}");
        }
    }

    #[test]
    fn numbers_go_before_names() {
        let names = ["2", "walk", "run"];
        assert_eq!(select_clips("2", &names), [2]);
        assert_eq!(select_clips("3", &names), [0; 0]);
        assert_eq!(select_clips("?", &names), [0]);
        assert_eq!(select_clips("*", &names), [0, 1, 2]);
        assert_eq!(select_clips("*n", &names), [2]);
        assert_eq!(select_clips("a*", &["ab", "a*", "ac"]), [1]);
    }

    #[test]
    fn names_change_by_their_patterns() {
        for (change, name, expected) in [
            ("mixamo.com=walk", "mixamo.com", Some("walk")),
            ("Armature|*=*", "Armature|Walk", Some("Walk")),
            ("*|*=*", "Rig|Armature|Walk", Some("Walk")),
            ("*|*=*_*", "Rig|Armature|Walk", Some("Rig|Armature_Walk")),
            ("*=hero_*", "walk", Some("hero_walk")),
            ("*=*_loop", "walk", Some("walk_loop")),
            ("walk_*=*_walk", "walk_left", Some("left_walk")),
            ("take=", "take", Some("")),
            ("take*=clip", "take 001", Some("clip")),
            ("*=what?", "x", Some("what?")),
            (r"a\=b=c", "a=b", Some("c")),
            ("a=b=c", "a", Some("b=c")),
            (r"*=\**", "x", Some("*x")),
            ("walk=run", "idle", None),
        ] {
            let found = NameChange::new(change).unwrap().apply(name);
            assert_eq!(found.as_deref(), expected, "{change} {name}");
        }
        assert_eq!(NameChange::new("walk"), Err(NameChangeError::NoEquals("walk".into())));
        let error = NameChange::new("walk=*").unwrap_err().to_string();
        assert_eq!(
            error,
            "\"walk=*\" has 1 \"*\" behind the \"=\" and 0 before it; expected no more behind it"
        );
    }

    /// The pattern made of a name by stars and question marks matches it, and names change back.
    #[test]
    fn random_names_match_the_patterns_made_of_them() {
        for mut random in cases(2000) {
            let letters: Vec<char> = (0..random.usize(0..12)).map(|_| random.char('a'..='c')).collect();
            let name: String = letters.iter().collect();
            let (mut pattern, mut at) = (String::new(), 0);
            while at < letters.len() {
                match random.u8(0..4) {
                    0 => pattern.push('?'),
                    1 => {
                        pattern.push('*');
                        at += random.usize(0..3);
                        continue;
                    }
                    _ => pattern.push(letters[at]),
                }
                at += 1;
            }
            if at > letters.len() {
                continue;
            }
            assert!(NamePattern::new(&pattern).matches(&name), "{pattern} {name}");
            // Each star stands for some text, so that the same letters come out.
            let same = NameChange::new(&format!("{pattern}=x{pattern}")).unwrap().apply(&name).unwrap();
            if !pattern.contains('?') {
                assert_eq!(same, format!("x{name}"), "{pattern}");
            }
        }
        // Many stars do not make it slow.
        let stars = "*a".repeat(200);
        assert!(!NamePattern::new(&stars).matches(&"a".repeat(199)));
    }
}
