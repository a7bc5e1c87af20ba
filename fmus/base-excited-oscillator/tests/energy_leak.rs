//! Energy that a coupling creates, against an implementation that knows nothing of this one, on two
//! systems of González et al. (2018).

use base_excited_oscillator::BaseExcitedOscillator;
use fmu_builder::runtime::Instance;
use fmu_builder::{Model, SolverKind};
use oscillator::Oscillator;

fn started<M: Model>(micro_step: f64, start: &[(&str, f64)]) -> Instance<M> {
    let start = [start, &[("micro_step", micro_step)]].concat();
    Instance::started(SolverKind::SemiImplicitEuler, &start).unwrap()
}

fn set<M: Model>(instance: &mut Instance<M>, name: &str, value: f64) {
    let reference = instance.reference(name).unwrap();
    instance.set_real(&[reference], &[value]).unwrap();
}

/// The energy of both masses and the spring at 0.5, 1, 2 and 4 s. The force on m is read after the
/// spring has been told where m is now, or before.
fn haptic_energies(fresh: bool) -> [f64; 4] {
    let (h, free) = (4e-3, [("m", 0.1), ("c", 0.0), ("d", 0.0)]);
    let mut mass: Instance<Oscillator> = started(1e-5, &free);
    let virtual_mass = [&free[..], &[("cc", 100.0), ("dc", 0.0), ("x0", 0.1)]].concat();
    let mut wall: Instance<BaseExcitedOscillator> = started(h, &virtual_mass);
    let mut energies = Vec::new();
    let mut force = wall.real("f").unwrap();
    for k in 0..1000 {
        set(&mut mass, "force", force);
        mass.do_step(f64::from(k) * h, h).unwrap();
        wall.do_step(f64::from(k) * h, h).unwrap();
        let stale = wall.real("f").unwrap();
        set(&mut wall, "x_in", mass.real("x").unwrap());
        force = if fresh { wall.real("f").unwrap() } else { stale };
        if [125, 250, 500, 1000].contains(&(k + 1)) {
            energies.push(mass.real("energy").unwrap() + wall.real("energy").unwrap());
        }
    }
    energies.try_into().unwrap()
}

/// Section 2, table 1: a mass of 0.1 kg with micro steps of 10 µs, held by a virtual spring of
/// 100 N/m to a virtual mass of 0.1 kg that is sampled every 4 ms; E ≈ E₀ exp(k h t/(2 m)).
#[test]
fn sampling_a_virtual_mass_creates_energy() {
    let references = [
        (true, [1.2933773, 3.4190425, 26.227915, 1477.8078]),
        (false, [3.373242, 22.155035, 1026.2478, 2577972.2]),
    ];
    for (fresh, expected) in references {
        for (found, expected) in haptic_energies(fresh).into_iter().zip(expected) {
            // The references have eight digits.
            assert!((found / expected - 1.0).abs() < 1e-6, "fresh {fresh}: {found} {expected}");
        }
    }
}

/// Section 4.1, table 2 with m₂ = 1 kg: the force of the slow side, read before it is told the new
/// position, goes on in a line over the ten micro steps of the fast side. The energy has the
/// coupling spring as the slow side holds it.
#[test]
fn a_force_that_lags_creates_energy() {
    let h = 1e-3;
    let springs = [("c", 10.0), ("d", 0.0), ("cc", 100.0), ("dc", 0.0), ("v0", 100.0)];
    let mut slow: Instance<BaseExcitedOscillator> = started(h, &springs);
    let mut fast: Instance<Oscillator> = started(1e-4, &[("d", 0.0), ("v0", -100.0)]);
    let force_input = fast.reference("force").unwrap();
    let before = slow.real("energy").unwrap() + fast.real("energy").unwrap();
    let (mut force, mut last, mut created) = (0.0, 0.0, Vec::new());
    for k in 0..10_000 {
        set(&mut slow, "x_in", fast.real("x").unwrap());
        set(&mut fast, "force", force);
        fast.set_input_derivatives(&[force_input], &[1], &[(force - last) / h]).unwrap();
        slow.do_step(f64::from(k) * h, h).unwrap();
        fast.do_step(f64::from(k) * h, h).unwrap();
        (last, force) = (force, slow.real("f").unwrap());
        created.push(slow.real("energy").unwrap() + fast.real("energy").unwrap() - before);
    }
    for (steps, expected) in [(1, 1.049692557579), (100, 149.2877431967), (10_000, 10232.3998321)] {
        let found: f64 = created[steps - 1];
        assert!((found / expected - 1.0).abs() < 1e-9, "{found} {expected} after {steps} steps");
    }
}
