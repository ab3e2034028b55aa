// libdbus, opened at the first question to a bus. Linked, it and the eight libraries
// that it needs would be loaded by every run, and each name that libcurl's forty
// libraries look up would be sought in them as well (see DECISIONS.md).
#include "CDBus.h"
#include <dlfcn.h>

static struct pw_dbus_functions dbus;

const char *pw_dbus_open(void) {
  void *library = dlopen("libdbus-1.so.3", RTLD_LAZY | RTLD_LOCAL);
  if (!library) return dlerror();
#define f(name) \
  if (!(*(void **)&dbus.name = dlsym(library, "dbus_" #name))) return dlerror();
  PW_DBUS_FUNCTIONS(f)
#undef f
  return NULL;
}

const struct pw_dbus_functions *pw_dbus(void) { return &dbus; }
