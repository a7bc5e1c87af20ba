//! Slaves that live elsewhere: today in processes of their own, so that an FMU that crashes, hangs or ends its process
//! takes nothing else with it.
//!
//! [`isolate`] starts a child process and returns a [`Slave`](coupling::slave::Slave) that passes
//! every question on to it as one frame and waits for one frame in answer; [`serve`] is the other
//! side, the command `macrostep worker`. Both build the slave from the same [`SlaveSpec`]. What lies between them is a
//! `Transport`, of which slave and worker know nothing but that it carries frames.

mod spec;

#[cfg(unix)]
mod death;
#[cfg(unix)]
mod frame;
#[cfg(unix)]
mod launch;
#[cfg(unix)]
mod open_reply;
#[cfg(unix)]
mod protocol;
#[cfg(unix)]
mod slave;
#[cfg(unix)]
mod socket;
#[cfg(unix)]
mod transport;
#[cfg(unix)]
mod worker;
#[cfg(unix)]
mod worker_process;

pub use spec::{Exact, SlaveSpec, Start};
#[cfg(unix)]
pub use worker_process::{isolate, serve, use_worker};

#[cfg(not(unix))]
mod unsupported;
#[cfg(not(unix))]
pub use unsupported::{isolate, serve, use_worker};
