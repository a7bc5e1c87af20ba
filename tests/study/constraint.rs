//! The stability of slaves that a kinematic constraint joins: Zhang et al. (2022), section 4.1.

use macrostep::analysis::{Basis, Stability, imposed};
use macrostep_tests::{c_fmu, fmu, macrostep, printed, root, succeed};

use super::scenario;

/// Two masses, the first of 1 kg on a spring of 5000 N/m; the second of `mass` has its `motion` prescribed.
fn two_masses(motion: &str, step: f64, mass: f64, start: &str) -> String {
    format!(
        "[simulation]\nstop = 1\nstep = {step:e}\n\
         [scheme]\nsweep = 'gauss-seidel'\norder = ['driven', 'mass']\n\
         [slaves.mass]\nfmu = '{}'\nstart = {{ k = 5000, v0 = 0.1{start} }}\n\
         [slaves.driven]\nfmu = '{}'\nstart = {{ m = {mass}, v0 = 0.1 }}\n\
         [[couplings]]\nlaw = 'constraint'\nbetween = ['mass', 'driven']\nmotion = '{motion}'\n\
         inputs = {{ extrapolation = 'two-step-hermite', rho_inf = 0.56 }}\n",
        fmu("marker-oscillator").display(),
        fmu("driven-mass").display()
    )
}

/// A double pendulum whose second link, of `mass`, has the motion of its end prescribed.
fn double_pendulum(mass: f64) -> String {
    format!(
        "[simulation]\nstop = 0.1\nstep = 1e-3\n\
         [scheme]\nsweep = 'gauss-seidel'\norder = ['second', 'first']\n\
         [slaves.first]\nfmu = '{}'\nstart = {{ omega0 = 0.5 }}\n\
         [slaves.second]\nfmu = '{}'\n\
         start = {{ m = {mass}, J = {mass}, omega0 = 0.5, x0 = 0.4, vy0 = 0.2 }}\n\
         [[couplings]]\nlaw = 'constraint'\njoint = 'planar'\nfree = ['angle']\n\
         between = ['first', 'second']\n",
        fmu("maximal-pendulum").display(),
        fmu("driven-link").display()
    )
}

#[test]
fn radii_are_those_of_an_independent_implementation_with_history_and_without() {
    let motions = ["original", "index-1", "index-2", "index-3"];
    let reference = [
        (1e-4, [1.10534209, 0.99999375, 0.99999375, 0.99999375]),
        (1e-3, [1.10532448, 0.999379231, 0.999379225, 0.999376483]),
        (1e-2, [1.10343322, 0.964889055, 1.00126541, 0.994929139]),
    ];
    for (step, radii) in reference {
        for (motion, wanted) in motions.into_iter().zip(radii) {
            for start in ["", ", history = true"] {
                let checked = scenario(two_masses(motion, step, 1.0, start));
                let mut stability = Stability::of(&checked).unwrap();
                let found = stability.spectral_radius(step).unwrap().expect("it is linear");
                assert!((found - wanted).abs() < 1e-6, "{motion}, {step}: {found}, not {wanted}");
            }
        }
    }
}

#[test]
fn a_switch_that_lets_states_be_set_is_used_only_if_steps_remain_the_same() {
    let names = |model: &str| {
        let ring = format!(
            "[simulation]\nstop = 1\nstep = 0.1\n[inputs]\nextrapolation = 'hold'\n\
             [slaves.a]\nfmu = '{}'\n[[connections]]\nfrom = 'a.x'\nto = 'a.u'\n",
            c_fmu(model).display()
        );
        imposed(&scenario(ring)).unwrap().expect("it can be reset").state_names().to_vec()
    };
    assert_eq!(names("remembers"), ["a.x", "a.p"]);
    assert!(names("remembers_otherwise").is_empty());
}

#[test]
fn mass_ratios_are_found_by_steps() {
    for (mass, motion) in [(0.5, "index-1"), (2.0, "index-3"), (40.0, "original")] {
        let checked = scenario(two_masses(motion, 1e-3, mass, ""));
        let mut stability = Stability::of(&checked).unwrap();
        let found = stability.zero_stability(&checked, 1e-6).unwrap().expect("a constraint");
        let [pair] = &found.value.pairs[..] else { panic!("{found:?}") };
        let ratio = pair.mass_ratio.expect("both can be rewound");
        assert!((ratio / mass - 1.0).abs() < 1e-4, "{ratio}, not {mass}");
    }
    // Both links lie along x: across it the tip has L²/(J + m d²) per unit of mass, the end of the link 1 + d²/J.
    let checked = scenario(double_pendulum(1.0));
    let found = Stability::of(&checked).unwrap().zero_stability(&checked, 1e-6).unwrap();
    let ratio = found.expect("a constraint").value.pairs[0].mass_ratio.expect("it is found");
    assert!((ratio - 0.16 / 1.04 / 1.04).abs() < 1e-4, "{ratio}");
}

#[test]
fn mass_ratios_beyond_the_limit_are_not_zero_stable_and_runs_agree() {
    // With index-1 inputs and ρ∞ = 0.56; the limits are those of one mass upon another.
    for (mass, stable) in [(1.0, true), (1.4, true), (1.9, false), (4.0, false)] {
        let checked = scenario(two_masses("index-1", 1e-3, mass, ""));
        let mut stability = Stability::of(&checked).unwrap();
        let found = stability.zero_stability(&checked, 1e-6).unwrap().expect("a constraint");
        assert_eq!((found.value.stable, found.basis), (stable, Basis::Exact), "{mass}: {found:?}");
        let pendulum = scenario(double_pendulum(mass / 0.1479));
        let mut stability = Stability::of(&pendulum).unwrap();
        let found = stability.zero_stability(&pendulum, 1e-6).unwrap().expect("a constraint");
        assert_eq!((found.value.stable, found.basis), (stable, Basis::Observed), "{mass}");
    }
}

#[test]
fn the_command_names_the_constraint_and_what_helps_and_nothing_else() {
    let study = |fields: &[&str]| {
        fmu("marker-oscillator");
        let mut command = macrostep();
        command
            .args(["study", "stability"])
            .arg(root().join("scenarios/constraint/two-masses.toml"));
        fields.iter().for_each(|field| _ = command.args(["--set", field]));
        printed(&succeed(&mut command))
    };
    let text = study(&[]);
    assert!(text.contains("0.9993792312 at H = 0.001 s: stable"), "{text}");
    assert!(text.contains("at H = 1e-6 s: zero-stable"), "{text}");
    assert!(!text.contains("fmi2Error") && !text.contains("what helps"), "{text}");
    let text = study(&["couplings.0.motion=original", "slaves.driven.start.m=3"]);
    for words in [
        "not zero-stable, no short step is stable",
        "constraint between \"mass\" and \"driven\"",
        "\"driven\" is 3 times as heavy as \"mass\"",
        "swap the roles, so that the heavier \"driven\" gives motion",
        "motion = \"index-1\"",
        "another rho_inf",
        "scheme.kind = \"newton\"",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
}

#[test]
fn a_map_ties_fields_to_one_value() {
    let folder = tempfile::tempdir().unwrap();
    let (table, picture) = (folder.path().join("map.csv"), folder.path().join("map.svg"));
    fmu("marker-oscillator");
    let mut study = macrostep();
    study.args(["study", "stability", "--vary", "simulation.step=1e-4..1e-3:log:2"]);
    study.args(["--vary", "slaves.mass.start.rho_inf,couplings.0.inputs.rho_inf=0..1:lin:5"]);
    study.arg(root().join("scenarios/constraint/two-masses.toml"));
    let output = succeed(study.arg("-o").arg(&table).arg("--plot").arg(&picture));
    // Of Fig. 5(d): unstable at ρ∞ = 0.
    assert!(printed(&output).contains("10 points, 8 of them stable; all exact"), "{output:?}");
    let text = std::fs::read_to_string(table).unwrap();
    let header = text.lines().next().unwrap();
    assert!(header.contains("\"slaves.mass.start.rho_inf\",\"couplings.0.inputs.rho_inf\""));
    assert!(text.contains(",0.25,0.25,"), "{text}");
    let drawn = std::fs::read_to_string(picture).unwrap();
    assert!(drawn.contains("slaves.mass.start.rho_inf, couplings.0.inputs.rho_inf"));
}
