//! What parsing costs by itself: the statements of a log, each given to `sqlparser`.
//!
//! `cargo run --release --example parse_alone -- FILE STATEMENTS THREADS RUNS` reads the first statements of a
//! PostgreSQL log into memory, parses them so many times, and prints their number, their bytes, how many the parser
//! rejects and the seconds of the fastest run.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program for the terminal")]

use std::path::PathBuf;
use std::time::Instant;

use rayon::prelude::*;
use shardkey::error::Result;
use shardkey::log::options::Options;
use shardkey::log::read;
use shardkey::log::record::What;
use sqlparser::dialect::PostgreSqlDialect;
use sqlparser::parser::Parser;

/// The first statements of a log that have a text.
fn texts(path: PathBuf, most: usize) -> Result<Vec<String>> {
    let mut blocks = read::open(&[path], &Options::default())?.blocks;
    let mut texts = Vec::new();
    while texts.len() < most {
        let more = blocks.next(|reader, block| {
            reader.read(block.bytes, &mut |record| {
                if let What::Statement(statement) = record.what
                    && !statement.sql.trim_ascii().is_empty()
                {
                    texts.push(String::from_utf8_lossy(&statement.sql).into_owned());
                }
            });
        })?;
        if more.is_none() {
            break;
        }
    }
    texts.truncate(most);
    Ok(texts)
}

/// How many statements the parser rejects.
fn rejected(texts: &[String]) -> usize {
    texts.iter().filter(|text| Parser::parse_sql(&PostgreSqlDialect {}, text).is_err()).count()
}

fn main() {
    let mut args = std::env::args().skip(1);
    let Some(path) = args.next() else { return eprintln!("FILE STATEMENTS THREADS RUNS") };
    let mut number = |default: usize| args.next().and_then(|text| text.parse().ok()).unwrap_or(default);
    let (most, threads, runs) = (number(200_000), number(1), number(3));
    let texts = match texts(path.into(), most) {
        Ok(texts) => texts,
        Err(error) => return eprintln!("{error}"),
    };
    let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(threads).build() else { return };
    let (mut best, mut failed) = (f64::INFINITY, 0);
    for _ in 0..runs {
        let start = Instant::now();
        failed = pool.install(|| texts.par_chunks(256).map(rejected).sum());
        best = best.min(start.elapsed().as_secs_f64());
    }
    let bytes: usize = texts.iter().map(String::len).sum();
    println!("{} {bytes} {failed} {best}", texts.len());
}
