//! Units to be played in a browser, as article 4 of the règlement describes: one HTML file that needs nothing else.
//!
//! The page is `page.html` with `style.css` and `play.js` in it, the words of its language, and the units as JSON. What a
//! unit pays is counted by `play.js` from the grids and the letters that are found; where the unit itself says otherwise,
//! the page says so. Nonces are left out: nothing on the page tells the hash of a unit.

mod texts;

use std::collections::BTreeMap;

use base64ct::{Base64, Encoding as _};
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use crate::game::{Combination, Game, Rung};
use crate::unit::Unit;
use crate::words::Language;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("play.js");

/// What a page shows.
#[derive(Debug, Clone, Copy)]
pub struct Preview<'a> {
    /// The game of the units.
    pub game: &'a Game,
    /// Number of the emission.
    pub emission: u32,
    /// Number of the block.
    pub block: u32,
    /// The units, in the order in which they are shown; at least one.
    pub units: &'a [Unit],
    /// The language of all that is no game's name.
    pub language: Language,
}

/// What the script is given.
#[derive(Serialize)]
struct Data<'a> {
    lang: &'static str,
    game: Rules<'a>,
    units: Vec<Played<'a>>,
    texts: BTreeMap<&'static str, &'static str>,
}

/// The rules that a player needs.
#[derive(Serialize)]
struct Rules<'a> {
    name: &'a str,
    currency: &'a str,
    columns: u8,
    combination: Combination,
    ladder: &'a [Rung],
}

/// A unit: what it shows, and what it says of itself.
#[derive(Serialize)]
struct Played<'a> {
    number: u32,
    prize_cents: u64,
    letters: &'a str,
    grids: Vec<&'a str>,
    words: &'a [u8],
}

impl Preview<'_> {
    /// The page: the same bytes for the same units.
    #[must_use]
    pub fn page(&self) -> String {
        let texts = texts::texts(self.language);
        let data = self.data(&texts);
        fill(PAGE, |name| match name {
            "style" => STYLE.into(),
            "script" => SCRIPT.into(),
            "style_sha256" => sha256(STYLE),
            "script_sha256" => sha256(SCRIPT),
            "data" => data.clone(),
            "game" => escaped(&self.game.name),
            "rule" => self
                .rule()
                .map_or_else(String::new, |rule| escaped(texts[rule])),
            name => escaped(&self.said(texts[name])),
        })
    }

    /// The data of the script, as JSON that can't end its element.
    fn data(&self, texts: &BTreeMap<&'static str, &'static str>) -> String {
        let Game {
            name,
            currency,
            grids,
            ladder,
            ..
        } = self.game;
        let data = Data {
            lang: texts["lang"],
            game: Rules {
                name,
                currency,
                columns: grids.columns,
                combination: grids.combination,
                ladder,
            },
            units: self.units.iter().map(played).collect(),
            texts: texts.clone(),
        };
        let json = serde_json::to_string(&data).expect("plain data serialises");
        // Outside of strings, JSON has none of them.
        json.replace('<', "\\u003c")
    }

    /// The name of the text on how gains combine, where there are several.
    fn rule(&self) -> Option<&'static str> {
        let grids = &self.game.grids;
        (grids.count > 1).then_some(match grids.combination {
            Combination::Sum => "sum",
            Combination::Highest => "best",
        })
    }

    /// A text with the numbers of the block in it.
    fn said(&self, text: &str) -> String {
        text.replace("{block}", &self.block.to_string())
            .replace("{emission}", &self.emission.to_string())
            .replace("{version}", env!("CARGO_PKG_VERSION"))
    }
}

fn played(unit: &Unit) -> Played<'_> {
    Played {
        number: unit.number,
        prize_cents: unit.prize_cents,
        letters: ascii(unit.letters()),
        grids: unit
            .grids()
            .iter()
            .map(|grid| ascii(grid.cells()))
            .collect(),
        words: unit.words(),
    }
}

fn ascii(letters: &[u8]) -> &str {
    str::from_utf8(letters).expect("letters and grey cells are ASCII")
}

/// A page with each `{{name}}` replaced by what stands for it; what is put in is not looked at again.
fn fill(page: &str, value: impl Fn(&str) -> String) -> String {
    let mut pieces = page.split("{{");
    let mut filled = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (name, rest) = piece
            .split_once("}}")
            .expect("the page closes what it opens");
        filled.push_str(&value(name));
        filled.push_str(rest);
    }
    filled
}

/// A text where HTML expects text or the value of an attribute.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// The hash by which the page's policy lets its own style and script in, and no other (CSP3, section 2.3.1).
fn sha256(text: &str) -> String {
    Base64::encode_string(&Sha256::digest(text))
}

#[cfg(test)]
mod tests;
