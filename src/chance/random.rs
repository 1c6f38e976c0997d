//! Random numbers, one stream for each placement, so that no figure depends on which thread draws it.

/// The step of `SplitMix64`: 2⁶⁴ over the golden ratio.
pub(crate) const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// A stream of `SplitMix64` (Steele, Lea, Flood, OOPSLA 2014).
#[derive(Debug)]
pub(super) struct Random {
    state: u64,
    /// The second of a pair of normal numbers, until it is asked for.
    spare: Option<f64>,
}

impl Random {
    /// One of the streams of a seed.
    pub(super) const fn new(seed: u64, stream: u64) -> Self {
        let start = mix(seed.wrapping_add(STEP)).wrapping_add(stream);
        Self { state: mix(start), spare: None }
    }

    /// Any 64 bits.
    pub(super) const fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STEP);
        mix(self.state)
    }

    /// A number below `end`; the bias is below `end` / 2⁶⁴.
    pub(super) fn below(&mut self, end: u32) -> usize {
        ((u128::from(self.bits()) * u128::from(end)) >> 64) as usize
    }

    /// A number of the standard normal distribution, by Marsaglia's polar method.
    pub(super) fn normal(&mut self) -> f64 {
        if let Some(spare) = self.spare.take() {
            return spare;
        }
        loop {
            let (x, y) = (self.between(), self.between());
            let square = x * x + y * y;
            if square > 0.0 && square < 1.0 {
                let scale = (-2.0 * square.ln() / square).sqrt();
                self.spare = Some(y * scale);
                return x * scale;
            }
        }
    }

    /// A number above 0 and below 1.
    #[cfg(test)]
    pub(super) fn open(&mut self) -> f64 {
        ((self.bits() >> 12) as f64 + 0.5) / (1u64 << 52) as f64
    }

    /// A number from -1 to below 1.
    fn between(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}

/// Whether the thing at a place belongs to a sample of this share, as if at random, but always the same.
#[must_use]
pub fn chosen(place: u64, share: f64) -> bool {
    (Random::new(0, place).bits() >> 11) as f64 / ((1u64 << 53) as f64) < share
}

/// What a state of the stream gives.
pub(crate) const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_that_of_splitmix64() {
        let mut random = Random { state: 1_234_567, spare: None };
        let first: Vec<u64> = (0..3).map(|_| random.bits()).collect();
        assert_eq!(first, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn normal_numbers_have_their_moments() {
        let mut random = Random::new(7, 0);
        let drawn: Vec<f64> = (0..200_000).map(|_| random.normal()).collect();
        let moment = |power: i32| drawn.iter().map(|z| z.powi(power)).sum::<f64>() / drawn.len() as f64;
        assert!(moment(1).abs() < 0.01 && moment(3).abs() < 0.04);
        assert!((moment(2) - 1.0).abs() < 0.015 && (moment(4) - 3.0).abs() < 0.1);
    }

    #[test]
    fn shards_are_drawn_alike() {
        let mut random = Random::new(7, 1);
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[random.below(7)] += 1;
        }
        assert!(counts.iter().all(|c| c.abs_diff(10_000) < 400), "{counts:?}");
    }

    #[test]
    fn streams_differ() {
        let first = |seed, stream| Random::new(seed, stream).bits();
        assert_ne!(first(0, 0), first(0, 1));
        assert_ne!(first(0, 0), first(1, 0));
        assert_eq!(first(3, 4), first(3, 4));
    }
}
