//! Chain drives, drawn from tables made by hand.

use std::f64::consts::{PI, TAU};
use std::path::{Path, PathBuf};

use macrostep_tests::{macrostep, succeed};

use super::draw::{count, elements, number};
use super::{refused, stdout};

const PINS: usize = 12;
/// Of a link without force.
const PITCH: f64 = 0.02;
const ROWS: usize = 11;

/// A chain around a single wheel at a place, which turns by a pitch and a half in ten rows; the first link is
/// stretched by 1 ‰ of the pitch from the second row on.
struct Chain {
    slave: &'static str,
    centre: [f64; 2],
    constants: bool,
}

impl Chain {
    fn radius() -> f64 {
        PITCH / (2.0 * (PI / PINS as f64).sin())
    }

    /// The columns with the value of each in a row.
    fn columns(&self, row: usize) -> Vec<(String, f64)> {
        let (slave, [cx, cy], r) = (self.slave, self.centre, Self::radius());
        let phi = 1.5 * TAU / PINS as f64 * row as f64 / (ROWS - 1) as f64;
        let mut columns = Vec::new();
        for k in 0..PINS {
            // The first pin moves along the first link.
            let along = if k == 0 && row > 0 { -1e-3 * PITCH } else { 0.0 };
            let angle = |k: usize| phi + TAU * k as f64 / PINS as f64;
            let link = (angle(0) + angle(1)) / 2.0 + PI / 2.0;
            let (x, y) = (angle(k).cos() * r, angle(k).sin() * r);
            columns.push((format!("{slave}.pin[{}].x", k + 1), cx + x + along * link.cos()));
            columns.push((format!("{slave}.pin[{}].y", k + 1), cy + y + along * link.sin()));
        }
        let mut add = |name: &str, value: f64| columns.push((format!("{slave}.{name}"), value));
        for (name, value) in [("crank.x", 0.0), ("crank.y", 0.0), ("crank.phi", phi)] {
            add(name, value);
        }
        add("rail.s", 1e-3 * row as f64);
        if self.constants {
            let wheel = [("cx", cx), ("cy", cy), ("R", r), ("z", PINS as f64)];
            wheel.into_iter().for_each(|(name, value)| add(&format!("crank.{name}"), value));
            let rail = [("cx", cx + 2.0 * r), ("cy", cy), ("nx", -1.0), ("ny", 0.0), ("Rg", r)];
            rail.into_iter().for_each(|(name, value)| add(&format!("rail.{name}"), value));
            add("rail.half_length", r / 2.0);
            add("link.c", 1e6);
        }
        columns
    }
}

fn table(folder: &Path, chains: &[Chain]) -> PathBuf {
    let row = |k: usize| chains.iter().flat_map(move |chain| chain.columns(k)).collect::<Vec<_>>();
    let names = row(0).into_iter().map(|(name, _)| format!(",{name}")).collect::<String>();
    let line = |k: usize| {
        let values = row(k).into_iter().map(|(_, value)| format!(",{value:e}"));
        format!("{}{}\n", 1e-3 * k as f64, values.collect::<String>())
    };
    let text = format!("time{names}\n{}", (0..ROWS).map(line).collect::<String>());
    let path = folder.join("drives.csv");
    std::fs::write(&path, text).expect("a table");
    path
}

fn one(constants: bool) -> [Chain; 1] {
    [Chain { slave: "drive1", centre: [0.1, 0.2], constants }]
}

/// The points of a path: what stands after M or L.
fn points(element: &str) -> Vec<[f64; 2]> {
    let data = element.split(" d=\"").nth(1).expect("a path").split('"').next().expect("data");
    let point = |text: &str| -> [f64; 2] {
        let numbers: Vec<f64> = text
            .trim_end_matches("h0")
            .split(' ')
            .map(|number| number.parse().expect("a number"))
            .collect();
        numbers.try_into().expect("two numbers")
    };
    data.split(['M', 'L']).filter(|text| !text.is_empty()).map(point).collect()
}

#[test]
fn a_strip_shows_the_chain_the_wheel_with_its_mark_and_the_rail_at_every_instant() {
    let folder = tempfile::tempdir().expect("a folder");
    let results = table(folder.path(), &one(true));
    let picture = folder.path().join("strip.svg");
    let said = stdout(macrostep().arg("draw").arg(&results).arg("-o").arg(&picture));
    for text in ["drive      drive1: 12 pins, pitch 0.02", "wheels crank, rails 1", "5 instants"] {
        assert!(said.contains(text), "{text} in\n{said}");
    }
    let drawn = elements(&picture);
    assert_eq!(count(&drawn, "g class=\"instant\""), 5);
    assert_eq!(count(&drawn, "path class=\"rail\""), 5);
    let wheels: Vec<&String> =
        drawn.iter().filter(|element| element.starts_with("g class=\"wheel\"")).collect();
    // A pitch and a half is 45°; to the left, which rotates against the picture's sense.
    for (k, wheel) in wheels.iter().enumerate() {
        let turned = wheel.split("rotate(").nth(1).expect("turned").split(')').next();
        let turned: f64 = turned.expect("an angle").parse().expect("a number");
        // Half of the last digit; instants are at rows 0, 2.5, 5, …, and the nearest row counts.
        let row = [0.0, 2.0, 5.0, 7.0, 10.0][k];
        let later = [0.0, 3.0, 5.0, 8.0, 10.0][k];
        let wanted = [row, later].map(|row: f64| -4.5 * row);
        assert!(wanted.iter().any(|angle| (turned - angle).abs() < 0.051), "{k}: {turned}");
    }
    let pins: Vec<Vec<[f64; 2]>> = drawn
        .iter()
        .filter(|element| element.starts_with("path class=\"pins\""))
        .map(|element| points(element))
        .collect();
    assert!(pins.len() == 5 && pins.iter().all(|pins| pins.len() == PINS));
    // All on a circle, whose scale is that of the wheel: its plate is 0.94 of the circle.
    let plate = drawn.iter().find(|element| element.starts_with("circle r=")).expect("a plate");
    let r = number(plate, "r") / 0.94;
    let mean = |k: usize| pins[0].iter().map(|pin| pin[k]).sum::<f64>() / PINS as f64;
    let centre = [mean(0), mean(1)];
    for [x, y] in &pins[0] {
        let distance = (x - centre[0]).hypot(y - centre[1]);
        // Coordinates have a digit after the point, the mean as well.
        assert!((distance - r).abs() < 0.15, "{distance} for {r}");
    }
}

#[test]
fn links_are_coloured_by_the_force_in_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let results = table(folder.path(), &one(true));
    let picture = folder.path().join("strip.svg");
    let mut draw = macrostep();
    succeed(draw.arg("draw").arg(&results).args(["--at", "0,0.005", "-o"]).arg(&picture));
    let drawn = elements(&picture);
    let links: Vec<&String> =
        drawn.iter().filter(|element| element.starts_with("path class=\"links\"")).collect();
    let lines = |element: &str| element.matches('L').count();
    let of = |colour: &str| {
        let own = links.iter().filter(|link| link.contains(&format!("stroke=\"{colour}\"")));
        own.map(|link| lines(link)).sum::<usize>()
    };
    // All links of the first row are free. In the other the first is pulled by 1 ‰ and the last, whose end moved almost as
    // much towards it, is pushed by cos 30° of that.
    assert_eq!(of("#b2b2b2"), PINS + PINS - 2);
    assert_eq!((of("#cc4700"), of("#0052b2")), (1, 1), "{links:?}");
    // 1e6 N/m · 1e-3 · 0.02 m.
    let text = std::fs::read_to_string(&picture).expect("a drawing");
    assert!(text.contains(">pulled 20 N<") && text.contains(">links pushed −20 N<"), "{text}");
    assert_eq!(count(&drawn, "rect class=\"class\""), 11);
}

#[test]
fn all_drives_are_drawn_at_their_places_or_the_one_that_is_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let second = Chain { slave: "drive2", centre: [0.4, 0.2], constants: true };
    let [first] = one(true);
    let results = table(folder.path(), &[first, second]);
    let picture = folder.path().join("strip.svg");
    let draw = |options: &[&str]| {
        let mut draw = macrostep();
        draw.arg("draw").arg(&results).args(["--at", "0"]).args(options).arg("-o").arg(&picture);
        succeed(&mut draw);
        let drawn = elements(&picture);
        let pins = drawn.iter().filter(|element| element.starts_with("path class=\"pins\""));
        pins.map(|element| points(element)).collect::<Vec<_>>()
    };
    let both = draw(&[]);
    assert_eq!(both.len(), 2);
    // 0.3 m apart, and the circle is 2 r wide; pins 1 and 7 lie opposite to each other.
    let scale = (both[0][0][0] - both[0][6][0]) / (2.0 * Chain::radius());
    for (a, b) in both[0].iter().zip(&both[1]) {
        assert!((b[0] - a[0] - 0.3 * scale).abs() < 0.5 && (b[1] - a[1]).abs() < 0.11);
    }
    assert_eq!(draw(&["--slave", "drive2"]).len(), 1);
}

#[test]
fn a_film_has_a_shape_for_each_frame_in_every_animation() {
    let folder = tempfile::tempdir().expect("a folder");
    let results = table(folder.path(), &one(true));
    let film = folder.path().join("film.svg");
    let mut draw = macrostep();
    draw.arg("draw").arg(&results).arg("--animate").arg(&film).args(["--frames", "6"]);
    let said = stdout(draw.args(["--slowed", "100"]));
    assert!(said.contains("6 frames, 1/100 of real time, 1.2 s long"), "{said}");
    let drawn = elements(&film);
    let animations: Vec<_> = drawn.iter().filter(|e| e.starts_with("animate")).collect();
    // The wheel's rotation, the rail, three classes of links, the pins, the time; the centre of the wheel stays.
    assert_eq!(animations.len(), 7, "{animations:?}");
    for animation in animations {
        let values = animation.split("values=\"").nth(1).expect("values");
        assert_eq!(values.split('"').next().expect("values").split(';').count(), 6, "{animation}");
        assert!(animation.contains("dur=\"1.200s\"") && animation.contains("\"discrete\""));
    }
    let text = std::fs::read_to_string(&film).expect("a film");
    assert!(text.contains(">crank</text>") && text.contains(">drive1</text>"));
}

#[test]
fn wheels_whose_places_are_not_recorded_are_named_and_left_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let results = table(folder.path(), &one(false));
    let picture = folder.path().join("strip.svg");
    let draw = |options: &[&str]| {
        let mut draw = macrostep();
        draw.arg("draw").arg(&results).arg("-o").arg(&picture).args(options);
        draw
    };
    let said = stdout(&mut draw(&[]));
    assert!(said.contains("not drawn: crank; record their cx, cy and R"), "{said}");
    let drawn = elements(&picture);
    assert_eq!((count(&drawn, "g class=\"wheel\""), count(&drawn, "path class=\"pins\"")), (0, 5));
    // Without the stiffness of links the scale has strains: the first link is stretched by 1 ‰.
    let text = std::fs::read_to_string(&picture).expect("a drawing");
    assert!(text.contains(">pulled 1 ‰<"), "{text}");
    let said = refused(&mut draw(&["--radius", "1"]), 2);
    assert!(said.contains("--radius is for bodies in a container"), "{said}");
    let said = refused(&mut draw(&["--at", "1"]), 2);
    assert!(said.contains("--at 1: ") && said.contains("goes from 0 s to 0.01 s"), "{said}");
}
