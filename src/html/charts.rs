//! The charts, drawn as SVG by `charts-rs`.
//!
//! Charts have no background and take their colours for text and grid from the page's style sheet, so
//! that one drawing serves in the light and in the dark.

use charts_rs::{BarChart, ChartBase, Color, HorizontalBarChart, LineChart};
use serde_json::{Value, json};

/// What calls that never reached their action are drawn in; readable on both backgrounds.
const BAD: &str = "#dd5a41";
/// What everything else is drawn in.
const MAIN: &str = "#5b8fd6";
/// The width of a chart in its own units. Narrow, so that text stays readable on a phone.
const WIDTH: u32 = 380;
/// How many characters of a name a chart shows.
const NAME: usize = 24;

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
    let options = common(json!({
        "height": 240,
        "x_axis_data": labels,
        "x_boundary_gap": false,
        "series_colors": [BAD],
        "series_fill_opacity": 0.18,
        "y_axis_configs": [{"axis_formatter": "{c} %", "axis_min": 0, "axis_split_number": 4, "axis_font_size": 13}],
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
    let values: Vec<f64> = bars.iter().map(|bar| bar.value).collect();
    let colours: Vec<&str> = bars.iter().map(|bar| if bar.is_bad { BAD } else { MAIN }).collect();
    let formatter = if unit.is_empty() { "{c}".to_owned() } else { format!("{{c}} {unit}") };
    let step = step(values.iter().copied().fold(0.0, f64::max));
    let options = common(json!({
        "height": 46 + 30 * bars.len(),
        "x_axis_data": names,
        "series_label_formatter": formatter,
        "y_axis_configs": [{"axis_formatter": formatter, "axis_min": 0, "axis_max": 3.0 * step,
            "axis_split_number": 3, "axis_font_size": 13}],
        "series_list": [{"name": name, "data": values, "colors": colours, "label_show": true}],
    }));
    let mut chart = HorizontalBarChart::from_json(&options).ok()?;
    plain(&mut chart.base);
    chart.svg().ok()
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
        "width": WIDTH, "margin": 4, "compact": true, "legend_show": false, "tooltip_show": true,
        "font_family": "system-ui, sans-serif", "x_axis_font_size": 13, "series_label_font_size": 13,
    });
    if let (Some(options), Value::Object(common)) = (options.as_object_mut(), common) {
        options.extend(common);
    }
    options.to_string()
}

fn plain(chart: &mut ChartBase) {
    chart.background_color = Color::transparent();
}

/// A round step of which three hold `most` and the label behind its bar.
fn step(most: f64) -> f64 {
    let least = most * 1.25 / 3.0;
    if least <= 0.0 {
        return 1.0;
    }
    let magnitude = 10_f64.powf(least.log10().floor());
    let round = [1.0, 2.0, 2.5, 5.0].into_iter().find(|round| round * magnitude >= least);
    // Figures have two decimals.
    (round.unwrap_or(10.0) * magnitude).max(0.01)
}

/// A name, without its middle where it is long: both ends of a ref tell it from others.
fn shortened(name: &str) -> String {
    let characters: Vec<char> = name.chars().collect();
    if characters.len() <= NAME {
        return name.to_owned();
    }
    let head: String = characters.iter().take(NAME / 2 - 1).collect();
    let tail: String = characters.iter().skip(characters.len() - NAME / 2).collect();
    format!("{head}…{tail}")
}
