//! The double pendulum.
