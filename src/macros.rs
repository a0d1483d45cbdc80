// SPDX-License-Identifier: GPL-3.0-or-later
//! What all classes of GTK, and callbacks that use an object, would repeat.

/// Makes `imp::$class` the implementation of `$class`, a subclass of `$parent` that GTK and
/// templates call `Nmm$class`. For the parents `adw::Bin`, `gtk::Box`, `gtk::Button`, and
/// `gtk::Widget`, it also defines `$class` with `Default`, and for the first two their empty
/// `BinImpl` or `BoxImpl`. For other parents, write `glib::wrapper!` yourself.
///
/// In this order, all optional: `role` is the accessible role. `template` lists the types that only
/// the template names: they are registered before it is read. `init` does more with the class.
macro_rules! class {
    ($(#[$doc:meta])* $class:ident: adw::Bin $($more:tt)*) => {
        class!(@wrapper $(#[$doc])* $class: adw::Bin, gtk::Widget);
        class!(@subclass $class: adw::Bin $($more)*);
        impl BinImpl for imp::$class {}
    };
    ($(#[$doc:meta])* $class:ident: gtk::Button $($more:tt)*) => {
        class!(@wrapper $(#[$doc])* $class: gtk::Button, gtk::Widget; gtk::Actionable);
        class!(@subclass $class: gtk::Button $($more)*);
    };
    ($(#[$doc:meta])* $class:ident: gtk::Widget $($more:tt)*) => {
        class!(@wrapper $(#[$doc])* $class: gtk::Widget);
        class!(@subclass $class: gtk::Widget $($more)*);
    };
    ($(#[$doc:meta])* $class:ident: gtk::Box $($more:tt)*) => {
        class!(@wrapper $(#[$doc])* $class: gtk::Box, gtk::Widget; gtk::Orientable);
        class!(@subclass $class: gtk::Box $($more)*);
        impl BoxImpl for imp::$class {}
    };
    ($class:ident: $($more:tt)*) => {
        class!(@subclass $class: $($more)*);
    };
    (@wrapper $(#[$doc:meta])* $class:ident: $($parent:ty),+ $(; $interface:ty)?) => {
        glib::wrapper! {
            $(#[$doc])*
            pub struct $class(ObjectSubclass<imp::$class>)
                @extends $($parent),+,
                @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget $(, $interface)?;
        }

        impl Default for $class {
            fn default() -> Self {
                glib::Object::new()
            }
        }
    };
    (
        @subclass $class:ident: $parent:ty
        $(, role = $role:ident)?,
        template = [$($part:ty),*]
        $(, init = $init:expr)?
    ) => {
        // The attribute takes no path.
        const _: () = {
            use imp::$class as Implementation;

            #[glib::object_subclass]
            impl ObjectSubclass for Implementation {
                const NAME: &'static str = concat!("Nmm", stringify!($class));
                type Type = $class;
                type ParentType = $parent;

                fn class_init(class: &mut Self::Class) {
                    $(<$part>::ensure_type();)*
                    class.bind_template();
                    $(class.set_accessible_role(gtk::AccessibleRole::$role);)?
                    $(
                        let init: fn(&mut Self::Class) = $init;
                        init(class);
                    )?
                }

                fn instance_init(object: &glib::subclass::InitializingObject<Self>) {
                    object.init_template();
                }
            }
        };
    };
    (@subclass $class:ident: $parent:ty $(, role = $role:ident)? $(, init = $init:expr)?) => {
        // The attribute takes no path.
        const _: () = {
            use imp::$class as Implementation;

            #[glib::object_subclass]
            impl ObjectSubclass for Implementation {
                const NAME: &'static str = concat!("Nmm", stringify!($class));
                type Type = $class;
                type ParentType = $parent;

                fn class_init(_class: &mut Self::Class) {
                    $(_class.set_accessible_role(gtk::AccessibleRole::$role);)?
                    $(
                        let init: fn(&mut Self::Class) = $init;
                        init(_class);
                    )?
                }
            }
        };
    };
}

/// Returns a closure that uses an object as long as it lives: `weak!(page = self, move |_|
/// page.turn())`. After that, the closure does nothing and returns the default value. `weak!(page,
/// …)` keeps the name. For several objects, another default, or a future, use `glib::clone!`.
macro_rules! weak {
    ($name:ident = $object:expr, $($closure:tt)+) => {
        glib::clone!(#[weak(rename_to = $name)] $object, #[upgrade_or_default] $($closure)+)
    };
    ($object:ident, $($closure:tt)+) => {
        weak!($object = $object, $($closure)+)
    };
}
