//! Files that are mended or formatted are replaced wholly, keep their permissions, and links stay
//! links.
#![cfg(unix)]

use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;

const SLIP: &str = "game \"x\"\nplayers A, B\nstate { left: 0..5 == 5 }\n\
                    move take(n in 1..2) when n <= left { left -= n }\nstuck => me loses\n";

fn mended_through_a_link(arguments: &[&str], folder: &Path) -> String {
    let (real, link) = (folder.join("real.game"), folder.join("link.game"));
    std::fs::set_permissions(&real, std::fs::Permissions::from_mode(0o640)).expect("set");
    symlink("real.game", &link).expect("linked");
    let output =
        Command::new(env!("CARGO_BIN_EXE_zug")).args(arguments).arg(&link).output().expect("zug runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(link.symlink_metadata().expect("there").is_symlink(), "the link is one still");
    assert_eq!(real.metadata().expect("there").permissions().mode() & 0o777, 0o640);
    assert_eq!(std::fs::read_dir(folder).expect("a folder").count(), 2, "nothing is left beside");
    std::fs::read_to_string(real).expect("readable")
}

#[test]
fn fix_replaces_what_a_link_leads_to() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("real.game"), SLIP).expect("written");
    let text = mended_through_a_link(&["check", "--fix"], folder.path());
    assert_eq!(text, SLIP.replace("==", "="));
}

#[test]
fn fmt_replaces_what_a_link_leads_to() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("real.game"), SLIP.replace("==", "  =")).expect("written");
    let text = mended_through_a_link(&["fmt"], folder.path());
    assert!(text.contains("0..5 = 5"), "{text}");
}
