// SPDX-License-Identifier: GPL-3.0-or-later
//! Widget classes that are defined by a template.

/// Makes `imp::$class` the implementation of `super::$class`, a subclass of `$parent` named
/// `Nmm$class` in GTK and in the template. Types that only the template names follow: they are
/// registered before the template is read.
macro_rules! template_class {
    ($class:ident: $parent:ty $(; $($part:ty),+)?) => {
        #[glib::object_subclass]
        impl ObjectSubclass for $class {
            const NAME: &'static str = concat!("Nmm", stringify!($class));
            type Type = super::$class;
            type ParentType = $parent;

            fn class_init(klass: &mut Self::Class) {
                $($(<$part>::ensure_type();)+)?
                klass.bind_template();
            }

            fn instance_init(obj: &glib::subclass::InitializingObject<Self>) {
                obj.init_template();
            }
        }
    };
}
