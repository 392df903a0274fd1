//! Files of the repository that show what the program prints or counts: tests hold them to that,
//! and `ZUG_RENEW=1 cargo test --test NAME` writes them anew.

use std::path::Path;

/// Whether files are to be written anew.
pub fn is_asked() -> bool {
    std::env::var_os("ZUG_RENEW").is_some()
}

/// How a file differs from what it should be, if it does; it does not once it is written anew.
pub fn difference(path: &Path, found: &str) -> Option<String> {
    if is_asked() {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("the folder is made");
        std::fs::write(path, found).expect("the file can be written");
    }
    let kept = std::fs::read_to_string(path).unwrap_or_default().replace("\r\n", "\n");
    let (kept, now): (Vec<&str>, Vec<&str>) = (kept.split('\n').collect(), found.split('\n').collect());
    let first = kept.iter().zip(&now).take_while(|(a, b)| a == b).count();
    let window = |lines: &[&str]| lines.iter().skip(first).take(12).copied().collect::<Vec<_>>().join("\n");
    (kept != now).then(|| {
        let (line, kept, now) = (first + 1, window(&kept), window(&now));
        format!("{} from line {line}, kept:\n{kept}\nnow:\n{now}\n", path.display())
    })
}

/// Holds a file to what it should be.
pub fn hold(path: &Path, found: &str) {
    if let Some(difference) = difference(path, found) {
        panic!("{difference}if this is meant: ZUG_RENEW=1 cargo test --test {}", env!("CARGO_CRATE_NAME"));
    }
}
