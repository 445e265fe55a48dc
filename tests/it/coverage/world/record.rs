//! Records that come, change and go.

use std::collections::BTreeMap;

use fastrand::Rng;
use serde_json::{Value, json};

/// One state of a record, from a second up to another.
#[derive(Debug, Clone, Default)]
pub struct Record {
    /// The same in every state.
    pub key: u64,
    pub from: i64,
    pub to: i64,
    /// The moment that it speaks of.
    pub time: i64,
    /// Whether the caller may see it.
    pub visible: bool,
    pub attributes: BTreeMap<&'static str, Value>,
    pub words: Vec<&'static str>,
}

/// Who may be meant by `team`.
#[derive(Debug, Clone)]
pub struct Entity {
    pub id: &'static str,
    pub name: &'static str,
    pub aliases: &'static [&'static str],
}

impl Entity {
    pub fn answers(&self, to: &Value) -> bool {
        to.as_str().is_some_and(|it| it == self.id || it == self.name || self.aliases.contains(&it))
    }
}

const CORE: Entity = Entity { id: "t-1", name: "Core", aliases: &["core"] };
const EDGE: Entity = Entity { id: "t-2", name: "Edge", aliases: &["edge"] };

/// The teams of a world: two, and perhaps a third that shares a name with the first, or an alias.
pub fn teams(rng: &mut Rng, several: bool) -> Vec<Entity> {
    let mut teams = vec![CORE, EDGE];
    match if several { rng.u8(..4) } else { 3 } {
        0 => teams.push(Entity { id: "t-3", name: "Core", aliases: &["core of old"] }),
        1 => teams.push(Entity { id: "t-3", name: "Third", aliases: &["core"] }),
        2 => teams.push(Entity { id: "t-3", name: "t-2", aliases: &[] }),
        _ => {}
    }
    teams
}

/// The values that an attribute has in some records, and arguments ask for.
pub fn values(of: &str) -> Vec<Value> {
    match of {
        "severity" => vec![json!("high"), json!("low"), json!("serious"), json!(1), json!("1"), json!(true)],
        "state" => vec![
            json!("open"),
            json!("closed"),
            json!(9_007_199_254_740_993_u64),
            json!(9_007_199_254_740_992_u64),
        ],
        "repo" => vec![json!("r"), json!("s")],
        "archived" => vec![json!(false), json!(true), json!("false")],
        "tenant" => vec![json!("acme-5ecret"), json!("globex-5ecret")],
        "colour" => vec![json!("red"), json!("blue")],
        _ => Vec::new(),
    }
}

pub const WORDS: [&str; 3] = ["disk full", "net", "fan"];

/// What is fixed before any tool exists: all states of all records.
pub fn history(rng: &mut Rng, teams: usize, busy: bool, most: std::ops::Range<u64>) -> Vec<Record> {
    let mut states = Vec::new();
    for key in 0..rng.u64(most) {
        let mut from = if busy && rng.u8(..3) == 0 { rng.i64(-5..700) } else { -100_000 };
        loop {
            let ends = busy && rng.u8(..3) == 0;
            let to = if ends { from.max(-5) + rng.i64(1..500) } else { 1_000_000 };
            states.push(state(rng, key, from, to, teams));
            // What changes is there again at once; what goes stays away.
            if !ends || rng.bool() {
                break;
            }
            from = to;
        }
    }
    states
}

fn state(rng: &mut Rng, key: u64, from: i64, to: i64, teams: usize) -> Record {
    let mut attributes = BTreeMap::new();
    for name in ["severity", "state", "repo", "archived", "tenant", "colour"] {
        let values = values(name);
        // Mostly the first values, so that there is something to be found.
        let which = if name != "state" && rng.u8(..4) > 0 { 0 } else { rng.usize(..values.len()) };
        attributes.insert(name, values[which].clone());
    }
    attributes.insert("team", json!(if rng.bool() { 0 } else { rng.usize(..teams) }));
    let edge = [0, -3600, -5400, -7200, -7200, -86_400][rng.usize(..6)];
    let time = match rng.u8(..4) {
        0 => rng.i64(-100_000..1000),
        1 | 2 => edge + if rng.bool() { rng.i64(-700..700) } else { rng.i64(-5..160) },
        _ => rng.i64(-7000..0),
    };
    Record {
        key,
        from,
        to,
        time,
        visible: rng.u8(..5) > 0,
        attributes,
        words: WORDS.into_iter().filter(|_| rng.bool()).collect(),
    }
}
