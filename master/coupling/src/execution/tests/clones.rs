//! Clones against slaves alone.

use super::*;

fn semi_implicit(network: Network) -> Simulation {
    let scheme = Box::new(SemiImplicit::new(&network, &[], Jacobian::EveryStep));
    let clock = Clock::new(0.0, 1.0, 1e-3);
    let mut simulation = Simulation::new(network, polynomials(), scheme, clock);
    simulation.initialize().unwrap();
    simulation
}

#[test]
fn clones_give_the_bits_of_slaves_alone() {
    let kinds = [Jacobian::EveryStep, Jacobian::Reused, Jacobian::Broyden];
    for (kind, explicit) in kinds.into_iter().zip([&[][..], &[SlaveId(2)], &[]]) {
        let scheme = |network: &Network| Box::new(SemiImplicit::new(network, explicit, kind));
        let network = || ring((0..N).map(mass).collect());
        let alone = run(network(), scheme(&network()), polynomials());
        // Clones begin somewhere else: all that they know comes from their slaves.
        let clone = |k: usize| (SlaveId(k), mass(N - k));
        let cloned = || network().with_clones(vec![clone(4), clone(0), clone(2), clone(0)]);
        assert!(run(cloned(), scheme(&cloned()), polynomials()) == alone, "{kind:?}");
        for threads in 2..=4 {
            let shared = cloned().with_workers(&workers(threads, N));
            let scheme = scheme(&shared);
            assert!(run(shared, scheme, polynomials()) == alone, "{kind:?} on {threads} threads");
        }
    }
}

#[test]
fn clones_take_columns_and_the_thread_after_that_of_their_slave() {
    let (network, seen) = busy(|_| Ok(()));
    let (during, by_clone): (During, Seen) = (Arc::new(|_| Ok(())), Seen::default());
    let clone = Box::new(Busy { mass: mass(1), during, seen: by_clone.clone() });
    let mut workers = workers(3, N);
    workers.fixed[1] = Some(2);
    let network = network.with_clones(vec![(SlaveId(1), clone)]).with_workers(&workers);
    let mut simulation = semi_implicit(network);
    (0..10).for_each(|_| assert!(simulation.advance().unwrap()));
    // Predictor, corrector and two columns for a slave alone; a clone takes one of the columns.
    let taken = |seen: &Seen| seen.lock().unwrap().len();
    assert_eq!((taken(&seen[0]), taken(&seen[1]), taken(&by_clone)), (40, 30, 10));
    assert!(by_clone.lock().unwrap().iter().all(|id| *id == thread::current().id()));
    assert_eq!(simulation.times().len(), N);
}

#[test]
fn a_clone_that_fails_is_named() {
    let during: During = Arc::new(|_| Err(SlaveError::Failed { reason: "enough".into() }));
    let clone = Box::new(Busy { mass: mass(1), during, seen: Seen::default() });
    let network = ring((0..N).map(mass).collect());
    let network = network.with_clones(vec![(SlaveId(0), mass(0)), (SlaveId(1), clone)]);
    let mut simulation = semi_implicit(network);
    let error = simulation.advance().unwrap_err().to_string();
    assert!(error.contains("mass 1 (clone 1)") && error.contains("enough"), "{error}");
}
