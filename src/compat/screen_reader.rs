// SPDX-License-Identifier: GPL-3.0-or-later
//! Whether a screen reader listens. GTK 4.8 does not say it.

use gtk::gio;

/// Time for one call on a bus, in milliseconds.
const PATIENCE: i32 = 2000;

/// Returns whether a program listens to the events of accessible objects, as screen readers do.
pub async fn listens() -> bool {
    events().await.is_ok_and(|events| events.n_children() > 0)
}

/// Returns the events that programs have asked the accessibility bus for.
async fn events() -> Result<glib::Variant, glib::Error> {
    let session = gio::bus_get_future(gio::BusType::Session).await?;
    let address = call(&session, ["org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress"]).await?;
    let address = address.child_value(0);
    let flags = gio::DBusConnectionFlags::AUTHENTICATION_CLIENT | gio::DBusConnectionFlags::MESSAGE_BUS_CONNECTION;
    let bus = gio::DBusConnection::for_address_future(address.str().unwrap_or_default(), flags, None).await?;
    let registry = "org.a11y.atspi.Registry";
    let events = call(&bus, [registry, "/org/a11y/atspi/registry", registry, "GetRegisteredEvents"]).await?;
    Ok(events.child_value(0))
}

async fn call(
    bus: &gio::DBusConnection,
    [name, path, interface, method]: [&str; 4],
) -> Result<glib::Variant, glib::Error> {
    let flags = gio::DBusCallFlags::NO_AUTO_START;
    bus.call_future(Some(name), path, interface, method, None, None, flags, PATIENCE).await
}
