//! The process groups of the commands that are being asked. None of them outlives us.
//!
//! A group of its own gets no signal that is meant for us, so we pass on what ends us: SIGINT and SIGTERM end
//! the groups first, and us as they would have without that.

use std::process::Child;

/// The groups that run.
#[cfg(unix)]
#[derive(Debug, Clone, Default)]
pub(super) struct Groups(std::sync::Arc<std::sync::Mutex<std::collections::HashSet<rustix::process::Pid>>>);

#[cfg(unix)]
impl Groups {
    /// None yet. From now on those that will be are ended before a signal ends us.
    pub(super) fn watched() -> std::io::Result<Self> {
        use signal_hook::consts::{SIGINT, SIGTERM};
        let groups = Self::default();
        let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM])?;
        let watched = groups.clone();
        std::thread::Builder::new().spawn(move || {
            for signal in signals.forever() {
                // It is held until we are gone, so that nobody starts another one.
                let running = watched.running();
                running.iter().copied().for_each(end_group);
                let _ = signal_hook::low_level::emulate_default_handler(signal);
            }
        })?;
        Ok(groups)
    }

    /// Starts the first process of a group.
    pub(super) fn start(&self, spawn: impl FnOnce() -> std::io::Result<Child>) -> std::io::Result<Child> {
        // Nobody may look while it runs and is not noted.
        let mut running = self.running();
        let child = spawn()?;
        running.extend(group(&child));
        Ok(child)
    }

    /// Ends what is left of a group. Its first process has not been waited for, so that its number still names it.
    pub(super) fn end(&self, child: &Child) {
        if let Some(group) = group(child) {
            self.running().remove(&group);
            end_group(group);
        }
    }

    fn running(&self) -> std::sync::MutexGuard<'_, std::collections::HashSet<rustix::process::Pid>> {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

#[cfg(unix)]
fn group(child: &Child) -> Option<rustix::process::Pid> {
    rustix::process::Pid::from_raw(child.id().try_into().ok()?)
}

#[cfg(unix)]
fn end_group(group: rustix::process::Pid) {
    // There may be nobody left in it.
    let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
}

/// Elsewhere there are none, and only the command itself is ended.
#[cfg(not(unix))]
#[derive(Debug, Clone, Default)]
pub(super) struct Groups;

#[cfg(not(unix))]
impl Groups {
    /// None.
    pub(super) fn watched() -> std::io::Result<Self> {
        Ok(Self)
    }

    /// Starts a process.
    pub(super) fn start(&self, spawn: impl FnOnce() -> std::io::Result<Child>) -> std::io::Result<Child> {
        spawn()
    }

    /// There is nothing to end.
    pub(super) fn end(&self, _: &Child) {}
}
