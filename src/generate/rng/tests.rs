use super::*;

/// Decodes the hexadecimal of a published vector.
fn hex<const N: usize>(text: &str) -> [u8; N] {
    crate::seal::hex::decode(text).expect("a vector in hexadecimal")
}

fn key(bytes: [u8; 32]) -> Key {
    Zeroizing::new(bytes)
}

/// RFC 8439, appendix A.1: keystream blocks of the zero key and of key 00…01, counters 0 and 1.
#[test]
fn streams_are_chacha20_of_rfc_8439() {
    let mut stream = Stream::new(&key([0; 32]), 0);
    let first: Vec<u8> = (0..16).flat_map(|_| stream.word().to_le_bytes()).collect();
    assert_eq!(
        first,
        hex::<64>(concat!(
            "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7",
            "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586"
        ))
    );
    let second: Vec<u8> = (0..16).flat_map(|_| stream.word().to_le_bytes()).collect();
    assert_eq!(
        second,
        hex::<64>(concat!(
            "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed",
            "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f"
        ))
    );
}

/// RFC 8439, appendix A.1, test vector 5: nonce 00…02, which is stream 2 × 2^56.
#[test]
fn the_stream_number_is_the_end_of_the_nonce() {
    let mut stream = Stream::new(&key([0; 32]), 2 << 56);
    let first: Vec<u8> = (0..16).flat_map(|_| stream.word().to_le_bytes()).collect();
    assert_eq!(
        first,
        hex::<64>(concat!(
            "c2c64d378cd536374ae204b9ef933fcd1a8b2288b3dfa49672ab765b54ee27c7",
            "8a970e0e955c14f3a88e741b97c286f75f8fc299e8148362fa198a39531bed6d"
        ))
    );
}

/// A buffer of four blocks ends within a long read: what comes after it is the fifth block.
#[test]
fn a_long_stream_has_no_seam() {
    let mut whole = [0; 4 * 200];
    ChaCha20Legacy::new(&[9; 32].into(), &7_u64.to_le_bytes().into()).apply_keystream(&mut whole);
    let mut stream = Stream::new(&key([9; 32]), 7);
    for bytes in whole.as_chunks::<4>().0 {
        assert_eq!(stream.word(), u32::from_le_bytes(*bytes));
    }
}

/// RFC 5869, appendix A.1.
#[test]
fn keys_are_hkdf_sha256_of_rfc_5869() {
    let salt: [u8; 13] = hex("000102030405060708090a0b0c");
    let hkdf = Hkdf::<Sha256>::new(Some(&salt), &[0x0b; 22]);
    let mut key = [0; 42];
    hkdf.expand(&hex::<10>("f0f1f2f3f4f5f6f7f8f9"), &mut key)
        .expect("42 bytes");
    assert_eq!(
        key,
        hex(concat!(
            "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf",
            "34007208d5b887185865"
        ))
    );
}

/// The first 32 bytes that HKDF gives for `info` are the key: the construction of `docs/block-format.md`.
#[test]
fn a_block_key_is_bound_to_all_that_it_is_for() {
    let seed = MasterSeed::from_bytes(&[1; 32]);
    let derive = |game: u8, words: u8, emission, block| {
        BlockKeys::derive(&seed, &[game; 32], &[words; 32], emission, block)
    };
    let keys = derive(2, 3, 1, 1);
    let salt = [[2; 32], [3; 32]].concat();
    let mut order = [0; 32];
    Hkdf::<Sha256>::new(Some(&salt), &[1; 32])
        .expand(b"emission/v1/order/1/1", &mut order)
        .expect("32 bytes");
    assert_eq!(**keys.order, order);
    let others = [
        derive(4, 3, 1, 1),
        derive(2, 4, 1, 1),
        derive(2, 3, 2, 1),
        derive(2, 3, 1, 2),
    ];
    let mut distinct: Vec<[u8; 32]> = [&keys].into_iter().chain(&others).flat_map(all).collect();
    distinct.sort_unstable();
    distinct.dedup();
    assert_eq!(distinct.len(), 15, "every key is different");
}

fn all(keys: &BlockKeys) -> [[u8; 32]; 3] {
    [**keys.order, **keys.unit, keys.commitment]
}

/// A key stays where it was written: whoever moves the keys of a block moves their addresses.
#[test]
fn moving_the_keys_of_a_block_copies_no_key() {
    let seed = MasterSeed::from_bytes(&[1; 32]);
    let keys = BlockKeys::derive(&seed, &[2; 32], &[3; 32], 1, 1);
    let addresses = |keys: &BlockKeys| [keys.order.as_ptr(), keys.unit.as_ptr()];
    let before = addresses(&keys);
    let moved = Box::new(keys);
    assert_eq!(addresses(&moved), before);
}

/// What is left of a stream and of its cipher when they are dropped is wiped.
#[test]
fn a_stream_is_wiped_when_it_is_dropped() {
    fn wipes_itself<T: zeroize::ZeroizeOnDrop>() {}
    wipes_itself::<chacha20::ChaCha20LegacyCore>();
    wipes_itself::<Stream>();
    wipes_itself::<Key>();
}

/// Every word of the generator is scaled: the numbers that it may give are exactly as likely as one another.
#[test]
fn scaling_is_exactly_uniform() {
    for bound in [1_u32, 2, 3, 5, 6, 7, 26, 1 << 20, 1_562_275, u32::MAX] {
        let whole = u64::from(u32::MAX) + 1;
        let (each, rejected) = (whole / u64::from(bound), whole % u64::from(bound));
        // Words that give `number` are an interval, cut at its start by those that are rejected.
        for number in [0, bound / 3, bound / 2, bound - 1] {
            let first = (u64::from(number) * whole).div_ceil(u64::from(bound));
            let end = ((u64::from(number) + 1) * whole).div_ceil(u64::from(bound));
            let scaled = |word: u64| scale(u32::try_from(word).expect("32 bits"), bound);
            let edges = (first..end.min(first + 2)).chain((end - 1).max(first)..end);
            let mut lost = 0;
            for word in edges.collect::<std::collections::BTreeSet<_>>() {
                match scaled(word) {
                    Some(value) => assert_eq!(value, number, "{word} below {bound}"),
                    None => lost += 1,
                }
            }
            assert_eq!(
                end - first - lost,
                each,
                "{number} below {bound}, {rejected} rejected in all"
            );
        }
    }
}

#[test]
fn draws_below_a_bound_pass_chi_square() {
    let mut stream = Stream::new(&key([3; 32]), 1);
    for bound in [2_u32, 3, 7, 26, 100] {
        let mut seen = vec![0_u32; bound as usize];
        let draws = 20_000 * bound;
        for _ in 0..draws {
            seen[stream.below(bound) as usize] += 1;
        }
        let statistic = crate::statistics::chi_square_uniform(&seen);
        assert!(
            crate::statistics::plausible(statistic, bound - 1),
            "{bound}: {statistic}"
        );
    }
}
