"""Values that break readers of logs."""

#: Lines that look like the beginning of a record, in each format.
HEADERS = {
    "stderr": "2026-01-01 00:00:00.000 UTC [1] LOG:  duration: 1.000 ms  statement: delete from a",
    "rds": "2026-01-01 00:00:00 UTC:[local]:shop@shop:[1]:LOG:  statement: delete from b",
    "csvlog": '2026-01-01 00:00:00.000 UTC,"u","d",1,"[local]",1.1,1,"SELECT",,,0,LOG,00000,"x"',
    "jsonlog": '{"timestamp":"2026-01-01 00:00:00.000 UTC","message":"statement: delete from c"}',
    "slow": "# User@Host: fake[fake] @ localhost []",
    "time": "# Time: 260101  1:02:03",
    "general": "260101  1:02:03\t     9 Query\tdelete from d",
    "same second": "\t\t     9 Query\tdelete from e",
}

#: Each goes through every protocol.
TEXTS = {
    "plain": "hello",
    "empty": "",
    "blank": " ",
    "quotes": "it's '' a \"quoted\" `one`",
    "one quote": "'",
    "backslashes": "C:\\new\\table\\",
    "backslash and quote": "\\'; delete from orders; --",
    "newlines": "one\ntwo\n\nfour\n",
    "newline and tab": "one\n\ttwo\n\t\tthree",
    "tabs": "\tone\ttwo\t",
    "crlf": "one\r\ntwo\r\n",
    "carriage return": "one\rtwo",
    "parameter": "a', $2 = '99', $3 = 'x",
    "parameters": "parameters: $1 = '1', $2 = NULL",
    "detail": "x\nDETAIL:  parameters: $1 = '7'",
    "placeholders": "? ?? $1 $2 %s %(name)s :name @name",
    "comment": "/* not -- a # comment */ -- at all",
    "statement": "'); insert into orders values (1); commit; begin; ('",
    "dollars": "$$ $tag$ $",
    "semicolons": ";;\n;\n",
    "emoji": "\N{PILE OF POO}\N{ZERO WIDTH JOINER}\N{GREEK SMALL LETTER ALPHA}é",
    "line separators": "a\u2028b\u2029c\u0085d",
    "controls": "\x01\x02\x1b[31m\x7f",
    "comma": 'a,"b",,""c""',
    "long": "0123456789 abc'\n" * 2500,
    **{f"fake {kind}": f"x\n{line}\ny" for kind, line in HEADERS.items()},
}


def quoted(text: str) -> str:
    """Write a literal of standard SQL, as PostgreSQL reads it."""
    return "'" + text.replace("'", "''") + "'"


def escaped(text: str) -> str:
    """Write a literal as MariaDB reads it."""
    return "'" + text.replace("\\", "\\\\").replace("'", "''") + "'"
