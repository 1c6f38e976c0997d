//! What a layout costs on rows: its partitions, its keys, its reads, and where its newest rows go.
//!
//! Every set of fields that a figure needs becomes one number for each row, in the order of the layout's keys, so that
//! each figure is a sum over such numbers: exact, and the same on any number of threads.

mod asked;
mod binds;
mod growth;
mod keys;
mod levels;
mod plan;
mod rank;
mod read;
mod reads;
mod salts;
mod sizes;
mod splits;

use arrow_array::RecordBatchReader;

pub use self::asked::{Asked, Limits, Read, RowBytes};
pub use self::growth::{Bucket, Growth, Pass};
pub use self::keys::KeyBytes;
use self::levels::Levels;
use self::plan::Plan;
pub use self::reads::{Order, ReadCost};
pub use self::salts::SaltCost;
pub use self::sizes::{Largest, Over, Sizes};
use self::splits::InOrder;
pub use self::splits::{Newest, Splits};
use crate::control::{Control, Stage};
use crate::error::Result;
use crate::value::Value;

/// What a layout costs on rows.
#[derive(Clone, Debug)]
pub struct Measured {
    /// How many rows there are.
    pub rows: u64,
    /// Their bytes.
    pub bytes: u64,
    /// The partitions; for a sorted layout the rows of each value of its first part.
    pub sizes: Sizes,
    /// How the largest partition grows, where there is time.
    pub growth: Option<Growth>,
    /// Rows that another row with the same key would overwrite.
    pub lost: u64,
    /// The same for the layout without its unique fields, where it has some of them and other parts.
    pub lost_without_unique: Option<u64>,
    /// The bytes of the keys.
    pub key_bytes: KeyBytes,
    /// What each read costs.
    pub reads: Vec<ReadCost>,
    /// Where the load, and the newest rows, go.
    pub splits: Splits,
    /// What salts would change.
    pub salts: Vec<SaltCost>,
}

/// A key, as the values of its parts.
pub type Key = Vec<Value>;

/// Measures a layout in one pass over the rows, on the threads of the rayon pool that this runs in.
///
/// # Errors
/// `UnknownColumn`, `UnroutableType`, `InvalidCandidate`, `InvalidLayout`, `EmptyRows`, `InvalidWeight`, `ZeroLoad`,
/// `StreamFailed`, `Cancelled`.
pub fn measure(
    asked: &Asked<'_>,
    mut rows: Box<dyn RecordBatchReader + Send>,
    control: &Control,
) -> Result<Measured> {
    let plan = Plan::new(asked, &rows.schema())?;
    let pass = read::read(rows.as_mut(), &plan, control)?;
    drop(rows);
    control.begin(Stage::Keys);
    let levels = Levels::new(asked, &plan, pass, control)?;
    let sizes = sizes::sizes(&levels, asked.limits);
    control.check()?;
    let growth = growth::growth(&levels, &sizes, asked.limits, control)?;
    let hashes = splits::hashes(&levels, control)?;
    let reads = reads::costs(&levels, asked.reads, &hashes, control)?;
    control.check()?;
    let in_order = InOrder::new(&levels);
    Ok(Measured {
        rows: levels.rows as u64,
        bytes: levels.all_bytes(),
        lost: levels.lost(),
        lost_without_unique: levels.lost_without_unique(&plan.without_unique),
        key_bytes: keys::key_bytes(&levels),
        splits: splits::splits(&levels, &in_order, &hashes, asked.splits),
        salts: salts::costs(&levels, &in_order, &hashes, asked, &reads, control)?,
        sizes,
        growth,
        reads,
    })
}
