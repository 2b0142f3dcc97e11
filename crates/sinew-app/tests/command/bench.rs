use crate::sinew::{Folder, sinew};

#[test]
fn jobs_have_figures() {
    let it = sinew(&["bench", "update", "--json"]).json();
    let job = &it["jobs"][0];
    assert_eq!((job["job"].as_str(), job["per"].as_str()), (Some("update"), Some("joint")));
    assert!(job["nanoseconds"].as_f64().unwrap() > 0.0);
    let table = sinew(&["bench", "import"]);
    assert!(table.out.contains("import") && table.out.contains("median"), "{}", table.out);
}

#[cfg(unix)]
#[test]
fn a_peer_stands_beside_ours() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("peer");
    let script = |name: &str, text: &str| {
        let path = folder.file(name, text.as_bytes());
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        path
    };
    let peer = script("peer.sh", "#!/bin/sh\necho update 1000000\n");
    let it = sinew(&["bench", "update", "--peer", &peer, "--json"]).json();
    assert_eq!(it["jobs"][0]["peer_nanoseconds"].as_f64(), Some(1e6));
    assert!(it["jobs"][0]["peer_ratio"].as_f64().unwrap() > 1.0);
    let wrong = script("wrong.sh", "#!/bin/sh\necho fast\n");
    let run = sinew(&["bench", "update", "--peer", &wrong]);
    assert_eq!(run.code, 1);
    assert!(run.err.contains("job nanoseconds"), "{}", run.err);
}
