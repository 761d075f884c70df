//! Prize tables as people read them.

use comfy_table::{Cell, CellAlignment, Table, presets};

use super::figures::{one_in, percent};
use crate::format::manifest::PrizeLine;
use crate::game::{BuiltIn, Game, Tier, money, thousands};
use crate::verify::TierFound;

/// A game's prize table: every tier with its ways, and the totals with payout rate and odds.
#[must_use]
pub fn prize_table(game: &Game) -> String {
    let columns = [
        "Prize",
        "Complete words",
        "Lots",
        "Amount",
        "Of sales",
        "One in",
    ];
    let mut table = table(&columns, &[1]);
    for tier in &game.tiers {
        add_tier(&mut table, game, tier);
    }
    let (lots, amount) = (game.total_lots(), game.total_prizes_cents());
    table.add_row(row("Total".into(), String::new(), lots, amount, game));
    text_with_total(&table)
}

/// The games that are built in: what names them, what is sold, what a block pays, and the language of the words.
#[must_use]
pub fn games(games: &[(&BuiltIn, Game)]) -> String {
    let columns = ["Name", "Game", "Units", "Price", "Prizes", "Words"];
    let mut table = table(&columns, &[0, 1, 5]);
    for (built_in, game) in games {
        table.add_row([
            built_in.name.to_owned(),
            game.name.clone(),
            thousands(game.units_per_block.into()),
            money(game.unit_price_cents),
            format!("{} {}", money(game.total_prizes_cents()), game.currency),
            game.language.name().to_owned(),
        ]);
    }
    text(&table)
}

/// What a block pays: every prize with its lots and amount, and their totals.
#[must_use]
pub fn lots_table(lines: &[PrizeLine]) -> String {
    let mut table = table(&["Prize", "Lots", "Amount"], &[]);
    let (mut total_lots, mut total_cents) = (0, 0);
    for line in lines {
        let (lots, amount) = (
            u64::from(line.lots),
            line.prize_cents * u64::from(line.lots),
        );
        table.add_row([money(line.prize_cents), thousands(lots), money(amount)]);
        total_lots += lots;
        total_cents += amount;
    }
    table.add_row(["Total".into(), thousands(total_lots), money(total_cents)]);
    text_with_total(&table)
}

/// What a block's units pay: every prize with the lots that it should have, those found, and their amount.
#[must_use]
pub fn found_table(tiers: &[TierFound]) -> String {
    let mut table = table(&["Prize", "Lots", "Found", "Amount"], &[]);
    let row = |prize, lots, found, cents| [prize, thousands(lots), thousands(found), money(cents)];
    let (mut total_lots, mut total_found, mut total_cents) = (0, 0, 0_u64);
    for tier in tiers {
        let lots = u64::from(tier.lots);
        let cents = tier.prize_cents.saturating_mul(tier.found);
        table.add_row(row(money(tier.prize_cents), lots, tier.found, cents));
        total_lots += lots;
        total_found += tier.found;
        total_cents = total_cents.saturating_add(cents);
    }
    table.add_row(row("Total".into(), total_lots, total_found, total_cents));
    text_with_total(&table)
}

/// Names and values, one pair a line.
#[must_use]
pub fn pairs<Value: ToString>(pairs: impl IntoIterator<Item = (&'static str, Value)>) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    for (name, value) in pairs {
        table.add_row([name.to_owned(), value.to_string()]);
    }
    text(&table)
}

/// One row for the tier; when it has several ways, one more for each.
fn add_tier(table: &mut Table, game: &Game, tier: &Tier) {
    let mut add = |prize, words, lots: u32| {
        let cents = tier.prize_cents * u64::from(lots);
        table.add_row(row(prize, words, lots.into(), cents, game));
    };
    let prize = money(tier.prize_cents);
    if let [way] = tier.ways.as_slice() {
        return add(prize, words(&way.words), tier.lots);
    }
    add(prize, "all ways".into(), tier.lots);
    for way in &tier.ways {
        add(String::new(), words(&way.words), way.lots);
    }
}

fn row(prize: String, words: String, lots: u64, cents: u64, game: &Game) -> [String; 6] {
    let share = percent(cents, game.total_sales_cents());
    let odds = one_in(lots, game.units_per_block.into());
    [
        prize,
        words,
        thousands(lots),
        money(cents),
        format!("{share} %"),
        odds,
    ]
}

/// Complete words of the winning grids: `3 + 2`.
pub(super) fn words(way: &[u8]) -> String {
    let counts: Vec<String> = way.iter().map(u8::to_string).collect();
    counts.join(" + ")
}

/// A table of numbers, aligned to the right but for the columns given.
fn table(header: &[&str], left: &[usize]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::UTF8_HORIZONTAL_ONLY);
    table.style_mut().row_separator = comfy_table::LineStyle::none();
    table.set_header(header.iter().map(Cell::new));
    for (index, column) in table.column_iter_mut().enumerate() {
        column.set_padding((1, 0));
        if !left.contains(&index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

fn text(table: &Table) -> String {
    joined(table.lines())
}

/// The same, with one more line drawn above the last row.
fn text_with_total(table: &Table) -> String {
    let mut lines: Vec<String> = table.lines().collect();
    let above_total = lines.len() - 2;
    lines.insert(above_total, lines[0].clone());
    joined(lines)
}

fn joined(lines: impl IntoIterator<Item = String>) -> String {
    let lines = lines.into_iter();
    lines
        .map(|line| line.trim_end().to_owned() + "\n")
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::MAXI_MOTS_CROISES;

    fn lines(text: &str) -> Vec<&str> {
        text.lines().collect()
    }

    #[test]
    fn every_tier_shows_its_ways_and_the_total_its_rate() {
        let game = Game::parse(MAXI_MOTS_CROISES).unwrap();
        let table = prize_table(&game);
        let lines = lines(&table);
        assert_eq!(lines.len(), 1 + 1 + 1 + 9 + 2 * 2 + 1 + 1 + 1);
        assert!(
            lines.iter().all(|line| line.chars().count() <= 80),
            "{table}"
        );
        assert_eq!(
            lines[8..11],
            [
                "      20.00  all ways         66,500   1,330,000.00    8.87 %         45.11",
                "             4                38,500     770,000.00    5.13 %         77.92",
                "             3 + 3            28,000     560,000.00    3.73 %        107.14",
            ]
        );
        assert_eq!(
            lines[17],
            "      Total                  787,545  10,500,000.00   70.00 %          3.81"
        );
    }

    #[test]
    fn lots_and_amounts_are_added_up() {
        let lines_of_block = [(1_500, 30_000), (500, 300_000)]
            .map(|(prize_cents, lots)| PrizeLine { prize_cents, lots });
        let table = lots_table(&lines_of_block);
        assert_eq!(lines(&table)[3], " 15.00   30,000    450,000.00");
    }

    #[test]
    fn what_was_found_stands_beside_what_should_be() {
        let tier = |prize_cents, lots, found| TierFound {
            prize_cents,
            lots,
            found,
        };
        let table = found_table(&[tier(1_500, 30_000, 30_000), tier(500, 300_000, 299_999)]);
        let lines = lines(&table);
        assert_eq!(lines[1], " Prize     Lots    Found        Amount");
        assert_eq!(lines[4], "  5.00  300,000  299,999  1,499,995.00");
        assert_eq!(lines[6], " Total  330,000  329,999  1,949,995.00");
    }

    #[test]
    fn pairs_are_aligned() {
        let text = pairs([("Odds", "1 in 3.81"), ("Payout rate", "70.00 %")]);
        assert_eq!(
            lines(&text),
            [" Odds         1 in 3.81", " Payout rate  70.00 %"]
        );
    }
}
