//! The show that comes with the command, and shows of files.

use crate::asset::read_files::ReadFiles;
use crate::asset::{groom, input_file, setup, source, text_fields, wrinkle_files};
use crate::report::failure::Failure;
use sinew_setup::{SetupFiles, Show};
use std::path::Path;

/// Name of the built-in show in messages.
const NAME: &str = "built-in show";

/// Files of the built-in show, apart from the character, the haircuts and the wrinkles.
const FILES: &[(&str, &[u8])] = &[
    ("hero/show.ron", include_bytes!("../../../../data/hero/show.ron")),
    ("hero/hero.ron", include_bytes!("../../../../data/hero/hero.ron")),
    ("hero/rifle.gltf", include_bytes!("../../../../data/hero/rifle.gltf")),
    ("hero/vest.glb", include_bytes!("../../../../data/hero/vest.glb")),
    ("hero/blood.png", include_bytes!("../../../../data/hero/blood.png")),
    ("speech/line.flac", include_bytes!("../../../../data/speech/line.flac")),
];

/// Opens the built-in show.
pub(crate) fn built_in() -> Result<Show, Failure> {
    Show::open_in(NAME, "hero/show.ron", SetupFiles::new(file)).map_err(setup::failure)
}

/// Opens the show at `path`.
pub(crate) fn open(path: &Path) -> Result<Show, Failure> {
    let (record, file) = (ReadFiles::current(), path.file_name().unwrap_or_default().to_string_lossy());
    let files = SetupFiles::beside(path).with_observer(move |path, bytes| record.note(path, bytes));
    Show::open_in(path.display().to_string(), &file, files).map_err(setup::failure)
}

/// True for the path of a text that is a show.
pub(crate) fn is_show(path: &Path) -> bool {
    setup::OpenSetup::is_setup(path)
        && input_file::read_text(path).is_ok_and(|text| text_fields::is_show(&text))
}

/// Content of a file that is built in.
pub(super) fn file(path: &str) -> Result<Vec<u8>, String> {
    let found = FILES.iter().find(|(name, _)| *name == path).map(|(_, bytes)| bytes.to_vec());
    let in_folder = |folder: &str| path.strip_prefix(folder);
    let groom = || {
        let name = in_folder("grooms/")?.strip_suffix(".ron")?;
        let found = groom::BUILT_IN.iter().find(|(built_in, _)| *built_in == name);
        found.map(|(_, text)| text.as_bytes().to_vec())
    };
    let wrinkles = || wrinkle_files::built_in_file(in_folder("wrinkles/")?).map(<[u8]>::to_vec);
    let character = || (path == "sinew.vrm").then(|| source::BUILT_IN.to_vec());
    let found = found.or_else(groom).or_else(wrinkles).or_else(character);
    found.ok_or_else(|| "this file is not built in".to_owned())
}
