"""Tests of the page that `emission preview` writes, played in headless Chromium.

EMISSION=target/checked/emission python3 -m unittest discover -s scripts -p 'test_preview.py'

With SCREENSHOTS=FOLDER, pictures of the page are left there, to be looked at.
"""

from __future__ import annotations

import itertools
import json
import os
import random
import re
import shutil
import socket
import subprocess
import tempfile
import unittest
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, Playwright, sync_playwright

EMISSION = str(Path(os.environ["EMISSION"]).resolve())
SCREENSHOTS = os.environ.get("SCREENSHOTS")

SEED = "emission-seed-1:" + bytes(range(32)).hex() + "\n"

# Prizes of Maxi Mots Croisés in euros, highest first; 0 for a losing unit.
TIERS = [250_000, 10_000, 1_000, 200, 50, 20, 15, 10, 5, 0]

# Milliseconds between two letters that AUTO finds, as play.js has it.
PACE = 800

SIZES = {"narrow": (360, 740), "wide": (1440, 900)}

# Another game of the family: the most of grids, cells and letters, and a name that wants to be HTML.
FOUR_GRIDS = """\
name = "Quatre </script><b>grilles</b> & 'co'"
currency = "CHF"
units_per_block = 100
unit_price_cents = 100
alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
revealed_letters = 18
ladder = [{ words = 2, prize_cents = 250 }, { words = 3, prize_cents = 100_000 }]
tiers = [
    { prize_cents = 100_000, lots = 5, ways = [{ words = [3, 2, 2], lots = 5 }] },
    { prize_cents = 250, lots = 10, ways = [{ words = [2], lots = 10 }] },
]
totals = { lots = 15, prizes_cents = 502_500 }

[grids]
count = 4
rows = 15
columns = 15
words = 18
min_length = 3
max_length = 9
combination = "highest"
"""

# And the least: one small grid, few letters.
ONE_GRID = """\
name = "Petit"
currency = "EUR"
units_per_block = 100
unit_price_cents = 100
alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
revealed_letters = 9
ladder = [{ words = 1, prize_cents = 150 }]
tiers = [{ prize_cents = 150, lots = 20, ways = [{ words = [1], lots = 20 }] }]
totals = { lots = 20, prizes_cents = 3_000 }

[grids]
count = 1
rows = 8
columns = 7
words = 6
min_length = 3
max_length = 6
combination = "sum"
"""

# What a script that is not the page's own would try; gives what the page's policy refused.
TRY_THE_NETWORK = """(url) => new Promise((resolve) => {
    const refused = [];
    document.addEventListener("securitypolicyviolation", (event) => refused.push(event.effectiveDirective));
    new Image().src = url;
    document.body.append(Object.assign(document.createElement("script"), { textContent: "document.title = 1" }));
    fetch(url).catch(() => setTimeout(() => resolve(refused), 300));
})"""

folder: Path
playwright: Playwright
browser: Browser


def setUpModule() -> None:
    global folder, playwright, browser
    home = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(home.cleanup)
    folder = Path(home.name)
    seed = folder / "fixed.seed"
    seed.touch(mode=0o600)
    seed.write_text(SEED)
    playwright = sync_playwright().start()
    unittest.addModuleCleanup(playwright.stop)
    browser = playwright.chromium.launch(
        executable_path=shutil.which("chromium"),
        args=["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
    )
    unittest.addModuleCleanup(browser.close)
    (folder / "four.toml").write_text(FOUR_GRIDS)
    (folder / "one.toml").write_text(ONE_GRID)
    prizes = [f"--prize={tier}" for tier in TIERS]
    write("tiers.html", *prizes)
    write("tiers-en.html", *prizes, "--lang=en")
    winner = next(unit for unit in data("tiers.html")["units"] if unit["prize_cents"] == 20_000)
    write("winner.html", f"--unit={winner['number']}")


def write(name: str, *args: str) -> None:
    """Writes a page from the fixed seed."""
    command = [EMISSION, "preview", "--seed-file=fixed.seed", f"--out={name}", *args]
    subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)


def data(name: str) -> dict[str, Any]:
    """What the script of a page is given."""
    _, rest = (folder / name).read_text().split('id="data">')
    given: dict[str, Any] = json.loads(rest.split("</script>")[0])
    return given


def amount(cents: int, lang: str = "fr", currency: str = "€") -> str:
    """An amount as its language writes it."""
    digits = f"{cents // 100:,}"
    if lang == "en":
        return f"{currency}{digits}.{cents % 100:02}"
    return f"{digits.replace(',', NARROW)},{cents % 100:02}{NO_BREAK}{currency}"


NO_BREAK = "\u00a0"
NARROW = "\u202f"


def complete(cells: str, columns: int, letters: set[str]) -> list[str]:
    """The words of a grid that these letters make complete."""
    rows = [cells[start : start + columns] for start in range(0, len(cells), columns)]
    lines = rows + ["".join(column) for column in zip(*rows, strict=True)]
    words = [word for line in lines for word in line.split(".") if len(word) > 1]
    return [word for word in words if set(word) <= letters]


class Player:
    """Somebody before a page."""

    def __init__(self, page: Page, name: str, clock: bool) -> None:
        self.page = page
        self.problems: list[str] = []
        self.requests: list[str] = []
        page.on("console", lambda message: self.problems.append(message.text))
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))
        if clock:
            page.clock.install(time=0)
        page.goto((folder / name).as_uri())
        if clock:
            # From here on, time passes when a test says so.
            page.clock.pause_at(1_000_000)
        self.data = data(name)

    @property
    def unit(self) -> dict[str, Any]:
        unit: dict[str, Any] = self.data["units"][self.page.evaluate("document.getElementById('choice').selectedIndex")]
        return unit

    @property
    def tiles(self) -> Locator:
        return self.page.locator(".tile")

    def text(self, selector: str) -> str:
        return self.page.inner_text(selector)

    def all(self, selector: str) -> list[str]:
        return self.page.locator(selector).all_inner_texts()

    def click(self, selector: str) -> None:
        self.page.click(selector)

    def choose(self, index: int) -> None:
        self.page.select_option("#choice", index=index)

    def pass_time(self, milliseconds: int) -> None:
        self.page.clock.run_for(milliseconds)

    def play_to_the_end(self) -> None:
        self.click("#auto")
        self.pass_time(PACE * len(self.unit["letters"]))

    def click_tiles(self, first: int, last: int) -> None:
        self.page.evaluate(
            "([first, last]) => [...document.querySelectorAll('.tile')].slice(first, last).forEach((tile) => tile.click())",
            [first, last],
        )

    def found(self) -> str:
        """The letters that the question marks show, in their order; the others as question marks."""
        return "".join(self.all(".tile"))

    def grids(self) -> list[str]:
        """The cells of each grid as they show: a letter, a dot for a grey cell, a blank."""
        return self.page.evaluate(
            """[...document.querySelectorAll(".cells")].map((grid) => [...grid.querySelectorAll(".cell")].map((cell) =>
                cell.classList.contains("grey") ? "." : cell.textContent || " ").join(""))"""
        )

    def focused(self) -> str:
        name: str = self.page.evaluate(
            "document.activeElement.id || document.activeElement.getAttribute('aria-label') || ''"
        )
        return name


class PreviewTest(unittest.TestCase):
    def play(self, name: str = "tiers.html", size: str = "wide", clock: bool = True, **how: Any) -> Player:
        width, height = SIZES[size]
        page = browser.new_page(viewport={"width": width, "height": height}, **how)
        player = Player(page, name, clock)
        self.addCleanup(page.context.close)
        self.addCleanup(lambda: self.assertEqual(player.problems, []))
        return player

    def shows(self, player: Player, letters: str) -> None:
        """Expects exactly these letters in all grids, with all that follows from them."""
        columns = player.data["game"]["columns"]
        hide = re.compile(f"[^.{letters}]")
        expected = [hide.sub(" ", grid) for grid in player.unit["grids"]]
        self.assertEqual(player.grids(), expected)
        for index, grid in enumerate(player.unit["grids"]):
            words = complete(grid, columns, set(letters))
            section = f".grid:nth-child({index + 1})"
            items = player.page.locator(f"{section} .found li").all_text_contents()
            shown = [text.split(",")[0] for text in items]
            self.assertEqual(sorted(shown), sorted(words))
            plural = "s" if len(words) > 1 else ""
            self.assertEqual(player.text(f"{section} .words"), f"{len(words)} mot{plural} complet{plural}")
            lit = player.page.locator(f"{section} .cell.lit").count()
            self.assertEqual(lit > 0, bool(words))
            self.assertEqual(player.page.locator(f"{section} .ring").count(), len(words))

    # ---------------------------------------------------------------------------------------------------- what it shows

    def test_every_tier_shows_its_prize(self) -> None:
        for name, lang in [("tiers.html", "fr"), ("tiers-en.html", "en")]:
            player = self.play(name)
            prizes = [unit["prize_cents"] for unit in player.data["units"]]
            for euros in TIERS:
                with self.subTest(lang=lang, euros=euros):
                    player.choose(prizes.index(100 * euros))
                    player.play_to_the_end()
                    self.assertEqual(player.text("#amount"), amount(100 * euros, lang))
                    states = {"fr": ["Unité perdante", "Unité gagnante"], "en": ["Losing unit", "Winning unit"]}
                    self.assertEqual(player.text("#state"), states[lang][euros > 0])
                    counts = [int(text.split()[0]) for text in player.all(".words")]
                    self.assertEqual(counts, player.unit["words"])
                    self.assertFalse(player.page.is_visible("#warning"))

    def test_gains_of_both_grids_add_up(self) -> None:
        player = self.play()
        player.choose([unit["prize_cents"] for unit in player.data["units"]].index(1_500))
        player.play_to_the_end()
        gains = player.all(".gain")
        self.assertEqual(sorted(gains), sorted([amount(1_000), amount(500)]))
        self.assertEqual(player.text("#how"), " + ".join(gains))
        self.assertEqual(len(player.all("#ladder .reached")), 2)

    def test_letters_come_in_any_order_and_in_both_grids_at_once(self) -> None:
        player = self.play("winner.html")
        letters = player.unit["letters"]
        order = list(range(len(letters)))
        random.Random(4).shuffle(order)
        for count, index in enumerate(order, start=1):
            player.tiles.nth(index).click()
            found = [letters[i] for i in order[:count]]
            self.assertEqual(player.found(), "".join(l if l in found else "?" for l in letters))
            self.shows(player, "".join(found))
        self.assertEqual(player.text("#amount"), amount(20_000))

    def test_no_letter_is_on_the_page_before_it_is_found(self) -> None:
        player = self.play("winner.html")
        bare = "(() => { const all = document.documentElement.cloneNode(true); all.querySelector('#data').remove(); "
        bare += "all.querySelector('script').remove(); all.querySelector('style').remove(); return all.outerHTML; })()"
        for found in range(len(player.unit["letters"])):
            html = player.page.evaluate(bare)
            # A letter of a cell or of a question mark stands alone in its element, or behind a blank in its name.
            shown = set(re.findall(r">([A-Z])<", html)) | set(re.findall(r'="[^"]* ([A-Z])"', html))
            self.assertEqual(shown, set(player.unit["letters"][:found]))
            words = set(re.findall(r"<li>([A-Z]+)<", html))
            self.assertTrue(all(set(word) <= shown for word in words), words)
            player.tiles.nth(found).click()

    # ------------------------------------------------------------------------------------------------------ how it plays

    def test_auto_finds_the_rest_at_a_pace_and_can_be_stopped(self) -> None:
        player = self.play("winner.html")
        letters = player.unit["letters"]
        shown = lambda count: letters[:count] + "?" * (len(letters) - count)
        player.tiles.nth(0).click()
        player.click("#auto")
        self.assertEqual((player.found(), player.text("#auto")), (shown(2), "Arrêter"))
        player.pass_time(PACE - 1)
        self.assertEqual(player.found(), shown(2))
        player.pass_time(1)
        self.assertEqual(player.found(), shown(3))
        player.click("#auto")
        self.assertEqual(player.text("#auto"), "AUTO")
        player.pass_time(10 * PACE)
        self.assertEqual(player.found(), shown(3))
        player.click("#auto")
        player.page.keyboard.press("Escape")
        player.pass_time(10 * PACE)
        self.assertEqual(player.found(), shown(4))
        # A click while it runs; then on to the end.
        player.click("#auto")
        player.tiles.nth(5).click()
        self.assertEqual(player.found(), shown(6))
        player.pass_time(len(letters) * PACE)
        self.assertEqual(player.found(), letters)
        self.assertEqual(player.page.get_attribute("#auto", "aria-disabled"), "true")
        player.page.locator("#auto").dispatch_event("click")
        self.shows(player, letters)

    def test_start_again_and_other_units(self) -> None:
        player = self.play()
        units = player.data["units"]
        last = len(units) - 1
        place = lambda index: f"Unité {units[index]['number']:,}".replace(",", NARROW)
        self.assertEqual(player.text("#unit"), place(0))
        self.assertEqual(player.page.get_attribute("#previous", "aria-disabled"), "true")
        player.click("#auto")
        player.pass_time(3 * PACE)
        player.click("#again")
        player.pass_time(3 * PACE)
        self.assertEqual(player.found(), "?" * 18)
        self.shows(player, "")
        player.click("#auto")
        player.click("#next")
        player.pass_time(3 * PACE)
        self.assertEqual((player.text("#unit"), player.found()), (place(1), "?" * 18))
        self.assertEqual(player.text("#announcement"), f"{place(1)} (2 sur {last + 1})")
        player.click("#previous")
        self.assertEqual(player.text("#unit"), place(0))
        player.choose(last)
        self.assertEqual(player.text("#unit"), place(last))
        self.assertEqual(player.page.title(), f"Maxi Mots Croisés – {place(last)}")
        self.assertEqual(player.page.get_attribute("#next", "aria-disabled"), "true")
        player.page.locator("#next").dispatch_event("click")
        self.assertEqual(player.text("#unit"), place(last))
        self.assertFalse(self.play("winner.html").page.is_visible("#units"))

    def test_a_keyboard_is_enough(self) -> None:
        player = self.play()
        press = player.page.keyboard.press
        seen = []
        for _ in range(6):
            press("Tab")
            seen.append(player.focused())
        self.assertEqual(seen[:4], ["previous", "choice", "next", "auto"])
        self.assertEqual(seen[4:], ["again", "Point d’interrogation 1 sur 18"])
        outline = player.page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        self.assertEqual(outline, "solid")
        press("Enter")
        letters = player.unit["letters"]
        self.assertEqual(player.focused(), f"Lettre {letters[0]}")
        press("Tab")
        self.assertEqual(player.focused(), "Point d’interrogation 2 sur 18")
        press("ArrowRight")
        press("ArrowDown")
        press("Space")
        self.assertEqual(player.focused(), f"Lettre {letters[3]}")
        press("ArrowLeft")
        self.assertEqual(player.focused(), "Point d’interrogation 3 sur 18")
        self.assertEqual(player.found(), f"{letters[0]}??{letters[3]}" + 14 * "?")
        while player.focused() != "auto":
            press("Shift+Tab")
        press("Enter")
        player.pass_time(18 * PACE)
        self.assertEqual(player.found(), letters)
        self.assertEqual(player.focused(), "auto")
        press("Tab")
        press("Enter")
        self.assertEqual(player.found(), "?" * 18)
        press("Shift+Tab")
        press("Shift+Tab")
        press("Space")
        self.assertEqual(player.unit, player.data["units"][1])

    def test_a_screen_reader_hears_what_a_letter_brings(self) -> None:
        player = self.play("winner.html")
        letters, grids = player.unit["letters"], player.unit["grids"]
        self.assertEqual(player.page.get_attribute("#announcement", "aria-live"), "polite")
        for index, letter in enumerate(letters):
            player.tiles.nth(index).click()
            said = f"Lettre {letter}."
            for number, grid in enumerate(grids, start=1):
                count = len(complete(grid, 11, set(letters[: index + 1])))
                plural = "s" if count > 1 else ""
                said += f" Grille {number}{NO_BREAK}: {count} mot{plural} complet{plural}."
            if index + 1 == len(letters):
                said += f" Unité gagnante{NO_BREAK}: {amount(20_000)}."
            self.assertEqual(player.page.text_content("#announcement"), said)
        labels = {cell.get_attribute("aria-label") for cell in player.page.locator(".cell:not(.open)").all()}
        self.assertEqual(labels, {"case grisée", "case à découvrir"})

    # ------------------------------------------------------------------------------------------------ where it is shown

    def moments(self, player: Player) -> Iterator[str]:
        yield "start"
        player.click_tiles(0, 9)
        yield "half way"
        player.click_tiles(9, 18)
        yield "end"

    def test_no_violation_of_accessibility(self) -> None:
        looks = [*itertools.product(["tiers.html"], SIZES, ["light", "dark"]), ("tiers-en.html", "narrow", "light")]
        if SCREENSHOTS:
            looks.append(("tiers-en.html", "wide", "dark"))
        for name, size, scheme in looks:
            # axe waits by the page's clock.
            player = self.play(name, size, clock=False, color_scheme=scheme, reduced_motion="reduce")
            for moment in self.moments(player):
                with self.subTest(size=size, scheme=scheme, name=name, moment=moment):
                    self.picture(player, f"{Path(name).stem} {size} {scheme} {moment}")
                    results = Axe().run(player.page)
                    self.assertEqual(results.violations_count, 0, results.generate_report())
                    self.fits(player)

    def fits(self, player: Player) -> None:
        """Expects nothing beyond the window's sides, and buttons that a finger can hit (WCAG 2.2, 2.5.8)."""
        self.assertLessEqual(*player.page.evaluate("[document.documentElement.scrollWidth, innerWidth]"))
        sides = player.page.evaluate(
            """[...document.querySelectorAll("button, select")].map((button) => button.getBoundingClientRect())
                .filter((box) => box.width > 0).map((box) => Math.min(box.width, box.height))"""
        )
        self.assertGreaterEqual(min(sides), 24)

    def picture(self, player: Player, name: str) -> None:
        if SCREENSHOTS:
            path = Path(SCREENSHOTS) / f"{name.replace(' ', '-')}.png"
            player.page.screenshot(path=path, full_page=True)

    def test_other_games(self) -> None:
        write("four.html", "--game=four.toml", "--prize=1,000.00")
        write("one.html", "--game=one.toml", "--prize=1.50")
        for name, grids, prize in [
            ("four.html", 4, f"1{NARROW}000,00{NO_BREAK}CHF"),
            ("one.html", 1, amount(150)),
        ]:
            for size in SIZES:
                with self.subTest(name=name, size=size):
                    player = self.play(name, size, clock=False, color_scheme="light", reduced_motion="reduce")
                    self.assertEqual(player.text("h1"), player.data["game"]["name"])
                    self.assertEqual(len(player.grids()), grids)
                    player.click_tiles(0, 25)
                    self.shows(player, player.unit["letters"])
                    self.assertEqual(player.text("#amount"), prize)
                    self.fits(player)
                    self.picture(player, f"{Path(name).stem} {size}")
                    self.assertEqual(Axe().run(player.page).violations_count, 0)
                    self.assertEqual("plus élevé" in player.text("#how"), grids == 4)

    def test_motion_is_left_out_where_the_system_asks_so(self) -> None:
        for motion, moves in [("reduce", False), ("no-preference", True)]:
            player = self.play("winner.html", reduced_motion=motion)
            player.tiles.nth(0).click()
            self.assertEqual(player.page.evaluate("document.getAnimations().length > 0"), moves)

    def test_complete_words_stand_out_without_the_page_s_colours(self) -> None:
        player = self.play("winner.html", forced_colors="active", reduced_motion="reduce")
        player.play_to_the_end()
        color = "(cell) => getComputedStyle(document.querySelector(cell)).backgroundColor"
        of = lambda cell: player.page.evaluate(color, cell)
        self.assertEqual(len({of(".cell.lit"), of(".cell.open:not(.lit)"), of(".cell.grey")}), 3)
        self.picture(player, "forced colors")

    def test_nothing_is_asked_of_a_network(self) -> None:
        player = self.play("winner.html", clock=False)
        player.click_tiles(0, 18)
        self.assertEqual(player.requests, [player.page.url])
        with socket.create_server(("127.0.0.1", 0)) as server:
            blocked = player.page.evaluate(TRY_THE_NETWORK, f"http://127.0.0.1:{server.getsockname()[1]}/")
            server.settimeout(0.3)
            self.assertRaises(TimeoutError, server.accept)
        self.assertEqual(set(blocked), {"connect-src", "img-src", "script-src-elem"})
        player.problems.clear()

    def test_a_unit_that_contradicts_itself_is_told(self) -> None:
        page = (folder / "winner.html").read_text()
        text = page.replace('"prize_cents":20000,"letters"', '"prize_cents":1000,"letters"')
        (folder / "wrong.html").write_text(re.sub(r'"words":\[\d,\d\]', '"words":[6,6]', text))
        player = self.play("wrong.html")
        player.click("#auto")
        player.pass_time(16 * PACE)
        self.assertFalse(player.page.is_visible("#warning"))
        player.pass_time(PACE)
        self.assertEqual(player.text("#amount"), amount(20_000))
        counts = [int(text.split()[0]) for text in player.all(".words")]
        other = counts.index(min(counts)) + 1
        warning = (
            f"Attention. Le bloc dit 6 mots complets pour la grille {other}, qui en montre {min(counts)}. "
            f"Le bloc dit un lot de {amount(1_000)}, les grilles montrent {amount(20_000)}."
        )
        self.assertEqual(player.text("#warning"), warning)
        self.assertTrue((player.page.text_content("#announcement") or "").endswith(warning))
        self.picture(player, "wrong")


if __name__ == "__main__":
    unittest.main()
