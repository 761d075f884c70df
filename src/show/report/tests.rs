use super::*;
use crate::format::manifest::Hex;
use crate::game::MAXI_MOTS_CROISES;
use crate::verify::{Report, WayFound};

/// A report as verifying gives it of a right block of a game.
fn report(game: &Game) -> Report {
    Report {
        signer: Some("SHA256:signer".into()),
        merkle_root: Some(Hex([0xAB; 32])),
        units: game.units_per_block.into(),
        lots: game.total_lots(),
        prizes_cents: game.total_prizes_cents(),
        tiers: game
            .tiers
            .iter()
            .map(|tier| TierFound {
                prize_cents: tier.prize_cents,
                lots: tier.lots,
                found: tier.lots.into(),
            })
            .collect(),
        ways: game
            .ways()
            .map(|paid| WayFound {
                prize_cents: paid.prize_cents,
                words: paid.way.words.clone(),
                lots: paid.way.lots,
                found: paid.way.lots.into(),
            })
            .collect(),
        ..Report::default()
    }
}

fn page_of(game: &Game, verified: &Report) -> String {
    page(&Found {
        game,
        verified,
        audited: None,
        options: "",
        script_options: Some(""),
    })
}

#[test]
fn a_name_is_text_and_no_markup() {
    let mut game = Game::parse(MAXI_MOTS_CROISES).unwrap();
    game.name = "<script>&\"</title>".into();
    let page = page_of(&game, &report(&game));
    assert!(
        !page.contains("<script") && !page.contains("&\"<"),
        "{page}"
    );
    assert!(
        page.contains("&lt;script&gt;&amp;&quot;&lt;/title&gt;"),
        "{page}"
    );
}

#[test]
fn the_prize_table_stands_beside_what_was_found() {
    let game = Game::parse(MAXI_MOTS_CROISES).unwrap();
    let mut report = report(&game);
    report.tiers[8].found -= 1;
    let page = page_of(&game, &report);
    assert!(
        page.contains(r#"<td class="n">300,000</td><td class="n state fails">299,999</td><td class="n">1,499,995.00</td>"#),
        "{page}"
    );
    assert!(
        page.contains(r#"<tr class="way"><th></th><td class="n">3 + 3</td><td class="n">28,000</td><td class="n">28,000</td><td></td></tr>"#),
        "{page}"
    );
}

/// What could not be checked does not hold.
#[test]
fn without_a_manifest_what_it_says_is_not_checked() {
    let game = Game::parse(MAXI_MOTS_CROISES).unwrap();
    let report = report(&game);
    assert_eq!(Check::Units.answer(&report), Answer::Holds);
    for check in [Check::Manifest, Check::Parts, Check::Root] {
        assert_eq!(check.answer(&report), Answer::NotMade);
    }
    let unread = Report {
        merkle_root: None,
        signer: None,
        ..report
    };
    for check in [Check::Units, Check::Prizes, Check::Signature] {
        assert_eq!(check.answer(&unread), Answer::NotMade);
    }
}
