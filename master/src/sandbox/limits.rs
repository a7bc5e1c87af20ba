//! What a sandboxed process may use up, and how it stands to other processes.

use std::io;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit, setsid};
use rustix::system::sysinfo;
use rustix::thread::{
    CapabilitySet, CapabilitySets, clear_ambient_capability_set, set_capabilities, set_no_new_privs,
};

use super::Sandbox;
use crate::process::end_with_parent;

/// The usual limit of memory in bytes, where the machine has so much.
const MEMORY: u64 = 8_000_000_000;
/// The longest file in bytes.
const FILE: u64 = 1_000_000_000;
/// Open files.
const FILES: u64 = 1024;
/// Threads beyond all that the machine had when the process began.
const THREADS: u64 = 512;

/// Sets the limits, leaves the session of the master, ends with it, and gives up every privilege.
pub fn set(sandbox: &Sandbox) -> io::Result<()> {
    // It is its own group already if it was started so.
    let _ = setsid();
    end_with_parent();
    let machine = sysinfo();
    let physical = machine.totalram.saturating_mul(machine.mem_unit.into());
    limit(Resource::As, sandbox.memory.unwrap_or(MEMORY.min(physical)))?;
    limit(Resource::Fsize, FILE)?;
    limit(Resource::Nofile, FILES)?;
    limit(Resource::Nproc, u64::from(machine.procs) + THREADS)?;
    limit(Resource::Core, 0)?;
    set_no_new_privs(true)?;
    // Fails where there is no such set, which then holds nothing.
    let _ = clear_ambient_capability_set();
    let none = CapabilitySet::empty();
    set_capabilities(None, CapabilitySets { effective: none, permitted: none, inheritable: none })?;
    Ok(())
}

/// Limits a resource, never above what the process was given.
fn limit(resource: Resource, most: u64) -> io::Result<()> {
    let most = getrlimit(resource).maximum.map_or(most, |given| given.min(most));
    Ok(setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })?)
}
