//! Finished file: export, import, expressions.

use super::body;
use crate::motion;
use crate::output::{FACES, write};
use crate::skeleton::Skeleton;
use sinew_import::{NoFiles, import};

#[test]
fn file_imports_without_findings_and_its_expressions_are_bound() {
    let skeleton = Skeleton::new();
    let made = body();
    let takes = motion::takes(&skeleton);
    let bytes = write(&skeleton, &made.parts, &made.materials, &made.textures, &takes).expect("a file");
    let imported = import(&bytes, &NoFiles).expect("a character");
    assert!(imported.report.diagnostics().is_empty(), "{:?}", imported.report.diagnostics());
    let character = &imported.character;
    for (name, weights, _) in FACES {
        let found = character.expressions().iter().find(|e| e.name == name).expect(name);
        assert!(found.morphs.len() >= weights.len(), "{name}: {} binds", found.morphs.len());
    }
    let emotions = ["happy", "angry", "sad", "surprised", "disgusted", "afraid"];
    assert!(emotions.iter().all(|e| FACES.iter().any(|f| f.0 == *e)));
}
