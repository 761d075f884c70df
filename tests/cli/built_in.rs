//! The games that are built in beside the default one: blocks of them, and what names them.

use emission::format::manifest::Hex;
use emission::game::{BUILT_IN, BuiltIn};

use crate::support::{Folder, scaled};

const BLOCK: &str = "out/emission-0001/block-0001";

/// A folder with a whole block of Cashword, and nothing that says so but its manifest.
fn with_cashword() -> Folder {
    let folder = Folder::new();
    // An audit finds something in one of a hundred blocks whose seeds are drawn.
    folder.write_seed();
    folder.run("--quiet generate --game cashword").succeeds();
    folder
}

#[test]
fn a_whole_block_of_cashword_is_known_as_one_by_all_that_reads_it() {
    let folder = with_cashword();
    let verified = folder.run("verify out").succeeds();
    for line in [
        "out/emission-0001/block-0001: 0 findings\n",
        " Game    Cashword\n",
        " Units   2,000,000\n",
        " Prizes  647,249 lots for 1,641,402.00 USD\n",
    ] {
        assert!(verified.contains(line), "{verified}");
    }
    let json = folder.run("verify out --json").succeeds();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (&json[0]["game"], &json[0]["currency"]),
        (&"Cashword".into(), &"USD".into())
    );
    let shown = folder
        .run(&format!("show {BLOCK} --unit 1999999"))
        .succeeds();
    let of_seed = folder
        .run("show --seed-file emission.seed --unit 1999999 --game cashword")
        .succeeds();
    assert!(
        shown.starts_with("Cashword: unit 1999999 of block 1, emission 1\n"),
        "{shown}"
    );
    assert_eq!(shown, of_seed);
    folder.run(&format!("prove {BLOCK} --unit 7")).succeeds();
    let proved = folder.run("check-proof unit-7.proof.json").succeeds();
    assert!(
        proved.contains("\nCashword: unit 7 of block 1, emission 1\n"),
        "{proved}"
    );
    folder.run(&format!("reproduce {BLOCK}")).succeeds();
    folder.run("audit out").succeeds();
}

/// With the other game's rules at hand, it is still a block of another game.
#[test]
fn the_game_that_is_named_goes_before_the_one_that_the_manifest_says() {
    let folder = Folder::with_tiny_game();
    folder.run("--quiet generate --game tiny.toml").succeeds();
    let run = folder.run("verify out --game cashword");
    let finding =
        " manifest-game: the block is one of another game\n   give its definition with --game";
    assert!(run.stdout.contains(finding), "{run:#?}");
    assert_eq!(run.code, Some(1));
    folder.run(&format!("show {BLOCK} --unit 1 --game cashword")).fails(&[&format!(
        "{BLOCK} is a block of another game: give its definition with --game (its game_sha256 is {}, and that of \
         Cashword is {})",
        sha256_of(&folder, "tiny.toml"),
        sha256_of(&folder, "cashword"),
    )]);
}

/// Who named the wrong game is told the right one, if the manifest's hash is that of one that is built in.
#[test]
fn a_block_of_another_game_that_is_built_in_is_told_by_its_name() {
    let folder = with_cashword();
    let hashes =
        ["cashword", "double-cashword", "maxi-mots-croises"].map(|game| sha256_of(&folder, game));
    let [cashword, double, maxi] = &hashes;
    let run = folder.run("verify out --game double-cashword");
    let finding = format!(
        "1 finding\n manifest-game: the block is one of another game\n   if cashword is meant, give --game cashword: \
         game_sha256 is {cashword}, and that of \"Double Cashword\" is {double}\n"
    );
    assert!(run.stdout.contains(&finding), "{run:#?}");
    assert_eq!(run.code, Some(1));
    let error = format!(
        "{BLOCK} is a block of another game: if cashword is meant, give --game cashword (its game_sha256 is {cashword}, \
         and that of Maxi Mots Croisés is {maxi})"
    );
    folder
        .run(&format!("show {BLOCK} --unit 1 --game maxi-mots-croises"))
        .fails(&[&error]);
}

fn sha256_of(folder: &Folder, game: &str) -> String {
    let json = folder.run(&format!("game show {game} --json")).succeeds();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    json["game_sha256"].as_str().unwrap().into()
}

/// A start for another game in English: its definition is a file, and its words are those that are built in.
#[test]
fn a_definition_made_from_one_that_is_built_in_keeps_its_language() {
    for (name, units) in [("cashword", 2_000), ("double-cashword", 2_400)] {
        let folder = Folder::new();
        folder.write_seed();
        let definition = BuiltIn::named(name).unwrap().toml;
        folder.write("mine.toml", scaled(definition, 1_000));
        folder.run("game check mine.toml").succeeds();
        folder.run("--quiet generate --game mine.toml").succeeds();
        let verified = folder.run("verify out --game mine.toml").succeeds();
        assert!(
            verified.contains(&format!(" Units   {}\n", emission::game::thousands(units))),
            "{verified}"
        );
        folder.run("audit out --game mine.toml").succeeds();
        // Without its language, its words are the French ones; it is the same game all the same.
        let silent = folder.read("mine.toml").replace("language = \"en\"\n", "");
        folder.write("silent.toml", silent);
        let run = folder.run("verify out --game silent.toml");
        let findings = "1 finding\n manifest-words: ";
        assert!(run.stdout.contains(findings), "{run:#?}");
        assert_eq!(run.code, Some(1));
        folder
            .run("verify out --game silent.toml --words en")
            .succeeds();
    }
}

#[test]
fn words_of_a_list_of_yours_are_held_against_the_block_list_of_the_game() {
    let folder = Folder::new();
    folder.write("few.txt", "CONNARD\nHOUSE\nPISSED\nSHITTY\n");
    let cashword = BuiltIn::named("cashword").unwrap().toml;
    folder.write("mine.toml", scaled(cashword, 1_000));
    folder.write(
        "french.toml",
        scaled(cashword, 1_000).replace("language = \"en\"", "language = \"fr\""),
    );
    for (game, left) in [
        ("cashword", 2),
        ("mine.toml", 2),
        ("maxi-mots-croises", 3),
        ("french.toml", 3),
    ] {
        let run = folder.run(&format!("game check {game} --words few.txt"));
        let finding = format!("the word list has {left} words of 3 to 9 letters");
        assert!(run.stdout.contains(&finding), "{run:#?}");
    }
}

#[test]
fn a_name_that_is_built_in_goes_before_a_file_of_that_name() {
    let folder = Folder::with_tiny_game();
    let tiny = folder.read("tiny.toml");
    folder.write("cashword", &tiny);
    folder.write("en", "HOUSE\n");
    let shown = folder.run("game show cashword --toml").succeeds();
    assert_eq!(shown, BuiltIn::named("cashword").unwrap().toml);
    assert_eq!(folder.run("game show ./cashword --toml").succeeds(), tiny);
    folder.run("game check cashword --words en").succeeds();
    let run = folder.run("game check cashword --words ./en");
    assert!(run.stdout.contains("the word list has 1 word "), "{run:#?}");
    // A file of any other name needs no extension.
    folder.write("mine", &tiny);
    assert_eq!(folder.run("game show mine --toml").succeeds(), tiny);
}

#[test]
fn a_name_that_is_mistyped_is_told_which_one_is_meant() {
    let folder = Folder::new();
    let error = |name: &str, meant: &str| {
        format!(
            "no game {name} is built in, and there is no file of this name: {meant}`emission game list` shows the \
             games; a definition of yours is given by its path"
        )
    };
    for (name, meant) in [
        ("cashwrd", "did you mean cashword? "),
        ("Cashword", "did you mean cashword? "),
        ("double-casword", "did you mean double-cashword? "),
        ("maxi", "did you mean maxi-mots-croises? "),
        ("keno", ""),
    ] {
        let error = error(name, meant);
        folder.run(&format!("game show {name}")).fails(&[&error]);
        folder.run(&format!("game check {name}")).fails(&[&error]);
        folder
            .run(&format!("generate --game {name}"))
            .fails(&[&error]);
    }
    folder.run("game show games/keno").fails(&[
        "games/keno can't be read (No such file or directory): check its path and its permissions",
    ]);
    assert!(folder.names(".").is_empty());
}

#[test]
fn words_that_are_mistyped_are_told_which_ones_are_meant() {
    let folder = Folder::with_tiny_game();
    for (name, meant) in [
        ("english", "did you mean en? "),
        ("Englsh", "did you mean en? "),
        ("EN", "did you mean en? "),
        ("french", "did you mean fr? "),
        ("kiwi", ""),
    ] {
        let error = format!(
            "no words {name} are built in, and there is no file of this name: {meant}fr and en are built in; a list of \
             yours is given by its path"
        );
        for command in [
            "game check tiny.toml",
            "generate --game tiny.toml",
            "verify out",
        ] {
            folder
                .run(&format!("{command} --words {name}"))
                .fails(&[&error]);
        }
    }
    folder.run("game check --words lists/kiwi").fails(&[
        "lists/kiwi can't be read (No such file or directory): check its path and its permissions",
    ]);
    assert_eq!(folder.names("."), ["tiny.toml"]);
}

#[test]
fn the_list_as_json_has_the_rules_of_each_game() {
    let folder = Folder::new();
    let json = folder.run("game list --json").succeeds();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json.as_array().unwrap().len(), BUILT_IN.len());
    for (listed, built_in) in json.as_array().unwrap().iter().zip(&BUILT_IN) {
        let game = built_in.game();
        assert_eq!(listed["name"], built_in.name);
        assert_eq!(listed["words"], game.language.code());
        assert_eq!(listed["game_sha256"], Hex(game.sha256()).to_string());
        assert_eq!(listed["total_lots"], game.total_lots());
        assert_eq!(listed["definition"]["name"], game.name);
    }
}
