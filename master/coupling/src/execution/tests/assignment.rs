//! Slaves with a thread of their own.

use std::sync::atomic::{AtomicBool, Ordering};

use super::*;

/// The ring on so many threads, with slaves that sleep for so many ms in a step.
fn sleeping(ms: [u64; N], workers: &Workers) -> (Simulation, Vec<Seen>) {
    let seen: Vec<Seen> = (0..N).map(|_| Seen::default()).collect();
    let slave = |k: usize| -> Box<dyn Slave> {
        let during: During = Arc::new(move |_| {
            thread::sleep(Duration::from_millis(ms[k]));
            Ok(())
        });
        Box::new(Busy { mass: mass(k), during, seen: seen[k].clone() })
    };
    let network = ring((0..N).map(slave).collect()).with_workers(workers);
    (jacobi(network), seen)
}

#[test]
fn slaves_are_placed_by_what_their_steps_cost() {
    // One slave costs more than all others together, by more than a machine with other work makes sleeps longer.
    let (mut simulation, seen) = sleeping([16, 5, 3, 2, 1], &workers(2, N));
    assert_eq!(simulation.network().thread_of().unwrap(), [0, 1, 0, 1, 0]);
    (0..40).for_each(|_| assert!(simulation.advance().unwrap()));
    assert_eq!(simulation.network().thread_of().unwrap(), [0, 1, 1, 1, 1]);
    // From the 32nd step on nobody moves. The driving thread lends none of its own; it may have to help the other one.
    let last = |k: usize| seen[k].lock().unwrap()[33..].to_vec();
    let me = thread::current().id();
    assert!(last(0).iter().all(|thread| *thread == me));
    assert!((1..N).any(|k| last(k).iter().any(|thread| *thread != me)));
}

#[test]
fn claimed_slaves_have_no_thread() {
    let claimed = Workers { assignment: Assignment::Claimed, ..workers(2, N) };
    assert!(sleeping([0; N], &claimed).0.network().thread_of().is_none());
}

#[test]
fn slaves_of_a_thread_that_does_not_come_are_run_by_the_driving_one() {
    let go = Arc::new(AtomicBool::new(false));
    let wait = go.clone();
    let late = move |thread: usize| {
        while thread > 0 && !wait.load(Ordering::SeqCst) {
            thread::yield_now();
        }
    };
    let workers = Workers { on_start: Arc::new(late), ..workers(2, N) };
    let (mut simulation, seen) = sleeping([0; N], &workers);
    (0..10).for_each(|_| assert!(simulation.advance().unwrap()));
    let me = thread::current().id();
    assert!(seen.iter().all(|seen| seen.lock().unwrap().iter().all(|thread| *thread == me)));
    // And when it has come, it takes part.
    go.store(true, Ordering::SeqCst);
    let helped = || seen.iter().any(|seen| seen.lock().unwrap().iter().any(|id| *id != me));
    let begin = Instant::now();
    while !helped() && begin.elapsed() < Duration::from_secs(20) {
        assert!(simulation.advance().unwrap());
        thread::sleep(Duration::from_millis(1));
    }
    assert!(helped());
}

#[test]
fn a_sleeping_thread_is_woken_for_slaves_that_must_stay_on_it() {
    let mut workers = workers(3, N);
    workers.fixed[2] = Some(2);
    let (mut simulation, seen) = sleeping([0; N], &workers);
    for _ in 0..20 {
        // Long enough for the others to fall asleep.
        thread::sleep(Duration::from_millis(2));
        assert!(simulation.advance().unwrap());
    }
    let seen = seen[2].lock().unwrap();
    assert!(seen.len() >= 20 && seen.iter().all(|thread| *thread == seen[0]));
    assert_ne!(seen[0], thread::current().id());
}
