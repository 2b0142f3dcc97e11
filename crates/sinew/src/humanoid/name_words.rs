//! Joint names split into words, so that `mixamorig:LeftUpLeg`, `left_up_leg` and `UpLeg.L` are equal.

use super::Side;

/// Longest name in bytes.
const MAX_LENGTH: usize = 96;

/// Words of a name in lower case, and its side.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct NameWords {
    pub(super) side: Option<Side>,
    /// Without the word of the side.
    pub(super) words: Vec<String>,
    /// Text before the last colon, bar or slash, in lower case: the prefix of a file or group.
    pub(super) namespace: String,
}

impl NameWords {
    /// Words of `name`; `None` for names without letters or digits, for very long names, for names with both
    /// sides, and for the pivot nodes that importers add.
    pub(super) fn of(name: &str) -> Option<Self> {
        if name.len() > MAX_LENGTH || name.contains("$AssimpFbx$") {
            return None;
        }
        let (namespace, local_name) = match name.rfind([':', '|', '/', '\\']) {
            Some(at) => (&name[..at], &name[at + 1..]),
            None => ("", name),
        };
        let folded = fold_width(local_name);
        let mut words = Vec::new();
        let mut sides = Vec::new();
        for word in split(&folded) {
            let word = word.to_lowercase();
            match side_of(&word) {
                Some((side, "")) => sides.push((side, word)),
                Some((side, rest)) => {
                    let rest = rest.to_owned();
                    sides.push((side, String::new()));
                    words.push(rest);
                }
                None => words.push(word),
            }
        }
        sides.dedup_by_key(|(side, _)| *side);
        let side = match sides.as_slice() {
            [] => None,
            [(side, _)] => Some(*side),
            // Both sides in one name are ambiguous.
            _ => return None,
        };
        let namespace = namespace.to_lowercase();
        (!words.is_empty()).then_some(Self { side, words, namespace })
    }

    /// Words without separators.
    pub(super) fn key(&self) -> String {
        self.words.concat()
    }
}

/// Side of a lower-case word, and the rest of the word.
fn side_of(word: &str) -> Option<(Side, &str)> {
    const WHOLE: &[(&str, Side)] =
        &[("l", Side::Left), ("r", Side::Right), ("lft", Side::Left), ("rgt", Side::Right)];
    const PART: &[(&str, Side)] =
        &[("left", Side::Left), ("right", Side::Right), ("左", Side::Left), ("右", Side::Right)];
    let whole = WHOLE.iter().find(|(w, _)| *w == word).map(|(_, side)| (*side, ""));
    whole.or_else(|| {
        let mut ends = PART.iter().filter_map(|(part, side)| {
            let rest = word.strip_prefix(part).or_else(|| word.strip_suffix(part))?;
            Some((*side, rest))
        });
        ends.next()
    })
}

/// Words of a name: runs of digits, and runs of letters, split before capitals that follow small letters.
pub fn split(name: &str) -> impl Iterator<Item = &str> {
    #[derive(Clone, Copy, PartialEq)]
    enum Kind {
        Small,
        Capital,
        Digit,
        Other,
        Gap,
    }
    let kind = |c: char| match c {
        _ if c.is_uppercase() => Kind::Capital,
        _ if c.is_lowercase() => Kind::Small,
        _ if c.is_ascii_digit() => Kind::Digit,
        _ if c.is_alphanumeric() || c == 'ー' => Kind::Other,
        _ => Kind::Gap,
    };
    let mut rest = name;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(|c| kind(c) == Kind::Gap);
        let mut chars = rest.char_indices().map(|(at, c)| (at, kind(c))).peekable();
        let (_, mut before) = chars.next()?;
        let mut end = rest.len();
        while let Some((at, now)) = chars.next() {
            let follows = chars.peek().map(|(_, kind)| *kind);
            let cut = match (before, now) {
                (a, b) if a == b && a != Kind::Capital => false,
                // `LArm` is `L` and `Arm`; `HTML` is one word.
                (Kind::Capital, Kind::Capital) => follows == Some(Kind::Small),
                (Kind::Capital, Kind::Small) => false,
                _ => true,
            };
            if cut {
                end = at;
                break;
            }
            before = now;
        }
        let (word, tail) = rest.split_at(end);
        rest = tail;
        Some(word)
    })
}

/// Full-width letters as ASCII, half-width katakana as full-width (Unicode, *Halfwidth and Fullwidth Forms*).
fn fold_width(name: &str) -> String {
    // Starts at U+FF66.
    const KATAKANA: &str = "ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン";
    let mut folded = String::with_capacity(name.len());
    for c in name.chars() {
        let plain = match c {
            '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0),
            '\u{ff66}'..='\u{ff9d}' => KATAKANA.chars().nth(c as usize - 0xff66),
            '\u{ff9e}' | '\u{ff9f}' => {
                // Voicing marks follow their letter; the voiced letters come next in Unicode.
                let by = c as u32 - 0xff9d;
                let voiced = folded.pop().map(|letter| char::from_u32(letter as u32 + by).unwrap_or(letter));
                voiced.or(Some(c))
            }
            other => Some(other),
        };
        folded.push(plain.unwrap_or(c));
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(name: &str) -> (Option<Side>, String) {
        NameWords::of(name).map(|w| (w.side, w.key())).unwrap_or_default()
    }

    #[test]
    fn spellings_of_one_bone_agree() {
        for name in [
            "LeftUpLeg",
            "mixamorig:LeftUpLeg",
            "left_up_leg",
            "UpLeg.L",
            "Up Leg_L",
            "upleg.left",
            "l-up-leg",
            "LUpLeg",
            "leftupleg",
            "Group|Rig:UpLegL",
            "Ｌｅｆｔ Ｕｐ Ｌｅｇ",
            "UP_LEG_L",
        ] {
            assert_eq!(parsed(name), (Some(Side::Left), "upleg".into()), "{name}");
        }
        assert_eq!(parsed("Bip01_R_Finger01"), (Some(Side::Right), "bip01finger01".into()));
        assert_eq!(parsed("rShldr"), (Some(Side::Right), "shldr".into()));
        assert_eq!(parsed("spine_01"), (None, "spine01".into()));
        assert_eq!(parsed("HTMLBone2"), (None, "htmlbone2".into()));
    }

    #[test]
    fn japanese_names_of_either_width() {
        assert_eq!(parsed("左人指１"), (Some(Side::Left), "人指1".into()));
        assert_eq!(parsed("ｾﾝﾀｰ"), (None, "センター".into()));
        assert_eq!(parsed("ｸﾞﾙｰﾌﾞ"), (None, "グルーブ".into()));
        assert_eq!(parsed("右ひじ"), (Some(Side::Right), "ひじ".into()));
        assert_eq!(parsed("上半身2"), (None, "上半身2".into()));
    }

    #[test]
    fn unusable_names_have_no_words() {
        for name in ["", "___", "L", "mixamorig:Hips_$AssimpFbx$_Rotation", "l_to_r_arm", &"Hips".repeat(99)]
        {
            assert_eq!(NameWords::of(name), None, "{name}");
        }
    }

    #[test]
    fn any_text_is_accepted() {
        for name in ["ﾞ", "ﾟﾟ", "\u{10ffff}\u{ff9e}", "İ", "ǅ", "ß1ß", "L\u{301}", "\0:\0"] {
            let _ = NameWords::of(name);
        }
    }
}
