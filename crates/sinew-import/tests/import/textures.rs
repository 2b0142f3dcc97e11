//! Textures of FBX and .x files in the folders where authoring tools and asset packs store them.

use crate::assets;
use sinew_import::{Imported, import_file};
use std::fs;
use std::path::{Path, PathBuf};

/// New folder for a test, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("sinew-textures-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn write(&self, path: &str, content: &[u8]) -> PathBuf {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, content).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// FBX text with a material whose texture is at two paths.
fn fbx(file: &str, relative: &str) -> String {
    let (file, relative) = (file.replace('\\', "\\\\"), relative.replace('\\', "\\\\"));
    format!(
        "; FBX 7.4.0 project file\nFBXHeaderExtension:  {{\nFBXHeaderVersion: 1003\nFBXVersion: 7400\n}}\n\
         Objects:  {{\nMaterial: 1003, \"Material::mat\", \"\" {{\nVersion: 102\nShadingModel: \"phong\"\n\
         }}\n\
         Texture: 1004, \"Texture::t\", \"\" {{\nType: \"TextureVideoClip\"\nVersion: 202\nTextureName: \
         \"Texture::t\"\n\
         FileName: \"{file}\"\nRelativeFilename: \"{relative}\"\n}}\n}}\n\
         Connections:  {{\nC: \"OP\",1004,1003, \"DiffuseColor\"\n}}\n"
    )
}

/// .x text with a material whose texture is at a path.
fn x(file: &str) -> String {
    format!(
        "xof 0303txt 0032\nFrame A {{ Mesh {{ 3; 0;0;0;, 1;0;0;, 0;1;0;; 1; 3;0,1,2;;\n\
         MeshMaterialList {{ 1; 1; 0;; Material {{ 1;1;1;1;; 0; 0;0;0;; 0;0;0;; TextureFilename {{ \"{}\"; \
         }} }} }} }} }}",
        file.replace('\\', "\\\\")
    )
}

/// Content of the first image, and the message of the finding with a code.
fn image(imported: &Imported, code: &str) -> (Option<String>, Option<String>) {
    let encoded = imported.character.images()[0].encoded.as_deref();
    let content = encoded.map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    let finding = imported.report.diagnostics().iter().find(|diagnostic| diagnostic.code == code);
    (content, finding.map(|diagnostic| diagnostic.message.clone()))
}

#[test]
fn textures_are_found_in_folders_beside_the_file() {
    for (n, (named, stored, message)) in [
        ("D:\\art\\skin.png", "skin.png", None),
        ("D:\\art\\tex\\skin.png", "textures/skin.png", Some("textures/skin.png")),
        ("/home/me/skin.png", "Textures/Skin.PNG", Some("Textures/Skin.PNG")),
        ("../images/skin.png", "maps/SKIN.png", Some("maps/SKIN.png")),
        ("skin.tga", "hero.fbm/skin.jpg", Some("hero.fbm/skin.jpg")),
        ("skin.TGA", "skin.webp", Some("skin.webp")),
        ("textures/skin.tif", "any folder/skin.bmp", Some("any folder/skin.bmp")),
        ("k\u{f6}rper.png", "tex/ko\u{308}rper.png", Some("tex/ko\u{308}rper.png")),
    ]
    .into_iter()
    .enumerate()
    {
        let folder = Folder::new(&format!("found-{n}"));
        folder.write(stored, b"pixels");
        for path in [
            folder.write("hero.fbx", fbx(named, named).as_bytes()),
            folder.write("hero.x", x(named).as_bytes()),
        ] {
            let imported = import_file(&path).unwrap();
            let (content, found) = image(&imported, "image-found");
            assert_eq!(content.as_deref(), Some("pixels"), "{named} {stored}: {:?}", imported.report);
            assert_eq!(found.is_some(), message.is_some(), "{found:?}");
            assert!(
                found.zip(message).is_none_or(|(found, path)| found.contains(&format!("{path:?}"))),
                "{named}"
            );
        }
    }
}

#[test]
fn likelier_textures_go_first_and_ambiguous_ones_are_missing() {
    let folder = Folder::new("order");
    let fbx = folder.write("hero.fbx", fbx("C:\\hero\\body\\skin.png", "").as_bytes());
    let wolf = folder.write("wolf.x", x("wolf.tga").as_bytes());
    for (path, content) in [("other/skin.png", "other"), ("tex/skin.png", "tex"), ("body/SKIN.png", "body")] {
        folder.write(path, content.as_bytes());
        assert_eq!(image(&import_file(&fbx).unwrap(), "image-found").0.as_deref(), Some(content));
    }
    // Two endings could be meant; deeper folders and folders above are not searched.
    folder.write("tex/deep/wolf.png", b"deep");
    assert!(image(&import_file(&wolf).unwrap(), "image-missing").1.is_some());
    folder.write("tex/wolf.png", b"png");
    folder.write("wolf.jpg", b"jpg");
    let (content, message) = image(&import_file(&wolf).unwrap(), "image-missing");
    assert!(content.is_none() && message.is_some_and(|message| message.contains("wolf.tga")));
    let inner = folder.write("inner/hero.x", x("wolf.png").as_bytes());
    assert!(image(&import_file(inner).unwrap(), "image-missing").1.is_some());
}

#[cfg(unix)]
#[test]
fn links_out_of_the_folder_are_not_followed() {
    let folder = Folder::new("links");
    folder.write("private/skin.png", b"private");
    let hero = folder.write("hero/hero.x", x("skin.png").as_bytes());
    std::os::unix::fs::symlink(folder.0.join("private"), folder.0.join("hero/textures")).unwrap();
    std::os::unix::fs::symlink(folder.0.join("private/skin.png"), folder.0.join("hero/skin.jpg")).unwrap();
    let (content, missing) = image(&import_file(hero).unwrap(), "image-missing");
    assert!(content.is_none() && missing.is_some());
}

#[test]
fn textures_of_public_reports_are_found() {
    let Some(root) = assets::root() else { return };
    for (file, found) in [("sourceimages", "textures/intex.png"), ("tga2png", "textures/conv.png")] {
        let path = root.join(format!("reports/fbx-texture-folders/{file}.fbx"));
        let imported = import_file(Path::new(&path)).unwrap();
        let message = image(&imported, "image-found").1.unwrap();
        assert!(message.contains(found) && imported.character.images()[0].encoded.is_some(), "{message}");
    }
}
