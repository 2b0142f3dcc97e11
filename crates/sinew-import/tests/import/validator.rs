//! Test cases of the Khronos glTF validator: its errors are reported here too, and its valid files are
//! imported.

use crate::assets;
use serde_json::Value;
use sinew_import::{Severity, import};
use std::fs;

#[test]
fn all_cases_of_the_khronos_validator() {
    let Some(root) = assets::root() else { return };
    let mut seen = 0;
    let mut wrong = Vec::new();
    for folder in fs::read_dir(root.join("gltf/validator")).unwrap() {
        for entry in fs::read_dir(folder.unwrap().path()).unwrap() {
            let report = entry.unwrap().path();
            let Some(input) = report.to_str().and_then(|p| p.strip_suffix(".report.json")) else { continue };
            seen += 1;
            let expected: Value = serde_json::from_slice(&fs::read(&report).unwrap()).unwrap();
            let messages = expected["issues"]["messages"].as_array().unwrap();
            // Severity of the validator: 0 error, 1 warning, 2 information.
            let gravest = messages.iter().filter_map(|m| m["severity"].as_u64()).min();
            let outcome = import(&fs::read(input).unwrap(), &assets::files_beside(&report));
            let worst = match &outcome {
                Ok(imported) => imported.report.max_severity(),
                Err(error) => {
                    assert!(!error.location.is_empty() && !error.message.is_empty(), "{input}");
                    Some(Severity::Error)
                }
            };
            let fine = match gravest {
                Some(0) => worst >= Some(Severity::Warning),
                Some(1) => worst.is_some() && worst < Some(Severity::Error),
                _ => worst < Some(Severity::Error),
            };
            if !fine {
                let codes: Vec<_> = messages.iter().filter_map(|m| m["code"].as_str()).collect();
                let ours = outcome.map(|i| i.report.diagnostics().to_vec());
                wrong.push(format!("{input}\n  theirs {codes:?}\n  ours {ours:?}"));
            }
        }
    }
    assert_eq!(seen, 75);
    assert!(wrong.is_empty(), "{} cases\n{}", wrong.len(), wrong.join("\n"));
}
