//! Tells the linker how much stack and memory the module may have.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        // The solvers turn back before 768 KiB are used up; the checker nests as deep as a
        // definition may.
        println!("cargo:rustc-cdylib-link-arg=-zstack-size=4194304");
        println!("cargo:rustc-cdylib-link-arg=--max-memory=1073741824");
    }
}
