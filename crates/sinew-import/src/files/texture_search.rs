//! Search for a texture among the files around a model, as authoring tools and asset packs store them.

use super::names::folded;
use std::collections::BTreeSet;

/// Folders in which textures are by convention, in the order of preference.
pub(super) const TEXTURE_FOLDERS: [&str; 4] = ["textures", "tex", "maps", "Textures"];
/// End of the folder in which FBX SDK stores the embedded files of a model.
const EMBEDDED_FOLDER: &str = ".fbm";
/// Endings of images that can be decoded.
const IMAGE_ENDINGS: [&str; 8] = ["png", "jpg", "jpeg", "tga", "bmp", "webp", "dds", "ktx2"];

/// Files of `files` that are the texture at `path` by their name in any letter case, the likeliest first;
/// where there are none, files of the same name with another ending, if there is only one such ending. All
/// paths have forward slashes.
pub(super) fn find<'a>(files: &'a [String], path: &str) -> Vec<&'a str> {
    let (folder, name) = split(path);
    let (folder, name) = (folded(folder.rsplit('/').next().unwrap_or_default()), folded(name));
    let mut found: Vec<&str> =
        files.iter().map(String::as_str).filter(|file| folded(split(file).1) == name).collect();
    if found.is_empty() {
        let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
        let has_stem = |file: &&str| {
            let file_name = folded(split(file).1);
            file_name
                .rsplit_once('.')
                .is_some_and(|(file_stem, ending)| file_stem == stem && IMAGE_ENDINGS.contains(&ending))
        };
        found = files.iter().map(String::as_str).filter(has_stem).collect();
        let names: BTreeSet<String> = found.iter().map(|file| folded(split(file).1)).collect();
        if names.len() > 1 {
            return Vec::new();
        }
    }
    found.sort_by_cached_key(|file| (rank(&folded(split(file).0), &folder), (*file).to_owned()));
    found
}

/// Folder and name of a path.
fn split(path: &str) -> (&str, &str) {
    path.rsplit_once('/').unwrap_or(("", path))
}

/// Order of folders: that of the path that the model names, the model's own, usual ones, any other.
fn rank(folder: &str, named: &str) -> usize {
    match folder {
        _ if folder == named => 0,
        "" => 1,
        _ if folder.ends_with(EMBEDDED_FOLDER) => 2,
        _ => 3 + TEXTURE_FOLDERS.iter().position(|known| *known == folder).unwrap_or(TEXTURE_FOLDERS.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::find;

    #[test]
    fn textures_are_found_by_name_then_by_stem() {
        let files = [
            "a.png",
            "Maps/Skin.PNG",
            "hero.fbm/skin.png",
            "other/skin.png",
            "textures/skin.png",
            "tex/wood.jpg",
            "tex/wood.txt",
            "wood.normal.png",
            "maps/iron.png",
            "tex/iron.jpg",
            "old/brick.png",
            "tex/brick.PNG",
        ]
        .map(str::to_owned);
        for (path, expected) in [
            (
                "D:/art/skin.png",
                &["hero.fbm/skin.png", "textures/skin.png", "Maps/Skin.PNG", "other/skin.png"][..],
            ),
            (
                "C:/Other/SKIN.png",
                &["other/skin.png", "hero.fbm/skin.png", "textures/skin.png", "Maps/Skin.PNG"],
            ),
            ("wood.tga", &["tex/wood.jpg"]),
            ("wood", &["tex/wood.jpg"]),
            ("x/iron.tga", &[]),
            ("iron.png", &["maps/iron.png"]),
            ("brick.psd", &["tex/brick.PNG", "old/brick.png"]),
            ("none.png", &[]),
            ("", &[]),
        ] {
            assert_eq!(find(&files, path), expected, "{path}");
        }
    }
}
