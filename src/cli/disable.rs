//! `disable`: normalization is switched off.

use super::Run;
use super::console::Console;
use super::exit::Outcome;
use super::switch::SwitchArgs;

/// Switch normalization off for the hosts that use a store
///
/// The artifact is not touched. Until `activate`, arguments pass through these hosts as they are.
///
/// Exit codes: 0 fine, 2 the store cannot be written, or wrong use.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  fabric-rules disable --store .")]
pub(super) struct Disable {
    #[command(flatten)]
    switch: SwitchArgs,
}

impl Run for Disable {
    fn run(self, console: &mut Console) -> Outcome {
        self.switch.set(false, console)
    }
}
