//! Why conventions never contradict each other: of each pair of one level that a profile has, what the
//! compiler found.

use serde::Serialize;

use crate::ir::model::{Pair, Point, Reach};
use crate::ir::{Convention, Program};

/// Why two conventions of a profile never contradict each other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Apart {
    /// The profile; none where the program has no profile, and all conventions are held against each other.
    pub profile: Option<String>,
    /// The two conventions, in the order of the profile.
    pub conventions: [String; 2],
    /// Why, as a stable name: `after`, `values`, `guards`, `outcomes`; `critical` where they do contradict
    /// each other, which only a program made by hand has.
    pub because: &'static str,
    /// Why, in words.
    pub message: String,
}

/// Every pair of conventions of one level, profile by profile, of the profiles whose name `is_asked`.
pub fn pairs(program: &Program, is_asked: impl Fn(&str) -> bool) -> Vec<Apart> {
    let points = Point::all();
    let named = |names: &[String]| -> Vec<&Convention> {
        names.iter().filter_map(|name| program.convention(name)).collect()
    };
    let mut groups: Vec<(Option<String>, Vec<&Convention>)> = program
        .profiles
        .iter()
        .filter(|profile| is_asked(&profile.name))
        .map(|profile| (Some(profile.name.clone()), named(&profile.conventions)))
        .collect();
    if program.profiles.is_empty() {
        groups.push((None, program.conventions.iter().collect()));
    }
    let mut found = Vec::new();
    for (profile, conventions) in groups {
        let reaches: Vec<Reach> =
            conventions.iter().map(|convention| Reach::of(convention, &points)).collect();
        let members: Vec<(&Convention, &Reach)> = conventions.into_iter().zip(&reaches).collect();
        for (index, one) in members.iter().enumerate() {
            for other in members.iter().skip(index + 1) {
                let pair = Pair::of(*one, *other, &points);
                let (a, b) = (one.0, other.0);
                let Some((because, message)) = words(&pair, a, b) else { continue };
                let conventions = [a.name.clone(), b.name.clone()];
                found.push(Apart { profile: profile.clone(), conventions, because, message });
            }
        }
    }
    found
}

/// Why, as a stable name and in words; nothing of what works on different things.
fn words(pair: &Pair, a: &Convention, b: &Convention) -> Option<(&'static str, String)> {
    let values = |convention: &Convention| {
        let examples = convention.action.takes().examples();
        let some: Vec<String> = examples.iter().take(2).map(|example| format!("`{example}`")).collect();
        some.join(" and ")
    };
    Some(match pair {
        Pair::Levels => return None,
        Pair::Ordered(first) => {
            let (late, early) = if *first { (a, b) } else { (b, a) };
            ("after", format!("`{}` is asked only where `{}` has no outcome", late.name, early.name))
        }
        Pair::Values => {
            let said = format!("they take different values, such as {}, and {}", values(a), values(b));
            ("values", said)
        }
        Pair::Guards => {
            let (one, other) = (a.guard.text(), b.guard.text());
            ("guards", format!("at no property may both guards hold: `{one}` and `{other}`"))
        }
        Pair::Outcomes(point, why) => {
            let said = format!("where both guards may hold, one has no outcome: at {}, {why}", point.words());
            ("outcomes", said)
        }
        Pair::Critical(..) => ("critical", format!("both can take {}", pair.critical().unwrap_or_default())),
    })
}
