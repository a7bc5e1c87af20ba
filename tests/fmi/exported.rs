//! The FMUs exported from `fmus/`, in FMPy and in our own importer, against exact solutions.

mod closed_forms;
mod energy;
mod events;
mod fmpy;
mod formulas;
mod importer;
mod in_process;
mod lifecycle;
mod solvers;
