//! What a tool declares of itself, and the text of it.

use std::fmt::Write as _;

use serde_json::Value;

#[derive(Debug, Clone, PartialEq)]
pub enum Omitted {
    Silent,
    Any(Vec<Value>),
    As(Value),
}

#[derive(Debug, Clone)]
pub struct Argument {
    pub facet: &'static str,
    pub name: &'static str,
    pub one_of: bool,
    pub omitted: Omitted,
    pub said: Vec<(&'static str, Value)>,
}

#[derive(Debug, Clone)]
pub struct Period {
    pub has_end: bool,
    pub omitted: Omitted,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    Cursor,
    Number(u64),
    Offset(u64),
}

#[derive(Debug, Clone)]
pub struct Page {
    pub by: By,
    pub first: Vec<Value>,
    pub may_omit: bool,
    pub ends_short: bool,
    pub snapshot: bool,
}

#[derive(Debug, Clone, Copy)]
pub enum Limit {
    Silent,
    None,
    Is { argument: bool, omitted: Option<u64>, server: Option<u64>, window: Option<u64> },
}

/// What the declaration says is not searched.
#[derive(Debug, Clone)]
pub enum Unsearched {
    /// Whatever: `completeness`, `everything` or a facet.
    Some(&'static str),
    /// With this value of a declared argument.
    With(&'static str, &'static str, Vec<Value>),
    /// What is older than these seconds.
    Before(&'static str, i64),
}

/// Literals, or `None` for `absent`.
pub type Unless = Vec<Option<Value>>;

#[derive(Debug, Clone)]
pub struct Declared {
    pub arguments: Vec<Argument>,
    pub fixed: bool,
    pub host: bool,
    pub credential: bool,
    pub period: Option<Period>,
    pub page: Option<Page>,
    pub limit: Limit,
    pub exact: Option<bool>,
    pub complete: bool,
    pub unsearched: Vec<Unsearched>,
    pub rows: bool,
    pub keyed: bool,
    pub next: Option<Unless>,
    pub has_more: Option<Unless>,
    pub total: bool,
    pub partial: Option<Unless>,
    pub queried: bool,
}

pub const SOURCE: &str = "the tracker";
pub const SOURCE_WORD: &str = "incident book";

fn list(values: &[Value]) -> String {
    values.iter().map(|value| format!(", {value}")).collect()
}

fn omitted(omitted: &Omitted) -> String {
    match omitted {
        Omitted::Silent => String::new(),
        Omitted::Any(values) => format!(" any when omitted{}", list(values)),
        Omitted::As(value) => format!(" when omitted {value}"),
    }
}

fn unless(values: &Unless) -> String {
    let texts: Vec<String> =
        values.iter().map(|value| value.as_ref().map_or("absent".to_owned(), Value::to_string)).collect();
    format!(" unless {}", texts.join(", "))
}

impl Declared {
    pub fn argument(&self, name: &str) -> Option<&Argument> {
        self.arguments.iter().find(|argument| argument.name == name)
    }

    /// Whether it says something about this member of the arguments.
    pub fn knows(&self, name: &str) -> bool {
        self.argument(name).is_some()
            || match name {
                "archived" => self.fixed,
                "tenant" => self.host,
                "account" => self.credential,
                "since" => self.period.is_some(),
                "until" => self.period.as_ref().is_some_and(|it| it.has_end),
                "page" => self.page.is_some(),
                "size" => matches!(self.limit, Limit::Is { argument: true, .. }),
                "sort" => true,
                _ => false,
            }
    }

    pub fn text(&self) -> String {
        let mut out = format!("language 1\nsearch t {{\nsource \"{SOURCE}\" said \"{SOURCE_WORD}\"\n");
        for argument in &self.arguments {
            let one_of = if argument.one_of { " one of" } else { "" };
            let _ = write!(out, "{} {}{one_of}{}", argument.facet, argument.name, omitted(&argument.omitted));
            for (word, value) in &argument.said {
                let _ = write!(out, " said \"{word}\" for {value}");
            }
            out.push('\n');
        }
        if self.fixed {
            out.push_str("fixed archived false said \"not archived\"\n");
        }
        if self.host {
            out.push_str("host tenant identity org\n");
        }
        if self.credential {
            out.push_str("credential account\n");
        }
        if let Some(period) = &self.period {
            let end = if period.has_end { " to until" } else { "" };
            let _ = writeln!(out, "period since{end}{}", omitted(&period.omitted));
        }
        self.pages(&mut out);
        self.result(&mut out);
        out.push_str("ignore sort\n}\n");
        out
    }

    fn pages(&self, out: &mut String) {
        if let Some(page) = &self.page {
            out.push_str("page \"page\"");
            match page.by {
                By::Cursor => {}
                By::Number(first) => drop(write!(out, " by number first {first}")),
                By::Offset(first) => drop(write!(out, " by offset first {first}")),
            }
            let omitted = page.may_omit.then(|| "omitted".to_owned());
            if page.by == By::Cursor {
                let firsts: Vec<_> =
                    omitted.into_iter().chain(page.first.iter().map(Value::to_string)).collect();
                if !firsts.is_empty() {
                    let _ = write!(out, " first {}", firsts.join(", "));
                }
            } else if omitted.is_some() {
                out.push_str(", omitted");
            }
            out.push_str(if page.ends_short { " ends short" } else { "" });
            out.push_str(if page.snapshot { " snapshot\n" } else { "\n" });
        }
        match self.limit {
            Limit::Silent => {}
            Limit::None => out.push_str("limit none\n"),
            Limit::Is { argument, omitted, server, window } => {
                out.push_str(if argument { "limit size" } else { "limit" });
                for (word, number) in [("when omitted", omitted), ("server", server), ("window", window)] {
                    if let Some(number) = number {
                        let _ = write!(out, " {word} {number}");
                    }
                }
                out.push('\n');
            }
        }
    }

    fn result(&self, out: &mut String) {
        if let Some(exact) = self.exact {
            out.push_str(if exact { "ranking exact\n" } else { "ranking approximate\n" });
        }
        if self.complete {
            out.push_str("complete within arguments\n");
        }
        for unsearched in &self.unsearched {
            let bears = match unsearched {
                Unsearched::Some(facet) => (*facet).to_owned(),
                Unsearched::With(facet, name, values) => {
                    let values: Vec<String> = values.iter().map(Value::to_string).collect();
                    format!("{facet} {name} one of {}", values.join(", "))
                }
                Unsearched::Before(text, _) => format!("period before \"{text}\""),
            };
            let _ = writeln!(out, "gap \"some\" because \"purged\" bears on {bears}");
        }
        if self.rows {
            out.push_str(if self.keyed { "rows at \"/items\" by \"/id\"\n" } else { "rows at \"/items\"\n" });
        }
        for (word, at, values) in [
            ("next", "/next", &self.next),
            ("has more", "/more", &self.has_more),
            ("partial", "/partial", &self.partial),
        ] {
            if let Some(values) = values {
                let _ = writeln!(out, "{word} at \"{at}\"{}", unless(values));
            }
        }
        if self.total {
            out.push_str("total at \"/total\"\n");
        }
        if self.queried {
            out.push_str("queried from \"/window/from\" to \"/window/to\"\n");
        }
    }
}
