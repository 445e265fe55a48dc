//! One world: a tool, the calls of an agent, and the rows of them.

use fabric_rules::internal::coverage::call::Call as Composed;
use fabric_rules::internal::coverage::compose::compose;
use fabric_rules::internal::coverage::row::Row;
use fabric_rules::internal::coverage::schema::Tool as Live;
use fabric_rules::internal::diagnostic::Source;
use fabric_rules::internal::ir::Program;
use fabric_rules::internal::rules::compile;
use fabric_rules::internal::schema::{Schema, SchemaOptions};
use fastrand::Rng;
use serde_json::{Value, json};

use super::agent::{args, behind, first};
use super::clock::moment;
use super::declare::{Declared, Limit};
use super::draw;
use super::result::{Breach, told};
use super::tool::{Answer, Call, Tool};
use super::trouble::{Of, Trouble};

/// What `compose` is told of a call.
#[derive(Debug, Clone)]
pub struct Input {
    pub args: Vec<(String, Value)>,
    /// All else.
    pub rest: Value,
}

pub struct Page {
    pub call: Call,
    pub answer: Answer,
    pub input: Input,
}

pub struct World {
    pub tool: Tool,
    pub trouble: Trouble,
    pub pages: Vec<Page>,
    /// Which pages somebody takes for one list, in which order.
    pub lists: Vec<Vec<usize>>,
}

/// The declaration as the library reads it.
pub fn program(declared: &Declared) -> Program {
    let text = declared.text();
    let compiled = compile(&[Source::new("rules", &*text)]);
    let errors: Vec<&str> = compiled.diagnostics.iter().map(|it| &*it.message).collect();
    compiled.program.unwrap_or_else(|| panic!("{text}\n{errors:?}")).ir().clone()
}

impl World {
    /// Whether its tool is well declared, and in good hands.
    pub fn is_good(&self) -> bool {
        self.trouble == Trouble::NONE
    }

    /// The row of each page.
    pub fn rows(&self) -> Vec<Row> {
        let program = program(&self.tool.declared);
        self.pages.iter().map(|page| page.input.row(&program)).collect()
    }
}

impl Input {
    pub fn row(&self, program: &Program) -> Row {
        let members: Vec<String> =
            self.args.iter().map(|(name, value)| format!("{}:{value}", json!(name))).collect();
        let rest = self.rest.to_string();
        let text = format!("{{\"args\":{{{}}},{}", members.join(","), &rest[1..]);
        let call: Composed = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let results = self.rest.get("outputSchema").map(Value::to_string);
        let results = results.map(|text| Schema::parse(text.as_bytes(), SchemaOptions::default()).into());
        let tool = Live { results: results.unwrap_or_default(), ..Live::default() };
        compose(program.search("t").unwrap(), &call, &tool).unwrap()
    }
}

struct Player {
    rng: Rng,
    tool: Tool,
    trouble: Trouble,
    pages: Vec<Page>,
    now: i64,
    last_read: i64,
    within: Option<i64>,
}

/// The world of a seed; every third one has a well-declared tool in good hands.
pub fn world(seed: u64) -> World {
    let mut rng = Rng::with_seed(seed);
    let trouble = if rng.u8(..3) == 0 { Trouble::NONE } else { Trouble::draw(&mut rng) };
    world_with(rng, trouble)
}

/// A world with this trouble.
pub fn world_with(mut rng: Rng, trouble: Trouble) -> World {
    let busy = trouble.has(Of::Busy) || rng.u8(..4) == 0;
    let tool = draw::tool(&mut rng, trouble, busy);
    let late = if trouble.has(Of::Moving) {
        &[Some(0), Some(0), Some(300)]
    } else if trouble.has(Of::Clock) {
        &[Some(600), Some(60), None][..]
    } else {
        &[Some(0), Some(3), Some(20)]
    };
    let within = late[rng.usize(..3)];
    let mut player = Player { rng, tool, trouble, pages: Vec::new(), now: 0, last_read: i64::MIN, within };
    let mut lists = Vec::new();
    let walks = trouble.has(Of::Walk) || trouble.has(Of::Busy);
    let mut asked = args(&mut player.rng, &player.tool.declared, trouble);
    for turn in 0..if walks { player.rng.usize(2..4) } else { 1 } {
        if turn > 0 {
            // The same again later, or something else.
            match player.rng.u8(..4) {
                0 => asked = args(&mut player.rng, &player.tool.declared, trouble),
                1 | 2 if matches!(player.tool.declared.limit, Limit::Is { argument: true, .. }) => {
                    asked.retain(|(name, _)| name != "size");
                    asked.push(("size".to_owned(), json!(player.rng.u8(1..5))));
                }
                _ => {}
            }
        }
        lists.push(player.walk(&asked));
    }
    if trouble.has(Of::Walk) {
        lists.extend(worse(&mut player.rng, player.pages.len(), &lists));
    }
    lists.retain(|list| list.len() > 1);
    lists.dedup();
    World { tool: player.tool, trouble, pages: player.pages, lists }
}

/// Lists as nobody should take them.
fn worse(rng: &mut Rng, pages: usize, walks: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut lists = Vec::new();
    for walk in walks {
        // One is missing: at the start, at the end, in between.
        lists.extend((0..walk.len()).map(|at| [&walk[..at], &walk[at + 1..]].concat()));
        let mut list = walk.clone();
        let at = rng.usize(..list.len());
        match rng.u8(..4) {
            0 => list.insert(at, list[at]),
            1 => {
                let other = rng.usize(..list.len());
                list.swap(at, other);
            }
            2 => list[at] = rng.usize(..pages),
            _ => list.push(rng.usize(..pages)),
        }
        lists.push(list);
    }
    // Pages of two walks, each in its place.
    for (one, other) in walks.iter().zip(walks.iter().skip(1)) {
        for cut in 1..one.len().min(other.len()) {
            lists.push([&one[..cut], &other[cut..]].concat());
        }
    }
    lists
}

impl Player {
    /// Reads page after page; which ones they were.
    fn walk(&mut self, asked: &[(String, Value)]) -> Vec<usize> {
        let trouble = self.trouble;
        let mut list = Vec::new();
        let mut page = first(&mut self.rng, &self.tool.declared, trouble);
        for _ in 0..6 {
            let mut sent = asked.to_vec();
            sent.extend(page.clone().map(|value| ("page".to_owned(), value)));
            let call = self.call(sent);
            let index = self.ask(call);
            list.push(index);
            let Page { call, answer, .. } = &self.pages[index];
            page = behind(&self.tool.declared, call, answer.rows.len(), &answer.next);
            if page.is_none() || (!answer.more && !trouble.strikes(Of::Walk, &mut self.rng, 6)) {
                break;
            }
            if trouble.strikes(Of::Walk, &mut self.rng, 6) {
                break;
            }
        }
        list
    }

    fn call(&mut self, args: Vec<(String, Value)>) -> Call {
        let rng = &mut self.rng;
        self.now += if rng.u8(..3) == 0 { 0 } else { rng.i64(1..150) };
        let late = self.within.unwrap_or(4000);
        // A page is not asked for before the one that names it came.
        if self.last_read > self.now + late {
            self.now = self.last_read;
        }
        let read = rng.i64(self.now.max(self.last_read)..=self.now + late);
        self.last_read = read;
        let trouble = self.trouble;
        let declared = &self.tool.declared;
        let identity = (declared.host && !trouble.strikes(Of::Host, rng, 3))
            .then(|| if trouble.strikes(Of::Host, rng, 3) { "user" } else { "org" });
        let run = if trouble.strikes(Of::Walk, rng, 12) { "other" } else { "run" };
        Call {
            args,
            identity,
            credential: declared.credential && !trouble.strikes(Of::Credential, rng, 3),
            now: self.now,
            within: self.within,
            clock: if rng.bool() { read } else { rng.i64(self.now..=self.now + late) },
            read,
            run,
            careful: trouble == Trouble::NONE,
            ordinal: self.pages.len() as u64 + 1,
        }
    }

    fn ask(&mut self, call: Call) -> usize {
        let rng = &mut self.rng;
        let trouble = self.trouble;
        let remote = trouble.strikes(Of::Remote, rng, 2);
        let other_window = trouble.strikes(Of::Window, rng, 2);
        let mut answer = self.tool.answer(&call, rng, other_window);
        let breach = [(Of::Whole, Breach::Whole), (Of::Fact, Breach::Fact), (Of::Partial, Breach::Partial)]
            .into_iter()
            .find(|(of, _)| trouble.strikes(*of, rng, 2))
            .map_or(Breach::None, |(_, breach)| breach);
        let declared = &self.tool.declared;
        let (mut result, output_schema) = told(declared, &call, &mut answer, breach, rng);
        if remote && rng.bool() {
            answer.rows.clear();
        }
        if declared.argument("team").is_some() && (trouble.has(Of::Name) || rng.bool()) {
            let entity = |it: &super::record::Entity| json!({"argument": "team", "id": it.id, "name": it.name, "aliases": it.aliases});
            result["resolved"] = self.tool.teams.iter().map(entity).collect();
        }
        let mut turn =
            json!({"now": moment(call.now), "namespace": "n", "runId": call.run, "ordinal": call.ordinal});
        if let Some(within) = call.within {
            turn["within"] = json!(format!("{within}s"));
        }
        let mut rest = json!({"ref": "t", "turn": turn, "filled": {}, "result": result});
        if let Some(field) = call.identity {
            rest["filled"]["tenant"] = json!({"identity": field});
        }
        if call.credential {
            rest["filled"]["account"] = json!({"credential": "cred-5ecret"});
        }
        if let Some(schema) = &self.tool.schema {
            rest["schema"] = schema.clone();
        }
        if let Some(schema) = output_schema {
            rest["outputSchema"] = schema;
        }
        if remote {
            rest["remote"] = json!(true);
        }
        self.pages.push(Page { input: Input { args: call.args.clone(), rest }, call, answer });
        self.pages.len() - 1
    }
}
