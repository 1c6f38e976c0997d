//! Statements before which `MySQL` commits without being told.

/// Whether it commits before the statement of this key.
pub(super) fn commits(key: &str) -> bool {
    let mut words =
        key.split(|letter: char| letter.is_whitespace() || letter == '(').map(str::to_ascii_lowercase);
    let mut word = || words.next().unwrap_or_default();
    let first = word();
    let mut second = word();
    if second == "or" {
        // CREATE OR REPLACE
        word();
        second = word();
    }
    match first.as_str() {
        // Temporary tables are the session's own, and DROP PREPARE forgets a statement.
        "create" | "drop" => !matches!(second.as_str(), "temporary" | "prepare"),
        "alter" | "cache" | "flush" | "grant" | "install" | "rename" | "reset" | "revoke" | "truncate"
        | "uninstall" => true,
        // MariaDB also analyzes statements, which it runs for it.
        "analyze" | "check" | "optimize" | "repair" => {
            matches!(second.as_str(), "table" | "tables" | "view" | "local" | "no_write_to_binlog")
        }
        "load" => second == "index",
        "lock" => matches!(second.as_str(), "table" | "tables"),
        "set" => second == "password",
        _ => false,
    }
}
