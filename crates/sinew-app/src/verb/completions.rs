//! `sinew completions`: completion scripts for shells.

use crate::report::failure::Outcome;
use crate::report::output;
use clap::{Args, Command};
use clap_complete::Shell;

/// Print a script that completes verbs, options and files of `sinew` in a shell.
#[derive(Args)]
#[command(after_help = "Example:\n  \
    sinew completions bash > ~/.local/share/bash-completion/completions/sinew\n  \
    sinew completions zsh > ~/.zfunc/_sinew              # a folder of $fpath\n  \
    sinew completions fish > ~/.config/fish/completions/sinew.fish")]
pub(crate) struct Completions {
    /// Shell that the script is for
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    /// Prints the script for `command`.
    pub(crate) fn run(self, mut command: Command) -> Outcome {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command, "sinew", &mut script);
        output::print(|out| out.write_all(&script))
    }
}
