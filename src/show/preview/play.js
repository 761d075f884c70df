"use strict";
// Plays units as article 4 of the règlement has it. Words, gains and prize are counted here, from the grids, the letters
// that are found and what the game pays for them, as a player would.
(() => {
  const { lang, game, units, texts } = JSON.parse(document.getElementById("data").textContent);

  /** Time between two letters that AUTO finds, in milliseconds: enough to see where each one goes. */
  const PACE = 800;
  const GREY = ".";

  // ------------------------------------------------------------------------------------------------ what a player reads

  /** The words of a grid: unbroken rows of two letters or more, across or down, each as its cells (article 4.5). */
  function wordsOf(cells) {
    const { columns } = game;
    const rows = cells.length / columns;
    const across = Array.from({ length: rows }, (_, row) =>
      Array.from({ length: columns }, (_, column) => row * columns + column));
    const down = Array.from({ length: columns }, (_, column) =>
      Array.from({ length: rows }, (_, row) => row * columns + column));
    return [
      ...across.flatMap((line) => runsOf(cells, line, "across")),
      ...down.flatMap((line) => runsOf(cells, line, "down")),
    ];
  }

  function runsOf(cells, line, direction) {
    const runs = [[]];
    for (const cell of line) {
      if (cells[cell] === GREY) runs.push([]);
      else runs.at(-1).push(cell);
    }
    return runs.filter((run) => run.length >= 2).map((run) => ({ cells: run, direction }));
  }

  /** What the ladder pays for so many complete words of one grid, in cents (article 4.6). */
  function gainOf(words) {
    return game.ladder.find((rung) => rung.words === words)?.prize_cents ?? 0;
  }

  /** What gains of several grids make together, in cents. */
  function prizeOf(gains) {
    return game.combination === "sum"
      ? gains.reduce((sum, gain) => sum + gain, 0)
      : Math.max(...gains);
  }

  // -------------------------------------------------------------------------------------------------- how things are said

  const money = new Intl.NumberFormat(lang === "fr" ? "fr-FR" : "en-GB", {
    style: "currency",
    currency: game.currency,
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  const amount = (cents) => money.format(cents / 100);
  const number = new Intl.NumberFormat(lang === "fr" ? "fr-FR" : "en-GB");
  const plural = new Intl.PluralRules(lang);

  /** A text of the page, its {names} filled in. */
  function say(key, values = {}) {
    return texts[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
  }

  /** A text that counts: one for one, another for others. */
  function count(key, n) {
    const form = plural.select(n) === "one" ? "one" : "other";
    return say(`${key}_${form}`, { n: number.format(n) });
  }

  const byId = (id) => document.getElementById(id);

  function element(name, properties = {}, ...children) {
    const node = Object.assign(document.createElement(name), properties);
    node.append(...children);
    return node;
  }

  // ----------------------------------------------------------------------------------------------------- one unit on show

  let shown; // index of the unit
  let board; // its parts on the page
  let opened; // question marks that were clicked, by their index
  let found; // letters that were found
  let timer; // of AUTO, while it runs

  const unit = () => units[shown];
  const isOver = () => opened.size === board.tiles.length;

  /** Shows a unit from its start. */
  function open(index) {
    stop();
    shown = index;
    opened = new Set();
    found = new Set();
    const { letters, grids } = unit();
    board = { tiles: [...letters].map(tile), grids: grids.map(grid) };
    // In one, two or three rows of as many each, as there is room.
    [["--letters", 1], ["--half", 2], ["--third", 3]].forEach(([name, rows]) =>
      byId("tiles").style.setProperty(name, Math.ceil(letters.length / rows)));
    byId("tiles").replaceChildren(...board.tiles.map((button) => element("li", {}, button)));
    byId("grids").replaceChildren(...board.grids.map(({ section }) => section));
    const title = say("unit", { n: number.format(unit().number) });
    byId("unit").textContent = title;
    document.title = `${game.name} – ${title}`;
    byId("choice").selectedIndex = shown;
    setOff(byId("previous"), shown === 0);
    setOff(byId("next"), shown === units.length - 1);
    update();
  }

  /** A question mark; its letter is not on the page before it is clicked. */
  function tile(letter, index, { length }) {
    const button = element("button", { type: "button", className: "tile", textContent: "?" });
    button.setAttribute("aria-label", say("tile", { n: index + 1, all: length }));
    button.addEventListener("click", () => find(index));
    return button;
  }

  /** A grid with its title, and what is counted in it. */
  function grid(cells, index) {
    const name = say("grid", { n: index + 1 });
    const title = element("h2", { id: `grid-${index + 1}`, textContent: name });
    const boxes = [...cells].map(box);
    const rings = element("div", { className: "rings" });
    rings.setAttribute("aria-hidden", "true");
    const table = element("div", { className: "cells" }, ...rowsOf(boxes));
    table.setAttribute("role", "table");
    table.setAttribute("aria-labelledby", title.id);
    const crossword = element("div", { className: "crossword" }, table, rings);
    crossword.style.setProperty("--columns", game.columns);
    crossword.style.setProperty("--rows", cells.length / game.columns);
    const words = element("span", { className: "words" });
    const gain = element("span", { className: "gain" });
    const list = element("ul", { className: "found" });
    list.setAttribute("role", "list");
    list.setAttribute("aria-label", say("list", { grid: name }));
    const section = element("section", { className: "card grid" }, title, crossword,
      element("p", { className: "count" }, words, gain), list);
    section.setAttribute("aria-labelledby", title.id);
    return { section, cells, boxes, rings, words, gain, list, all: wordsOf(cells), complete: [] };
  }

  function box(letter) {
    const cell = element("div", { className: letter === GREY ? "cell grey" : "cell" });
    cell.setAttribute("role", "cell");
    cell.setAttribute("aria-label", say(letter === GREY ? "cell_grey" : "cell_hidden"));
    return cell;
  }

  function rowsOf(boxes) {
    return Array.from({ length: boxes.length / game.columns }, (_, row) => {
      const cells = boxes.slice(row * game.columns, (row + 1) * game.columns);
      const node = element("div", { className: "row" }, ...cells);
      node.setAttribute("role", "row");
      return node;
    });
  }

  // ----------------------------------------------------------------------------------------------------------- the play

  /** Finds the letter under a question mark: it shows in all grids at once (article 4.4). */
  function find(index) {
    const letter = unit().letters[index];
    if (opened.has(index)) return;
    opened.add(index);
    found.add(letter);
    const button = board.tiles[index];
    button.textContent = letter;
    button.classList.add("open");
    // It may have the focus, which it keeps; but nobody needs to come back to it.
    button.tabIndex = -1;
    button.setAttribute("aria-label", say("letter", { letter }));
    setOff(button, true);
    board.grids.forEach((grid) => fill(grid, letter));
    if (isOver()) stop();
    update();
    announce(letter);
  }

  function fill(grid, letter) {
    grid.boxes.forEach((cell, index) => {
      if (grid.cells[index] !== letter) return;
      cell.textContent = letter;
      cell.removeAttribute("aria-label");
      cell.classList.add("open");
    });
    const isNew = (word) =>
      !grid.complete.includes(word) && word.cells.every((cell) => found.has(grid.cells[cell]));
    for (const word of grid.all.filter(isNew)) light(grid, word);
  }

  /** Lights up a complete word: its cells, a ring around it, and its name below the grid. */
  function light(grid, word) {
    grid.complete.push(word);
    word.cells.forEach((cell, place) => {
      const { classList, style } = grid.boxes[cell];
      if (!classList.contains("lit")) style.setProperty("--place", place);
      classList.add("lit");
    });
    const [first, last] = [word.cells[0], word.cells.at(-1)];
    const at = (cell) => [Math.floor(cell / game.columns) + 1, (cell % game.columns) + 1];
    const [[top, left], [bottom, right]] = [at(first), at(last)];
    const ring = element("div", { className: "ring" });
    ring.style.gridArea = `${top} / ${left} / ${bottom + 1} / ${right + 1}`;
    grid.rings.append(ring);
    const place = word.direction === "across" ? { n: top } : { n: left };
    grid.list.append(element("li", {},
      word.cells.map((cell) => grid.cells[cell]).join(""),
      element("span", { className: "unseen", textContent: `, ${say(word.direction, place)}` })));
  }

  /** What is counted: words and gains of each grid, and the prize. */
  function update() {
    const counts = board.grids.map((grid) => grid.complete.length);
    const gains = counts.map(gainOf);
    board.grids.forEach((grid, index) => {
      grid.words.textContent = count("words", counts[index]);
      grid.gain.textContent = amount(gains[index]);
      grid.section.classList.toggle("wins", gains[index] > 0);
    });
    const prize = prizeOf(gains);
    byId("amount").textContent = amount(prize);
    byId("how").textContent = how(gains);
    byId("state").textContent = state(prize);
    byId("prize").classList.toggle("won", isOver() && prize > 0);
    drawLadder(counts);
    warn(isOver() ? contradictions(counts, prize) : []);
    drawActions();
  }

  /** How the gains of several grids make the prize. */
  function how(gains) {
    const winning = gains.filter((gain) => gain > 0).map(amount);
    if (winning.length < 2) return "";
    return game.combination === "sum"
      ? winning.join(" + ")
      : say("highest", { gains: winning.join(", ") });
  }

  function state(prize) {
    if (!isOver()) return count("left", board.tiles.length - opened.size);
    return say(prize > 0 ? "winning" : "losing");
  }

  /** What one grid pays, with the grids that have so many words. */
  function drawLadder(counts) {
    byId("ladder").replaceChildren(...game.ladder.map(({ words, prize_cents }) => {
      const grids = counts.flatMap((count, index) => (count === words ? [index + 1] : []));
      const head = element("th", { scope: "row", textContent: count("rung", words) });
      head.append(...grids.map((n) =>
        element("span", { className: "mark", textContent: say("grid", { n }) })));
      const row = element("tr", {}, head, element("td", { textContent: amount(prize_cents) }));
      row.className = grids.length > 0 ? "reached" : "";
      return row;
    }));
  }

  /** Where the unit says of itself what its grids do not show. */
  function contradictions(counts, prize) {
    const { words, prize_cents } = unit();
    const wrong = counts.flatMap((shows, index) => shows === words[index] ? [] : [
      say("wrong_words", { grid: index + 1, says: count("words", words[index]), shows: number.format(shows) }),
    ]);
    if (prize !== prize_cents) {
      wrong.push(say("wrong_prize", { says: amount(prize_cents), shows: amount(prize) }));
    }
    return wrong;
  }

  function warn(lines) {
    const warning = byId("warning");
    warning.hidden = lines.length === 0;
    warning.textContent = lines.length === 0 ? "" : `${say("warning")} ${lines.join(" ")}`;
  }

  /** Tells a screen reader what a letter brought, and at the end what the unit pays. */
  function announce(letter) {
    const grids = board.grids.map((grid, index) => {
      const words = grid.complete.length;
      return say("announce_grid", { grid: index + 1, words: count("words", words) });
    });
    const parts = [say("announce", { letter }), ...grids];
    if (isOver()) {
      parts.push(say("announce_end", {
        state: byId("state").textContent,
        amount: byId("amount").textContent,
      }));
      parts.push(byId("warning").textContent);
    }
    byId("announcement").textContent = parts.join(" ").trim();
  }

  // --------------------------------------------------------------------------------------------------------- the buttons

  /** Switches a button off, and leaves the focus where it is. */
  function setOff(button, off) {
    button.setAttribute("aria-disabled", String(off));
  }

  const isOff = (button) => button.getAttribute("aria-disabled") === "true";

  function drawActions() {
    const auto = byId("auto");
    auto.textContent = say(timer === undefined ? "auto" : "stop");
    auto.classList.toggle("running", timer !== undefined);
    setOff(auto, isOver());
    setOff(byId("again"), opened.size === 0);
  }

  /** AUTO: finds the letters that are left, one after another. */
  function auto() {
    timer = setTimeout(auto, PACE);
    find(board.tiles.findIndex((_, index) => !opened.has(index)));
  }

  function stop() {
    clearTimeout(timer);
    timer = undefined;
  }

  function onClick(id, action) {
    byId(id).addEventListener("click", (event) => {
      if (!isOff(event.currentTarget)) action();
    });
  }

  function toUnit(index) {
    open(index);
    byId("announcement").textContent = byId("choice").value;
  }

  onClick("auto", () => {
    if (timer === undefined) auto();
    else {
      stop();
      drawActions();
    }
  });
  onClick("again", () => toUnit(shown));
  onClick("previous", () => toUnit(shown - 1));
  onClick("next", () => toUnit(shown + 1));

  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape" && timer !== undefined) {
      stop();
      drawActions();
    }
  });

  /** Arrows go from question mark to question mark. */
  byId("tiles").addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (step === undefined) return;
    const closed = board.tiles.filter((tile) => !isOff(tile) || tile === event.target);
    closed.at((closed.indexOf(event.target) + step) % closed.length)?.focus();
    event.preventDefault();
  });

  const all = number.format(units.length);
  byId("choice").append(...units.map((unit, index) => element("option", {
    textContent: say("choice", { unit: number.format(unit.number), n: number.format(index + 1), all }),
  })));
  byId("choice").addEventListener("change", ({ target }) => toUnit(target.selectedIndex));
  byId("units").hidden = units.length < 2;
  const isAlone = units[0].grids.length === 1;
  byId("grids").classList.toggle("several", !isAlone);
  document.querySelector("main").classList.toggle("one", isAlone);
  open(0);
})();
