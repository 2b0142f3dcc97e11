use clap::ValueEnum;

/// Scenes of `--scene` in which something happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SceneKind {
    /// Walk over stairs with foot IK
    Stairs,
    /// Walk over a slope, 20 degrees up and down, with foot IK
    Slope,
    /// Open a door by its lever and walk through
    Door,
    /// Run, aim and jump with both hands on a rifle
    Rifle,
    /// Aim a rifle at a moving target
    Aim,
    /// Climb a ladder up and down
    Ladder,
}

impl SceneKind {
    /// Value of `--scene`.
    pub(crate) fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// True for scenes that apply root motion.
    pub(crate) fn travels(self) -> bool {
        matches!(self, Self::Stairs | Self::Slope | Self::Door)
    }

    /// True for scenes without goals of their own, where the user's rig may take the place of the default
    /// one.
    pub(crate) fn takes_custom_rig(self) -> bool {
        matches!(self, Self::Stairs | Self::Slope)
    }

    /// True for scenes in which hands grip something.
    pub(crate) fn uses_hands(self) -> bool {
        matches!(self, Self::Door | Self::Rifle | Self::Aim | Self::Ladder)
    }

    /// Words that the names of the scene's clips contain; the clip to begin with comes first.
    fn clip_words(self) -> &'static [&'static str] {
        match self {
            Self::Rifle => &["run", "idle", "jump"],
            Self::Aim | Self::Ladder => &["idle"],
            Self::Stairs | Self::Slope | Self::Door => &["walk"],
        }
    }

    /// Index of the clip to begin with among clips of these names; none where no name matches. Where a scene
    /// is walked through, a run replaces a missing walk.
    pub(crate) fn choose<'a>(self, clips: impl Iterator<Item = &'a str> + Clone) -> Option<usize> {
        let words = [self.clip_words()[0], "run", "jog"];
        let words = &words[..if self.travels() { 3 } else { 1 }];
        words.iter().find_map(|word| first_containing(word, clips.clone()))
    }

    /// True when a clip of this name is the one that the scene begins with.
    pub(crate) fn begins_with(self, name: &str) -> bool {
        first_containing(self.clip_words()[0], std::iter::once(name)).is_some()
    }

    /// Words of the scene's clips that none of these names contains.
    pub(crate) fn missing_clips<'a>(self, names: impl Iterator<Item = &'a str> + Clone) -> Vec<&'static str> {
        let walks = self.travels() && self.choose(names.clone()).is_some();
        let is_missing = |word: &&str| !walks && first_containing(word, names.clone()).is_none();
        self.clip_words().iter().copied().filter(is_missing).collect()
    }

    /// [`Self::missing_clips`] where the user chose the clip to begin with.
    pub(crate) fn missing_later_clips<'a>(
        self,
        names: impl Iterator<Item = &'a str> + Clone,
    ) -> Vec<&'static str> {
        let later = self.clip_words()[1..].iter().copied();
        later.filter(|word| first_containing(word, names.clone()).is_none()).collect()
    }
}

/// Index of the first name that contains `word`, in any case.
fn first_containing<'a>(word: &str, mut names: impl Iterator<Item = &'a str>) -> Option<usize> {
    names.position(|name| name.to_lowercase().contains(word))
}

#[cfg(test)]
mod tests {
    use super::SceneKind;

    #[test]
    fn a_chosen_clip_is_followed_by_the_others() {
        let missing = |scene: SceneKind, names: &[&str]| scene.missing_later_clips(names.iter().copied());
        assert_eq!(missing(SceneKind::Rifle, &["walk"]), ["idle", "jump"]);
        assert_eq!(missing(SceneKind::Rifle, &["walk", "Idle_1"]), ["jump"]);
        for scene in [SceneKind::Aim, SceneKind::Ladder, SceneKind::Stairs, SceneKind::Door] {
            assert_eq!(missing(scene, &["crawl"]), [""; 0]);
        }
    }

    #[test]
    fn clips_match_by_a_part_of_their_names() {
        let missing = |scene: SceneKind, names: &[&str]| scene.missing_clips(names.iter().copied());
        assert_eq!(missing(SceneKind::Door, &["idle", "Running_A"]), [""; 0]);
        assert_eq!(missing(SceneKind::Door, &["idle"]), ["walk"]);
        assert_eq!(missing(SceneKind::Rifle, &["Jump_Start", "walk"]), ["run", "idle"]);
        assert_eq!(SceneKind::Slope.choose(["Running", "Walking"].into_iter()), Some(1));
    }
}
