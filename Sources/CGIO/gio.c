// libgio, opened in a process of its own when settings are asked for (see DECISIONS.md). Its
// functions are declared here by what its documentation promises, and nothing is linked. A
// misuse ends the process there, so each name and value is looked up and checked before.
#define _GNU_SOURCE
#include "CGIO.h"
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The functions that are called: what they give, their name, what they take.
#define FUNCTIONS(f) \
  f(void *, g_settings_backend_get_default, (void)) \
  f(const char *, g_type_name_from_instance, (void *)) \
  f(void *, g_settings_schema_source_get_default, (void)) \
  f(void *, g_settings_schema_source_lookup, (void *, const char *, int)) \
  f(const char *, g_settings_schema_get_path, (void *)) \
  f(int, g_settings_schema_has_key, (void *, const char *)) \
  f(void *, g_settings_schema_get_key, (void *, const char *)) \
  f(char **, g_settings_schema_list_keys, (void *)) \
  f(const void *, g_settings_schema_key_get_value_type, (void *)) \
  f(int, g_settings_schema_key_range_check, (void *, void *)) \
  f(void *, g_settings_new_full, (void *, void *, const char *)) \
  f(char **, g_settings_list_children, (void *)) \
  f(void *, g_settings_get_child, (void *, const char *)) \
  f(void *, g_settings_get_value, (void *, const char *)) \
  f(int, g_settings_is_writable, (void *, const char *)) \
  f(int, g_settings_set_value, (void *, const char *, void *)) \
  f(void, g_settings_reset, (void *, const char *)) \
  f(void, g_settings_sync, (void)) \
  f(void, g_object_get, (void *, const char *, ...)) \
  f(void *, g_variant_parse, (const void *, const char *, const char *, const char **, void **)) \
  f(void *, g_variant_new_string, (const char *)) \
  f(void *, g_variant_ref_sink, (void *)) \
  f(void, g_variant_unref, (void *)) \
  f(char *, g_variant_print, (void *, int)) \
  f(int, g_variant_type_equal, (const void *, const void *)) \
  f(void, g_strfreev, (char **)) \
  f(void, g_free, (void *))

static struct {
#define f(gives, name, takes) gives (*name) takes;
  FUNCTIONS(f)
#undef f
} gio;

const char *pw_gio_open(void) {
  void *library = dlopen("libgio-2.0.so.0", RTLD_LAZY | RTLD_LOCAL);
  if (!library) return dlerror();
#define f(gives, name, takes) \
  if (!(*(void **)&gio.name = dlsym(library, #name))) return dlerror();
  FUNCTIONS(f)
#undef f
  // One that keeps what it is told in this process would make a reading prove nothing.
  const char *name = gio.g_type_name_from_instance(gio.g_settings_backend_get_default());
  return name && strcmp(name, "DConfSettingsBackend") == 0 ? NULL : "the store is not dconf";
}

/// NULL where there is none, or where it has no path of its own.
static void *schema_named(const char *name) {
  void *source = gio.g_settings_schema_source_get_default();
  void *schema = source ? gio.g_settings_schema_source_lookup(source, name, 1) : NULL;
  return schema && gio.g_settings_schema_get_path(schema) ? schema : NULL;
}

// Settings are made anew for each question, and live as long as the process: to forget one
// would be another message to the bus.

static int by_name(const void *one, const void *other) {
  return strcmp(*(char *const *)one, *(char *const *)other);
}

/// Sorts names that end with NULL, as the program does.
static char **sorted(char **names) {
  size_t count = 0;
  while (names[count]) count++;
  qsort(names, count, sizeof *names, by_name);
  return names;
}

static void list(void *settings, FILE *out) {
  char *name = NULL;
  void *schema = NULL;
  gio.g_object_get(settings, "schema-id", &name, "settings-schema", &schema, NULL);
  char **keys = sorted(gio.g_settings_schema_list_keys(schema));
  for (char **key = keys; *key; key++) {
    void *value = gio.g_settings_get_value(settings, *key);
    char *text = gio.g_variant_print(value, 1);
    fprintf(out, "%s %s %s\n", name, *key, text);
    gio.g_free(text);
    gio.g_variant_unref(value);
  }
  gio.g_strfreev(keys);
  gio.g_free(name);
  char **children = sorted(gio.g_settings_list_children(settings));
  for (char **child = children; *child; child++)
    list(gio.g_settings_get_child(settings, *child), out);
  gio.g_strfreev(children);
}

char *pw_settings_list(const char *name) {
  void *schema = schema_named(name);
  if (!schema) return NULL;
  char *text = NULL;
  size_t count = 0;
  FILE *out = open_memstream(&text, &count);
  if (!out) return NULL;
  list(gio.g_settings_new_full(schema, NULL, NULL), out);
  if (fclose(out) == 0) return text;
  free(text);
  return NULL;
}

/// A value as it is meant: the text of one, or a string without quotes. NULL if it is none.
static void *value_meant(const void *type, const char *text) {
  void *value = gio.g_variant_parse(type, text, NULL, NULL, NULL);
  // A type is its own text.
  if (!value && *text != '\'' && *text != '"' && gio.g_variant_type_equal(type, "s"))
    value = gio.g_variant_new_string(text);
  return value ? gio.g_variant_ref_sink(value) : NULL;
}

bool pw_settings_set(const char *name, const char *key, const char *text) {
  void *schema = schema_named(name);
  if (!schema || !gio.g_settings_schema_has_key(schema, key)) return false;
  void *meant = gio.g_settings_schema_get_key(schema, key);
  void *value = value_meant(gio.g_settings_schema_key_get_value_type(meant), text);
  if (!value || !gio.g_settings_schema_key_range_check(meant, value)) return false;
  void *settings = gio.g_settings_new_full(schema, NULL, NULL);
  if (!gio.g_settings_is_writable(settings, key)
      || !gio.g_settings_set_value(settings, key, value))
    return false;
  gio.g_settings_sync();
  return true;
}

bool pw_settings_reset(const char *name, const char *key) {
  void *schema = schema_named(name);
  if (!schema || !gio.g_settings_schema_has_key(schema, key)) return false;
  void *settings = gio.g_settings_new_full(schema, NULL, NULL);
  if (!gio.g_settings_is_writable(settings, key)) return false;
  gio.g_settings_reset(settings, key);
  gio.g_settings_sync();
  return true;
}
