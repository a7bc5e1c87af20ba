//! The values at a communication point.

use nalgebra::DVector;

/// What a scheme leaves at the end of a macro step; filled anew each time, never allocated.
#[derive(Clone, Debug)]
pub struct CommunicationPoint {
    /// Inputs, as the laws give them.
    pub u: DVector<f64>,
    /// Outputs.
    pub y: DVector<f64>,
    /// Time derivatives of the inputs, where the extrapolation asks for them.
    pub du: DVector<f64>,
    /// Time derivatives of the outputs, where the extrapolation asks for those of inputs; NaN where they
    /// are not known.
    pub dy: DVector<f64>,
    /// What the [energy monitor](crate::energy::Monitor) shows, if there is one.
    pub energy: DVector<f64>,
    /// What each input was at the start and at the end of the last step of its slave, two values each, if
    /// they are shown.
    pub applied: DVector<f64>,
    /// What [laws tell](crate::law::Report) of the point, if any do.
    pub told: DVector<f64>,
}

impl CommunicationPoint {
    /// Room for so many inputs and outputs.
    pub fn new(inputs: usize, outputs: usize) -> Self {
        Self {
            u: DVector::zeros(inputs),
            y: DVector::zeros(outputs),
            du: DVector::zeros(inputs),
            dy: DVector::from_element(outputs, f64::NAN),
            energy: DVector::zeros(0),
            applied: DVector::zeros(0),
            told: DVector::zeros(0),
        }
    }
}
