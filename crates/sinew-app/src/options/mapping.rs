//! Options for rigs that have no names in common.

use crate::asset::input_file;
use crate::report::failure::Failure;
use clap::Args;
use sinew::retarget::RigMapping;
use std::collections::BTreeMap;
use std::path::PathBuf;

#[derive(Args)]
pub(crate) struct MappingOptions {
    /// Joints whose names have nothing in common: a RON file {"source joint": "target joint", ...}. The
    /// others are matched by their names; human bones are left aside
    #[arg(long, value_name = "FILE.ron")]
    joints: Option<PathBuf>,
    /// A chain of the source that a chain of the target follows, such as a tail, whatever their numbers of
    /// joints; may be repeated
    #[arg(long = "chain", value_name = "ROOT..TIP=ROOT..TIP")]
    chains: Vec<String>,
}

impl MappingOptions {
    /// The mapping of the options; an empty one without them.
    pub(crate) fn mapping(&self) -> Result<RigMapping, Failure> {
        let mut mapping = RigMapping::default();
        if let Some(path) = &self.joints {
            let fault = |message: String| Failure::input(path.display(), message);
            let text = input_file::read_text(path)?;
            let names: BTreeMap<String, String> = ron::from_str(&text).map_err(|error| {
                let example = "{\"source joint\": \"target joint\"}";
                fault(format!("{error}; expected pairs of names, such as {example}"))
            })?;
            for (source, target) in names {
                mapping = mapping.with_joint(source, target);
            }
        }
        for text in &self.chains {
            let ends =
                |part: &str| part.split_once("..").map(|(root, tip)| [root.to_owned(), tip.to_owned()]);
            let pair = text.split_once('=').and_then(|(from, to)| Some((ends(from)?, ends(to)?)));
            let Some((from, to)) = pair else {
                let message = format!(
                    "--chain {text}: expected SOURCE_ROOT..TIP=TARGET_ROOT..TIP, such as \
                     Tail1..Tail6=tail_a..tail_d"
                );
                return Err(Failure::Call(message));
            };
            mapping = mapping.with_chain([&from[0], &from[1]], [&to[0], &to[1]]);
        }
        Ok(mapping)
    }
}
