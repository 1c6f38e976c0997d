//! The dialects of SQL, and how their texts are cut into words and literals.

/// A dialect of SQL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// `PostgreSQL` and what speaks its language: `CockroachDB`, `YugabyteDB`, Aurora, `AlloyDB`.
    Postgres,
    /// `MySQL`, `MariaDB`, `TiDB`, Vitess.
    MySql,
    /// Whatever most dialects agree on.
    Generic,
    /// The standard alone.
    Ansi,
    /// Snowflake.
    Snowflake,
    /// `BigQuery`.
    BigQuery,
    /// Redshift.
    Redshift,
    /// Microsoft SQL Server.
    MsSql,
    /// Oracle.
    Oracle,
    /// `SQLite`.
    Sqlite,
    /// `DuckDB`.
    DuckDb,
    /// `ClickHouse`.
    ClickHouse,
    /// Databricks and Spark.
    Databricks,
    /// Hive.
    Hive,
}

/// Every dialect with its name, and the other names that it goes by.
const NAMES: [(Dialect, &str, &[&str]); 14] = [
    (Dialect::Postgres, "postgres", &["postgresql", "pg", "cockroachdb", "yugabytedb", "alloydb"]),
    (Dialect::MySql, "mysql", &["mariadb", "tidb", "vitess", "percona"]),
    (Dialect::Generic, "generic", &[]),
    (Dialect::Ansi, "ansi", &["standard"]),
    (Dialect::Snowflake, "snowflake", &[]),
    (Dialect::BigQuery, "bigquery", &[]),
    (Dialect::Redshift, "redshift", &[]),
    (Dialect::MsSql, "mssql", &["sqlserver", "tsql"]),
    (Dialect::Oracle, "oracle", &[]),
    (Dialect::Sqlite, "sqlite", &["sqlite3"]),
    (Dialect::DuckDb, "duckdb", &[]),
    (Dialect::ClickHouse, "clickhouse", &[]),
    (Dialect::Databricks, "databricks", &["spark"]),
    (Dialect::Hive, "hive", &[]),
];

impl Dialect {
    /// The dialect of a name, in any case.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let is = |other: &str| other.eq_ignore_ascii_case(name);
        NAMES
            .iter()
            .find(|(_, own, others)| is(own) || others.iter().any(|other| is(other)))
            .map(|found| found.0)
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        NAMES.iter().find(|(dialect, ..)| *dialect == self).map_or("generic", |found| found.1)
    }

    /// All names that `named` knows first, for messages.
    pub fn names() -> impl Iterator<Item = &'static str> {
        NAMES.iter().map(|found| found.1)
    }

    /// Whether a backslash escapes in `'...'`.
    #[must_use]
    pub fn backslashes(self) -> bool {
        use Dialect::{BigQuery, ClickHouse, Databricks, Hive, MySql, Redshift, Snowflake};
        matches!(self, MySql | BigQuery | ClickHouse | Databricks | Hive | Redshift | Snowflake)
    }

    /// Whether `E'...'` is a string with escapes.
    #[must_use]
    pub fn escape_strings(self) -> bool {
        matches!(self, Self::Postgres | Self::Redshift | Self::DuckDb | Self::Generic)
    }

    /// Whether `"..."` is a string, and not a name.
    #[must_use]
    pub fn double_strings(self) -> bool {
        matches!(self, Self::MySql | Self::BigQuery | Self::Databricks | Self::Hive)
    }

    /// Whether a name can stand in backticks.
    #[must_use]
    pub fn backticks(self) -> bool {
        use Dialect::{BigQuery, ClickHouse, Databricks, Generic, Hive, MySql, Sqlite};
        matches!(self, MySql | BigQuery | ClickHouse | Databricks | Hive | Generic | Sqlite)
    }

    /// Whether a name can stand in brackets.
    #[must_use]
    pub fn brackets(self) -> bool {
        matches!(self, Self::MsSql | Self::Sqlite)
    }

    /// Whether `#` begins a comment.
    #[must_use]
    pub fn hash_comments(self) -> bool {
        matches!(self, Self::MySql | Self::BigQuery | Self::ClickHouse)
    }

    /// Whether `--` begins a comment only before a blank, and `/*! ... */` is executed.
    #[must_use]
    pub fn executed_comments(self) -> bool {
        self == Self::MySql
    }

    /// Whether `$$...$$` is a string.
    #[must_use]
    pub fn dollar_quotes(self) -> bool {
        use Dialect::{ClickHouse, DuckDb, Generic, Postgres, Redshift, Snowflake};
        matches!(self, Postgres | Redshift | Snowflake | DuckDb | ClickHouse | Generic)
    }

    /// Whether a comment can hold another.
    #[must_use]
    pub fn nested_comments(self) -> bool {
        use Dialect::{ClickHouse, Databricks, DuckDb, MsSql, Postgres, Redshift};
        matches!(self, Postgres | Redshift | DuckDb | MsSql | ClickHouse | Databricks)
    }

    /// Whether names outside of quotes keep their case.
    #[must_use]
    pub fn keeps_case(self) -> bool {
        matches!(self, Self::MySql | Self::BigQuery)
    }

    /// Whether `?`, `@` and `#` belong to operators.
    #[must_use]
    pub fn wide_operators(self) -> bool {
        matches!(self, Self::Postgres | Self::Redshift)
    }
}
