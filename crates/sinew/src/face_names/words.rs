//! Splitting of shape names into words, without the prefixes and numbers that tools add.

use super::normalized::{bare_name, normalized};

/// A spelling of a name without what may stand in front of it, and that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spelling {
    /// The words in front, normalized; empty without.
    pub(crate) prefix: String,
    /// The normalized name behind them.
    pub(crate) base_name: String,
    /// Whether the words in front are about a mouth, a face or shapes in general, so that short names behind
    /// them are what they say.
    pub(crate) is_about_faces: bool,
    /// Whether an L or R at the end is taken for a letter, not for a side.
    pub(crate) is_letter: bool,
}

/// Words that stand in front of names of mouth shapes.
const FACE_WORDS: [&str; 26] = [
    "blend",
    "blends",
    "blendshape",
    "bs",
    "exp",
    "expression",
    "face",
    "facial",
    "fcl",
    "head",
    "key",
    "kuchi",
    "lip",
    "lips",
    "m",
    "morph",
    "mouth",
    "mth",
    "phoneme",
    "ph",
    "shape",
    "speech",
    "talk",
    "v",
    "viseme",
    "vis",
];

/// Spellings of a name: the whole, then ever fewer of its words, without a number behind. An L or R at the
/// end is a side first, then the letter, which is a phone: `mouth_L`.
pub(crate) fn spellings(name: &str) -> Vec<Spelling> {
    let (base_name, prefix) = (normalized(name), String::new());
    let mut all = vec![Spelling { prefix, base_name, is_about_faces: true, is_letter: false }];
    let mut words = words(bare_name(name));
    while words.len() > 1 && is_number(words.last().map_or("", String::as_str)) {
        words.pop();
    }
    // A node's name before the dot of `Mouth.L` is no word in front, as in `Mouth.AI`.
    let is_behind_dot = bare_name(name).contains('.');
    let mut add = |words: &[String], is_letter: bool| {
        for first in 0..words.len() {
            let (front, back) = words.split_at(first);
            let is_about_faces =
                front.iter().all(|word| is_number(word) || FACE_WORDS.contains(&word.as_str()));
            let prefix = if is_letter && is_behind_dot { String::new() } else { front.concat() };
            let spelling = Spelling { prefix, base_name: back.concat(), is_about_faces, is_letter };
            if all.iter().all(|known| known.base_name != spelling.base_name) {
                all.push(spelling);
            }
        }
    };
    let side = words.last().filter(|_| words.len() > 1).and_then(|word| match word.as_str() {
        "l" => Some("left"),
        "r" => Some("right"),
        _ => None,
    });
    if let Some(side) = side {
        let mut sided = words.clone();
        sided.pop();
        sided.push(side.into());
        add(&sided, false);
    }
    add(&words, side.is_some());
    all
}

/// Name with the other one of L and R at its end; `None` for names that end otherwise.
pub(crate) fn other_side(name: &str) -> Option<String> {
    let other = match name.chars().last()? {
        'L' => 'R',
        'R' => 'L',
        'l' => 'r',
        'r' => 'l',
        _ => return None,
    };
    Some(format!("{}{other}", &name[..name.len() - 1]))
}

fn is_number(word: &str) -> bool {
    word.chars().all(|c| c.is_ascii_digit())
}

/// Words in lower case: between separators, between letters and digits, and from each capital on that follows
/// a small letter or is followed by one.
fn words(name: &str) -> Vec<String> {
    let letters: Vec<char> = name.chars().collect();
    let mut words = vec![String::new()];
    for (n, c) in letters.iter().enumerate() {
        let before = n.checked_sub(1).map(|n| letters[n]);
        let begins = before.is_some_and(|before| {
            let next_is_small = letters.get(n + 1).is_some_and(|next| next.is_lowercase());
            before.is_ascii_digit() != c.is_ascii_digit()
                || c.is_uppercase() && (before.is_lowercase() || before.is_uppercase() && next_is_small)
        });
        if !c.is_alphanumeric() || begins {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| c.is_alphanumeric()) {
            word.extend(c.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_words() {
        for (name, expected) in [
            ("LipsUpperUp", "lips upper up"),
            ("MTH_A", "mth a"),
            ("MTHOpen", "mth open"),
            ("mouthOpen_01", "mouth open 01"),
            ("eCTRLvAA", "e ctr lv aa"),
            ("あ", "あ"),
        ] {
            assert_eq!(words(name).join(" "), expected, "{name}");
        }
    }

    #[test]
    fn spellings_lose_what_is_around_them() {
        let has = |name: &str, base_name: &str| {
            spellings(name).iter().any(|spelling| spelling.base_name == base_name)
        };
        for (name, base_name) in [
            ("CC_Base_Body_jawOpen", "jawopen"),
            ("Face.M_F00_000_00_Fcl_MTH_A", "fclmtha"),
            ("JawOpen_01", "jawopen"),
            ("jawOpen.001", "jawopen"),
            ("Head_EyeBlink_L", "eyeblinkleft"),
            ("MOUTH-OPEN", "mouthopen"),
        ] {
            assert!(has(name, base_name), "{name}: {:?}", spellings(name));
        }
        for (name, base_name) in [("openHand", "open"), ("HeadTurn", "head"), ("jawOpenHand", "jawopen")] {
            assert!(!has(name, base_name), "{name}");
        }
        let letter = |name: &str, letter: &str| {
            let found = spellings(name).into_iter().find(|spelling| spelling.base_name == letter);
            let spelling = found.unwrap_or_else(|| panic!("{name}"));
            spelling.is_about_faces.then_some(spelling.prefix)
        };
        for (name, base_name, prefix) in [
            ("mouth_L", "l", "mouth"),
            ("lip_R", "r", "lip"),
            ("MouthL", "l", "mouth"),
            ("Mouth.L", "l", ""),
            ("L", "l", ""),
        ] {
            assert_eq!(letter(name, base_name).as_deref(), Some(prefix), "{name}");
        }
        for (name, base_name) in [("EYE_JOY_R", "r"), ("Skirt_L", "l"), ("Skirt.L", "l")] {
            assert_eq!(letter(name, base_name), None, "{name}");
        }
        assert!(has("mouthSmile_L", "mouthsmileleft") && has("head__eCTRLvL", "ectrlvl"));
        assert!(
            spellings("Body_A").iter().any(|spelling| spelling.base_name == "a" && !spelling.is_about_faces)
        );
        assert!(
            spellings("Mouth_A").iter().any(|spelling| spelling.base_name == "a" && spelling.is_about_faces)
        );
    }
}
