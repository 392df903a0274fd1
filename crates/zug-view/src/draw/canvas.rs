//! Writes SVG: shapes with their classes and places, and text that cannot break out of it.

use crate::markup::escape;
use std::fmt::Write;

/// A drawing in the making; remembers how far it reaches.
#[derive(Clone, Debug)]
pub struct Canvas {
    /// Elements so far.
    pub body: String,
    low: (f64, f64),
    high: (f64, f64),
}

impl Default for Canvas {
    fn default() -> Canvas {
        let far = f64::INFINITY;
        Canvas { body: String::new(), low: (far, far), high: (-far, -far) }
    }
}

/// A point, x to the right and y down, in pixels.
pub type At = (f64, f64);

impl Canvas {
    /// Left, top, width and height of what was drawn.
    pub fn bounds(&self) -> (f64, f64, f64, f64) {
        if self.low.0 > self.high.0 {
            return (0.0, 0.0, 0.0, 0.0);
        }
        (self.low.0, self.low.1, self.high.0 - self.low.0, self.high.1 - self.low.1)
    }

    /// Makes the drawing reach at least so far around a point.
    pub fn reach(&mut self, at: At, by: f64) {
        self.low = (self.low.0.min(at.0 - by), self.low.1.min(at.1 - by));
        self.high = (self.high.0.max(at.0 + by), self.high.1.max(at.1 + by));
    }

    /// Puts another drawing in, moved.
    pub fn place(&mut self, other: &Canvas, by: At) {
        let (x, y, w, h) = other.bounds();
        self.reach((x + by.0, y + by.1), 0.0);
        self.reach((x + w + by.0, y + h + by.1), 0.0);
        let (x, y) = (n(by.0), n(by.1));
        let _ = writeln!(self.body, "<g transform=\"translate({x} {y})\">{}</g>", other.body);
    }

    /// A circle.
    pub fn circle(&mut self, at: At, radius: f64, rest: &str) {
        self.reach(at, radius + 1.0);
        let (x, y) = (n(at.0), n(at.1));
        let _ = writeln!(self.body, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" {rest}/>", n(radius));
    }

    /// A rectangle around a point.
    pub fn rect(&mut self, at: At, (width, height): (f64, f64), round: f64, rest: &str) {
        self.reach((at.0 - width / 2.0, at.1 - height / 2.0), 1.0);
        self.reach((at.0 + width / 2.0, at.1 + height / 2.0), 1.0);
        let (x, y) = (n(at.0 - width / 2.0), n(at.1 - height / 2.0));
        let (w, h, r) = (n(width), n(height), n(round));
        let _ =
            writeln!(self.body, "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" rx=\"{r}\" {rest}/>");
    }

    /// A straight line.
    pub fn line(&mut self, from: At, to: At, rest: &str) {
        self.reach(from, 2.0);
        self.reach(to, 2.0);
        let (a, b, c, d) = (n(from.0), n(from.1), n(to.0), n(to.1));
        let _ = writeln!(self.body, "<line x1=\"{a}\" y1=\"{b}\" x2=\"{c}\" y2=\"{d}\" {rest}/>");
    }

    /// A filled shape with these corners.
    pub fn polygon(&mut self, corners: &[At], rest: &str) {
        corners.iter().for_each(|at| self.reach(*at, 1.0));
        let corners: Vec<String> = corners.iter().map(|(x, y)| format!("{},{}", n(*x), n(*y))).collect();
        let _ = writeln!(self.body, "<polygon points=\"{}\" {rest}/>", corners.join(" "));
    }

    /// Text; `anchor` is `start`, `middle` or `end`, the point is at half its height.
    pub fn text(&mut self, at: At, size: f64, anchor: &str, rest: &str, text: &str) {
        let width = width(text, size);
        let left = match anchor {
            "start" => 0.0,
            "middle" => width / 2.0,
            _ => width,
        };
        self.reach((at.0 - left, at.1), size / 2.0);
        self.reach((at.0 - left + width, at.1), size / 2.0);
        let (x, y, size) = (n(at.0), n(at.1 + size * 0.35), n(size));
        let _ = writeln!(
            self.body,
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"{anchor}\" {rest}>{}</text>",
            escaped(text)
        );
    }

    /// Opens a group that says what it is when it is pointed at.
    pub fn open(&mut self, title: &str) {
        let _ = write!(self.body, "<g><title>{}</title>", escaped(title));
    }

    /// Closes a group.
    pub fn close(&mut self) {
        self.body.push_str("</g>\n");
    }
}

/// About how wide a text is.
pub fn width(text: &str, size: f64) -> f64 {
    unicode_width::UnicodeWidthStr::width(text) as f64 * size * 0.6
}

/// A number with one decimal at most.
pub fn n(number: f64) -> String {
    let tenths = (number * 10.0).round() as i64;
    let sign = if tenths < 0 { "-" } else { "" };
    let (whole, tenth) = (tenths.abs() / 10, tenths.abs() % 10);
    if tenth == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{tenth}") }
}

/// A text on one line, as it may stand in a picture.
pub fn escaped(text: &str) -> String {
    escape(&text.replace(['\t', '\n', '\r'], " "))
}

/// A text in lines no wider than `room` where there are blanks.
pub fn wrapped(text: &str, size: f64, room: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if width(line, size) + width(word, size) + size * 0.6 <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_one_decimal_at_most() {
        assert_eq!([n(1.0), n(-0.04), n(2.55), n(-3.2)], ["1", "0", "2.6", "-3.2"]);
    }

    #[test]
    fn text_stands_on_one_line() {
        assert_eq!(escaped("<a\n\u{1}\tb>"), "&lt;a \\u{1} b&gt;");
    }
}
