/* Measures the live catalogue: the daemon beside programs that do as little as can be, and beside watchman. See ../README.md.
 *
 * Each measurement writes rows of tab-separated words to standard output, and what it did to standard error. */

#define _GNU_SOURCE
#include "live.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *own_path;

static const struct {
  const char *name;
  int (*run)(int, char **);
  const char *words;
} measurements[] = {
  {"floor", floor_main, "ROOT"},
  {"latency", latency_main, "SAVES in-place|rename floor:ROOT [live:PROGRAM:ROOT] [daemon:VITRINED:ROOT] [watchman:ROOT]"},
  {"burst", burst_main, "CHANGED ROUNDS in-place|rename VITRINE MINI VITRINED:ROOT [WATCHMAN-ROOT]"},
  {"start", start_main, "ROUNDS VITRINE VITRINED:ROOT"},
  {"whole", whole_main, "ROUNDS HELLO VITRINE VITRINED:ROOT WORD..."},
  {"requests", requests_main, "COUNT VITRINED:ROOT QUERY-MICROSECONDS TARGET..."},
  {"rest", rest_main, "SECONDS VITRINED:ROOT"},
  {"soak", soak_main, "EVENTS VITRINED:ROOT"},
  {"row", row_main, "SECTION WHAT MEASURED UNIT PEER AGAINST BAR"},
  {"table", table_main, "< ROWS"},
};

int main(int count, char **words) {
  own_path = "/proc/self/exe";
  size_t all = sizeof measurements / sizeof *measurements;
  for (size_t i = 0; count > 1 && i < all; i++)
    if (!strcmp(words[1], measurements[i].name)) return measurements[i].run(count - 2, words + 2);
  for (size_t i = 0; i < all; i++) fprintf(stderr, "usage: live %s %s\n", measurements[i].name, measurements[i].words);
  return 2;
}
