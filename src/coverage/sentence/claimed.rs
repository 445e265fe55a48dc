//! A claim, as it may be said.

use std::collections::BTreeSet;

use super::{checked, listed, open};
use crate::coverage::claim::{Because, Claim, ClaimKind, Entry};
use crate::coverage::moment::Window;
use crate::coverage::quote;
use crate::coverage::row::Row;

/// The claim in words, with what it speaks of, when that was read, and all that it holds within.
pub(super) fn supported(row: &Row, claim: &Claim) -> String {
    let says = match (claim.kind, row.rows) {
        (ClaimKind::NotFound, _) => "Nothing was found".to_owned(),
        (ClaimKind::None, _) => "There is none".to_owned(),
        (ClaimKind::FullList, Some(rows)) => format!("The {rows} that came are all that there are"),
        (ClaimKind::FullList, None) => "What came is all that there is".to_owned(),
        (ClaimKind::Exactly, _) => format!("There are exactly {}", claim.count.unwrap_or_default()),
    };
    let sources = row.checked.iter().filter(|item| item.facet == "source");
    let mut about: Vec<String> = sources.map(|item| quote::said(&item.what, item.quote)).collect();
    about.extend(claim.subject.iter().map(|subject| format!("looked for: {}", quote::value(&subject.0))));
    about.extend(claim.scope.iter().filter(|entry| entry.facet != "source").map(|it| entry(row, it)));
    // All of them, however many: without one it would speak of more than was searched.
    let about = about.join("; ");
    let within: String = within(row, claim).iter().map(|part| format!("; {part}")).collect();
    format!("{says} ({about}), as read {}{within}.", checked::read(row.read))
}

/// All that the claim is said to hold within, each kind once.
fn within(row: &Row, claim: &Claim) -> Vec<String> {
    let named = |kind: &str| claim.within.iter().any(|named| named == kind);
    let mut told = Vec::new();
    told.extend(named("unstable").then(|| open::page_by_page(row)));
    told.extend(named("credential-limited").then(|| "as far as the caller's credential may see".to_owned()));
    told.extend(named("scope").then(|| never(row)));
    let is_known = |kind: &str| matches!(kind, "unstable" | "credential-limited" | "scope");
    let others: BTreeSet<&String> = claim.within.iter().filter(|kind| !is_known(kind)).collect();
    let others: Vec<&String> = others.into_iter().collect();
    told.extend(
        (!others.is_empty())
            .then(|| format!("within {}", listed(&others, |kind| quote::words(kind), "of these"))),
    );
    told
}

/// What is never searched.
fn never(row: &Row) -> String {
    let gaps: Vec<_> = row.gaps.iter().filter(|gap| gap.kind == "scope").collect();
    if gaps.is_empty() {
        return "within the scope of the search".to_owned();
    }
    format!("apart from what is never searched: {}", listed(&gaps, |gap| open::what(row, gap), "of these"))
}

fn entry(row: &Row, entry: &Entry) -> String {
    // Only an entry about names may have an argument that the row does not.
    let argument = entry.argument.as_ref().filter(|_| entry.facet != "names");
    let name = quote::name(argument.unwrap_or(&entry.facet));
    let is_filled = row.checked.iter().any(|item| item.from == "host" && item.argument == entry.argument);
    if let Some(identity) = entry.identity().filter(|_| is_filled) {
        return format!("{name}: the run's own {}", quote::name(identity));
    }
    let value = entry.value.as_ref().map(|value| quote::value(&value.0));
    let time = entry.from.zip(entry.to).map(|(from, to)| checked::window(Window { from, to }));
    match (value, time) {
        (None, None) => format!("{name}: any"),
        (value, time) => {
            format!("{name}: {}", value.into_iter().chain(time).collect::<Vec<_>>().join(" "))
        }
    }
}

/// That the claim may not be said, and by which reasons; the judge tells what would help.
pub fn refused(because: &[Because]) -> String {
    let mut reasons: Vec<String> = Vec::new();
    for reason in because {
        let told = match &reason.gap {
            Some(kind) => format!("{} {}", reason.code, quote::name(kind)),
            None => reason.code.to_owned(),
        };
        if !reasons.contains(&told) {
            reasons.push(told);
        }
    }
    format!("The claim is not supported: {}.", listed(&reasons, String::clone, "reasons"))
}
