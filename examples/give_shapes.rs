//! Transfer of the shapes of one face to the head of another character, which can speak with them.
//!
//! `cargo run --example give_shapes -- [HEAD.glb]` writes `talking_head.glb`.

use sinew_author::face::{FaceLandmarks, FaceTransfer};
use sinew_import::{ExportOptions, export_glb, import_file};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let built_in = concat!(env!("CARGO_MANIFEST_DIR"), "/data/sinew.vrm");
    let source = import_file(built_in)?.character;
    let file = std::env::args().nth(1).unwrap_or_else(|| built_in.into());
    let head = import_file(&file)?;

    let landmarks = FaceLandmarks::detect(&head.character)?;
    let transfer = FaceTransfer::new(&source, FaceLandmarks::detect(&source)?);
    let (character, report) = transfer.apply(head.character, &landmarks)?;
    println!("{} new shapes, {} kept, {} vertices", report.shapes.len(), report.kept.len(), report.vertices);
    if !report.lips_apart {
        println!("the lips are one surface: the mouth does not open");
    }
    let exported = export_glb(&character, &head.clips, &ExportOptions::default())?;
    std::fs::write("talking_head.glb", exported.bytes)?;
    Ok(())
}
