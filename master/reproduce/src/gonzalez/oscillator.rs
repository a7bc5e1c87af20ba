//! The linear oscillator of section 4.1 in two halves, and its exact solution.

use coupling::CommunicationPoint;
use nalgebra::{Matrix4, Vector4};

use crate::bench::{Bench, connection};
use crate::error::ReproduceError;
use macrostep::scenario::build::build;

/// Mass in kg and stiffness in N/m of the first half, stiffness of the coupling.
const M1: f64 = 1.0;
const K1: f64 = 10.0;
const KC: f64 = 100.0;
/// Velocities at the start in m/s.
const V0: [f64; 2] = [100.0, -100.0];
/// Time of a run in s.
pub const STOP: f64 = 10.0;

/// A way to run the oscillator.
#[derive(Clone, Copy, Debug)]
pub struct Oscillator {
    /// Mass of the second half.
    pub m2: f64,
    /// Its stiffness.
    pub k2: f64,
    /// Coefficient of all dampers.
    pub c: f64,
    /// Macro steps H₁ and H₂ in s.
    pub h: [f64; 2],
    /// Whether the force is held over H₁ instead of extrapolated.
    pub held: bool,
    /// Whether the force is read after the new position is set.
    pub fresh: bool,
    /// The largest correction as a part of the force, if it is corrected.
    pub cap: Option<f64>,
    /// By which part of it the second half's velocity at the start is larger.
    pub nudge: f64,
}

/// What a run shows at a communication point of the first half.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    /// x₁, v₁, x₂, v₂.
    pub state: Vector4<f64>,
    /// Energy and what was dissipated as the halves report it, less that at the start.
    pub error: f64,
    /// The force on the second half in the coming step, with its correction.
    pub force: f64,
}

impl Oscillator {
    /// H₁ = 1 ms and H₂ = 0.1 ms, linear extrapolation, no damping, no correction.
    pub const PLAIN: Self = Self {
        m2: 1.0,
        k2: 1e3,
        c: 0.0,
        h: [1e-3, 1e-4],
        held: false,
        fresh: false,
        cap: None,
        nudge: 0.0,
    };

    /// Adds the publication's energy correction.
    #[must_use]
    pub fn corrected(self) -> Self {
        Self { cap: Some(0.25), ..self }
    }

    fn scenario(&self, bench: &Bench) -> String {
        let Self { m2, k2, c, h: [h1, h2], .. } = *self;
        let tells = "energy = { stored = ['energy'], dissipated = ['dissipated'] }";
        let start = |start: String, h: f64| {
            format!(
                "start = {{ {start}, d = {c:e}, solver = 'semi-implicit-euler', micro_step = {h:e} }}"
            )
        };
        let slow = format!("m = {M1}, c = {K1}, cc = {KC}, dc = {c:e}, v0 = {}, force = 0", V0[0]);
        let fast = format!("m = {m2:e}, c = {k2:e}, v0 = {:e}", V0[1] * (1.0 + self.nudge));
        let degree = u8::from(!self.held);
        let correction = self.cap.map_or(String::new(), |cap| {
            // Without pauses, as in the publication.
            format!("correction = 'accumulated-leak'\ncap = {cap:e}\npause = false\n")
        });
        let reading = if self.fresh { "fresh" } else { "stale" };
        [
            format!(
                "[simulation]\nstop = {STOP}\nstep = {h1:e}\n[scheme]\nfeedthrough = '{reading}'\n"
            ),
            bench.slave(
                "slow",
                "base-excited-oscillator",
                &format!("{}\ninputs = {{ extrapolation = 'hold' }}\n{tells}", start(slow, h1)),
            ),
            bench.slave(
                "fast",
                "oscillator",
                &format!(
                    "step = {h2:e}\n{}\n\
                     inputs = {{ extrapolation = 'polynomial', degree = {degree} }}\n{tells}",
                    start(fast, h2)
                ),
            ),
            connection("fast.x", "slow.x_in"),
            connection("fast.v", "slow.v_in"),
            connection("slow.f", "fast.force"),
            format!(
                "[bonds.spring]\nforce = 'fast.force'\nmotion = 'fast.x'\nvelocity = 'fast.v'\n\
                 {correction}[results]\nvariables = ['slow.x', 'slow.v', 'fast.x', 'fast.v']\n"
            ),
        ]
        .concat()
    }

    /// Runs it; points lie H₁ apart, the first one at the start.
    pub fn run(&self, bench: &Bench) -> Result<Vec<Point>, ReproduceError> {
        let mut simulation = build(&bench.recorded(self.scenario(bench))?)?;
        let network = simulation.network();
        let (outputs, inputs) = (network.output_names(), network.input_names());
        let place = |names: &[String], name: &str| {
            names.iter().position(|n| n == name).expect("the scenario has it")
        };
        let states = ["slow.x", "slow.v", "fast.x", "fast.v"].map(|name| place(&outputs, name));
        let force = place(&inputs, "fast.force");
        let point = |CommunicationPoint { u, y, energy, .. }: &CommunicationPoint| Point {
            state: states.map(|state| y[state]).into(),
            error: energy[5],
            force: u[force] + energy[6],
        };
        simulation.initialize()?;
        let ticks = (self.h[0] / self.h[1]).round() as u64;
        let mut points = vec![point(simulation.point())];
        while simulation.advance()? {
            if simulation.progress().taken.is_multiple_of(ticks) {
                points.push(point(simulation.point()));
            }
        }
        Ok(points)
    }

    /// Kinetic energies of both halves.
    pub fn kinetic(&self, state: &Vector4<f64>) -> [f64; 2] {
        [0.5 * M1 * state[1].powi(2), 0.5 * self.m2 * state[3].powi(2)]
    }

    /// The energy of a state.
    pub fn energy(&self, state: &Vector4<f64>) -> f64 {
        let (x1, x2) = (state[0], state[2]);
        let springs = K1 * x1 * x1 + self.k2 * x2 * x2 + KC * (x1 - x2).powi(2);
        self.kinetic(state).iter().sum::<f64>() + 0.5 * springs
    }

    /// The coupling force on the second half.
    pub fn force(&self, state: &Vector4<f64>) -> f64 {
        KC * (state[0] - state[2]) + self.c * (state[1] - state[3])
    }

    /// Natural frequencies without dampers, that with more of the first half's motion first.
    pub fn frequencies(&self) -> [f64; 2] {
        let (a, b) = ((K1 + KC) / M1, (self.k2 + KC) / self.m2);
        let middle = 0.5 * (a + b);
        let apart = (0.25 * (a - b).powi(2) + KC * KC / (M1 * self.m2)).sqrt();
        let [low, high] = [(middle - apart).sqrt(), (middle + apart).sqrt()];
        if a >= b { [high, low] } else { [low, high] }
    }

    /// The exact states at intervals of `h`, from the start on.
    pub fn exact(&self, h: f64) -> impl Iterator<Item = Vector4<f64>> + use<> {
        let Self { m2, k2, c, .. } = *self;
        let a = Matrix4::new(
            0.0,
            1.0,
            0.0,
            0.0, //
            -(K1 + KC) / M1,
            -2.0 * c / M1,
            KC / M1,
            c / M1, //
            0.0,
            0.0,
            0.0,
            1.0, //
            KC / m2,
            c / m2,
            -(k2 + KC) / m2,
            -2.0 * c / m2,
        );
        let step = (a * h).exp();
        std::iter::successors(Some(Vector4::new(0.0, V0[0], 0.0, V0[1])), move |z| Some(step * z))
    }
}
