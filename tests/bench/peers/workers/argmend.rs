//! argmend: the text of the arguments and the schema.

use argmend::{RepairRequest, repair_args};
use serde_json::{Value, json};

fn main() {
    for line in std::io::stdin().lines() {
        let case: Value = serde_json::from_str(&line.unwrap()).unwrap();
        let (given, raw) = (&case["args"], case["args"].to_string());
        let answer =
            match repair_args(&RepairRequest { tool_name: "", raw: &raw, schema: Some(&case["schema"]) }) {
                Ok(repaired) => json!({ "given": given, "args": repaired.value }),
                Err(error) => json!({ "given": given, "refused": error.to_string() }),
            };
        println!("{answer}");
    }
}
