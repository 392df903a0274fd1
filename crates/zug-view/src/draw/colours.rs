//! Chooses the colours of pieces: a player called by a colour has it, others are blue and orange.
//!
//! Written as attributes, not as classes, so that pictures of several games may stand in one page.
//! They are seen on light and dark ground alike; everything else of a picture is coloured by
//! [`STYLE`].

use zug_game::Player;
use zug_lang::program::Program;

/// Whose a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// A player's.
    Of(Player),
    /// Nobody's, or both players'.
    Neutral,
}

/// The colours of one kind of piece, as `#rrggbb`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour {
    /// The piece.
    pub fill: &'static str,
    /// Its outline.
    pub edge: &'static str,
    /// Letters on it.
    pub text: &'static str,
    /// Of its letters on a terminal: the codes that select it there.
    pub code: &'static str,
}

const NEUTRAL: Colour = Colour { fill: "#7b8290", edge: "#4d535e", text: "#ffffff", code: "" };
const USUAL: [Colour; 2] = [
    Colour { fill: "#2f6fc4", edge: "#1d4a87", text: "#ffffff", code: "1;34" },
    Colour { fill: "#d9731a", edge: "#93490a", text: "#ffffff", code: "1;38;5;208" },
];
const NAMED: [(&str, Colour); 10] = [
    ("white", Colour { fill: "#fbfbf6", edge: "#5d6470", text: "#20242a", code: "1;37" }),
    ("black", Colour { fill: "#0d0f12", edge: "#9aa3b0", text: "#fbfbf6", code: "1;90" }),
    ("light", Colour { fill: "#f3e6cd", edge: "#6d5532", text: "#20242a", code: "1;37" }),
    ("dark", Colour { fill: "#4a2f1b", edge: "#b08a63", text: "#fbfbf6", code: "38;5;137" }),
    ("red", Colour { fill: "#cb3a34", edge: "#86211d", text: "#ffffff", code: "1;31" }),
    ("blue", Colour { fill: "#2f6fc4", edge: "#1d4a87", text: "#ffffff", code: "1;34" }),
    ("yellow", Colour { fill: "#f1c524", edge: "#94760a", text: "#20242a", code: "1;33" }),
    ("green", Colour { fill: "#2c9152", edge: "#185c31", text: "#ffffff", code: "1;32" }),
    ("orange", Colour { fill: "#d9731a", edge: "#93490a", text: "#ffffff", code: "1;38;5;208" }),
    ("purple", Colour { fill: "#8a49b8", edge: "#582b79", text: "#ffffff", code: "1;35" }),
];

/// The colours of somebody's pieces.
pub fn colour(program: &Program, ink: Ink) -> Colour {
    let Ink::Of(player) = ink else { return NEUTRAL };
    let named = program.players().map(|name| {
        NAMED.iter().find(|(colour, _)| name.eq_ignore_ascii_case(colour)).map(|(_, colour)| *colour)
    });
    let mine = player.index();
    let usual = USUAL[mine];
    named[mine].unwrap_or_else(|| match named[1 - mine] {
        Some(other) if other.fill == usual.fill => USUAL[1 - mine],
        _ => usual,
    })
}

/// Whether the two players' pieces differ in lightness so much that nothing else need tell them
/// apart.
pub fn differ_in_lightness(program: &Program) -> bool {
    let [a, b] =
        [Player::First, Player::Second].map(|player| luminance(colour(program, Ink::Of(player)).fill));
    a.max(b) + 0.05 >= 2.5 * (a.min(b) + 0.05)
}

/// Whether a player's pieces are darker than the other's.
pub fn is_darker(program: &Program, player: Player) -> bool {
    let of = |player: Player| luminance(colour(program, Ink::Of(player)).fill);
    of(player) < of(player.other())
}

/// Relative luminance of a colour `#rrggbb`, from 0 to 1, after the Web Content Accessibility
/// Guidelines.
fn luminance(colour: &str) -> f64 {
    let part =
        |at: usize| colour.get(at..at + 2).and_then(|hex| u8::from_str_radix(hex, 16).ok()).unwrap_or(0);
    let line = |c: f64| if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) };
    let [red, green, blue] = [1, 3, 5].map(|at| line(f64::from(part(at)) / 255.0));
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// Ground, lines and letters, light and dark. A page that has its own switch may colour the same
/// classes.
pub const STYLE: &str = "\
.zug text{font-family:system-ui,-apple-system,'Segoe UI','Noto Sans','DejaVu Sans',sans-serif}\
.zug .ground{fill:#ffffff}.zug .cell{fill:#eef1f5;stroke:#aab2bf}.zug .void{fill:#dde2ea;stroke:#c3cad5}\
.zug .dark{fill:#c4cdd9;stroke:#aab2bf}.zug .link{stroke:#b4bcc8}.zug .spot{fill:#ffffff;stroke:#7d8694}.zug .words{fill:#22272e}\
.zug .faint{fill:#5b6472}.zug .chip{fill:#eef1f5;stroke:#aab2bf}.zug .gone{fill:#ffffff;stroke:#d3d9e2}\
.zug .area{fill:#dfe6f0}.zug .part{stroke:#4d5563}.zug .wall{stroke:#6b3f1d}.zug .pit{fill:#f3e9d8;stroke:#7a5a2b}.zug .level{fill:#d9d2c3;stroke:#6f6654}.zug .last{stroke:#b8860b}\
.zug .trail{stroke:#59626f}.zug .purse{fill:#f3e9d8;stroke:#7a5a2b}\
.zug .v0{fill:#eaf3f2}.zug .v1{fill:#c3dcda}.zug .v2{fill:#8fbcbb}.zug .v3{fill:#2c7178}.zug .v4{fill:#0a3f45}\
.zug .v0,.zug .v1,.zug .v2,.zug .v3,.zug .v4{stroke:#0a3f45}.zug .on0,.zug .on2{fill:#0c2b2f}.zug .on3{fill:#ffffff}\
.zug .a0{stroke:#a9c4c4}.zug .a1{stroke:#8bb0b0}.zug .a2{stroke:#639798}.zug .a3{stroke:#2c7178}.zug .a4{stroke:#0a3f45}\
@media (prefers-color-scheme:dark){.zug .ground{fill:#15181d}.zug .cell{fill:#353d49;stroke:#5a6473}\
.zug .void{fill:#1b1f26;stroke:#2f3640}.zug .dark{fill:#262c35;stroke:#5a6473}.zug .link{stroke:#515a69}.zug .spot{fill:#15181d;stroke:#929cac}\
.zug .words{fill:#e8ebf0}.zug .faint{fill:#a4adbb}.zug .chip{fill:#2b313b;stroke:#515a69}\
.zug .gone{fill:#15181d;stroke:#343b47}.zug .area{fill:#28303c}.zug .part{stroke:#a4adbb}.zug .wall{stroke:#d19a66}.zug .pit{fill:#3b3226;stroke:#c09a5f}.zug .level{fill:#5a5342;stroke:#b3a888}.zug .last{stroke:#e8b93c}\
.zug .trail{stroke:#a4adbb}.zug .purse{fill:#3b3226;stroke:#c09a5f}\
.zug .v0{fill:#24353a}.zug .v1{fill:#35565b}.zug .v2{fill:#6ea3a5}.zug .v3{fill:#a6d3d3}.zug .v4{fill:#e9fbfa}\
.zug .v0,.zug .v1,.zug .v2,.zug .v3,.zug .v4{stroke:#c4dedd}.zug .on0{fill:#f0f7f7}.zug .on3{fill:#0c2b2f}\
.zug .on2{fill:#0c2b2f}\
.zug .a0{stroke:#45595d}.zug .a1{stroke:#567377}.zug .a2{stroke:#6ea3a5}.zug .a3{stroke:#a6d3d3}.zug .a4{stroke:#e9fbfa}}";

/// [`STYLE`] for a page that has a switch of its own: `data-theme` of its root is `light`, `dark`,
/// or not there.
pub fn switched_style() -> String {
    let (light, dark) = STYLE.split_once("@media (prefers-color-scheme:dark){").unwrap_or((STYLE, "}"));
    let dark = dark.strip_suffix('}').unwrap_or(dark);
    let under =
        |theme: &str, style: &str| style.replace(".zug ", &format!(":root[data-theme=\"{theme}\"] .zug "));
    format!("{STYLE}{}{}", under("light", light), under("dark", dark))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The luminance of the fill of a class in one part of the style.
    fn fill(style: &str, class: &str) -> f64 {
        let named = format!("{class}{{fill:");
        let shared = format!("{class},");
        let at = style.find(&named).map(|at| at + named.len()).or_else(|| {
            let rest = style.find(&shared)?;
            style[rest..].find("{fill:").map(|more| rest + more + 6)
        });
        let at = at.unwrap_or_else(|| panic!("{class} in {style}"));
        luminance(&style[at..at + 7])
    }

    fn contrast(a: f64, b: f64) -> f64 {
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn badges_stand_out_by_their_lightness_alone_and_can_be_read() {
        let (light, dark) = STYLE.split_once("@media").expect("two schemes");
        for style in [light, dark] {
            let ground = fill(style, ".ground");
            let levels: Vec<f64> = (0..5).map(|level| fill(style, &format!(".v{level}"))).collect();
            for pair in levels.windows(2) {
                assert!(contrast(pair[1], ground) > 1.25 * contrast(pair[0], ground), "{levels:?}");
            }
            for (level, on) in ["on0", "on0", "on2", "on3", "on3"].iter().enumerate() {
                let letters = fill(style, &format!(".{on}"));
                assert!(contrast(letters, levels[level]) >= 4.5, "level {level} of {style}");
            }
        }
    }
}
