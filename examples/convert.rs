//! Converts any character file to GLB: quantized, compressed, with keys reduced within half a millimetre.
//!
//! `cargo run --example convert -- FILE OUT.glb`

use sinew_import::{ExportOptions, Imported, export_glb, import};
use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let (file, out) = args.next().zip(args.next()).ok_or("which file, and where to?")?;
    let imported = open(&file)?;
    let options = ExportOptions::default().with_quantize(true).with_meshopt(true).with_key_tolerance(0.000_5);
    let written = export_glb(&imported.character, &imported.clips, &options)?;
    for diagnostic in &written.report {
        eprintln!("{diagnostic}");
    }
    std::fs::write(&out, &written.bytes)?;
    println!("{out}: {} bytes", written.bytes.len());
    Ok(())
}

/// Imports a character file; files that it refers to are read from its folder.
fn open(file: &str) -> Result<Imported, Box<dyn std::error::Error>> {
    let bytes = std::fs::read(file).map_err(|e| format!("{file}: {e}"))?;
    let folder = Path::new(file).parent().unwrap_or(Path::new(""));
    let beside = |name: &str| std::fs::read(folder.join(name)).map_err(|e| e.to_string());
    Ok(import(&bytes, &beside).map_err(|e| format!("{file}: {e}"))?)
}
