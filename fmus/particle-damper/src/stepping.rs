//! A step of container and spheres.

use fmu_builder::{
    Input, OwnMethod, Parameter, RememberedOutput, RememberedOutputs, Sample, State, States,
    Variables,
};
use nonsmooth::{Energies, StepError, Vector, World};

use crate::filling::Filling;

/// The variables that a step reads and fills in.
#[derive(Clone, Copy)]
pub(crate) struct Handles {
    x_in: Input,
    v_in: Input,
    pub x: State,
    pub v: State,
    pub a: State,
    pub reaction: State,
    energy: RememberedOutput,
    kinetic: RememberedOutput,
    potential: RememberedOutput,
    dissipated: RememberedOutput,
    work: RememberedOutput,
    contacts: RememberedOutput,
    sweeps: RememberedOutput,
    residual: RememberedOutput,
    overlap: RememberedOutput,
    radius: RememberedOutput,
}

impl Handles {
    pub fn declare(v: &mut Variables, filling: &Filling, reaction0: Parameter) -> Self {
        let x = v.state("x", filling.x0, "m", "position of the container along its axis y");
        let velocity = v.state("v", filling.v0, "m/s", "velocity of the container");
        v.position(x, velocity);
        let driver = "mean force of the last step on what drives the container";
        let handles = Self {
            x_in: v.input("x_in", 0.0, "m", "prescribed position"),
            v_in: v.input("v_in", 0.0, "m/s", "prescribed velocity"),
            x,
            v: velocity,
            a: v.computed_state("a", "m/s2", "mean acceleration of the container in the last step"),
            reaction: v.state("reaction", reaction0, "N", driver),
            energy: v.remembered_output("energy", "J", "kinetic and potential energy"),
            kinetic: v.remembered_output("kinetic", "J", "kinetic energy, with the container"),
            potential: v.remembered_output("potential", "J", "energy of the spheres' weights"),
            dissipated: v.remembered_output("dissipated", "J", "energy lost in contacts"),
            work: v.remembered_output("work", "J", "work done on the container by its drive"),
            contacts: v.remembered_output("contacts", "", "contacts that pushed in the last step"),
            sweeps: v.remembered_output("sweeps", "", "sweeps of the last step"),
            residual: v.remembered_output("residual", "N.s", "largest change of the last sweep"),
            overlap: v.remembered_output("overlap", "m", "deepest overlap before the last step"),
            radius: v.remembered_output("radius", "m", "radius of the spheres"),
        };
        v.integer(handles.contacts);
        v.integer(handles.sweeps);
        v.local(handles.radius);
        handles
    }
}

/// Container and spheres of one instance.
pub(crate) struct Stepping {
    pub world: World,
    pub handles: Handles,
    /// The radius of its spheres.
    pub radius: f64,
    /// The positions of its spheres.
    pub r: Vec<[RememberedOutput; 3]>,
}

impl OwnMethod for Stepping {
    /// Zhang et al. (2022), equations (11) and (18); the motion is prescribed over the whole step.
    fn step(
        &mut self,
        s: &Sample,
        s_end: &Sample,
        h: f64,
        z: &mut States,
    ) -> Result<(), &'static str> {
        let Handles { x_in, v_in, x, v, a, reaction, .. } = self.handles;
        let velocity = s_end[v_in] - (s[x] - s_end[x_in]) / h;
        self.world.step(h, Vector::along_y(velocity)).map_err(|error| match error {
            StepError::BadArgument => "the prescribed motion is not finite",
            StepError::NotFinite => "the velocity of a sphere became infinite; shorten the step",
        })?;
        z[v] = velocity;
        z[x] = self.world.container().r.0[1];
        z[a] = (velocity - s[v]) / h;
        z[reaction] = self.world.reaction().0[1];
        Ok(())
    }

    fn outputs(&self, y: &mut RememberedOutputs) {
        let (world, at) = (&self.world, &self.handles);
        let Energies { kinetic, potential, dissipated, work } = *world.energies();
        y[at.energy] = kinetic + potential;
        (y[at.kinetic], y[at.potential]) = (kinetic, potential);
        (y[at.dissipated], y[at.work]) = (dissipated, work);
        y[at.contacts] = world.pushing() as f64;
        y[at.sweeps] = world.outcome().sweeps as f64;
        y[at.residual] = world.outcome().residual;
        y[at.overlap] = world.overlap();
        y[at.radius] = self.radius;
        for (place, r) in self.r.iter().zip(world.positions()) {
            let inside = *r - world.container().r;
            place.iter().zip(inside.0).for_each(|(coordinate, value)| y[*coordinate] = value);
        }
    }

    fn save(&self, numbers: &mut Vec<f64>) {
        self.world.save(numbers);
    }

    fn restore(&mut self, numbers: &[f64]) -> bool {
        self.world.restore(numbers)
    }
}
