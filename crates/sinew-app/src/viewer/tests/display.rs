//! Panel of the view: shading.

use super::harness::Bench;
use sinew_render::Shading;

fn click(bench: &mut Bench, label: &str) {
    let found = bench.texts().filter(|(text, _)| *text == label).last();
    let (_, position) = found.unwrap_or_else(|| panic!("no text {label:?}"));
    bench.click(position);
    bench.frame(Vec::new());
}

#[test]
fn the_shading_is_chosen_from_a_menu() {
    let mut bench = Bench::new();
    assert_eq!(bench.state.shading, Shading::Material);
    click(&mut bench, "Materials");
    click(&mut bench, "Vertex lighting");
    assert_eq!(bench.state.shading, Shading::Vertex);
    click(&mut bench, "Vertex lighting");
    click(&mut bench, "Bitangents");
    assert_eq!(bench.state.shading, Shading::Bitangents);
}
