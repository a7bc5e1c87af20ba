//! The energy balance of an engine, whole or cut.
//!
//! Every part counts its stored energy E, what it dissipates, and the work of its prescribed motions and of its ports, so that
//! E(t) − E(0) = W_ext + W_port − W_diss. What ports give away, couplings store; the rest, W_port + E_coupling(t) − E_coupling(0), is
//! energy that extrapolated inputs have made.

use super::port::{Part, Port};
use super::trace::Trace;

/// A coupling that stores energy.
enum Store {
    /// A spring of this stiffness between two positions.
    Spring(f64, [Port; 2]),
    /// A node of this volume in m³ in which lines push volumes.
    Node(f64, &'static [Port]),
}

/// Bulk modulus of the nodes, their pressure at the start and that of the ambient, in Pa.
const MODULUS: f64 = 2e8;
const START: f64 = 4e5;
const AMBIENT: f64 = 1e5;

/// What of an engine stores energy.
pub struct Stores {
    parts: &'static [Part],
    couplings: &'static [Store],
}

const fn spring(stiffness: f64, a: Port, b: Port) -> Store {
    Store::Spring(stiffness, [a, b])
}

/// Of the V6 engine.
pub const V6: Stores = Stores {
    parts: &["drive1", "drive2", "drive3"],
    couplings: &[
        spring(6.6e9, ("drive1", "shaft_left.x"), ("drive2", "shaft.x")),
        spring(6.6e9, ("drive1", "shaft_left.y"), ("drive2", "shaft.y")),
        spring(6.3e4, ("drive1", "shaft_left.phi"), ("drive2", "shaft.phi")),
        spring(6.6e9, ("drive1", "shaft_right.x"), ("drive3", "shaft.x")),
        spring(6.6e9, ("drive1", "shaft_right.y"), ("drive3", "shaft.y")),
        spring(6.3e4, ("drive1", "shaft_right.phi"), ("drive3", "shaft.phi")),
    ],
};

/// Of the V6 engine with rigid shafts.
pub const V6_RIGID: Stores = Stores { parts: V6.parts, couplings: &[] };

/// Of the flat engine.
pub const FLAT: Stores = Stores {
    parts: &["left", "right", "tensioner_left", "tensioner_right"],
    couplings: &[
        spring(2e9, ("left", "crank.x"), ("right", "crank.x")),
        spring(2e9, ("left", "crank.y"), ("right", "crank.y")),
        spring(3e5, ("left", "crank.phi"), ("right", "crank.phi")),
        spring(2e7, ("left", "rail.s"), ("tensioner_left", "x")),
        spring(2e7, ("right", "rail.s"), ("tensioner_right", "x")),
    ],
};

/// Of the bank.
pub const BANK: Stores = Stores {
    parts: &[
        "chain",
        "intake_phaser",
        "supply",
        "exhaust_phaser",
        "tensioner",
        "lubrication",
        "intake_valves",
        "exhaust_valves",
    ],
    couplings: &[
        spring(6.3e4, ("chain", "intake.phi"), ("intake_phaser", "stator.phi")),
        spring(6.3e4, ("chain", "exhaust.phi"), ("exhaust_phaser", "stator.phi")),
        spring(2e7, ("chain", "rail.s"), ("tensioner", "x")),
        spring(6.3e4, ("intake_phaser", "rotor.phi"), ("intake_valves", "phi")),
        spring(6.3e4, ("exhaust_phaser", "rotor.phi"), ("exhaust_valves", "phi")),
        Store::Node(
            2e-5,
            &[("supply", "V"), ("intake_phaser", "V_in"), ("exhaust_phaser", "V_in")],
        ),
        Store::Node(1e-5, &[("exhaust_phaser", "V_out"), ("lubrication", "V"), ("tensioner", "V")]),
    ],
};

/// Energies at one time of a run, in J; works and those of the couplings since the start.
pub struct Energies {
    /// E.
    pub stored: f64,
    /// W_diss.
    pub dissipated: f64,
    /// W_ext, of prescribed motions, loads, pumps and preloads.
    pub external: f64,
    /// W_port, by the inputs as the parts had them.
    pub ports: f64,
    /// What the couplings have stored since the start.
    pub couplings: f64,
    /// E at the start.
    start: f64,
}

impl Energies {
    /// E(t) − E(0) − W_ext − W_port + W_diss: what the solvers of the parts lose or make.
    pub fn residual(&self) -> f64 {
        self.stored - self.start - self.external - self.ports + self.dissipated
    }

    /// What extrapolated inputs have made.
    pub fn defect(&self) -> f64 {
        self.ports + self.couplings
    }
}

impl Stores {
    /// The variables that it takes.
    pub fn ports(&self) -> Vec<Port> {
        let names = ["energy", "dissipated", "work_external", "work_ports"];
        let of = |part: &Part| names.map(|name| (*part, name));
        let parts = self.parts.iter().flat_map(of);
        parts.chain(self.couplings.iter().flat_map(|store| store.ports().to_vec())).collect()
    }

    /// The energies at the `k`-th sample.
    pub fn at(&self, trace: &Trace, k: usize) -> Energies {
        let sum = |name: &'static str, k: usize| -> f64 {
            self.parts.iter().map(|part| trace.column((*part, name))[k]).sum()
        };
        let coupled = |k| self.couplings.iter().map(|store| store.energy(trace, k)).sum::<f64>();
        Energies {
            stored: sum("energy", k),
            dissipated: sum("dissipated", k),
            external: sum("work_external", k),
            ports: sum("work_ports", k),
            couplings: coupled(k) - coupled(0),
            start: sum("energy", 0),
        }
    }
}

impl Store {
    fn ports(&self) -> &[Port] {
        match self {
            Self::Spring(_, ends) => ends,
            Self::Node(_, lines) => lines,
        }
    }

    fn energy(&self, trace: &Trace, k: usize) -> f64 {
        let value = |port: &Port| trace.column(*port)[k];
        match self {
            Self::Spring(stiffness, [a, b]) => 0.5 * stiffness * (value(b) - value(a)).powi(2),
            Self::Node(volume, lines) => {
                let pushed: f64 = lines.iter().map(value).sum();
                let gauge = START - AMBIENT + MODULUS * pushed / volume;
                0.5 * volume * gauge * gauge / MODULUS
            }
        }
    }
}
