//! Recent files in the window, with a list in a temporary folder.

use super::harness::{Bench, Scratch};
use crate::asset::source::Source;
use crate::viewer::recent_files::RecentFiles;

#[test]
fn a_click_on_a_file_of_an_earlier_run_opens_it() {
    let copy = Scratch::file("earlier.glb", &Source::built_in().bytes);
    let list = copy.0.with_file_name("recent");
    Bench::with_recent_files(RecentFiles::read(Some(list.clone()))).drop(copy.0.clone());

    let mut bench = Bench::with_recent_files(RecentFiles::read(Some(list)));
    let rows = |bench: &Bench| {
        let rows = bench.texts().filter(|(text, _)| *text == "earlier.glb").map(|(_, position)| position);
        rows.collect::<Vec<_>>()
    };
    let [row] = rows(&bench)[..] else { panic!("one row: {:?}", rows(&bench)) };
    bench.click(row);
    assert_eq!(bench.state.shown.path.as_ref(), Some(&copy.0));
    bench.frame(Vec::new());
    assert!(bench.state.recent.earlier().is_empty() && bench.state.files == [copy.0.clone()]);
    assert_eq!(rows(&bench).len(), 2, "title and row");
}
