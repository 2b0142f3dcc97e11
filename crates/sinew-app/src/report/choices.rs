use sinew::humanoid::HumanBone;
use sinew::text::did_you_mean;
use sinew::{Character, Skeleton};

/// List of choices for error messages: "there are …". Long lists are shortened.
pub(crate) fn list_choices(names: impl IntoIterator<Item = String>) -> String {
    let names: Vec<String> = names.into_iter().collect();
    if names.is_empty() { "there are none".to_owned() } else { format!("there are {}", shorten_list(names)) }
}

/// Comma-separated names. From more than 16 names the first 12 and the number of the others are shown.
pub(crate) fn shorten_list(mut names: Vec<String>) -> String {
    const MAX_NAMES: usize = 16;
    const SHOWN: usize = 12;
    if names.len() <= MAX_NAMES {
        return names.join(", ");
    }
    let more = names.len().saturating_sub(SHOWN);
    names.truncate(SHOWN);
    format!("{} and {more} more", names.join(", "))
}

/// Suggestion for an unknown name: similar names, and the list of choices.
pub(crate) fn suggest<'a>(wrong: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    did_you_mean(wrong, names.iter().copied()) + &list_choices(names.iter().map(|name| format!("{name:?}")))
}

/// [`suggest`] for joints.
pub(crate) fn suggest_joint(wrong: &str, skeleton: &Skeleton) -> String {
    suggest(wrong, skeleton.joints().map(|joint| skeleton.name(joint)))
}

/// Error message for an unknown joint or human bone.
pub(crate) fn unknown_joint(wrong: &str, character: &Character) -> String {
    let skeleton = character.skeleton();
    match (HumanBone::from_name(wrong), character.humanoid()) {
        (Some(bone), Some(body)) => {
            let above = body
                .named_bones
                .parent(bone)
                .map_or(String::new(), |(above, _)| format!("; its parent is {:?}", above.name()));
            format!("the character has no human bone {wrong:?}{above}")
        }
        (Some(_), None) => {
            let suggestion = suggest_joint(wrong, skeleton);
            format!(
                "no joint called {wrong:?}; human bones need a humanoid, and this character is not one; \
                 {suggestion}"
            )
        }
        (None, body) => {
            let bones =
                body.into_iter().flat_map(|body| body.named_bones.iter()).map(|(bone, _)| bone.name());
            let bones = bones.filter(|name| skeleton.find(name).is_none());
            let joints = skeleton.joints().map(|joint| skeleton.name(joint));
            format!("no joint called {wrong:?}; {}", suggest(wrong, joints.chain(bones)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_are_shortened() {
        let list = |many: usize| list_choices((0..many).map(|n| n.to_string()));
        assert_eq!([0, 1, 3].map(list), ["there are none", "there are 0", "there are 0, 1, 2"]);
        assert!(list(13).ends_with("11, 12"));
        assert!(list(16).ends_with("14, 15"));
        assert!(list(17).ends_with(" 11 and 5 more"));
        assert!(list(70).ends_with("10, 11 and 58 more"));
    }

    #[test]
    fn similar_names_come_first() {
        let names = ["Walk", "Run"];
        assert_eq!(suggest("Wlak", names), "did you mean \"Walk\"? there are \"Walk\", \"Run\"");
        assert_eq!(suggest("Jump", names), "there are \"Walk\", \"Run\"");
        assert_eq!(suggest("Jump", []), "there are none");
    }
}
