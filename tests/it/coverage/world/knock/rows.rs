//! Rows, and claims about them, without what a rule found or asks for.

use fabric_rules::internal::coverage::moment::Window;
use fabric_rules::internal::coverage::row::{Composed, Gap, Item, Row};
use serde_json::{Value, json};

use super::super::clock::{moment, second};
use super::super::truth::Claim;

pub fn lists_apart(row: &mut Row) {
    let items = std::mem::take(&mut row.checked);
    for item in items {
        let list = item.value_json().and_then(|text| serde_json::from_str::<Vec<Value>>(&text).ok());
        match list.filter(|list| !list.is_empty() && item.facet != "period") {
            Some(list) => row.checked.extend(list.iter().map(|value| with_value(&item, value))),
            None => row.checked.push(item),
        }
    }
}

pub fn with_value(item: &Item, value: &Value) -> Item {
    let mut json = serde_json::to_value(item).unwrap();
    json["value"] = value.clone();
    serde_json::from_value(json).unwrap()
}

pub fn explained(row: &mut Row) {
    let settled =
        row.checked.iter().any(|item| item.facet == "period" && item.span.is_some() && item.reach.is_none());
    if settled {
        row.gaps.retain(|gap| gap.kind != "period");
        row.complete = true;
    }
}

pub fn earlier_bound(row: &mut Row) {
    let Some(read) = row.read else { return };
    let Some(late) = read.to else { return };
    let seconds = |moment| serde_json::to_value(moment).ok().and_then(|it| second(it.as_str()?));
    let (Some(from), Some(to)) = (seconds(read.from), seconds(late)) else { return };
    for gap in &mut row.gaps {
        let Some(at) = gap.before.and_then(seconds) else { continue };
        gap.before = serde_json::from_value(json!(moment(at - (to - from)))).ok();
    }
}

pub fn one_run(rows: &mut [Row]) {
    for row in rows {
        let ordinal = row.result_id.rsplit('/').next().unwrap_or_default();
        row.result_id = format!("claim-result/n/run/{ordinal}");
    }
}

pub fn alike(rows: &mut [Row], change: fn(&mut Row, &Row)) {
    let first = rows[0].clone();
    rows.iter_mut().for_each(|row| change(row, &first));
}

pub fn linked(rows: &mut [Row]) {
    for at in 1..rows.len() {
        let value = rows[at].page.as_ref().and_then(|page| page.value.clone());
        if let Some(page) = rows[at - 1].page.as_mut().filter(|page| page.by == "cursor") {
            page.next = value;
        }
    }
}

pub fn counted(rows: &mut [Row], by: &str) {
    let mut next: Option<u64> = None;
    for row in rows {
        let came = if by == "number" { Some(1) } else { row.rows };
        let Some(page) = row.page.as_mut().filter(|page| page.by == by) else { return };
        let value = next.or_else(|| page.value.as_ref()?.parse().ok());
        page.value = value.map(|it| it.to_string());
        page.next = None;
        next = value.zip(came).map(|(value, came)| value + came);
    }
}

pub fn full(rows: &mut [Row]) {
    let last = rows.len() - 1;
    for row in &mut rows[..last] {
        if let Some(page) = row.page.as_mut().filter(|page| page.by == "number") {
            page.cap = row.rows;
        }
    }
}

pub fn no_totals(rows: &mut [Row]) {
    for row in rows {
        row.total = None;
        row.page.iter_mut().for_each(|page| page.total_unread = false);
    }
}

pub fn another_value(rows: &mut [Row]) {
    for at in 1..rows.len() {
        let before = rows[..at]
            .iter()
            .filter(|row| row.page.as_ref().map(|it| &it.value) == rows[at].page.as_ref().map(|it| &it.value))
            .count();
        if before > 0 && rows[at].page.as_ref().is_some_and(|page| page.by == "cursor") {
            let (one, two) = rows.split_at_mut(at);
            let (Some(page), Some(next)) =
                (one.last_mut().and_then(|it| it.page.as_mut()), two[0].page.as_mut())
            else {
                continue;
            };
            if page.next == next.value {
                let value = next.value.as_ref().map(|value| format!("{value}{before}"));
                (page.next, next.value) = (value.clone(), value);
            }
        }
    }
}

pub fn as_texts(row: &mut Row, claim: &mut Claim) {
    let text = |value: &Value| match value {
        Value::Number(_) | Value::Bool(_) => json!(value.to_string()),
        other => other.clone(),
    };
    values(row, claim, text);
}

pub fn as_doubles(row: &mut Row, claim: &mut Claim) {
    values(row, claim, |value| {
        value.as_u64().filter(|it| *it > 1 << 53).map_or_else(|| value.clone(), |it| json!(it as f64))
    });
}

pub fn values(row: &mut Row, claim: &mut Claim, change: fn(&Value) -> Value) {
    for item in &mut row.checked {
        let value = item.value_json().and_then(|text| serde_json::from_str::<Value>(&text).ok());
        if let Some(value) = value {
            *item = with_value(item, &change(&value));
        }
    }
    claim.scope.iter_mut().filter_map(|it| it.value.as_mut()).for_each(|value| *value = change(value));
}

pub fn named(row: &mut Row, claim: &mut Claim) {
    for entry in claim.scope.iter_mut().filter(|it| it.argument.is_none() && it.facet != "source") {
        let item = row.checked.iter().find(|item| {
            item.facet == entry.facet && item.value_json() == entry.value.as_ref().map(Value::to_string)
        });
        entry.argument = item.and_then(|item| item.argument.clone());
    }
}

pub fn only_named(row: &mut Row, claim: &mut Claim) {
    let said: Vec<String> =
        claim.scope.iter().filter_map(|it| it.value.as_ref()).map(Value::to_string).collect();
    let items = row.checked.clone();
    let is_one_of_several = |item: &Item| {
        items.iter().filter(|it| it.facet == item.facet && it.argument == item.argument).count() > 1
    };
    row.checked
        .retain(|item| !is_one_of_several(item) || item.value_json().is_none_or(|it| said.contains(&it)));
}

pub fn same_span(row: &mut Row, claim: &mut Claim) {
    let seconds = |moment| serde_json::to_value(moment).ok().and_then(|it| second(it.as_str()?));
    for entry in claim.scope.iter_mut().filter(|it| it.facet == "period" && it.from.is_some()) {
        let span = row.checked.iter().find(|item| item.facet == "period").and_then(|item| item.span);
        let Some((from, to)) = span.and_then(|it| Some((seconds(it.from)?, seconds(it.to)?))) else {
            continue;
        };
        if entry.from.is_some_and(|it| it >= from) && entry.to.is_some_and(|it| it <= to) {
            (entry.from, entry.to) = (Some(from), Some(to));
        }
    }
}

pub fn any_within(row: &mut Row, claim: &mut Claim) {
    let had = row.gaps.len();
    row.gaps.retain(|gap| !claim.within.contains(&gap.kind.as_str()));
    row.complete |= row.gaps.len() < had;
}

/// Whether a row is complete with the gaps that it has, as the page has it.
pub fn whole(row: &mut Row, within_arguments: bool) {
    let may = within_arguments && row.composed == Composed::Local;
    let bears = |gap: &Gap| match gap.bears.as_str() {
        Some(on) => gap.kind == "argument-unsent" || ["completeness", "period", "everything"].contains(&on),
        None => !gap.bears.is_object(),
    };
    let has = |still: bool| {
        row.gaps.iter().any(|gap| gap.kind != "scope" && bears(gap) && !(still && gap.kind == "unstable"))
    };
    let (complete, if_still) = (may && !has(false), may && !has(true));
    (row.complete, row.complete_if_still) = (complete, if_still);
}

pub fn reach_for_span(row: &mut Row) {
    for item in &mut row.checked {
        let Some((from, to)) = item.reach.and_then(|reach| Some((reach.from, reach.to?))) else { continue };
        item.span = Some(Window { from, to });
    }
}
