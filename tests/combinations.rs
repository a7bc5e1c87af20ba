//! What goes with what: each cell of the table in `docs/combinations.md` is run, or refused with the documented words.

use macrostep_tests::{c_fmu, fmu, macrostep, printed, root};

const SCHEMES: [&str; 5] = ["explicit", "semi-implicit", "newton", "fixed-point", "quasi-newton"];

/// What a row of the table asks for; the rest is a plain run.
#[derive(Clone, Copy)]
struct Asked {
    slaves: Slaves,
    /// More fields of `[simulation]` and of `[scheme]`.
    simulation: &'static str,
    scheme: &'static str,
    /// Fields of slave a, of slave b and of both.
    a: &'static str,
    b: &'static str,
    both: &'static str,
    /// More sections.
    sections: [&'static str; 2],
}

/// Who is coupled.
#[derive(Clone, Copy)]
enum Slaves {
    /// Two oscillators on a spring.
    Oscillators,
    /// Two bodies on a joint, with six inputs each.
    Bodies,
    /// Three integrators in a ring, one of which cannot be rewound.
    NotRewound,
}

const PLAIN: Asked = Asked {
    slaves: Slaves::Oscillators,
    simulation: "stop = 0.2\nstep = 1e-3",
    scheme: "",
    a: "",
    b: "",
    both: "",
    sections: [""; 2],
};
const SLOW: Asked = Asked { b: "step = 5e-3", ..PLAIN };
const BOND: &str = "[bonds.spring]\nforce = 'b.force'\nmotion = 'b.x'\nvelocity = 'b.v'";
const CORRECTED: &str = "[bonds.spring]\nforce = 'b.force'\nmotion = 'b.x'\nvelocity = 'b.v'\n\
                         correction = 'accumulated-leak'";
const BONDED: Asked =
    Asked { both: "energy = { stored = ['energy'], dissipated = ['dissipated'] }", ..PLAIN };
const NOT_REWOUND: Asked = Asked { slaves: Slaves::NotRewound, ..PLAIN };
const GAUSS_SEIDEL: &str = "sweep = 'gauss-seidel'";
const CONTROL: &str = "[step_control]\ntolerance = 1e-2\ntime_scale = 1.0";
const DOUBLING: &str = "[step_control]\ntolerance = 1e-2\ntime_scale = 1.0\nestimate = 'doubling'";
const PREDICTOR: &str =
    "[step_control]\ntolerance = 1e-2\ntime_scale = 1.0\nestimate = 'predictor'";

/// The rows of the table in their order.
const ROWS: &[(&str, Asked)] = &[
    ("nothing else", PLAIN),
    ("sweep = \"gauss-seidel\"", Asked { scheme: GAUSS_SEIDEL, ..PLAIN }),
    ("several rates", SLOW),
    ("several rates, sweep = \"gauss-seidel\"", Asked { scheme: GAUSS_SEIDEL, ..SLOW }),
    (
        "several rates of which none divides the other",
        Asked { a: "step = 2e-3", b: "step = 3e-3", ..PLAIN },
    ),
    (
        "several rates, a stop time inside the longest step",
        Asked { simulation: "stop = 0.203\nstep = 1e-3", ..SLOW },
    ),
    ("several rates, first steps repeated", Asked { scheme: "start_up = 'repeat'", ..SLOW }),
    ("step control", Asked { sections: [CONTROL, ""], ..PLAIN }),
    ("step control, estimate = \"predictor\"", Asked { sections: [PREDICTOR, ""], ..PLAIN }),
    ("step control, estimate = \"doubling\"", Asked { sections: [DOUBLING, ""], ..PLAIN }),
    ("step control, several rates", Asked { sections: [CONTROL, ""], ..SLOW }),
    ("a bond with a correction", Asked { sections: [CORRECTED, ""], ..BONDED }),
    (
        "a bond with a correction, several rates",
        Asked { sections: [CORRECTED, ""], b: "step = 5e-3", ..BONDED },
    ),
    ("a bond, step control", Asked { sections: [BOND, CONTROL], ..BONDED }),
    (
        "a bond, step control, estimate = \"doubling\"",
        Asked { sections: [BOND, DOUBLING], ..BONDED },
    ),
    (
        "a bond, step control, several rates",
        Asked { sections: [BOND, CONTROL], b: "step = 5e-3", ..BONDED },
    ),
    (
        "threads, several rates",
        Asked { simulation: "stop = 0.2\nstep = 1e-3\nthreads = 2", ..SLOW },
    ),
    ("processes of their own, several rates", Asked { both: "isolation = 'process'", ..SLOW }),
    ("clones, several rates", Asked { slaves: Slaves::Bodies, a: "clones = 1", ..SLOW }),
    ("a slave that cannot be rewound", NOT_REWOUND),
    ("a slave that cannot be rewound, several rates", Asked { b: "step = 5e-3", ..NOT_REWOUND }),
    (
        "a slave that cannot be rewound, step control",
        Asked { sections: [CONTROL, ""], ..NOT_REWOUND },
    ),
    (
        "a slave that cannot be rewound, step control, several rates",
        Asked { sections: [CONTROL, ""], b: "step = 5e-3", ..NOT_REWOUND },
    ),
];

impl Asked {
    fn scenario(&self, kind: &str) -> String {
        let Self { simulation, scheme, a, b, both, sections, .. } = self;
        let (model, start) = match self.slaves {
            Slaves::Oscillators => (fmu("oscillator"), "start = { v0 = 1.0 }"),
            Slaves::Bodies => (fmu("rigid-body"), "start = { r0_x = 1, omega0_z = 2 }"),
            Slaves::NotRewound => (c_fmu("integrator"), ""),
        };
        let coupled = match self.slaves {
            Slaves::Oscillators => {
                "[[couplings]]\nlaw = 'spring-damper'\nbetween = ['a', 'b']\nstiffness = 100\n\
                 damping = 1\n"
                    .into()
            }
            Slaves::Bodies => "[[couplings]]\nlaw = 'joint'\nkind = 'universal'\n\
                 between = ['a', 'b']\npoint = [[0.5, 0, 0], [-0.5, 0, 0]]\n\
                 axis = [[0, 1, 0], [0, 0, 1]]\nstiffness = 1e4\ndamping = 30\n\
                 rotational_stiffness = 200\n"
                .into(),
            Slaves::NotRewound => format!(
                "[slaves.c]\nfmu = '{}'\n[[connections]]\nfrom = 'a.y'\nto = 'b.u'\n\
                 [[connections]]\nfrom = 'b.y'\nto = 'c.u'\n\
                 [[connections]]\nfrom = 'c.y'\nto = 'a.u'\n",
                c_fmu("no_state").display()
            ),
        };
        let model = model.display();
        format!(
            "[simulation]\n{simulation}\n[scheme]\nkind = '{kind}'\n{scheme}\n\
             [slaves.a]\nfmu = '{model}'\n{a}\n{both}\n\
             [slaves.b]\nfmu = '{model}'\n{start}\n{b}\n{both}\n{}\n{}\n{coupled}",
            sections[0], sections[1]
        )
    }
}

/// The cells of the table that begins with this line.
fn table(page: &str, head: &str) -> Vec<Vec<String>> {
    let rows = page.split(head).nth(1).expect("a table").lines().skip(2);
    let cells = |row: &str| {
        let cells = row.trim_matches('|').split('|').map(|cell| cell.trim().replace('`', ""));
        cells.collect()
    };
    rows.take_while(|row| row.starts_with('|')).map(cells).collect()
}

#[test]
fn every_cell_of_the_table_is_run_or_refused_as_it_says() {
    let page = std::fs::read_to_string(root().join("docs/combinations.md")).expect("a page");
    let cells = table(&page, &format!("| with | {} |", SCHEMES.join(" | ")));
    let reasons = table(&page, "| | refused with | because |");
    let names: Vec<&str> = cells.iter().map(|row| row[0].as_str()).collect();
    assert_eq!(names, ROWS.iter().map(|row| row.0).collect::<Vec<_>>());
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (row, (name, asked)) in cells.iter().zip(ROWS) {
        for (cell, kind) in row[1..].iter().zip(SCHEMES) {
            std::fs::write(folder.path().join("a.toml"), asked.scenario(kind)).expect("a file");
            let mut run = macrostep();
            let output = run.current_dir(folder.path()).args(["run", "a.toml"]).output();
            let output = output.expect("macrostep starts");
            let said = printed(&output);
            if cell == "yes" {
                assert!(output.status.success(), "{name}, {kind}: {said}");
                continue;
            }
            let reason = reasons.iter().find(|reason| reason[0] == *cell);
            let words = &reason.unwrap_or_else(|| panic!("{name}, {kind}: no reason {cell}"))[1];
            assert_eq!(output.status.code(), Some(2), "{name}, {kind}: {said}");
            let place = said.contains("error: a.toml:") && said.contains(words.as_str());
            assert!(place, "{name}, {kind}: {said}");
        }
    }
}
