use super::*;
use crate::game::MAXI_MOTS_CROISES;

const LANGUAGES: [Language; 2] = [Language::French, Language::English];

/// A unit of the game that says that it wins nothing, with A to R under its question marks.
fn unit(game: &Game) -> Unit {
    let mut unit = Unit::blank(game);
    unit.number = 42;
    for (to, letter) in unit.letters_mut().iter_mut().zip(b'A'..) {
        *to = letter;
    }
    for grid in unit.grids_mut() {
        grid.cells_mut()[..3].copy_from_slice(b"MOT");
    }
    unit.nonce = [0xab; 16];
    unit
}

fn page(game: &Game, language: Language) -> String {
    let preview = Preview {
        game,
        emission: 7,
        block: 31,
        units: &[unit(game)],
        language,
    };
    preview.page()
}

fn game() -> Game {
    Game::parse(MAXI_MOTS_CROISES).unwrap()
}

/// What stands between two marks.
fn between<'a>(text: &'a str, before: &str, after: &str) -> &'a str {
    let (_, rest) = text
        .split_once(before)
        .unwrap_or_else(|| panic!("no {before}"));
    rest.split_once(after)
        .unwrap_or_else(|| panic!("no {after}"))
        .0
}

fn data(page: &str) -> serde_json::Value {
    let json = between(
        page,
        "<script type=\"application/json\" id=\"data\">",
        "</script>",
    );
    serde_json::from_str(json).unwrap()
}

/// The names in braces of a text.
fn names(text: &str) -> Vec<&str> {
    let mut names: Vec<&str> = text
        .split('{')
        .skip(1)
        .map(|rest| rest.split_once('}').unwrap().0)
        .collect();
    names.sort_unstable();
    names
}

#[test]
fn the_page_is_filled_in_both_languages() {
    for (language, lang, place) in [
        (Language::French, "fr", "bloc 31, émission 7"),
        (Language::English, "en", "block 31, emission 7"),
    ] {
        let page = page(&game(), language);
        assert!(page.contains(&format!("<html lang=\"{lang}\">")), "{page}");
        assert!(page.contains("<h1>Maxi Mots Croisés</h1>"), "{page}");
        assert!(page.contains(place), "{page}");
        assert!(!page.contains("{{"), "{page}");
    }
}

#[test]
fn a_text_has_the_same_names_in_both_languages() {
    let [french, english] = LANGUAGES.map(texts::texts);
    for (name, text) in french {
        assert_eq!(names(text), names(english[name]), "{name}");
    }
}

#[test]
fn every_text_of_the_script_is_there() {
    let texts = texts::texts(Language::French);
    let said = |call: &str| {
        let calls = SCRIPT.split(call).skip(1);
        calls
            .map(|rest| rest.split_once('"').unwrap().0.to_owned())
            .collect::<Vec<_>>()
    };
    let counted = said("count(\"");
    let forms = counted
        .iter()
        .flat_map(|key| [format!("{key}_one"), format!("{key}_other")]);
    let keys: Vec<String> = said("say(\"").into_iter().chain(forms).collect();
    assert!(keys.len() > 20, "{keys:?}");
    for key in keys {
        assert!(texts.contains_key(key.as_str()), "{key}");
    }
}

#[test]
fn the_script_is_given_what_a_player_needs_and_no_nonce() {
    let page = page(&game(), Language::French);
    let data = data(&page);
    assert_eq!(data["game"]["columns"], 11);
    assert_eq!(data["game"]["combination"], "sum");
    assert_eq!(data["game"]["ladder"][7]["prize_cents"], 12_500_000);
    let unit = &data["units"][0];
    assert_eq!(unit["number"], 42);
    assert_eq!(unit["letters"], "ABCDEFGHIJKLMNOPQR");
    assert_eq!(unit["grids"][1], format!("MOT{}", ".".repeat(118)));
    assert_eq!(unit["words"], serde_json::json!([0, 0]));
    assert!(!page.contains("abab"), "the nonce is on the page");
}

#[test]
fn a_name_that_looks_like_html_stays_a_name() {
    let name = "A</script><!--<b>\"&amp;{{style}}";
    let game = Game {
        name: name.into(),
        ..game()
    };
    let page = page(&game, Language::English);
    assert_eq!(data(&page)["game"]["name"], name);
    let title = "A&lt;/script&gt;&lt;!--&lt;b&gt;&quot;&amp;amp;{{style}}";
    assert_eq!(between(&page, "<title>", "</title>"), title);
    assert_eq!(between(&page, "<h1>", "</h1>"), title);
    assert_eq!(page.matches("</script>").count(), 2);
}

#[test]
fn the_policy_lets_in_the_page_s_own_style_and_script_alone() {
    let page = page(&game(), Language::French);
    let policy = between(&page, "Content-Security-Policy\" content=\"", "\"");
    let style = sha256(between(&page, "<style>", "</style>"));
    let script = sha256(between(&page, "<script>", "</script>"));
    assert_eq!(
        policy,
        format!(
            "default-src 'none'; script-src 'sha256-{script}'; style-src 'sha256-{style}'; base-uri 'none'; \
             form-action 'none'"
        )
    );
    // The hash of nothing, of RFC 6234's implementations.
    assert_eq!(sha256(""), "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
    for of_network in [
        "http:", "https:", "//www", "url(", "@import", "src=\"", "href=",
    ] {
        assert!(!page.contains(of_network), "{of_network}");
    }
}

#[test]
fn the_page_says_how_gains_combine_where_there_are_several() {
    let rule = |count, combination| {
        let mut game = game();
        game.grids.count = count;
        game.grids.combination = combination;
        let page = page(&game, Language::English);
        let rule = page.rsplit_once("<p class=\"hint\">").unwrap().1;
        rule.split_once("</p>").unwrap().0.to_owned()
    };
    assert_eq!(rule(2, Combination::Sum), "The gains of the grids add up.");
    assert_eq!(
        rule(2, Combination::Highest),
        "The highest gain alone is paid."
    );
    assert_eq!(rule(1, Combination::Sum), "");
}
