/* get URL FOLDER   the least that gets a small document: libcurl, with the hashed
   folder of certificates, and nothing else. What "nothing new today" is measured by. */
#include <curl/curl.h>
#include <stdio.h>

static size_t drop(char *data, size_t size, size_t count, void *context) {
  (void)data;
  *(size_t *)context += size * count;
  return size * count;
}

int main(int argc, char **argv) {
  size_t bytes = 0;
  long status = 0;
  if (argc != 3 || curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) return 64;
  CURL *handle = curl_easy_init();
  if (!handle) return 70;
  curl_easy_setopt(handle, CURLOPT_URL, argv[1]);
  curl_easy_setopt(handle, CURLOPT_CAINFO, NULL);
  curl_easy_setopt(handle, CURLOPT_CAPATH, argv[2]);
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, drop);
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, &bytes);
  CURLcode code = curl_easy_perform(handle);
  curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
  if (code != CURLE_OK) fprintf(stderr, "get: %s\n", curl_easy_strerror(code));
  curl_easy_cleanup(handle);
  return code == CURLE_OK && status == 200 && bytes > 0 ? 0 : 1;
}
