//! Why no two conventions of a built-in profile contradict each other: the argument for each pair, and that
//! the law refuses the pair as soon as what the argument rests on is gone.

use std::fmt::Write as _;

use fabric_rules::internal::diagnostic::{Severity, Source};
use fabric_rules::internal::ir::{self, Guard};
use fabric_rules::internal::rules::{Apart, built_in, compile, embedded, pairs};

/// `surplus-empty` is in no built-in profile; a host that wants it has it beside the keys.
const HOST: &str = "language 1\n\nprofile host \"With what is in no profile.\" {\n  status review\n  plan 2\n  over closed-object\n  conventions key-word, surplus-empty\n  bounds properties 20\n}\n";

fn program() -> ir::Program {
    let mut sources = embedded();
    sources.push(Source::new("host.rules", HOST));
    compile(&sources).program.unwrap().ir().clone()
}

fn of_a_pair(program: &ir::Program, names: &[String; 2]) -> Apart {
    let mut two = program.clone();
    two.profiles.retain(|profile| profile.name == "wide");
    two.profiles[0].conventions = names.to_vec();
    pairs(&two, |_| true).pop().unwrap()
}

#[test]
fn every_pair_of_the_built_in_profiles_has_its_argument() {
    let built_in = built_in().unwrap();
    let all = pairs(built_in.ir(), |_| true);
    let mut told = String::new();
    for pair in &all {
        let [one, other] = &pair.conventions;
        let profile = pair.profile.as_deref().unwrap();
        writeln!(told, "{profile}: {one} and {other}, by {}: {}", pair.because, pair.message).unwrap();
    }
    super::snapshots("", || insta::assert_snapshot!("pairs", told));
    assert!(all.iter().all(|pair| pair.because != "critical"));
    // Of four, one on key; of thirteen, one on key and three on call. Levels never meet.
    let of = |name: &str| all.iter().filter(|pair| pair.profile.as_deref() == Some(name)).count();
    assert_eq!((of("fabric"), of("wide")), (3, 9 * 8 / 2 + 3));
}

/// The built-in files with one clause of one convention as `clause`, or without it.
fn edited(name: &str, word: &str, clause: Option<&str>) -> Vec<Source> {
    let mut sources = embedded();
    sources.push(Source::new("host.rules", HOST));
    let head = format!("convention {name} on ");
    let source = sources.iter_mut().find(|source| source.text.contains(&head)).unwrap();
    let start = source.text.find(&format!("\n  {word} ")).unwrap() + 1;
    let end = start + source.text[start..].find('\n').unwrap() + 1;
    source.text.replace_range(start..end, &clause.map(|clause| format!("  {clause}\n")).unwrap_or_default());
    sources
}

/// Whether the law refuses just this pair.
fn is_refused(sources: &[Source], names: &[String; 2]) -> bool {
    let found = compile(sources).diagnostics;
    let errors: Vec<_> = found.iter().filter(|found| found.severity == Severity::Error).collect();
    let [one, other] = names;
    let is_of_pair = |message: &str| {
        message.contains(&format!("`{one}` and `{other}` can both take"))
            || message.contains(&format!("`{other}` and `{one}` can both take"))
    };
    let law = |found: &&&fabric_rules::internal::diagnostic::Diagnostic| found.code == "rules::critical-pair";
    errors.iter().filter(law).any(|found| is_of_pair(&found.message))
}

#[test]
fn without_an_order_that_was_asked_for_the_pair_is_refused() {
    let program = program();
    let mut dropped = 0;
    for convention in &program.conventions {
        for first in &convention.after {
            let rest: Vec<&str> =
                convention.after.iter().filter(|other| *other != first).map(|other| &**other).collect();
            let clause = (!rest.is_empty()).then(|| format!("after {}", rest.join(", ")));
            let names = [first.clone(), convention.name.clone()];
            // The keys of `fabric` are in no profile with this one.
            if names == ["key-form", "surplus-empty"] {
                continue;
            }
            let sources = edited(&convention.name, "after", clause.as_deref());
            assert!(is_refused(&sources, &names), "without the order of {names:?}");
            dropped += 1;
        }
    }
    assert_eq!(dropped, 2);
}

/// The parts of a guard that hold together, however deep they stand.
fn parts(guard: &Guard) -> Vec<Guard> {
    match guard {
        Guard::And(parts) => parts.iter().flat_map(self::parts).collect(),
        Guard::Always => Vec::new(),
        other => vec![other.clone()],
    }
}

/// What two conventions are told apart by: the least numbers of parts of their guards without which they can
/// take one value, each as the convention's index and the part's.
fn distinguishing(program: &ir::Program, names: &[String; 2]) -> Vec<Vec<(usize, usize)>> {
    let guards = names.clone().map(|name| parts(&program.convention(&name).unwrap().guard));
    let all: Vec<(usize, usize)> = guards
        .iter()
        .enumerate()
        .flat_map(|(at, parts)| (0..parts.len()).map(move |part| (at, part)))
        .collect();
    for size in 1..=all.len() {
        let found: Vec<_> = subsets(&all, size)
            .into_iter()
            .filter(|dropped| of_a_pair(&without(program, names, dropped), names).because == "critical")
            .collect();
        if !found.is_empty() {
            return found;
        }
    }
    Vec::new()
}

fn subsets(all: &[(usize, usize)], size: usize) -> Vec<Vec<(usize, usize)>> {
    let Some((first, rest)) = all.split_first() else {
        return if size == 0 { vec![Vec::new()] } else { Vec::new() };
    };
    let with = size.checked_sub(1).map(|size| subsets(rest, size)).unwrap_or_default();
    let with = with.into_iter().map(|set| [vec![*first], set].concat());
    with.chain(subsets(rest, size)).collect()
}

/// The program without these parts of the guards.
fn without(program: &ir::Program, names: &[String; 2], dropped: &[(usize, usize)]) -> ir::Program {
    let mut weaker = program.clone();
    for (index, name) in names.iter().enumerate() {
        let convention = weaker.conventions.iter_mut().find(|convention| convention.name == *name).unwrap();
        let kept = parts(&convention.guard).into_iter().enumerate();
        let kept: Vec<Guard> =
            kept.filter(|(part, _)| !dropped.contains(&(index, *part))).map(|(_, guard)| guard).collect();
        convention.guard = if kept.is_empty() { Guard::Always } else { Guard::And(kept) };
    }
    weaker
}

#[test]
fn without_a_guard_that_tells_them_apart_the_pair_is_refused() {
    let program = program();
    let mut told = String::new();
    let (mut apart, mut refused) = (0, 0);
    let by_guards = |pair: &Apart| ["guards", "outcomes"].contains(&pair.because);
    for pair in pairs(&program, |name| name != "host").into_iter().filter(by_guards) {
        apart += 1;
        let names = &pair.conventions;
        let sets = distinguishing(&program, names);
        assert!(!sets.is_empty(), "{names:?} are told apart by something else");
        for dropped in sets {
            let weaker = without(&program, names, &dropped);
            let mut sources = embedded();
            let mut said = Vec::new();
            for (index, name) in names.iter().enumerate() {
                let gone = dropped.iter().filter(|(at, _)| *at == index);
                let guard = &program.convention(name).unwrap().guard;
                said.extend(gone.map(|(_, part)| format!("`{}` of {name}", parts(guard)[*part].text())));
                let guard = &weaker.convention(name).unwrap().guard;
                let clause = (*guard != Guard::Always).then(|| format!("derive when {}", guard.text()));
                let only = edited(name, "derive", clause.as_deref());
                let head = format!("convention {name} on ");
                let text = only.into_iter().find(|source| source.text.contains(&head)).unwrap();
                let place = sources.iter_mut().find(|source| source.name == text.name).unwrap();
                place.clone_from(&text);
            }
            let what = format!("{} and {} without {}", names[0], names[1], said.join(" and "));
            assert!(is_refused(&sources, names), "{what}");
            writeln!(told, "{what}").unwrap();
            refused += 1;
        }
    }
    super::snapshots("", || insta::assert_snapshot!("distinguishing", told));
    assert!(apart >= 10 && refused >= apart, "{apart} {refused}");
}
