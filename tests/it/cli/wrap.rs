//! `mcp wrap` and `mcp unwrap`: clients' files, as a person has them.

use std::fs;

use super::{Ran, command};

const FILE: &str =
    "{\r\n  // mine\r\n  \"mcpServers\": {\"s\": {\"command\": \"npx\", \"env\": {\"T\": \"1\"}},},\r\n}\r\n";

fn ran(folder: &tempfile::TempDir, line: &str) -> Ran {
    let words: Vec<&str> = line.split(' ').collect();
    command(&words).current_dir(folder.path()).output().unwrap().into()
}

fn with_file() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("c.json"), FILE).unwrap();
    folder
}

#[test]
fn a_file_is_given_back_with_its_mode() {
    let folder = with_file();
    let path = folder.path().join("c.json");
    let mut mode = fs::metadata(&path).unwrap().permissions();
    std::os::unix::fs::PermissionsExt::set_mode(&mut mode, 0o600);
    fs::set_permissions(&path, mode).unwrap();
    let mode = fs::metadata(&path).unwrap().permissions();
    std::os::unix::fs::symlink("c.json", folder.path().join("link.json")).unwrap();

    let wrapped = ran(&folder, "mcp wrap link.json -- --observe");
    assert_eq!((wrapped.code, &*wrapped.stderr), (0, ""));
    let text = fs::read_to_string(&path).unwrap();
    let binary = env!("CARGO_BIN_EXE_fabric-rules");
    assert!(
        text.contains(&format!(
            "\"command\": \"{binary}\", \"args\": [\"mcp\", \"--server=s\", \"--observe\", \"--\", \"npx\"]"
        )),
        "{text}"
    );
    assert!(folder.path().join("link.json").is_symlink());
    assert_eq!(fs::metadata(&path).unwrap().permissions(), mode);

    assert!(ran(&folder, "mcp wrap c.json").stdout.contains("nothing to write"));
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
    assert_eq!(ran(&folder, "mcp unwrap c.json").code, 0);
    assert_eq!(fs::read_to_string(&path).unwrap(), FILE);
}

#[test]
fn what_cannot_be_done_leaves_all_files() {
    let folder = with_file();
    fs::write(folder.path().join("none.json"), "{\"token\": \"s3cret\"}").unwrap();
    fs::write(folder.path().join("cut.json"), "{\"token\": \"s3cret\"").unwrap();
    fs::write(folder.path().join("bytes.json"), b"{\"a\": \"\xff\"}").unwrap();
    for (line, code) in [
        ("mcp wrap c.json none.json", "wrap::no-servers"),
        ("mcp wrap c.json cut.json", "wrap::unreadable"),
        ("mcp wrap c.json bytes.json", "input::not-utf8"),
        ("mcp wrap c.json nowhere.json", "input::missing"),
        ("mcp wrap c.json --only t", "wrap::no-server"),
        ("mcp wrap c.json -- --obserfe", "wrap::flags"),
        ("mcp wrap c.json -- --server x", "wrap::flags"),
        ("mcp wrap c.json -- stray", "wrap::flags"),
    ] {
        let ran = ran(&folder, line);
        assert_eq!(ran.code, 2, "{line}: {}", ran.stderr);
        assert!(ran.stderr.contains(code), "{line}: {}", ran.stderr);
        assert!(!ran.stderr.contains("s3cret"), "{}", ran.stderr);
        assert_eq!(fs::read_to_string(folder.path().join("c.json")).unwrap(), FILE, "{line}");
    }
    assert_eq!(ran(&folder, "mcp wrap c.json --dry-run").code, 0);
    assert_eq!(fs::read_to_string(folder.path().join("c.json")).unwrap(), FILE);
}

#[test]
fn several_names_and_files_are_taken() {
    let folder = with_file();
    fs::write(folder.path().join("d.toml"), "[mcp_servers.t]\ncommand = \"b\"\n").unwrap();
    let ran = ran(&folder, "mcp wrap c.json d.toml --only s --format json");
    let told: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(told[0]["servers"][0], serde_json::json!({"name": "s", "done": "changed"}));
    assert_eq!(told[1]["servers"][0]["done"], "not-asked");
    assert_eq!((&told[0]["written"], &told[1]["written"]), (&true.into(), &false.into()));
}
