// SPDX-License-Identifier: GPL-3.0-or-later
//! The controls of the editor: what each of them changes, and what can be dragged to the board.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::{gdk, gio};

use morris::{Color, Rules, Transformation};
use morris_play::draft::{Draft, Tool};

use super::{PositionEditor, Retrace, Side};
use crate::board::man_texture;
use crate::compat::button_words::let_wrap;
use crate::services::PageContext;
use crate::text::describe;
use crate::widgets::callbacks::{add_action, on_click};
use crate::widgets::spin_numbers::speak_language;

/// Diameter of the men on the tools, in logical pixels.
const MAN: i32 = 32;

/// What is dragged to the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dragged {
    Man(Color),
    FromHand(Color),
}

impl PositionEditor {
    pub(super) fn connect_controls(&self) {
        let imp = self.imp();
        self.connect_board();
        self.connect_toggle(&imp.white_men, |draft| draft.tool = Tool::Men(Color::White));
        self.connect_toggle(&imp.black_men, |draft| draft.tool = Tool::Men(Color::Black));
        self.connect_toggle(&imp.erase, |draft| draft.tool = Tool::Erase);
        self.connect_toggle(&imp.white_moves, |draft| draft.set_side(Color::White));
        self.connect_toggle(&imp.black_moves, |draft| draft.set_side(Color::Black));
        imp.white_man.show_man(Color::White, MAN);
        imp.black_man.show_man(Color::Black, MAN);
        self.let_drag(&*imp.white_men, Dragged::Man(Color::White));
        self.let_drag(&*imp.black_men, Dragged::Man(Color::Black));
        for color in Color::BOTH {
            let Side { moves, hand, .. } = self.side(color);
            self.let_drag(moves, Dragged::FromHand(color));
            self.connect_hand(hand, color);
        }
        on_click(&imp.undo, self, |editor| editor.retrace(Retrace::Undo));
        on_click(&imp.redo, self, |editor| editor.retrace(Retrace::Redo));
        self.connect_rules();
        [&imp.start, &imp.analyze].into_iter().for_each(|button| let_wrap(button));
    }

    fn connect_board(&self) {
        let board = &self.imp().board;
        board.connect_tapped(weak!(editor = self, move |_, point| editor.try_at(point, |draft| draft.tap(point))));
        board.connect_dropped(weak!(editor = self, move |board, from, to| match to {
            Some(to) => {
                editor.change(|draft| draft.carry(from, to));
                board.focus_point(to);
            }
            None => editor.change(|draft| draft.remove(from)),
        }));
        board.connect_brought(weak!(editor = self, move |_, dragged, point| editor.try_at(
            point,
            |draft| match dragged {
                Dragged::Man(color) => draft.place(color, point),
                Dragged::FromHand(color) => draft.place_from_hand(color, point),
            }
        )));
    }

    /// Lets the user drag a man from a widget. From an empty hand there is nothing to drag.
    fn let_drag(&self, widget: &impl IsA<gtk::Widget>, dragged: Dragged) {
        let source = gtk::DragSource::new();
        source.connect_prepare(glib::clone!(
            #[weak(rename_to = editor)]
            self,
            #[upgrade_or]
            None,
            move |source, _, _| {
                let color = match dragged {
                    Dragged::FromHand(color) if editor.arrangement().hand[color] == 0 => return None,
                    Dragged::Man(color) | Dragged::FromHand(color) => color,
                };
                let middle = MAN / 2;
                source.set_icon(Some(&man_texture(&editor, color, MAN)), middle, middle);
                Some(gdk::ContentProvider::for_value(&glib::BoxedAnyObject::new(dragged).to_value()))
            }
        ));
        widget.add_controller(source);
    }

    fn connect_toggle(&self, button: &gtk::ToggleButton, choose: fn(&mut Draft)) {
        button.connect_toggled(weak!(
            editor = self,
            move |button| if button.is_active() && !editor.imp().showing.get() {
                editor.change(choose);
            }
        ));
    }

    fn connect_hand(&self, button: &gtk::SpinButton, color: Color) {
        speak_language(button);
        button.connect_value_changed(weak!(editor = self, move |button| if !editor.imp().showing.get() {
            let men = u8::try_from(button.value_as_int()).unwrap_or_default();
            editor.change_by(Some(color), |draft| draft.set_hand(color, men));
        }));
    }

    pub(super) fn add_actions(&self) {
        let actions = self.actions();
        add_action(actions, "clear", self, |editor| editor.change(Draft::clear));
        add_action(actions, "empty-hands", self, |editor| editor.change(Draft::empty_hands));
        for kind in Transformation::ALL {
            add_action(actions, kind.id(), self, move |editor| editor.change(|draft| draft.transform(kind)));
        }
        self.insert_action_group("editor", Some(actions));
    }

    pub(super) fn enable_transformations(&self) {
        let allowed = Transformation::of(self.rules().board);
        for kind in Transformation::ALL {
            if let Some(action) = self.actions().lookup_action(kind.id()).and_downcast::<gio::SimpleAction>() {
                action.set_enabled(allowed.contains(&kind));
            }
        }
    }

    /// Lists the rules: those of the program, those of the user, and those of the position.
    pub(super) fn list_rules(&self) {
        let imp = self.imp();
        let own = imp.context.get().map_or_else(Vec::new, |PageContext { services, .. }| {
            services.settings.read(|settings| settings.own_rules.clone())
        });
        let presets = Rules::PRESETS.iter().map(|rules| (*rules, describe::rules_name(rules)));
        let mut offered: Vec<_> = presets.chain(own.into_iter().map(|own| (own.rules, own.name))).collect();
        let rules = self.rules();
        let chosen = offered.iter().position(|(offered, _)| *offered == rules);
        let chosen = chosen.unwrap_or_else(|| {
            offered.push((rules, describe::rules_name(&rules)));
            offered.len() - 1
        });
        imp.showing.set(true);
        if *imp.offered.borrow() != offered || imp.rules_row.model().is_none() {
            let names: gtk::StringList = offered.iter().map(|(_, name)| name.clone()).collect();
            imp.rules_row.set_model(Some(&names));
            imp.offered.replace(offered);
        }
        imp.rules_row.set_selected(u32::try_from(chosen).unwrap_or_default());
        imp.showing.set(false);
    }

    fn connect_rules(&self) {
        self.imp().rules_row.connect_selected_notify(weak!(editor = self, move |row| {
            let imp = editor.imp();
            let rules = imp.offered.borrow().get(row.selected() as usize).map(|(rules, _)| *rules);
            if let Some(rules) = rules.filter(|_| !imp.showing.get()) {
                editor.change(|draft| *draft = draft.by(rules));
            }
        }));
    }
}
