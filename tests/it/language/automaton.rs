//! Spellings as automata against the interpreter: what is decided of all names holds of every short one,
//! and the least name that is found is the least of those that are tried one by one.

use std::collections::BTreeMap;

use fabric_rules::internal::ir::{Alphabet, Spelling};
use fabric_rules::internal::spelling::automaton::{
    Answer, Relation, TooLarge, answers, rank, shortest_form, shortest_pair,
};
use fabric_rules::internal::spelling::{Forms, form};
use proptest::bool::weighted;
use proptest::collection::{btree_set, vec};
use proptest::option;
use proptest::prelude::{Strategy, any, prop_assert, prop_assert_eq, proptest};
use proptest::sample::select;

/// What names are made of here, in the order of [`rank`]. The last one stands in no alphabet.
const LETTERS: [char; 8] = ['a', 'b', '0', '1', 'A', 'B', '-', '_'];
const STRANGE: char = '!';
/// Names up to this length are tried.
const LONGEST: usize = 4;
/// Of these letters alone, names of one letter more are tried too.
const FEW: [char; 5] = ['a', '0', 'A', '-', '_'];

/// All names that are tried, the least first.
fn names() -> Vec<String> {
    let mut letters = LETTERS.to_vec();
    letters.push(STRANGE);
    let mut names = names_of(letters, LONGEST);
    names.extend(few(LONGEST + 1).into_iter().filter(|name| name.len() > LONGEST));
    names
}

/// All names of a few letters up to `longest` characters, the least first.
pub(crate) fn few(longest: usize) -> Vec<String> {
    names_of(FEW.to_vec(), longest)
}

fn names_of(mut letters: Vec<char>, longest: usize) -> Vec<String> {
    letters.sort_by_key(|letter| rank(*letter));
    let mut names = vec![String::new()];
    let mut from = 0;
    for _ in 0..longest {
        let end = names.len();
        for index in from..end {
            let longer = letters.iter().map(|letter| format!("{}{letter}", names[index]));
            names.extend(longer.collect::<Vec<_>>());
        }
        from = end;
    }
    names
}

/// The order of names: the short ones first.
pub(crate) fn key(name: &str) -> (usize, Vec<(u8, char)>) {
    (name.chars().count(), name.chars().map(rank).collect())
}

type Key = (usize, (usize, Vec<(u8, char)>), (usize, Vec<(u8, char)>));

fn key_of((one, other): &(String, String)) -> Key {
    (one.chars().count() + other.chars().count(), key(one), key(other))
}

/// Whether `name` is one of those that are tried.
fn is_tried(name: &str) -> bool {
    let of = |letters: &[char]| name.chars().all(|letter| letter == STRANGE || letters.contains(&letter));
    let length = name.chars().count();
    length <= LONGEST && of(&LETTERS) || length == LONGEST + 1 && of(&FEW) && !name.contains(STRANGE)
}

/// Most alphabets are as people write them, with all letters and digits and a few marks.
fn alphabet() -> impl Strategy<Value = Alphabet> {
    let characters = btree_set(select(&['-', '_', '-', '_', 'a', '0'][..]), 0..3);
    (weighted(0.8), weighted(0.7), characters).prop_map(|(letter, digit, set)| Alphabet {
        letter,
        digit,
        characters: set.into_iter().collect(),
    })
}

/// Any spelling at all, those included that the compiler refuses.
fn spelling() -> impl Strategy<Value = Spelling> {
    let dropped = btree_set(select(&['-', '_', '-', '_', 'b', '1'][..]), 0..4);
    let parts = (
        alphabet(),
        option::weighted(0.9, alphabet()),
        option::weighted(0.3, alphabet()),
        option::of(alphabet()),
        dropped,
    );
    (parts, any::<bool>(), any::<bool>(), 0..4u32).prop_map(
        |((first, then, last, apart_by, drop), fold_case, except, at_least)| Spelling {
            name: "form".to_owned(),
            first,
            then,
            last,
            fold_case,
            except_between_digits: except,
            drop: drop.into_iter().collect(),
            apart_by,
            at_least,
        },
    )
}

/// A spelling and another one that differs from it in one part, as an edit does, or in many.
pub(crate) fn two_spellings() -> impl Strategy<Value = (Spelling, Spelling)> {
    (spelling(), spelling(), 0..10usize).prop_map(|(one, other, part)| {
        let mut edited = one.clone();
        match part {
            0 => edited.first = other.first,
            1 => edited.then = other.then,
            2 => edited.last = other.last,
            3 => edited.fold_case = !one.fold_case,
            4 => edited.drop = other.drop,
            5 => edited.except_between_digits = !one.except_between_digits,
            6 => edited.apart_by = other.apart_by,
            7 => edited.at_least = other.at_least,
            _ => edited = other,
        }
        (one, edited)
    })
}

fn are_related(relation: Relation, by: &Spelling, one: &str, other: &str) -> bool {
    match relation {
        Relation::Spellings | Relation::Collisions => {
            one != other && form(by, one).is_some() && form(by, one) == form(by, other)
        }
        Relation::Rivals => {
            let forms = Forms::of(by, [one, other]);
            form(by, one).is_none() && forms.rival(by, other) == Some(&one)
        }
    }
}

/// What a spelling compares a name by: its form, and what a name without a form is told apart by.
type Read = (Option<String>, Option<String>);

/// The same of two spellings.
type Both = (Read, Read);

fn read(by: &Spelling, name: &str) -> Read {
    let apart = by.apart_by.as_ref().map(|apart| {
        let kept = |c: &char| {
            apart.letter && c.is_ascii_alphabetic()
                || apart.digit && c.is_ascii_digit()
                || apart.characters.contains(c)
        };
        let fold = |c: char| if by.fold_case { c.to_ascii_lowercase() } else { c };
        name.chars().filter(kept).map(fold).collect()
    });
    (form(by, name), apart)
}

/// The same as [`are_related`], of different names that were read.
fn are_read_related(relation: Relation, one: &Read, other: &Read) -> bool {
    match relation {
        Relation::Spellings | Relation::Collisions => one.0.is_some() && one.0 == other.0,
        Relation::Rivals => one.0.is_none() && other.0.is_some() && one.1.is_some() && one.1 == other.1,
    }
}

/// The least pair of `names` that is related by one spelling and not by the other, tried one by one.
fn least_pair(relation: Relation, names: &[String], inside: &Spelling, outside: &Spelling) -> Option<Key> {
    // Names that both spellings read alike are alike: the two least of each kind show all.
    let mut kinds: BTreeMap<Both, Vec<&String>> = BTreeMap::new();
    for name in names {
        let mut kind = (read(inside, name), read(outside, name));
        for (form, apart) in [&mut kind.0, &mut kind.1] {
            match relation {
                Relation::Spellings | Relation::Collisions => *apart = None,
                Relation::Rivals => *form = form.as_ref().map(|_| String::new()),
            }
        }
        let kind = kinds.entry(kind).or_default();
        if kind.len() < 2 {
            kind.push(name);
        }
    }
    // Only those that agree on what relates them can be related.
    let mut groups: BTreeMap<Option<String>, Vec<(&Both, &String)>> = BTreeMap::new();
    for (kind, names) in &kinds {
        let ((form, apart), _) = kind;
        let group = groups.entry(if relation == Relation::Rivals { apart } else { form }.clone());
        group.or_default().extend(names.iter().map(|name| (kind, *name)));
    }
    let mut least: Option<Key> = None;
    for group in groups.values() {
        for (one, a) in group {
            for (other, b) in group {
                if a != b
                    && are_read_related(relation, &one.0, &other.0)
                    && !are_read_related(relation, &one.1, &other.1)
                    && (relation != Relation::Collisions || one.1.0.is_some() && other.1.0.is_some())
                {
                    let found = key_of(&((*a).clone(), (*b).clone()));
                    if least.as_ref().is_none_or(|least| found < *least) {
                        least = Some(found);
                    }
                }
            }
        }
    }
    least
}

/// What the interpreter says of `text`, where `names` are declared.
pub(crate) fn answer(by: &Spelling, names: &[&str], text: &str) -> Answer {
    let of_text = form(by, text);
    let has_form = |name: &&str| form(by, name) == of_text;
    if of_text.is_none() || !names.iter().any(has_form) {
        return Answer::Nothing;
    }
    match Forms::of(by, names.iter().copied()).unique(by, text) {
        Some(name) => Answer::Only(names.iter().position(|other| other == name).unwrap()),
        None => Answer::Ambiguous,
    }
}

proptest! {
    #![proptest_config(super::cases(96))]

    #[test]
    fn the_least_pair_is_the_least_one((inside, outside) in two_spellings()) {
        let names = names();
        for relation in [Relation::Spellings, Relation::Rivals, Relation::Collisions] {
            let found = shortest_pair(relation, &inside, &outside).unwrap();
            let tried = least_pair(relation, &names, &inside, &outside);
            if let Some((one, other)) = &found {
                prop_assert!(are_related(relation, &inside, one, other), "{found:?}");
                prop_assert!(!are_related(relation, &outside, one, other), "{found:?}");
                let has_forms = form(&outside, one).is_some() && form(&outside, other).is_some();
                prop_assert!(relation != Relation::Collisions || has_forms, "{found:?}");
            }
            let key = found.as_ref().map(key_of);
            match &found {
                Some((one, other)) if !is_tried(one) || !is_tried(other) => {
                    prop_assert!(tried.is_none() || key < tried, "{found:?}, {tried:?}");
                }
                _ => prop_assert_eq!(key, tried, "{:?} {:?}", relation, found),
            }
        }
    }

    #[test]
    fn the_least_name_with_a_form_is_the_least_one((inside, outside) in two_spellings()) {
        let found = shortest_form(&inside, &outside).unwrap();
        let names = names();
        let tried = names.iter().find(|name| form(&inside, name).is_some() && form(&outside, name).is_none());
        if found.as_ref().is_none_or(|found| is_tried(found)) {
            prop_assert_eq!(found.as_ref(), tried);
        } else {
            let found = found.unwrap();
            prop_assert!(form(&inside, &found).is_some() && form(&outside, &found).is_none());
            prop_assert!(tried.is_none_or(|tried| key(&found) < key(tried)));
        }
    }

    #[test]
    fn every_text_gets_the_answer_of_the_interpreter(
        (old, new) in two_spellings(),
        declared in vec("[abAB01_!-]{1,4}", 1..6),
    ) {
        let mut declared: Vec<&str> = declared.iter().map(String::as_str).collect();
        declared.sort_unstable();
        declared.dedup();
        let table = answers(&declared, &[&old, &new]).unwrap();
        let both = |text: &str| [&old, &new].map(|by| answer(by, &declared, text)).to_vec();
        let mut tried: BTreeMap<Vec<Answer>, String> = BTreeMap::new();
        for text in names() {
            let said = both(&text);
            if !declared.contains(&&*text) && said.iter().any(|answer| *answer != Answer::Nothing) {
                tried.entry(said).or_insert(text);
            }
        }
        for (said, text) in &table {
            prop_assert_eq!(said, &both(text), "{}", text);
            if is_tried(text) {
                prop_assert_eq!(Some(text), tried.get(said), "{:?}", said);
            }
        }
        for (said, text) in &tried {
            prop_assert!(table.get(said).is_some_and(|found| key(found) <= key(text)), "{said:?} {text}");
        }
    }
}

/// The built-in spelling, edited.
fn edited(edit: impl FnOnce(&mut Spelling)) -> Spelling {
    let mut spelling = crate::support::fabric_ir().spellings.remove(0);
    edit(&mut spelling);
    spelling
}

/// A spelling of letters and these marks, which it drops.
fn dropping(marks: &[char]) -> Spelling {
    edited(|spelling| {
        spelling.first = Alphabet { letter: true, digit: false, characters: Vec::new() };
        spelling.then = Some(Alphabet { letter: true, digit: true, characters: marks.to_vec() });
        spelling.drop = marks.to_vec();
    })
}

#[test]
fn the_least_pair_of_an_edit_is_the_one_that_a_person_would_name() {
    let separators = &['-', '_'];
    fn pair(relation: Relation, inside: &Spelling, outside: &Spelling) -> Option<String> {
        shortest_pair(relation, inside, outside).unwrap().map(|(one, other)| format!("{one} {other}"))
    }
    fn spellings(inside: &Spelling, outside: &Spelling) -> Option<String> {
        pair(Relation::Spellings, inside, outside)
    }
    let dropping = dropping(separators);
    let with = |edit: fn(&mut Spelling)| {
        let mut spelling = dropping.clone();
        edit(&mut spelling);
        spelling
    };
    assert_eq!(spellings(&dropping, &dropping), None);
    let kept = with(|spelling| spelling.drop.clear());
    assert_eq!(spellings(&dropping, &kept).unwrap(), "a a-");
    assert_eq!(spellings(&kept, &dropping), None, "what is kept apart less is narrower");
    assert_eq!(spellings(&dropping, &with(|spelling| spelling.fold_case = false)).unwrap(), "a A");
    let between = with(|spelling| spelling.except_between_digits = true);
    assert_eq!(spellings(&dropping, &between).unwrap(), "a00 a0-0");
    assert_eq!(spellings(&between, &dropping), None);
    // Two of one class are needed where nothing shorter differs.
    let ended = |drop: bool| {
        let mut spelling = dropping.clone();
        spelling.then = spelling.then.map(|then| Alphabet { letter: false, digit: false, ..then });
        spelling.last.clone_from(&spelling.then);
        if !drop {
            spelling.drop.clear();
        }
        spelling
    };
    assert_eq!(spellings(&ended(true), &ended(false)).unwrap(), "a- a_");
    // A digit that is named by itself is a digit all the same.
    let named = |except: bool| {
        let mut spelling = dropping.clone();
        spelling.then = Some(Alphabet { letter: false, digit: false, characters: vec!['-', '0', '~'] });
        spelling.drop = vec!['-'];
        spelling.except_between_digits = except;
        spelling
    };
    assert_eq!(spellings(&named(false), &named(true)).unwrap(), "a00 a0-0");
    // What waits for a digit is dropped where none comes.
    let kept_there = with(|spelling| {
        spelling.except_between_digits = true;
        spelling.then.as_mut().unwrap().letter = false;
        spelling.last = Some(Alphabet { letter: false, digit: false, characters: vec!['-'] });
    });
    let kept_away = with(|spelling| {
        spelling.then.as_mut().unwrap().letter = false;
        spelling.last = Some(Alphabet { letter: false, digit: false, characters: vec!['-'] });
    });
    assert_eq!(spellings(&kept_away, &kept_there).unwrap(), "a00- a0-0-");
    // Rivals.
    let apart = with(|spelling| spelling.apart_by = Some(Alphabet { letter: true, ..Alphabet::default() }));
    let alone = with(|spelling| spelling.apart_by = None);
    assert_eq!(pair(Relation::Rivals, &apart, &alone).unwrap(), "a! a");
    assert_eq!(pair(Relation::Rivals, &alone, &apart), None);
}

#[test]
fn a_rival_of_the_given_name_refuses_as_one_of_the_declared_name_does() {
    // `a+` has no form. What it is compared by is that of the given `A`, not of the declared `a1`.
    let spelling = edited(|spelling| {
        spelling.drop.push('1');
        spelling.apart_by = Some(Alphabet { letter: true, digit: true, characters: Vec::new() });
    });
    let table = answers(&["a1", "a+"], &[&spelling]).unwrap();
    assert_eq!(answer(&spelling, &["a+", "a1"], "A"), Answer::Ambiguous);
    assert_eq!(table.get(&vec![Answer::Ambiguous]).unwrap(), "a");
    assert_eq!(table.get(&vec![Answer::Only(1)]).unwrap(), "A1");
}

#[test]
fn what_needs_too_many_states_is_not_decided() {
    let long = edited(|spelling| spelling.at_least = u32::MAX);
    assert_eq!(shortest_form(&long, &edited(|_| ())), Err(TooLarge));
    assert_eq!(shortest_pair(Relation::Spellings, &long, &edited(|_| ())), Err(TooLarge));
    let name = "a".repeat(1 << 20);
    assert_eq!(answers(&[&name], &[&edited(|_| ())]), Err(TooLarge));
}

#[test]
fn thousands_of_named_characters_are_a_few_classes() {
    let many = |from: u32| {
        edited(|spelling| {
            let then = spelling.then.get_or_insert_with(Alphabet::default);
            then.characters.extend((from..from + 40_000).filter_map(char::from_u32));
            then.characters.sort_unstable();
            spelling.drop.clone_from(&then.characters);
        })
    };
    let found = shortest_pair(Relation::Spellings, &many(0x4e00), &many(0x4e01));
    assert_eq!(found, Ok(Some(("a".to_owned(), "a\u{4e00}".to_owned()))));
}
