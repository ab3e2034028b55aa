// gdk-pixbuf, opened when a picture is composed, in a process of its own (see DECISIONS.md).
// Its functions are declared here by what its documentation promises: no header is needed,
// and nothing is linked.
#include "CPixbuf.h"
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct {
  uint32_t domain;
  int code;
  char *message;
} error;

typedef struct list {
  void *data;
  struct list *next;
} list;

typedef int (*save_function)(const char *bytes, size_t count, error **why, void *data);

/// The functions that are called: what they give, their name, what they take.
#define FUNCTIONS(f) \
  f(uint32_t, gdk_pixbuf_error_quark, (void)) \
  f(list *, gdk_pixbuf_get_formats, (void)) \
  f(char **, gdk_pixbuf_format_get_mime_types, (void *)) \
  f(pw_loader *, gdk_pixbuf_loader_new_with_mime_type, (const char *, error **)) \
  f(void, gdk_pixbuf_loader_set_size, (pw_loader *, int, int)) \
  f(int, gdk_pixbuf_loader_write, (pw_loader *, const void *, size_t, error **)) \
  f(int, gdk_pixbuf_loader_close, (pw_loader *, error **)) \
  f(pw_pixbuf *, gdk_pixbuf_loader_get_pixbuf, (pw_loader *)) \
  f(pw_pixbuf *, gdk_pixbuf_apply_embedded_orientation, (pw_pixbuf *)) \
  f(pw_pixbuf *, gdk_pixbuf_new, (int, int, int, int, int)) \
  f(void, gdk_pixbuf_fill, (pw_pixbuf *, uint32_t)) \
  f(int, gdk_pixbuf_get_width, (const pw_pixbuf *)) \
  f(int, gdk_pixbuf_get_height, (const pw_pixbuf *)) \
  f(int, gdk_pixbuf_get_n_channels, (const pw_pixbuf *)) \
  f(int, gdk_pixbuf_get_rowstride, (const pw_pixbuf *)) \
  f(uint8_t *, gdk_pixbuf_get_pixels, (const pw_pixbuf *)) \
  f(void, gdk_pixbuf_scale, \
    (const pw_pixbuf *, pw_pixbuf *, int, int, int, int, double, double, double, double, int)) \
  f(void, gdk_pixbuf_composite, \
    (const pw_pixbuf *, pw_pixbuf *, int, int, int, int, double, double, double, double, int, int)) \
  f(int, gdk_pixbuf_save_to_callbackv, \
    (const pw_pixbuf *, save_function, void *, const char *, char **, char **, error **)) \
  f(unsigned long, g_signal_connect_data, \
    (void *, const char *, void (*)(void), void *, void *, int)) \
  f(void *, g_object_ref, (void *)) \
  f(void, g_object_unref, (void *)) \
  f(void, g_strfreev, (char **)) \
  f(void, g_error_free, (error *))

static struct {
#define f(gives, name, takes) gives (*name) takes;
  FUNCTIONS(f)
#undef f
  const char *version;
} gdk;

static int failure;
static char reason[300];

static void fail(int what, const char *why) {
  failure = what;
  snprintf(reason, sizeof reason, "%s", why ? why : "it gives no reason");
}

enum { CORRUPT = 0, INSUFFICIENT_MEMORY = 1, UNKNOWN_TYPE = 3, UNSUPPORTED_OPERATION = 4 };

static void fail_with(error *why) {
  int what = PW_PIXBUF_BROKEN;
  if (why && why->domain == gdk.gdk_pixbuf_error_quark()) {
    if (why->code == INSUFFICIENT_MEMORY) what = PW_PIXBUF_MEMORY;
    if (why->code == UNKNOWN_TYPE || why->code == UNSUPPORTED_OPERATION) what = PW_PIXBUF_LACKING;
  }
  fail(what, why ? why->message : NULL);
  if (why) gdk.g_error_free(why);
}

int pw_pixbuf_failure(void) { return failure; }
const char *pw_pixbuf_reason(void) { return reason; }

const char *pw_pixbuf_open(void) {
  void *library = dlopen("libgdk_pixbuf-2.0.so.0", RTLD_LAZY | RTLD_LOCAL);
  if (!library) return dlerror();
#define f(gives, name, takes) \
  if (!(*(void **)&gdk.name = dlsym(library, #name))) return dlerror();
  FUNCTIONS(f)
#undef f
  const char **version = dlsym(library, "gdk_pixbuf_version");
  gdk.version = version ? *version : "of an unknown version";
  return NULL;
}

const char *pw_pixbuf_version(void) { return gdk.version; }

void pw_pixbuf_formats(void (*tell)(const char *type)) {
  // The list lives as long as the process, which is not long.
  for (list *formats = gdk.gdk_pixbuf_get_formats(); formats; formats = formats->next) {
    char **types = gdk.gdk_pixbuf_format_get_mime_types(formats->data);
    for (char **type = types; type && *type; type++) tell(*type);
    gdk.g_strfreev(types);
  }
}

static struct {
  int width, height;
} most;

// The loader of PNG calls a picture whole whose data end too soon. It tells of each row, but
// not where it has to make them smaller, which saves it no memory.
static bool is_counted;
static int lowest;

static void updated(pw_loader *loader, int x, int y, int width, int height, void *data) {
  (void)loader, (void)x, (void)width, (void)data;
  if (y + height > lowest) lowest = y + height;
}

static void prepared(pw_loader *loader, int width, int height, void *data) {
  (void)data;
  if (is_counted) return;
  if (width <= most.width || height <= most.height) return;
  double scale = (double)most.width / width, other = (double)most.height / height;
  if (other > scale) scale = other;
  int smaller = (int)(width * scale + 0.5), lower = (int)(height * scale + 0.5);
  gdk.gdk_pixbuf_loader_set_size(loader, smaller > 1 ? smaller : 1, lower > 1 ? lower : 1);
}

pw_loader *pw_loader_new(const char *type, int width, int height) {
  error *why = NULL;
  pw_loader *loader = gdk.gdk_pixbuf_loader_new_with_mime_type(type, &why);
  if (!loader) {
    fail_with(why);
    failure = PW_PIXBUF_LACKING;
    return NULL;
  }
  most.width = width;
  most.height = height;
  is_counted = strcmp(type, "image/png") == 0;
  gdk.g_signal_connect_data(loader, "area-updated", (void (*)(void))updated, NULL, NULL, 0);
  gdk.g_signal_connect_data(loader, "size-prepared", (void (*)(void))prepared, NULL, NULL, 0);
  return loader;
}

bool pw_loader_write(pw_loader *loader, const void *bytes, size_t count) {
  error *why = NULL;
  if (gdk.gdk_pixbuf_loader_write(loader, bytes, count, &why)) return true;
  fail_with(why);
  return false;
}

pw_pixbuf *pw_loader_finish(pw_loader *loader) {
  error *why = NULL;
  if (!gdk.gdk_pixbuf_loader_close(loader, &why)) {
    fail_with(why);
    return NULL;
  }
  pw_pixbuf *picture = gdk.gdk_pixbuf_loader_get_pixbuf(loader);
  if (!picture) {
    fail(PW_PIXBUF_BROKEN, "it holds no picture");
    return NULL;
  }
  if (is_counted && lowest < pw_pixbuf_height(picture)) {
    fail(PW_PIXBUF_BROKEN, "its data end before the picture does");
    return NULL;
  }
  pw_pixbuf *turned = gdk.gdk_pixbuf_apply_embedded_orientation(picture);
  if (!turned) fail(PW_PIXBUF_MEMORY, "there is no memory to turn it");
  // The loader holds another one of the same picture, which is not needed any more.
  gdk.g_object_unref(loader);
  return turned;
}

pw_pixbuf *pw_pixbuf_new(int width, int height) {
  pw_pixbuf *picture = gdk.gdk_pixbuf_new(0, 0, 8, width, height);
  if (!picture) fail(PW_PIXBUF_MEMORY, "there is no memory for it");
  return picture;
}

void pw_pixbuf_free(pw_pixbuf *picture) { gdk.g_object_unref(picture); }
int pw_pixbuf_width(const pw_pixbuf *picture) { return gdk.gdk_pixbuf_get_width(picture); }
int pw_pixbuf_height(const pw_pixbuf *picture) { return gdk.gdk_pixbuf_get_height(picture); }
int pw_pixbuf_channels(const pw_pixbuf *picture) { return gdk.gdk_pixbuf_get_n_channels(picture); }
int pw_pixbuf_stride(const pw_pixbuf *picture) { return gdk.gdk_pixbuf_get_rowstride(picture); }
uint8_t *pw_pixbuf_pixels(const pw_pixbuf *picture) { return gdk.gdk_pixbuf_get_pixels(picture); }
void pw_pixbuf_fill(pw_pixbuf *picture, uint32_t rgba) { gdk.gdk_pixbuf_fill(picture, rgba); }

enum { BILINEAR = 2 };

void pw_pixbuf_draw(
  const pw_pixbuf *picture, pw_pixbuf *canvas, double x, double y, double width, double height) {
  double across = width / pw_pixbuf_width(picture), down = height / pw_pixbuf_height(picture);
  int left = x > 0 ? (int)(x + 0.5) : 0, top = y > 0 ? (int)(y + 0.5) : 0;
  int right = (int)(x + width + 0.5), bottom = (int)(y + height + 0.5);
  if (right > pw_pixbuf_width(canvas)) right = pw_pixbuf_width(canvas);
  if (bottom > pw_pixbuf_height(canvas)) bottom = pw_pixbuf_height(canvas);
  if (right <= left || bottom <= top) return;
  if (pw_pixbuf_channels(picture) == 4) {
    gdk.gdk_pixbuf_composite(
      picture, canvas, left, top, right - left, bottom - top, x, y, across, down, BILINEAR, 255);
  } else {
    gdk.gdk_pixbuf_scale(
      picture, canvas, left, top, right - left, bottom - top, x, y, across, down, BILINEAR);
  }
}

void pw_pixbuf_draw_part(
  const pw_pixbuf *picture, pw_pixbuf *canvas, int left, int top, int right, int bottom) {
  if (right <= left || bottom <= top) return;
  gdk.gdk_pixbuf_scale(
    picture, canvas, left, top, right - left, bottom - top, 0, 0,
    (double)pw_pixbuf_width(canvas) / pw_pixbuf_width(picture),
    (double)pw_pixbuf_height(canvas) / pw_pixbuf_height(picture), BILINEAR);
}

static int write_all(const char *bytes, size_t count, error **why, void *data) {
  (void)why;
  int descriptor = *(int *)data;
  while (count > 0 && descriptor >= 0) {
    ssize_t wrote = write(descriptor, bytes, count);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) {
      fail(PW_PIXBUF_OUTPUT, strerror(errno));
      return 0;
    }
    bytes += wrote;
    count -= (size_t)wrote;
  }
  return 1;
}

bool pw_pixbuf_save(const pw_pixbuf *picture, int descriptor, const char *type) {
  char *jpeg[] = {"quality", NULL}, *quality[] = {"92", NULL};
  // Four bytes in five of the packing are won by the first step.
  char *png[] = {"compression", NULL}, *least[] = {"1", NULL};
  bool isJPEG = strcmp(type, "jpeg") == 0;
  error *why = NULL;
  failure = 0;
  if (gdk.gdk_pixbuf_save_to_callbackv(
        picture, write_all, &descriptor, type, isJPEG ? jpeg : png, isJPEG ? quality : least,
        &why))
    return true;
  if (failure != PW_PIXBUF_OUTPUT) fail_with(why);
  if (failure == PW_PIXBUF_BROKEN) failure = PW_PIXBUF_LACKING;
  return false;
}

bool pw_writer_load(const char *type) {
  pw_pixbuf *dot = pw_pixbuf_new(1, 1);
  if (!dot) return false;
  gdk.gdk_pixbuf_fill(dot, 0);
  bool isThere = pw_pixbuf_save(dot, -1, type);
  pw_pixbuf_free(dot);
  return isThere;
}
