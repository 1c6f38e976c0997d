//! Dictionary and run-end encoded columns: their values, and which of them each row has.

use arrow_array::cast::AsArray;
use arrow_array::types::{Int16Type, Int32Type, Int64Type, RunEndIndexType};
use arrow_array::{Array, ArrayRef, RunArray};
use arrow_schema::DataType;

/// The values of a dictionary or of runs, and the place of each row's value among them.
pub(super) fn values(array: &ArrayRef) -> Option<(ArrayRef, Vec<usize>)> {
    if let Some(dictionary) = array.as_any_dictionary_opt() {
        let values = dictionary.values();
        let index = if values.is_empty() { vec![0; array.len()] } else { dictionary.normalized_keys() };
        return Some((ArrayRef::clone(values), index));
    }
    let DataType::RunEndEncoded(ends, _) = array.data_type() else { return None };
    match ends.data_type() {
        DataType::Int16 => runs::<Int16Type>(array),
        DataType::Int32 => runs::<Int32Type>(array),
        _ => runs::<Int64Type>(array),
    }
}

fn runs<R: RunEndIndexType>(array: &ArrayRef) -> Option<(ArrayRef, Vec<usize>)> {
    let runs = array.as_any().downcast_ref::<RunArray<R>>()?;
    let index = (0..runs.len()).map(|row| runs.get_physical_index(row)).collect();
    Some((ArrayRef::clone(runs.values()), index))
}
