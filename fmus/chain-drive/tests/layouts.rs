//! Layouts as users write them: the one of the README, and wrong ones with their messages.

mod support;

use chain_drive::built_in::BUILT_IN;
use chain_drive::drive::Drive;
use chain_drive::layout::Layout;
use support::{Running, rk4};

/// The drive of two wheels in the README.
fn two_wheels() -> &'static str {
    let readme = include_str!("../README.md");
    let begin = readme.find("```toml\n").unwrap() + "```toml\n".len();
    let length = readme[begin..].find("```").unwrap();
    &readme[begin..begin + length]
}

/// The lengths of all links.
fn lengths(drive: &Drive, x: &[f64]) -> Vec<f64> {
    let pins = drive.split(x).0;
    let length = |k: usize| {
        let next = (k + 1) % drive.pins;
        (pins.x[next] - pins.x[k]).hypot(pins.y[next] - pins.y[k])
    };
    (0..drive.pins).map(length).collect()
}

#[test]
fn the_chain_closes_when_placed() {
    let texts = BUILT_IN.iter().map(|(name, _)| *name).chain([two_wheels()]);
    for text in texts {
        let layout = Layout::new(text).unwrap();
        let (drive, x) = Drive::new(&layout).unwrap();
        // Rounding of coordinates of up to 1 m, summed up along 190 links at most.
        let far = lengths(&drive, &x).into_iter().find(|l| (l - layout.pitch).abs() > 1e-13);
        assert_eq!(far, None, "{text}");
    }
}

#[test]
fn every_pin_on_a_wheel_sits_in_a_seat() {
    for (name, _) in BUILT_IN {
        let drive = Running::new(name);
        let pins = drive.drive.split(&drive.start).0;
        for wheel in &drive.drive.sprockets {
            let relative = |k: usize| [pins.x[k] - wheel.centre[0], pins.y[k] - wheel.centre[1]];
            let on = (0..drive.drive.pins)
                .map(relative)
                .filter(|[x, y]| x.hypot(*y) < wheel.radius + 1e-12);
            let seats: Vec<f64> = on
                .map(|[x, y]| {
                    (y.atan2(x) - wheel.phase) * f64::from(wheel.teeth) / std::f64::consts::TAU
                })
                .collect();
            // The chain goes round at least a tenth of each wheel.
            assert!(seats.len() as u32 > wheel.teeth / 10, "{name}: {} pins", seats.len());
            assert!(
                seats.iter().all(|seat| (seat - seat.round()).abs() < 1e-9),
                "{name}: {seats:?}"
            );
        }
    }
}

#[test]
fn a_layout_of_ones_own_runs() {
    let drive = Running::new(two_wheels());
    let u = [0.0; 7];
    let mut x = drive.start.clone();
    rk4(|t, x, dx| _ = drive.derivatives(t, x, &u, dx), [0.0, 1e-6], 10_000, &mut x);
    let (_, wheels, rail) = drive.drive.split(&x);
    // The fan follows the motor to a few degrees, and the rail tightens the chain.
    let expected = engine_laws::Crank::at(0.01).angle * 20.0 / 30.0;
    assert!((wheels[1][2] - expected).abs() < 0.05, "{} rad, expected {expected}", wheels[1][2]);
    assert!(rail[0].abs() < 5e-3, "{} m", rail[0]);
    let longest = lengths(&drive.drive, &x).into_iter().fold(0.0, f64::max);
    assert!(longest < 8.1e-3, "a link of {longest} m");
}

/// The two-wheel drive with a third wheel of 10 teeth after the fan.
fn with_third_wheel(x: f64, y: f64) -> String {
    let third = format!(
        "[[wheel]]\nname = \"third\"\nteeth = 10\ncentre = [{x}, {y}]\nmass = 0.1\ninertia = 1e-5\n[rail]"
    );
    changed("[rail]", &third)
}

/// The two-wheel drive with a piece of its text replaced.
fn changed(from: &str, to: &str) -> String {
    assert!(two_wheels().contains(from), "{from}");
    two_wheels().replacen(from, to, 1)
}

#[test]
fn what_is_wrong_with_a_layout_is_told() {
    let cases = [
        ("drive1".to_string(), "there is no layout \"drive1\"; did you mean \"drive-1\"?"),
        (changed("teeth = 30", "tooth = 30"), "unknown field `tooth`"),
        (changed("name = \"fan\"", "name = \"motor\""), "two wheels are named \"motor\""),
        (changed("name = \"fan\"", "name = \"rail\""), "a wheel is named \"rail\""),
        (changed("name = \"fan\"", "name = \"2nd fan\""), "a wheel is named \"2nd fan\""),
        (changed("teeth = 30", "teeth = 3"), "wheel \"fan\" has 3 teeth"),
        (
            changed("mass = 0.4", "mass = -0.4"),
            "mass of wheel \"fan\" is -0.4; it must be positive",
        ),
        (changed("inertia = 1e-3", ""), "inertia of wheel \"fan\" is 0; it must be positive"),
        (changed("fraction = 0.5", "fraction = 1.5"), "rail.fraction is 1.5"),
        (changed("0.25]", "0.05]"), "the wheels \"motor\" and \"fan\" overlap"),
        (with_third_wheel(0.1, 0.12), "counter-clockwise order"),
        (with_third_wheel(0.0, 0.12), "counter-clockwise order"),
        (with_third_wheel(-0.02, 0.12), "no pin of the chain lies on wheel \"third\""),
        (changed("depth = 5e-3", "depth = 0.3"), "the rail leaves no room for the strand"),
        (changed("depth = 5e-3", "depth = 5e-3\nhalf_length = 0.01"), "make the rail longer"),
        (
            "pitch = 8e-3\n[rail]\nradius = 1\nfraction = 0.5\ndepth = 1e-3".into(),
            "the layout has 0 wheels",
        ),
        (changed("[rail]", "[rails]"), "unknown field `rails`"),
    ];
    for (text, message) in cases {
        let found = Layout::new(&text).and_then(|layout| Drive::new(&layout).map(|_| ()));
        let found = found.expect_err(message).to_string();
        assert!(found.contains(message), "{found}\nexpected: {message}");
    }
}
