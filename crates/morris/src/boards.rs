// SPDX-License-Identifier: GPL-3.0-or-later
//! The table of boards. Each board is one row.

use std::sync::OnceLock;

use super::board::{Board, BoardData, Layout, Symmetry};

/// Defines a static for each row, and the list of all boards.
macro_rules! boards {
    ($($(#[$doc:meta])* $name:ident = $data:expr;)*) => {
        $(
            $(#[$doc])*
            pub static $name: Board = Board::build(&$data, || {
                static FOUND: OnceLock<Vec<Symmetry>> = OnceLock::new();
                FOUND.get_or_init(|| $name.find_symmetries())
            });
        )*

        impl Board {
            /// All boards. The board of nine men's morris comes first.
            pub const ALL: &'static [&'static Self] = &[$(&$name),*];
        }
    };
}

boards! {
    /// The board of nine men's morris: 24 points, 32 edges, 16 lines.
    PLAIN_24 = BoardData {
        id: "plain24",
        layout: Layout::Grid,
        rows: "a7 d7 g7 / b6 d6 f6 / c5 d5 e5 / a4 b4 c4 e4 f4 g4 / c3 d3 e3 / b2 d2 f2 / a1 d1 g1",
        edges: "a7-d7 a7-a4 d7-g7 d7-d6 g7-g4 b6-d6 b6-b4 d6-f6 d6-d5 f6-f4 c5-d5 c5-c4 d5-e5 e5-e4 a4-b4 a4-a1 b4-c4 \
                b4-b2 c4-c3 e4-f4 e4-e3 f4-g4 f4-f2 g4-g1 c3-d3 d3-e3 d3-d2 b2-d2 d2-f2 d2-d1 a1-d1 d1-g1",
        lines: "a7-d7-g7 b6-d6-f6 c5-d5-e5 a4-b4-c4 e4-f4-g4 c3-d3-e3 b2-d2-f2 a1-d1-g1 a7-a4-a1 b6-b4-b2 c5-c4-c3 \
                d7-d6-d5 d3-d2-d1 e5-e4-e3 f6-f4-f2 g7-g4-g1",
    };

    /// The board of nine men's morris with diagonals: 40 edges, 20 lines.
    DIAG_24 = BoardData {
        id: "diag24",
        layout: Layout::Grid,
        rows: "a7 d7 g7 / b6 d6 f6 / c5 d5 e5 / a4 b4 c4 e4 f4 g4 / c3 d3 e3 / b2 d2 f2 / a1 d1 g1",
        edges: "a7-d7 a7-b6 a7-a4 d7-g7 d7-d6 g7-f6 g7-g4 b6-d6 b6-c5 b6-b4 d6-f6 d6-d5 f6-e5 f6-f4 c5-d5 c5-c4 d5-e5 \
                e5-e4 a4-b4 a4-a1 b4-c4 b4-b2 c4-c3 e4-f4 e4-e3 f4-g4 f4-f2 g4-g1 c3-d3 c3-b2 d3-e3 d3-d2 e3-f2 b2-d2 \
                b2-a1 d2-f2 d2-d1 f2-g1 a1-d1 d1-g1",
        lines: "a7-d7-g7 b6-d6-f6 c5-d5-e5 a4-b4-c4 e4-f4-g4 c3-d3-e3 b2-d2-f2 a1-d1-g1 a7-a4-a1 b6-b4-b2 c5-c4-c3 \
                d7-d6-d5 d3-d2-d1 e5-e4-e3 f6-f4-f2 g7-g4-g1 a7-b6-c5 g7-f6-e5 c3-b2-a1 e3-f2-g1",
    };

    /// Two squares, for six men's morris. The four spokes are edges but not lines.
    RING_16 = BoardData {
        id: "ring16",
        layout: Layout::Grid,
        rows: "a5 c5 e5 / b4 c4 d4 / a3 b3 d3 e3 / b2 c2 d2 / a1 c1 e1",
        edges: "a5-c5 a5-a3 c5-e5 c5-c4 e5-e3 b4-c4 b4-b3 c4-d4 d4-d3 a3-b3 a3-a1 b3-b2 d3-e3 d3-d2 e3-e1 b2-c2 c2-d2 \
                c2-c1 a1-c1 c1-e1",
        lines: "a5-c5-e5 b4-c4-d4 b2-c2-d2 a1-c1-e1 a5-a3-a1 b4-b3-b2 d4-d3-d2 e5-e3-e1",
    };

    /// Two squares and a cross through the center. Any three consecutive points of the five on an
    /// arm of the cross are a line.
    CROSS_17 = BoardData {
        id: "cross17",
        layout: Layout::Grid,
        rows: "a5 c5 e5 / b4 c4 d4 / a3 b3 c3 d3 e3 / b2 c2 d2 / a1 c1 e1",
        edges: "a5-c5 a5-a3 c5-e5 c5-c4 e5-e3 b4-c4 b4-b3 c4-d4 c4-c3 d4-d3 a3-b3 a3-a1 b3-c3 b3-b2 c3-d3 c3-c2 d3-e3 \
                d3-d2 e3-e1 b2-c2 c2-d2 c2-c1 a1-c1 c1-e1",
        lines: "a5-c5-e5 b4-c4-d4 b2-c2-d2 a1-c1-e1 a5-a3-a1 b4-b3-b2 d4-d3-d2 e5-e3-e1 c5-c4-c3 c4-c3-c2 c3-c2-c1 \
                a3-b3-c3 b3-c3-d3 c3-d3-e3",
    };

    /// Nine points without diagonals.
    PLAIN_9 = BoardData {
        id: "plain9",
        layout: Layout::Grid,
        rows: "a3 b3 c3 / a2 b2 c2 / a1 b1 c1",
        edges: "a3-b3 a3-a2 b3-c3 b3-b2 c3-c2 a2-b2 a2-a1 b2-c2 b2-b1 c2-c1 a1-b1 b1-c1",
        lines: "a3-b3-c3 a2-b2-c2 a1-b1-c1 a3-a2-a1 b3-b2-b1 c3-c2-c1",
    };

    /// Nine points with diagonals.
    DIAG_9 = BoardData {
        id: "diag9",
        layout: Layout::Grid,
        rows: "a3 b3 c3 / a2 b2 c2 / a1 b1 c1",
        edges: "a3-b3 a3-a2 a3-b2 b3-c3 b3-b2 c3-b2 c3-c2 a2-b2 a2-a1 b2-c2 b2-a1 b2-b1 b2-c1 c2-c1 a1-b1 b1-c1",
        lines: "a3-b3-c3 a2-b2-c2 a1-b1-c1 a3-a2-a1 b3-b2-b1 c3-c2-c1 a3-b2-c1 c3-b2-a1",
    };

    /// The board of nine men's morris with the right-hand corners of the outer and the inner square
    /// exchanged.
    MOEBIUS_24 = BoardData {
        id: "moebius24",
        layout: Layout::Grid,
        rows: "a7 d7 e7 / b6 d6 f6 / c5 d5 g5 / a4 b4 c4 e4 f4 g4 / c3 d3 e3 / b2 d2 f2 / a1 d1 g1",
        edges: "a7-d7 a7-a4 d7-e7 d7-d6 e7-e4 b6-d6 b6-b4 d6-f6 d6-d5 f6-f4 c5-d5 c5-c4 d5-g5 g5-g4 a4-b4 a4-a1 b4-c4 \
                b4-b2 c4-c3 e4-f4 e4-e3 f4-g4 f4-f2 g4-g1 c3-d3 d3-e3 d3-d2 b2-d2 d2-f2 d2-d1 a1-d1 d1-g1",
        lines: "a7-d7-e7 b6-d6-f6 c5-d5-g5 a4-b4-c4 e4-f4-g4 c3-d3-e3 b2-d2-f2 a1-d1-g1 a7-a4-a1 b6-b4-b2 c5-c4-c3 \
                d7-d6-d5 d3-d2-d1 e7-e4-e3 f6-f4-f2 g5-g4-g1",
    };

    /// Four sails around a square.
    WINDMILL_28 = BoardData {
        id: "windmill28",
        layout: Layout::Grid,
        rows: "h9 / a8 d8 g8 / b7 d7 f7 / c6 d6 e6 f6 g6 h6 / d5 f5 / b4 c4 d4 e4 f4 g4 / d3 f3 h3 / c2 f2 i2 / b1",
        edges: "h9-g8 h9-h6 a8-d8 a8-b7 d8-g8 d8-d7 g8-f7 g8-g6 b7-d7 b7-c6 b7-b4 d7-f7 d7-d6 f7-f6 c6-d6 c6-c4 d6-e6 \
                e6-d5 e6-f5 f6-g6 f6-f5 g6-h6 g6-g4 h6-h3 d5-d4 d5-e4 f5-e4 b4-c4 b4-b1 c4-d4 c4-c2 d4-d3 e4-f4 f4-g4 \
                f4-f3 g4-h3 d3-f3 d3-c2 f3-h3 f3-f2 h3-i2 c2-f2 c2-b1 f2-i2",
        lines: "a8-d8-g8 b7-d7-f7 c6-d6-e6 f6-g6-h6 b4-c4-d4 e4-f4-g4 d3-f3-h3 c2-f2-i2 h9-h6-h3 g8-g6-g4 f7-f6-f5 \
                f4-f3-f2 d8-d7-d6 d5-d4-d3 c6-c4-c2 b7-b4-b1 a8-b7-c6 h9-g8-f7 d3-c2-b1 g4-h3-i2",
    };

    /// Eight rays.
    SUNMILL_32 = BoardData {
        id: "sunmill32",
        layout: Layout::Grid,
        rows: "b7 c7 d7 / c6 d6 e6 g6 / b5 c5 d5 e5 f5 g5 / a4 b4 c4 e4 f4 g4 / a3 b3 c3 d3 e3 f3 / a2 c2 d2 e2 / d1 e1 \
                f1",
        edges: "b7-c7 b7-c6 c7-d7 c7-d6 d7-e6 c6-d6 c6-b5 c6-d5 d6-e6 d6-e5 e6-f5 g6-f5 g6-g5 b5-a4 b5-b4 c5-d5 c5-b4 \
                c5-c4 d5-e5 e5-e4 f5-e4 f5-f4 g5-f4 g5-g4 a4-a3 b4-a3 b4-b3 c4-b3 c4-c3 e4-e3 f4-e3 f4-f3 g4-f3 a3-a2 \
                b3-a2 b3-c2 c3-d3 c3-d2 d3-e3 d3-e2 f3-e2 c2-d2 c2-d1 d2-e2 d2-e1 e2-f1 d1-e1 e1-f1",
        lines: "b7-c7-d7 c6-d6-e6 c5-d5-e5 b7-c6-d5 c7-d6-e5 d7-e6-f5 g6-g5-g4 f5-f4-f3 e5-e4-e3 g6-f5-e4 g5-f4-e3 \
                g4-f3-e2 f1-e1-d1 e2-d2-c2 e3-d3-c3 f1-e2-d3 e1-d2-c3 d1-c2-b3 a2-a3-a4 b3-b4-b5 c3-c4-c5 a2-b3-c4 \
                a3-b4-c5 a4-b5-c6",
    };

    /// Three triangles.
    POLYGON_3 = BoardData {
        id: "poly3",
        layout: Layout::Polygon(3),
        rows: "a1 b1 c1 d1 e1 f1 / a2 b2 c2 d2 e2 f2 / a3 b3 c3 d3 e3 f3",
        edges: "a1-b1 a1-f1 b1-c1 b1-b2 c1-d1 d1-e1 d1-d2 e1-f1 f1-f2 a2-b2 a2-f2 b2-c2 b2-b3 c2-d2 d2-e2 d2-d3 e2-f2 \
                f2-f3 a3-b3 a3-f3 b3-c3 c3-d3 d3-e3 e3-f3",
        lines: "a1-b1-c1 c1-d1-e1 e1-f1-a1 a2-b2-c2 c2-d2-e2 e2-f2-a2 a3-b3-c3 c3-d3-e3 e3-f3-a3 b1-b2-b3 d1-d2-d3 \
                f1-f2-f3",
    };

    /// Three pentagons.
    POLYGON_5 = BoardData {
        id: "poly5",
        layout: Layout::Polygon(5),
        rows: "a1 b1 c1 d1 e1 f1 g1 h1 i1 j1 / a2 b2 c2 d2 e2 f2 g2 h2 i2 j2 / a3 b3 c3 d3 e3 f3 g3 h3 i3 j3",
        edges: "a1-b1 a1-j1 b1-c1 b1-b2 c1-d1 d1-e1 d1-d2 e1-f1 f1-g1 f1-f2 g1-h1 h1-i1 h1-h2 i1-j1 j1-j2 a2-b2 a2-j2 \
                b2-c2 b2-b3 c2-d2 d2-e2 d2-d3 e2-f2 f2-g2 f2-f3 g2-h2 h2-i2 h2-h3 i2-j2 j2-j3 a3-b3 a3-j3 b3-c3 c3-d3 \
                d3-e3 e3-f3 f3-g3 g3-h3 h3-i3 i3-j3",
        lines: "a1-b1-c1 c1-d1-e1 e1-f1-g1 g1-h1-i1 i1-j1-a1 a2-b2-c2 c2-d2-e2 e2-f2-g2 g2-h2-i2 i2-j2-a2 a3-b3-c3 \
                c3-d3-e3 e3-f3-g3 g3-h3-i3 i3-j3-a3 b1-b2-b3 d1-d2-d3 f1-f2-f3 h1-h2-h3 j1-j2-j3",
    };

    /// Three hexagons.
    POLYGON_6 = BoardData {
        id: "poly6",
        layout: Layout::Polygon(6),
        rows: "a1 b1 c1 d1 e1 f1 g1 h1 i1 j1 k1 l1 / a2 b2 c2 d2 e2 f2 g2 h2 i2 j2 k2 l2 / a3 b3 c3 d3 e3 f3 g3 h3 i3 \
                j3 k3 l3",
        edges: "a1-b1 a1-l1 b1-c1 b1-b2 c1-d1 d1-e1 d1-d2 e1-f1 f1-g1 f1-f2 g1-h1 h1-i1 h1-h2 i1-j1 j1-k1 j1-j2 k1-l1 \
                l1-l2 a2-b2 a2-l2 b2-c2 b2-b3 c2-d2 d2-e2 d2-d3 e2-f2 f2-g2 f2-f3 g2-h2 h2-i2 h2-h3 i2-j2 j2-k2 j2-j3 \
                k2-l2 l2-l3 a3-b3 a3-l3 b3-c3 c3-d3 d3-e3 e3-f3 f3-g3 g3-h3 h3-i3 i3-j3 j3-k3 k3-l3",
        lines: "a1-b1-c1 c1-d1-e1 e1-f1-g1 g1-h1-i1 i1-j1-k1 k1-l1-a1 a2-b2-c2 c2-d2-e2 e2-f2-g2 g2-h2-i2 i2-j2-k2 \
                k2-l2-a2 a3-b3-c3 c3-d3-e3 e3-f3-g3 g3-h3-i3 i3-j3-k3 k3-l3-a3 b1-b2-b3 d1-d2-d3 f1-f2-f3 h1-h2-h3 \
                j1-j2-j3 l1-l2-l3",
    };

    /// Three squares, their diagonals outside the inner square, and a cross through the center. Any
    /// three consecutive points of the seven on an arm of the cross are a line.
    SESOTHO_25 = BoardData {
        id: "sesotho25",
        layout: Layout::Grid,
        rows: "a7 d7 g7 / b6 d6 f6 / c5 d5 e5 / a4 b4 c4 d4 e4 f4 g4 / c3 d3 e3 / b2 d2 f2 / a1 d1 g1",
        edges: "a7-d7 a7-b6 a7-a4 d7-g7 d7-d6 g7-f6 g7-g4 b6-d6 b6-b4 d6-f6 d6-d5 f6-f4 c5-d5 c5-c4 d5-e5 d5-d4 \
                e5-e4 a4-b4 a4-a1 b4-c4 b4-b2 c4-d4 c4-c3 d4-e4 d4-d3 e4-f4 e4-e3 f4-g4 f4-f2 g4-g1 c3-d3 d3-e3 \
                d3-d2 b2-d2 b2-a1 d2-f2 d2-d1 f2-g1 a1-d1 d1-g1",
        lines: "a7-d7-g7 g7-g4-g1 a1-d1-g1 a7-a4-a1 b6-d6-f6 f6-f4-f2 b2-d2-f2 b6-b4-b2 c5-d5-e5 e5-e4-e3 c3-d3-e3 \
                c5-c4-c3 d7-d6-d5 d6-d5-d4 d5-d4-d3 d4-d3-d2 d3-d2-d1 a4-b4-c4 b4-c4-d4 c4-d4-e4 d4-e4-f4 e4-f4-g4",
    };

    /// The board of nine men's morris with diagonals, along which men move but close no mills.
    MOVES_24 = BoardData {
        id: "moves24",
        layout: Layout::Grid,
        rows: "a7 d7 g7 / b6 d6 f6 / c5 d5 e5 / a4 b4 c4 e4 f4 g4 / c3 d3 e3 / b2 d2 f2 / a1 d1 g1",
        edges: "a7-d7 a7-b6 a7-a4 d7-g7 d7-d6 g7-f6 g7-g4 b6-d6 b6-c5 b6-b4 d6-f6 d6-d5 f6-e5 f6-f4 c5-d5 c5-c4 \
                d5-e5 e5-e4 a4-b4 a4-a1 b4-c4 b4-b2 c4-c3 e4-f4 e4-e3 f4-g4 f4-f2 g4-g1 c3-d3 c3-b2 d3-e3 d3-d2 \
                e3-f2 b2-d2 b2-a1 d2-f2 d2-d1 f2-g1 a1-d1 d1-g1",
        lines: "a7-d7-g7 b6-d6-f6 c5-d5-e5 a4-b4-c4 e4-f4-g4 c3-d3-e3 b2-d2-f2 a1-d1-g1 a7-a4-a1 b6-b4-b2 c5-c4-c3 \
                d7-d6-d5 d3-d2-d1 e5-e4-e3 f6-f4-f2 g7-g4-g1",
    };

    /// Eight points on a circle and its center. Only lines through the center count.
    WHEEL_9 = BoardData {
        id: "wheel9",
        layout: Layout::Wheel,
        rows: "a3 b3 c3 / a2 b2 c2 / a1 b1 c1",
        edges: "a3-b3 a3-a2 a3-b2 b3-c3 b3-b2 c3-b2 c3-c2 a2-b2 a2-a1 b2-c2 b2-a1 b2-b1 b2-c1 c2-c1 a1-b1 b1-c1",
        lines: "a3-b2-c1 c3-b2-a1 b3-b2-b1 a2-b2-c2",
    };
}

impl Board {
    /// Returns the board with this id.
    pub fn with_id(id: &str) -> Option<&'static Self> {
        Self::ALL.iter().copied().find(|board| board.id() == id)
    }
}
