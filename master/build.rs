//! Compiles the logger callback, which needs C because it is variadic.

fn main() {
    println!("cargo::rerun-if-changed=src/fmi/logger.c");
    cc::Build::new().file("src/fmi/logger.c").warnings(true).compile("macrostep_fmi2_logger");
}
