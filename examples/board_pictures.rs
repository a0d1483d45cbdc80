// SPDX-License-Identifier: GPL-3.0-or-later
//! Draws boards in every state into a folder: `cargo run --example board_pictures FOLDER [SIDE …]`.

use std::path::Path;
use std::time::{Duration, Instant};

use adw::prelude::*;
use morris::{Color, Move, PLAIN_24, PointSet, Rules};
use morris_paint::geometry::Coordinates;
use morris_paint::{BoardStyle, Look};
use morris_play::session::{Hint, HintStep, Scene};
use morris_solved::tablebase::{ProbeResult, Wdl};
use morris_teach::hint::HintReason;
use nine_mens_morris::board::look::{self, Chosen};
use nine_mens_morris::board::texture_cache::TextureSpec;
use nine_mens_morris::board::{BoardPicture, BoardView, LookManager, MenTray};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().expect("a folder");
    let sides: Vec<i32> = arguments.map(|side| side.parse().expect("a number of pixels")).collect();
    adw::init().expect("a display");
    draw_small(&Path::new(&folder).join("small.png"));
    for &side in &sides {
        for style in BoardStyle::ALL {
            LookManager::default().choose(Chosen { board: style, men: style.men() });
            for scheme in [adw::ColorScheme::ForceLight, adw::ColorScheme::ForceDark] {
                adw::StyleManager::default().set_color_scheme(scheme);
                let look = look::current();
                measure_painting(side, look);
                for (name, scene) in scenes() {
                    let file = format!("{name}-{side}-{style:?}-{:?}.png", look.tone);
                    draw(&scene, side, &Path::new(&folder).join(file));
                }
            }
        }
    }
}

fn measure_painting(side: i32, look: Look) {
    let start = Instant::now();
    TextureSpec { side: side as usize, look, frame: Coordinates::Shown.into(), board: &PLAIN_24 }.paint();
    println!("{side} {look:?}: painted in {:?}", start.elapsed());
}

fn draw(scene: &Scene, side: i32, path: &Path) {
    let view = BoardView::new();
    view.set_animation(None);
    let window = gtk::Window::builder().default_width(side).default_height(side).decorated(false).child(&view).build();
    window.present();
    view.show(scene);
    if scene.hint.is_some() {
        let value = |name: &str, value, plies| (name.parse().expect("a point"), ProbeResult { value, plies });
        let values = [value("d5", Wdl::Win, Some(7)), value("a4", Wdl::Draw, None), value("b4", Wdl::Loss, Some(12))];
        view.set_values(&values, false);
    }
    if scene.picked.is_none() {
        view.focus_point("g7".parse().expect("a point"));
        gtk::prelude::GtkWindowExt::set_focus_visible(&window, scene.hint.is_some());
    }
    save(&window, (side, side), path);
}

fn save(window: &gtk::Window, (width, height): (i32, i32), path: &Path) {
    window.set_default_size(width, height);
    window.present();
    let until = Instant::now() + Duration::from_millis(300 + width as u64 / 2);
    while Instant::now() < until {
        glib::MainContext::default().iteration(false);
    }
    let start = Instant::now();
    let snapshot = gtk::Snapshot::new();
    gtk::WidgetPaintable::new(Some(window)).snapshot(&snapshot, width.into(), height.into());
    let node = snapshot.to_node().expect("something is drawn");
    let recorded = start.elapsed();
    let renderer = window.native().and_then(|native| native.renderer()).expect("it is realized");
    let start = Instant::now();
    let texture = renderer.render_texture(&node, None);
    println!("{}: recorded in {recorded:?}, drawn whole in {:?}", path.display(), start.elapsed());
    texture.save_to_png(path).expect("written");
    window.destroy();
}

/// Draws small pictures of a position and of men in hand, as other pages show them.
fn draw_small(path: &Path) {
    let men = scenes()[2].1.men;
    let row = gtk::Box::builder().orientation(gtk::Orientation::Vertical).spacing(12).margin_start(12).build();
    for side in [64, 96, 160] {
        let picture = BoardPicture::new(side);
        picture.set_men(men);
        row.append(&picture);
    }
    for (color, hand, lost) in [(Color::White, 9, 0), (Color::Black, 5, 2), (Color::White, 0, 6), (Color::Black, 1, 0)]
    {
        let view = MenTray::new(color);
        view.set_men(hand, lost, lost, Rules::STANDARD.men);
        row.append(&view);
    }
    save(&gtk::Window::builder().child(&row).decorated(false).build(), (300, 560), path);
}

fn scenes() -> Vec<(&'static str, Scene)> {
    let scene = |line: &str| Scene::still(&line.parse().expect("a position line"), &Rules::STANDARD);
    let mv = |text: &str| text.parse::<Move>().expect("a move");
    let set = |text: &str| text.split(' ').map(|point| point.parse().expect("a point")).collect::<PointSet>();
    let middle = "W.B/.WB/.W./WB.BW./..B/.W./B.W w 0 0 0";
    let mill = scene("WWW/.BB/.../WBBBW./..B/.W./B.. b 0 0 0");
    vec![
        ("start", scene(".../.../.../....../.../.../... w 9 9 0")),
        ("last", Scene { last: Some((Color::White, mv("g1-g4"))), ..scene("W.B/.WB/.W./WB.BWW/..B/.W./B.. w 0 0 0") }),
        (
            "picked",
            Scene {
                picked: Some("d6".parse().expect("a point")),
                targets: set("d7 b6"),
                movable: set("d6 a4 d5"),
                last: Some((Color::Black, mv("c4-b4"))),
                ..scene(middle)
            },
        ),
        (
            "mill",
            Scene {
                mills: vec![set("a7 d7 g7")],
                last: Some((Color::White, mv("d6-d7"))),
                removable: set("d6 f6 e3 a1") & mill.men.black,
                ..mill
            },
        ),
        (
            "hint",
            Scene {
                hint: Some(Hint { mv: mv("d5-e5xb4"), reason: HintReason::ClosesMill, step: HintStep::Move }),
                ..scene(middle)
            },
        ),
    ]
}
