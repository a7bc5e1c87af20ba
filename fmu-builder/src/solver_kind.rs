//! The solvers by name; what they do is in `solver`.

/// The solvers an FMU offers, in the order of the items of its parameter `solver`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolverKind {
    /// The exact solution of an affine model, by matrix exponential.
    Exact,
    /// v⁺ = v + h a, x⁺ = x + h v⁺ with a fixed micro step.
    SemiImplicitEuler,
    /// The classical Runge–Kutta method of order 4 with a fixed micro step.
    Rk4,
    /// Dormand–Prince 5(4) with error control.
    Dopri5,
    /// Rodas 4(3) with error control, for stiff models.
    Rodas4,
    /// The model's own method with a fixed micro step, where it has one.
    Own,
    /// The implicit two-step scheme with numerical damping, for models stated as equations of motion.
    TwoStep,
    /// Bogacki–Shampine 2(3) with error control, for rough models and those with many states.
    Bs23,
}

impl SolverKind {
    /// The solvers of every FMU.
    pub const ALL: [Self; 6] =
        [Self::Exact, Self::SemiImplicitEuler, Self::Rk4, Self::Dopri5, Self::Rodas4, Self::Bs23];

    /// The name of the item.
    pub fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::SemiImplicitEuler => "semi-implicit-euler",
            Self::Rk4 => "rk4",
            Self::Dopri5 => "dopri5",
            Self::Rodas4 => "rodas4",
            Self::Own => "own",
            Self::TwoStep => "two-step",
            Self::Bs23 => "bs23",
        }
    }

    /// One line for the model description.
    pub fn description(self) -> &'static str {
        match self {
            Self::Exact => "exact solution by matrix exponential, for models with linear states",
            Self::SemiImplicitEuler => "order 1, fixed micro step, velocities before positions",
            Self::Rk4 => "order 4, fixed micro step",
            Self::Dopri5 => "order 5(4), adaptive",
            Self::Rodas4 => "order 4(3), adaptive, for stiff models",
            Self::Own => "the model's own method, fixed micro step",
            Self::TwoStep => {
                "order 2, implicit, with numerical damping by rho_inf, fixed micro step"
            }
            Self::Bs23 => "order 3(2), adaptive, for rough models and those with many states",
        }
    }

    /// The number of the item in the FMU.
    pub fn item(self) -> i32 {
        self as i32 + 1
    }
}
