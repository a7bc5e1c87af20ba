//! Bodies in a container, drawn from the results of a particle damper.

use std::path::{Path, PathBuf};

use macrostep_tests::{c_fmu, fmu, macrostep, succeed};
use quick_xml::Reader;
use quick_xml::events::Event;

use super::{refused, stdout};

const SPHERES: usize = 12;
/// What has to be recorded for a picture.
const VARIABLES: &str = "'damper.x', 'damper.r[*', 'damper.radius', 'damper.R_c', 'damper.H_cin'";

/// Runs a damper that a table shakes, by 2 mm in 20 ms; gives the results.
fn shaken(folder: &Path, name: &str, variables: &str, start: &str) -> PathBuf {
    let (scenario, results) = (folder.join("a.toml"), folder.join(name));
    std::fs::write(folder.join("motion.csv"), "time,x,v\n0,0,0.1\n0.02,0.002,0.1\n")
        .expect("a table");
    let text = format!(
        "[simulation]\nstop = 0.02\nstep = 1e-3\n[slaves.motion]\ncsv = 'motion.csv'\n\
         [slaves.damper]\nfmu = '{}'\nstart = {{ n = {SPHERES}, {start} }}\n\
         [[connections]]\nfrom = 'motion.x'\nto = 'damper.x_in'\n\
         [[connections]]\nfrom = 'motion.v'\nto = 'damper.v_in'\n[results]\nvariables = [{variables}]\n",
        fmu("particle-damper").display()
    );
    std::fs::write(&scenario, text).expect("a scenario");
    succeed(macrostep().args(["run", "-q"]).arg(&scenario).arg("-o").arg(&results));
    results
}

/// The elements of a drawing with their attributes, in one text each; fails where it is no XML.
pub(super) fn elements(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).expect("a drawing");
    let mut reader = Reader::from_str(&text);
    reader.config_mut().check_end_names = true;
    let (mut elements, mut depth) = (Vec::new(), 0);
    loop {
        let event = reader.read_event().expect("XML");
        match &event {
            Event::Start(tag) | Event::Empty(tag) => {
                assert!(tag.attributes().all(|attribute| attribute.is_ok()), "{tag:?}");
                elements.push(tag.to_string());
            }
            Event::Eof => break,
            _ => {}
        }
        match event {
            Event::Start(_) => depth += 1,
            Event::End(_) => depth -= 1,
            _ => {}
        }
    }
    assert_eq!(depth, 0, "all elements end");
    elements
}

pub(super) fn count(elements: &[String], wanted: &str) -> usize {
    elements.iter().filter(|element| element.starts_with(wanted)).count()
}

/// The number in an attribute.
pub(super) fn number(element: &str, attribute: &str) -> f64 {
    let from = element.split(&format!(" {attribute}=\"")).nth(1).expect("the attribute");
    from.split('"').next().expect("a value").parse().expect("a number")
}

#[test]
fn a_strip_shows_every_sphere_at_every_instant_in_the_container() {
    let folder = tempfile::tempdir().expect("a folder");
    let results = shaken(folder.path(), "a.csv", VARIABLES, "g = 9.81");
    let picture = folder.path().join("strip.svg");
    let said = stdout(macrostep().arg("draw").arg(&results).arg("-o").arg(&picture));
    for text in [
        "bodies     12 of slave damper; 488 others stay at the origin",
        "by column damper.radius",
        "radius 0.01 m, height 0.01184 m, by column damper.R_c and column damper.H_cin",
        "motion     by column damper.x",
        "5 instants",
    ] {
        assert!(said.contains(text), "{text} in\n{said}");
    }
    let drawn = elements(&picture);
    assert_eq!(count(&drawn, "circle class=\"body\""), 5 * SPHERES);
    assert_eq!(count(&drawn, "g class=\"instant\""), 5);
    let container = drawn.iter().find(|e| e.starts_with("rect class=\"container\"")).expect("it");
    // The wall is 5 thick, half of it beside the line.
    let (inside, top) = (number(container, "width") / 2.0 - 2.5, number(container, "y") + 2.5);
    // 7 g of lead in 12 spheres: r³ = 3 · 7e-3 / (4 π · 12 · 11344).
    let radius = (21e-3 / (48.0 * std::f64::consts::PI * 11344.0)).cbrt();
    for body in drawn.iter().filter(|e| e.starts_with("circle class=\"body\"")) {
        let [x, y, r] = ["cx", "cy", "r"].map(|name| number(body, name));
        assert!((r / inside - radius / 0.01).abs() < 1e-3, "{r} in {inside}");
        // Coordinates have a digit after the point, and spheres may overlap walls a little.
        assert!(x.abs() + r < inside + 0.5 && y + r < 0.5 && y - r > top - 0.5, "{body}");
    }
    let times = std::fs::read_to_string(&picture).expect("a drawing");
    for time in [">0 s<", ">0.005 s<", ">0.01 s<", ">0.015 s<", ">0.02 s<"] {
        assert!(times.contains(time), "{time}");
    }
}

#[test]
fn instants_are_those_asked_for_and_the_container_moves() {
    let folder = tempfile::tempdir().expect("a folder");
    let results = shaken(folder.path(), "a.csv", VARIABLES, "g = 9.81");
    let picture = folder.path().join("strip.svg");
    let mut draw = macrostep();
    draw.arg("draw").arg(&results).args(["--at", "0,0.0105", "--slave", "damper"]);
    succeed(draw.args(["--colours", "side", "-o"]).arg(&picture));
    assert!(std::fs::read_to_string(&picture).expect("a drawing").contains(">began left<"));
    let drawn = elements(&picture);
    assert_eq!(count(&drawn, "circle class=\"body\""), 2 * SPHERES);
    // Each instant is followed by the group that stands where the floor is.
    let floors: Vec<f64> = drawn
        .windows(2)
        .filter(|pair| pair[0].starts_with("g class=\"instant\""))
        .map(|pair| pair[1].split([' ', ')']).nth(2).expect("y").parse().expect("a number"))
        .collect();
    let container = drawn.iter().find(|e| e.starts_with("rect class=\"container\"")).expect("it");
    let scale = (number(container, "height") - 5.0) / 0.01184;
    // It rises at 0.1 m/s, from the end of the first step on.
    let risen = (floors[0] - floors[1]) / scale;
    assert!((risen - 0.1 * 0.0105).abs() < 0.2 / scale, "{risen} m, {floors:?}");
}

#[test]
fn a_film_has_a_place_for_each_frame_in_every_animation() {
    let folder = tempfile::tempdir().expect("a folder");
    let results = shaken(folder.path(), "a.csv", VARIABLES, "g = 9.81");
    let film = folder.path().join("film.svg");
    let mut draw = macrostep();
    draw.arg("draw").arg(&results).arg("--animate").arg(&film).args(["--frames", "9"]);
    let said = stdout(&mut draw);
    // 20 ms shown in 8 of 9 frames, 20 times as slow.
    assert!(said.contains("9 frames, 1/20 of real time, 0.5 s long"), "{said}");
    let drawn = elements(&film);
    assert_eq!(count(&drawn, "circle class=\"body\""), SPHERES);
    let animations: Vec<_> = drawn.iter().filter(|e| e.starts_with("animate")).collect();
    // Container and time, and each sphere; all move, and some change their rank and so their colour.
    assert!(count(&drawn, "animateTransform") > SPHERES / 2 + 1, "{animations:?}");
    for animation in animations {
        let values = animation.split("values=\"").nth(1).expect("values");
        assert_eq!(values.split('"').next().expect("values").split(';').count(), 9, "{animation}");
        assert!(
            animation.contains("dur=\"0.450s\"") && animation.contains("\"discrete\""),
            "{animation}"
        );
    }
    assert!(std::fs::read_to_string(&film).expect("a film").contains(">1/20 of real time<"));
}

#[test]
fn sizes_come_from_start_values_or_options_where_they_are_not_recorded() {
    let folder = tempfile::tempdir().expect("a folder");
    let start = "R_p = 0.001, R_c = 0.01, H_cin = 0.012";
    let results = shaken(folder.path(), "a.csv", "'damper.r[*'", start);
    let picture = folder.path().join("strip.svg");
    let said = stdout(macrostep().arg("draw").arg(&results).arg("-o").arg(&picture));
    for text in [
        "radius     0.001 m, by start value damper.R_p in ",
        "height 0.012 m, by start value damper.R_c in ",
        "motion     none",
    ] {
        assert!(said.contains(text), "{text} in\n{said}");
    }
    // Without its sidecar a table knows nothing but its columns.
    let alone = folder.path().join("alone.csv");
    std::fs::copy(&results, &alone).expect("a copy");
    let draw = |options: &[&str]| {
        let mut draw = macrostep();
        draw.arg("draw").arg(&alone).arg("-o").arg(&picture).args(options);
        draw
    };
    let said = refused(&mut draw(&[]), 2);
    assert!(
        said.contains("neither damper.radius nor damper.R_p is a column or a start value"),
        "{said}"
    );
    let said = stdout(&mut draw(&["--radius", "1e-3"]));
    assert!(said.contains("by --radius") && said.contains("container  not drawn"), "{said}");
    let said = stdout(&mut draw(&["--radius", "1e-3", "--container", "0.01,0.012"]));
    assert!(said.contains("radius 0.01 m, height 0.012 m, by --container"), "{said}");
    assert_eq!(count(&elements(&picture), "rect class=\"container\""), 5);
}

#[test]
fn parquet_is_drawn_as_csv_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let draw = |name: &str| {
        let results = shaken(folder.path(), name, VARIABLES, "g = 9.81");
        let picture = folder.path().join("strip.svg");
        succeed(macrostep().arg("draw").arg(&results).arg("-o").arg(&picture));
        std::fs::read(&picture).expect("a drawing")
    };
    assert_eq!(draw("a.csv"), draw("a.parquet"));
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let results = shaken(folder.path(), "a.csv", VARIABLES, "g = 9.81");
    let before = std::fs::read(&results).expect("results");
    let draw = |options: &[&str]| {
        let mut draw = macrostep();
        refused(draw.current_dir(folder.path()).arg("draw").arg("a.csv").args(options), 2)
    };
    for (options, wanted) in [
        (&["-o", "a.csv.json"][..], "a.csv.json: a drawing ends in .svg"),
        (
            &["-o", "a.svg", "--slave", "dampr"],
            "--slave dampr: there are no positions of bodies of such a slave; did you mean \"damper\"?",
        ),
        (&["-o", "a.svg", "--at", "0,0.03"], "--at 0.03: a.csv goes from 0 s to 0.02 s"),
        (&["-o", "a.svg", "--at", "-1"], "--at -1: a.csv goes from 0 s to 0.02 s"),
        (&["--animate", "a.svg", "--span", "0.01,1"], "--span 1: a.csv goes from 0 s to 0.02 s"),
        (&["--animate", "a.svg", "--span", "0.01,0.01"], "the film would go from 0.01 s to 0.01 s"),
        (&["--animate", "a.svg", "--span", "0.01"], "--span: write two numbers with a comma"),
        (&["--animate", "a.svg", "--frames", "1"], "1 is not in 2..=10000"),
        (
            &["-o", "a.svg", "--animate", "a.svg"],
            "would be written as the film, and is also the strip",
        ),
        (&["-o", "a.svg", "--radius", "0"], "it must be a number greater than 0"),
        (&["-o", "a.svg", "--motion", "damper.q"], "--motion damper.q: there is no such column"),
        (&["-o", "a.svg", "--colours", "blue"], "it must be height or side"),
        (&["-o", "no/a.svg"], "no/a.svg: cannot be written"),
        (&[], "--output-file <FILE>"),
    ] {
        let said = draw(options);
        assert!(said.contains(wanted), "{options:?}: {wanted} in\n{said}");
    }
    // The results under another name.
    std::fs::hard_link(&results, folder.path().join("b.svg")).expect("a link");
    let said = draw(&["-o", "b.svg"]);
    assert!(
        said.contains("b.svg: would be written as the strip, and is also the results"),
        "{said}"
    );
    assert_eq!(std::fs::read(&results).expect("results"), before);
    assert!(!folder.path().join("a.svg").exists());
}

#[test]
fn results_without_bodies_or_with_bodies_that_are_nowhere_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let (scenario, results) = (folder.path().join("a.toml"), folder.path().join("a.csv"));
    let text =
        format!("[simulation]\nstop = 1\nstep = 0.25\n[slaves.a]\nfmu = {:?}\n", c_fmu("counter"));
    std::fs::write(&scenario, text).expect("a scenario");
    succeed(macrostep().args(["run", "-q"]).arg(&scenario).arg("-o").arg(&results));
    let draw = |results: &Path| {
        refused(macrostep().arg("draw").arg(results).arg("-o").arg(folder.path().join("a.svg")), 2)
    };
    let said = draw(&results);
    assert!(said.contains("a.csv: there are no positions of bodies"), "{said}");
    assert!(said.contains("results.variables"), "{said}");
    let by_hand = folder.path().join("b.csv");
    std::fs::write(&by_hand, "time,a.r.x,a.r.y,a.radius\n0,0,0,1\n").expect("a table");
    assert!(draw(&by_hand).contains("b.csv: the bodies of slave \"a\" all stay at the origin"));
    std::fs::write(&by_hand, "time,a.r.x,a.r.y,a.radius\n0,0,1,1\n1,0,inf,1\n").expect("a table");
    assert!(draw(&by_hand).contains("column \"a.r.y\" is inf at t = 1 s"));
    assert!(draw(&folder.path().join("none.csv")).contains("none.csv"));
}
