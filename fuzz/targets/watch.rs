//! How the fuzzer's process behaves.

use shardkey_fuzz::foreign;

/// Makes every panic of ours end the process, also one that would be caught, and all work be done on one thread, so
/// that an input always takes the same way.
pub(crate) fn watch() {
    rayon::ThreadPoolBuilder::new().num_threads(1).build_global().expect("no pool of threads yet");
    std::panic::set_hook(Box::new(|panic| {
        if !foreign(panic) {
            eprintln!("{panic}");
            std::process::abort();
        }
    }));
}
