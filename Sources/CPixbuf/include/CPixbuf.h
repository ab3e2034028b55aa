// The part of gdk-pixbuf that prism-wall calls, and the walls around the process that calls
// it. Neither its headers nor those of GLib are needed to build. None of it may be called
// before `pw_pixbuf_open` has opened the library, but for `pw_confine_*`.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Opens gdk-pixbuf, once for the process.
/// Returns NULL, or else why it cannot be used.
const char *pw_pixbuf_open(void);
/// Its version: "2.42.10".
const char *pw_pixbuf_version(void);
/// Calls with the MIME type of each format that it decodes.
void pw_pixbuf_formats(void (*tell)(const char *type));

/// Why the last call failed.
enum pw_pixbuf_failure {
  PW_PIXBUF_BROKEN = 1,   // the picture is at fault
  PW_PIXBUF_MEMORY = 2,   // it takes more memory than there is
  PW_PIXBUF_LACKING = 3,  // the library has no loader for it
  PW_PIXBUF_OUTPUT = 4,   // what it makes cannot be written
};
int pw_pixbuf_failure(void);
const char *pw_pixbuf_reason(void);

typedef struct pw_loader pw_loader;
typedef struct pw_pixbuf pw_pixbuf;

/// A loader for a MIME type, its module in memory. What is larger than `width` × `height` as
/// stored is made smaller while it is decoded. NULL if there is none.
pw_loader *pw_loader_new(const char *type, int width, int height);
bool pw_loader_write(pw_loader *loader, const void *bytes, size_t count);
/// The whole picture, turned as its orientation says; NULL if it is broken.
pw_pixbuf *pw_loader_finish(pw_loader *loader);

/// An empty picture without alpha; NULL if there is no memory for it.
pw_pixbuf *pw_pixbuf_new(int width, int height);
void pw_pixbuf_free(pw_pixbuf *picture);
int pw_pixbuf_width(const pw_pixbuf *picture);
int pw_pixbuf_height(const pw_pixbuf *picture);
/// 3, or 4 with alpha.
int pw_pixbuf_channels(const pw_pixbuf *picture);
int pw_pixbuf_stride(const pw_pixbuf *picture);
uint8_t *pw_pixbuf_pixels(const pw_pixbuf *picture);
void pw_pixbuf_fill(pw_pixbuf *picture, uint32_t rgba);
/// Draws the picture, scaled so that it is `width` × `height`, with its upper left corner at
/// `x`, `y`, as far as it lies on the canvas. One with alpha is laid over what is there.
void pw_pixbuf_draw(
  const pw_pixbuf *picture, pw_pixbuf *canvas, double x, double y, double width, double height);
/// Draws the picture as large as the canvas, but only the columns and rows from `left`, `top`
/// up to `right`, `bottom`.
void pw_pixbuf_draw_part(
  const pw_pixbuf *picture, pw_pixbuf *canvas, int left, int top, int right, int bottom);

/// Makes sure that a writer is in memory: "jpeg" or "png".
bool pw_writer_load(const char *type);
/// Writes the picture to a descriptor.
bool pw_pixbuf_save(const pw_pixbuf *picture, int descriptor, const char *type);

/// No new rights, no core file, not to be looked at by others, and the end of `parent` is
/// ours. False if it has ended already.
bool pw_confine_process(int parent);
/// Limits of memory and of the file in bytes, of processor time in seconds.
bool pw_confine_resources(uint64_t memory, uint64_t file, uint64_t seconds);
/// From now on only the system's folders can be read and nothing can be opened for writing.
/// False where the kernel cannot (Landlock).
bool pw_confine_files(void);
/// From now on only memory, threads and descriptors that are open: no files, no network, no
/// programs, no other processes. False where the kernel cannot (seccomp).
bool pw_confine_calls(void);
