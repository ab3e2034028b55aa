/* ping NAME: the least that D-Bus can start, for the rows on searching. It takes NAME on the
   session bus and answers each call with nothing. */
#include <dbus/dbus.h>

int main(int count, char **words) {
  DBusConnection *bus = count == 2 ? dbus_bus_get(DBUS_BUS_SESSION, NULL) : NULL;
  if (!bus || dbus_bus_request_name(bus, words[1], DBUS_NAME_FLAG_DO_NOT_QUEUE, NULL) != 1) return 1;
  do {
    DBusMessage *message;
    while ((message = dbus_connection_pop_message(bus))) {
      if (dbus_message_get_type(message) == DBUS_MESSAGE_TYPE_METHOD_CALL) {
        DBusMessage *reply = dbus_message_new_method_return(message);
        dbus_connection_send(bus, reply, NULL);
        dbus_message_unref(reply);
      }
      dbus_message_unref(message);
    }
    dbus_connection_flush(bus);
  } while (dbus_connection_read_write(bus, -1));
  return 0;
}
