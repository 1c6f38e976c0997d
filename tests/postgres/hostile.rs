//! Logs that are cut off, changed at random, long, or none at all.

use shardkey::log::record::Reader;

use super::{PLAIN, read, recognise, show};

const CSV: &str = "2021-01-22 10:03:22.785 CET,\"a\",\"b\",14,\"[local]\",6009c305.5ce,3,\"SELECT\",2021-01-21 \
    19:08:05 CET,14/10903,0,LOG,00000,\"statement: select \"\"x\"\"\n\",,,,,,,,,\"psql\"\n";
const JSON: &str = "{\"timestamp\":\"2026-11-30 14:04:53.306 UTC\",\"pid\":7,\"error_severity\":\"LOG\",\
    \"message\":\"statement: a\\u00e9\\\\ [{\"}\n";
const CLOUD: &str =
    "{\"textPayload\":\"[7]: [1-1] db=d,user=u LOG:  statement: select\"}\n{\"textPayload\":\"\\t 1\"}\n";
const AZURE: &str = "{\"records\":[{\"properties\":{\"message\":\"2026-11-30 14:04:53 UTC-6593a1b2.1f-LOG:  statement: a\"}}]}\n";
const SYSLOG: &str = "Feb 14 01:34:02 db1 postgres[7]: [4-1] user=u,db=d LOG:  statement: select 1,\n\
    Feb 14 01:34:02 db1 postgres[7]: [4-2] #0112\n";

fn reader(sample: &str) -> Box<dyn Reader> {
    recognise(sample.as_bytes()).expect("known").1
}

fn lines(log: &[u8]) -> u64 {
    let open = log.last().is_some_and(|&last| last != b'\n');
    log.split(|&byte| byte == b'\n').count() as u64 - 1 + u64::from(open)
}

/// No line is lost, whatever the file's end and however it is given.
fn check(reader: &dyn Reader, log: &[u8]) {
    let mut first: Option<Vec<String>> = None;
    for piece in [log.len().max(1), 97.max(log.len() / 4)] {
        let records = read(reader.again().as_mut(), log, piece);
        let counted: u64 = records.iter().map(|record| record.lines).sum();
        assert_eq!(counted, lines(log), "{piece} {:?}", String::from_utf8_lossy(log));
        assert!(records.iter().all(|record| record.at <= log.len()));
        let shown: Vec<String> =
            records.iter().map(show).filter(|line| line.starts_with(['S', 'E', 'F'])).collect();
        match &first {
            Some(first) => assert_eq!(first, &shown, "{piece} {:?}", String::from_utf8_lossy(log)),
            None => first = Some(shown),
        }
    }
}

#[test]
fn cut_anywhere() {
    for whole in [PLAIN, CSV, JSON, CLOUD, AZURE, SYSLOG] {
        let (log, reader) = (whole.repeat(2), reader(whole));
        for end in 0..whole.len() {
            check(reader.as_ref(), &log.as_bytes()[..end]);
            let mut gap = whole.as_bytes()[..end].to_vec();
            gap.extend_from_slice(&log.as_bytes()[end + 9..]);
            check(reader.as_ref(), &gap);
        }
    }
}

#[test]
fn random_bytes() {
    let mut state = 7_u64;
    let mut random = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    for whole in [PLAIN, CSV, JSON, CLOUD, AZURE, SYSLOG] {
        let reader = reader(whole);
        for _ in 0..150 {
            let mut log = whole.as_bytes().to_vec();
            for _ in 0..random() % 12 {
                let at = random() as usize % log.len();
                let byte = b"\0\n\r\t\"\\{}[],:' \xFF\xE9#L$%"[random() as usize % 20];
                match random() % 3 {
                    0 => log[at] = byte,
                    1 => log.insert(at, byte),
                    _ => drop(log.remove(at)),
                }
            }
            check(reader.as_ref(), &log);
            let _ = recognise(&log);
            let noise: Vec<u8> = (0..200).map(|_| (random() >> 24) as u8).collect();
            check(reader.as_ref(), &noise);
            let _ = recognise(&noise);
        }
    }
}

#[test]
fn long_and_deep() {
    let mut log = b"2026-11-30 14:04:46 UTC [10] LOG:  statement: select ".to_vec();
    log.resize(5_000_000, b'@');
    log.push(b'\n');
    check(reader(PLAIN).as_ref(), &log);
    let deep = "[".repeat(100_000) + &"{\"a\":".repeat(100_000) + "\n";
    check(reader(JSON).as_ref(), deep.as_bytes());
    let tabs = "\tx\n".repeat(10_000);
    check(reader(PLAIN).as_ref(), tabs.as_bytes());
    check(reader(CSV).as_ref(), "\"".repeat(9_999).as_bytes());
}
