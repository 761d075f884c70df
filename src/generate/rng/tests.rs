use chacha20::cipher::StreamCipherSeek as _;

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

/// RFC 8439, appendix A.1, test vectors 3 and 4: the second block of key 00…01, the third of key 00ff00…00.
#[test]
fn the_blocks_of_a_stream_are_those_of_rfc_8439() {
    let block = |key_bytes: [u8; 32], number: usize| -> Vec<u8> {
        let mut stream = Stream::new(&key(key_bytes), 0);
        let words = (0..16 * (number + 1)).map(|_| stream.word());
        words.skip(16 * number).flat_map(u32::to_le_bytes).collect()
    };
    let mut third = [0; 32];
    third[31] = 1;
    assert_eq!(
        block(third, 1),
        hex::<64>(concat!(
            "3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a",
            "8eca00bbb4a73bdad192b5c42f73f2fd4e273644c8b36125a64addeb006c13a0"
        ))
    );
    let mut fourth = [0; 32];
    fourth[1] = 0xff;
    assert_eq!(
        block(fourth, 2),
        hex::<64>(concat!(
            "72d54dfbf12ec44b362692df94137f328fea8da73990265ec1bbbea1ae9af0ca",
            "13b25aa26cb4a648cb9b9d1be65b2c0924a66c54d545ec1b7374f4872e99f096"
        ))
    );
}

/// RFC 8439, section 2.3.2. Its nonce 000000090000004a00000000 begins with other bytes than a stream's four zeros: they
/// are the upper half of the cipher's 64-bit block counter, 0x0900000000000001 in all.
#[test]
fn the_block_function_is_that_of_rfc_8439() {
    let key: [u8; 32] = std::array::from_fn(|index| u8::try_from(index).expect("below 32"));
    let mut cipher = ChaCha20Legacy::new(&key.into(), &hex::<8>("0000004a00000000").into());
    cipher.seek(64 * 0x0900_0000_0000_0001_u128);
    let mut block = [0; 64];
    cipher.apply_keystream(&mut block);
    assert_eq!(
        block,
        hex(concat!(
            "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e",
            "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"
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

/// The bytes that HKDF gives, as RFC 5869 names its inputs.
fn okm<const LENGTH: usize>(ikm: &[u8], salt: &[u8], info: &[u8]) -> [u8; LENGTH] {
    let mut okm = [0; LENGTH];
    let hkdf = Hkdf::<Sha256>::new(Some(salt), ikm);
    hkdf.expand(info, &mut okm).expect("fewer than 8,160 bytes");
    okm
}

/// RFC 5869, appendices A.1 to A.3: those with SHA-256.
#[test]
fn keys_are_hkdf_sha256_of_rfc_5869() {
    assert_eq!(
        okm::<42>(
            &[0x0b; 22],
            &hex::<13>("000102030405060708090a0b0c"),
            &hex::<10>("f0f1f2f3f4f5f6f7f8f9")
        ),
        hex(concat!(
            "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf",
            "34007208d5b887185865"
        ))
    );
    let counting = |first: u8| -> [u8; 80] {
        std::array::from_fn(|index| first + u8::try_from(index).expect("below 80"))
    };
    assert_eq!(
        okm::<82>(&counting(0x00), &counting(0x60), &counting(0xb0)),
        hex(concat!(
            "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c",
            "59045a99cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71",
            "cc30c58179ec3e87c14c01d5c1f3434f1d87"
        ))
    );
    assert_eq!(
        okm::<42>(&[0x0b; 22], &[], &[]),
        hex(concat!(
            "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d",
            "9d201395faa4b61a96c8"
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
