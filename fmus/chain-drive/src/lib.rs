//! A timing chain drive in the plane: pins joined by links, toothed wheels in elastic bearings, and a tensioning rail.

pub mod drive;
pub mod energy;
pub mod error;
pub mod layout;
pub mod links;
pub mod path;
pub mod pins;
pub mod placement;
pub mod rail;
pub mod wheel;
