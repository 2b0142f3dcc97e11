//! Arguments as a shell reads them, for command lines that users copy from messages.

use std::path::Path;

/// `argument`, in quotes where a shell would split or expand it.
pub(crate) fn quoted(argument: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "._/-@%+=:,#".contains(c);
    if !argument.is_empty() && argument.chars().all(is_plain) && !argument.starts_with('#') {
        return argument.to_owned();
    }
    format!("'{}'", argument.replace('\'', r"'\''"))
}

/// [`quoted`] for a file. A name that starts with `-` gets a folder, so that it is not taken for an option.
pub(crate) fn quoted_path(path: &Path) -> String {
    let text = path.to_string_lossy();
    if text.starts_with('-') { quoted(&format!("./{text}")) } else { quoted(&text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_quoted_where_a_shell_needs_it() {
        assert_eq!(
            ["a/b-1.glb", "my hero.glb", "#walk", "it's", ""].map(quoted),
            ["a/b-1.glb", "'my hero.glb'", "'#walk'", r"'it'\''s'", "''"]
        );
        assert_eq!(quoted_path(Path::new("-x.glb")), "./-x.glb");
    }
}
