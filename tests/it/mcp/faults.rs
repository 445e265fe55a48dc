//! A fault of ours is no end of a session: it leaves a plain pipe.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _, Write as _, pipe};
use std::os::fd::OwnedFd;
use std::sync::{Arc, Mutex};

use fabric_rules::internal::mcp::shell::{self, Client, News};
use fabric_rules::internal::mcp::{Core, Input, Side};

use super::support::{ms, options};

const LINES: [&str; 4] = [
    r#"{"id":0,"method":"initialize"}"#,
    r#"{"method":"notifications/initialized"}"#,
    r#"{"id":1,"method":"tools/call","params":{"name":"dock","arguments":{"berth_no":4}}}"#,
    r#"{"id":2,"method":"ping"}"#,
];

#[test]
fn no_byte_is_lost_wherever_it_fails() {
    let said = LINES.map(|line| format!("{line}\n")).concat() + "half";
    std::panic::set_hook(Box::new(|_| {}));
    for lines in 0..4 {
        for size in [1, 40, 1 << 10] {
            let mut core = Core::new(options("fabric"));
            core.fail_after(lines);
            let (mut sent, mut received) = (Vec::new(), Vec::new());
            let mut rest = said.as_bytes();
            // The server has begun to say something, which belongs to the client.
            received.extend(core.feed(ms(0), Input::Bytes(Side::Server, b"begun")).to_client);
            let mut has_failed = false;
            while !has_failed {
                let (piece, after) = rest.split_at(size.min(rest.len()));
                // What is held comes again when there is nothing else.
                let input = if piece.is_empty() { Input::Tick } else { Input::Bytes(Side::Client, piece) };
                let fed = std::panic::AssertUnwindSafe(|| core.feed(ms(0), input));
                match std::panic::catch_unwind(fed) {
                    Ok(out) => sent.extend(out.to_server),
                    Err(_) => has_failed = true,
                }
                rest = after;
            }
            let (to_client, to_server) = core.into_rest();
            received.extend(to_client);
            sent.extend(to_server);
            sent.extend(rest);
            // The call was held when it failed behind it, and a list was asked for.
            let sent: String = String::from_utf8(sent).unwrap();
            let passed: String = sent.split_inclusive('\n').filter(|line| !line.contains("n0nce")).collect();
            assert_eq!(passed, said, "after {lines} lines, {size} bytes at once");
            assert_eq!(received, b"begun");
        }
    }
    let _ = std::panic::take_hook();
}

#[test]
fn a_fault_leaves_a_plain_pipe_to_a_real_server() {
    let file = |end: OwnedFd| File::from(end);
    let ((from, mut client), (answers, to)) = (pipe().unwrap(), pipe().unwrap());
    let mut core = Core::new(options("fabric"));
    core.fail_after(3);
    let news = Arc::new(Mutex::new(Vec::new()));
    let heard = news.clone();
    let session = std::thread::spawn(move || {
        let client = Client { from: file(from.into()), to: file(to.into()) };
        let hear = Arc::new(move |news: News| heard.lock().unwrap().push(format!("{news:?}")));
        shell::run(&["cat".into()], client, Box::new(core), hear).unwrap()
    });
    let mut answers = BufReader::new(answers);
    for round in 0..5 {
        let line = format!("{{\"id\":{round},\"method\":\"ping\"}}\n");
        client.write_all(line.as_bytes()).unwrap();
        let mut answer = String::new();
        answers.read_line(&mut answer).unwrap();
        assert_eq!(answer, line);
    }
    client.write_all(b"half").unwrap();
    drop(client);
    let mut rest = String::new();
    answers.read_to_string(&mut rest).unwrap();
    assert_eq!((&*rest, session.join().unwrap()), ("half", 0));
    assert_eq!(*news.lock().unwrap(), ["Fault"]);
}
