//! The second way to ask what a property accepts: one call through the validator of the whole schema.
//!
//! [`Schema::accepts`] compiles a reference to the property, and believes that the reference leads
//! there. [`Schema::admits`] builds no reference: it shows the whole schema an object with that one
//! member, and looks at what is found at fault *by the property*. The checker and
//! [`verify`](crate::verify) ask this way, the deriver and `apply` the other, so that a fault of one
//! does not prove itself.

use serde_json::{Map, Value};

use super::{Schema, Unevaluable};
use crate::json::pointer;

impl Schema {
    /// Whether the property `key` finds no fault with `value` where the whole schema sees `{key: value}`.
    ///
    /// What other parts of the schema have against that object (members that are missing, say) is not the
    /// property's: a fault counts where the way to it begins at the property. Where that would cost too
    /// much, the answer is that of [`Schema::accepts`].
    ///
    /// # Errors
    ///
    /// [`Unevaluable`] where there is no such property.
    pub fn admits(&self, key: &str, value: &Value) -> Result<bool, Unevaluable> {
        if !self.properties().iter().any(|member| *member.name == *key) {
            return Err(Unevaluable { property: key.to_owned() });
        }
        let call = Value::Object(Map::from_iter([(key.to_owned(), value.clone())]));
        // To ask why costs more than to ask whether, where schemas lead back to themselves.
        if !self.affords_words(&call) {
            return self.accepts(key, value);
        }
        let place = pointer::push("/properties", key);
        let is_at =
            |way: &str| way.strip_prefix(&*place).is_some_and(|on| on.is_empty() || on.starts_with('/'));
        let mut faults = self.0.validator.iter_errors(&call);
        Ok(!faults.any(|fault| is_at(fault.evaluation_path().as_str())))
    }
}
