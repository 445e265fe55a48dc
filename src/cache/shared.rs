//! The memory for many threads, and beyond the process.

use std::fmt;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use serde_json::Value;

use super::storable::is_storable;
use super::{Inputs, Key, Look, Memo, Options, Question, Run, Stats};

/// A place beyond the process where answers are kept, as JSON texts by their keys.
///
/// Whatever is wrong with it makes things slower and never an answer wrong: it gives back exactly what it
/// was given, or nothing.
pub trait Shelf: Send + Sync {
    /// The answer that was kept under `key`.
    fn take(&self, key: &Key) -> Option<String>;
    /// Keeps an answer. It may be kept later, or not at all.
    fn put(&self, key: &Key, answer: String);
}

/// A derivation cache for many threads. Cheap to clone; clones are one cache.
///
/// ```
/// use fabric_rules::{Cache, CacheInputs, CacheOptions, CacheQuestion};
/// use serde_json::json;
///
/// let cache = Cache::new(CacheOptions::default());
/// let facts = json!({"city": "Ulm", "asked": 17});
/// let ask = || {
///     let inputs = CacheInputs::of(facts.as_object().unwrap(), &["city"]);
///     let question = CacheQuestion { name: "greeting", version: "1", inputs };
///     cache.get::<()>(question, |inputs| Ok(json!(format!("Hello, {}", inputs.get("/city").unwrap()))))
/// };
/// assert_eq!(ask(), ask());
/// assert_eq!((cache.stats().calls, cache.stats().hits), (2, 1));
/// ```
#[derive(Clone)]
pub struct Cache(Arc<Inner>);

struct Inner {
    memo: Mutex<Memo>,
    /// That some run has ended.
    ended: Condvar,
    shelf: Option<Box<dyn Shelf>>,
}

impl Cache {
    /// A cache in memory.
    pub fn new(options: Options) -> Self {
        Self(Arc::new(Inner { memo: Mutex::new(Memo::new(options)), ended: Condvar::new(), shelf: None }))
    }

    /// One that also keeps its answers on a shelf.
    pub fn on(shelf: Box<dyn Shelf>, options: Options) -> Self {
        let memo = Mutex::new(Memo::new(options));
        Self(Arc::new(Inner { memo, ended: Condvar::new(), shelf: Some(shelf) }))
    }

    /// The answer to `question`: a known one, or what `derive` gives. It must not ask for the same key
    /// itself, which it would wait for.
    ///
    /// # Errors
    ///
    /// Those of `derive`, which are never stored.
    pub fn get<E>(
        &self,
        question: Question<'_>,
        derive: impl FnOnce(&Inputs) -> Result<Value, E>,
    ) -> Result<Value, E> {
        self.lookup(&question, derive, false)
    }

    /// What `derive` gives, for one who explores: nothing is read, stored or waited for.
    ///
    /// # Errors
    ///
    /// Those of `derive`.
    pub fn explore<E>(
        &self,
        question: Question<'_>,
        derive: impl FnOnce(&Inputs) -> Result<Value, E>,
    ) -> Result<Value, E> {
        self.lookup(&question, derive, true)
    }

    /// What `derive` gives, which reads what no key can cover: nothing is read, stored or waited for.
    ///
    /// # Errors
    ///
    /// Those of `derive`.
    pub fn pass<E>(&self, derive: impl FnOnce() -> Result<Value, E>) -> Result<Value, E> {
        match self.memo().look(None, false) {
            Look::Served(answer) => Ok(answer),
            Look::Run(_) | Look::Wait => derive(),
        }
    }

    /// Forgets every answer that is in memory. What happened is still counted.
    pub fn clear(&self) {
        self.memo().clear();
    }

    /// What happened so far.
    pub fn stats(&self) -> Stats {
        self.memo().stats()
    }

    fn lookup<E>(
        &self,
        question: &Question<'_>,
        derive: impl FnOnce(&Inputs) -> Result<Value, E>,
        explores: bool,
    ) -> Result<Value, E> {
        let key = Key::of(question);
        let mut look = self.memo().look(Some(&key), explores);
        if let Look::Wait = look {
            look = self.waited(&key);
        }
        if let Look::Run(run) = look {
            look = self.on_shelf(run);
        }
        let run = match look {
            Look::Served(answer) => return Ok(answer),
            Look::Run(run) => run,
            // Nobody who has waited waits again.
            Look::Wait => return derive(&question.inputs),
        };
        let shelved = run.wants().cloned();
        // A derivation that panics has failed, and those who wait have to know.
        let mut flight = Flight { cache: self, run: Some(run) };
        let answer = derive(&question.inputs)?;
        flight.land(Some(&answer));
        if let (Some(shelf), Some(key)) = (&self.0.shelf, shelved.filter(|_| is_storable(&answer))) {
            shelf.put(&key, answer.to_string());
        }
        Ok(answer)
    }

    fn waited(&self, key: &Key) -> Look {
        let mut memo = self.memo();
        while memo.is_awaited(key) {
            memo = self.0.ended.wait(memo).unwrap_or_else(PoisonError::into_inner);
        }
        memo.look_again(key)
    }

    /// What a run comes to where the shelf has the answer.
    fn on_shelf(&self, run: Run) -> Look {
        let found = self.0.shelf.as_ref().zip(run.wants()).and_then(|(shelf, key)| shelf.take(key));
        let answer = found.and_then(|text| serde_json::from_str(&text).ok());
        let Some(answer) = answer.filter(is_storable) else { return Look::Run(run) };
        let look = self.memo().found(run, answer);
        self.0.ended.notify_all();
        look
    }

    fn memo(&self) -> MutexGuard<'_, Memo> {
        // Nothing in there is half done where a thread could stop.
        self.0.memo.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Cache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Cache").field(&self.stats()).finish()
    }
}

/// A run that ends for all who wait, however it ends.
struct Flight<'c> {
    cache: &'c Cache,
    run: Option<Run>,
}

impl Flight<'_> {
    fn land(&mut self, answer: Option<&Value>) {
        if let Some(run) = self.run.take() {
            self.cache.memo().finish(run, answer);
            self.cache.0.ended.notify_all();
        }
    }
}

impl Drop for Flight<'_> {
    fn drop(&mut self) {
        self.land(None);
    }
}
