//! The keywords that the scanner must know.

/// No keyword here is longer.
const LONGEST: usize = 11;

/// A word of up to sixteen bytes as a number, in small letters.
fn packed(word: &[u8]) -> u128 {
    word.iter().rev().fold(0, |number, byte| number << 8 | u128::from(byte.to_ascii_lowercase()))
}

/// Words with blanks between them, as numbers in order.
const fn sorted<const N: usize>(words: &str) -> [u128; N] {
    let words = words.as_bytes();
    let mut numbers = [0; N];
    let (mut from, mut count) = (0, 0);
    while from < words.len() {
        let (mut number, mut bits) = (0, 0);
        while from < words.len() && words[from] != b' ' {
            number |= (words[from] as u128) << bits;
            bits += 8;
            from += 1;
        }
        from += 1;
        let mut at = count;
        while at > 0 && numbers[at - 1] > number {
            numbers[at] = numbers[at - 1];
            at -= 1;
        }
        numbers[at] = number;
        count += 1;
    }
    assert!(count == N);
    numbers
}

fn is_among(word: &[u8], words: &[u128]) -> bool {
    word.len() <= LONGEST && words.binary_search(&packed(word)).is_ok()
}

/// Keywords after which an operand comes.
static BEFORE_OPERAND: [u128; 47] = sorted(
    "all and any as between binary by call case default distinct div else escape fetch first for from \
     having ilike in interval is join like limit mod next not offset on or regexp return returning rlike \
     select set similar some then to top using values when where",
);

/// Reserved words, which are no names unless they are quoted: they can be lowered where names keep their case.
static RESERVED: [u128; 82] = sorted(
    "all alter and as asc begin between by call cascade case collate column commit constraint create \
     cross database default delete desc distinct drop else end exists for force foreign from group having \
     if ignore in index inner insert intersect interval into is join key left like limit lock natural not \
     null offset on or order outer primary recursive references regexp replace right rollback row rows \
     select set start table then to transaction union unique update use using values when where with xor",
);

/// Whether an operand comes after a word.
pub(super) fn before_operand(word: &[u8]) -> bool {
    is_among(word, &BEFORE_OPERAND)
}

/// Whether a word is reserved.
pub(super) fn is_reserved(word: &[u8]) -> bool {
    is_among(word, &RESERVED)
}

/// Whether a word in small letters is reserved that has less than eight of them.
#[inline]
pub(super) fn is_short_reserved(small: [u8; 8], count: usize) -> bool {
    let bytes = u64::from_le_bytes(small) & !(u64::MAX << (8 * count as u32));
    RESERVED.binary_search(&u128::from(bytes)).is_ok()
}
