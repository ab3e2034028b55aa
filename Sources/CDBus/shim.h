// libdbus names its types by character macros, which do not import.
#pragma once
#include <dbus/dbus.h>

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
