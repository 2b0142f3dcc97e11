//! Decals of the shown character as text, and images of the user's own for new ones.

use super::reload::FileUse;
use super::stamp_drips::TRAIL_PRIORITY;
use super::stamp_looks::add_look;
use super::state::State;
use crate::asset::input_file;
use crate::asset::read_files::ReadFiles;
use crate::encode::png_file;
use crate::report::failure::Failure;
use crate::report::file_name;
use crate::report::plural::count;
use crate::report::whole_file::write_files;
use sinew::surface::{DecalLife, DecalMaterial};
use sinew_setup::{
    BuiltInLook, DecalLookDescription, DecalsDescription, MarkDescription, MarkedDecals, SetupFiles,
};
use std::path::{Path, PathBuf};

impl State {
    /// Adds the image at `path` to the looks of new decals, and chooses it.
    pub(super) fn add_decal_image(&mut self, path: &Path) {
        let read = ReadFiles::default();
        let added = read.during(|| self.read_decal_image(path)).map(|(name, look)| {
            (self.stamps.look, self.on.stamps) = (look, true);
            self.watch.set(FileUse::DecalImage(path.to_owned()), &read);
            format!("{name}: a look of decals; clicks on the character place it")
        });
        self.report(added);
    }

    /// Reads an image as a look of decals, in place of that of its name. Returns its name and number.
    pub(super) fn read_decal_image(&mut self, path: &Path) -> Result<(String, usize), Failure> {
        let pixels = input_file::read_image(path)?;
        let name = file_name::text(Path::new(path.file_stem().unwrap_or_default()));
        let failed = |error: sinew_import::ImageError| Failure::Machine(error.to_string());
        let image = sinew_import::encode_image(name.as_str(), &pixels).map_err(failed)?;
        let material = DecalMaterial::new(name.as_str(), image);
        let look = add_look(&mut self.shown.player.actor, material)?;
        Ok((name, look))
    }

    /// Adds the marks of a text to the character.
    pub(super) fn load_marks(&mut self, path: &Path) {
        let read = ReadFiles::default();
        let loaded = read.during(|| self.read_marks(path)).map(|marks| {
            self.watch.set(FileUse::Marks(path.to_owned()), &read);
            format!("{}: {}", path.display(), count(marks, "mark"))
        });
        self.report(loaded);
    }

    /// Adds the marks of a text in place of those that it had before. Returns their number.
    pub(super) fn read_marks(&mut self, path: &Path) -> Result<usize, Failure> {
        let (name, text) = (file_name::text(path), input_file::read_text(path)?);
        let actor = &mut self.shown.player.actor;
        let record = ReadFiles::current();
        let files = SetupFiles::beside(path).with_observer(move |path, bytes| record.note(path, bytes));
        let read = MarkedDecals::from_ron(&name, text, files, actor.character());
        let read = read.map_err(|error| Failure::Input(error.to_string()))?;
        let (mut looks, mut ids) = (Vec::new(), Vec::new());
        for material in &read.decals.materials {
            looks.push(add_look(actor, material.clone())? as u32);
        }
        // From here on nothing fails.
        let before = self.stamps.of_files.remove(path).unwrap_or_default();
        self.stamps.remove(actor, &before);
        for mark in &read.marks {
            let (point, look) = (mark.decal.center, looks[mark.look as usize]);
            let posed = actor.frame().surface(&point);
            let Some(state) = actor.decals_mut() else { break };
            let id = state.set_mut().add(mark.decal.clone(), look, DecalLife::default(), |_| posed);
            ids.push(id);
            if let Some(drips) = mark.drips {
                self.stamps.let_drip(actor, id, point, look, drips);
            }
        }
        self.stamps.of_files.insert(path.to_owned(), ids);
        Ok(read.marks.len())
    }

    /// Writes the decals as text; images that are not built in are written beside it.
    pub(super) fn save_marks(&mut self, path: &Path) {
        let saved = self.try_save_marks(path);
        self.report(saved.map(|marks| format!("{}: {}", path.display(), count(marks, "mark"))));
    }

    fn try_save_marks(&self, path: &Path) -> Result<usize, Failure> {
        let actor = &self.shown.player.actor;
        let Some(state) = actor.decals() else { return Err(Failure::Input("there are no decals".into())) };
        let (decals, set) = (state.decals(), state.set());
        let mut description = DecalsDescription { max: set.budget().max_decals as u32, ..Default::default() };
        let mut files = Vec::new();
        for live in set.iter().filter(|live| live.life.priority != TRAIL_PRIORITY && !live.is_leaving()) {
            let Some(material) = decals.materials.get(live.look as usize) else { continue };
            let name = &material.name;
            if BuiltInLook::find(name).is_none() && !description.looks.contains_key(name) {
                description.looks.insert(name.clone(), look(material, path, &mut files)?);
            }
            let (character, surface) = (actor.character(), &decals.surface);
            let drips = self.stamps.dripping.get(&live.id).copied();
            let mark =
                MarkDescription { drips, ..MarkDescription::of(&live.decal, name, character, surface) };
            description.marks.push(mark);
        }
        let text = description.to_ron().map_err(|error| Failure::Machine(error.to_string()))?;
        files.insert(0, (path.to_owned(), text.into_bytes()));
        write_files(&files)?;
        Ok(description.marks.len())
    }

    fn report(&mut self, done: Result<String, Failure>) {
        match done {
            Ok(message) => self.say(message, false),
            Err(failure) => self.say(failure.message().to_owned(), true),
        }
    }
}

/// Description of a look, whose images become files beside the text.
fn look(
    material: &DecalMaterial,
    text: &Path,
    files: &mut Vec<(PathBuf, Vec<u8>)>,
) -> Result<DecalLookDescription, Failure> {
    let stem = file_name::text(Path::new(text.file_stem().unwrap_or_default()));
    let mut write = |image: &sinew::character::Image, end: &str| {
        let failed = |error: sinew_import::ImageError| Failure::Input(error.to_string());
        let pixels = sinew_import::decode_image(image).map_err(failed)?;
        let plain: String =
            material.name.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
        let name = format!("{stem}_{plain}{end}.png");
        files.push((text.with_file_name(&name), png_file(&pixels)?));
        Ok::<_, Failure>(name)
    };
    Ok(DecalLookDescription {
        color: write(&material.color, "")?,
        normal: material.normal.as_ref().map(|normal| write(normal, "_normal")).transpose()?,
        height: None,
        strength: 1.0,
        roughness: material.roughness,
        metallic: material.metallic,
        blend: material.blend.into(),
    })
}
