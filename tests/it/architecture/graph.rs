//! Which top-level modules name which, read from the sources, and the cycles among them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::PathBuf;

/// The modules that each module names, each with the first file that does.
pub type Graph = BTreeMap<String, BTreeMap<String, String>>;

/// The graph of `src`. `lib.rs` lists all modules and `main.rs` starts one; neither is a module.
pub fn of_sources() -> Graph {
    let names = modules();
    let edges = |of: &String| {
        let mut edges = BTreeMap::new();
        for file in super::sources(of) {
            let shown = file.strip_prefix(super::src()).unwrap().display().to_string();
            let depth = file.strip_prefix(super::src()).unwrap().components().count();
            for name in named(&std::fs::read_to_string(&file).unwrap(), depth, &names) {
                assert!(names.contains(&name), "src/{shown} names `crate::{name}`, which is no module");
                edges.entry(name).or_insert_with(|| shown.clone());
            }
        }
        edges.remove(of);
        (of.clone(), edges)
    };
    names.iter().map(edges).collect()
}

/// The top-level modules.
fn modules() -> BTreeSet<String> {
    let stem = |path: PathBuf| path.file_stem().unwrap().to_string_lossy().into_owned();
    let entries = std::fs::read_dir(super::src()).unwrap().map(|entry| stem(entry.unwrap().path()));
    entries.filter(|name| !["lib", "main"].contains(&name.as_str())).collect()
}

/// The top-level names that the text of a file names: after `crate::`, alone or in braces, and after as
/// many `super::` as lead out of a file that is `depth` modules deep.
pub fn named(text: &str, depth: usize, modules: &BTreeSet<String>) -> BTreeSet<String> {
    let code: String = text.lines().map(code).collect::<Vec<_>>().join("\n");
    let mut found = BTreeSet::new();
    for (at, _) in code.match_indices("crate::") {
        found.extend(heads(&code[at + "crate::".len()..]));
    }
    let up = "super::".repeat(depth);
    for (at, _) in code.match_indices(&up) {
        // Within a module inside the file, the same words lead to the file itself.
        found.extend(heads(&code[at + up.len()..]).into_iter().filter(|name| modules.contains(name)));
    }
    found
}

/// A line without its comment.
fn code(line: &str) -> &str {
    let comment = line.match_indices("//").find(|(at, _)| line[..*at].chars().all(char::is_whitespace));
    let comment = comment.or_else(|| line.match_indices(" //").next());
    comment.map_or(line, |(at, _)| &line[..at])
}

/// The first names of the paths at the beginning of a text: one, or those of a list in braces.
fn heads(text: &str) -> Vec<String> {
    let word = |text: &str| -> String {
        text.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
    };
    let Some(list) = text.strip_prefix('{') else { return vec![word(text)] };
    let (mut heads, mut depth, mut is_head) = (Vec::new(), 0, true);
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => is_head = true,
            c if depth == 0 && is_head && !c.is_whitespace() => {
                heads.push(word(&list[at..]));
                is_head = false;
            }
            _ => {}
        }
    }
    heads
}

/// The first cycle of a graph, each module with the file that names the next: `a → b (a.rs) → a (b.rs)`.
pub fn cycle(graph: &Graph) -> Option<String> {
    let mut done = BTreeSet::new();
    graph.keys().find_map(|start| walk(graph, start, &mut Vec::new(), &mut done))
}

fn walk<'g>(
    graph: &'g Graph,
    at: &'g str,
    way: &mut Vec<&'g str>,
    done: &mut BTreeSet<&'g str>,
) -> Option<String> {
    if let Some(begin) = way.iter().position(|passed| *passed == at) {
        return Some(told(graph, &way[begin..]));
    }
    if !done.contains(at) {
        way.push(at);
        for next in graph.get(at).into_iter().flat_map(BTreeMap::keys) {
            if let Some(cycle) = walk(graph, next, way, done) {
                return Some(cycle);
            }
        }
        way.pop();
        done.insert(at);
    }
    None
}

fn told(graph: &Graph, round: &[&str]) -> String {
    let mut told = round[0].to_owned();
    for (index, module) in round.iter().enumerate() {
        let next = round[(index + 1) % round.len()];
        write!(told, " → {next} ({})", graph[*module][next]).unwrap();
    }
    told
}
