use super::*;

/// Goes through all sets of an alphabet's letters one by one.
fn count_slowly(alphabet: LetterSet, hidden: usize, grids: &[Grid]) -> Counted {
    let mut counted = Counted::of_none(grids);
    for set in 0..1_u32 << LETTERS {
        if set & !alphabet.0 != 0 || set.count_ones() as usize != hidden {
            continue;
        }
        let shows = grids.iter().all(|grid| {
            let complete = grid.words.iter().filter(|word| word.0 & set == 0).count();
            (grid.least as usize..=grid.most as usize).contains(&complete)
        });
        if shows {
            counted.sets += 1;
            let letters: Vec<usize> = letters_of(set).collect();
            counted.add_letters(&letters, 1);
            let words = grids.iter().flat_map(|grid| &grid.words);
            let lack = words.filter(|word| (word.0 & set).is_power_of_two());
            counted.near_misses[lack.count()] += 1;
        }
    }
    counted
}

fn words(text: &str) -> Vec<LetterSet> {
    text.split(' ')
        .map(|word| LetterSet::of(word.as_bytes()))
        .collect()
}

#[test]
fn all_sets_are_counted_as_one_by_one() {
    let first = words("CHAT LOUP CERF ORQUE RENARD OURS ANE PUCE LIMACE");
    let second = words("ROSE LILAS TULIPE IRIS LYS OEILLET DAHLIA");
    for (alphabet, hidden, counts) in [
        ("ABCDEFGHIJKLMNOPQRSTUVWXYZ", 5, [(0, 1), (2, 2)]),
        ("ABCDEFGHIJKLMNOPQRSTUVWXYZ", 6, [(3, 3), (0, 1)]),
        ("ABCDEFHILMNOPQRSTUY", 9, [(0, 2), (0, 0)]),
        ("ACEHILNORSTU", 9, [(0, 1), (1, 1)]),
    ] {
        let alphabet = LetterSet::of(alphabet.as_bytes());
        let grids: Vec<Grid> = [&first, &second]
            .into_iter()
            .zip(counts)
            .map(|(words, (least, most))| Grid::new(words, least, most))
            .collect();
        let counted = count(&LetterSets::new(alphabet, hidden), &grids);
        assert!(counted.sets > 0, "{hidden}");
        assert_eq!(counted, count_slowly(alphabet, hidden, &grids), "{hidden}");
    }
}

/// With no demand on the words, every letter is hidden in 8 of 26 sets, every two in 8 × 7 of 26 × 25.
#[test]
fn without_words_all_letters_are_alike() {
    let alphabet = LetterSet(u32::MAX >> 6);
    let grids = [Grid::new(&[], 0, 0)];
    let counted = count(&LetterSets::new(alphabet, 8), &grids);
    assert_eq!(counted.sets, 1_562_275);
    assert!(counted.hide.iter().all(|hide| *hide == 1_562_275 * 8 / 26));
    let both = 1_562_275 * 56 / 650;
    assert!((0..26).all(|a| (a + 1..26).all(|b| counted.hide_both[a][b] == both)));
}

/// Three throws of probability ½, all heads: 3 for an expected 1.5, give or take √0.75.
#[test]
fn what_is_so_is_held_against_its_probabilities() {
    let (found, expected, error) = summed([(true, 0.5); 3].into_iter());
    assert_eq!((found, expected), (3, 1.5));
    assert!((error - 0.75_f64.sqrt()).abs() < 1e-12, "{error}");
    let certain = LetterFound {
        letter: 'A',
        found: 1,
        expected: 1.0,
        error: 0.0,
    };
    assert!(certain.z().is_nan());
}
