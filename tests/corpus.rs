//! The corpus of the fuzzer's targets, replayed without the fuzzer.
#![cfg(feature = "log")]

use std::fs;
use std::panic::{catch_unwind, set_hook, take_hook};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

// The same sources, and no second build of the core.
#[path = "../fuzz/src/lib.rs"]
pub mod targets;

/// Panics of ours, those that were caught included.
static PANICS: AtomicUsize = AtomicUsize::new(0);

fn replay(target: &str, run: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target);
    let files = fs::read_dir(folder).expect("a corpus");
    let mut paths: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    paths.sort();
    assert!(paths.len() > 20, "the corpus of {target} is there");
    for path in paths {
        let bytes = fs::read(&path).expect("a file");
        let done = catch_unwind(|| run(&bytes));
        assert!(done.is_ok() && PANICS.load(Ordering::Relaxed) == 0, "{} panics", path.display());
    }
}

#[test]
fn every_input_that_is_kept() {
    let told = take_hook();
    set_hook(Box::new(move |panic| {
        if !targets::foreign(panic) {
            PANICS.fetch_add(1, Ordering::Relaxed);
            told(panic);
        }
    }));
    replay("records", targets::records);
    replay("scan", targets::scan);
    replay("understand", targets::understand);
    replay("whole", targets::whole);
}
