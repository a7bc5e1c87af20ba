//! A macro step allocates nothing, whichever scheme takes it.

use std::path::Path;

use ancf_cable::AncfCable;
use chain_drive::ChainDrive;
use fmu_builder::composition::Composed;
use fmu_builder::runtime::{Instance, Interface};
use fmu_builder::{Model, SolverKind, Structural};
use macrostep::scenario::build::build;
use macrostep::scenario::check::{Options, check};
use macrostep::scenario::error::Source;
use macrostep::scenario::read::parse;
use macrostep_tests::{c_fmu, counting, fmu, root};
use natural_pendulum::NaturalPendulum;
use v6_bank::V6Bank;
use v6_engine::V6Engine;

#[global_allocator]
static ALLOCATOR: counting::Counting = counting::Counting;

/// Allocations in a thousand steps of the scenario, after the first ten.
fn allocations(text: String) -> usize {
    let (source, file) = parse(Source { file: "test".into(), text }, &[]).unwrap();
    let scenario = check(source, &file, Path::new(""), Options::default()).unwrap();
    let mut simulation = build(&scenario).unwrap();
    simulation.initialize().unwrap();
    (0..10).for_each(|_| assert!(simulation.advance().unwrap()));
    let before = counting::allocations();
    (0..1000).for_each(|_| assert!(simulation.advance().unwrap()));
    counting::allocations() - before
}

/// Two oscillators and a spring, with the given fields of `[inputs]`.
fn two_mass(sweep: &str, inputs: &str) -> String {
    format!(
        "[simulation]\nstop = 2\nstep = 1e-3\n[scheme]\nsweep = '{sweep}'\n[inputs]\n{inputs}\n\
         [slaves.left]\nfmu = '{0}'\nstart = {{ v0 = 1 }}\n[slaves.right]\nfmu = '{0}'\n\
         [[couplings]]\nlaw = 'spring-damper'\nbetween = ['left', 'right']\n\
         stiffness = 100\ndamping = 1\n",
        fmu("oscillator").display()
    )
}

#[test]
fn explicit_steps_allocate_nothing() {
    let polynomial = |degree: usize, hand_over: &str| {
        format!("extrapolation = 'polynomial'\ndegree = {degree}\nhand_over = '{hand_over}'")
    };
    let rule = |name: &str| format!("extrapolation = '{name}'");
    let inputs = [
        polynomial(0, "auto"),
        polynomial(1, "auto"),
        polynomial(2, "auto"),
        polynomial(3, "auto"),
        polynomial(2, "sub-steps"),
        polynomial(1, "mean"),
        rule("hermite"),
        rule("lin-2-3-opt"),
        rule("const-3-5"),
        rule("extripol-c1"),
    ];
    for sweep in ["jacobi", "gauss-seidel"] {
        for inputs in &inputs {
            assert_eq!(allocations(two_mass(sweep, inputs)), 0, "{sweep}, {inputs}");
        }
    }
}

#[test]
fn restricted_inputs_and_derivatives_that_are_not_known_allocate_nothing() {
    let pair = |a: [&str; 3], b: [&str; 3], inputs: &str| {
        format!(
            "[simulation]\nstop = 102\nstep = 0.1\n[inputs]\n{inputs}\n\
             [slaves.a]\nfmu = {:?}\n[slaves.b]\nfmu = {:?}\n\
             [[connections]]\nfrom = 'a.{}'\nto = 'b.{}'\n[[connections]]\nfrom = 'b.{}'\nto = 'a.{}'\n\
             [results]\nvariables = ['*', '*@start']\n",
            c_fmu(a[0]),
            c_fmu(b[0]),
            a[1],
            b[2],
            b[1],
            a[2]
        )
    };
    for rule in ["const-3-3-b0", "lin-3-3-b0", "extripol-c1"] {
        let inputs = format!("extrapolation = '{rule}'");
        let text = pair(["tank", "h", "q"], ["pi", "q", "level"], &inputs);
        assert_eq!(allocations(text), 0, "{rule}");
    }
    let never = ["derivatives_never", "y", "u"];
    assert_eq!(allocations(pair(never, never, "extrapolation = 'lin-2-3-opt'")), 0);
    assert_eq!(allocations(two_mass("jacobi", "")), 0);
}

#[test]
fn laws_that_solve_and_remember_allocate_nothing() {
    for compressibility in ["pressure-dependent", "stepped"] {
        let text = format!(
            "[simulation]\nstop = 0.2\nstep = 1e-4\n[inputs]\nextrapolation = 'lin-2-3-opt'\n\
             [slaves.a]\nfmu = '{0}'\nstart = {{ p_supply = 2e6 }}\n[slaves.b]\nfmu = '{0}'\n\
             [[couplings]]\nlaw = 'hydraulic-node'\nlines = ['a', 'b']\nnode_volume = 1e-4\n\
             modulus = 1.4e9\ngas_fraction = 0.02\ncompressibility = '{compressibility}'\n",
            fmu("hydraulic-line").display()
        );
        assert_eq!(allocations(text), 0, "{compressibility}");
    }
}

#[test]
fn constraints_allocate_nothing() {
    let fmus = fmu("driven-mass").with_file_name("").display().to_string();
    let text = |name: &str| {
        let scenario = root().join("scenarios/constraint").join(name);
        let text = std::fs::read_to_string(scenario).unwrap();
        text.replace("../../target/fmus/", &fmus).replace("stop = 0.5", "stop = 2.0")
    };
    let sweep = "sweep = \"gauss-seidel\"";
    let two_masses = text("two-masses.toml");
    for (kind, swept) in
        [("explicit", true), ("semi-implicit", false), ("newton", false), ("fixed-point", true)]
    {
        let text = two_masses.replace("\"explicit\"", &format!("\"{kind}\"\nrelaxation = 1.0"));
        let text = if kind == "fixed-point" { text } else { text.replace("relaxation = 1.0", "") };
        let text = if swept { text } else { text.replace(sweep, "") };
        assert_eq!(allocations(text), 0, "{kind}");
    }
    assert_eq!(allocations(text("rigid-link.toml")), 0);
}

#[test]
fn a_mechanism_with_a_nonlinear_law_allocates_nothing() {
    let fmus = fmu("planar-link").with_file_name("");
    let scenario = root().join("scenarios/slider-crank/semi-implicit.toml");
    let text = std::fs::read_to_string(scenario).unwrap();
    let text = text.replace("../../target/fmus/", &fmus.display().to_string());
    assert_eq!(allocations(text), 0);
}

#[test]
fn an_algebraic_loop_allocates_nothing_once_its_jacobian_is_known() {
    let text = format!(
        "[simulation]\nstop = 2\nstep = 1e-3\n\
         [slaves.a]\nfmu = '{0}'\n[slaves.b]\nfmu = '{0}'\n\
         [[connections]]\nfrom = 'a.y'\nto = 'b.u'\n[[connections]]\nfrom = 'b.y'\nto = 'a.u'\n",
        c_fmu("loop").display()
    );
    assert_eq!(allocations(text), 0);
}

#[test]
fn implicit_steps_allocate_nothing() {
    let kinds = [
        "kind = 'semi-implicit'",
        "kind = 'semi-implicit'\njacobian = 'every-step'",
        "kind = 'semi-implicit'\njacobian = 'broyden'",
        "kind = 'newton'",
        "kind = 'fixed-point'",
        "kind = 'fixed-point'\nrelaxation = 0.8",
        "kind = 'quasi-newton'",
    ];
    for kind in kinds {
        for degree in 0..=3 {
            let inputs = format!("extrapolation = 'polynomial'\ndegree = {degree}");
            let text = two_mass("jacobi", &inputs).replace("sweep = 'jacobi'", kind);
            assert_eq!(allocations(text), 0, "{kind}, degree {degree}");
        }
    }
}

#[test]
fn steps_at_several_rates_allocate_nothing() {
    let several = |text: String| text.replace("[slaves.right]\n", "[slaves.right]\nstep = 5e-3\n");
    for sweep in ["jacobi", "gauss-seidel"] {
        for rule in ["hold", "polynomial", "lin-2-3-opt"] {
            let text = several(two_mass(sweep, &format!("extrapolation = '{rule}'")));
            assert_eq!(allocations(text), 0, "{sweep}, {rule}");
        }
    }
    for kind in ["semi-implicit", "newton", "fixed-point", "quasi-newton"] {
        for degree in 0..=3 {
            let inputs = format!("extrapolation = 'polynomial'\ndegree = {degree}");
            let text = several(two_mass("jacobi", &inputs));
            let text = text.replace("sweep = 'jacobi'", &format!("kind = '{kind}'"));
            assert_eq!(allocations(text), 0, "{kind}, degree {degree}");
        }
    }
}

#[test]
fn controlled_steps_at_several_rates_allocate_nothing() {
    for kind in ["explicit", "semi-implicit", "newton"] {
        let text = two_mass("jacobi", "extrapolation = 'polynomial'\ndegree = 2");
        let text = text.replace("[slaves.right]\n", "[slaves.right]\nstep = 5e-3\n");
        let text = text.replace("sweep = 'jacobi'", &format!("kind = '{kind}'"));
        let text = text.replace("stop = 2\n", "stop = 1000\n");
        let text = text + "[step_control]\ntolerance = 1e-4\nlongest = 1e-2\n";
        assert_eq!(allocations(text), 0, "{kind}");
    }
}

#[test]
fn bodies_that_contain_their_joint_allocate_nothing() {
    let fmus = fmu("jointed-body").with_file_name("");
    for cut in ["force-displacement", "displacement-displacement"] {
        let scenario = root().join("scenarios/spatial").join(cut).with_extension("toml");
        let text = std::fs::read_to_string(scenario).unwrap();
        let text = text.replace("../../target/fmus/", &fmus.display().to_string());
        assert_eq!(allocations(text), 0, "{cut}");
    }
}

#[test]
fn joints_in_space_allocate_nothing() {
    for (scheme, torque_axis) in [("explicit", "product"), ("semi-implicit", "held")] {
        let text = format!(
            "[simulation]\nstop = 2\nstep = 1e-3\n[scheme]\nkind = '{scheme}'\n[inputs]\n\
             extrapolation = 'polynomial'\ndegree = 1\n[slaves.a]\nfmu = '{0}'\n\
             [slaves.b]\nfmu = '{0}'\nstart = {{ r0_x = 1, omega0_z = 2 }}\n\
             [[couplings]]\nlaw = 'joint'\nkind = 'universal'\nbetween = ['a', 'b']\n\
             point = [[0.5, 0, 0], [-0.5, 0, 0]]\naxis = [[0, 1, 0], [0, 0, 1]]\n\
             stiffness = 1e4\ndamping = 30\nrotational_stiffness = 200\n\
             torque_axis = '{torque_axis}'\n",
            fmu("rigid-body").display()
        );
        assert_eq!(allocations(text), 0, "{scheme}, {torque_axis}");
    }
}

/// Allocations in a hundred steps of a model in this program.
fn allocations_of<M: Model>(solver: SolverKind) -> usize {
    allocations_in::<M>(&Structural::default(), solver, 1e-3)
}

/// Allocations in a hundred steps of a length.
fn allocations_in<M: Model>(structural: &Structural, solver: SolverKind, h: f64) -> usize {
    let mut instance = Instance::<M>::structured(Interface::CoSimulation, structural);
    instance.set_solver(solver).unwrap();
    instance.enter_initialization().unwrap();
    instance.exit_initialization().unwrap();
    let energy = [instance.reference("energy").unwrap()];
    let before = counting::allocations();
    for k in 0..100 {
        instance.do_step(f64::from(k) * h, h).unwrap();
        instance.get_real(&energy, &mut [0.0]).unwrap();
    }
    counting::allocations() - before
}

#[test]
fn engines_in_parts_and_composed_allocate_nothing() {
    for solver in [SolverKind::Bs23, SolverKind::Rk4] {
        let layout = Structural::default().with("layout", "drive-2");
        assert_eq!(allocations_in::<ChainDrive>(&layout, solver, 5e-6), 0, "{}", solver.name());
        let all = Structural::default();
        let count = allocations_in::<Composed<V6Engine>>(&all, solver, 5e-6);
        assert_eq!(count, 0, "{}", solver.name());
    }
    // Within 1.2 ms the controller samples at 0 and 1 ms, and acts.
    let all = Structural::default();
    assert_eq!(allocations_in::<Composed<V6Bank>>(&all, SolverKind::Bs23, 1.2e-5), 0);
}

#[test]
fn models_that_solve_equations_in_a_step_allocate_nothing() {
    for solver in SolverKind::of::<NaturalPendulum>().skip(1) {
        assert_eq!(allocations_of::<NaturalPendulum>(solver), 0, "{}", solver.name());
    }
    for solver in SolverKind::of::<AncfCable<5>>().skip(1) {
        assert_eq!(allocations_of::<AncfCable<5>>(solver), 0, "{}", solver.name());
    }
}

#[test]
fn a_watched_and_corrected_bond_allocates_nothing() {
    let fmus = fmu("oscillator").with_file_name("");
    for name in ["linear-oscillator", "one-rate", "haptic", "pendulum-cable"] {
        let scenario = root().join(format!("scenarios/energy/{name}.toml"));
        let text = std::fs::read_to_string(scenario).unwrap();
        let text = text.replace("../../target/fmus/", &fmus.display().to_string());
        let text = text.replace("stop = 4.0", "stop = 5.0").replace("stop = 3.0", "stop = 5.0");
        assert_eq!(allocations(text), 0, "{name}");
    }
}
