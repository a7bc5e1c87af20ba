//! Stepping, saving, restoring and reading allocate nothing.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use fmu_builder::SolverKind;
use fmu_builder::runtime::Instance;
use particle_damper::ParticleDamper;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

/// Counts allocations of the thread that makes them.
struct Counting;

// SAFETY: every call is passed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        // SAFETY: as the caller guarantees.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as the caller guarantees.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn a_step_allocates_nothing() {
    let mut damper = Instance::<ParticleDamper>::started(SolverKind::Own, &[("n", 147.0)]).unwrap();
    let inputs = ["x_in", "v_in"].map(|name| damper.reference(name).unwrap());
    let names = ["x", "reaction", "dissipated", "r[147].y"];
    let outputs = names.map(|name| damper.reference(name).unwrap());
    let (mut y, mut saved) = ([0.0; 4], damper.snapshot());
    let before = ALLOCATIONS.with(Cell::get);
    for k in 0..600 {
        let t = k as f64 * 1e-4;
        damper.set_real(&inputs, &[y[0], 0.3 * (97.0 * t).cos()]).unwrap();
        damper.save(&mut saved);
        damper.do_step(t, 1e-4).unwrap();
        damper.restore(&saved).unwrap();
        damper.do_step(t, 1e-4).unwrap();
        damper.get_real(&outputs, &mut y).unwrap();
    }
    assert_eq!(ALLOCATIONS.with(Cell::get) - before, 0);
    assert!(y[2] > 0.0, "contacts were at work");
}
