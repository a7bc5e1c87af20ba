//! Slaves of which only one may be busy at a time.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;

/// A mass that counts how many of its group are busy, and keeps the most.
struct Counted {
    slave: Box<dyn Slave>,
    busy: Arc<AtomicUsize>,
    most: Arc<AtomicUsize>,
}

impl Slave for Counted {
    fn ports(&self) -> &Ports {
        self.slave.ports()
    }

    fn outputs(&mut self, u: &[f64], y: &mut [f64]) -> Result<(), SlaveError> {
        self.slave.outputs(u, y)
    }

    fn step(&mut self, step: &Step, u: &[Polynomial], y: &mut [f64]) -> Result<(), SlaveError> {
        let busy = 1 + self.busy.fetch_add(1, Ordering::SeqCst);
        self.most.fetch_max(busy, Ordering::SeqCst);
        thread::sleep(Duration::from_micros(50));
        let answer = self.slave.step(step, u, y);
        self.busy.fetch_sub(1, Ordering::SeqCst);
        answer
    }

    fn save(&mut self, slot: Slot) -> Result<(), SlaveError> {
        self.slave.save(slot)
    }

    fn restore(&mut self, slot: Slot) -> Result<(), SlaveError> {
        self.slave.restore(slot)
    }
}

/// Runs the ring with these groups; the most slaves of each that were busy at a time, and the results.
fn most_busy(
    groups: [usize; N],
    exclusive: bool,
    (threads, assignment): (usize, Assignment),
) -> (Vec<usize>, Vec<Vec<f64>>) {
    let counters = || (0..2).map(|_| Arc::new(AtomicUsize::new(0))).collect::<Vec<_>>();
    let (busy, most) = (counters(), counters());
    let counted = |k: usize| -> Box<dyn Slave> {
        let (busy, most) = (busy[groups[k]].clone(), most[groups[k]].clone());
        Box::new(Counted { slave: mass(k), busy, most })
    };
    let mut workers = Workers { assignment, ..workers(threads, N) };
    if exclusive {
        workers.exclusive = groups.into_iter().map(Some).collect();
    }
    let network = ring((0..N).map(counted).collect()).with_workers(&workers);
    let points = run(network, Box::new(Explicit::new(Jacobi)), polynomials());
    (most.iter().map(|most| most.load(Ordering::SeqCst)).collect(), points)
}

#[test]
fn slaves_of_an_exclusive_group_are_never_busy_at_the_same_time() {
    let groups = [0, 1, 0, 1, 0];
    let (free, alone) = most_busy(groups, false, (3, Assignment::Claimed));
    assert!(free.iter().any(|most| *most > 1), "{free:?}");
    for (threads, way) in (2..=4).flat_map(|threads| BOTH.map(|way| (threads, way))) {
        let (most, points) = most_busy(groups, true, (threads, way));
        assert_eq!(most, [1, 1], "{threads} threads, {way:?}");
        assert!(points == alone, "{threads} threads, {way:?}");
    }
}

#[test]
fn helpers_have_the_stack_that_is_asked_for() {
    let mut workers = workers(2, N);
    workers.fixed = vec![Some(1); N];
    workers.stack = Some(16 << 20);
    let deep = |k: usize| -> Box<dyn Slave> { Box::new(Deep(mass(k))) };
    let network = ring((0..N).map(deep).collect()).with_workers(&workers);
    run(network, Box::new(Explicit::new(Jacobi)), polynomials());
}

/// A mass whose steps need 6 MB of stack.
struct Deep(Box<dyn Slave>);

#[inline(never)]
fn use_stack() -> u8 {
    let room = std::hint::black_box([1_u8; 6 << 20]);
    room[std::hint::black_box(4096)]
}

impl Slave for Deep {
    fn ports(&self) -> &Ports {
        self.0.ports()
    }

    fn outputs(&mut self, u: &[f64], y: &mut [f64]) -> Result<(), SlaveError> {
        self.0.outputs(u, y)
    }

    fn step(&mut self, step: &Step, u: &[Polynomial], y: &mut [f64]) -> Result<(), SlaveError> {
        assert_eq!(use_stack(), 1);
        self.0.step(step, u, y)
    }

    fn save(&mut self, slot: Slot) -> Result<(), SlaveError> {
        self.0.save(slot)
    }

    fn restore(&mut self, slot: Slot) -> Result<(), SlaveError> {
        self.0.restore(slot)
    }
}
