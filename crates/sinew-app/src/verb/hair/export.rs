//! Hair in files: a character with cards, or the strands alone.

use super::{DEFAULT_SECONDS, Hair};
use crate::asset::export::{OutputFormat, export_files, options_of};
use crate::asset::groom_curves;
use crate::asset::groom_file;
use crate::asset::hair_cards::CardRecorder;
use crate::asset::source::Loaded;
use crate::encode::png_file;
use crate::player::recording::Recording;
use crate::player::scene_player::ScenePlayer;
use crate::report::diagnostic;
use crate::report::failure::{Failure, Outcome};
use crate::report::message::message;
use crate::report::plural::count;
use crate::report::whole_file::write_files;
use crate::verb::bake::{check_key_count, root_joint, unique_name};
use sinew::actor::ClipRecorder;
use sinew::character::MeshInstanceId;
use sinew::{Actor, RawClip};
use sinew_author::hair::HairCards;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

impl Hair {
    /// Writes the character with cards. With a clip or a duration their movement is baked.
    pub(super) fn write_character(&self, output: &Path, file: Loaded) -> Outcome {
        let format = OutputFormat::of_character(output)?;
        let name = file.name.clone();
        format.check(&file.imported.character, &name)?;
        let mut clips = file.imported.clips.clone();
        let options = options_of(&file);
        let plays =
            self.playback.clip.is_some() || self.playback.graph.is_some() || self.frames.seconds.is_some();
        let plays = plays || self.hair.shake || self.hair.wind.is_some();
        let (mut player, _) = self.player(file, false)?;
        let mut recorder = CardRecorder::new(&player.actor, self.cards.settings(), &name)?;
        let mut replaced = None;
        if plays {
            let recorded = self.record_clip(&mut player, &mut recorder)?;
            // The clip that plays gets the movement of the hair; the others stay as they are.
            replaced = clips.iter().position(|clip| clip.name == recorded.name);
            let at = replaced.unwrap_or(0);
            match replaced {
                Some(at) => clips[at] = recorded,
                None => clips.insert(0, recorded),
            }
            // The first clip is the one with the recorded frames.
            clips[..=at].rotate_right(1);
        }
        let moved = if plays { "keys" } else { "spring bones" };
        let (cards, vertices) = (recorder.cards().card_count(), recorder.cards().vertex_count());
        let chains = recorder.cards().chains().len();
        let mut maps = Vec::new();
        if let Some(folder) = &self.cards.card_maps {
            maps = card_maps(folder, recorder.cards(), &player.actor)?;
        }
        let character = recorder.finish(&player.actor, &mut clips, &name)?;
        if let Some(at) = replaced {
            clips[..=at].rotate_left(1);
        }
        let out = output.display().to_string();
        let (files, report) = export_files(output, &out, &character, &clips, options, &self.playback.input)?;
        diagnostic::print_diagnostics(&out, &report);
        if let Some(folder) = &self.cards.card_maps {
            std::fs::create_dir_all(folder).map_err(|error| Failure::input(folder.display(), error))?;
            write_files(&maps)?;
        }
        write_files(&files)?;
        let bytes: usize = files.iter().map(|(_, bytes)| bytes.len()).sum();
        message!(
            "{out}: {bytes} bytes, {} with {vertices} vertices on {}, moved by {moved}",
            count(cards, "card"),
            count(chains, "chain")
        );
        Ok(ExitCode::SUCCESS)
    }

    /// Plays and records the character and its chains.
    fn record_clip(&self, player: &mut ScenePlayer, cards: &mut CardRecorder) -> Result<RawClip, Failure> {
        let playing = player.playing().map(|(playback, ..)| playback.clip());
        let round = |_: &ScenePlayer, clip| if clip > 0.0 { clip } else { DEFAULT_SECONDS };
        let recording =
            Recording::start(player, self.playback.time, self.frames.seconds, self.frames.fps, round);
        let character = player.actor.character().clone();
        let joints = character.skeleton().len() + cards.cards().joint_count();
        check_key_count(recording.seconds, self.frames.fps, joints)?;
        let recorder = ClipRecorder::new(&character, recording.rate);
        let mut recorder = recorder.with_root_motion_in(root_joint(&character));
        recording.record(player, &mut recorder, |_, _| (), |actor| cards.add(actor));
        let clips = player.actor.clips();
        let name = playing.map(|clip| clips[clip].name()).filter(|name| !name.is_empty());
        let unnamed = || unique_name("hair".to_owned(), clips.iter().map(|clip| clip.name()));
        Ok(recorder.finish(&name.map_or_else(unnamed, str::to_owned)))
    }

    /// Writes the strands at rest as a .hair or .tfx file.
    pub(super) fn write_strands(&self, output: &Path, file: Loaded) -> Outcome {
        let (player, _) = self.player(file, false)?;
        let groom = player.actor.hair().map(|hair| Arc::clone(hair.groom())).unwrap_or_default();
        let strands = groom_curves::write(output, &groom, &[])?;
        message!("{}: {} in the rest pose", output.display(), count(strands, "strand"));
        Ok(ExitCode::SUCCESS)
    }

    /// Writes the grown hair as a .groom file.
    pub(super) fn write_groom(&self, output: &Path, file: Loaded) -> Outcome {
        let (player, replaced) = self.player(file, false)?;
        let Some(hair) = player.actor.hair() else { return Ok(ExitCode::SUCCESS) };
        let bytes = groom_file::write(output, player.actor.character(), hair, &[], &replaced)?;
        let (strands, guides) = (hair.groom().strand_count(), hair.groom().guide_count());
        let (strands, guides) = (count(strands, "strand"), count(guides, "guide"));
        message!("{}: {bytes} bytes, {strands} on {guides}", output.display());
        Ok(ExitCode::SUCCESS)
    }

    /// Player of the character with its hair, and the meshes that this replaces. Spring bones that it has
    /// swing or, for files that keep them, stay as they are.
    pub(super) fn player(
        &self,
        file: Loaded,
        swings: bool,
    ) -> Result<(ScenePlayer, Vec<MeshInstanceId>), Failure> {
        let name = file.name.clone();
        let mut player = ScenePlayer::new(file, &self.playback)?;
        self.playback.input.check_used()?;
        player.switch_springs(swings);
        self.hidden.apply(&mut player.actor, &name)?;
        let replaced = self.hair.apply(&mut player, &name)?;
        Ok((player, replaced))
    }
}

/// Textures of the cards of all layers as files of a folder.
fn card_maps(folder: &Path, cards: &HairCards, actor: &Actor) -> Result<Vec<(PathBuf, Vec<u8>)>, Failure> {
    let Some(hair) = actor.hair() else { return Ok(Vec::new()) };
    let mut files = Vec::new();
    for (number, layer) in hair.groom().layers.iter().enumerate() {
        let Some(maps) = cards.maps(number) else { continue };
        let name = if layer.name.is_empty() { format!("layer {number}") } else { layer.name.clone() };
        let name = name.replace(['/', '\\'], "_");
        let all = [
            ("color", &maps.base_color),
            ("normal", &maps.normal),
            ("flow", &maps.flow),
            ("depth", &maps.depth),
        ];
        for (what, pixels) in all {
            files.push((folder.join(format!("{name} {what}.png")), png_file(pixels)?));
        }
    }
    Ok(files)
}
