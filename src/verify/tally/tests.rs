use super::*;
use crate::game::MAXI_MOTS_CROISES;

fn game() -> Game {
    Game::parse(MAXI_MOTS_CROISES).expect("the embedded game")
}

#[test]
fn outcomes_are_the_ways_whatever_the_order_of_grids() {
    let game = game();
    let outcomes = Outcomes::new(&game);
    for losing in [[0, 0], [1, 0], [0, 1], [1, 1]] {
        assert_eq!(outcomes.of(&losing), Some(Outcome::LOSING));
    }
    for (paid, number) in game.ways().zip(1..) {
        let mut words = paid.way.words.clone();
        let rest = if words.len() < 2 { vec![0, 1] } else { vec![0] };
        for losing in rest {
            words.resize(2, losing);
            assert_eq!(outcomes.of(&words), Some(Outcome(number)), "{words:?}");
            words.reverse();
            assert_eq!(outcomes.of(&words), Some(Outcome(number)), "{words:?}");
            words.reverse();
            words.truncate(paid.way.words.len());
        }
    }
    for unknown in [[9, 0], [1, 9], [4, 2], [10, 0], [10, 10], [18, 18], [8, 8]] {
        assert_eq!(outcomes.of(&unknown), None, "{unknown:?}");
    }
}

#[test]
fn units_are_counted_by_outcome_and_by_prize() {
    let game = game();
    let (mut one, mut other) = (Tally::default(), Tally::default());
    one.count(Outcome::LOSING);
    one.count(Outcome(6));
    other.count(Outcome(7));
    other.count(Outcome(7));
    other.count_other(2_000);
    other.count_other(0);
    one.add(&other);
    assert_eq!(one.units(), 6);
    assert_eq!(
        [0, 6, 7, 200].map(|number| one.of(Outcome(number))),
        [1, 1, 2, 0]
    );
    // Ways 6 and 7, one or two grids, and the unknown outcome pay the same 20.00.
    assert_eq!(one.by_prize(&game), BTreeMap::from([(2_000, 4)]));
    let mut backwards = other.clone();
    let mut first = Tally::default();
    first.count(Outcome::LOSING);
    first.count(Outcome(6));
    backwards.add(&first);
    assert_eq!(backwards, one);
}
