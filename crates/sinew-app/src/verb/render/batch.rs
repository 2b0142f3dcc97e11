//! `sinew render` on many inputs.

use super::Render;
use crate::batch::{BatchVerb, ItemFiles};
use crate::report::failure::Outcome;

impl BatchVerb for Render {
    const NAME: &'static str = "render";
    const INPUT: &'static str = "file";

    fn set_files(&mut self, files: ItemFiles<'_>) {
        self.file = files.input;
        self.output = files.output;
    }

    fn ending(&self) -> &'static str {
        "png"
    }

    fn run(self) -> Outcome {
        self.run()
    }
}
