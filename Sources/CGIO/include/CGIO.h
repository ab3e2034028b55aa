// The part of libgio that prism-wall calls: settings are listed, set and unset as the program
// `gsettings` does it. No header of GLib's is needed to build. What that program would refuse
// is not done here: whoever asked runs the program, which says why.
#pragma once
#include <stdbool.h>

/// Opens libgio, once for the process; nothing else may be called before.
/// Returns NULL, or else why it cannot be used.
const char *pw_gio_open(void);

/// `gsettings list-recursively SCHEMA`: what it prints, to be freed with free(3); NULL where
/// it would refuse.
char *pw_settings_list(const char *schema);
/// `gsettings set SCHEMA KEY VALUE`; false where it would refuse. The store has it on return.
bool pw_settings_set(const char *schema, const char *key, const char *value);
/// `gsettings reset SCHEMA KEY`, in the same way.
bool pw_settings_reset(const char *schema, const char *key);
