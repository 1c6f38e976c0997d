//! What a statement means to routing, with a slot wherever it holds a value.
//!
//! A meaning belongs to a shape: it is worked out once from the shape's text, and the values of each execution are
//! then put into its slots.

/// A value in a meaning.
#[derive(Clone, Debug, PartialEq)]
pub enum Term {
    /// The value in a slot of the shape: a literal, or a parameter bound to the statement.
    Slot(u32),
    /// NULL.
    Null,
    /// TRUE or FALSE.
    Bool(bool),
    /// The negative of a number.
    Negative(Box<Term>),
    /// A value cast to a type that may change it: a time to its date, a number to an integer.
    Cast(Box<Term>, Cast),
    /// The elements of an array's text (`'{1,2,3}'`), or of one given as a parameter.
    Elements(Box<Term>),
    /// A value that the text does not say: an expression, a generated id, DEFAULT.
    Unknown,
}

/// Casts that may change a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cast {
    /// To a date.
    Date,
    /// To an integer.
    Integer,
    /// To a text of at most as many characters as the slot says.
    Length(u32),
    /// To a number or a time with at most as many digits after the point as the slot says.
    Digits(u32),
}

/// What a condition says of a field.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// It is this value; `Term::Null` stands for IS NULL.
    Equal(Term),
    /// It is one of these values. A slot may hold a whole list of them.
    In(Vec<Term>),
    /// It lies between two ends.
    Range(Edge, Edge),
    /// It matches a LIKE pattern (with its escape character, a literal too).
    Like(Term, Option<Term>),
}

/// One end of a range.
#[derive(Clone, Debug, PartialEq)]
pub enum Edge {
    /// No end.
    Open,
    /// The value belongs to the range.
    With(Term),
    /// The value does not.
    Without(Term),
}

/// A condition on a field of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Bind {
    /// The field.
    pub field: String,
    /// What is said of it.
    pub condition: Condition,
}

/// One appearance of a table in a statement, and all that holds for its rows there.
///
/// A table that appears twice (a join with itself, the branches of a UNION) has two of them: the statement visits
/// what either visits.
#[derive(Clone, Debug, PartialEq)]
pub struct Access {
    /// The table's name.
    pub table: String,
    /// The conditions, all of which hold.
    pub binds: Vec<Bind>,
    /// The repeated group whose rows the conditions are to be read for, one after the other
    /// (`(a, b) IN ((1, 2), (3, 4))`): the access then stands for one for each row.
    pub each: Option<u32>,
}

/// One write of a statement.
#[derive(Clone, Debug, PartialEq)]
pub enum Write {
    /// Rows that are put in.
    Rows {
        /// The table.
        table: String,
        /// The columns, where the statement names them; else the values are in the table's own order.
        columns: Option<Vec<String>>,
        /// The values of each row.
        values: Vec<Term>,
        /// The repeated group that makes it one row for each repeat.
        each: Option<u32>,
    },
    /// Rows that are changed or removed by their conditions.
    Where {
        /// The table and the conditions: where any of them holds.
        accesses: Vec<Access>,
        /// The fields that are set, with their values. `None` for DELETE.
        set: Option<Vec<(String, Term)>>,
    },
}

/// What a statement does.
#[derive(Clone, Debug, PartialEq)]
pub enum Act {
    /// It reads, or writes, or both.
    Query,
    /// BEGIN, START TRANSACTION.
    Begin,
    /// COMMIT, END; whether a new transaction begins at once (AND CHAIN).
    Commit {
        /// AND CHAIN.
        chain: bool,
    },
    /// ROLLBACK, ABORT.
    Rollback {
        /// AND CHAIN.
        chain: bool,
    },
    /// SAVEPOINT.
    Savepoint(String),
    /// ROLLBACK TO SAVEPOINT.
    RollbackTo(String),
    /// RELEASE SAVEPOINT.
    Release(String),
    /// PREPARE TRANSACTION, XA PREPARE.
    PrepareTransaction(Term),
    /// COMMIT PREPARED, XA COMMIT.
    CommitPrepared(Term),
    /// ROLLBACK PREPARED, XA ROLLBACK.
    RollbackPrepared(Term),
    /// SET autocommit.
    Autocommit(Term),
    /// PREPARE name AS statement; the statement's text follows in the shape.
    Prepare(String),
    /// EXECUTE name(arguments) of a statement prepared by PREPARE.
    Execute(String, Vec<Term>),
    /// USE database.
    Use(String),
    /// CREATE TABLE with its columns' names and types, and what ALTER TABLE and CREATE UNIQUE INDEX add to a table.
    Define(Box<Definition>),
    /// DO, CALL: it runs statements that the log does not show.
    Hidden,
    /// FETCH, MOVE, CLOSE, SET, SHOW, DDL and all else that neither reads nor writes rows by a key.
    Utility,
    /// Nothing but blanks and comments.
    Empty,
}

/// A table, or what is added to one, as DDL gives it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Definition {
    /// The table's name.
    pub table: String,
    /// The columns' names and the texts of their types, in order.
    pub columns: Vec<(String, String)>,
    /// Columns of the primary key and of each unique constraint.
    pub unique: Vec<Vec<String>>,
    /// Foreign keys.
    pub foreign: Vec<Foreign>,
}

/// A foreign key.
#[derive(Clone, Debug, PartialEq)]
pub struct Foreign {
    /// The columns that refer.
    pub columns: Vec<String>,
    /// The table that they refer to.
    pub table: String,
    /// Its columns; none where they are its primary key.
    pub referred: Vec<String>,
}

impl Definition {
    /// The names of its columns, in order.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.columns.iter().map(|(name, _)| name.clone()).collect()
    }

    /// Adds what another statement says of the table, as far as it is not known.
    pub fn add(&mut self, other: &Self) {
        for column in &other.columns {
            if !self.columns.iter().any(|(name, _)| *name == column.0) {
                self.columns.push(column.clone());
            }
        }
        for unique in &other.unique {
            if !self.unique.contains(unique) {
                self.unique.push(unique.clone());
            }
        }
        for foreign in &other.foreign {
            if !self.foreign.contains(foreign) {
                self.foreign.push(foreign.clone());
            }
        }
    }
}

/// What the text of a shape means.
#[derive(Clone, Debug, PartialEq)]
pub struct Meaning {
    /// What it does.
    pub act: Act,
    /// The word it begins with, in capitals: SELECT, INSERT, BEGIN, VACUUM.
    pub verb: String,
    /// The tables that it reads.
    pub reads: Vec<Access>,
    /// What it writes.
    pub writes: Vec<Write>,
    /// Equalities between fields of two tables, as `orders.order_id = line_items.order_id`.
    pub joins: Vec<String>,
    /// What it sorts by, as `orders.placed_at`, and whether it descends: empty where it does not sort, `None` where it
    /// sorts by something else.
    pub order: Option<Vec<(String, bool)>>,
    /// The value of LIMIT.
    pub limit: Option<Term>,
    /// Conditions that bind nothing, and why.
    pub unbound: Vec<Unbound>,
}

/// A condition that binds nothing.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Unbound {
    /// Why.
    pub why: Why,
    /// The fields that it names, as `orders.note`.
    pub fields: Vec<String>,
}

/// Why a condition binds nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Why {
    /// OR over different fields.
    Or,
    /// NOT, <>, NOT IN, NOT LIKE.
    Not,
    /// A function or an operator on the field.
    Function,
    /// A comparison with what a subquery gives.
    Subquery,
    /// A comparison with a field of the same table, or one that a join cannot carry over.
    Field,
    /// The name could be a field of several tables; a schema would tell.
    Ambiguous,
    /// Any other condition.
    Other,
}
