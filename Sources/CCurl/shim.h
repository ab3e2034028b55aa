// libcurl's setters are variadic and do not import into Swift: one typed
// inline function for each kind of argument.
#pragma once
#include <curl/curl.h>

static inline CURLcode pw_set_long(CURL *h, CURLoption o, long v) { return curl_easy_setopt(h, o, v); }
static inline CURLcode pw_set_off(CURL *h, CURLoption o, curl_off_t v) { return curl_easy_setopt(h, o, v); }
static inline CURLcode pw_set_string(CURL *h, CURLoption o, const char *v) { return curl_easy_setopt(h, o, v); }
static inline CURLcode pw_set_list(CURL *h, CURLoption o, struct curl_slist *v) { return curl_easy_setopt(h, o, v); }
static inline CURLcode pw_set_pointer(CURL *h, CURLoption o, void *v) { return curl_easy_setopt(h, o, v); }
static inline CURLcode pw_set_write(CURL *h, CURLoption o, curl_write_callback v) { return curl_easy_setopt(h, o, v); }
static inline CURLcode pw_set_progress(CURL *h, curl_xferinfo_callback v) { return curl_easy_setopt(h, CURLOPT_XFERINFOFUNCTION, v); }
static inline CURLcode pw_get_long(CURL *h, CURLINFO i, long *v) { return curl_easy_getinfo(h, i, v); }
static inline CURLcode pw_get_off(CURL *h, CURLINFO i, curl_off_t *v) { return curl_easy_getinfo(h, i, v); }
static inline CURLcode pw_get_string(CURL *h, CURLINFO i, char **v) { return curl_easy_getinfo(h, i, v); }

/// The fields of each certificate of the last handshake, `count` lists; NULL if there are none.
static inline struct curl_slist **pw_get_certificates(CURL *h, int *count) {
  struct curl_certinfo *info = NULL;
  if (curl_easy_getinfo(h, CURLINFO_CERTINFO, &info) != CURLE_OK || info == NULL) return NULL;
  *count = info->num_of_certs;
  return info->certinfo;
}
