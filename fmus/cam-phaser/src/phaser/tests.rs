//! Symmetry and stops.

use super::*;

fn somewhere() -> At {
    At {
        phi: [0.1, 0.12],
        omega: [157.0, 160.0],
        p_a: 6e5,
        p_b: 2.5e5,
        p_p: 4e5,
        q_in: 3e-5,
        q_out: 1e-5,
    }
}

#[test]
fn a_spool_in_the_middle_leaks_alike_both_ways() {
    let at = At { p_a: 3e5, p_b: 3e5, phi: [0.0, 0.125], omega: [0.0; 2], ..somewhere() };
    let applied = Applied { torque: [0.0; 2], p_in: 4e5, spool: 0.5, p_out: 4e5 };
    let phaser = Phaser { start: 0.05, ..Phaser::default() };
    let r = phaser.rates(&at, &applied);
    assert!((r.p_a / r.p_b - 1.0).abs() < 1e-12, "{} {}", r.p_a, r.p_b);
    assert_eq!(r.q_out, 0.0);
}

#[test]
fn each_stop_pushes_back() {
    let applied = Applied { torque: [0.0; 2], p_in: 4e5, spool: 0.5, p_out: 4e5 };
    for (rotor, sign) in [(-0.06, 1.0), (0.31, -1.0)] {
        let at = At { p_a: 3e5, p_b: 3e5, phi: [0.0, rotor], omega: [0.0; 2], ..somewhere() };
        let [of_stator, of_rotor] = Phaser::default().rates(&at, &applied).omega;
        // 0.01 rad deep at 2e4 N·m/rad.
        assert!((of_rotor * 5e-4 - sign * 200.0).abs() < 1e-9, "{of_rotor}");
        assert!((of_stator * 1.5e-3 + sign * 200.0).abs() < 1e-9, "{of_stator}");
    }
}
