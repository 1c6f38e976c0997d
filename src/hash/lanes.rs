//! Eight BLAKE2b hashes at a time, in the lanes of AVX-512.
//!
//! Written by hand since it is the floor of the whole work: hashing each distinct key once. Measured on the
//! sweep of the benchmark against `blake2b_simd`, whose many-lane path ends at four lanes of AVX2 and pays for
//! jobs of any length. A key's text rarely exceeds 16 bytes; the rounds are compiled for 2, 4 and 16 words of
//! message, so that the additions of words that are zero fall away.
//!
//! RFC 7693 has the algorithm; the tests hold it to `blake2` for every length that fits one block.
#![allow(unsafe_code)]

use std::arch::x86_64::{
    __m512i, _mm512_add_epi64, _mm512_loadu_si512, _mm512_ror_epi64, _mm512_set1_epi64, _mm512_storeu_si512,
    _mm512_xor_si512,
};

/// How many texts are hashed together.
pub(super) const LANES: usize = 8;
/// The longest text: one block.
pub(super) const LONGEST: usize = 128;

const IV: [u64; 8] = [
    0x6A09_E667_F3BC_C908,
    0xBB67_AE85_84CA_A73B,
    0x3C6E_F372_FE94_F82B,
    0xA54F_F53A_5F1D_36F1,
    0x510E_527F_ADE6_82D1,
    0x9B05_688C_2B3E_6C1F,
    0x1F83_D9AB_FB41_BD6B,
    0x5BE0_CD19_137E_2179,
];

/// The parameter block's first word for a digest of 8 bytes, no key, fanout and depth 1.
const PARAMETERS: u64 = 0x0101_0008;

/// The order in which each round takes the words of the message.
const SIGMA: [[usize; 16]; 12] = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
    [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
    [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
    [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
    [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
    [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
    [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
    [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
    [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
];

/// The words of eight messages, word by word, and their lengths in bytes.
#[derive(Default)]
pub(super) struct Messages {
    pub words: [[u64; LANES]; 16],
    pub lengths: [u64; LANES],
}

/// Whether this processor has the lanes.
pub(super) fn available() -> bool {
    is_x86_feature_detected!("avx512f")
}

/// The first eight bytes of each digest, as a little-endian word; `None` without the lanes.
///
/// Words from `used` on must be zero.
pub(super) fn hash(messages: &Messages, used: usize) -> Option<[u64; LANES]> {
    if !available() {
        return None;
    }
    // SAFETY: the processor has AVX-512F, as was just found.
    Some(unsafe {
        match used {
            0..=2 => compress::<2>(messages),
            3..=4 => compress::<4>(messages),
            _ => compress::<16>(messages),
        }
    })
}

#[target_feature(enable = "avx512f")]
fn compress<const USED: usize>(messages: &Messages) -> [u64; LANES] {
    let all = |word: u64| _mm512_set1_epi64(word.cast_signed());
    // SAFETY: each row is eight words, and the load needs no alignment.
    let load = |row: &[u64; LANES]| unsafe { _mm512_loadu_si512(row.as_ptr().cast()) };
    let mut message = [all(0); USED];
    for (to, from) in message.iter_mut().zip(&messages.words) {
        *to = load(from);
    }
    let first = IV[0] ^ PARAMETERS;
    let mut v = [
        all(first),
        all(IV[1]),
        all(IV[2]),
        all(IV[3]),
        all(IV[4]),
        all(IV[5]),
        all(IV[6]),
        all(IV[7]),
        all(IV[0]),
        all(IV[1]),
        all(IV[2]),
        all(IV[3]),
        _mm512_xor_si512(all(IV[4]), load(&messages.lengths)),
        all(IV[5]),
        // The only block is the last one.
        all(!IV[6]),
        all(IV[7]),
    ];
    macro_rules! round {
        ($($r:literal)*) => {$(
            mix::<USED>(&mut v, [0, 4, 8, 12], &message, SIGMA[$r][0], SIGMA[$r][1]);
            mix::<USED>(&mut v, [1, 5, 9, 13], &message, SIGMA[$r][2], SIGMA[$r][3]);
            mix::<USED>(&mut v, [2, 6, 10, 14], &message, SIGMA[$r][4], SIGMA[$r][5]);
            mix::<USED>(&mut v, [3, 7, 11, 15], &message, SIGMA[$r][6], SIGMA[$r][7]);
            mix::<USED>(&mut v, [0, 5, 10, 15], &message, SIGMA[$r][8], SIGMA[$r][9]);
            mix::<USED>(&mut v, [1, 6, 11, 12], &message, SIGMA[$r][10], SIGMA[$r][11]);
            mix::<USED>(&mut v, [2, 7, 8, 13], &message, SIGMA[$r][12], SIGMA[$r][13]);
            mix::<USED>(&mut v, [3, 4, 9, 14], &message, SIGMA[$r][14], SIGMA[$r][15]);
        )*};
    }
    round!(0 1 2 3 4 5 6 7 8 9 10 11);
    let digest = _mm512_xor_si512(all(first), _mm512_xor_si512(v[0], v[8]));
    let mut out = [0; LANES];
    // SAFETY: the array is eight words, and the store needs no alignment.
    unsafe { _mm512_storeu_si512(out.as_mut_ptr().cast(), digest) };
    out
}

/// The mixing function G of RFC 7693, on four words of the state and two of the message.
#[target_feature(enable = "avx512f")]
#[inline]
#[expect(clippy::many_single_char_names, reason = "the names of RFC 7693")]
fn mix<const USED: usize>(
    v: &mut [__m512i; 16],
    at: [usize; 4],
    message: &[__m512i; USED],
    x: usize,
    y: usize,
) {
    let [a, b, c, d] = at;
    v[a] = _mm512_add_epi64(v[a], v[b]);
    if x < USED {
        v[a] = _mm512_add_epi64(v[a], message[x]);
    }
    v[d] = _mm512_ror_epi64::<32>(_mm512_xor_si512(v[d], v[a]));
    v[c] = _mm512_add_epi64(v[c], v[d]);
    v[b] = _mm512_ror_epi64::<24>(_mm512_xor_si512(v[b], v[c]));
    v[a] = _mm512_add_epi64(v[a], v[b]);
    if y < USED {
        v[a] = _mm512_add_epi64(v[a], message[y]);
    }
    v[d] = _mm512_ror_epi64::<16>(_mm512_xor_si512(v[d], v[a]));
    v[c] = _mm512_add_epi64(v[c], v[d]);
    v[b] = _mm512_ror_epi64::<63>(_mm512_xor_si512(v[b], v[c]));
}
