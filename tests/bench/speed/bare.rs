//! The bare loop of C calls.
#![allow(unsafe_code)]

use std::ffi::{CString, c_char, c_int, c_long};

use macrostep::fmi::{Archive, description};
use macrostep_tests::c_fmu;

use crate::case::{H, Measured, Runner};

unsafe extern "C" {
    fn bare_loop(
        library: *const c_char,
        guid: *const c_char,
        masses: c_int,
        parts: c_int,
        steps: c_long,
        h: f64,
        way: c_int,
        x_end: *mut f64,
    ) -> f64;
}

/// What the loop does in a macro step; the numbers are those of `bare_loop.c`.
#[derive(Clone, Copy)]
pub enum Way {
    Held = 0,
    Linear = 1,
    Corrected = 2,
}

/// A chain of unpacked FMUs.
pub struct Bare {
    library: CString,
    guid: CString,
    masses: u32,
    parts: u32,
    way: Way,
    _archive: Archive,
}

impl Bare {
    pub fn new(masses: u32, parts: u32, way: Way) -> Self {
        let archive = Archive::open(c_fmu("mass")).expect("the FMU opens");
        let model = description::read(&archive).expect("its description reads").model;
        let library = archive.library("mass").expect("it has a binary");
        Self {
            library: CString::new(library.to_str().expect("a plain path")).expect("no zero byte"),
            guid: CString::new(model.instantiation_token.as_str()).expect("no zero byte"),
            masses,
            parts,
            way,
            _archive: archive,
        }
    }

    pub fn runner(self) -> Runner {
        Runner::new(move |steps| self.run(steps))
    }

    fn run(&self, steps: u32) -> Measured {
        let mut x_end = 0.0;
        // SAFETY: the strings live, and x_end can be written.
        let seconds = unsafe {
            bare_loop(
                self.library.as_ptr(),
                self.guid.as_ptr(),
                self.masses as c_int,
                self.parts as c_int,
                c_long::from(steps),
                H,
                self.way as c_int,
                &mut x_end,
            )
        };
        assert!(seconds > 0.0, "the bare loop failed with {seconds}");
        Measured { seconds, x_end: (self.way as c_int != Way::Corrected as c_int).then_some(x_end) }
    }
}
