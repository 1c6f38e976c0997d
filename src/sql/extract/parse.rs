//! The parser, in the dialect of the source and within its bounds.

use sqlparser::ast::Statement;
use sqlparser::dialect as dialects;
use sqlparser::parser::Parser;

use crate::sql::dialect::Dialect;

/// How deep expressions and queries may be nested, on a stack of its own.
pub(in crate::sql) const DEPTH: usize = 250;

/// The parser's reason where a statement is nested deeper.
pub(in crate::sql) const TOO_DEEP: &str = "recursion limit exceeded";

/// Parses one statement that is nested no deeper than this.
pub(in crate::sql) fn parse(sql: &str, dialect: Dialect, depth: usize) -> Result<Statement, String> {
    let mut statements = Parser::new(of(dialect))
        .with_recursion_limit(depth)
        .try_with_sql(sql)
        .and_then(|mut parser| parser.parse_statements())
        .map_err(|error| reason(&error.to_string()))?;
    match (statements.pop(), statements.is_empty()) {
        (Some(statement), true) => Ok(statement),
        _ => Err("it is not one statement".into()),
    }
}

/// The parser's reason without where it stands, which means nothing in a reduced text.
fn reason(error: &str) -> String {
    let error = error.strip_prefix("sql parser error: ").unwrap_or(error);
    let error = error.rfind(" at Line: ").and_then(|end| error.get(..end)).unwrap_or(error);
    error.chars().take(200).collect()
}

fn of(dialect: Dialect) -> &'static dyn dialects::Dialect {
    match dialect {
        Dialect::Postgres => &dialects::PostgreSqlDialect {},
        Dialect::MySql => &dialects::MySqlDialect {},
        Dialect::Generic => &dialects::GenericDialect {},
        Dialect::Ansi => &dialects::AnsiDialect {},
        Dialect::Snowflake => &dialects::SnowflakeDialect,
        Dialect::BigQuery => &dialects::BigQueryDialect,
        Dialect::Redshift => &dialects::RedshiftSqlDialect {},
        Dialect::MsSql => &dialects::MsSqlDialect {},
        Dialect::Oracle => &dialects::OracleDialect,
        Dialect::Sqlite => &dialects::SQLiteDialect {},
        Dialect::DuckDb => &dialects::DuckDbDialect {},
        Dialect::ClickHouse => &dialects::ClickHouseDialect {},
        Dialect::Databricks => &dialects::DatabricksDialect {},
        Dialect::Hive => &dialects::HiveDialect {},
    }
}
