//! A server of tools of both eras, for the tests of the command: this test binary, started again.
//!
//! What it says is decided by [`Server::answer`], and how it ends by the environment.

use std::io::{BufRead as _, Write as _};
use std::process::{Command, exit};
use std::time::Duration;

use serde_json::{Value, json};

/// Names the way in which the server misbehaves.
pub const MANNERS: &str = "FABRIC_TEST_SERVER";

/// The command that starts the server: the test below, alone.
pub fn command() -> Vec<String> {
    let binary = std::env::current_exe().unwrap().to_string_lossy().into_owned();
    let test = ["--exact", "mcp::server::it_answers_in_both_eras", "--nocapture", "--test-threads", "2"];
    [binary].into_iter().chain(test.map(str::to_owned)).collect()
}

#[derive(Default)]
pub struct Server {
    is_initialized: bool,
}

impl Server {
    /// The answer to a line, if it has one.
    pub fn answer(&mut self, line: &str) -> Option<Value> {
        let message: Value = serde_json::from_str(line).ok()?;
        let id = message.get("id")?.clone();
        let error = |code: i64, text: &str| json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": text}});
        let params = &message["params"];
        let is_modern = params["_meta"]["io.modelcontextprotocol/protocolVersion"] == "2026-07-28";
        let method = message["method"].as_str()?;
        if !is_modern && !self.is_initialized && method != "initialize" {
            return Some(error(-32600, "not initialized"));
        }
        let result = match method {
            "initialize" => {
                self.is_initialized = true;
                json!({"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": {"name": "port", "version": "1"}})
            }
            "server/discover" => {
                json!({"supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}}, "ttlMs": 0})
            }
            "tools/list" => {
                let mut list = json!({"tools": [{"name": "dock", "inputSchema": {"type": "object", "additionalProperties": false,
                    "properties": {"berthNo": {"type": "integer"}}, "required": ["berthNo"]}},
                    {"name": "open", "inputSchema": {"type": "object", "properties": {"berthNo": {"type": "integer"}}}}]});
                if is_modern {
                    list["ttlMs"] = 0.into();
                }
                list
            }
            "tools/call" => match params["arguments"]["berthNo"].as_i64() {
                Some(berth) => {
                    let pad = "x".repeat(params["arguments"]["pad"].as_u64().unwrap_or(0) as usize);
                    json!({"content": [{"type": "text", "text": format!("docked at {berth}{pad}")}]})
                }
                None => {
                    json!({"isError": true, "content": [{"type": "text", "text": "Input validation error: berthNo"}]})
                }
            },
            _ => return Some(error(-32601, "Method not found")),
        };
        Some(json!({"jsonrpc": "2.0", "id": id, "result": result}))
    }
}

/// Serves standard input, and behaves as `manners` say.
fn serve(manners: &str) -> ! {
    let mut server = Server::default();
    let mut stdout = std::io::stdout().lock();
    match manners {
        // Starts another one that would outlive it, and says who that is.
        "leaves" | "leaves-deaf" => {
            let pipes = if manners == "leaves" { "" } else { "</dev/null >/dev/null 2>&1" };
            let script = "sleep 300 PIPES & echo \"{\\\"child\\\":$!}\"";
            Command::new("sh").args(["-c", &script.replace("PIPES", pipes)]).status().unwrap();
        }
        "floods" => {
            std::thread::spawn(|| {
                let line = [b'e'; 1 << 10];
                for _ in 0..4 << 10 {
                    let _ = std::io::stderr().write_all(&line);
                }
            });
        }
        _ => {}
    }
    for line in std::io::stdin().lock().lines() {
        let Some(answer) = server.answer(&line.unwrap()) else { continue };
        let is_call = answer["result"].get("content").is_some();
        match manners {
            "crashes" if is_call => exit(3),
            "dies" if is_call => std::process::abort(),
            "half" if is_call => {
                write!(stdout, "{{\"jsonrpc\":").unwrap();
                stdout.flush().unwrap();
                exit(0);
            }
            "hangs" if is_call => std::thread::sleep(Duration::from_secs(300)),
            _ => {}
        }
        writeln!(stdout, "{answer}").unwrap();
        stdout.flush().unwrap();
    }
    exit(0)
}

#[test]
fn it_answers_in_both_eras() {
    if let Ok(manners) = std::env::var(MANNERS) {
        serve(&manners);
    }
    let mut server = Server::default();
    let call = r#"{"id":1,"method":"tools/call","params":{"name":"dock","arguments":{"berthNo":4}"#;
    assert_eq!(server.answer(&format!("{call}}}}}")).unwrap()["error"]["code"], -32600);
    let meta = r#","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"#;
    let modern = server.answer(&format!("{call}{meta}")).unwrap();
    assert_eq!(modern["result"]["content"][0]["text"], "docked at 4");
    server.answer(r#"{"id":0,"method":"initialize"}"#).unwrap();
    assert_eq!(server.answer(&format!("{call}}}}}")).unwrap(), modern);
}
