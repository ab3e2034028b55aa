// libcurl, opened when a run first needs the network: with its forty libraries it costs
// more to start than everything that prism-wall does without it (see DECISIONS.md).
// The loader looks for it where it looks for the libraries of a program.
#include "CCurl.h"
#include <dlfcn.h>
#include <stdio.h>

/// The functions that are called, each with the type that the header gives it.
#define FUNCTIONS(f) \
  f(version_info) f(global_init) f(free) f(slist_append) f(slist_free_all) \
  f(easy_init) f(easy_reset) f(easy_perform) f(easy_cleanup) f(easy_strerror) \
  f(easy_setopt) f(easy_getinfo) f(url) f(url_set) f(url_get) f(url_cleanup)

static struct {
#define f(name) __typeof__(&curl_##name) name;
  FUNCTIONS(f)
#undef f
} curl;

/// The oldest with `CURLOPT_PROTOCOLS_STR`: an older one would take no notice of it.
enum { OLDEST = 0x075500 };

const char *pw_open(void) {
  static char reason[80];
  // Lazily, as the loader binds a program's libraries; those that want all at once say so.
  void *library = dlopen("libcurl.so.4", RTLD_LAZY | RTLD_LOCAL);
  if (!library) return dlerror();
#define f(name) \
  if (!(*(void **)&curl.name = dlsym(library, "curl_" #name))) return dlerror();
  FUNCTIONS(f)
#undef f
  curl_version_info_data *version = curl.version_info(CURLVERSION_NOW);
  if (version->version_num >= OLDEST) return NULL;
  snprintf(reason, sizeof reason, "version %s is older than 7.85", version->version);
  return reason;
}

CURLcode pw_global_init(void) { return curl.global_init(CURL_GLOBAL_DEFAULT); }
CURL *pw_easy_init(void) { return curl.easy_init(); }
void pw_easy_reset(CURL *h) { curl.easy_reset(h); }
CURLcode pw_easy_perform(CURL *h) { return curl.easy_perform(h); }
void pw_easy_cleanup(CURL *h) { curl.easy_cleanup(h); }
const char *pw_easy_strerror(CURLcode code) { return curl.easy_strerror(code); }

CURLcode pw_set_long(CURL *h, CURLoption o, long v) { return curl.easy_setopt(h, o, v); }
CURLcode pw_set_off(CURL *h, CURLoption o, curl_off_t v) { return curl.easy_setopt(h, o, v); }
CURLcode pw_set_string(CURL *h, CURLoption o, const char *v) { return curl.easy_setopt(h, o, v); }
CURLcode pw_set_list(CURL *h, CURLoption o, struct curl_slist *v) { return curl.easy_setopt(h, o, v); }
CURLcode pw_set_pointer(CURL *h, CURLoption o, void *v) { return curl.easy_setopt(h, o, v); }
CURLcode pw_set_write(CURL *h, CURLoption o, curl_write_callback v) { return curl.easy_setopt(h, o, v); }
CURLcode pw_set_progress(CURL *h, curl_xferinfo_callback v) {
  return curl.easy_setopt(h, CURLOPT_XFERINFOFUNCTION, v);
}
CURLcode pw_get_long(CURL *h, CURLINFO i, long *v) { return curl.easy_getinfo(h, i, v); }
CURLcode pw_get_off(CURL *h, CURLINFO i, curl_off_t *v) { return curl.easy_getinfo(h, i, v); }
CURLcode pw_get_string(CURL *h, CURLINFO i, char **v) { return curl.easy_getinfo(h, i, v); }

struct curl_slist **pw_get_certificates(CURL *h, int *count) {
  struct curl_certinfo *info = NULL;
  if (curl.easy_getinfo(h, CURLINFO_CERTINFO, &info) != CURLE_OK || info == NULL) return NULL;
  *count = info->num_of_certs;
  return info->certinfo;
}

struct curl_slist *pw_slist_append(struct curl_slist *list, const char *text) {
  return curl.slist_append(list, text);
}
void pw_slist_free_all(struct curl_slist *list) { curl.slist_free_all(list); }

CURLU *pw_url(void) { return curl.url(); }
CURLUcode pw_url_set(CURLU *u, CURLUPart part, const char *text, unsigned flags) {
  return curl.url_set(u, part, text, flags);
}
CURLUcode pw_url_get(CURLU *u, CURLUPart part, char **text, unsigned flags) {
  return curl.url_get(u, part, text, flags);
}
void pw_url_cleanup(CURLU *u) { curl.url_cleanup(u); }
void pw_free(void *p) { curl.free(p); }
