//! Every rule of composing, chaining and judging, left out one at a time.
//!
//! A rule is left out in what goes in or comes out beside it: evidence that it reads is withheld, a gap that it
//! finds is taken away, or a reason that it gives is not counted.

mod rows;
mod told;

use fabric_rules::internal::coverage::row::{Composed, Row};
use serde_json::json;

use super::declare::{By, Declared, Limit};
use super::play::Input;
use super::tool::is_empty;
use super::trouble::Of;
use super::truth::Claim;

#[derive(Clone, Copy)]
pub enum Knock {
    /// What is told of a call.
    Call(fn(&mut Input)),
    /// What is declared.
    Declared(fn(&mut Declared)),
    /// The rows that are chained.
    Pages(fn(&mut [Row])),
    /// The row that is judged.
    OnRow(fn(&mut Row)),
    /// A gap of this kind.
    NoGap(&'static str),
    /// The row and the claim.
    Said(fn(&mut Row, &mut Claim)),
    /// A code among the reasons.
    Because(&'static str),
}

pub use rows::whole;
use rows::{
    alike, another_value, any_within, as_doubles, as_texts, counted, earlier_bound, explained, full, linked,
    lists_apart, named, no_totals, one_run, only_named, reach_for_span, same_span,
};
pub use told::in_body;
use told::{
    as_text, beside_wins, ends_short, fill, first_answering, first_of_two, limit, no_default, no_duplicates,
    no_error, no_members, no_queried, only_answering, only_item, size, whole_text, within,
    without_empty_elements, zoned,
};

use Knock::{Because, Call, NoGap, OnRow, Pages, Said};

/// A rule, the trouble that it is for, and how it is left out.
pub const RULES: &[(&str, Of, Knock)] = &[
    // What `compose` reads of arguments.
    ("a duplicate name is unclassified", Of::Twice, Call(first_of_two)),
    ("an empty value is no omission", Of::Empty, Call(|it| it.args.retain(|(_, value)| !is_empty(value)))),
    ("an empty element makes `one of` unsent", Of::Empty, Call(without_empty_elements)),
    ("a list is one value unless `one of`", Of::Empty, OnRow(lists_apart)),
    (
        "another live default: an argument",
        Of::Default,
        Call(|it| no_default(it, &["severity", "state", "team", "repo", "query"])),
    ),
    ("another live default: a start", Of::Default, Call(|it| no_default(it, &["since"]))),
    ("another live default: an end", Of::Default, Call(|it| no_default(it, &["until"]))),
    ("another live default: a qualifier", Of::Default, Call(|it| no_default(it, &["archived"]))),
    ("another live default: the first page", Of::Default, Call(|it| no_default(it, &["page"]))),
    ("another live default: a limit", Of::Default, Call(|it| no_default(it, &["size"]))),
    ("a host argument that was sent", Of::Host, Call(|it| it.args.retain(|(name, _)| name != "tenant"))),
    (
        "a host argument that was not filled",
        Of::Host,
        Call(|it| fill(it, "tenant", json!({"identity": "org"}))),
    ),
    (
        "a credential argument that was sent",
        Of::Credential,
        Call(|it| it.args.retain(|(name, _)| name != "account")),
    ),
    (
        "a credential that was not filled",
        Of::Credential,
        Call(|it| fill(it, "account", json!({"credential": "c"}))),
    ),
    ("an entity that alone answers", Of::Name, Call(first_answering)),
    ("a name that two share is nobody's", Of::Name, Call(only_answering)),
    ("a word that the live `enum` holds is nobody's", Of::Name, Call(no_members)),
    // Times.
    ("the clock is read within", Of::Clock, Call(|it| within(it, "0s"))),
    (
        "a floating time without `within`",
        Of::Clock,
        Call(|it| {
            if it.rest["turn"].get("within").is_none() {
                within(it, "0s")
            }
        }),
    ),
    ("an instant names its zone", Of::Time, Call(zoned)),
    ("a window that was read", Of::Window, Call(no_queried)),
    ("a window that no moment explains", Of::Window, OnRow(explained)),
    (
        "the period's verdict",
        Of::Whole,
        Call(|it| {
            if it.rest["result"].get("period").is_some() {
                it.rest["result"]["period"]["verdict"] = json!("covered")
            }
        }),
    ),
    // What the result says.
    (
        "without an outcome it is partial",
        Of::Whole,
        Call(|it| {
            if it.rest["result"].get("outcome").is_none() {
                it.rest["result"]["outcome"] = json!("complete")
            }
        }),
    ),
    (
        "an outcome that is not `complete`",
        Of::Whole,
        Call(|it| it.rest["result"]["outcome"] = json!("complete")),
    ),
    ("`isError` is failed", Of::Whole, Call(no_error)),
    ("a text is the only item", Of::Whole, Call(only_item)),
    ("a text is one value as a whole", Of::Whole, Call(whole_text)),
    ("a text has no duplicate names", Of::Whole, Call(no_duplicates)),
    ("only a text is text", Of::Whole, Call(as_text)),
    (
        "`outputSchema` accepts the value",
        Of::Whole,
        Call(|it| drop(it.rest.as_object_mut().map(|it| it.remove("outputSchema")))),
    ),
    ("what is given beside a line counts only where both agree", Of::Fact, Call(beside_wins)),
    ("a remote row is not ours", Of::Remote, Call(|it| it.rest["remote"] = json!(false))),
    // Caps, pages, words.
    ("the cap is what was sent", Of::Size, Call(|it| size(it, |_| true))),
    (
        "an odd limit is no cap",
        Of::Size,
        Call(|it| size(it, |value| value.as_u64().is_none_or(|it| it == 0))),
    ),
    (
        "the cap is the server's",
        Of::Size,
        Knock::Declared(|it| limit(it, |_, server, _| *server = server.map(|_| 99))),
    ),
    (
        "an unknown server's cap",
        Of::Size,
        Knock::Declared(|it| limit(it, |_, server, _| *server = server.or(Some(99)))),
    ),
    (
        "the cap is the when-omitted",
        Of::Size,
        Knock::Declared(|it| limit(it, |omitted, _, _| *omitted = omitted.map(|_| 99))),
    ),
    ("a window over all pages", Of::Size, Knock::Declared(|it| limit(it, |_, _, window| *window = None))),
    (
        "no `limit` line: unknown",
        Of::Size,
        Knock::Declared(|it| {
            if matches!(it.limit, Limit::Silent) {
                it.limit = Limit::None
            }
        }),
    ),
    ("an approximate ranking", Of::Silent, Knock::Declared(|it| it.exact = it.exact.map(|_| true))),
    ("`complete within arguments`", Of::Silent, Knock::Declared(|it| it.complete = true)),
    ("what is declared as unsearched", Of::Value, Knock::Declared(|it| it.unsearched.clear())),
    ("a bound of a gap counts from the latest clock", Of::Clock, OnRow(earlier_bound)),
    ("a credential is no filter", Of::Credential, Knock::Declared(|it| it.credential = false)),
    ("a first value was sent", Of::First, Call(|it| it.args.retain(|(name, _)| name != "page"))),
    ("a short page is the last only under `ends short`", Of::Order, Knock::Declared(ends_short)),
    (
        "`has more` decides",
        Of::Order,
        Knock::Declared(|it| {
            if it.next.is_some() {
                it.has_more = None
            }
        }),
    ),
    (
        "`next` says that there is more",
        Of::Order,
        Knock::Declared(|it| {
            if it.has_more.is_none() {
                it.next = None;
                it.page = None
            }
        }),
    ),
    ("`partial` says so", Of::Partial, Knock::Declared(|it| it.partial = None)),
    (
        "only a snapshot keeps",
        Of::Busy,
        Knock::Declared(|it| {
            if let Some(page) = it.page.as_mut().filter(|it| it.by == By::Cursor) {
                page.snapshot = true
            }
        }),
    ),
    // Gaps.
    ("gap argument-unsent", Of::Value, NoGap("argument-unsent")),
    ("gap argument-unclassified", Of::Stranger, NoGap("argument-unclassified")),
    ("gap fixed-overridden", Of::Fixed, NoGap("fixed-overridden")),
    ("gap cap-reached", Of::Size, NoGap("cap-reached")),
    ("gap paged", Of::Walk, NoGap("paged")),
    ("gap repeated", Of::Order, NoGap("repeated")),
    ("gap unstable", Of::Busy, NoGap("unstable")),
    ("gap period", Of::Time, NoGap("period")),
    ("gap partial", Of::Whole, NoGap("partial")),
    ("gap credential-limited", Of::Credential, NoGap("credential-limited")),
    ("gap ranking", Of::Silent, NoGap("ranking")),
    ("gap scope", Of::Value, NoGap("scope")),
    ("gap prose", Of::Whole, NoGap("prose")),
    // What `chain` asks for.
    ("equal `asked`", Of::Walk, Pages(|rows| alike(rows, |row, first| row.asked.clone_from(&first.asked)))),
    (
        "equal `checked`",
        Of::Moving,
        Pages(|rows| alike(rows, |row, first| row.checked.clone_from(&first.checked))),
    ),
    ("a cursor is the one that the page before gives", Of::Walk, Pages(linked)),
    ("a number is the next one", Of::Walk, Pages(|rows| counted(rows, "number"))),
    ("a page before the last one is full", Of::Order, Pages(full)),
    (
        "a floating period loses its value",
        Of::Moving,
        Pages(|rows| rows.iter_mut().flat_map(|row| &mut row.checked).for_each(|item| item.floating = false)),
    ),
    ("an offset is what came before", Of::Walk, Pages(|rows| counted(rows, "offset"))),
    (
        "the first of the first",
        Of::Walk,
        Pages(|rows| rows[0].page.iter_mut().for_each(|page| page.first = true)),
    ),
    (
        "the last of the last",
        Of::Walk,
        Pages(|rows| {
            if let Some(page) = rows.last_mut().and_then(|it| it.page.as_mut()) {
                (page.ended, page.declared) = (Some(true), true)
            }
        }),
    ),
    ("the gaps of all rows", Of::Walk, Pages(|rows| rows.iter_mut().for_each(|row| row.gaps.clear()))),
    (
        "a key on two pages",
        Of::Order,
        Pages(|rows| {
            rows.iter_mut()
                .for_each(|row| row.keys = row.rows.filter(|_| row.keys.is_some()).map(|_| Vec::new()))
        }),
    ),
    (
        "all keys",
        Of::Order,
        Pages(|rows| rows.iter_mut().for_each(|row| row.keys = Some(row.keys.take().unwrap_or_default()))),
    ),
    // What `judge` asks for.
    ("step 1: narrower", Of::Value, Because("narrower-than-claim")),
    ("step 1: value", Of::Value, Because("value-differs")),
    ("step 1: span", Of::Time, Because("span-not-covered")),
    ("step 2: unchecked", Of::Value, Because("unchecked-facet")),
    ("step 2: wider", Of::Value, Because("wider-than-claim")),
    ("step 3: complete", Of::Silent, Because("not-complete")),
    ("step 3: rows", Of::Value, Because("rows-differ")),
    ("step 4: gaps", Of::Credential, Because("gap-bears")),
    ("the same JSON type", Of::Type, Said(as_texts)),
    ("numbers beyond 2^53", Of::Type, Said(as_doubles)),
    ("only a subject or period goes unnamed", Of::Value, Said(named)),
    (
        "a host item by its own reference",
        Of::Host,
        Said(|_, claim| {
            claim.scope.iter_mut().for_each(|it| it.identity = it.identity.take().map(|_| "org".to_owned()))
        }),
    ),
    ("an exact claim names all items", Of::Type, Said(only_named)),
    ("an exact claim has equal spans", Of::Time, Said(same_span)),
    (
        "an exact claim has no reach",
        Of::Clock,
        OnRow(|row| row.checked.iter_mut().for_each(|item| item.reach = None)),
    ),
    ("a span is what was surely searched", Of::Clock, OnRow(reach_for_span)),
    ("within takes three kinds", Of::Walk, Said(any_within)),
];

/// Rules without which nothing false is supported, and the rule that makes it so.
pub const REDUNDANT: &[(&str, Of, Knock, &str)] = &[
    ("gap match", Of::Value, NoGap("match"), "step 1: a subject narrows, so the claim must name it"),
    (
        "gap unresolved",
        Of::Name,
        NoGap("unresolved"),
        "a value that nothing answers to means what the tool takes it for, and the claim names it so",
    ),
    (
        "rows are different ones",
        Of::Walk,
        Pages(|rows| {
            rows.iter_mut()
                .enumerate()
                .for_each(|(at, row)| row.result_id = format!("claim-result/n/run/{at}"))
        }),
        "no page value twice",
    ),
    (
        "no page value twice",
        Of::Walk,
        Pages(another_value),
        "the keys of a page that is read twice are `repeated`, and a page without rows adds none",
    ),
    (
        "`next` agrees with a number",
        Of::Walk,
        Pages(|rows| {
            rows.iter_mut().filter_map(|row| row.page.as_mut()).for_each(|page| {
                if page.by != "cursor" {
                    page.next = None
                }
            })
        }),
        "a number is the next one, an offset what came before",
    ),
    ("rows of one run", Of::Walk, Pages(one_run), "the run is in `asked`"),
    (
        "gap total-differs",
        Of::Fact,
        NoGap("total-differs"),
        "of a true declaration `paged` and `cap-reached` say the same; this one is for a source that contradicts itself",
    ),
    ("every total", Of::Walk, Pages(no_totals), "the same"),
    (
        "step 3: rows unknown",
        Of::Fact,
        Because("rows-unknown"),
        "declared rows that cannot be counted are `cap-reached`; this one is for a search that declares none",
    ),
    (
        "complete: no gap that hides rows",
        Of::Whole,
        OnRow(|row| row.complete |= row.page.as_ref().is_some_and(|it| it.within_arguments)),
        "step 4: every gap refuses",
    ),
    (
        "complete: a row of ours",
        Of::Remote,
        OnRow(|row| row.complete |= row.composed == Composed::Remote && row.gaps.is_empty()),
        "remote row",
    ),
    ("remote row", Of::Remote, Because("remote-row"), "a remote row is never complete"),
];
