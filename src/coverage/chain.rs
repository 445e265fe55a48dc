//! The rows of the pages of one list, composed into one.

use std::collections::{HashMap, HashSet};

use super::paging::Pages;
use super::row::{Gap, Item, Page, Read, Row, Told, complete};

/// How many keys are compared.
const KEYS: usize = 10_000;

/// Rows that are no chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotAChain {
    /// Fewer than two rows.
    #[error("a chain has two rows or more")]
    TooFew,
    /// A row twice, or rows of several runs.
    #[error("the rows of a chain are different rows of one run")]
    Rows,
    /// Rows of several questions.
    #[error("the rows of a chain are answers to one question")]
    Asked,
    /// Rows that did not search the same.
    #[error("the rows of a chain searched the same")]
    Checked,
    /// A page that does not follow the one before it.
    #[error("row {0} does not ask for the page that the row before it gives")]
    Broken(usize),
    /// A page that was asked for twice.
    #[error("row {0} asks for a page that another row asked for")]
    Again(usize),
}

/// The row of the list whose pages these rows are, in their order.
///
/// # Errors
///
/// See [`NotAChain`].
pub fn chain(rows: &[Row]) -> Result<Row, NotAChain> {
    let rows: Vec<&Row> = rows.iter().collect();
    let walk = walk(&rows)?;
    Ok(composed(&rows, &walk))
}

/// The ends of a chain.
struct Walk<'r> {
    first: &'r Row,
    start: &'r Page,
    last: &'r Row,
    end: &'r Page,
}

/// The ends of rows that are the pages of one list, in their order.
fn walk<'r>(rows: &[&'r Row]) -> Result<Walk<'r>, NotAChain> {
    let [first, .., last] = rows else { return Err(NotAChain::TooFew) };
    let (Some(start), Some(end)) = (&first.page, &last.page) else { return Err(NotAChain::Broken(1)) };
    same_question(rows, first, start)?;
    same_walk(rows)?;
    Ok(Walk { first, start, last, end })
}

fn composed(rows: &[&Row], walk: &Walk<'_>) -> Row {
    let Walk { first, start, last, end } = *walk;

    let is_still = start.by == "cursor" && start.snapshot;
    let sum = rows.iter().map(|row| row.rows).try_fold(0_u64, |sum, rows| sum.checked_add(rows?));
    let totals: Vec<u64> = rows.iter().filter_map(|row| row.total).collect();
    let is_total_unread = rows.iter().filter_map(|row| row.page.as_ref()).any(|page| page.total_unread);
    let is_unread = rows.iter().filter_map(|row| row.page.as_ref()).any(|page| page.rows_unread);
    let (mut gaps, mut said) = (Vec::new(), HashSet::new());
    for gap in rows.iter().flat_map(|row| &row.gaps) {
        let anew = matches!(gap.kind.as_str(), "paged" | "cap-reached" | "total-differs");
        if !anew && said.insert(gap.to_json()) {
            gaps.push(gap.clone());
        }
    }
    let pages = Pages {
        first: start,
        last: end,
        last_rows: last.rows,
        rows: sum,
        is_unread,
        totals: &totals,
        is_total_unread,
    };
    gaps.extend(pages.gaps());
    let keys = keys(rows);
    let read = if is_still { first.read } else { read(rows) };
    let mut checked = first.checked.clone();
    if !is_still {
        let why = "pages were read one by one, and the source may have changed in between";
        gaps.push(Gap::new("unstable", "one state of the source", why, "completeness"));
        checked.iter_mut().filter(|item| item.floating).for_each(|item| item.value = None);
    }
    let is_keyless = !is_still && sum != Some(0) && keys.is_none();
    if is_keyless || has_twice(keys.as_deref()) || keys.as_ref().is_some_and(|keys| keys.len() > KEYS) {
        let gap =
            Gap::new("repeated", "rows", "a row may have come on two pages, or on none", "completeness");
        if !gaps.iter().any(|other: &Gap| other.kind == gap.kind) {
            gaps.push(gap);
        }
    }
    let (complete, complete_if_still) = complete(first.composed, start.within_arguments, &gaps);
    let ordinals: Vec<&str> = rows.iter().map(|row| ordinal(row).1).collect();
    Row {
        result_id: format!("{}/{}", ordinal(first).0, ordinals.join("+")),
        handle: format!("r{}", ordinals.join("+")),
        read,
        rows: sum,
        checked,
        complete,
        complete_if_still,
        page: None,
        total: totals.first().copied().filter(|total| totals.iter().all(|other| other == total)),
        keys,
        not_checked: told(gaps.iter().filter(|gap| !first.cannot_cover.iter().any(|it| is_told(it, gap)))),
        gaps,
        ..first.clone()
    }
}

fn told<'g>(gaps: impl Iterator<Item = &'g Gap>) -> Vec<Told> {
    gaps.map(|gap| Told { what: gap.what.clone(), why: gap.why.clone() }).collect()
}

fn is_told(told: &Told, gap: &Gap) -> bool {
    told.what == gap.what && told.why == gap.why
}

/// The run of a row, and its number there.
fn ordinal(row: &Row) -> (&str, &str) {
    row.result_id.rsplit_once('/').unwrap_or(("", &row.result_id))
}

fn same_question(rows: &[&Row], first: &Row, start: &Page) -> Result<(), NotAChain> {
    let mut seen = HashSet::new();
    let is_still = start.by == "cursor" && start.snapshot;
    for row in rows {
        if !seen.insert(&row.result_id) || ordinal(row).0 != ordinal(first).0 {
            return Err(NotAChain::Rows);
        }
        let is_same = row.tool_name == first.tool_name && row.composed == first.composed;
        if row.asked.is_none() || row.asked != first.asked || !is_same {
            return Err(NotAChain::Asked);
        }
        let is_alike = row.checked.len() == first.checked.len()
            && row.checked.iter().zip(&first.checked).all(|(one, other)| alike(one, other, is_still));
        if !is_alike {
            return Err(NotAChain::Checked);
        }
    }
    Ok(())
}

/// Whether both say the same; of a snapshot only the first page's times count.
fn alike(one: &Item, other: &Item, is_still: bool) -> bool {
    if !is_still {
        return one == other;
    }
    let timeless = |item: &Item| Item { span: None, reach: None, ..item.clone() };
    timeless(one) == timeless(other)
}

/// Each page is the one that the page before it gives, and none comes twice.
fn same_walk(rows: &[&Row]) -> Result<(), NotAChain> {
    let mut seen = HashSet::new();
    for (index, row) in rows.iter().enumerate() {
        let page = row.page.as_ref().ok_or(NotAChain::Broken(index))?;
        if !seen.insert(page.value.as_ref()) {
            return Err(NotAChain::Again(index));
        }
    }
    for (index, pair) in rows.windows(2).enumerate() {
        let [before, after] = pair else { continue };
        let (Some(page), Some(next)) = (&before.page, &after.page) else { continue };
        let follows = page.by == next.by && next.value.is_some() && next.value == given(before, page);
        if !follows {
            return Err(NotAChain::Broken(index + 1));
        }
    }
    Ok(())
}

/// What the page after `row` is asked by.
fn given(row: &Row, page: &Page) -> Option<String> {
    let number = || page.value.as_ref()?.parse::<u64>().ok();
    let counted = match page.by.as_str() {
        "cursor" => return page.next.clone(),
        "number" if row.rows.is_some() && row.rows == page.cap => number()?.checked_add(1)?.to_string(),
        "offset" => number()?.checked_add(row.rows?)?.to_string(),
        _ => return None,
    };
    page.next.as_ref().is_none_or(|next| *next == counted).then_some(counted)
}

/// All keys; none where a row with anything in it has none.
fn keys(rows: &[&Row]) -> Option<Vec<String>> {
    let mut all = Vec::new();
    for row in rows {
        match &row.keys {
            Some(keys) => all.extend(keys.iter().cloned()),
            None if row.rows == Some(0) => {}
            None => return None,
        }
    }
    Some(all)
}

fn has_twice(keys: Option<&[String]>) -> bool {
    let mut seen = HashSet::new();
    keys.is_some_and(|keys| !keys.iter().all(|key| seen.insert(key)))
}

/// From the first moment to the last one that any of them may have been read at.
fn read(rows: &[&Row]) -> Option<Read> {
    let until = |read: Read| read.to.unwrap_or(read.from);
    let reads: Vec<Read> = rows.iter().map(|row| row.read).collect::<Option<_>>()?;
    let from = reads.iter().map(|read| read.from).min()?;
    let to = reads.iter().map(|read| until(*read)).max()?;
    Some(Read { from, to: (to != from).then_some(to) })
}

/// The chains in these rows: back from each last page, the nearest row that gives the page first.
///
/// Rows that stand in no chain are left out, and so is a row whose id stands for different rows.
pub fn chains(rows: &[Row]) -> Vec<Row> {
    let mut places: HashMap<&str, &Row> = HashMap::new();
    let mut unclear: HashSet<&str> = HashSet::new();
    for row in rows {
        if places.insert(&row.result_id, row).is_some_and(|other| other != row) {
            unclear.insert(&row.result_id);
        }
    }
    let mut seen = HashSet::new();
    let rows: Vec<&Row> =
        rows.iter().filter(|row| !unclear.contains(&*row.result_id) && seen.insert(&row.result_id)).collect();
    // Which rows give the page that is asked for by this: only these are compared.
    let mut giving: HashMap<(&Option<String>, String), Vec<usize>> = HashMap::new();
    for (index, row) in rows.iter().enumerate() {
        let given = row.page.as_ref().and_then(|page| given(row, page));
        if let Some(given) = given {
            giving.entry((&row.asked, given)).or_default().push(index);
        }
    }
    // The last row that asks for a page: one before the row that gives it belongs to another walk.
    let asked: HashMap<(&Option<String>, &str), usize> = rows
        .iter()
        .enumerate()
        .filter_map(|(index, row)| Some(((&row.asked, row.page.as_ref()?.value.as_deref()?), index)))
        .collect();
    let mut found = Vec::new();
    for (last, row) in rows.iter().enumerate().rev() {
        let next = row.page.as_ref().and_then(|page| given(row, page));
        if next.is_some_and(|next| asked.get(&(&row.asked, &*next)).is_some_and(|index| *index > last)) {
            continue;
        }
        let mut pages: Vec<&Row> = vec![*row];
        let mut index = last;
        while let Some(before) = before(&rows, &giving, index) {
            pages.extend(rows.get(before));
            index = before;
        }
        pages.reverse();
        found.extend(walk(&pages).map(|walk| composed(&pages, &walk)));
    }
    found.reverse();
    found
}

/// The nearest row before the one of this index that gives the page which that one asks for.
fn before(
    rows: &[&Row],
    giving: &HashMap<(&Option<String>, String), Vec<usize>>,
    index: usize,
) -> Option<usize> {
    let row = *rows.get(index)?;
    let page = row.page.as_ref()?;
    if page.first {
        return None;
    }
    let given = giving.get(&(&row.asked, page.value.clone()?))?;
    let is_usable = |other: &&usize| {
        **other < index && rows.get(**other).is_some_and(|other| walk(&[other, row]).is_ok())
    };
    given.iter().rev().find(is_usable).copied()
}
