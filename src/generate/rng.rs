//! Where every random value comes from: keys by HKDF-SHA256 (RFC 5869), streams by `ChaCha20` (RFC 8439), and draws
//! that this file owns, so that no dependency can change a value.

use chacha20::ChaCha20Legacy;
use chacha20::cipher::{KeyIvInit as _, StreamCipher as _};
use hkdf::Hkdf;
use sha2::Sha256;
use zeroize::{Zeroize as _, ZeroizeOnDrop, Zeroizing};

use crate::seal::MasterSeed;

/// Words of keystream that are made at a time: four `ChaCha20` blocks, which the cipher computes side by side.
const BUFFER_WORDS: usize = 64;

/// A 32-byte key of `ChaCha20`, wiped when dropped. A secret one is kept in a [`Box`], so that moving it leaves no copy.
pub type Key = Zeroizing<[u8; 32]>;

/// What a key is for. Two purposes never share a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// The outcome of every position.
    Order,
    /// Everything else that a unit shows.
    Unit,
    /// What the manifest publishes to bind the seed.
    Commitment,
}

impl Purpose {
    const fn label(self) -> &'static str {
        match self {
            Self::Order => "order",
            Self::Unit => "unit",
            Self::Commitment => "commitment",
        }
    }
}

/// The keys of one block.
pub struct BlockKeys {
    /// Key of [`Purpose::Order`].
    pub order: Box<Key>,
    /// Key of [`Purpose::Unit`].
    pub unit: Box<Key>,
    /// The seed's commitment, public: key of [`Purpose::Commitment`].
    pub commitment: [u8; 32],
}

impl BlockKeys {
    /// Derives the keys of a block from the master seed, for one game and one word list (their SHA-256).
    #[must_use]
    pub fn derive(
        seed: &MasterSeed,
        game: &[u8; 32],
        words: &[u8; 32],
        emission: u32,
        block: u32,
    ) -> Self {
        let salt = [game.as_slice(), words.as_slice()].concat();
        let hkdf = Hkdf::<Sha256>::new(Some(&salt), seed.as_bytes());
        let mut keys = Self {
            order: Box::default(),
            unit: Box::default(),
            commitment: [0; 32],
        };
        let expand = |purpose: Purpose, key: &mut [u8; 32]| {
            let info = format!("emission/v1/{}/{emission}/{block}", purpose.label());
            expand(&hkdf, &info, key);
        };
        expand(Purpose::Order, &mut keys.order);
        expand(Purpose::Unit, &mut keys.unit);
        expand(Purpose::Commitment, &mut keys.commitment);
        keys
    }
}

/// Key of a game's layouts: it depends on the game alone, so that designers can look at them.
#[must_use]
pub fn layout_key(game: &[u8; 32]) -> Key {
    let mut key = Key::default();
    expand(
        &Hkdf::<Sha256>::new(None, game),
        "emission/v1/layouts",
        &mut key,
    );
    key
}

/// Writes a key where it stays.
fn expand(hkdf: &Hkdf<Sha256>, info: &str, key: &mut [u8; 32]) {
    hkdf.expand(info.as_bytes(), key)
        .expect("32 bytes are less than HKDF's 8,160");
}

/// One `ChaCha20` stream of a key, read as little-endian 32-bit words. Wiped when dropped: the cipher does so with its
/// state.
pub struct Stream {
    cipher: ChaCha20Legacy,
    /// Keystream as the cipher writes it, so that there is no other copy of it.
    words: [[u8; 4]; BUFFER_WORDS],
    next: usize,
}

impl Stream {
    /// The stream of this number. In the terms of RFC 8439: block counter from 0, nonce four zero bytes and the
    /// number as 64 little-endian bits.
    #[must_use]
    pub fn new(key: &Key, number: u64) -> Self {
        Self {
            cipher: cipher(key, number),
            words: [[0; 4]; BUFFER_WORDS],
            next: BUFFER_WORDS,
        }
    }

    /// Turns to the stream of another number, in the same memory: what stands there is written over, which spares a
    /// wipe for each of many short streams.
    pub fn turn_to(&mut self, key: &Key, number: u64) {
        self.cipher = cipher(key, number);
        self.next = BUFFER_WORDS;
    }

    /// The next 32 bits.
    #[inline]
    pub fn word(&mut self) -> u32 {
        if self.next == BUFFER_WORDS {
            self.refill();
        }
        let word = u32::from_le_bytes(self.words[self.next]);
        self.next += 1;
        word
    }

    #[inline(never)]
    fn refill(&mut self) {
        let bytes = self.words.as_flattened_mut();
        self.cipher
            .try_write_keystream(bytes)
            .expect("no unit draws the 2^70 bytes of its stream");
        self.next = 0;
    }

    /// A uniform number below `bound`, at least 1.
    ///
    /// Lemire, "Fast Random Integer Generation in an Interval" (2019), section 4, with 32-bit words.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        debug_assert!(bound > 0, "there is no number below 0");
        loop {
            if let Some(number) = scale(self.word(), bound) {
                return number;
            }
        }
    }

    /// Puts a slice into a uniformly random order: Fisher–Yates, from the last element down.
    ///
    /// # Panics
    /// With 2^32 elements or more.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let bound = u32::try_from(last + 1).expect("fewer than 2^32 elements");
            items.swap(last, self.below(bound) as usize);
        }
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        self.words.as_flattened_mut().zeroize();
    }
}

impl ZeroizeOnDrop for Stream {}

fn cipher(key: &Key, number: u64) -> ChaCha20Legacy {
    ChaCha20Legacy::new((&**key).into(), &number.to_le_bytes().into())
}

/// The number below `bound` that one random word gives, or `None` when the word is one of the 2^32 mod `bound`
/// that would make some numbers likelier than others.
#[inline]
pub(super) fn scale(word: u32, bound: u32) -> Option<u32> {
    let product = u64::from(word) * u64::from(bound);
    #[expect(clippy::cast_possible_truncation, reason = "the low half is meant")]
    let low = product as u32;
    // The cheap comparison settles all but bound / 2^32 of the cases without a division.
    if low < bound && low < bound.wrapping_neg() % bound {
        return None;
    }
    Some((product >> 32) as u32)
}

#[cfg(test)]
mod tests;
