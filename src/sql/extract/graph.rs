//! The tables that a statement visits, what is known of their fields, and which fields are equal.

use std::collections::HashMap;

use crate::sql::meaning::{Condition, Term};

/// A field of one appearance of a table.
pub(super) type Node = usize;

/// A condition that holds for a field.
#[derive(Clone)]
pub(super) struct Fact {
    /// The condition.
    pub(super) condition: Condition,
    /// The query whose WHERE says it: rows without it are gone from that query's result. `None` where it holds only
    /// for the rows that are read, as in the ON of an outer join.
    pub(super) block: Option<usize>,
    /// The common table expressions it was pushed into: it is void where one of them is read elsewhere too.
    pub(super) via: Vec<u32>,
}

/// An equality by which a constant goes from one field to another.
pub(super) struct Edge {
    /// Where to.
    pub(super) to: Node,
    /// Carries only what the WHERE of this query says.
    pub(super) only: Option<usize>,
    /// The query in which what it carries then holds as if WHERE said it.
    pub(super) block: Option<usize>,
    /// The common table expressions it leads into.
    pub(super) via: Vec<u32>,
}

/// Conditions of which one row must hold, as those of an IN with several row values.
pub(super) type Rows = Vec<Vec<(String, Term)>>;

/// All of them.
#[derive(Default)]
pub(super) struct Graph {
    /// The table of each access.
    pub(super) tables: Vec<String>,
    owned: Vec<Vec<Node>>,
    nodes: Vec<(usize, String)>,
    index: HashMap<(usize, String), Node>,
    facts: Vec<Vec<Fact>>,
    edges: Vec<Vec<Edge>>,
    rows: HashMap<usize, Rows>,
    /// How often each common table expression is referred to.
    pub(super) references: HashMap<u32, u32>,
}

/// More conditions on one field than this say nothing new.
const MOST: usize = 8;

impl Graph {
    /// Adds an appearance of a table.
    pub(super) fn access(&mut self, table: String) -> usize {
        self.tables.push(table);
        self.owned.push(Vec::new());
        self.tables.len() - 1
    }

    /// The node of a field.
    pub(super) fn node(&mut self, access: usize, field: &str) -> Node {
        let key = (access, field.to_owned());
        if let Some(&node) = self.index.get(&key) {
            return node;
        }
        let node = self.nodes.len();
        self.nodes.push(key.clone());
        if let Some(owned) = self.owned.get_mut(access) {
            owned.push(node);
        }
        self.index.insert(key, node);
        self.facts.push(Vec::new());
        self.edges.push(Vec::new());
        node
    }

    /// The access that a field belongs to.
    pub(super) fn owner(&self, node: Node) -> Option<usize> {
        self.nodes.get(node).map(|(access, _)| *access)
    }

    /// The field's own name.
    pub(super) fn field(&self, node: Node) -> &str {
        self.nodes.get(node).map_or("", |(_, field)| field)
    }

    /// The field's name with its table's.
    pub(super) fn label(&self, node: Node) -> String {
        let table = self.owner(node).and_then(|access| self.tables.get(access));
        format!("{}.{}", table.map_or("", String::as_str), self.field(node))
    }

    /// Notes what holds for a field; whether it is new.
    pub(super) fn hold(&mut self, node: Node, fact: Fact) -> bool {
        let Some(facts) = self.facts.get_mut(node) else { return false };
        let known = |other: &Fact| {
            other.condition == fact.condition && other.block == fact.block && other.via == fact.via
        };
        if facts.len() >= MOST || facts.iter().any(known) {
            return false;
        }
        facts.push(fact);
        true
    }

    /// Notes an equality.
    pub(super) fn connect(&mut self, from: Node, edge: Edge) {
        if let Some(edges) = self.edges.get_mut(from) {
            edges.push(edge);
        }
    }

    /// Notes rows of which one holds; the first such condition of an access stands.
    pub(super) fn either(&mut self, access: usize, rows: Rows) {
        self.rows.entry(access).or_insert(rows);
    }

    /// The rows of which one holds for an access.
    pub(super) fn rows(&self, access: usize) -> Option<&Rows> {
        self.rows.get(&access)
    }

    /// Carries constants along the equalities until nothing is new.
    pub(super) fn carry(&mut self) {
        let mut open: Vec<Node> = (0..self.nodes.len()).collect();
        while let Some(node) = open.pop() {
            let mut news = Vec::new();
            for edge in self.edges.get(node).into_iter().flatten() {
                for fact in self.facts.get(node).into_iter().flatten() {
                    let carries = match &fact.condition {
                        Condition::Equal(term) => *term != Term::Null,
                        Condition::In(terms) => !terms.contains(&Term::Null),
                        _ => false,
                    };
                    if carries && edge.only.is_none_or(|only| fact.block == Some(only)) {
                        let mut fact = fact.clone();
                        fact.block = edge.block.or(fact.block);
                        fact.via.extend(&edge.via);
                        fact.via.sort_unstable();
                        fact.via.dedup();
                        news.push((edge.to, fact));
                    }
                }
            }
            for (to, fact) in news {
                if self.hold(to, fact) {
                    open.push(to);
                }
            }
        }
    }

    /// What holds for a field in the end.
    pub(super) fn conditions(&self, node: Node) -> impl Iterator<Item = &Condition> {
        let facts = self.facts.get(node).into_iter().flatten();
        facts.filter(|fact| self.holds(fact)).map(|fact| &fact.condition)
    }

    /// The fields of which something is said that does not hold wherever their table is read.
    pub(super) fn void(&self) -> impl Iterator<Item = Node> {
        let void = |facts: &Vec<Fact>| facts.iter().any(|fact| !self.holds(fact));
        self.facts.iter().enumerate().filter(move |(_, facts)| void(facts)).map(|(node, _)| node)
    }

    fn holds(&self, fact: &Fact) -> bool {
        fact.via.iter().all(|via| self.references.get(via).copied().unwrap_or(0) <= 1)
    }

    /// The fields of an access, in the order in which they were named.
    pub(super) fn fields(&self, access: usize) -> impl Iterator<Item = Node> {
        self.owned.get(access).into_iter().flatten().copied()
    }
}
