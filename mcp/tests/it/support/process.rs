//! What a process takes, as the kernel tells it.

use std::fs;
use std::time::Duration;

/// How often to look, and how many times, until something is taken for never.
const LOOK: Duration = Duration::from_millis(20);
const MOST_LOOKS: usize = 5_000;

/// A running process.
#[derive(Clone, Copy)]
pub(crate) struct Process(pub(crate) u32);

impl Process {
    /// A figure of its status that the kernel tells in KiB.
    pub(crate) fn kib(self, name: &str) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.0)).unwrap();
        let figure = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        figure.split_whitespace().next().unwrap().parse().unwrap()
    }

    /// Memory that is resident, in KiB.
    pub(crate) fn resident(self) -> u64 {
        self.kib("VmRSS:")
    }

    /// Descriptors that are open.
    pub(crate) fn descriptors(self) -> usize {
        fs::read_dir(format!("/proc/{}/fd", self.0)).unwrap().count()
    }

    /// Waits until no more descriptors are open than these.
    pub(crate) fn comes_back_to(self, descriptors: usize) {
        for _ in 0..MOST_LOOKS {
            if self.descriptors() <= descriptors {
                return;
            }
            std::thread::sleep(LOOK);
        }
        panic!("{} descriptors stay open", self.descriptors());
    }
}
