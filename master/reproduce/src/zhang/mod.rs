//! R. Zhang, H. Zhang, A. Zanoni, A. Tasora and P. Masarati, Explicit smooth/nonsmooth cosimulation using kinematic
//! constraints, Multibody System Dynamics, 2022.

mod beam_frequencies;
mod beam_radii;
mod coefficients;
mod double_pendulum;
mod figure_14;
mod figure_15;
mod figure_17;
mod figure_19;
mod figure_8;
mod figure_9;
mod implicit_stability;
mod mass_ratio;
mod particle_damper;
mod spectral_radii;
mod stability_maps;
mod stable_rho_inf;
mod table_3;
mod two_mass;

use crate::entry::Publication;

/// The tables and figures of this publication.
pub fn publication() -> Publication {
    Publication {
        name: "zhang",
        title: "Zhang et al. (2022): explicit co-simulation with kinematic constraints",
        citation: "R. Zhang, H. Zhang, A. Zanoni, A. Tasora and P. Masarati, Explicit smooth/nonsmooth cosimulation using kinematic constraints, \
                   Multibody System Dynamics (2022), [doi 10.1007/s11044-022-09829-w](https://doi.org/10.1007/s11044-022-09829-w).",
        preface: include_str!("../../pages/zhang.md"),
        entries: vec![
            coefficients::ENTRY,
            spectral_radii::ENTRY,
            stability_maps::FIGURE_5,
            stability_maps::FIGURE_6,
            implicit_stability::ENTRY,
            stability_maps::FIGURE_7,
            stable_rho_inf::ENTRY,
            mass_ratio::ENTRY,
            figure_8::ENTRY,
            figure_9::ENTRY,
            double_pendulum::ENTRY,
            beam_frequencies::ENTRY,
            beam_radii::ENTRY,
            figure_14::ENTRY,
            figure_15::ENTRY,
            figure_15::MORE,
            figure_17::ENTRY,
            table_3::ENTRY,
            figure_19::ENTRY,
        ],
    }
}
