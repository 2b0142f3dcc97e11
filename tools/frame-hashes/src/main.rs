//! Prints hashes of animated frames of the built-in character. `frame-hashes --frames SCENE` prints the hash
//! of every frame.

fn main() -> std::process::ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        [] => print!("{}", frame_hashes::report()),
        ["--frames", name] => {
            let Some(scene) = frame_hashes::SCENES.iter().find(|scene| scene.name == *name) else {
                eprintln!("no scene {name:?}");
                return 2.into();
            };
            for (frame, hash) in scene.hashes().into_iter().enumerate() {
                println!("{frame:3} {hash:016x}");
            }
        }
        _ => {
            eprintln!("usage: frame-hashes [--frames SCENE]");
            return 2.into();
        }
    }
    0.into()
}
