//! Definitions that the tests of several modules parse.

/// Name and text of each definition.
pub(super) const DEFINITIONS: [(&str, &str); 13] = [
    ("triangle_war", include_str!("../../../../tests/definitions/triangle_war.game")),
    ("two_wallets", include_str!("../../../../tests/definitions/two_wallets.game")),
    ("two_wallets_as_a_tree", include_str!("../../../../tests/definitions/two_wallets_as_a_tree.game")),
    ("connect_four", include_str!("../../../../tests/definitions/connect_four.game")),
    ("cqoi2013", include_str!("../../../../tests/definitions/cqoi2013.game")),
    ("reversi", include_str!("../../../../tests/definitions/reversi.game")),
    ("hex", include_str!("../../../../tests/definitions/hex.game")),
    ("english_draughts_small", include_str!("../../../../tests/definitions/english_draughts_small.game")),
    ("oware", include_str!("../../../../tests/definitions/oware.game")),
    ("kalah", include_str!("../../../../tests/definitions/kalah.game")),
    ("nine_men_s_morris", include_str!("../../../../tests/definitions/nine_men_s_morris.game")),
    ("red_blue_hackenbush", include_str!("../../../../tests/definitions/red_blue_hackenbush.game")),
    ("hexapawn", include_str!("../../../../tests/definitions/hexapawn.game")),
];
