//! Chooses the colours of pieces: a player called by a colour has it, others are blue and orange.
//!
//! Written as attributes, not as classes, so that pictures of several games may stand in one page. They are seen on light and
//! dark ground alike; everything else of a picture is coloured by [`STYLE`].

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
}

const NEUTRAL: Colour = Colour { fill: "#7b8290", edge: "#4d535e", text: "#ffffff" };
const USUAL: [Colour; 2] = [
    Colour { fill: "#2f6fc4", edge: "#1d4a87", text: "#ffffff" },
    Colour { fill: "#d9731a", edge: "#93490a", text: "#ffffff" },
];
const NAMED: [(&str, Colour); 8] = [
    ("white", Colour { fill: "#fbfbf6", edge: "#5d6470", text: "#20242a" }),
    ("black", Colour { fill: "#20242a", edge: "#8f96a3", text: "#fbfbf6" }),
    ("red", Colour { fill: "#cb3a34", edge: "#86211d", text: "#ffffff" }),
    ("blue", Colour { fill: "#2f6fc4", edge: "#1d4a87", text: "#ffffff" }),
    ("yellow", Colour { fill: "#f1c524", edge: "#94760a", text: "#20242a" }),
    ("green", Colour { fill: "#2c9152", edge: "#185c31", text: "#ffffff" }),
    ("orange", Colour { fill: "#d9731a", edge: "#93490a", text: "#ffffff" }),
    ("purple", Colour { fill: "#8a49b8", edge: "#582b79", text: "#ffffff" }),
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

/// How good a move is for the one who makes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Heat(pub f64);

impl Heat {
    /// From red (-1) over grey (0) to green (1).
    pub fn colour(self) -> String {
        const RED: [f64; 3] = [200.0, 66.0, 58.0];
        const GREY: [f64; 3] = [112.0, 120.0, 133.0];
        const GREEN: [f64; 3] = [28.0, 128.0, 72.0];
        let t = self.0.clamp(-1.0, 1.0);
        let end = if t < 0.0 { RED } else { GREEN };
        let mix = |at: usize| (GREY[at] + (end[at] - GREY[at]) * t.abs()).round() as u8;
        format!("#{:02x}{:02x}{:02x}", mix(0), mix(1), mix(2))
    }
}

/// Ground, lines and letters, light and dark. A page that has its own switch may colour the same classes.
pub const STYLE: &str = "\
.zug text{font-family:system-ui,-apple-system,'Segoe UI','Noto Sans','DejaVu Sans',sans-serif}\
.zug .ground{fill:#ffffff}.zug .cell{fill:#eef1f5;stroke:#aab2bf}.zug .void{fill:#dde2ea;stroke:#c3cad5}\
.zug .link{stroke:#b4bcc8}.zug .spot{fill:#ffffff;stroke:#7d8694}.zug .words{fill:#22272e}\
.zug .faint{fill:#5b6472}.zug .chip{fill:#eef1f5;stroke:#aab2bf}.zug .gone{fill:#ffffff;stroke:#d3d9e2}\
.zug .area{fill:#dfe6f0}.zug .last{stroke:#b8860b}.zug .best{stroke:#1c8048}.zug .lasthead{fill:#b8860b}\
@media (prefers-color-scheme:dark){.zug .ground{fill:#15181d}.zug .cell{fill:#2b313b;stroke:#515a69}\
.zug .void{fill:#1b1f26;stroke:#2f3640}.zug .link{stroke:#515a69}.zug .spot{fill:#15181d;stroke:#929cac}\
.zug .words{fill:#e8ebf0}.zug .faint{fill:#a4adbb}.zug .chip{fill:#2b313b;stroke:#515a69}\
.zug .gone{fill:#15181d;stroke:#343b47}.zug .area{fill:#28303c}.zug .last{stroke:#e8b93c}\
.zug .best{stroke:#3fc47f}.zug .lasthead{fill:#e8b93c}}";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heat_goes_from_red_over_grey_to_green() {
        assert_eq!(Heat(-1.0).colour(), "#c8423a");
        assert_eq!(Heat(0.0).colour(), "#707885");
        assert_eq!(Heat(7.0).colour(), "#1c8048");
    }
}
