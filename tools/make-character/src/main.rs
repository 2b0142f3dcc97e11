//! Generator of Sinew's built-in character: all surfaces, textures, weights and clips are made by code.
//!
//! Data flow: [`skeleton`] → volumes ([`field`]) → triangles ([`surface`]) per part ([`parts`]) → [`weights`]
//! → charts and paint ([`paint`]) → clips ([`motion`]) → VRM ([`output`]). The output is identical, byte for
//! byte, on every run.

mod assemble;
mod field;
mod motion;
mod output;
mod paint;
mod parts;
mod skeleton;
mod surface;
#[cfg(test)]
mod tests;
mod weights;

use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let mut path = PathBuf::from("data/sinew.vrm");
    let mut wrinkles = None;
    while let Some(argument) = arguments.next() {
        match (argument.as_str(), arguments.next()) {
            ("-o", Some(value)) => path = value.into(),
            ("--wrinkles", Some(value)) => wrinkles = Some(PathBuf::from(value)),
            _ => {
                eprintln!("usage: make-character [-o FILE.vrm] [--wrinkles FOLDER]");
                return ExitCode::from(2);
            }
        }
    }
    let made = make(&path).and_then(|bytes| match &wrinkles {
        Some(folder) => output::write_wrinkles(&bytes, folder),
        None => Ok(()),
    });
    match made {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{}: {error}", path.display());
            ExitCode::from(1)
        }
    }
}

/// Makes the character and writes it; returns the bytes of the file.
fn make(path: &std::path::Path) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
    let skeleton = skeleton::Skeleton::new();
    let body = assemble::assemble(&skeleton)?;
    for part in &body.parts {
        let s = &part.surface;
        eprintln!(
            "{:10} {:5} triangles {:5} vertices {} targets",
            part.name,
            s.triangles.len(),
            s.positions.len(),
            s.morphs.len()
        );
    }
    let takes = motion::takes(&skeleton);
    let bytes = output::write(&skeleton, &body.parts, &body.materials, &body.textures, &takes)?;
    std::fs::write(path, &bytes)?;
    let triangles: usize = body.parts.iter().map(|p| p.surface.triangles.len()).sum();
    eprintln!("{}: {triangles} triangles, {} clips, {} bytes", path.display(), takes.len(), bytes.len());
    Ok(bytes)
}
