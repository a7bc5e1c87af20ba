//! The damper on an oscillator as in Zhang et al. (2022), section 4.3, the simplified system.

mod sweep;

use sweep::Coupled;

/// Reference: an independent implementation of the same sweep with 20 spheres of 1.94 mm, whose layout at the start is another.
/// What spheres do is chaotic; the amplitude depends on their mass and on the free height.
#[test]
fn twenty_spheres_hold_the_amplitude_at_three_millimetres() {
    let mut coupled = Coupled::started(20, 0.0, 1e-4);
    let maxima = coupled.maxima(4);
    for (found, expected) in maxima.iter().zip([3.354e-3, 3.398e-3, 3.173e-3, 3.135e-3]) {
        assert!((found / expected - 1.0).abs() < 0.15, "{maxima:?}");
    }
    let [kinetic, potential, energy, dissipated, work, overlap] = coupled
        .damper()
        .reals(["kinetic", "potential", "energy", "dissipated", "work", "overlap"])
        .unwrap();
    assert!((kinetic + potential - energy).abs() < 1e-15);
    // At the start the container is at rest, 19 spheres lie on the floor and one on top of them.
    let radius = (3.0 * 7e-3 / (4.0 * std::f64::consts::PI * 11344.0 * 20.0)).cbrt();
    let start = 7e-3 / 20.0 * 9.81 * radius * (19.0 + 3.0);
    let balance = energy + dissipated - work - start;
    assert!(balance.abs() < 1e-12 * dissipated, "{balance:e} {dissipated:e}");
    assert!(dissipated > 0.01 && overlap < 0.01 * radius, "{dissipated} {overlap}");
}

/// Zhang et al. (2022), table 2: the mass of the spheres fixed to the oscillator gives resonance; reference as above.
#[test]
fn without_spheres_the_amplitude_grows_to_several_times_that() {
    let maxima = Coupled::started(0, 7e-3, 1e-4).maxima(4);
    assert!(maxima.is_sorted() && maxima[3] > 4.0 * 3.2e-3, "{maxima:?}");
}
