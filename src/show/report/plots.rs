//! The plots of a report, as SVG that reads in black and white: dots, outlines and greys, no colour.
//!
//! Drawn by plotters on a canvas of twice the pixels that a screen gives it, since it draws at whole pixels alone. The
//! page's style sheet exchanges ink and paper in the dark, by these very colours.
#![allow(
    clippy::cast_precision_loss,
    reason = "counts of a block are far below 2^52"
)]

use std::io;
use std::ops::Range;

use maud::{Markup, PreEscaped, html};
use plotters::chart::ChartContext;
use plotters::coord::Shift;
use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint};
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::audit::{
    BlockAudit, Facts, GridPair, Leak, LetterFound, NearMisses, Revealed, STANDS_OUT, Segment,
    Statistic, confidence_percent,
};
use crate::game::{counted, thousands};
use crate::show::audit::probability;

/// Width of a canvas.
const WIDTH: u32 = 1_440;
/// Letters of labels: 11 pixels on a screen.
const TEXT: i32 = 28;
const FONT: &str = "sans-serif";
/// What is left at the right of a chart, for half of its last label.
const EDGE: i32 = 40;

/// Lines, dots and letters.
const INK: RGBColor = RGBColor(0x11, 0x11, 0x11);
/// What is behind them.
const PAPER: RGBColor = RGBColor(0xff, 0xff, 0xff);
/// Names of axes and keys.
const MUTED: RGBColor = RGBColor(0x55, 0x55, 0x55);
/// Bars.
const GREY: RGBColor = RGBColor(0xa8, 0xa8, 0xa8);
/// What chance gives.
const BAND: RGBColor = RGBColor(0xdc, 0xdc, 0xdc);
/// The mesh.
const FAINT: RGBColor = RGBColor(0xec, 0xec, 0xec);

/// Standard deviations on either side that hold 99 of 100 normal values.
const DEVIATIONS: f64 = 2.576;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Chart<'a> = ChartContext<'a, SVGBackend<'a>, Cartesian2d<Scale, Scale>>;
type Drawn = Result<(), DrawingAreaErrorKind<io::Error>>;

/// A plot with what people need to read it.
pub(super) struct Plot {
    /// Its name in the page.
    id: String,
    /// What it is of.
    title: String,
    /// What to see in it, in one line.
    see: String,
    picture: Markup,
}

impl Plot {
    fn new(
        id: impl Into<String>,
        title: impl Into<String>,
        see: String,
        height: u32,
        draw: impl FnOnce(&Area) -> Drawn,
    ) -> Self {
        let (id, title) = (id.into(), title.into());
        Self {
            picture: svg(&id, &title, &see, (WIDTH, height), draw),
            id,
            title,
            see,
        }
    }

    pub(super) fn markup(&self) -> Markup {
        html! {
            figure id=(self.id) {
                figcaption {
                    h3 { (self.title) }
                    p { (self.see) }
                }
                (self.picture)
            }
        }
    }
}

/// A drawing as part of a page, with its title and description.
fn svg(
    id: &str,
    title: &str,
    description: &str,
    size: (u32, u32),
    draw: impl FnOnce(&Area) -> Drawn,
) -> Markup {
    let mut text = String::new();
    let area = SVGBackend::with_string(&mut text, size).into_drawing_area();
    draw(&area)
        .and_then(|()| area.present())
        .expect("memory takes every mark");
    drop(area);
    // Its own first tag fixes the size in pixels.
    let marks = text.split_once('>').map_or("", |(_, marks)| marks);
    let marks = marks.trim_end().trim_end_matches("</svg>");
    let view = format!("0 0 {} {}", size.0, size.1);
    let (title_id, description_id) = (format!("{id}-title"), format!("{id}-about"));
    html! {
        svg role="img" viewBox=(view) aria-labelledby=(title_id) aria-describedby=(description_id) {
            title id=(title_id) { (title) }
            desc id=(description_id) { (description) }
            (PreEscaped(marks))
        }
    }
}

/// One axis of a chart.
struct Axis<'a> {
    name: &'a str,
    range: Range<f64>,
    ticks: Vec<f64>,
    label: &'a dyn Fn(f64) -> String,
}

impl<'a> Axis<'a> {
    /// An axis with some round ticks.
    fn new(name: &'a str, range: Range<f64>, label: &'a dyn Fn(f64) -> String) -> Self {
        const TICKS: usize = 6;
        let coordinate = RangedCoordf64::from(range.clone());
        Self {
            ticks: coordinate.key_points(TICKS),
            name,
            range,
            label,
        }
    }

    /// An axis of whole numbers, each with its tick.
    fn of_each(name: &'a str, first: usize, last: usize, label: &'a dyn Fn(f64) -> String) -> Self {
        Self {
            name,
            range: first as f64 - 0.6..last as f64 + 0.6,
            ticks: (first..=last).map(|number| number as f64).collect(),
            label,
        }
    }

    fn scale(&self) -> Scale {
        Scale {
            range: self.range.clone(),
            ticks: self.ticks.clone(),
        }
    }
}

/// Where values stand on an axis, with ticks of our choice: plotters has this for axes of whole numbers alone.
struct Scale {
    range: Range<f64>,
    ticks: Vec<f64>,
}

impl Ranged for Scale {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        RangedCoordf64::from(self.range.clone()).map(value, limit)
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        if hint.weight().allow_light_points() {
            Vec::new()
        } else {
            self.ticks.clone()
        }
    }

    fn range(&self) -> Range<f64> {
        self.range.clone()
    }
}

/// Draws the axes of a chart, their names above and below it.
fn chart<'a>(
    area: &Area<'a>,
    x: &Axis,
    y: &Axis,
) -> Result<Chart<'a>, DrawingAreaErrorKind<io::Error>> {
    let (width, height) = area.dim_in_pixel();
    let mut chart = ChartBuilder::on(area)
        .margin_top(64)
        .margin_right(EDGE)
        .margin_bottom(44)
        .x_label_area_size(52)
        .y_label_area_size(130)
        .build_cartesian_2d(x.scale(), y.scale())?;
    chart
        .configure_mesh()
        .x_label_formatter(&|value| (x.label)(*value))
        .y_label_formatter(&|value| (y.label)(*value))
        .label_style((FONT, TEXT).with_color(INK))
        .axis_style(INK.stroke_width(2))
        .bold_line_style(FAINT.stroke_width(2))
        .set_all_tick_mark_size(6)
        .draw()?;
    let right = i32::try_from(width).unwrap_or(i32::MAX) - EDGE;
    let bottom = i32::try_from(height).unwrap_or(i32::MAX) - 8;
    write(area, y.name, (8, 34), HPos::Left)?;
    write(area, x.name, (right, bottom), HPos::Right)?;
    Ok(chart)
}

fn write(area: &Area, text: &str, at: (i32, i32), side: HPos) -> Drawn {
    let style = (FONT, TEXT).into_text_style(area).color(&MUTED);
    area.draw_text(text, &style.pos(Pos::new(side, VPos::Bottom)), at)
}

/// How a key shows what it names.
#[derive(Clone, Copy)]
enum Sign {
    Dot,
    Ring,
    Line,
    Dashes,
    Box(RGBColor),
}

/// The key of a chart, at its right above it.
fn key(area: &Area, entries: &[(Sign, &str)]) -> Drawn {
    let (width, _) = area.dim_in_pixel();
    let mut x = i32::try_from(width).unwrap_or(i32::MAX) - EDGE;
    for &(sign, text) in entries.iter().rev() {
        write(area, text, (x, 34), HPos::Right)?;
        // A letter is half as wide as high, a little less.
        x -= i32::try_from(text.chars().count()).unwrap_or(0) * TEXT * 46 / 100 + 28;
        let (y, line) = (22, INK.stroke_width(3));
        match sign {
            Sign::Dot => area.draw(&Circle::new((x, y), 7, INK.filled()))?,
            Sign::Ring => area.draw(&Circle::new((x, y), 8, line))?,
            Sign::Line => area.draw(&PathElement::new([(x - 24, y), (x + 8, y)], line))?,
            Sign::Dashes => area
                .draw(&PathElement::new([(x - 24, y), (x - 12, y)], line))
                .and_then(|()| area.draw(&PathElement::new([(x - 4, y), (x + 8, y)], line)))?,
            Sign::Box(color) => {
                area.draw(&Rectangle::new(
                    [(x - 14, y - 12), (x + 10, y + 10)],
                    color.filled(),
                ))?;
            }
        }
        x -= 48;
    }
    Ok(())
}

fn bar(from: f64, to: f64, width: f64, at: f64, color: RGBColor) -> Rectangle<(f64, f64)> {
    Rectangle::new([(at - width, from), (at + width, to)], color.filled())
}

fn dot(x: f64, y: f64) -> Circle<(f64, f64), i32> {
    Circle::new((x, y), 7, INK.filled())
}

/// A line across or down a chart.
fn line(from: (f64, f64), to: (f64, f64)) -> PathElement<(f64, f64)> {
    PathElement::new([from, to], INK.stroke_width(3))
}

/// A label of a whole number.
fn whole(value: f64) -> String {
    format!("{value:.0}")
}

/// A count's label, its thousands set apart.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "counts"
)]
fn count(value: f64) -> String {
    thousands(value.round().max(0.0) as u64)
}

fn per_cent(value: f64) -> String {
    format!("{value:.0} %")
}

/// All plots of a block that was audited, in the order of the page.
pub(super) fn all(audit: &BlockAudit, told: &[&Statistic]) -> Vec<Plot> {
    let mut plots: Vec<Plot> = segments(&audit.segments).into_iter().collect();
    plots.extend(audit.facts.complete_words.iter().map(complete_words));
    plots.extend(leak(&audit.leak));
    plots.extend(letters(&audit.letters.revealed, audit.letters.units));
    plots.extend(near_misses(&audit.letters.near_misses));
    plots.push(lengths_and_crossings(&audit.facts));
    plots.push(uses(&audit.facts));
    plots.extend(probabilities(told));
    plots
}

/// Winners of each segment, against the band of chance; `None` where there are none to tell.
fn segments(segments: &[Segment]) -> Option<Plot> {
    let sum = |of: fn(&Segment) -> u64| segments.iter().map(of).sum::<u64>() as f64;
    let (units, winners) = (sum(|s| s.units), sum(|s| s.winners));
    let number = segments.len() as f64;
    let (drawn, share) = (units / number, winners / units);
    let expected = drawn * share;
    // Drawn without putting back.
    let variance = expected * (1.0 - share) * (units - drawn) / (units - 1.0);
    let band = DEVIATIONS * variance.sqrt();
    let off = |segment: &Segment| (segment.winners as f64 - expected).abs();
    let outside = segments
        .iter()
        .filter(|segment| off(segment) > band)
        .count() as u64;
    let farthest = segments.iter().map(off).reduce(f64::max)?;
    let reach = 1.15 * farthest.max(1.3 * band);
    let verb = if outside == 1 { "lies" } else { "lie" };
    let see = format!(
        "Each dot is one of {} equal segments of the block, of {} or one more or less. The grey band holds 99 of 100 by \
         chance: {outside} {verb} outside it.",
        segments.len(),
        counted(segments[0].units, "unit"),
    );
    let plot = Plot::new(
        "segments",
        "Where winners fall over the block",
        see,
        480,
        |area| {
            let x = Axis::new(
                "place in the block, in the order of units",
                0.0..100.0,
                &per_cent,
            );
            let y = Axis::new("winning units", expected - reach..expected + reach, &count);
            let mut chart = chart(area, &x, &y)?;
            let band = Rectangle::new(
                [(0.0, expected - band), (100.0, expected + band)],
                BAND.filled(),
            );
            chart.draw_series([band])?;
            chart.draw_series([line((0.0, expected), (100.0, expected))])?;
            let dots = (0..).zip(segments).map(|(index, segment)| {
                let middle = (f64::from(index) + 0.5) * 100.0 / number;
                dot(middle, segment.winners as f64)
            });
            chart.draw_series(dots)?;
            key(
                area,
                &[
                    (Sign::Dot, "a segment"),
                    (Sign::Line, "expected"),
                    (Sign::Box(BAND), "99 of 100 by chance"),
                ],
            )
        },
    );
    Some(plot)
}

/// Units by the complete words of two grids: the more, the darker, by orders of magnitude.
fn complete_words(pair: &GridPair) -> Plot {
    let [a, b] = pair.grids;
    let some = |line: &Vec<u64>| line.iter().rposition(|&units| units > 0);
    let across = pair.units.iter().filter_map(some).max().unwrap_or(0);
    let is_used = |line: &Vec<u64>| line.iter().any(|&units| units > 0);
    let down = pair.units.iter().rposition(is_used).unwrap_or(0);
    let last = across.max(down);
    let see = format!(
        "Units by their complete words in each grid, darker for more. Only what the prize table has is there; mirrored \
         at the diagonal, numbers are nearly alike: neither grid {a} nor grid {b} is the one that wins."
    );
    let most = pair
        .units
        .iter()
        .flatten()
        .copied()
        .max()
        .unwrap_or(0)
        .max(2) as f64;
    let (first_name, second_name) = (
        format!("complete words of grid {a}"),
        format!("complete words of grid {b}"),
    );
    let title = format!("Complete words of grid {a} against grid {b}");
    let height = u32::try_from(last).unwrap_or(0) * 64 + 240;
    Plot::new(format!("words-{a}-{b}"), title, see, height, |area| {
        let x = Axis::of_each(&first_name, 0, last, &whole);
        let y = Axis::of_each(&second_name, 0, last, &whole);
        let mut chart = chart(area, &x, &y)?;
        let lines = (0..=last).flat_map(|a| (0..=last).map(move |b| (a, b)));
        let cells = lines.filter(|&(a, b)| pair.units[a][b] > 0);
        let text = (FONT, TEXT - 3)
            .into_text_style(area)
            .pos(Pos::new(HPos::Center, VPos::Center));
        for (a, b) in cells {
            let units = pair.units[a][b];
            let (x, y) = (a as f64, b as f64);
            let shade = 0.06 + 0.8 * (units as f64).ln() / most.ln();
            let cell = Rectangle::new(
                [(x - 0.48, y - 0.48), (x + 0.48, y + 0.48)],
                INK.mix(shade).filled(),
            );
            chart.draw_series([cell])?;
            let color: &'static RGBColor = if shade > 0.45 { &PAPER } else { &INK };
            chart.draw_series([Text::new(thousands(units), (x, y), text.color(color))])?;
        }
        Ok(())
    })
}

/// How well a classifier tells winners by their grids; `None` where that is not judged.
fn leak(leak: &Leak) -> Option<Plot> {
    let auc = leak.grids.as_ref()?;
    let confidence = confidence_percent(auc.confidence);
    let crosses = if auc.holds_chance() {
        "does"
    } else {
        "DOES NOT"
    };
    let revealed = leak.revealed.iter();
    let revealed = revealed.map(|Revealed { letters, auc }| {
        format!(
            " Once {} are revealed, the AUC is {:.2}.",
            counted(*letters as u64, "letter"),
            auc.area
        )
    });
    let revealed: String = revealed.collect();
    let see = format!(
        "A classifier learnt from one half of the block and was tried on {} of the other. The interval of {confidence} % \
         must hold 0.5, where grids tell nothing of winning: {:.4} to {:.4} {crosses}.{revealed}",
        counted(auc.units, "unit"),
        auc.low,
        auc.high
    );
    let reach = 1.5 * (auc.high - 0.5).abs().max((0.5 - auc.low).abs()).max(0.002);
    let plot = Plot::new("leak", "Can grids tell winners? (AUC)", see, 260, |area| {
        let digits = |value: f64| format!("{value:.3}");
        let x = Axis::new(
            "AUC: how probably a winner has a higher score than a loser",
            0.5 - reach..0.5 + reach,
            &digits,
        );
        let y = Axis {
            name: "",
            range: -1.0..1.0,
            ticks: Vec::new(),
            label: &whole,
        };
        let mut chart = chart(area, &x, &y)?;
        chart.draw_series([PathElement::new(
            [(0.5, -1.0), (0.5, 1.0)],
            MUTED.stroke_width(3),
        )])?;
        let ends = [auc.low, auc.high].map(|end| line((end, -0.25), (end, 0.25)));
        chart.draw_series([line((auc.low, 0.0), (auc.high, 0.0))])?;
        chart.draw_series(ends)?;
        chart.draw_series([Circle::new((auc.area, 0.0), 11, INK.filled())])?;
        let interval = format!("AUC with its interval of {confidence} %");
        key(area, &[(Sign::Dot, &interval)])
    });
    Some(plot)
}

/// How often each letter is revealed.
fn letters(letters: &[LetterFound], units: u64) -> Option<Plot> {
    let last = letters.len().checked_sub(1)?;
    if units == 0 {
        return None;
    }
    let outside = letters
        .iter()
        .filter(|letter| (letter.found as f64 - letter.expected).abs() > DEVIATIONS * letter.error);
    let see = format!(
        "Of {}, how many reveal each letter, against the exact chance that their grids and outcomes leave it. {} of {} \
         outside a bar that holds 99 of 100.",
        counted(units, "sampled unit"),
        outside.count(),
        counted(letters.len() as u64, "letter")
    );
    let plot = Plot::new("letters", "Letters revealed", see, 480, |area| {
        let name = |place: f64| {
            letters
                .get(index(place))
                .map_or_else(String::new, |found| found.letter.to_string())
        };
        let x = Axis::of_each("letter", 0, last, &name);
        let y = Axis::new("share of units that reveal it", 0.0..100.0, &per_cent);
        let mut chart = chart(area, &x, &y)?;
        let share = |number: f64| 100.0 * number / units as f64;
        for (place, found) in letters.iter().enumerate() {
            let (place, reach) = (place as f64, DEVIATIONS * found.error);
            let (low, high) = (share(found.expected - reach), share(found.expected + reach));
            chart.draw_series([bar(low, high.min(100.0), 0.32, place, BAND)])?;
            let expected = share(found.expected);
            chart.draw_series([line((place - 0.32, expected), (place + 0.32, expected))])?;
            chart.draw_series([dot(place, share(found.found as f64))])?;
        }
        key(
            area,
            &[
                (Sign::Dot, "found"),
                (Sign::Line, "expected"),
                (Sign::Box(BAND), "99 of 100 by chance"),
            ],
        )
    });
    Some(plot)
}

/// The whole number at a tick.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a tick of few"
)]
fn index(place: f64) -> usize {
    place.round().max(0.0) as usize
}

/// Words that lack one letter, in losing and in winning units.
fn near_misses(found: &[NearMisses; 2]) -> Option<Plot> {
    let [losing, winning] = found;
    if losing.units + winning.units == 0 {
        return None;
    }
    let see = format!(
        "Words that lack one letter, of units as they are (bars) and over all letter sets that show the same outcome \
         (rings): {:.2} for {:.2} in a losing unit, {:.2} for {:.2} in a winning one. Bars that stand to the right of \
         the rings would be near misses that somebody makes.",
        losing.found, losing.expected, winning.found, winning.expected
    );
    let plot = Plot::new("near-misses", "Near misses", see, 440, |area| {
        let halves = area.split_evenly((1, 2));
        for ((half, found), which) in halves
            .iter()
            .zip(found)
            .zip(["losing units", "winning units"])
        {
            near_misses_of(half, found, which)?;
        }
        Ok(())
    });
    Some(plot)
}

fn near_misses_of(area: &Area, found: &NearMisses, which: &str) -> Drawn {
    // Beyond, not even one unit is expected, and none is there.
    const FEW: f64 = 0.5;
    let expected = &found.expected_units;
    let is_some = |&words: &usize| expected[words] >= FEW || found.found_units[words] > 0;
    let last = (0..expected.len()).rfind(is_some).unwrap_or(1);
    let highest = (0..=last).map(|words| {
        expected
            .get(words)
            .copied()
            .unwrap_or(0.0)
            .max(of(&found.found_units, words))
    });
    let highest = highest.fold(1.0, f64::max);
    let label = spaced(last);
    let x = Axis::of_each("words that lack one letter", 0, last, &label);
    let y = Axis::new(which, 0.0..1.15 * highest, &count);
    let mut chart = chart(area, &x, &y)?;
    let bars =
        (0..=last).map(|words| bar(0.0, of(&found.found_units, words), 0.36, words as f64, GREY));
    chart.draw_series(bars)?;
    let rings = expected.iter().take(last + 1).enumerate();
    chart.draw_series(
        rings.map(|(words, &units)| Circle::new((words as f64, units), 8, INK.stroke_width(3))),
    )?;
    key(
        area,
        &[(Sign::Box(GREY), "found"), (Sign::Ring, "expected")],
    )
}

fn of(counts: &[u64], index: usize) -> f64 {
    counts.get(index).copied().unwrap_or(0) as f64
}

/// Labels of so many whole numbers: every second or third, where all find no room in half a canvas.
fn spaced(numbers: usize) -> impl Fn(f64) -> String {
    let step = numbers / 12 + 1;
    move |number| {
        if index(number).is_multiple_of(step) {
            whole(number)
        } else {
            String::new()
        }
    }
}

/// What the grids are made of.
fn lengths_and_crossings(facts: &Facts) -> Plot {
    let see = format!(
        "Words have {:.2} letters on average, and two words cross in {:.2} cells of a grid: this is how the game looks, in \
         winning and in losing units alike.",
        facts.mean_length, facts.mean_crossings
    );
    Plot::new(
        "shape",
        "Lengths of words, crossings of grids",
        see,
        420,
        |area| {
            let [left, right] = [
                (&facts.lengths, "letters", "words"),
                (&facts.crossings, "crossings", "grids"),
            ];
            let halves = area.split_evenly((1, 2));
            for (half, (counts, what, of_what)) in halves.iter().zip([left, right]) {
                shares(half, counts, what, of_what)?;
            }
            Ok(())
        },
    )
}

/// Bars of the share that each number has.
fn shares(area: &Area, counts: &[u64], what: &str, of_what: &str) -> Drawn {
    let all = counts.iter().sum::<u64>().max(1) as f64;
    let share = |number: usize| 100.0 * of(counts, number) / all;
    let first = counts.iter().position(|&count| count > 0).unwrap_or(0);
    let last = counts.iter().rposition(|&count| count > 0).unwrap_or(0);
    let highest = (first..=last).map(share).fold(1.0, f64::max);
    let label = spaced(last - first);
    let name = format!("share of {of_what}");
    let x = Axis::of_each(what, first, last, &label);
    let y = Axis::new(&name, 0.0..1.12 * highest, &per_cent);
    let mut chart = chart(area, &x, &y)?;
    chart.draw_series(
        (first..=last).map(|number| bar(0.0, share(number), 0.36, number as f64, GREY)),
    )?;
    Ok(())
}

/// How evenly words and layouts are used.
fn uses(facts: &Facts) -> Plot {
    let see = format!(
        "{} of {} words and {} layouts are in use, here from the most used one to the least, against their mean. No few of \
         them make up the block: the most used word, {}, is in {:.2} % of grids.",
        thousands(facts.words),
        thousands(facts.list),
        thousands(facts.layouts),
        facts.most_used_word,
        facts.most_used_word_share * 100.0
    );
    let relative = |by_rank: &[u64], uses: &[u64], different: u64| -> Vec<(f64, f64)> {
        let mean = uses.iter().sum::<u64>() as f64 / different as f64;
        let ranks = by_rank.iter().enumerate();
        ranks
            .map(|(rank, &uses)| (rank as f64, (uses as f64 / mean).log10()))
            .collect()
    };
    let words = relative(&facts.word_uses, &facts.lengths, facts.words);
    let layouts = relative(&facts.layout_uses, &facts.crossings, facts.layouts);
    let powers = words.iter().chain(&layouts).map(|(_, power)| *power);
    let (low, high) = powers.fold((-0.5_f64, 0.5_f64), |(low, high), power| {
        (low.min(power), high.max(power))
    });
    Plot::new("uses", "Words and layouts in use", see, 440, |area| {
        let times = |power: f64| {
            // One digit that is not 0.
            let decimals = index((-(power + 1e-9).floor()).max(0.0));
            format!("{:.decimals$} ×", 10_f64.powf(power))
        };
        let x = Axis::new(
            "rank, from the most used to the least",
            0.0..100.0,
            &per_cent,
        );
        let y = Axis::new("uses, against the mean", low - 0.1..high + 0.1, &times);
        let y = Axis {
            ticks: powers_within(&y.range),
            ..y
        };
        let mut chart = chart(area, &x, &y)?;
        chart.draw_series([PathElement::new(words, INK.stroke_width(4))])?;
        chart.draw_series(DashedLineSeries::new(layouts, 14, 10, INK.stroke_width(4)))?;
        key(area, &[(Sign::Line, "words"), (Sign::Dashes, "layouts")])
    })
}

/// Logarithms of 0.1, 0.3, 1, 3, 10 and so on within a range.
fn powers_within(range: &Range<f64>) -> Vec<f64> {
    let powers =
        (-6_i32..=6).flat_map(|power| [f64::from(power), f64::from(power) + 3_f64.log10()]);
    powers.filter(|power| range.contains(power)).collect()
}

/// The p of statistics, the least first, against those of chance.
fn probabilities(statistics: &[&Statistic]) -> Option<Plot> {
    let mut sorted: Vec<f64> = statistics.iter().map(|statistic| statistic.p).collect();
    sorted.sort_unstable_by(f64::total_cmp);
    let least = *sorted.first()?;
    let out = statistics
        .iter()
        .filter(|statistic| statistic.stands_out())
        .count();
    let see = format!(
        "The p of {}, sorted, against evenly spread ones (the line): chance follows the line or lies above it, since the \
         largest of several has a bound for its p. The least is {}; {out} stand out, with p below {STANDS_OUT} after Holm's \
         correction.",
        counted(sorted.len() as u64, "statistic"),
        probability(least)
    );
    let plot = Plot::new("probabilities", "p-values", see, 560, |area| {
        let digits = |value: f64| format!("{value:.1}");
        let x = Axis::new("evenly spread", 0.0..1.0, &digits);
        let y = Axis::new("p of the statistics", 0.0..1.0, &digits);
        let mut chart = chart(area, &x, &y)?;
        chart.draw_series([PathElement::new(
            [(0.0, 0.0), (1.0, 1.0)],
            MUTED.stroke_width(3),
        )])?;
        let even = |rank: usize| (rank as f64 + 1.0) / (sorted.len() as f64 + 1.0);
        let dots = sorted.iter().enumerate();
        chart.draw_series(dots.map(|(rank, &p)| dot(even(rank), p)))?;
        key(
            area,
            &[(Sign::Dot, "a statistic"), (Sign::Line, "evenly spread")],
        )
    });
    Some(plot)
}
