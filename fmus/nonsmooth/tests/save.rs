//! A restored world goes on bit for bit.

mod packings;

use nonsmooth::{Settings, Vector, World};
use packings::{Random, world};

fn run(world: &mut World, random: &mut Random, steps: usize) {
    for k in 0..steps {
        let h = if k % 3 == 0 { 1e-4 } else { 0.7e-4 };
        world.step(h, random.vector(0.1) + Vector::along_y(0.4)).unwrap();
    }
}

fn bits(world: &World) -> Vec<u64> {
    let mut numbers = Vec::new();
    world.save(&mut numbers);
    numbers.iter().map(|number| number.to_bits()).collect()
}

#[test]
fn a_restored_world_goes_on_as_the_saved_one() {
    let (mut one, _) = world(3, 200, 0.0, Settings::default());
    run(&mut one, &mut Random::seeded(5), 60);
    let mut saved = Vec::new();
    one.save(&mut saved);
    assert!(one.pushing() > 20, "{} impulses to begin with", one.pushing());
    run(&mut one, &mut Random::seeded(6), 60);
    let expected = bits(&one);
    // The same world, and another with other spheres in it.
    let (mut other, _) = world(3, 200, 0.0, Settings::default());
    run(&mut other, &mut Random::seeded(8), 7);
    for world in [&mut one, &mut other] {
        assert!(world.restore(&saved));
        let again: Vec<u64> = saved.iter().map(|number| number.to_bits()).collect();
        assert_eq!(bits(world), again);
        run(world, &mut Random::seeded(6), 60);
        assert_eq!(bits(world), expected);
    }
}

#[test]
fn the_warm_start_matters_and_is_part_of_the_state() {
    let (mut one, _) = world(3, 200, 0.0, Settings::default());
    run(&mut one, &mut Random::seeded(5), 60);
    let mut saved = Vec::new();
    one.save(&mut saved);
    let impulses = 5 * one.pushing();
    one.step(1e-4, Vector::along_y(0.4)).unwrap();
    let warm = bits(&one);
    assert!(one.restore(&saved[..saved.len() - impulses]));
    one.step(1e-4, Vector::along_y(0.4)).unwrap();
    assert_ne!(bits(&one), warm);
}

#[test]
fn numbers_of_another_world_are_refused_and_change_nothing() {
    let (mut one, _) = world(1, 10, 0.0, Settings::default());
    let (other, _) = world(1, 11, 0.0, Settings::default());
    let before = bits(&one);
    let mut saved = Vec::new();
    other.save(&mut saved);
    assert!(!one.restore(&saved) && !one.restore(&[]) && !one.restore(&saved[..20]));
    assert_eq!(bits(&one), before);
}

#[test]
fn wrong_arguments_and_endless_velocities_are_errors() {
    let (mut one, _) = world(1, 10, 0.0, Settings::default());
    assert!(one.step(0.0, Vector::ZERO).is_err() && one.step(f64::NAN, Vector::ZERO).is_err());
    assert!(one.step(1e-4, Vector::along_y(f64::INFINITY)).is_err());
    let error = one.step(1e-4, Vector::along_y(1e200)).unwrap_err();
    assert!(error.to_string().contains("became infinite"), "{error}");
}
