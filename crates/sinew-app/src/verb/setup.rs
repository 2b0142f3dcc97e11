//! `sinew setup`: a set-up for a character file, as a beginning.

use crate::asset::input_file::is_standard_input;
use crate::asset::source::Source;
use crate::batch::{BatchVerb, ItemFiles};
use crate::options::input::InputOptions;
use crate::report::diagnostic;
use crate::report::failure::{Failure, Outcome};
use crate::report::message::message;
use crate::report::output::extension;
use crate::report::whole_file::write_file;
use clap::Args;
use sinew_setup::setup_template;
use std::path::{Component, Path, PathBuf};
use std::process::ExitCode;

/// Write a set-up for a character: a text that names all that is put on it.
#[derive(Args)]
#[command(after_help = "Example:\n  sinew setup hero.glb -o hero.ron\n  sinew view hero.ron\n  \
    sinew check hero.ron\n  sinew render hero.ron --set speed=1 -o walk.gif\n\n\
    The text has what was found on the character, and comments that show what may be added: clips of other files, a graph, an IK rig,\n\
    a face, wrinkles, hair, a ragdoll, decals, items in the hands, outfits, levels of detail. Every verb takes a set-up in place of a\n\
    character file; docs/setup.md describes its fields.")]
pub(crate) struct WriteSetup {
    /// Character file
    file: PathBuf,
    #[command(flatten)]
    input: InputOptions,
    /// Output file, .ron; an existing one is kept unless --force is given
    #[arg(short, long, value_name = "OUT.ron")]
    output: PathBuf,
    /// Replace an existing output file
    #[arg(long)]
    force: bool,
}

impl BatchVerb for WriteSetup {
    const NAME: &'static str = "setup";
    const INPUT: &'static str = "file";

    fn set_files(&mut self, files: ItemFiles<'_>) {
        self.file = files.input.unwrap_or_default();
        self.output = files.output;
    }

    fn ending(&self) -> &'static str {
        "ron"
    }

    fn run(self) -> Outcome {
        self.run()
    }
}

impl WriteSetup {
    pub(crate) fn run(self) -> Outcome {
        let output = self.output.display();
        if extension(&self.output) != "ron" {
            return Err(Failure::Call(format!("-o {output}: expected a name ending in .ron")));
        }
        if is_standard_input(&self.file) {
            return Err(Failure::Call("a set-up names its model: give the file by its name".into()));
        }
        if self.output.exists() && !self.force {
            let message =
                format!("-o {output}: the file exists, and may have been edited; --force replaces it");
            return Err(Failure::Call(message));
        }
        let file = Source::read(&self.file)?.load(&self.input)?;
        diagnostic::print_losses(&file.name, &file.imported.report);
        self.input.check_used()?;
        let text = setup_template(&relative(&self.file, &self.output), &file.imported);
        write_file(&self.output, text.as_bytes())?;
        message!("{output}: a set-up of {}; `sinew view {output}` shows it", file.name);
        Ok(ExitCode::SUCCESS)
    }
}

/// Path of a file from the folder of another, with forward slashes.
fn relative(file: &Path, from: &Path) -> String {
    let folder = from.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let (Ok(file), Ok(folder)) = (std::path::absolute(file), std::path::absolute(folder)) else {
        return file.to_string_lossy().into_owned();
    };
    let (file, folder) = (tidy(&file), tidy(&folder));
    let common = file.iter().zip(&folder).take_while(|(a, b)| a == b).count();
    // Another drive has no relative path.
    if common == 0 {
        return file.join("/");
    }
    let up = std::iter::repeat_n("..".to_owned(), folder.len() - common);
    up.chain(file[common..].iter().cloned()).collect::<Vec<_>>().join("/")
}

/// Components of an absolute path, without `.` and `..`.
fn tidy(path: &Path) -> Vec<String> {
    let mut parts = Vec::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => drop(parts.pop()),
            component => parts.push(component.as_os_str().to_string_lossy().into_owned()),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_are_named_from_the_folder_of_the_set_up() {
        for (file, from, expected) in [
            ("hero.glb", "hero.ron", "hero.glb"),
            ("models/hero.glb", "hero.ron", "models/hero.glb"),
            ("models/hero.glb", "setups/hero.ron", "../models/hero.glb"),
            ("./a/../hero.glb", "b/c/hero.ron", "../../hero.glb"),
        ] {
            assert_eq!(relative(Path::new(file), Path::new(from)), expected);
        }
    }
}
