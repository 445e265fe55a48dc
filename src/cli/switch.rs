//! `activate` and `disable`: the switch of a store is set.

use serde::Serialize;

use super::Run;
use super::console::Console;
use super::exit::{Exit, Outcome};
use super::format::ResultFormat;
use super::store::{StoreArgs, after_compile, store_fault};
use crate::diagnostic::visible::written_out as visible;
use crate::store::{disabled_path, is_active, path_name, set_active};

/// Switch normalization on for the hosts that use a store
///
/// The artifact is not touched. Normalization is on unless it was switched off.
///
/// Exit codes: 0 fine, 2 there is no store, or it cannot be written, or wrong use.
#[derive(Debug, clap::Args)]
#[command(after_help = after_compile!(
    "  fabric-rules activate --store here"
))]
pub(super) struct Activate {
    #[command(flatten)]
    switch: SwitchArgs,
}

impl Run for Activate {
    fn run(self, console: &mut Console) -> Outcome {
        self.switch.set(true, console)
    }
}

/// Switch normalization off for the hosts that use a store
///
/// The artifact is not touched. Until `activate`, arguments pass through these hosts as they are.
///
/// Exit codes: 0 fine, 2 there is no store, or it cannot be written, or wrong use.
#[derive(Debug, clap::Args)]
#[command(after_help = after_compile!(
    "  fabric-rules disable --store here"
))]
pub(super) struct Disable {
    #[command(flatten)]
    switch: SwitchArgs,
}

impl Run for Disable {
    fn run(self, console: &mut Console) -> Outcome {
        self.switch.set(false, console)
    }
}

/// Which switch is set, and whether really.
#[derive(Debug, clap::Args)]
struct SwitchArgs {
    #[command(flatten)]
    store: StoreArgs,
    /// Say what would be done, and do nothing
    #[arg(long)]
    dry_run: bool,
    /// How the result is written
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: ResultFormat,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SwitchResult {
    /// Whether normalization is on, or would be.
    active: bool,
    /// Whether it was the other way before.
    changed: bool,
    /// Whether the store was written.
    written: bool,
    /// The file that says so while it is there.
    switch: String,
}

impl SwitchArgs {
    /// Sets the switch.
    fn set(&self, is_on: bool, console: &mut Console) -> Outcome {
        console.promise(self.format);
        let folder = self.store.existing()?;
        let changed = if self.dry_run {
            is_active(folder).map(|was_on| was_on != is_on)
        } else {
            set_active(folder, is_on)
        };
        let changed = changed.map_err(|error| store_fault(&error))?;
        let switch = path_name(&disabled_path(folder));
        match self.format {
            ResultFormat::Json => {
                console.print_json(&SwitchResult {
                    active: is_on,
                    changed,
                    written: changed && !self.dry_run,
                    switch,
                })?;
            }
            ResultFormat::Human => {
                let state = if is_on { "on" } else { "off" };
                let verb = match (changed, self.dry_run) {
                    (false, _) => "is already",
                    (true, true) => "would now be",
                    (true, false) => "is now",
                };
                console
                    .print(&format!("normalization {verb} {state}: `{}`\n", visible(&path_name(folder))))?;
            }
        }
        Ok(Exit::Fine)
    }
}
