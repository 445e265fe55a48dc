//! ToolGuard as it is by default, which is lenient. A guard a case: it counts the calls that it sees.

use serde_json::{Value, json};
use toolguard_core::{CoercionMode, GuardVerdict, ToolDefinition, ToolGuard};

fn main() {
    for line in std::io::stdin().lines() {
        let case: Value = serde_json::from_str(&line.unwrap()).unwrap();
        let given = &case["args"];
        let guard = ToolGuard::default();
        guard.register_tool(ToolDefinition::new("tool", case["schema"].clone())).unwrap();
        let answer = match guard.guard_call("tool", given.clone(), Some(CoercionMode::Lenient)) {
            GuardVerdict::Pass { arguments, .. } => json!({ "given": given, "args": arguments }),
            GuardVerdict::Reject { error_message, .. } => json!({ "given": given, "refused": error_message }),
        };
        println!("{answer}");
    }
}
