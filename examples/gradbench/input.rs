//! What a message gives a function to work on.
use serde_json::Value;

use crate::timing::Runs;

/// The input of a function, with how often it is to run.
#[derive(Clone, Copy)]
pub struct Input<'a> {
    value: &'a Value,
    pub runs: Runs,
}

impl<'a> Input<'a> {
    pub fn new(value: &'a Value) -> Result<Self, String> {
        let runs = Runs::new(&value["min_runs"], &value["min_seconds"])?;
        Ok(Input { value, runs })
    }

    /// The input where it is one number.
    pub fn itself(&self) -> Result<f64, String> {
        self.value
            .as_f64()
            .ok_or_else(|| "the input is not a number".to_owned())
    }

    pub fn number(&self, name: &str) -> Result<f64, String> {
        self.value[name]
            .as_f64()
            .ok_or_else(|| format!("`{name}` is not a number"))
    }

    pub fn count(&self, name: &str) -> Result<usize, String> {
        self.value[name]
            .as_u64()
            .and_then(|count| usize::try_from(count).ok())
            .ok_or_else(|| format!("`{name}` is not a count"))
    }

    /// A count that is at least so large.
    pub fn count_from(&self, least: usize, name: &str) -> Result<usize, String> {
        let count = self.count(name)?;
        if count < least {
            return Err(format!("`{name}` is {count}, less than {least}"));
        }
        Ok(count)
    }

    /// A list of numbers, nested or not, whose lengths multiply to its own.
    pub fn list(&self, name: &str, lengths: &[usize]) -> Result<Vec<f64>, String> {
        let list = self.any_list(name)?;
        let mut lengths = lengths.iter();
        let length = lengths.try_fold(1, |product: usize, &length| product.checked_mul(length));
        if length != Some(list.len()) {
            let length = list.len();
            return Err(format!(
                "`{name}` has {length} numbers, not as many as said"
            ));
        }
        Ok(list)
    }

    /// A list of numbers of any length, nested or not.
    pub fn any_list(&self, name: &str) -> Result<Vec<f64>, String> {
        let mut list = Vec::new();
        match &self.value[name] {
            value @ Value::Array(_) => flatten(value, &mut list),
            _ => None,
        }
        .ok_or_else(|| format!("`{name}` is not a list of numbers"))?;
        Ok(list)
    }

    pub fn array<const N: usize>(&self, name: &str) -> Result<[f64; N], String> {
        let list = self.list(name, &[N])?;
        list.try_into()
            .map_err(|_| format!("`{name}` has not {N} numbers"))
    }
}

fn flatten(value: &Value, list: &mut Vec<f64>) -> Option<()> {
    match value {
        Value::Array(values) => values.iter().try_for_each(|value| flatten(value, list)),
        other => {
            list.push(other.as_f64()?);
            Some(())
        }
    }
}
