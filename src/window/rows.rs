//! Rows by window: held once, then each window's batches, as slices where they lie together.

use arrow_array::{RecordBatch, RecordBatchReader, UInt32Array};
use arrow_schema::SchemaRef;
use arrow_select::take::take_record_batch;

use super::Request;
use super::clock::Clock;
use crate::control::Control;
use crate::error::{Error, ErrorKind, Result};
use crate::stream::next_batch;

/// Rows that are taken at a time, between two looks at whether to stop.
const SLICE: usize = 1 << 16;

/// The rows, with those of their columns that windows keep.
pub(super) struct Held {
    pub schema: SchemaRef,
    batches: Vec<RecordBatch>,
    /// The place of the time among these columns.
    time: usize,
}

impl Held {
    /// Reads all rows.
    pub(super) fn read(
        mut reader: Box<dyn RecordBatchReader + Send>,
        clock: &Clock,
        request: &Request<'_>,
        control: &Control,
    ) -> Result<Self> {
        let whole = reader.schema();
        let kept: Vec<usize> = (0..whole.fields().len())
            .filter(|&c| c == clock.column || request.keeps(whole.field(c).name()))
            .collect();
        let internal = |e: arrow_schema::ArrowError| Error::new(ErrorKind::InternalError, e.to_string());
        let schema = SchemaRef::new(whole.project(&kept).map_err(internal)?);
        let time = kept.iter().position(|&c| c == clock.column).unwrap_or(0);
        let (mut batches, mut rows) = (Vec::new(), 0);
        while let Some(batch) = next_batch(reader.as_mut(), rows, control)? {
            rows += batch.num_rows() as u64;
            let batch = batch.project(&kept).map_err(internal)?;
            for start in (0..batch.num_rows()).step_by(SLICE) {
                batches.push(batch.slice(start, SLICE.min(batch.num_rows() - start)));
            }
            control.advance(batch.num_rows() as u64);
        }
        if rows == 0 {
            let message = "the rows have no row; give a table or stream with at least one";
            return Err(Error::new(ErrorKind::EmptyRows, message));
        }
        Ok(Self { schema, batches, time })
    }

    /// Calls `each` with the batch's number and the time of every row, `None` where it has none.
    pub(super) fn each_time(
        &self,
        clock: &Clock,
        control: &Control,
        mut each: impl FnMut(usize, Option<&[u8]>) -> Result<()>,
    ) -> Result<()> {
        let mut time = Vec::new();
        for (b, batch) in self.batches.iter().enumerate() {
            control.check()?;
            let column = clock.column(batch.column(self.time));
            for row in 0..batch.num_rows() {
                let known = clock.of_row(&column, row, &mut time);
                each(b, known.then_some(time.as_slice()))?;
            }
        }
        Ok(())
    }

    /// The batches of each of so many windows, and how many rows are in none.
    pub(super) fn split(
        &self,
        clock: &Clock,
        windows: usize,
        place: impl Fn(&[u8]) -> usize,
        control: &Control,
    ) -> Result<(Vec<Vec<RecordBatch>>, u64)> {
        let mut parts = vec![Vec::new(); windows];
        let mut places: Vec<Vec<u32>> = vec![Vec::new(); windows];
        let (mut untimed, mut row, mut at) = (0, 0, 0);
        self.each_time(clock, control, |b, time| {
            if b != at {
                self.take(at, &mut places, &mut parts)?;
                (at, row) = (b, 0);
            }
            match time {
                Some(time) => places[place(time)].push(row),
                None => untimed += 1,
            }
            row += 1;
            Ok(())
        })?;
        self.take(at, &mut places, &mut parts)?;
        Ok((parts, untimed))
    }

    /// Takes the rows of a batch into their windows' parts, and empties their places.
    fn take(&self, batch: usize, places: &mut [Vec<u32>], parts: &mut [Vec<RecordBatch>]) -> Result<()> {
        let batch = &self.batches[batch];
        for (rows, part) in places.iter_mut().zip(parts) {
            let (Some(&first), Some(&last)) = (rows.first(), rows.last()) else { continue };
            let together = (last - first) as usize + 1 == rows.len();
            part.push(if together {
                batch.slice(first as usize, rows.len())
            } else {
                take_record_batch(batch, &UInt32Array::from(std::mem::take(rows))).map_err(|e| {
                    let message = format!("rows cannot be put apart: {e}; drop or cast the column");
                    Error::new(ErrorKind::UnroutableType, message)
                })?
            });
            rows.clear();
        }
        Ok(())
    }
}
