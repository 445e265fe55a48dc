//! The charts, drawn as SVG by `charts-rs`.
//!
//! Charts have no background and take their colours for text and grid from the page's style sheet, so
//! that one drawing serves in the light and in the dark.

use charts_rs::{BarChart, ChartBase, Color, HorizontalBarChart, LineChart, measure_text_width_family};
use console::measure_text_width;
use maud::html;
use serde_json::{Value, json};

/// What calls that never reached their action are drawn in; readable on both backgrounds.
const BAD: &str = "#dd5a41";
/// What everything else is drawn in.
const MAIN: &str = "#5b8fd6";
/// The width of a chart in its own units. Narrow, so that text stays readable on a phone.
const WIDTH: u32 = 380;
/// How wide a name may be: enough to tell refs apart, and no more than leaves room for the bars.
const NAME: f32 = 170.0;
/// The font of a chart.
const FONT: &str = "system-ui, sans-serif";
/// No more letters than these are tried; fewer would fit.
const LETTERS: usize = 48;
/// The size of its letters.
const SIZE: f32 = 13.0;
/// The room around a chart.
const MARGIN: u32 = 4;
/// The room behind a bar that reaches the end of its axis, for its label.
const LABEL: u32 = 52;

/// A named figure.
pub(super) struct Bar {
    pub name: String,
    pub value: f64,
    pub is_bad: bool,
}

/// A line over labels, in percent.
pub(super) fn line(name: &str, points: &[(String, f64)]) -> Option<String> {
    let labels: Vec<&str> = points.iter().map(|(label, _)| &**label).collect();
    let values: Vec<f64> = points.iter().map(|(_, value)| *value).collect();
    let (end, splits) = share_axis(&values);
    let options = common(json!({
        "height": 240,
        "x_axis_data": labels,
        "x_boundary_gap": false,
        "series_colors": [BAD],
        "series_fill_opacity": 0.18,
        "y_axis_configs": [{"axis_formatter": "{c} %", "axis_min": 0, "axis_max": end, "axis_split_number": splits, "axis_font_size": 13}],
        "series_list": [{"name": name, "data": values, "fill": true, "symbol": {"type": "circle", "size": 3, "color": BAD}}],
    }));
    let mut chart = LineChart::from_json(&options).ok()?;
    plain(&mut chart.base);
    chart.svg().ok()
}

/// Bars from top to bottom, the first on top.
pub(super) fn bars(name: &str, unit: &str, bars: &[Bar]) -> Option<String> {
    // The chart counts from below.
    let bars: Vec<&Bar> = bars.iter().rev().collect();
    let names: Vec<String> = bars.iter().map(|bar| shortened(&bar.name)).collect();
    let measured: Vec<String> = names.iter().map(|name| stand_in(name)).collect();
    let values: Vec<f64> = bars.iter().map(|bar| bar.value).collect();
    let colours: Vec<&str> = bars.iter().map(|bar| if bar.is_bad { BAD } else { MAIN }).collect();
    let formatter = if unit.is_empty() { "{c}".to_owned() } else { format!("{{c}} {unit}") };
    let (end, splits) = if unit == "%" { share_axis(&values) } else { axis(&values) };
    // Where the axis ends early, a bar may reach its end, and its label stands behind it.
    let room = if splits == HALVES { LABEL } else { MARGIN };
    let options = common(json!({
        "height": 46 + 30 * bars.len(),
        "margin": {"left": MARGIN, "top": MARGIN, "right": room, "bottom": MARGIN},
        "x_axis_data": measured,
        "series_label_formatter": formatter,
        "y_axis_configs": [{"axis_formatter": formatter, "axis_min": 0, "axis_max": end,
            "axis_split_number": splits, "axis_font_size": 13}],
        "series_list": [{"name": name, "data": values, "colors": colours, "label_show": true}],
    }));
    let mut chart = HorizontalBarChart::from_json(&options).ok()?;
    plain(&mut chart.base);
    let names = measured.iter().zip(&names).rev();
    Some(named(&chart.svg().ok()?, names))
}

/// Columns from left to right.
pub(super) fn columns(name: &str, columns: &[(String, u64)]) -> Option<String> {
    let names: Vec<&str> = columns.iter().map(|(name, _)| &**name).collect();
    let values: Vec<u64> = columns.iter().map(|(_, value)| *value).collect();
    let options = common(json!({
        "height": 220,
        "radius": 3,
        "x_axis_data": names,
        "series_colors": [MAIN],
        "y_axis_configs": [{"axis_min": 0, "axis_split_number": 4, "axis_font_size": 13}],
        "series_list": [{"name": name, "data": values}],
    }));
    let mut chart = BarChart::from_json(&options).ok()?;
    plain(&mut chart.base);
    chart.svg().ok()
}

fn common(mut options: Value) -> String {
    let common = json!({
        "width": WIDTH, "compact": true, "legend_show": false, "tooltip_show": true,
        "font_family": FONT, "x_axis_font_size": SIZE, "series_label_font_size": SIZE,
    });
    if let (Some(options), Value::Object(common)) = (options.as_object_mut(), common) {
        options.extend(common);
        options.entry("margin").or_insert(json!(MARGIN));
    }
    options.to_string()
}

fn plain(chart: &mut ChartBase) {
    chart.background_color = Color::transparent();
}

/// Into how many parts an axis is split that ends at the whole.
const HALVES: usize = 2;
/// Into how many parts any other axis is split.
const THIRDS: usize = 3;

/// Where an axis of shares in percent ends, and how it is split: none goes beyond 100.
fn share_axis(values: &[f64]) -> (f64, usize) {
    let (end, splits) = axis(values);
    if end > 100.0 { (100.0, HALVES) } else { (end, splits) }
}

/// Where an axis ends, and how it is split: at three round steps that hold the largest value and the
/// label behind its bar.
fn axis(values: &[f64]) -> (f64, usize) {
    let least = values.iter().copied().fold(0.0, f64::max) * 1.25 / 3.0;
    if least <= 0.0 {
        return (3.0, THIRDS);
    }
    let magnitude = 10_f64.powf(least.log10().floor());
    let round = [1.0, 2.0, 2.5, 5.0].into_iter().find(|round| round * magnitude >= least);
    // Figures have two decimals.
    (3.0 * (round.unwrap_or(10.0) * magnitude).max(0.01), THIRDS)
}

/// A name, without its middle where it is wide: both ends of a ref tell it from others.
fn shortened(name: &str) -> String {
    let characters: Vec<char> = name.chars().collect();
    let mut shown = name.to_owned();
    let mut kept = characters.len().min(LETTERS);
    while kept > 2 && width(&shown) > NAME {
        kept -= 1;
        let head: String = characters.iter().take(kept / 2).collect();
        let tail: String = characters.iter().skip(characters.len() - kept.div_ceil(2)).collect();
        shown = format!("{head}…{tail}");
    }
    shown
}

/// How wide the library takes a name to be.
fn width(name: &str) -> f32 {
    measure_text_width_family(FONT, SIZE, &stand_in(name)).map_or(0.0, |text| text.width())
}

/// A name of letters that are as wide as those of `name`: the library measures with a font of its own,
/// which knows few others, and would put the bars over those. None of them is escaped in markup.
fn stand_in(name: &str) -> String {
    let letter = |character: char| match measure_text_width(character.encode_utf8(&mut [0; 4])) {
        _ if character == '…' || character.is_ascii() && !"<>&\"'".contains(character) => character,
        0 | 1 => 'w',
        _ => 'M',
    };
    name.chars().map(letter).collect()
}

/// A drawing with names in place of their stand-ins, both in the order in which they are drawn. Each
/// ends where its stand-in ends: in another font it may begin further left, but never runs under a bar.
fn named<'n>(drawing: &str, names: impl Iterator<Item = (&'n String, &'n String)>) -> String {
    let (mut out, mut rest) = (String::new(), drawing);
    for (stand_in, name) in names {
        let Some((before, after)) = rest.split_once(&format!(">{stand_in}</text>")) else { continue };
        let place = before.rsplit_once(" x=\"").and_then(|(head, place)| {
            let (x, tail) = place.split_once('"')?;
            Some((head, x.parse::<f32>().ok()? + width(stand_in), tail))
        });
        match place {
            Some((head, end, tail)) => {
                out.push_str(&format!("{head} x=\"{end:.1}\" text-anchor=\"end\"{tail}"));
            }
            None => out.push_str(before),
        }
        out.push_str(&format!(">{}</text>", html! { (name) }.into_string()));
        rest = after;
    }
    out + rest
}
