//! Which calls of the system are refused to a sandboxed process, by seccomp.
//!
//! A refused call fails as for want of permission, so that an FMU that merely tries goes on.

use std::collections::BTreeMap;

use libc::c_long;
use rustix::process::getpid;
use seccompiler::{
    BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition,
    SeccompFilter, SeccompRule, TargetArch, apply_filter, sock_filter,
};

/// Refused whatever their arguments.
const REFUSED: &[c_long] = &[
    // Network.
    libc::SYS_socket,
    libc::SYS_connect,
    libc::SYS_bind,
    libc::SYS_listen,
    // Other processes, and programs.
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_kcmp,
    libc::SYS_pidfd_open,
    libc::SYS_pidfd_getfd,
    libc::SYS_pidfd_send_signal,
    libc::SYS_execve,
    libc::SYS_execveat,
    libc::SYS_setsid,
    libc::SYS_setpgid,
    libc::SYS_setpriority,
    libc::SYS_ioprio_set,
    libc::SYS_migrate_pages,
    libc::SYS_move_pages,
    // Memory that outlives the process, or that no limit counts.
    libc::SYS_shmget,
    libc::SYS_msgget,
    libc::SYS_semget,
    libc::SYS_mq_open,
    libc::SYS_memfd_create,
    libc::SYS_memfd_secret,
    // Namespaces and mounts.
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    // The kernel itself.
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_name_to_handle_at,
    libc::SYS_open_by_handle_at,
    libc::SYS_fanotify_init,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_kexec_load,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_acct,
    libc::SYS_quotactl,
    libc::SYS_syslog,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_adjtimex,
    libc::SYS_clock_adjtime,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
];

/// Refused too where these old calls exist.
#[cfg(target_arch = "x86_64")]
const OLD: &[c_long] = &[
    libc::SYS_fork,
    libc::SYS_vfork,
    libc::SYS_setrlimit,
    libc::SYS_iopl,
    libc::SYS_ioperm,
    libc::SYS_modify_ldt,
];
#[cfg(not(target_arch = "x86_64"))]
const OLD: &[c_long] = &[];

/// `F_SETOWN_EX` of fcntl, which libc does not name.
const SET_OWNER: u64 = 15;
/// Requests to a terminal that type into it, become its owner, or send signals through it.
const TERMINAL: [u64; 5] = [0x5412, 0x540e, 0x541c, 0x8901, 0x8902];

/// Numbers from here on are the calls of programs with 32-bit pointers, which no list above has.
#[cfg(target_arch = "x86_64")]
const OTHER_POINTERS: u32 = 0x4000_0000;

/// Whether the kernel can refuse calls.
pub fn are_refusable() -> bool {
    let actions = std::fs::read_to_string("/proc/sys/kernel/seccomp/actions_avail");
    let offered = actions.is_ok_and(|actions| actions.split_whitespace().any(|a| a == "errno"));
    offered && architecture().is_ok()
}

fn architecture() -> Result<TargetArch, BackendError> {
    std::env::consts::ARCH.try_into()
}

/// From now on these calls of this thread, and of those that it starts, are refused.
pub fn restrict() -> Result<(), seccompiler::Error> {
    let own = getpid().as_raw_nonzero().get();
    // Its arguments cannot be seen; programs fall back on the older call where it does not exist.
    let unseen = BTreeMap::from([(libc::SYS_clone3, Vec::new())]);
    let mut refused = by_arguments(own)?;
    refused.extend(REFUSED.iter().chain(OLD).map(|call| (*call, Vec::new())));
    install(unseen, libc::ENOSYS)?;
    install(refused, libc::EPERM)?;
    #[cfg(target_arch = "x86_64")]
    apply_filter(&only_below(OTHER_POINTERS))?;
    Ok(())
}

fn install(
    calls: BTreeMap<c_long, Vec<SeccompRule>>,
    error: i32,
) -> Result<(), seccompiler::Error> {
    let answer = SeccompAction::Errno(error.unsigned_abs());
    let filter = SeccompFilter::new(calls, SeccompAction::Allow, answer, architecture()?)?;
    apply_filter(&BpfProgram::try_from(filter)?)
}

/// Refused for some arguments only; `own` is this process.
fn by_arguments(own: i32) -> Result<BTreeMap<c_long, Vec<SeccompRule>>, BackendError> {
    use SeccompCmpOp::{Eq, MaskedEq, Ne};
    let is = |argument: u8, op: SeccompCmpOp, value: u64| {
        SeccompCondition::new(argument, SeccompCmpArgLen::Dword, op, value)
    };
    let one = |argument, op, value| SeccompRule::new(vec![is(argument, op, value)?]);
    let (thread, kind) = (libc::CLONE_THREAD as u64, 0xf);
    // A 32-bit number is compared as it stands in the lower half of the register.
    let number = |n: i32| u64::from(n.cast_unsigned());
    let others =
        SeccompRule::new(vec![is(0, Ne, number(own))?, is(0, Ne, 0)?, is(0, Ne, number(-own))?])?;
    let terminal = TERMINAL.map(|request| one(1, Eq, request)).into_iter();
    Ok(BTreeMap::from([
        (libc::SYS_clone, vec![one(0, MaskedEq(thread), 0)?]),
        (libc::SYS_kill, vec![others]),
        (libc::SYS_tkill, vec![one(0, Ne, number(own))?]),
        (libc::SYS_tgkill, vec![one(0, Ne, number(own))?]),
        (libc::SYS_rt_sigqueueinfo, vec![one(0, Ne, number(own))?]),
        (libc::SYS_rt_tgsigqueueinfo, vec![one(0, Ne, number(own))?]),
        // Pairs of datagram sockets can send to sockets of others.
        (
            libc::SYS_socketpair,
            vec![
                one(1, MaskedEq(kind), libc::SOCK_DGRAM as u64)?,
                one(1, MaskedEq(kind), libc::SOCK_RAW as u64)?,
            ],
        ),
        // Its limits, and the signal that ends it with its master, stay as they are.
        (
            libc::SYS_prlimit64,
            vec![
                SeccompRule::new(vec![SeccompCondition::new(2, SeccompCmpArgLen::Qword, Ne, 0)?])?,
                SeccompRule::new(vec![is(0, Ne, 0)?, is(0, Ne, number(own))?])?,
            ],
        ),
        (libc::SYS_prctl, vec![one(0, Eq, libc::PR_SET_PDEATHSIG as u64)?]),
        // Signals to others by way of a file that becomes ready.
        (libc::SYS_fcntl, vec![one(1, Eq, libc::F_SETOWN as u64)?, one(1, Eq, SET_OWNER)?]),
        (libc::SYS_ioctl, terminal.collect::<Result<_, _>>()?),
    ]))
}

/// Refuses every call whose number is not below `limit`.
#[cfg(target_arch = "x86_64")]
fn only_below(limit: u32) -> BpfProgram {
    let code = |parts: u32| u16::try_from(parts).expect("codes of BPF have 16 bits");
    let refuse = SeccompAction::Errno(libc::EPERM.unsigned_abs());
    let statement = |parts, k| sock_filter { code: code(parts), jt: 0, jf: 0, k };
    vec![
        // The number of the call is the first word of what a filter sees.
        statement(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0),
        sock_filter {
            code: code(libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K),
            jt: 0,
            jf: 1,
            k: limit,
        },
        statement(libc::BPF_RET | libc::BPF_K, refuse.into()),
        statement(libc::BPF_RET | libc::BPF_K, SeccompAction::Allow.into()),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::UdpSocket;
    use std::os::unix::net::UnixStream;
    use std::process::Command;

    #[test]
    fn network_and_processes_are_refused_and_threads_are_not() {
        if !are_refusable() {
            eprintln!("skipped: the kernel has no seccomp filters");
            return;
        }
        let tried = std::thread::spawn(|| {
            restrict().unwrap();
            let socket = UdpSocket::bind("127.0.0.1:0").map_err(|error| error.kind());
            let child = Command::new("/bin/true").spawn().map_err(|error| error.kind());
            let pair = UnixStream::pair().is_ok();
            let thread = std::thread::spawn(|| 1).join().is_ok();
            (socket.err(), child.err(), pair, thread)
        });
        let denied = Some(std::io::ErrorKind::PermissionDenied);
        assert_eq!(tried.join().unwrap(), (denied, denied, true, true));
    }
}
