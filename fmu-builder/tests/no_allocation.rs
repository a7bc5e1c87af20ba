//! Setting, getting, stepping, saving and restoring allocate nothing, whatever the solver.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use fmu_builder::runtime::{Instance, Interface};
use fmu_builder::*;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

/// Counts allocations of the thread that makes them; tests run in several threads.
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

fn allocations() -> usize {
    ALLOCATIONS.with(Cell::get)
}

/// A pendulum of two masses on springs, with an energy and its dissipation.
struct Pair {
    force: Input,
    x: [State; 2],
    v: [State; 2],
    dissipated: Integral,
    energy: Output,
}

impl Model for Pair {
    const NAME: &'static str = "pair";
    const DESCRIPTION: &'static str = "for tests";
    const LINEAR: Option<bool> = Some(true);
    const OWN_STEP: bool = true;

    fn declare(v: &mut Variables) -> Self {
        let start = v.parameter("x0", 0.1, "m", "");
        let x = [v.state("x1", start, "m", ""), v.state("x2", start, "m", "")];
        let velocities = [v.state("v1", start, "m/s", ""), v.state("v2", start, "m/s", "")];
        v.position(x[0], velocities[0]);
        v.position(x[1], velocities[1]);
        Self {
            force: v.input("force", 0.0, "N", ""),
            x,
            v: velocities,
            dissipated: v.integral("dissipated", "J", ""),
            energy: v.output("energy", "J", ""),
        }
    }

    fn derivatives(&self, s: &Sample, dx: &mut Derivatives) {
        let coupling = 50.0 * (s[self.x[1]] - s[self.x[0]]);
        for i in 0..2 {
            dx[self.x[i]] = s[self.v[i]];
        }
        dx[self.v[0]] = s[self.force] + coupling - 100.0 * s[self.x[0]] - s[self.v[0]];
        dx[self.v[1]] = -coupling - s[self.v[1]];
        dx[self.dissipated] = s[self.v[0]].powi(2) + s[self.v[1]].powi(2);
    }

    /// Forgets all but the force.
    fn own_step(
        &self,
        s: &Sample,
        s_end: &Sample,
        h: f64,
        z: &mut States,
    ) -> Result<(), &'static str> {
        for i in 0..2 {
            z[self.x[i]] = s[self.x[i]] + h * s[self.v[i]];
            z[self.v[i]] = s[self.v[i]] + 0.5 * h * (s[self.force] + s_end[self.force]);
        }
        z[self.dissipated] = s[self.dissipated];
        Ok(())
    }

    fn outputs(&self, s: &Sample, y: &mut Outputs) {
        y[self.energy] = 0.5 * (s[self.v[0]].powi(2) + s[self.v[1]].powi(2));
    }
}

fn started(solver: SolverKind) -> Instance<Pair> {
    Instance::started(solver, &[]).unwrap()
}

#[test]
fn a_step_allocates_nothing() {
    for solver in SolverKind::of::<Pair>() {
        let mut instance = started(solver);
        let force = [instance.reference("force").unwrap()];
        let outputs = ["x1", "energy", "der(v2)"].map(|name| instance.reference(name).unwrap());
        let (mut y, mut dy) = ([0.0; 3], [0.0; 2]);
        let mut saved = instance.snapshot();
        let before = allocations();
        let mut t = 0.0;
        for k in 0..50 {
            // Also new step lengths, for which `exact` needs new matrices.
            let h = if k % 2 == 0 { 0.01 } else { 0.01 + 1e-4 * k as f64 };
            instance.set_real(&force, &[k as f64]).unwrap();
            instance.set_input_derivatives(&force, &[1], &[3.0]).unwrap();
            instance.save(&mut saved);
            instance.do_step(t, h).unwrap();
            instance.restore(&saved).unwrap();
            instance.do_step(t, h).unwrap();
            instance.get_real(&outputs, &mut y).unwrap();
            instance.output_derivatives(&outputs[..2], &[1, 1], &mut dy).unwrap();
            instance.directional_derivative(&outputs[1..2], &force, &[1.0], &mut dy[..1]).unwrap();
            t = instance.time();
        }
        assert_eq!(allocations() - before, 0, "{}", solver.name());
        assert!(y.iter().all(|y| y.is_finite()));
    }
}

/// A ball on a floor, whose height is sampled too.
struct Ball {
    h: State,
    v: State,
    seen: Discrete,
    ground: Condition,
    clock: Clock,
}

impl Model for Ball {
    const NAME: &'static str = "ball";
    const DESCRIPTION: &'static str = "for tests";

    fn declare(v: &mut Variables) -> Self {
        let (h0, v0) = (v.parameter("h0", 0.01, "m", ""), v.parameter("v0", 0.0, "m/s", ""));
        let period = v.parameter("period", 0.003, "s", "");
        Self {
            h: v.state("h", h0, "m", ""),
            v: v.state("v", v0, "m/s", ""),
            seen: v.discrete("seen", h0, "m", ""),
            ground: v.condition("ground"),
            clock: v.clock(period),
        }
    }

    fn derivatives(&self, s: &Sample, dx: &mut Derivatives) {
        dx[self.h] = s[self.v];
        dx[self.v] = -9.81;
    }

    fn conditions(&self, s: &Sample, c: &mut Conditions) {
        c[self.ground] = -s[self.h];
    }

    fn event(&self, s: &Sample, e: &mut Event) {
        if e.ticks(self.clock) {
            e[self.seen] = s[self.h];
        }
        if e.begins(self.ground) {
            e[self.v] = -s[self.v];
        }
    }
}

#[test]
fn a_step_through_events_allocates_nothing() {
    for solver in SolverKind::ALL {
        let mut instance = Instance::<Ball>::new(Interface::CoSimulation);
        instance.set_solver(solver).unwrap();
        instance.enter_initialization().unwrap();
        instance.exit_initialization().unwrap();
        let outputs = ["h", "seen"].map(|name| instance.reference(name).unwrap());
        let (mut y, mut saved, mut turned) = ([0.0; 2], instance.snapshot(), 0);
        let before = allocations();
        for k in 0..20 {
            let t = k as f64 * 0.01;
            instance.save(&mut saved);
            instance.do_step(t, 0.01).unwrap();
            instance.restore(&saved).unwrap();
            instance.do_step(t, 0.01).unwrap();
            instance.get_real(&outputs, &mut y).unwrap();
            turned += usize::from(y[0] > y[1]);
        }
        assert_eq!(allocations() - before, 0, "{}", solver.name());
        assert!(turned > 3, "{}: it does not bounce", solver.name());
    }
}
