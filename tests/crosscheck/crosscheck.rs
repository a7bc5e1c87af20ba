//! Input files and the cross-check: by hand, against FMPy, and on a collection with every verdict.

mod command;
mod input_files;
mod references;
