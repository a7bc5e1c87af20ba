//! What others' importers may ask of our FMUs beyond steps.

use macrostep_interop::{IMPORTERS, fmu, fmus};

#[test]
fn every_model_is_read_initialised_and_stepped() {
    let files = std::fs::read_dir(fmus()).expect("the exported FMUs");
    let files = files.map(|file| file.expect("an entry").path());
    let files: Vec<_> = files.filter(|file| file.extension().is_some_and(|e| e == "fmu")).collect();
    assert!(files.len() >= 16, "only {} FMUs in target/fmus", files.len());
    for file in files {
        for (importer, open) in IMPORTERS {
            let mut slave = open(&file);
            slave.initialize();
            slave.step(0.0, 1e-3);
            let outputs = slave.outputs();
            assert!(!outputs.is_empty(), "{importer}: {} has no outputs", file.display());
            for name in outputs {
                let value = slave.get(&name);
                assert!(value.is_finite(), "{importer}: {}: {name} is {value}", file.display());
            }
        }
    }
}

#[test]
fn a_step_from_a_restored_state_gives_the_same_bits() {
    for (importer, open) in IMPORTERS {
        let mut slave = open(&fmu("planar-link"));
        slave.set("phi0", 0.4);
        slave.initialize();
        slave.step(0.0, 0.1);
        slave.save();
        slave.step(0.1, 0.1);
        let first = slave.get("phi");
        slave.restore();
        slave.set("torque", 3.0);
        slave.step(0.1, 0.1);
        let pushed = slave.get("phi");
        slave.restore();
        slave.step(0.1, 0.1);
        assert_eq!(slave.get("phi").to_bits(), first.to_bits(), "{importer}");
        assert_ne!(pushed, first, "{importer}: the torque has no effect");
    }
}

#[test]
fn directional_derivatives_are_those_of_the_equations() {
    for (importer, open) in IMPORTERS {
        let mut slave = open(&fmu("oscillator"));
        slave.set("m", 4.0);
        slave.set("c", 100.0);
        slave.initialize();
        // a = (force − c x − d v) / m
        assert_eq!(slave.partial("a", "force"), 0.25, "{importer}");
        assert_eq!(slave.partial("a", "x"), -25.0, "{importer}");
    }
}
