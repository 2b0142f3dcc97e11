//! Tips for wrong calls: what to write in the place of an argument that a verb does not take.

use crate::report::shell::quoted;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, Error};

/// `error` with a tip that fits the verb. The parser's own tip, to pass an argument behind `--`, leads on to
/// other errors. `arguments` are those of the call, with the program's name.
pub(crate) fn with_tip(mut error: Error, command: &Command, arguments: &[String]) -> Error {
    if error.kind() != ErrorKind::UnknownArgument {
        return error;
    }
    error.remove(ContextKind::Suggested);
    let Some(ContextValue::String(wrong)) = error.get(ContextKind::InvalidArg) else { return error };
    let verb = arguments.iter().enumerate().skip(1).find_map(|(at, argument)| {
        Some((command.get_subcommands().find(|verb| verb.get_name() == argument)?, arguments.get(at + 1..)?))
    });
    let Some((verb, arguments)) = verb else { return error };
    let is_similar = error.get(ContextKind::SuggestedArg).is_some();
    let tip = match wrong.strip_prefix("--") {
        Some("clip") if takes_file_and_clip(verb) => Some(file_and_clip(arguments)),
        Some(option) if !is_similar => verbs_with(command, option),
        None if !wrong.starts_with('-') => Some(surplus(verb)),
        _ => None,
    };
    if let Some(tip) = tip {
        let tip = ContextValue::StyledStrs(vec![StyledStr::from(tip)]);
        error.insert(ContextKind::Suggested, tip);
    }
    error
}

/// True for a verb whose file may be FILE#CLIP, as its help says.
fn takes_file_and_clip(verb: &Command) -> bool {
    let mut helps = verb.get_positionals().filter_map(|argument| argument.get_help());
    helps.any(|help| help.to_string().contains("#C"))
}

/// Tip for `--clip` of a verb that takes FILE#CLIP: the argument to write.
fn file_and_clip(arguments: &[String]) -> String {
    let file = arguments.first().filter(|first| !first.starts_with('-')).map_or("FILE", String::as_str);
    let mut rest = arguments.iter().skip_while(|argument| !argument.starts_with("--clip"));
    let option = rest.next().map_or("", String::as_str);
    let clip = option.strip_prefix("--clip=").or_else(|| rest.next().map(String::as_str));
    let clip = clip.filter(|clip| !clip.is_empty() && !clip.starts_with('-')).unwrap_or("CLIP");
    // OTHER_FILE#CLIP is a whole argument already.
    let argument = if clip.contains('#') { clip.to_owned() } else { format!("{file}#{clip}") };
    format!("name the clip behind its file, by its name or number: {}", quoted(&argument))
}

/// Tip for an option that only other verbs have.
fn verbs_with(command: &Command, option: &str) -> Option<String> {
    let has = |verb: &&Command| verb.get_arguments().any(|argument| argument.get_long() == Some(option));
    let verbs: Vec<_> = command.get_subcommands().filter(has).map(Command::get_name).collect();
    (!verbs.is_empty()).then(|| format!("--{option} is an option of: sinew {}", verbs.join(", sinew ")))
}

/// Tip for one argument more than a verb takes.
fn surplus(verb: &Command) -> String {
    let name = verb.get_name();
    let values = verb.get_positionals().filter_map(|argument| argument.get_value_names()?.first());
    match values.map(ToString::to_string).collect::<Vec<_>>() {
        values if values.is_empty() => format!("`sinew {name}` takes options alone"),
        values => format!("`sinew {name}` takes no more than {}", values.join(" and ")),
    }
}
