// The part of libcurl that prism-wall calls. None of it may be called before `pw_open`
// has opened the library. libcurl's setters are variadic and do not import into Swift:
// here each kind of argument has one of its own.
#pragma once
#include <curl/curl.h>

/// Opens libcurl, once for the process.
/// Returns NULL, or else why it cannot be used.
const char *pw_open(void);

CURLcode pw_global_init(void);
CURL *pw_easy_init(void);
void pw_easy_reset(CURL *h);
CURLcode pw_easy_perform(CURL *h);
void pw_easy_cleanup(CURL *h);
const char *pw_easy_strerror(CURLcode code);

CURLcode pw_set_long(CURL *h, CURLoption o, long v);
CURLcode pw_set_off(CURL *h, CURLoption o, curl_off_t v);
CURLcode pw_set_string(CURL *h, CURLoption o, const char *v);
CURLcode pw_set_list(CURL *h, CURLoption o, struct curl_slist *v);
CURLcode pw_set_pointer(CURL *h, CURLoption o, void *v);
CURLcode pw_set_write(CURL *h, CURLoption o, curl_write_callback v);
CURLcode pw_set_progress(CURL *h, curl_xferinfo_callback v);
CURLcode pw_get_long(CURL *h, CURLINFO i, long *v);
CURLcode pw_get_off(CURL *h, CURLINFO i, curl_off_t *v);
CURLcode pw_get_string(CURL *h, CURLINFO i, char **v);
/// The fields of each certificate of the last handshake, `count` lists; NULL if there are none.
struct curl_slist **pw_get_certificates(CURL *h, int *count);

struct curl_slist *pw_slist_append(struct curl_slist *list, const char *text);
void pw_slist_free_all(struct curl_slist *list);

CURLU *pw_url(void);
CURLUcode pw_url_set(CURLU *u, CURLUPart part, const char *text, unsigned flags);
CURLUcode pw_url_get(CURLU *u, CURLUPart part, char **text, unsigned flags);
void pw_url_cleanup(CURLU *u);
void pw_free(void *p);
