//! Stepping, saving and restoring allocate nothing.
#![allow(unsafe_code)]

mod packings;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use nonsmooth::Settings;
use packings::{Random, world};

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
    let (mut world, _) = world(1, 100, 0.0, Settings::default());
    let mut random = Random::seeded(2);
    let mut saved = Vec::new();
    world.save(&mut saved);
    let before = ALLOCATIONS.with(Cell::get);
    let mut most = 0;
    for _ in 0..300 {
        saved.clear();
        world.save(&mut saved);
        let velocity = random.vector(0.5);
        world.step(1e-4, velocity).unwrap();
        assert!(world.restore(&saved));
        world.step(1e-4, velocity).unwrap();
        most = most.max(world.contacts().len());
    }
    assert_eq!(ALLOCATIONS.with(Cell::get) - before, 0);
    assert!(most > 100, "{most} contacts");
}
