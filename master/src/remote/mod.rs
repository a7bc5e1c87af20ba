//! Slaves in processes of their own, so that an FMU that crashes, hangs or ends its process takes
//! nothing else with it.
//!
//! [`isolate`] starts a child process and returns a [`Slave`](coupling::slave::Slave) that passes
//! every question on to it as one frame and waits for one frame in answer; [`serve`] is the other
//! side, the command `macrostep worker`. Both build the slave from the same [`Opening`].

mod opening;

#[cfg(unix)]
mod channel;
#[cfg(unix)]
mod death;
#[cfg(unix)]
mod launch;
#[cfg(unix)]
mod notes;
#[cfg(unix)]
mod process;
#[cfg(unix)]
mod protocol;
#[cfg(unix)]
mod slave;
#[cfg(unix)]
mod worker;

pub use opening::{Exact, Opening, Start};

#[cfg(unix)]
pub use {process::use_worker, slave::isolate, worker::serve};

#[cfg(not(unix))]
mod unsupported;
#[cfg(not(unix))]
pub use unsupported::{isolate, serve, use_worker};
