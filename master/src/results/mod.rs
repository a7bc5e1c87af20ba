//! Results of a run: rows as it goes, a sidecar that says what they are, a summary, a picture.

mod bitmap;
pub mod chain_drive;
pub mod chart;
mod control_summary;
pub mod csv;
mod dense;
mod ending;
pub mod files;
mod format;
pub mod inputs;
mod names;
#[cfg(feature = "parquet")]
pub mod parquet;
#[cfg(feature = "parquet")]
mod parquet_table;
pub mod plot;
pub mod profile;
pub mod read;
pub mod recorder;
pub mod rescue;
mod ring;
pub mod scene;
pub mod sidecar;
mod step_warnings;
pub mod summary;
mod warnings;
pub mod writer;

pub use self::dense::Dense;
pub use self::recorder::Recorder;
pub use self::summary::Summary;
