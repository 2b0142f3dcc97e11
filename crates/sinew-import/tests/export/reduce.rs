//! Key reduction: all vertices stay within the tolerance.

use crate::compare::{apart, export_and_import, files, open};
use sinew::RawClip;
use sinew_import::ExportOptions;

#[test]
fn real_clips_stay_within_the_tolerance() {
    let Some(files) = files() else { return };
    let (mut wrong, mut before, mut after) = (Vec::new(), 0, [0, 0]);
    for path in files {
        let name = path.display().to_string();
        let mut imported = open(&path);
        // A part of a large library is sufficient.
        imported.clips.truncate(12);
        if imported.clips.is_empty() {
            continue;
        }
        let keys = |clips: &[RawClip]| clips.iter().map(RawClip::key_count).sum::<usize>();
        before += keys(&imported.clips);
        for (n, error) in [1e-3, 1e-4].into_iter().enumerate() {
            let options = ExportOptions::default().with_key_tolerance(error);
            let (_, back) = export_and_import(&imported.character, &imported.clips, &options);
            let apart = apart(&imported, &back);
            after[n] += keys(&back.clips);
            eprintln!(
                "{name}: {} of {} keys at {error} m, {} m apart",
                keys(&back.clips),
                keys(&imported.clips),
                apart.metres.max(apart.nodes)
            );
            if apart.metres.max(apart.nodes) > error {
                wrong.push(format!("{name} at {error}: {apart:?}"));
            }
            for (a, b) in imported.clips.iter().filter(|c| c.track_count() > 0).zip(&back.clips) {
                if (a.start(), a.end()) != (b.start(), b.end()) {
                    wrong.push(format!("{name}, {:?}: it begins or ends elsewhere", a.name));
                }
            }
        }
    }
    eprintln!("{after:?} of {before} keys");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(after[0] * 2 < before && after[0] < after[1] && after[1] < before, "{after:?} of {before}");
}
