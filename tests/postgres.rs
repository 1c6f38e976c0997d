//! The logs of PostgreSQL in all their forms, and what is none of them.
#![allow(clippy::print_stderr, reason = "a test that is skipped says so")]

#[path = "postgres/hostile.rs"]
mod hostile;
#[path = "postgres/json.rs"]
mod json;
#[path = "postgres/prefixes.rs"]
mod prefixes;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::Read;

use shardkey::log::postgres::{Prefix, named, recognise};
use shardkey::log::record::{Reader, Record, What};

/// A statement and its parameters.
type Told = (Vec<u8>, Option<Vec<u8>>);

/// A record in a line of its own: S statement, E error, F fatal error, D duration, X end, C setting, - other, ? stray.
fn show(record: &Record<'_>) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    match &record.what {
        What::Statement(of) => {
            let mut line = format!("S {}", text(&of.sql));
            if let Some(list) = &of.parameters {
                line = line + " | " + &text(list);
            }
            if let Some(sql) = &of.prepared {
                line = line + " | prepared " + &text(sql);
            }
            line
        }
        What::Error { statement, fatal } => {
            let statement = statement.as_deref().map(text).unwrap_or_default();
            format!("{} {statement}", if *fatal { "F" } else { "E" })
        }
        What::Duration => format!("D {}", record.duration.unwrap_or(-1.0)),
        What::End => "X".to_owned(),
        What::Setting(name, value) => format!("C {}={}", text(name), text(value)),
        What::Other => "-".to_owned(),
        What::Stray(why) => format!("? {why:?} {}", record.lines),
    }
}

/// Reads all as it comes from a file: in pieces, where what is not complete is given again.
fn read<'a>(reader: &mut dyn Reader, log: &'a [u8], piece: usize) -> Vec<Record<'a>> {
    let (mut records, mut at, mut seen) = (Vec::new(), 0, 0);
    while at < log.len() {
        seen = (seen + piece).min(log.len());
        let whole = reader.complete(&log[at..seen], seen == log.len());
        assert!(seen < log.len() || whole == seen - at, "what is left at the end must be read");
        reader.read(&log[at..at + whole], &mut |mut record| {
            record.at += at;
            records.push(record);
        });
        at += whole;
    }
    records
}

fn shown(format: &str, log: &str) -> Vec<String> {
    let (name, mut reader) = recognise(log.as_bytes()).expect(log);
    assert_eq!(name, format);
    let records = read(reader.as_mut(), log.as_bytes(), log.len());
    let lines: u64 = records.iter().map(|record| record.lines).sum();
    assert_eq!(lines, log.lines().count() as u64, "{log}");
    records.iter().map(show).collect()
}

const PLAIN: &str = "\
2026-11-30 14:04:46.951 UTC [10] LOG:  starting PostgreSQL 15.20
2026-11-30 14:04:47.057 UTC [11] ann@shop LOG:  duration: 1.121 ms  statement: select 1
2026-11-30 14:04:47.100 UTC [11] ann@shop LOG:  duration: 0.200 ms  parse a:b: insert into t values ($1)
2026-11-30 14:04:47.101 UTC [11] ann@shop LOG:  duration: 0.100 ms  bind a:b/p: insert into t values ($1)
2026-11-30 14:04:47.101 UTC [11] ann@shop DETAIL:  parameters: $1 = 'x
\ty'
2026-11-30 14:04:47.102 UTC [11] ann@shop LOG:  duration: 2.500 ms  execute a:b/p: insert into t
\t\tvalues ($1)
2026-11-30 14:04:47.102 UTC [11] ann@shop DETAIL:  Parameters: $1 = 'x
\ty'
2026-11-30 14:04:47.103 UTC [11] ann@shop LOG:  duration: 0.010 ms  execute fetch from a:b/p: insert into t values ($1)
2026-11-30 14:04:47.104 UTC [11] ann@shop LOG:  statement: execute p(1)
2026-11-30 14:04:47.104 UTC [11] ann@shop DETAIL:  prepare: prepare p(int) as select $1
2026-11-30 14:04:47.105 UTC [11] ann@shop LOG:  duration: 0.250 ms
2026-11-30 14:04:47.106 UTC [11] ann@shop LOG:  execute <unnamed>: select $1
2026-11-30 14:04:47.107 UTC [11] ann@shop ERROR:  division by zero at character 8
2026-11-30 14:04:47.107 UTC [11] ann@shop HINT:  Don't.
2026-11-30 14:04:47.107 UTC [11] ann@shop STATEMENT:  select 1/0,
\t  2
2026-11-30 14:04:47.108 UTC [11] ann@shop LOG:  temporary file: path \"x\", size 1
2026-11-30 14:04:47.108 UTC [11] ann@shop STATEMENT:  select 2
2026-11-30 14:04:47.109 UTC [12] LOG:  parameter \"log_min_duration_statement\" changed to \"250ms\"
2026-11-30 14:04:47.109 UTC [11] ann@shop LOG:  duration: 9.000 ms  plan:
\tQuery Text: select 3
\tResult  (cost=0.00..0.01 rows=1 width=4)
2026-11-30 14:04:47.110 UTC [11] ann@shop FATAL:  terminating connection due to administrator command
2026-11-30 14:04:47.111 UTC [11] ann@shop LOG:  disconnection: session time: 0:00:00.007 user=ann database=shop host=[local]
2026-11-30 14:04:47.112 UTC [13] STATEMENT:  of nothing
sh: no such file
";

const PLAIN_SHOWN: &[&str] = &[
    "-",
    "S select 1",
    "-",
    "-",
    "S insert into t\n\tvalues ($1) | $1 = 'x\ny'",
    "-",
    "S execute p(1) | prepared prepare p(int) as select $1",
    "D 250",
    "S select $1",
    "E select 1/0,\n  2",
    "-",
    "C log_min_duration_statement=250ms",
    "-",
    "F ",
    "X",
    "? Line 1",
    "? Line 1",
];

#[test]
fn stderr_grammar() {
    assert_eq!(shown("postgres-stderr", PLAIN), PLAIN_SHOWN);
    let windows = PLAIN.replace('\n', "\r\n");
    assert_eq!(shown("postgres-stderr", &windows), PLAIN_SHOWN);
}

#[test]
fn what_the_prefix_says() {
    let log = "2026-11-30 15:05:17.033 CET [23371]: [4-1] ann@shop odd, app [x] [local] [local] sid=6b0d829d.5b4b \
               vxid=3/26 xid=0 qid=-77 LOG:  duration: 0.601 ms  statement: select 1\n\
               2026-11-30 15:05:17.034 CET [23372]: [5-1] LOG:  checkpoint starting: time\n";
    for piece in [log.len(), 7] {
        let mut reader = recognise(log.as_bytes()).expect("known").1;
        let records = read(reader.as_mut(), log.as_bytes(), piece);
        let first = &records[0];
        assert_eq!(first.time, Some(1_796_047_517_033_000));
        assert_eq!(first.session.as_deref(), Some(&b"6b0d829d.5b4b"[..]));
        assert_eq!(
            (first.user.as_deref(), first.database.as_deref()),
            (Some(&b"ann"[..]), Some(&b"shop"[..]))
        );
        assert_eq!(first.application.as_deref(), Some(&b"odd, app [x]"[..]));
        assert_eq!((first.transaction, first.duration), (Some(26), Some(601.0)));
        assert_eq!(
            (records[1].session.as_deref(), records[1].at),
            (Some(&b"23372"[..]), log.find('\n').expect("two") + 1)
        );
    }
}

#[test]
fn prefixes_are_guessed() {
    let cases = [
        ("2020-03-11 20:40:44 CET:10.0.0.1(5):a b@c:[12774]:", "%t:%r:%u@%d:[%p]:"),
        ("2020-03-11 20:40:44 UTC-6593a1b2.1f-", "%t-%c-"),
        (
            "2020-03-11 20:40:44 UTC [1]: [3-1] user=u,db=d,app=[unknown],client=[local] ",
            "%t [%p]: [%l-1] user=%u,db=%d,app=%a,client=%h ",
        ),
        ("[24667]: [1-1] db=[unknown],user=u ", "[%p]: [%l-1] db=%d,user=%u "),
        ("10.0.0.1 2020-03-11 20:40:44 -03 [7] u@d ", "%h %m [%p] %q%u@%d "),
    ];
    for (head, prefix) in cases {
        let log = format!("{head}LOG:  statement: select 1\n").repeat(3);
        assert_eq!(Prefix::guess(log.as_bytes()).expect(head).text(), prefix);
    }
    // Prefixes that no list has: all that is needed is read.
    let cases = [
        "<2020-03-11 20:40:44.123 +0100>|srv-7|5f1.77|pid 4711|ann/shop|LOG:  statement: select 1\n",
        "1583959244.123 4711 user=ann database=shop vxid=4/7 who knows LOG:  statement: select 1\n",
        "{4711} ann@shop LOG:  statement: select 1\n",
    ];
    for line in cases {
        let log = line.repeat(5);
        let mut reader = recognise(log.as_bytes()).expect(line).1;
        let records = read(reader.as_mut(), log.as_bytes(), log.len());
        assert!(records.iter().all(|record| show(record) == "S select 1"), "{line}");
        assert!(records.iter().all(|record| record.session.as_deref() == Some(&b"4711"[..])), "{line}");
    }
    assert!(recognise(b"2020-01-01 10:00:00 INFO  app started\n2020-01-01 10:00:01 ERROR: no\n").is_none());
    assert!(recognise("insert into t values (1, 'ERROR:  x');\n".repeat(9).as_bytes()).is_none());
    assert!(recognise(b"").is_none());
}

#[test]
fn a_given_prefix() {
    let prefix = "%-8u|%5p|%v|%c| ";
    let log = b"ann     |   42|3/9|6b0d829d.2a| LOG:  statement: a\nann     |   42||6b0d829d.2a| LOG:  duration: 1.5 ms\n";
    let mut reader = named("postgres-stderr", log, Some(prefix)).expect("a prefix");
    let records = read(reader.as_mut(), log, log.len());
    assert_eq!(records.iter().map(show).collect::<Vec<_>>(), ["S a", "D 1500"]);
    assert_eq!(records.iter().map(|record| record.transaction).collect::<Vec<_>>(), [Some(9), None]);
    assert_eq!(records[0].user.as_deref(), Some(&b"ann"[..]));
    assert!(named("postgres-stderr", b"nothing", None).is_err() && named("x", log, None).is_err());
}

#[test]
fn other_languages_and_verbose() {
    let log = "\
2020-03-11 20:40:44 CET [1] LOG:  Dauer: 1.500 ms  Anweisung: select 1
2020-03-11 20:40:44 CET [1] LOG:  Dauer: 1.500 ms  Ausführen <unnamed>: select $1
2020-03-11 20:40:44 CET [1] DETAIL:  Parameter: $1 = '2'
2020-03-11 20:40:44 CET [1] FEHLER:  Division durch Null
2020-03-11 20:40:44 CET [1] ANWEISUNG:  select 1/0
2020-03-11 20:40:44 CET [1] LOG:  durée : 1.000 ms, instruction : select 2
2020-03-11 20:40:44 CET [1] ERREUR:  division par zéro
2020-03-11 20:40:44 CET [1] INSTRUCTION :  select 2/0
2020-03-11 20:40:44 CET [1] СООБЩЕНИЕ:  продолжительность: 0.100 мс, оператор: select 3
2020-03-11 20:40:44 CET [1] 日志:  执行时间: 0.100 ms 语句: select 4
2020-03-11 20:40:44 CET [1] LOG:  00000: duration: 1.000 ms  statement: select 5
2020-03-11 20:40:44 CET [1] LOCATION:  exec_simple_query, postgres.c:1309
2020-03-11 20:40:44 CET [1] LOGO:  statement: select 6
";
    let expected = [
        "S select 1",
        "S select $1 | $1 = '2'",
        "E select 1/0",
        "S select 2",
        "E select 2/0",
        "S select 3",
        "S select 4",
        "S select 5",
        "S select 6",
    ];
    assert_eq!(shown("postgres-stderr", log), expected);
    // The same in Latin-1, as a server with such an encoding writes it.
    let latin: Vec<u8> = log.chars().filter_map(|letter| u8::try_from(u32::from(letter)).ok()).collect();
    let mut reader = recognise(&latin).expect("known").1;
    let records = read(reader.as_mut(), &latin, latin.len());
    assert_eq!(records.iter().map(show).take(5).collect::<Vec<_>>(), expected[..5]);
}

#[test]
fn csv() {
    let log = "\
2021-01-22 10:03:22.785 CET,\"a\",\"b\",1486,\"127.0.0.1:52306\",6009c305.5ce,32878,\"SELECT\",2021-01-21 19:08:05 CET,14/10903,0,LOG,00000,\"duration: 26.120 ms  execute S_65: select \"\"x\"\"
 from t where a = $1\",\"parameters: $1 = 'X
2021-01-22 10:03:22.785 CET,\"\"fake\"\",'\",,,,,,,,\"PostgreSQL JDBC Driver\"
\"2021-01-22 10:03:23+01\",,,1487,,6009c305.5cf,1,,2021-01-21 19:08:05 CET,,0,ERROR,22012,\"division by zero\",,,,,,\"select 1/0\",8,,\"psql\",\"client backend\",,0
not a record

2021-01-22 10:03:23 CET,\"a\",\"b\",1486,\"127.0.0.1:52306\",6009c305.5ce,32878,\"SELECT\",2021-01-21 19:08:05 CET,14/10903,0,LOG,00000,\"statement: cut o
2021-01-22 10:03:24 CET,,,1487,,6009c305.5cf,1,,2021-01-21 19:08:05 CET,,0,LOG,00000,\"statement: select 2\",,,,,,,,,\"psql\",\"client backend\",,0
";
    let expected = [
        "S select \"x\"\n from t where a = $1 | $1 = 'X\n2021-01-22 10:03:22.785 CET,\"fake\",'",
        "E select 1/0",
        "? Line 1",
        "-",
        "? Cut 1",
        "S select 2",
    ];
    assert_eq!(shown("postgres-csv", log), expected);
}

#[test]
fn syslog() {
    let long = "x".repeat(890);
    let log = format!(
        "\
Feb 14 01:34:02 db1 postgres[7]: [4-1] user=u,db=d LOG:  duration: 1.0 ms  statement: select 1,
<134>Feb 14 01:34:02 db1 postgres[7]: [4-2] #0112
Feb 14 01:34:02 db1 postgres[8]: [9-1] user=u,db=d LOG:  execute <unnamed>: select
Feb 14 01:34:02 db1 postgres[7]: [5-1] user=u,db=d ERROR:  no
Feb 14 01:34:02 db1 postgres[8]: [9-2] #011$1
Feb 14 01:34:02 db1 postgres[8]: [9-3] user=u,db=d DETAIL:  parameters: $1 = '{long}
Feb 14 01:34:02 db1 postgres[8]: [9-4] lost {long}
Feb 14 01:34:02 db1 postgres[8]: [9-5]  kept 'kept'
Feb 14 01:34:03 db1 sshd[9]: Accepted publickey
Feb 14 01:34:03 db1 postgres[8]: [10-2] of nothing
"
    );
    let parameters = format!("S select\n$1 | $1 = '{long} lost {long} kept 'kept'");
    let expected = ["S select 1,\n2", &parameters, "E ", "-", "? Line 1"];
    assert_eq!(shown("postgres-syslog", &log), expected);
    let modern = "<134>1 2021-02-14T01:34:02.5+01:00 db1 postgres 7 - - [4-1] LOG:  statement: a\n\
        2021-02-14T01:34:03+0100 db1 postgres[7]: [5-1] LOG:  statement: b\n";
    assert_eq!(shown("postgres-syslog", modern), ["S a", "S b"]);
    let mut reader = recognise(modern.as_bytes()).expect("known").1;
    let records = read(reader.as_mut(), modern.as_bytes(), modern.len());
    assert_eq!(records[0].time, Some(1_613_262_842_500_000));
    assert_eq!(records[1].session.as_deref(), Some(&b"7"[..]));
    let journal = "Nov 30 14:04:46 db1 postgres[7]: 2026-11-30 14:04:46.951 UTC [7] LOG:  statement: select\n\
        Nov 30 14:04:46 db1 postgres[7]: \t1\nNov 30 14:04:47 db1 postgres[7]: 2026-11-30 14:04:47 UTC [7] LOG:  x\n";
    assert_eq!(shown("postgres-syslog", journal), ["S select\n1", "-"]);
}

#[test]
fn pgaudit_alone() {
    let log = "\
2020-03-11 20:40:44 UTC [1] LOG:  AUDIT: SESSION,1,1,READ,SELECT,TABLE,public.a,\"select *, \"\"x\"\"
\t from a, b where c = $1\",\"1,it's\"
2020-03-11 20:40:44 UTC [1] LOG:  AUDIT: SESSION,1,1,READ,SELECT,TABLE,public.b,<previously logged>,<previously logged>
2020-03-11 20:40:44 UTC [1] LOG:  AUDIT: SESSION,2,1,MISC,COMMIT,,,commit,<not logged>
";
    let expected = ["S select *, \"x\"\n from a, b where c = $1 | $1 = '1', $2 = 'it''s'", "-", "S commit"];
    assert_eq!(shown("postgres-stderr", log), expected);
    // Beside the server's own lines they would count twice.
    let both = log.to_owned() + "2020-03-11 20:40:44 UTC [1] LOG:  statement: commit\n";
    assert_eq!(shown("postgres-stderr", &both), ["-", "-", "-", "S commit"]);
}

#[test]
fn divided_and_rotated() {
    let mut reader = recognise(PLAIN.as_bytes()).expect("known").1;
    let whole: Vec<String> = read(reader.as_mut(), PLAIN.as_bytes(), PLAIN.len()).iter().map(show).collect();
    for near in 0..PLAIN.len() {
        let at = reader.divide(PLAIN.as_bytes(), near).unwrap_or(PLAIN.len());
        let mut other = reader.again();
        let (first, second) = PLAIN.as_bytes().split_at(at);
        let mut parts: Vec<String> = read(reader.as_mut(), first, PLAIN.len()).iter().map(show).collect();
        parts.extend(read(other.as_mut(), second, PLAIN.len()).iter().map(show));
        assert_eq!(parts, whole, "divided at {at}");
        assert!(second.is_empty() || reader.begins(second));
    }
    assert!(!reader.begins(b"\tand b = 2\n"));
}

/// The same traffic in three formats gives the same statements and parameters.
#[test]
fn formats_agree() {
    let Ok(folder) = std::env::var("SHARDKEY_CORPORA") else {
        eprintln!("skipped: SHARDKEY_CORPORA is not set");
        return;
    };
    for name in ["gen_pg15_mindur", "gen_pg15_logstmt", "gen_pg18_mindur"] {
        let mut all = Vec::new();
        for format in ["log", "csv", "json"] {
            let file = std::fs::File::open(format!("{folder}/postgres/{name}.{format}.gz")).expect("a file");
            let mut log = Vec::new();
            flate2::read::GzDecoder::new(file).read_to_end(&mut log).expect("gzip");
            let mut reader = recognise(&log[..log.len().min(1 << 18)]).expect(name).1;
            let records = read(reader.as_mut(), &log, 1 << 20);
            // The server writes the records of each session in order, and those of several as it comes.
            let mut sessions: BTreeMap<Vec<u8>, Vec<Told>> = BTreeMap::new();
            for record in &records {
                let own = |text: &Option<_>| text.as_ref().map(|text: &Cow<'_, [u8]>| text.to_vec());
                let told = match &record.what {
                    What::Statement(of) => (of.sql.to_vec(), own(&of.parameters)),
                    What::Error { statement, .. } => (own(statement).unwrap_or_default(), None),
                    _ => continue,
                };
                sessions
                    .entry(record.session.clone().expect("a session").into_owned())
                    .or_default()
                    .push(told);
            }
            let mut sessions: Vec<_> = sessions.into_values().collect();
            sessions.sort();
            assert!(sessions.iter().map(Vec::len).sum::<usize>() > 8000, "{name}.{format}");
            assert!(!records.iter().any(|record| matches!(record.what, What::Stray(_))), "{name}.{format}");
            all.push(sessions);
        }
        assert!(all[0] == all[1] && all[1] == all[2], "{name}");
    }
}
