//! Which fields each candidate reads, and which groupings serve them all.

use std::collections::{BTreeSet, HashMap, HashSet};

use arrow_array::RecordBatchReader;
use arrow_schema::Schema;

use super::reads::BoundStatements;
use super::{Candidate, Request};
use crate::bind::{BoundWrite, Types};
use crate::control::Control;
use crate::error::{Error, ErrorKind, Result};
use crate::field::Field;
use crate::find::Finder;
use crate::function::Bound;
use crate::group::Grouper;
use crate::kind::Kind;
use crate::rows::{self, Pass, Source, WeightSource};
use crate::weight;

/// Where a candidate's fields stand among all fields, and in its grouping.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// The fields of the key.
    pub key: Vec<usize>,
    /// The field that the function reads beside the key.
    pub by: Option<usize>,
    /// The fields of `resolves`.
    pub resolves: Vec<usize>,
    /// The grouping that loads are computed from, by key, the field beside it and the order field.
    pub group: usize,
    /// The places of the key, of the field beside it and of the order field in that grouping.
    pub key_parts: Vec<usize>,
    pub by_part: Option<usize>,
    pub order_part: Option<usize>,
    /// The grouping by the key alone, and the key's places in it.
    pub distinct: usize,
    pub distinct_parts: Vec<usize>,
    /// The finder of the rows that statements name by `resolves`.
    pub finder: Option<usize>,
}

impl Layout {
    /// The fields that statements are bound to.
    pub(super) fn fields(&self) -> impl Iterator<Item = usize> + '_ {
        self.key.iter().chain(&self.by).chain(&self.resolves).copied()
    }

    /// The same with these fields at other places; its places in groups stay.
    pub(super) fn at(&self, place: impl Fn(usize) -> usize) -> Self {
        let mut moved = self.clone();
        moved.key.iter_mut().chain(&mut moved.by).chain(&mut moved.resolves).for_each(|f| *f = place(*f));
        moved
    }
}

/// All that is read of the rows, and what statements are bound to.
#[derive(Debug)]
pub(super) struct Plan {
    pub types: Types,
    pub layouts: Vec<Layout>,
    /// The sets of fields that rows are grouped by, each sorted.
    groups: Vec<Vec<usize>>,
    sources: Vec<Source>,
    weights: Vec<WeightSource>,
    finders: Vec<(Vec<usize>, Vec<usize>)>,
}

/// What is being made of the candidates' fields.
struct Fields<'a> {
    request: &'a Request<'a>,
    schema: Option<&'a Schema>,
    /// All names that statements use, where no types are known.
    named: HashSet<&'a str>,
    /// Those found, with the kinds of their columns and their own.
    found: Vec<(Field, Kind, Kind)>,
    numbers: HashMap<Field, usize>,
}

impl Fields<'_> {
    /// The number of a field, found in the schema or among the names that statements use.
    fn number(&mut self, field: &Field) -> Result<usize> {
        if let Some(&number) = self.numbers.get(field) {
            return Ok(number);
        }
        let source = match self.schema {
            Some(schema) => {
                let found = &schema.fields()[place_of(schema, &field.column, "the rows")?];
                Kind::of(found).ok_or_else(|| {
                    let message = format!(
                        "a {} cannot be part of a key; name a column of numbers, text, bytes, booleans or times",
                        found.data_type()
                    );
                    Error::new(ErrorKind::UnroutableType, message).column(&field.column)
                })?
            }
            None if self.named.contains(field.column.as_str())
                || self.named.contains(field.to_string().as_str()) =>
            {
                Kind::Text
            }
            None => {
                let mut names: Vec<&str> = self.named.iter().copied().collect();
                names.sort_unstable();
                return Err(unknown(&field.column, "the queries and writes", &names));
            }
        };
        let kind = field.kind(&source)?;
        self.found.push((field.clone(), source, kind));
        self.numbers.insert(field.clone(), self.found.len() - 1);
        Ok(self.found.len() - 1)
    }

    fn numbers(&mut self, fields: &[Field]) -> Result<Vec<usize>> {
        fields.iter().map(|f| self.number(f)).collect()
    }
}

fn unknown(column: &str, place: &str, names: &[&str]) -> Error {
    let list = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
    let message = format!("no such column in {place}; there are: {list}");
    Error::new(ErrorKind::UnknownColumn, message).column(column)
}

/// The place of the one column of this name.
fn place_of(schema: &Schema, column: &str, place: &str) -> Result<usize> {
    let mut found = schema.fields().iter().enumerate().filter(|(_, f)| f.name() == column).map(|(i, _)| i);
    match (found.next(), found.next()) {
        (Some(place), None) => Ok(place),
        (Some(_), Some(_)) => {
            let message = format!("two columns of {place} have this name; rename one, or drop it");
            Err(Error::new(ErrorKind::UnknownColumn, message).column(column))
        }
        (None, _) => {
            let names: Vec<&str> = schema.fields().iter().map(|f| f.name().as_str()).collect();
            Err(unknown(column, place, &names))
        }
    }
}

impl Plan {
    /// Plans the work.
    pub(super) fn new(request: &Request<'_>, schema: Option<&Schema>, rows: bool) -> Result<Self> {
        let mut named: HashSet<&str> = HashSet::new();
        if let Some(queries) = request.queries {
            named.extend(queries.names.all().iter().map(String::as_str));
        }
        if let Some(transactions) = request.transactions {
            named.extend(transactions.names.all().iter().map(String::as_str));
        }
        let mut fields = Fields { request, schema, named, found: Vec::new(), numbers: HashMap::new() };
        let mut groups: Vec<Vec<usize>> = Vec::new();
        let mut finders: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
        let mut layouts = Vec::with_capacity(request.candidates.len());
        for candidate in fields.request.candidates {
            let layout = layout_of(candidate, &mut fields, &mut groups, &mut finders);
            layouts.push(layout.map_err(|e| e.candidate(&candidate.name))?);
        }
        let columns = schema.map_or_else(HashMap::new, |schema| {
            schema.fields().iter().map(|f| (f.name().clone(), Kind::of(f))).collect()
        });
        let mut weights = Vec::new();
        let mut sources = Vec::new();
        if let (Some(schema), true) = (schema, rows) {
            for name in request.weights {
                let column = place_of(schema, name, "the rows")?;
                let data_type = schema.fields()[column].data_type();
                if !weight::is_number(data_type) {
                    let message = format!("a weight must be a number, the column is {data_type}");
                    return Err(Error::new(ErrorKind::InvalidWeight, message).column(name));
                }
                weights.push(WeightSource { name: name.clone(), column });
            }
            for (field, source, kind) in &fields.found {
                let column = place_of(schema, &field.column, "the rows")?;
                sources.push(Source {
                    field: field.clone(),
                    column,
                    source: source.clone(),
                    kind: kind.clone(),
                });
            }
        }
        let types = Types {
            columns,
            typed: schema.is_some(),
            printed: fields.found.iter().map(|(f, _, kind)| (f.to_string(), kind.clone())).collect(),
            fields: fields.found,
            table: request.table.clone(),
            colocated: request.colocated.clone(),
        };
        Ok(Self { types, layouts, groups, sources, weights, finders })
    }

    /// The kinds of some fields.
    pub(super) fn kinds_of(&self, fields: &[usize]) -> Vec<Kind> {
        self.types.kinds_of(fields)
    }

    /// Reads the rows; statements were bound to fields at these places.
    pub(super) fn read_rows(
        &self,
        reader: &mut (dyn RecordBatchReader + Send),
        bound: &BoundStatements,
        places: &HashMap<usize, usize>,
        control: &Control,
    ) -> Result<Pass> {
        let groupers = self
            .groups
            .iter()
            .map(|fields| Grouper::new(fields.clone(), self.kinds_of(fields), self.weights.len()));
        let finders: Vec<Finder> = self
            .finders
            .iter()
            .map(|(id, key)| {
                let mut wanted = HashSet::new();
                let bound_id: Vec<usize> = id.iter().map(|f| places[f]).collect();
                let mut want = |bounds: &[Bound]| {
                    wanted.extend(bounds.chunks(places.len()).filter_map(|b| single_key(b, &bound_id)));
                };
                let reads = bound.reads.iter().flat_map(|r| &r.0);
                reads.filter_map(|q| q.bounds.as_ref()).for_each(|b| want(b));
                for write in bound.writes.iter().flatten().flatten() {
                    if let BoundWrite::Predicate(write) = write {
                        want(&write.bounds);
                    }
                }
                Finder { id: id.clone(), key: key.clone(), wanted }
            })
            .collect();
        rows::read(reader, &self.sources, &self.weights, groupers.collect(), &finders, control)
    }
}

/// The key over these fields, where each is bound to one value.
pub(super) fn single_key(bounds: &[Bound], fields: &[usize]) -> Option<Vec<u8>> {
    let mut key = Vec::new();
    for &field in fields {
        key.extend_from_slice(bounds[field].single()?);
    }
    Some(key)
}

fn layout_of(
    candidate: &Candidate,
    fields: &mut Fields<'_>,
    groups: &mut Vec<Vec<usize>>,
    finders: &mut Vec<(Vec<usize>, Vec<usize>)>,
) -> Result<Layout> {
    let key = fields.numbers(&candidate.key)?;
    let by = candidate.function.by().map(|f| fields.number(f)).transpose()?;
    let order = match candidate.function.even() {
        Some(even) => even.order.as_ref().map(|(f, _)| fields.number(f)).transpose()?,
        None => None,
    };
    let resolves = fields.numbers(&candidate.resolves)?;
    let mut group_of = |set: &[usize]| {
        let set: Vec<usize> = set.iter().copied().collect::<BTreeSet<_>>().into_iter().collect();
        let group = groups.iter().position(|g| *g == set).unwrap_or_else(|| {
            groups.push(set.clone());
            groups.len() - 1
        });
        (group, set)
    };
    let (distinct, distinct_set) = group_of(&key);
    let all: Vec<usize> = key.iter().copied().chain(by).chain(order).collect();
    let (group, set) = group_of(&all);
    let part_in = |set: &[usize], field: usize| set.iter().position(|&f| f == field).unwrap_or(0);
    let finder = (!resolves.is_empty()).then(|| {
        let located: Vec<usize> = key.iter().copied().chain(by).collect();
        finders.push((resolves.clone(), located));
        finders.len() - 1
    });
    Ok(Layout {
        key_parts: key.iter().map(|&f| part_in(&set, f)).collect(),
        by_part: by.map(|f| part_in(&set, f)),
        order_part: order.map(|f| part_in(&set, f)),
        distinct_parts: key.iter().map(|&f| part_in(&distinct_set, f)).collect(),
        key,
        by,
        resolves,
        group,
        distinct,
        finder,
    })
}
