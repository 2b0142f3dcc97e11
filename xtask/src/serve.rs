//! A static web server on the loopback address, for the viewer page and tests.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};

/// Serves a folder until the program ends.
pub(crate) fn serve(folder: &Path) -> Result<(), String> {
    // A fixed port, so that a page that is open can be loaded again; another one where it is taken.
    let listener = TcpListener::bind("127.0.0.1:8080").or_else(|_| TcpListener::bind("127.0.0.1:0"));
    let listener = listener.map_err(|error| format!("no port: {error}"))?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    println!("http://{address}/ (Ctrl-C ends it)");
    for stream in listener.incoming().flatten() {
        let folder = folder.to_owned();
        // A browser that goes away ends its own answer only.
        std::thread::spawn(move || answer(&folder, stream));
    }
    Ok(())
}

fn answer(folder: &Path, mut stream: TcpStream) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?).lines();
    let request = lines.next().transpose()?.unwrap_or_default();
    // The header fields, none of which matter.
    while lines.next().transpose()?.is_some_and(|line| !line.is_empty()) {}
    let path = request.split(' ').nth(1).unwrap_or("/");
    let file = file(folder, path.split(['?', '#']).next().unwrap_or("/"));
    let found = file.and_then(|file| Some((std::fs::read(&file).ok()?, file)));
    match found {
        Some((bytes, file)) => {
            let kind = kind(&file);
            write!(
                stream,
                "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nCache-Control: no-cache\r\nConnection: close\r\n\r\n",
                bytes.len()
            )?;
            stream.write_all(&bytes)
        }
        None => write!(stream, "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"),
    }
}

/// File of an address; `None` for one that leads out of the folder.
fn file(folder: &Path, address: &str) -> Option<PathBuf> {
    let path = PathBuf::from(decoded(address.trim_start_matches('/'))?);
    let is_inside = path.components().all(|part| matches!(part, Component::Normal(_)));
    let file = folder.join(path);
    is_inside.then(|| if file.is_dir() { file.join("index.html") } else { file })
}

/// Address without percent signs; `None` for a malformed one.
fn decoded(address: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = address.as_bytes();
    while let [first, after @ ..] = rest {
        rest = after;
        if *first == b'%' {
            let (digits, after) = rest.split_at_checked(2)?;
            bytes.push(u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?);
            rest = after;
        } else {
            bytes.push(*first);
        }
    }
    String::from_utf8(bytes).ok()
}

/// Type of a file's contents.
fn kind(file: &Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()).unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "wasm" => "application/wasm",
        "png" => "image/png",
        "svg" => "image/svg+xml",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_stay_in_the_folder() {
        let folder = Path::new("/srv");
        assert_eq!(file(folder, "/a/b%20c.js"), Some("/srv/a/b c.js".into()));
        for outside in ["/../x", "/a/../../x", "/%2e%2e/x", "//etc/../x", "/%zz"] {
            assert_eq!(file(folder, outside), None, "{outside}");
        }
    }
}
