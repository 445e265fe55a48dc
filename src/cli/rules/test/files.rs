//! Which cases there are, and the profile that they run under.

use std::path::{Path, PathBuf};

use crate::cases::CasesReport;
use crate::cli::exit::Fault;
use crate::cli::input::{self, Input};
use crate::cli::program::{self, MOST};
use crate::diagnostic::nearest::suggest;
use crate::diagnostic::{Diagnostic, Source};
use crate::program::{Profile, Program};
use crate::store::path_name;

/// What a file of cases is called, behind the name of its convention.
pub(in super::super) const CASES: &str = ".cases.jsonl";

/// The rules and the cases that a path stands for.
pub(super) struct Files {
    pub(super) rules: Vec<Source>,
    pub(super) cases: Vec<Cases>,
}

/// A file of cases.
pub(super) struct Cases {
    path: PathBuf,
    pub(super) convention: String,
}

impl Cases {
    fn of(path: &Path) -> Option<Self> {
        let convention = path.file_name()?.to_str()?.strip_suffix(CASES)?.to_owned();
        Some(Self { path: path.to_owned(), convention })
    }

    pub(super) fn read(&self) -> Result<Source, Fault> {
        Input::File(self.path.clone()).read(MOST)
    }
}

impl Files {
    /// A folder holds both. A rule file is a program by itself, and its cases stand beside it; a file of
    /// cases belongs to the program in its folder.
    pub(super) fn find(path: &Path) -> Result<Self, Fault> {
        let folder = match path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        let (rules, cases) = if path.is_dir() {
            (program::sources(path)?, below(path)?)
        } else if let Some(cases) = Cases::of(path) {
            // What cannot be read is told before what it would belong to.
            cases.read()?;
            (program::sources(folder)?, vec![cases])
        } else {
            let rules = program::sources(path)?;
            let names = rules.iter().flat_map(|source| conventions(&source.text));
            let beside = names.map(|name| folder.join(format!("{name}{CASES}")));
            (
                rules.clone(),
                beside.filter(|path| path.is_file()).filter_map(|path| Cases::of(&path)).collect(),
            )
        };
        if cases.is_empty() {
            let message = format!("`{}` has no cases", path_name(path));
            let help =
                format!("the cases of the convention NAME stand in `NAME{CASES}`; `rules new` writes some");
            return Err(Diagnostic::error("cases::none", message).help(help).into());
        }
        Ok(Self { rules, cases })
    }
}

/// The files of cases in a folder and below, sorted.
fn below(folder: &Path) -> Result<Vec<Cases>, Fault> {
    let has_none = |fault: &Fault| matches!(fault, Fault::Wrong(faults, _) if faults.iter().all(|it| it.code == "input::empty-folder"));
    let files = match input::expand(&[folder.to_owned()], "jsonl") {
        Err(fault) if has_none(&fault) => Vec::new(),
        files => files?,
    };
    Ok(files.iter().filter_map(|input| Cases::of(input.path()?)).collect())
}

/// The names of the conventions in a text.
fn conventions(text: &str) -> Vec<String> {
    let (file, _) = crate::syntax::parse(0, text);
    let conventions =
        file.items.into_iter().filter(|item| item.kind.value == crate::syntax::kind::Kind::Convention);
    conventions.map(|item| item.name.value).collect()
}

/// The profile that cases run under: the one named, else the only one that uses their convention.
pub(super) fn profile(program: &Program, cases: &Cases, named: Option<&str>) -> Result<Profile, Diagnostic> {
    let (name, file) = (&cases.convention, path_name(&cases.path));
    let known: Vec<&str> =
        program.ir().conventions.iter().map(|convention| convention.name.as_str()).collect();
    if !known.contains(&name.as_str()) {
        let message = format!("`{file}` has cases of `{name}`, and there is no such convention");
        return Err(Diagnostic::error("cases::unknown-convention", message).help(suggest(name, known)));
    }
    if let Some(named) = named {
        return program::profile(program, named);
    }
    let users: Vec<Profile> = program
        .profiles()
        .filter(|profile| profile.conventions().any(|convention| convention.name == *name))
        .collect();
    match users.as_slice() {
        [only] => Ok(only.clone()),
        [] => {
            let message = format!("no profile uses `{name}`, so the cases in `{file}` run under none");
            Err(Diagnostic::error("cases::no-profile", message)
                .help("write a profile with it, or name one with `--profile`"))
        }
        several => {
            let names: Vec<String> = several.iter().map(|profile| format!("`{}`", profile.name())).collect();
            let message = format!("several profiles use `{name}`: {}", names.join(", "));
            Err(Diagnostic::error("cases::no-profile", message).help("name one with `--profile`"))
        }
    }
}

/// The error for cases of which none shows that their convention does anything.
pub(super) fn unused(cases: &Cases, report: &CasesReport) -> Option<Diagnostic> {
    let is_used = report.cases.iter().any(|case| case.rules.contains(&cases.convention));
    (!is_used && report.faults.is_empty()).then(|| {
        let message =
            format!("in no case of `{}` does `{}` change anything", path_name(&cases.path), cases.convention);
        Diagnostic::error("cases::unused", message).help("add one that it is there for")
    })
}
