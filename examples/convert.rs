//! Writes any character file as GLB: quantised, compressed, with keys left out that move nothing by half a millimetre.
//!
//! `cargo run --example convert -- FILE OUT.glb`

use sinew_import::{ExportOptions, export_glb};
use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let (file, out) = args.next().zip(args.next()).ok_or("which file, and where to?")?;
    let imported = sinew_suite::open(Path::new(&file))?;
    let options = ExportOptions { quantize: true, meshopt: true, reduce: Some(0.000_5), vrm: false };
    let written = export_glb(&imported.character, &imported.clips, &options)?;
    for finding in &written.report {
        eprintln!("{finding}");
    }
    std::fs::write(&out, &written.bytes)?;
    println!("{out}: {} bytes", written.bytes.len());
    Ok(())
}
