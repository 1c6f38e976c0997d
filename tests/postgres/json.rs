//! Logs of JSON objects.

use shardkey::log::postgres::recognise;
use shardkey::log::record::What;

use super::{read, show, shown};

#[test]
fn json_of_the_server() {
    let mut log = b"{\"timestamp\":\"2026-11-30 14:04:53.306 UTC\",\"user\":\"ann\",\"dbname\":\"shop\",\"pid\":7,\
        \"session_id\":\"6b0d8285.593c\",\"vxid\":\"3/4\",\"error_severity\":\"LOG\",\"message\":\"duration: 0.5 ms  \
        execute <unnamed>: select '\xE9', \\\"\\u00e9\\ud83d\\ude00\\\"\\n\\t{\",\"detail\":\"Parameters: $1 = NULL\",\
        \"application_name\":\"odd \\\\ app\",\"query_id\":-8441324848661855122}\n"
        .to_vec();
    log.extend(b"{\"timestamp\":\"2026-11-30 14:04:53.306 UTC\",\"error_severity\":\"LOG\",\"message\":\"cut\n{\"timest\n\n");
    let mut reader = recognise(&log).expect("known").1;
    let records = read(reader.as_mut(), &log, 10);
    let What::Statement(of) = &records[0].what else { panic!("{:?}", records[0]) };
    assert_eq!(&*of.sql, b"select '\xE9', \"\xC3\xA9\xF0\x9F\x98\x80\"\n\t{");
    assert_eq!((records[0].transaction, records[0].duration), (Some(4), Some(500.0)));
    assert_eq!(records[0].application.as_deref(), Some(&b"odd \\ app"[..]));
    assert_eq!(records[1..].iter().map(show).collect::<Vec<_>>(), ["? Malformed 1", "? Malformed 1", "-"]);
}

#[test]
fn json_of_services() {
    let cnpg = "{\"level\":\"info\",\"logger\":\"postgres\",\"msg\":\"record\",\"record\":{\"log_time\":\"2026-11-30 14:04:53 UTC\",\
        \"process_id\":\"9\",\"session_id\":\"a.b\",\"error_severity\":\"ERROR\",\"message\":\"no\",\"query\":\"select x\"}}\n\
        {\"level\":\"info\",\"logger\":\"instance\",\"msg\":\"hello\"}\n{\"level\":\"info\",\"msg\":\"older\"}\n";
    assert_eq!(shown("cnpg-json", cnpg), ["E select x", "-", "-"]);
    let azure = "{\"records\":[\n{\"time\":\"2026-11-30T14:04:53Z\",\"properties\":{\"message\":\
        \"2026-11-30 14:04:53 UTC-6593a1b2.1f-LOG:  execute <unnamed>: select $1\",\"detail\":\"Parameters: $1 = '5'\"}},\
        {\"time\":\"2026-11-30T14:04:54Z\",\"properties\":{\"prefix\":\"2026-11-30 14:04:54 UTC-6593a1b2.1f-\",\
        \"errorLevel\":\"LOG\",\"message\":\"statement: select 2\"}}]}\n{\"records\":[]}\n";
    assert_eq!(shown("azure-json", azure), ["S select $1 | $1 = '5'", "S select 2", "-"]);
    let single =
        "{\"properties\":{\"errorLevel\":\"LOG\",\"processId\":3,\"message\":\"statement: select 1\"}}";
    assert_eq!(shown("azure-json", single), ["S select 1"]);
}

#[test]
fn json_that_holds_lines() {
    let entry = |text: &str| {
        format!("{{\"textPayload\":\"{text}\",\"timestamp\":\"2020-05-02T13:00:20.382318Z\"}}\n")
    };
    let mut log =
        entry("[24667]: [1-1] db=d,user=u LOG:  [postgres.c:12]  duration: 1.000 ms  statement: select");
    log += &entry("\\t 1,");
    log += &entry("\\t 2");
    log += "{\"protoPayload\":{}}\n";
    log +=
        &entry("[24667]: [2-1] db=d,user=u ERROR:  no\\n[24667]: [3-1] db=d,user=u STATEMENT:  select\\nx");
    log += &entry("[24667]: [4-1] db=d,user=u LOG:  statement: select 3");
    let expected = ["S select\n 1,\n 2", "-", "E select\nx", "S select 3"];
    assert_eq!(shown("cloudsql-json", &log), expected);
    let array = format!("[\n{}\n]\n", log.trim_end().replace('\n', ",\n"));
    assert_eq!(shown("cloudsql-json", &array), expected);
    let mut reader = recognise(log.as_bytes()).expect("known").1;
    let records = read(reader.as_mut(), log.as_bytes(), 50);
    assert!(records.iter().all(|record| record.time == Some(1_588_424_420_382_318) || show(record) == "-"));
    assert_eq!(records.last().expect("many").at, log.trim_end().rfind('\n').expect("many") + 1);
}
