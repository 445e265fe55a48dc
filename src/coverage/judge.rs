//! Whether a row supports a claim: what the claim speaks of, against what the call searched.

use std::collections::HashSet;

use super::claim::{Because, Claim, ClaimKind, Entry};
use super::moment::Window;
use super::quote;
use super::row::{Composed, Gap, Item, Row};
use super::value::same;
use crate::json::Node;

/// The kinds of gaps that a statement may take on, by saying so.
const WITHIN: &[&str] = &["credential-limited", "scope", "unstable"];

/// Why `row` does not support `claim`; nothing where it does.
pub fn judge(row: &Row, claim: &Claim) -> Vec<Because> {
    let mut judge = Judge { row, claim, entries: entries(claim), because: Vec::new() };
    if row.composed == Composed::Remote {
        judge.because(
            "remote-row",
            "search with a declaration of your own: one from outside supports nothing",
            None,
        );
    }
    judge.scope();
    judge.whole();
    judge.gaps();
    let mut said = HashSet::new();
    judge.because.into_iter().filter(|because| said.insert(because.clone())).collect()
}

/// The claim's restrictions: its subject is one of them.
fn entries(claim: &Claim) -> Vec<Entry> {
    let subject = claim.subject.as_ref().map(|subject| Entry {
        facet: "subject".to_owned(),
        value: Some(subject.clone()),
        ..Entry::default()
    });
    subject.into_iter().chain(claim.scope.iter().cloned()).collect()
}

struct Judge<'j> {
    row: &'j Row,
    claim: &'j Claim,
    entries: Vec<Entry>,
    because: Vec<Because>,
}

/// A facet and an argument.
type Place<'j> = (&'j str, Option<&'j str>);

impl<'j> Judge<'j> {
    fn because(&mut self, code: &'static str, what: impl Into<String>, facet: Option<&str>) {
        let because = Because { code, what: what.into(), facet: facet.map(str::to_owned), gap: None };
        self.because.push(because);
    }

    fn items(&self, place: Place<'j>) -> impl Iterator<Item = &'j Item> {
        let items = self.row.checked.iter();
        items.filter(move |item| item.facet == place.0 && item.argument.as_deref() == place.1)
    }

    /// Where the row says something that an entry is about: facets and arguments, each once.
    fn places(&self) -> Vec<Place<'j>> {
        let mut places: Vec<Place<'j>> = Vec::new();
        let items = self.row.checked.iter().filter(|item| item.facet != "source" && item.facet != "names");
        for item in items {
            let place = (&*item.facet, item.argument.as_deref());
            if !places.contains(&place) {
                places.push(place);
            }
        }
        places
    }

    /// The place that an entry speaks of: a row's only subject or period may go unnamed.
    fn place(&self, entry: &Entry, places: &[Place<'j>]) -> Option<Place<'j>> {
        let mut found = places.iter().filter(|place| place.0 == entry.facet);
        match &entry.argument {
            Some(argument) => found.find(|place| place.1 == Some(argument)).copied(),
            None if matches!(entry.facet.as_str(), "subject" | "period") => {
                let only = found.next().copied();
                only.filter(|_| found.next().is_none())
            }
            None => None,
        }
    }

    fn scope(&mut self) {
        let places = self.places();
        let entries = std::mem::take(&mut self.entries);
        let at: Vec<Option<Place<'j>>> = entries.iter().map(|entry| self.place(entry, &places)).collect();
        for (entry, at) in entries.iter().zip(&at) {
            match entry.facet.as_str() {
                "source" if self.is_source(entry) => {}
                "names" if self.is_names(entry) => {}
                _ if at.is_some() => {}
                facet => {
                    let name = quote::name(entry.argument.as_deref().unwrap_or(facet));
                    let what = format!("search by {name}, or take it out of the claim: this call did not");
                    self.because("unchecked-facet", what, Some(facet));
                }
            }
        }
        for place in places {
            let about: Vec<&Entry> = entries
                .iter()
                .zip(&at)
                .filter(|(_, at)| **at == Some(place))
                .map(|(entry, _)| entry)
                .collect();
            self.compare(place, &about);
        }
        self.entries = entries;
    }

    fn is_source(&self, entry: &Entry) -> bool {
        let named =
            entry.value.as_ref().and_then(|value| value.0.as_str()).filter(|_| entry.is_value_alone());
        let mut sources = self.row.checked.iter().filter(|item| item.facet == "source");
        sources.any(|item| named.is_some_and(|it| item.what == it || item.said.iter().any(|word| word == it)))
    }

    fn is_names(&self, entry: &Entry) -> bool {
        let mut names = self.row.checked.iter().filter(|item| item.facet == "names");
        let named = entry.value.as_ref().filter(|_| entry.is_value_alone());
        names.any(|item| {
            named.is_some_and(|value| {
                let source = value.0.as_str().is_some_and(|it| item.source.as_deref() == Some(it));
                source || value.0.as_natural().is_some_and(|count| item.count == Some(count))
            })
        })
    }

    /// The entries about one place, with the items there.
    fn compare(&mut self, place: Place<'j>, entries: &[&Entry]) {
        let items: Vec<&Item> = self.items(place).collect();
        let narrowing: Vec<&Item> = items.iter().copied().filter(|item| item.narrows()).collect();
        let (facet, name) = (place.0, quote::name(place.1.unwrap_or(place.0)));
        let is_exact = self.claim.kind.is_exact();
        if narrowing.is_empty() {
            if is_exact && entries.iter().any(|entry| entry.restricts()) {
                let what = format!("search by {name}, or take it out of the claim: the call searched any");
                self.because("wider-than-claim", what, Some(facet));
            }
            return;
        }
        let open = || format!("say in the claim which {name} it is about, or search without it");
        if entries.is_empty() {
            self.because("narrower-than-claim", open(), Some(facet));
            return;
        }
        for entry in entries {
            if !entry.restricts() {
                self.because("narrower-than-claim", open(), Some(facet));
            } else if !narrowing.iter().any(|item| self.meets(entry, item)) {
                let is_time = entry.from.is_some() || entry.to.is_some();
                let code = if is_time { "span-not-covered" } else { "value-differs" };
                let what = format!("search {name} as the claim has it, or claim what was searched");
                self.because(code, what, Some(facet));
            }
        }
        if is_exact && !narrowing.iter().all(|item| entries.iter().any(|entry| self.meets(entry, item))) {
            let is_time = entries.iter().any(|entry| entry.from.is_some() || entry.to.is_some());
            let code = if is_time { "span-not-covered" } else { "value-differs" };
            self.because(code, format!("name all of {name} that was searched"), Some(facet));
        }
    }

    /// Whether an entry speaks of what an item says was searched.
    fn meets(&self, entry: &Entry, item: &Item) -> bool {
        if item.from == "host" {
            let own = item.value.as_ref().and_then(|value| value.0.get("identity")).and_then(Node::as_str);
            let is_named = own.is_some() && own == entry.identity();
            // A value beside it would speak of something else.
            let is_alone =
                entry.value.as_ref().zip(item.value.as_ref()).is_none_or(|(a, b)| same(&a.0, &b.0));
            return is_named && is_alone && entry.from.is_none() && entry.to.is_none();
        }
        if entry.identity.is_some() {
            return false;
        }
        let value = entry.value.as_ref().is_none_or(|value| is_called(item, &value.0));
        let time = match (entry.from, entry.to) {
            (None, None) => true,
            (Some(from), Some(to)) => Window::of(from, to).zip(item.span).is_some_and(|(window, span)| {
                if self.claim.kind.is_exact() {
                    window == span && item.reach.is_none()
                } else {
                    span.contains(window)
                }
            }),
            _ => false,
        };
        entry.restricts() && value && time
    }

    /// Whether all that fits came, and as much as is claimed.
    fn whole(&mut self) {
        let says_unstable = self.claim.within.iter().any(|kind| kind == "unstable");
        let is_whole = self.row.complete || (self.row.complete_if_still && says_unstable);
        if !is_whole {
            self.because(
                "not-complete",
                "make the call, or a chain of all its pages, without gaps that hide rows",
                None,
            );
        }
        let Some(rows) = self.row.rows else {
            self.because(
                "rows-unknown",
                "nobody says how many rows came: declare `rows`, or give the count",
                None,
            );
            return;
        };
        let wanted = match self.claim.kind {
            ClaimKind::NotFound | ClaimKind::None => Some(0),
            ClaimKind::FullList => self.claim.count,
            ClaimKind::Exactly => {
                if self.claim.count.is_none() {
                    self.because("rows-differ", "say in the claim how many there are", None);
                }
                self.claim.count
            }
        };
        if wanted.is_some_and(|wanted| wanted != rows) {
            self.because("rows-differ", format!("claim what came: {rows}"), None);
        }
    }

    fn gaps(&mut self) {
        for gap in &self.row.gaps {
            if self.is_excused(gap) {
                continue;
            }
            let help = match gap.kind.as_str() {
                "argument-unsent" => "send it, or let the declaration say what is searched without it",
                "argument-unclassified" | "fixed-overridden" => "leave it out of the call, or classify it",
                "unresolved" => "send a name that the source knows",
                "cap-reached" => "ask for more rows, or for the next page",
                "paged" => "read the pages from the first to the last, and chain them",
                "total-differs" | "repeated" => "search once more: what came is not what the source counts",
                "unstable" => {
                    "say in the statement that it was read page by page, and name `unstable` in `within`"
                }
                "credential-limited" => {
                    "say in the statement whose view it is, and name `credential-limited` in `within`"
                }
                "scope" => "say in the statement what is never searched, and name `scope` in `within`",
                "match" => "name the subject that was searched",
                "period" => "search a time that the source covers for sure",
                _ => "search what is missing",
            };
            let what = match &*gap.what {
                "" => help.to_owned(),
                what => format!("{}: {help}", quote::said(what, gap.quote)),
            };
            let facet = gap.bears.as_str().map(str::to_owned);
            let because = Because { code: "gap-bears", what, facet, gap: Some(gap.kind.clone()) };
            self.because.push(because);
        }
    }

    fn is_excused(&self, gap: &Gap) -> bool {
        let is_named = self.claim.within.contains(&gap.kind);
        match gap.kind.as_str() {
            "match" => self.entries.iter().any(|entry| entry.facet == "subject" && entry.restricts()),
            kind if is_named && WITHIN.contains(&kind) => true,
            "scope" => self.is_after(gap),
            _ => false,
        }
    }

    /// Whether the time that the claim speaks of begins when the gap has ended, or later.
    fn is_after(&self, gap: &Gap) -> bool {
        let bears_on_period = gap.bears.as_str() == Some("period") || gap.bears.get("period").is_some();
        let periods: Vec<Place<'j>> = self.places().into_iter().filter(|place| place.0 == "period").collect();
        let ([place], Some(before), true) = (periods.as_slice(), gap.before, bears_on_period) else {
            return false;
        };
        let mut entries = self.entries.iter().filter(|entry| entry.facet == "period").peekable();
        entries.peek().is_some()
            && entries.all(|entry| match (entry.from, entry.to) {
                (Some(from), Some(_)) => from >= before,
                _ => {
                    // As it was sent: no earlier than the item may reach.
                    let mut met = self.items(*place).filter(|item| self.meets(entry, item)).peekable();
                    met.peek().is_some()
                        && met.all(|item| {
                            item.reach.or(item.span.map(Window::reach)).is_some_and(|it| it.from >= before)
                        })
                }
            })
    }
}

/// Whether people may call the item's value so.
fn is_called(item: &Item, name: &Node) -> bool {
    let is_value = item.value.as_ref().is_some_and(|value| same(&value.0, name));
    let resolved = item.resolved.as_ref();
    let is_id = resolved.and_then(|it| it.id.as_ref()).is_some_and(|id| same(&id.0, name));
    let is_word = name.as_str().is_some_and(|word| {
        item.said.iter().chain(resolved.and_then(|it| it.name.as_ref())).any(|it| it == word)
    });
    is_value || is_id || is_word
}

/// The reasons as they are written.
pub fn verdict(because: &[Because]) -> String {
    if because.is_empty() {
        return "{\"supported\":true}".to_owned();
    }
    let reasons = serde_json::to_string(because).unwrap_or_else(|_| "[]".to_owned());
    format!("{{\"supported\":false,\"because\":{reasons}}}")
}

/// Why the row of this id or handle does not support `claim`. One that is not among `rows`, or that stands for
/// different rows there, is unknown.
pub fn among(rows: &[Row], name: &str, claim: &Claim) -> Vec<Because> {
    find(rows, name).map_or_else(|unknown| vec![unknown], |row| judge(row, claim))
}

/// The row of this id or handle.
///
/// # Errors
///
/// There is none, or there are different ones.
pub fn find<'r>(rows: &'r [Row], name: &str) -> Result<&'r Row, Because> {
    let mut named = rows.iter().filter(|row| row.result_id == name || row.handle == name);
    let what = match named.next() {
        Some(row) if named.all(|other| other == row) => return Ok(row),
        Some(_) => "name the row by an id that only it has: this one stands for different rows",
        None => "name a row that was composed: there is none of this id",
    };
    Err(Because { code: "unknown-row", what: what.to_owned(), facet: None, gap: None })
}
