//! Frames of the built-in character have the bits that are stored in `tests/golden/frames.txt`. After an
//! intended change of bits: run `cargo xtask goldens`, and say in the commit what changed them.

use std::path::Path;

#[test]
fn frames_have_the_bits_that_are_stored() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden/frames.txt");
    let now = crate::report();
    if std::env::var_os("SINEW_ACCEPT").is_some() {
        std::fs::write(&file, now).unwrap();
        return;
    }
    let then = std::fs::read_to_string(&file).unwrap();
    assert_eq!(now.lines().count(), then.lines().count(), "scenes; store them with `cargo xtask goldens`");
    let changes = now.lines().zip(then.lines()).filter(|(now, then)| now != then).map(|(now, then)| {
        let same = now.split(' ').zip(then.split(' ')).take_while(|(now, then)| now == then).count();
        // The scene's name stands first, then a hash for every tenth frame.
        format!("{}: other bits by frame {}", now.split(' ').next().unwrap_or_default(), 10 * same.max(1))
    });
    let changes: Vec<_> = changes.collect();
    assert!(
        changes.is_empty(),
        "{}; if this is intended, run `cargo xtask goldens` and commit tests/golden/frames.txt",
        changes.join(", ")
    );
}
