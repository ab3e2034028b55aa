// The part of libdbus that prism-wall calls, each function with the type that its header
// gives it. None may be called before `pw_dbus_open` has opened the library.
#pragma once
#include <dbus/dbus.h>

#define PW_DBUS_FUNCTIONS(f) \
  f(bus_set_unique_name) f(connection_close) f(connection_flush) \
  f(connection_get_dispatch_status) f(connection_get_is_connected) f(connection_open_private) \
  f(connection_pop_message) f(connection_read_write) f(connection_read_write_dispatch) \
  f(connection_send) f(connection_send_with_reply) f(connection_set_exit_on_disconnect) \
  f(connection_set_max_message_size) f(connection_unref) f(error_free) f(error_init) f(free) \
  f(message_get_interface) f(message_get_member) f(message_get_no_reply) f(message_get_path) \
  f(message_get_reply_serial) f(message_get_signature) f(message_get_type) \
  f(message_is_method_call) f(message_is_signal) f(message_iter_abandon_container) \
  f(message_iter_append_basic) f(message_iter_close_container) f(message_iter_get_arg_type) \
  f(message_iter_get_basic) f(message_iter_get_element_type) f(message_iter_get_signature) \
  f(message_iter_init) f(message_iter_init_append) f(message_iter_next) \
  f(message_iter_open_container) f(message_iter_recurse) f(message_new_error) \
  f(message_new_method_call) f(message_new_method_return) f(message_new_signal) \
  f(message_set_auto_start) f(message_unref) f(pending_call_cancel) \
  f(pending_call_get_completed) f(pending_call_steal_reply) f(pending_call_unref) \
  f(set_error_from_message) f(signature_validate_single) f(validate_bus_name) \
  f(validate_interface) f(validate_member) f(validate_path)

struct __attribute__((swift_attr("@Sendable"))) pw_dbus_functions {
#define f(name) __typeof__(&dbus_##name) _Nonnull name;
  PW_DBUS_FUNCTIONS(f)
#undef f
};

/// Opens libdbus, once for the process.
/// Returns NULL, or else why it cannot be used.
const char *_Nullable pw_dbus_open(void);

/// Its functions, once it is open.
const struct pw_dbus_functions *_Nonnull pw_dbus(void);

// The types are named by character macros, which do not import into Swift.
static const int PW_DBUS_INVALID = DBUS_TYPE_INVALID;
static const int PW_DBUS_STRING = DBUS_TYPE_STRING;
static const int PW_DBUS_OBJECT_PATH = DBUS_TYPE_OBJECT_PATH;
static const int PW_DBUS_SIGNATURE = DBUS_TYPE_SIGNATURE;
static const int PW_DBUS_BOOLEAN = DBUS_TYPE_BOOLEAN;
static const int PW_DBUS_BYTE = DBUS_TYPE_BYTE;
static const int PW_DBUS_INT16 = DBUS_TYPE_INT16;
static const int PW_DBUS_UINT16 = DBUS_TYPE_UINT16;
static const int PW_DBUS_INT32 = DBUS_TYPE_INT32;
static const int PW_DBUS_UINT32 = DBUS_TYPE_UINT32;
static const int PW_DBUS_INT64 = DBUS_TYPE_INT64;
static const int PW_DBUS_UINT64 = DBUS_TYPE_UINT64;
static const int PW_DBUS_DOUBLE = DBUS_TYPE_DOUBLE;
static const int PW_DBUS_ARRAY = DBUS_TYPE_ARRAY;
static const int PW_DBUS_VARIANT = DBUS_TYPE_VARIANT;
static const int PW_DBUS_STRUCT = DBUS_TYPE_STRUCT;
static const int PW_DBUS_UNIX_FD = DBUS_TYPE_UNIX_FD;
static const int PW_DBUS_DICT_ENTRY = DBUS_TYPE_DICT_ENTRY;
