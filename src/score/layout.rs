//! Which fields each candidate reads, and which groupings serve them all.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;

use arrow_array::RecordBatchReader;
use arrow_schema::Schema;

use super::reads::BoundStatements;
use super::{Candidate, Request};
use crate::bind::{BoundClause, BoundWrite, Types};
use crate::control::Control;
use crate::error::{Error, ErrorKind, Result};
use crate::field::{Field, kind_of, place_of, unknown};
use crate::find::Finder;
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
    /// The fields of the global indexes.
    pub indexes: Vec<usize>,
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
    /// The finders of the rows that reads name by an indexed value.
    pub index_finders: Vec<usize>,
}

impl Layout {
    /// The fields that statements are bound to.
    pub(super) fn fields(&self) -> impl Iterator<Item = usize> + '_ {
        self.key.iter().chain(&self.by).chain(self.looked_up()).copied()
    }

    /// The fields by which rows are looked up.
    pub(super) fn looked_up(&self) -> impl Iterator<Item = &usize> {
        self.resolves.iter().chain(&self.indexes)
    }

    /// The same with these fields at other places; its places in groups stay.
    pub(super) fn at(&self, place: impl Fn(usize) -> usize) -> Self {
        let mut moved = self.clone();
        let looked_up = moved.resolves.iter_mut().chain(&mut moved.indexes);
        moved.key.iter_mut().chain(&mut moved.by).chain(looked_up).for_each(|f| *f = place(*f));
        moved
    }
}

/// Rows that statements name by the fields of an id, and what says where each lies.
#[derive(Debug, PartialEq, Eq)]
struct Lookup {
    id: Vec<usize>,
    key: Vec<usize>,
    /// Whether the WHERE of writes names them too.
    of_writes: bool,
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
    finders: Vec<Lookup>,
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
                kind_of(found)?
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

/// The place of a column of weights.
pub(super) fn number_at(schema: &Schema, name: &str) -> Result<usize> {
    let column = place_of(schema, name, "the rows")?;
    let data_type = schema.fields()[column].data_type();
    if !weight::is_number(data_type) {
        let message = format!("a weight must be a number, the column is {data_type}");
        return Err(Error::new(ErrorKind::InvalidWeight, message).column(name));
    }
    Ok(column)
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
        let mut finders: Vec<Lookup> = Vec::new();
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
                weights.push(WeightSource { name: name.clone(), column: number_at(schema, name)? });
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
            .map(|Lookup { id, key, of_writes }| {
                let mut wanted = HashSet::new();
                let bound_id: Vec<usize> = id.iter().map(|f| places[f]).collect();
                let mut want = |clauses: &Range<usize>| {
                    let clauses = bound.bounds.clauses(clauses.clone());
                    wanted.extend(clauses.filter_map(|clause| single_key(clause, &bound_id)));
                };
                bound.reads.iter().flat_map(|r| &r.0).for_each(|query| want(&query.clauses));
                for write in bound.writes.iter().flatten().flatten().filter(|_| *of_writes) {
                    if let BoundWrite::Predicate(write) = write {
                        want(&write.clauses);
                    }
                }
                Finder { id: id.clone(), key: key.clone(), wanted }
            })
            .collect();
        rows::read(reader, &self.sources, &self.weights, groupers.collect(), &finders, control)
    }
}

/// The key over these fields, where each is bound to one value.
pub(super) fn single_key(bounds: BoundClause<'_>, fields: &[usize]) -> Option<Vec<u8>> {
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
    finders: &mut Vec<Lookup>,
) -> Result<Layout> {
    let key = fields.numbers(&candidate.key)?;
    let by = candidate.function.by().map(|f| fields.number(f)).transpose()?;
    let order = match candidate.function.even() {
        Some(even) => even.order.as_ref().map(|(f, _)| fields.number(f)).transpose()?,
        None => None,
    };
    let resolves = fields.numbers(&candidate.resolves)?;
    let indexes =
        candidate.indexes.iter().map(|index| fields.number(&index.field)).collect::<Result<Vec<_>>>()?;
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
    let mut find_by = |id: Vec<usize>, of_writes: bool| {
        let lookup = Lookup { id, key: key.iter().copied().chain(by).collect(), of_writes };
        finders.iter().position(|known| *known == lookup).unwrap_or_else(|| {
            finders.push(lookup);
            finders.len() - 1
        })
    };
    let finder = (!resolves.is_empty()).then(|| find_by(resolves.clone(), true));
    let index_finders = indexes.iter().map(|&field| find_by(vec![field], false)).collect();
    Ok(Layout {
        key_parts: key.iter().map(|&f| part_in(&set, f)).collect(),
        by_part: by.map(|f| part_in(&set, f)),
        order_part: order.map(|f| part_in(&set, f)),
        distinct_parts: key.iter().map(|&f| part_in(&distinct_set, f)).collect(),
        key,
        by,
        resolves,
        indexes,
        group,
        distinct,
        finder,
        index_finders,
    })
}
