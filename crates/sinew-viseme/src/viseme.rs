//! The 15 mouth shapes of speech in the set that Oculus Lip Sync made common (Meta, *Viseme Reference*): the
//! visemes of MPEG-4 (ISO/IEC 14496-2, table of visemes) with silence.

use std::fmt;

macro_rules! visemes {
    ($($(#[$doc:meta])* $variant:ident $name:literal $weights:expr,)*) => {
        /// A viseme: a mouth shape of speech. The set is closed.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum Viseme {
            $($(#[$doc])* $variant,)*
        }

        impl Viseme {
            /// All visemes in the order of the set, silence first.
            pub const ALL: [Self; Self::COUNT] = [$(Self::$variant,)*];

            const NAMES: [&'static str; Self::COUNT] = [$($name,)*];

            const VRM: [[f32; 5]; Self::COUNT] = [$($weights,)*];
        }
    };
}

// Variant, name, weights of VRM's aa, ih, ou, ee, oh. Those of consonants are the vowel shapes that lie
// nearest to them: VRM has no others.
visemes! {
    /// Silence: the mouth at rest.
    Sil "sil" [0.0, 0.0, 0.0, 0.0, 0.0],
    /// Closed lips: p, b, m.
    PP "PP" [0.0, 0.0, 0.0, 0.0, 0.0],
    /// Lower lip on the upper teeth: f, v.
    FF "FF" [0.0, 0.12, 0.0, 0.0, 0.0],
    /// Tongue between the teeth: th in "thin" and "then".
    TH "TH" [0.1, 0.2, 0.0, 0.0, 0.0],
    /// Tongue behind the teeth: t, d.
    DD "DD" [0.05, 0.3, 0.0, 0.0, 0.0],
    /// Back of the tongue raised: k, g, ng.
    KK "kk" [0.2, 0.25, 0.0, 0.0, 0.0],
    /// Rounded teeth: ch, j, sh, zh.
    CH "CH" [0.0, 0.15, 0.35, 0.0, 0.0],
    /// Teeth together: s, z.
    SS "SS" [0.0, 0.35, 0.0, 0.0, 0.0],
    /// Tongue behind the teeth, sounding: n, l.
    NN "nn" [0.1, 0.3, 0.0, 0.0, 0.0],
    /// English r.
    RR "RR" [0.05, 0.0, 0.35, 0.0, 0.1],
    /// Open vowel: a in "father".
    Aa "aa" [1.0, 0.0, 0.0, 0.0, 0.0],
    /// Half-open front vowel: e in "bed".
    E "E" [0.0, 0.0, 0.0, 1.0, 0.0],
    /// Close front vowel: i in "tip".
    Ih "ih" [0.0, 1.0, 0.0, 0.0, 0.0],
    /// Half-open rounded vowel: o in "toe".
    Oh "oh" [0.0, 0.0, 0.0, 0.0, 1.0],
    /// Close rounded vowel: oo in "book".
    Ou "ou" [0.0, 0.0, 1.0, 0.0, 0.0],
}

impl Viseme {
    /// Number of visemes.
    pub const COUNT: usize = 15;

    /// Names of VRM's mouth expressions, in the order of [`vrm_weights`](Self::vrm_weights).
    pub const VRM_NAMES: [&'static str; 5] = ["aa", "ih", "ou", "ee", "oh"];

    /// Place in [`ALL`](Self::ALL), 0 to 14.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Name of the set: `sil`, `PP`, `FF`, `TH`, `DD`, `kk`, `CH`, `SS`, `nn`, `RR`, `aa`, `E`, `ih`, `oh`,
    /// `ou`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// Viseme of a name, as models and programs write it: any case, with or without `viseme_` before it, `I`,
    /// `O` and `U` for `ih`, `oh` and `ou`. None for other names.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        const PREFIX: &str = "viseme_";
        let name = match name.get(..PREFIX.len()) {
            Some(start) if start.eq_ignore_ascii_case(PREFIX) => &name[PREFIX.len()..],
            _ => name,
        };
        let alias = [("I", Self::Ih), ("O", Self::Oh), ("U", Self::Ou)];
        let named = Self::ALL.iter().map(|viseme| (viseme.name(), *viseme));
        named.chain(alias).find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, viseme)| viseme)
    }

    /// Weights of VRM's five mouth expressions `aa`, `ih`, `ou`, `ee`, `oh`, each 0 to 1, that come nearest
    /// to this shape. Closed lips and silence are all zeros.
    #[must_use]
    pub const fn vrm_weights(self) -> [f32; 5] {
        Self::VRM[self as usize]
    }
}

impl fmt::Display for Viseme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::Viseme;

    #[test]
    fn names_lead_back_to_their_visemes() {
        for (index, viseme) in Viseme::ALL.into_iter().enumerate() {
            assert_eq!(viseme.index(), index);
            assert_eq!(Viseme::from_name(viseme.name()), Some(viseme));
            assert_eq!(Viseme::from_name(&format!("viseme_{viseme}")), Some(viseme));
        }
    }

    #[test]
    fn aliases_are_understood() {
        assert_eq!(Viseme::from_name("viseme_I"), Some(Viseme::Ih));
        assert_eq!(Viseme::from_name("O"), Some(Viseme::Oh));
        assert_eq!(Viseme::from_name("Viseme_u"), Some(Viseme::Ou));
        assert_eq!(Viseme::from_name("viseme_"), None);
        assert_eq!(Viseme::from_name("vısëme_aa"), None);
    }

    #[test]
    fn weights_of_vowels_are_those_of_their_expression() {
        let vowels = [Viseme::Aa, Viseme::Ih, Viseme::Ou, Viseme::E, Viseme::Oh];
        for (index, viseme) in vowels.into_iter().enumerate() {
            let mut expected = [0.0; 5];
            expected[index] = 1.0;
            assert_eq!(viseme.vrm_weights(), expected);
        }
        assert!(Viseme::ALL.iter().all(|v| v.vrm_weights().iter().sum::<f32>() <= 1.0));
    }
}
