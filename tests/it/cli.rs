//! The command line, as a person or a script uses it.

mod absent;
mod apply;
mod artifact;
mod calls;
mod candidates;
mod cases;
mod check;
mod code;
mod derived;
mod diff;
mod explain;
mod faults;
mod help;
mod kept;
mod levels;
mod lines;
mod memory;
mod nothing_acts;
#[cfg(target_os = "linux")]
mod outputs;
mod pipes;
mod profiles;
mod rpc;
mod rules;
#[cfg(target_os = "linux")]
mod threads;
mod vectors;
mod width;
mod wrap;

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

/// The binary, with nothing of the tester's terminal in its environment.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fabric-rules"));
    command.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR"));
    command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").env_remove("COLUMNS").stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// What a run said and how it ended.
pub struct Ran {
    pub stdout: String,
    pub stderr: String,
    pub code: i32,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        Self {
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
            code: output.status.code().expect("not ended by a signal"),
        }
    }
}

/// Runs the binary without input.
pub fn run(arguments: &[&str]) -> Ran {
    command(arguments).output().unwrap().into()
}

/// Runs the binary on `input`.
pub fn run_on(arguments: &[&str], input: impl AsRef<[u8]> + Send) -> Ran {
    let mut child = command(arguments).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            // It may end before it read everything.
            let _ = stdin.write_all(input.as_ref());
        });
        child.wait_with_output().unwrap().into()
    })
}

/// The lines of a text, parsed.
pub fn values(text: &str) -> Vec<serde_json::Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}
