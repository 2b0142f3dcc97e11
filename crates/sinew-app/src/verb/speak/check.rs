//! Checks of a call before any work is done.

use super::{JsonFormat, Speak, SpeakMode};
use crate::asset::export::OutputFormat;
use crate::encode::Kind;
use crate::report::failure::Failure;
use crate::report::output::extension;
use std::path::Path;

/// Kind of an output of `sinew speak`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OutputKind {
    /// Weights, cues or a voice.
    Data,
    /// Character with a clip.
    Character,
    /// Expressions for any VRM avatar.
    Expressions,
    /// Pictures of a character.
    Pictures(Kind),
}

impl Speak {
    /// Kind of the output. Fails for options that do not belong together, and for unknown endings.
    pub(super) fn check(&self) -> Result<OutputKind, Failure> {
        let call = |message: String| Err(Failure::Call(message));
        let Some(output) = &self.output else {
            return match (&self.onto, self.format, &self.picture) {
                (Some(_), ..) => call(
                    "--onto makes a character speak, and needs its file: add -o OUT.glb, OUT.vrma, OUT.gif \
                     or others; --picture alone draws the sound"
                        .into(),
                ),
                (None, Some(_), _) => call("--format needs a file: add -o OUT.json".into()),
                (None, None, Some(_))
                    if self.fps.is_some() || self.view.any() || self.wrinkles.wrinkles.is_some() =>
                {
                    call("--fps, --wrinkles and the options of the camera need --onto and -o OUT".into())
                }
                (None, None, Some(_)) => self.check_mode().map(|()| OutputKind::Data),
                (None, None, None) => call(
                    "nothing to write: add -o OUT.json (or .tsv, .xml, .dat), --onto FILE -o OUT.glb (or \
                     .vrma, .gif and others), or --picture OUT.png"
                        .into(),
                ),
            };
        };
        self.check_mode()?;
        self.check_kept(output)?;
        let (path, ending) = (output.display(), extension(output));
        let kind = if self.onto.is_some() { face_output(output)? } else { OutputKind::Data };
        if self.format.is_some() && (ending != "json" || kind != OutputKind::Data) {
            return call(format!("-o {path}: --format chooses the kind of a .json file"));
        }
        if kind == OutputKind::Data && !self.calibrate {
            if !["json", "tsv", "xml", "dat"].contains(&ending.as_str()) {
                return call(format!(
                    "-o {path}: expected a name ending in .json, .tsv, .xml or .dat; --onto FILE puts the \
                     speech on a face"
                ));
            }
            self.check_shapes(output, &ending)?;
            if self.fps.is_some() && ending != "dat" {
                return call(format!(
                    "-o {path}: --fps is that of a .dat file, or of a character that speaks (--onto)"
                ));
            }
        }
        if kind != OutputKind::Data || self.calibrate {
            self.check_shapes(output, "")?;
        }
        if self.calibrate && self.fps.is_some() {
            return call("--fps has no effect with --calibrate".into());
        }
        if !matches!(kind, OutputKind::Pictures(_)) && self.wrinkles.wrinkles.is_some() {
            return call(format!(
                "-o {path}: --wrinkles are drawn in pictures, and glTF and VRM files have no field for them: \
                 with --onto, a name ending in .gif, .apng or .mp4, or frames/%04d.png"
            ));
        }
        if !matches!(kind, OutputKind::Pictures(_)) && (self.view.any() || self.size.is_some()) {
            return call(format!(
                "-o {path}: --size and the options of the camera are those of pictures: with --onto, a name \
                 ending in .gif, .apng or .mp4, or frames/%04d.png"
            ));
        }
        if self.springs && kind != OutputKind::Character {
            return call(format!(
                "-o {path}: --springs bakes keys into a .glb, .gltf or .vrm; pictures show spring bones by \
                 themselves"
            ));
        }
        Ok(kind)
    }

    /// Fails for options of drawn mouths where the output, whose name has this ending, has none.
    fn check_shapes(&self, output: &Path, ending: &str) -> Result<(), Failure> {
        let is_drawn = matches!(ending, "tsv" | "xml" | "dat") || self.format == Some(JsonFormat::Rhubarb);
        let message = match (is_drawn, ending) {
            (false, _) if self.extended_shapes.is_some() => {
                "--extended-shapes is for .tsv, .xml and .dat files, and for --format rhubarb"
            }
            (_, other) if other != "dat" && self.dat_names.is_some() => "--dat-names is for .dat files",
            _ => return Ok(()),
        };
        Err(Failure::Call(format!("-o {}: {message}", output.display())))
    }

    /// Fails for options that another mode has.
    fn check_mode(&self) -> Result<(), Failure> {
        let message = match (self.chosen_mode(), &self.voice) {
            _ if self.phones.is_some() => return Ok(()),
            (SpeakMode::Text, _) if self.text.is_none() => {
                "--mode text needs the words of the sound: add --text FILE"
            }
            (SpeakMode::Text, Some(_)) => "--voice needs --mode template",
            (mode, _) if mode != SpeakMode::Text && self.text.is_some() => {
                "--text finds the mouth by its words: leave out --mode"
            }
            (mode, _) if mode != SpeakMode::Live && self.look_ahead.is_some() => {
                "--look-ahead needs --mode live"
            }
            (SpeakMode::Template, None) => {
                "--mode template needs a voice: add --voice VOICE.json, which `sinew speak … --calibrate` \
                 writes"
            }
            (mode, Some(_)) if mode != SpeakMode::Template => "--voice needs --mode template",
            _ => return Ok(()),
        };
        Err(Failure::Call(message.into()))
    }
}

/// Kind of an output with `--onto`.
fn face_output(output: &Path) -> Result<OutputKind, Failure> {
    match OutputFormat::of_character(output) {
        Ok(OutputFormat::Vrma) => return Ok(OutputKind::Expressions),
        Ok(_) => return Ok(OutputKind::Character),
        // Its .bin is there already.
        Err(error) if extension(output) == "gltf" => return Err(error),
        Err(_) => {}
    }
    match Kind::of(output) {
        Ok(kind) if kind.is_animated() => Ok(OutputKind::Pictures(kind)),
        Err(error @ Failure::Machine(_)) => Err(error),
        _ => {
            let path = output.display();
            let message = format!(
                "-o {path}: with --onto expected a name ending in .glb, .gltf, .vrm, .vrma, .gif, .apng or \
                 .mp4, or frames/%04d.png"
            );
            Err(Failure::Call(message))
        }
    }
}
