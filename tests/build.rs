//! Compiles the bare C loop that the benchmark compares with.

fn main() {
    println!("cargo::rerun-if-changed=bench/bare_loop.c");
    cc::Build::new().file("bench/bare_loop.c").opt_level(2).warnings(true).compile("bare_loop");
}
