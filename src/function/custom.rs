//! A user's own function: asked once for all keys of the rows, and again only for keys that are not among them.

use std::collections::HashMap;
use std::sync::Arc;

use super::{CustomFn, View};
use crate::error::{Error, ErrorKind, Result};
use crate::group::{Bytes, Groups, Keys, Store};
use crate::kind::Kind;

/// A user's own function for one shard count.
#[derive(Clone)]
pub struct Custom {
    function: Arc<CustomFn>,
    /// The names of the key's fields.
    names: Vec<String>,
    /// The shards of the rows' keys.
    known: Arc<HashMap<Vec<u8>, u32>>,
}

impl Custom {
    /// Asks the function for the shards of all keys of the rows at once: it may balance over what it is given.
    ///
    /// # Errors
    /// `CallableFailed` where it raises, or returns what are no shards.
    pub fn new(
        function: Arc<CustomFn>,
        names: &[String],
        kinds: &[Kind],
        rows: Option<(&Groups, &[usize])>,
        shards: u32,
    ) -> Result<Self> {
        let mut custom = Self { function, names: names.to_vec(), known: Arc::default() };
        if let Some((groups, parts)) = rows {
            let mut keys = Bytes::default();
            let mut key = Vec::new();
            for block in &groups.blocks {
                for i in 0..block.keys.len() {
                    key.clear();
                    block.keys.encode(i, &groups.kinds, parts, &mut key);
                    keys.push(&key);
                }
            }
            custom.known = Arc::new(custom.ask(keys, kinds, shards)?);
        }
        Ok(custom)
    }

    /// The shards of keys.
    pub(super) fn route(&self, view: &View<'_>, shards: u32, out: &mut Vec<u32>) -> Result<()> {
        let kinds: Vec<Kind> = view.key.iter().map(|&i| view.kinds[i].clone()).collect();
        let mut unknown = Bytes::default();
        view.each_encoded(|_, key| {
            if !self.known.contains_key(key) {
                unknown.push(key);
            }
        });
        let asked = if unknown.is_empty() { HashMap::new() } else { self.ask(unknown, &kinds, shards)? };
        view.each_encoded(|_, key| {
            out.extend(self.known.get(key).or_else(|| asked.get(key)));
        });
        Ok(())
    }

    fn ask(&self, keys: Bytes, kinds: &[Kind], shards: u32) -> Result<HashMap<Vec<u8>, u32>> {
        let keys = Keys::Encoded(keys);
        let answer = (self.function)(&self.names, kinds, &keys, shards)?;
        let failed = |message: String| Error::new(ErrorKind::CallableFailed, message);
        if answer.len() != keys.len() {
            let (given, keys) = (answer.len(), keys.len());
            return Err(failed(format!(
                "the function returned {given} shards for {keys} keys; it must return one for each"
            )));
        }
        let Keys::Encoded(keys) = keys else { return Ok(HashMap::new()) };
        let mut shards_of = HashMap::with_capacity(answer.len());
        for (i, shard) in answer.into_iter().enumerate() {
            let fits = u32::try_from(shard).ok().filter(|&s| s < shards);
            let shard = fits.ok_or_else(|| {
                failed(format!("the function returned shard {shard}; shards are 0 to {}", shards - 1))
            })?;
            shards_of.insert(keys.get(i).to_vec(), shard);
        }
        Ok(shards_of)
    }
}
