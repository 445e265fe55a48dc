//! `disable`: normalization is switched off.

use super::Run;
use super::console::Console;
use super::exit::Outcome;
use super::switch::SwitchArgs;

/// Switch normalization off for the hosts that use a store
///
/// The artifact is not touched. Until `activate`, arguments pass through these hosts as they are.
///
/// Exit codes: 0 fine, 2 there is no store, or it cannot be written, or wrong use.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  printf '%s' '{\"version\":1,\"actions\":[{\"ref\":\"ping\",\"inputSchema\":{' \\
    '\"type\":\"object\",\"additionalProperties\":false,\"properties\":' \\
    '{\"timeOut\":{\"type\":\"integer\"}}}}]}' > surface.json
  fabric-rules compile surface.json --store here
  fabric-rules disable --store here")]
pub(super) struct Disable {
    #[command(flatten)]
    switch: SwitchArgs,
}

impl Run for Disable {
    fn run(self, console: &mut Console) -> Outcome {
        self.switch.set(false, console)
    }
}
