// SPDX-License-Identifier: GPL-3.0-or-later
//! Choice among the grades of the puzzle of the day.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use morris_teach::puzzles::DailyGrade;

use super::course::Course;
use super::solver::Solver;
use crate::pages::exercise::Exercise;
use crate::text::describe;
use crate::widgets::radio_tiles::{self, buttons};

impl Solver {
    pub(super) fn offer_grades(&self) {
        let grades = &*self.panel().grades;
        let mut first: Option<gtk::ToggleButton> = None;
        for grade in DailyGrade::ALL {
            let name = describe::grade_name(grade);
            let label = gtk::Label::builder().label(&name).wrap(true).wrap_mode(gtk::pango::WrapMode::WordChar).build();
            let button = gtk::ToggleButton::builder().child(&label).accessible_role(gtk::AccessibleRole::Radio).build();
            radio_tiles::name_tile(&button, &gettext("Puzzle of the Day"), &name);
            button.set_group(first.as_ref());
            first.get_or_insert(button.clone());
            grades.append(&button);
            button.connect_toggled(weak!(solver = self, move |button| {
                if button.is_active() {
                    solver.choose_grade(grade);
                }
            }));
        }
        radio_tiles::connect(grades);
    }

    fn choose_grade(&self, chosen: DailyGrade) {
        match self.course() {
            Course::Daily(day, grade) if grade != chosen => {
                self.begin(Course::Daily(day, chosen), self.imp().rules.get());
            }
            _ => {}
        }
    }

    pub(super) fn show_grade(&self) {
        let (panel, course) = (self.panel(), self.course());
        for widget in [panel.kicker.upcast_ref::<gtk::Widget>(), panel.grades.upcast_ref()] {
            widget.set_visible(self.is_daily());
        }
        if let Course::Daily(_, grade) = course {
            buttons(&panel.grades).nth(grade as usize).iter().for_each(|button| button.set_active(true));
        }
    }
}
