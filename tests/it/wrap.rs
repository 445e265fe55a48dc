//! Servers of clients' files put behind the proxy and taken out again.

use fabric_rules::internal::wrap::{Done, Proxy, Syntax, Unread, Wrapped, unwrap, wrap};

const BINARY: &str = "/opt/fabric rules/bin/fabric-rules";

fn wrapped(text: &str, syntax: Syntax, only: &[String]) -> Wrapped {
    wrap(text, syntax, &Proxy { binary: BINARY, flags: &["--observe".to_owned()] }, only).unwrap()
}

/// Wraps, reads the file back as values, and unwraps to the same bytes; twice is once.
fn turned(text: &str, syntax: Syntax) -> (serde_json::Value, Vec<(String, Done)>) {
    let once = wrapped(text, syntax, &[]);
    assert_eq!(unwrap(&once.text, syntax, &[]).unwrap().text, text, "{}", once.text);
    let twice = wrapped(&once.text, syntax, &[]);
    assert_eq!(twice.text, once.text);
    assert!(twice.servers.iter().all(|server| server.done != Done::Changed));
    assert_eq!(unwrap(text, syntax, &[]).unwrap().text, text);
    let value = match syntax {
        Syntax::Json => {
            let text = once.text.trim_start_matches('\u{feff}');
            jsonc_parser::parse_to_serde_value(text, &Default::default()).unwrap()
        }
        Syntax::Toml => serde_json::to_value(toml::from_str::<toml::Table>(&once.text).unwrap()).unwrap(),
    };
    (value, once.servers.into_iter().map(|server| (server.name, server.done)).collect())
}

fn words(server: &serde_json::Value) -> Vec<String> {
    let texts = |value: &serde_json::Value| -> Vec<String> {
        let list = value.as_array().cloned().unwrap_or_default();
        list.iter().map(|word| word.as_str().unwrap().to_owned()).collect()
    };
    match &server["command"] {
        serde_json::Value::String(command) => {
            [command.clone()].into_iter().chain(texts(&server["args"])).collect()
        }
        list => texts(list),
    }
}

/// The words of a server behind the proxy, with the name apart from its flag or not.
fn behind(name: &[&str], own: &[&str]) -> Vec<String> {
    let all = [&[BINARY, "mcp"], name, &["--observe", "--"], own].concat();
    all.into_iter().map(str::to_owned).collect()
}

/// One list of arguments as it may be written, and its words.
const ARGS: &[(Option<&str>, &[&str])] = &[
    (None, &[]),
    (Some("[]"), &[]),
    (Some("[ ]"), &[]),
    (Some("[\n  ]"), &[]),
    (Some("[\"-y\", \"a b\"]"), &["-y", "a b"]),
    (Some("[ \"-y\" , \"${TOKEN}\" ]"), &["-y", "${TOKEN}"]),
    (Some("[\n    \"-y\",\n    \"x\\u00fcy\"\n  ]"), &["-y", "xüy"]),
    (Some("[\"--\", \"mcp\"]"), &["--", "mcp"]),
];

#[test]
fn each_format_of_json_is_wrapped_and_given_back() {
    let mut tried = 0;
    for (root, way) in [
        ("{\"mcpServers\": {NAME}}", "/mcpServers"),
        ("{\"a\": 1, \"servers\": {NAME}, \"inputs\": []}", "/servers"),
        ("{\"context_servers\": {NAME}}", "/context_servers"),
        ("{\"mcp\": {\"servers\": {NAME}}}", "/mcp/servers"),
        ("{\"projects\": {\"/home/p\": {\"mcpServers\": {NAME}}}}", "/projects/~1home~1p/mcpServers"),
    ] {
        for (args, own) in ARGS {
            for (open, close) in [("", ""), ("// first\n", " /* end */"), ("", ",")] {
                let args = args.map_or(String::new(), |args| format!(", \"args\": {args}"));
                let entry = format!(
                    "\"my \\\"s\\\"\": {{{open} \"command\": \"np\\u0078\"{args}, \"env\": {{\"K\": \"${{V}}\"}}{close}}}"
                );
                let text = root.replace("NAME", &entry);
                for text in [text.clone(), text.replace('\n', "\r\n"), format!("\u{feff}{text}\n")] {
                    let (value, servers) = turned(&text, Syntax::Json);
                    assert_eq!(servers, [("my \"s\"".to_owned(), Done::Changed)], "{text}");
                    let server = &value.pointer(way).unwrap()["my \"s\""];
                    let name: &[&str] =
                        if args.is_empty() { &["--server=my \"s\""] } else { &["--server", "my \"s\""] };
                    assert_eq!(words(server), behind(name, &[&["npx"], *own].concat()), "{text}");
                    assert_eq!(server["env"]["K"], "${V}");
                    tried += 1;
                }
            }
        }
    }
    assert_eq!(tried, 5 * 8 * 3 * 3);
}

#[test]
fn one_list_of_words_is_wrapped_and_given_back() {
    for (root, way) in [("{\"mcp\": {NAME}}", "/mcp"), ("{\"mcp\": {\"servers\": {NAME}}}", "/mcp/servers")] {
        for command in ["[\"npx\"]", "[ \"npx\", // which\n \"-y\", ]", "[\"npx\",\"-y\"]"] {
            let entry = format!("\"s\": {{\"type\": \"local\", \"command\": {command}, \"enabled\": true}}");
            let (value, servers) = turned(&root.replace("NAME", &entry), Syntax::Json);
            assert_eq!(servers, [("s".to_owned(), Done::Changed)]);
            let own: &[&str] = if command.contains("-y") { &["npx", "-y"] } else { &["npx"] };
            assert_eq!(words(&value.pointer(way).unwrap()["s"]), behind(&["--server", "s"], own));
        }
    }
}

#[test]
fn each_form_of_toml_is_wrapped_and_given_back() {
    for (args, own) in ARGS {
        let line = |key: &str| args.map_or(String::new(), |args| format!("{key}args = {args}\n"));
        let inline = args.map_or(String::new(), |args| format!(", args = {args}"));
        let texts = [
            format!(
                "model = \"m\"\n\n[mcp_servers.s] # mine\n  command = 'npx' # why\n{}env = {{ K = \"v\" }}\n[other]\nx = 1\n",
                line("  ")
            ),
            format!("[mcp_servers]\ns.command = \"npx\"\n{}", line("s.")),
            format!("mcp_servers.s.command = \"\"\"npx\"\"\"\n{}", line("mcp_servers.s.")),
            format!("mcp_servers = {{ s = {{ command = \"npx\"{inline} }} }}\n"),
            format!("[mcp_servers]\ns = {{command=\"npx\"{inline}}}"),
        ];
        for text in texts {
            for text in [text.clone(), text.replace('\n', "\r\n"), format!("\u{feff}{text}")] {
                let (value, servers) = turned(&text, Syntax::Toml);
                assert_eq!(servers, [("s".to_owned(), Done::Changed)], "{text}");
                let name: &[&str] = if args.is_none() { &["--server=s"] } else { &["--server", "s"] };
                assert_eq!(
                    words(&value["mcp_servers"]["s"]),
                    behind(name, &[&["npx"], *own].concat()),
                    "{text}"
                );
            }
        }
    }
}

#[test]
fn what_is_not_started_by_words_is_named_and_left() {
    let text = "{\"mcpServers\": {
        \"far\": {\"type\": \"http\", \"url\": \"https://example.com/mcp\"},
        \"odd\": {\"command\": {\"path\": \"npx\"}},
        \"mixed\": {\"command\": \"npx\", \"args\": [\"-y\", 3]},
        \"twice\": {\"command\": \"a\"}, \"twice\": {\"command\": \"b\"},
        \"none\": null,
        \"near\": {\"command\": \"npx\", \"args\": []}
    }}";
    let (_, servers) = turned(text, Syntax::Json);
    let left: Vec<&str> =
        servers.iter().filter(|(_, done)| matches!(done, Done::Left(_))).map(|(name, _)| &**name).collect();
    assert_eq!(left, ["far", "odd", "mixed", "twice", "twice", "none"]);
    assert_eq!(servers.last().unwrap(), &("near".to_owned(), Done::Changed));
    assert!(matches!(servers[0].1, Done::Left(why) if why.contains("URL")));
    let only = wrapped(text, Syntax::Json, &["far".to_owned()]);
    assert_eq!(only.text, text);
    assert_eq!(only.servers.last().unwrap().done, Done::NotAsked);
}

#[test]
fn an_entry_that_was_edited_since_is_unwrapped_where_that_is_certain() {
    let text = wrapped("{\"mcpServers\": {\"s\": {\"command\": \"npx\"}}}", Syntax::Json, &[]).text;
    let spread = text.replace(", \"args\": [", ",\n  \"args\" : [ ");
    assert_eq!(
        unwrap(&spread, Syntax::Json, &[]).unwrap().text,
        "{\"mcpServers\": {\"s\": {\"command\": \"npx\"}}}"
    );
    let apart = text.replace(", \"args\"", ", \"env\": {}, \"args\"");
    let left = unwrap(&apart, Syntax::Json, &[]).unwrap();
    assert_eq!(left.text, apart);
    assert!(matches!(left.servers[0].done, Done::Left(_)));
}

#[test]
fn a_file_without_servers_is_not_read() {
    let proxy = Proxy { binary: BINARY, flags: &[] };
    let none = |text: &str, syntax| wrap(text, syntax, &proxy, &[]).unwrap_err();
    assert_eq!(none("{}", Syntax::Json), Unread::NoServers);
    assert_eq!(none("[1]", Syntax::Json), Unread::NoServers);
    assert_eq!(none("", Syntax::Toml), Unread::NoServers);
    for (text, syntax) in [
        ("", Syntax::Json),
        ("{\"mcpServers\": ", Syntax::Json),
        ("a = ", Syntax::Toml),
        ("{'a': 1}", Syntax::Json),
    ] {
        assert!(matches!(none(text, syntax), Unread::Syntax { .. }), "{text}");
    }
    let deep = "[".repeat(100_000);
    assert!(matches!(none(&deep, Syntax::Json), Unread::Syntax { .. }));
    assert!(matches!(none(&format!("a = {deep}"), Syntax::Toml), Unread::Syntax { .. }));
}
