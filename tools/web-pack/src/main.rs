//! Finishes the WebAssembly modules of `sinew-web` for npm packages, and measures them.
//!
//! ```text
//! web-pack glue MODULE.wasm FOLDER NAME   write FOLDER/NAME.js and FOLDER/NAME_bg.wasm
//! web-pack strip MODULE.wasm OUT.wasm     leave out names and other custom sections
//! web-pack sizes FILE…                    print bytes, gzip and Brotli of each file, in a table
//! ```

mod size;
mod strip;

use size::Sizes;
use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match args[..] {
        ["glue", module, folder, name] => glue(module, folder, name),
        ["strip", module, out] => strip(module, out),
        ["sizes", ..] => {
            println!("bytes\tgzip\tBrotli\tfile");
            args[1..].iter().try_for_each(|file| print_size(file))
        }
        _ => {
            eprintln!("web-pack glue MODULE.wasm FOLDER NAME | strip MODULE.wasm OUT.wasm | sizes FILE…");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("web-pack: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Writes the JavaScript that a module made with wasm-bindgen needs, as `wasm-bindgen --target web` does. A library in
/// place of that command: its version is that of the lock file, and nothing is installed.
fn glue(module: &str, folder: &str, name: &str) -> Result<(), String> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).out_name(name).typescript(false);
    bindgen.remove_name_section(true).remove_producers_section(true);
    let made = bindgen.web(true).and_then(|bindgen| bindgen.generate(folder));
    made.map_err(|error| format!("{error:?}"))
}

fn strip(module: &str, out: &str) -> Result<(), String> {
    let bytes = std::fs::read(module).map_err(|error| format!("{module}: {error}"))?;
    let stripped = strip::without_custom_sections(&bytes).ok_or(format!("{module} is no WebAssembly"))?;
    std::fs::write(out, stripped).map_err(|error| format!("{out}: {error}"))
}

fn print_size(file: &str) -> Result<(), String> {
    let bytes = std::fs::read(file).map_err(|error| format!("{file}: {error}"))?;
    let Sizes { plain, gzip, brotli } = Sizes::of(&bytes);
    println!("{plain}\t{gzip}\t{brotli}\t{file}");
    Ok(())
}
