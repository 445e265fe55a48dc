//! Searches as rule text and in their canonical form, which is that text, a line a clause.

use serde_json::{Value, json};

use super::{Argument, Bears, Gap, Limit, Omission, Page, PageBy, Period, Ranking, ReadAt, Search};
use crate::ir::Literal;
use crate::json::canonical::string;

impl Search {
    /// The clauses as rule text, a line each.
    pub fn clauses(&self) -> Vec<String> {
        let mut lines = vec![format!("source {}{}", string(&self.source), said(&self.said))];
        lines.extend(self.arguments.iter().map(Argument::text));
        lines.extend(self.periods.iter().map(Period::text));
        lines.extend(self.fixed.iter().map(|fixed| {
            format!("fixed {} {}{}", string(&fixed.name), fixed.value.text(), said(&fixed.said))
        }));
        lines.extend(self.page.as_ref().map(Page::text));
        lines.extend(self.limit.text());
        lines.extend(
            self.hosts
                .iter()
                .map(|it| format!("host {} identity {}", string(&it.argument), string(&it.identity))),
        );
        lines.extend(self.credentials.iter().map(|name| format!("credential {}", string(name))));
        lines.extend(self.ranking.map(|ranking| format!("ranking {}", ranking.name())));
        lines.extend(self.is_complete.then(|| "complete within arguments".to_owned()));
        lines.extend(self.ignored.iter().map(|name| format!("ignore {}", string(name))));
        lines.extend(self.gaps.iter().map(Gap::text));
        let result = &self.result;
        lines.extend(result.rows.as_ref().map(|(at, by)| {
            let by = by.as_ref().map(|by| format!(" by {}", string(by))).unwrap_or_default();
            format!("rows at {}{by}", string(at))
        }));
        lines.extend(result.next.as_ref().map(|read| read.text("next")));
        lines.extend(result.has_more.as_ref().map(|read| read.text("has more")));
        lines.extend(result.total.as_ref().map(|at| format!("total at {}", string(at))));
        lines.extend(result.partial.iter().map(|read| read.text("partial")));
        lines.extend(
            result
                .queried
                .as_ref()
                .map(|(from, to)| format!("queried from {} to {}", string(from), string(to))),
        );
        lines
    }

    /// Its canonical form. Lines that stand for the same thing are the same, however they were written.
    pub(crate) fn canonical(&self) -> Value {
        json!({"name": self.name, "clauses": self.clauses()})
    }
}

fn said(words: &[String]) -> String {
    if words.is_empty() {
        String::new()
    } else {
        format!(" said {}", list(words.iter().map(|word| string(word))))
    }
}

fn list(words: impl Iterator<Item = String>) -> String {
    words.collect::<Vec<_>>().join(", ")
}

impl Omission {
    fn text(&self) -> String {
        match self {
            Self::Unknown => String::new(),
            Self::Value(value) => format!(" when omitted {}", value.text()),
            Self::Any(values) => {
                let values: String = values.iter().map(|value| format!(", {}", value.text())).collect();
                format!(" any when omitted{values}")
            }
        }
    }
}

impl Argument {
    fn text(&self) -> String {
        let mut text = format!("{} {}", self.facet.name(), string(&self.name));
        text.push_str(if self.is_one_of { " one of" } else { "" });
        text.push_str(&self.omitted.text());
        text.extend(self.said.iter().map(|it| format!("{} for {}", said(&it.words), it.value.text())));
        text
    }
}

impl Period {
    fn text(&self) -> String {
        let to = self.to.as_ref().map(|to| format!(" to {}", string(to))).unwrap_or_default();
        format!("period {}{to}{}", string(&self.from), self.omitted.text())
    }
}

impl Page {
    fn text(&self) -> String {
        let mut text = format!("page {}", string(&self.argument));
        text.push_str(match self.by {
            PageBy::Cursor => "",
            PageBy::Number(_) => " by number",
            PageBy::Offset(_) => " by offset",
        });
        let omitted = self.is_first_omitted.then(|| "omitted".to_owned());
        let first = list(self.first.iter().map(Literal::text).chain(omitted));
        if !first.is_empty() {
            text.push_str(&format!(" first {first}"));
        }
        text.push_str(if self.ends_short { " ends short" } else { "" });
        text.push_str(if self.is_snapshot { " snapshot" } else { "" });
        text
    }
}

impl Limit {
    fn text(&self) -> Option<String> {
        match self {
            Self::Unknown => None,
            Self::None => Some("limit none".to_owned()),
            Self::Rows { argument, omitted, server, window } => {
                let mut text = "limit".to_owned();
                text.extend(argument.as_ref().map(|name| format!(" {}", string(name))));
                text.extend(omitted.as_ref().map(|value| format!(" when omitted {}", value.text())));
                text.extend(server.map(|rows| format!(" server {rows}")));
                text.extend(window.map(|rows| format!(" window {rows}")));
                Some(text)
            }
        }
    }
}

impl Ranking {
    /// Its word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Approximate => "approximate",
        }
    }
}

impl Gap {
    fn text(&self) -> String {
        let mut text = format!("gap {}", string(&self.what));
        text.extend(self.because.as_ref().map(|why| format!(" because {}", string(why))));
        text.push_str(" bears on ");
        match &self.bears {
            Bears::Everything => text.push_str("everything"),
            Bears::Completeness => text.push_str("completeness"),
            Bears::Facet(facet, argument, values) => {
                text.push_str(facet.name());
                text.extend(argument.as_ref().map(|name| format!(" {}", string(name))));
                if !values.is_empty() {
                    text.push_str(&format!(" one of {}", list(values.iter().map(Literal::text))));
                }
            }
        }
        text.extend(self.before.as_ref().map(|bound| format!(" before {}", string(bound))));
        text
    }
}

impl ReadAt {
    fn text(&self, word: &str) -> String {
        let absent = self.unless_absent.then(|| "absent".to_owned());
        let unless = list(absent.into_iter().chain(self.unless.iter().map(Literal::text)));
        let unless = if unless.is_empty() { unless } else { format!(" unless {unless}") };
        format!("{word} at {}{unless}", string(&self.at))
    }
}
