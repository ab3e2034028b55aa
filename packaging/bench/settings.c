/* A stand-in for `gsettings` that answers at once, for those rows of the table in which
   the desktop is not what is measured. It knows one schema; the values lie in the file
   that BENCH_SETTINGS names. It is started by a script without a line, which is what makes
   prism-wall run it instead of asking for the settings itself. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEYS = 3 };
static const char *const names[KEYS] = {"picture-options", "picture-uri", "picture-uri-dark"};
static char values[KEYS][8192];

int main(int argc, char **argv) {
  // The script's name comes first.
  argc--, argv++;
  const char *path = getenv("BENCH_SETTINGS");
  if (!path || argc < 3) return 1;
  strcpy(values[0], "'zoom'");
  strcpy(values[1], "''");
  strcpy(values[2], "''");
  FILE *file = fopen(path, "r");
  for (int i = 0; file && i < KEYS; i++)
    if (fgets(values[i], sizeof values[i], file)) values[i][strcspn(values[i], "\n")] = 0;
  if (file) fclose(file);
  if (!strcmp(argv[1], "list-recursively")) {
    for (int i = 0; i < KEYS; i++) printf("%s %s %s\n", argv[2], names[i], values[i]);
    return 0;
  }
  for (int i = 0; argc > 3 && i < KEYS; i++) {
    if (strcmp(argv[3], names[i])) continue;
    if (!strcmp(argv[1], "get")) return puts(values[i]) < 0;
    if (strcmp(argv[1], "set") || argc < 5) return 1;
    const char *quote = argv[4][0] == '\'' ? "" : "'";
    snprintf(values[i], sizeof values[i], "%s%s%s", quote, argv[4], quote);
    if (!(file = fopen(path, "w"))) return 1;
    for (int k = 0; k < KEYS; k++) fprintf(file, "%s\n", values[k]);
    return fclose(file) != 0;
  }
  return 1;
}
