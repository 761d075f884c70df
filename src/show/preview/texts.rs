//! The words of the page, in both languages.

use std::collections::BTreeMap;

use crate::words::Language;

/// Each text's name, its French and its English. What stands in `{braces}` is filled in; of two texts whose names end in
/// `_one` and `_other`, the language's rule for the number takes one.
const TEXTS: [(&str, &str, &str); 45] = [
    ("lang", "fr", "en"),
    (
        "badge",
        "Aperçu, sans mise ni gain",
        "Preview, no stake and no gain",
    ),
    (
        "place",
        "· bloc {block}, émission {emission}",
        "· block {block}, emission {emission}",
    ),
    (
        "footer",
        "Fait hors ligne par emission {version}.",
        "Made offline by emission {version}.",
    ),
    (
        "noscript",
        "Cette page a besoin de JavaScript.",
        "This page needs JavaScript.",
    ),
    ("units", "Unités", "Units"),
    ("unit", "Unité {n}", "Unit {n}"),
    ("choose", "Choisir une unité", "Choose a unit"),
    (
        "choice",
        "Unité {unit} ({n} sur {all})",
        "Unit {unit} ({n} of {all})",
    ),
    ("previous", "Unité précédente", "Previous unit"),
    ("next", "Unité suivante", "Next unit"),
    ("letters", "Vos lettres", "Your letters"),
    (
        "hint",
        "Cliquez sur les points d’interrogation, dans l’ordre souhaité.",
        "Click the question marks, in any order.",
    ),
    (
        "tile",
        "Point d’interrogation {n} sur {all}",
        "Question mark {n} of {all}",
    ),
    ("letter", "Lettre {letter}", "Letter {letter}"),
    ("auto", "AUTO", "AUTO"),
    ("stop", "Arrêter", "Stop"),
    ("again", "Recommencer", "Start again"),
    ("grid", "Grille {n}", "Grid {n}"),
    ("cell_grey", "case grisée", "grey cell"),
    ("cell_hidden", "case à découvrir", "hidden cell"),
    ("words_one", "{n} mot complet", "{n} complete word"),
    ("words_other", "{n} mots complets", "{n} complete words"),
    ("list", "Mots complets, {grid}", "Complete words, {grid}"),
    ("across", "ligne {n}", "row {n}"),
    ("down", "colonne {n}", "column {n}"),
    ("prize", "Lot de l’unité", "Prize of the unit"),
    (
        "highest",
        "le plus élevé de {gains}",
        "the highest of {gains}",
    ),
    ("left_one", "{n} lettre à découvrir", "{n} letter to find"),
    (
        "left_other",
        "{n} lettres à découvrir",
        "{n} letters to find",
    ),
    ("winning", "Unité gagnante", "Winning unit"),
    ("losing", "Unité perdante", "Losing unit"),
    ("ladder", "Gains d’une grille", "What one grid pays"),
    ("ladder_words", "Mots complets", "Complete words"),
    ("ladder_gain", "Gain", "Gain"),
    ("rung_one", "{n} mot", "{n} word"),
    ("rung_other", "{n} mots", "{n} words"),
    (
        "sum",
        "Les gains des grilles s’additionnent.",
        "The gains of the grids add up.",
    ),
    (
        "best",
        "Seul le gain le plus élevé est payé.",
        "The highest gain alone is paid.",
    ),
    ("announce", "Lettre {letter}.", "Letter {letter}."),
    (
        "announce_grid",
        "Grille {grid}\u{a0}: {words}.",
        "Grid {grid}: {words}.",
    ),
    (
        "announce_end",
        "{state}\u{a0}: {amount}.",
        "{state}: {amount}.",
    ),
    ("warning", "Attention.", "Beware."),
    (
        "wrong_words",
        "Le bloc dit {says} pour la grille {grid}, qui en montre {shows}.",
        "The block says {says} for grid {grid}, which shows {shows}.",
    ),
    (
        "wrong_prize",
        "Le bloc dit un lot de {says}, les grilles montrent {shows}.",
        "The block says a prize of {says}, the grids show {shows}.",
    ),
];

/// The texts of a language, by their names.
pub(super) fn texts(language: Language) -> BTreeMap<&'static str, &'static str> {
    let texts = TEXTS.iter().map(|&(name, french, english)| match language {
        Language::French => (name, french),
        Language::English => (name, english),
    });
    texts.collect()
}
