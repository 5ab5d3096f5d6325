/* Rows of results as a table. */

#define _GNU_SOURCE
#include "live.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 9, MOST_ROWS = 1024 };

/* Characters, not bytes. */
static int width(const char *text) {
  int count = 0;
  for (; *text; text++) count += (*text & 0xc0) != 0x80;
  return count;
}

static void cell(const char *text, int room, bool left) {
  int gap = room - width(text);
  if (!left && gap > 0) printf("%*s", gap, "");
  fputs(text, stdout);
  if (left && gap > 0) printf("%*s", gap, "");
}

int table_main(int count, char **words) {
  (void)words;
  if (count) die("table: rows come from standard input");
  static char *cells[MOST_ROWS][COLUMNS];
  int widths[COLUMNS] = {0};
  size_t rows = 0;
  static const char *const heads[COLUMNS] = {"", "", "measured", "", "beside", "", "ratio", "bar", ""};
  for (int i = 1; i < COLUMNS; i++) widths[i] = width(heads[i]);
  char *text = 0;
  size_t room = 0;
  while (rows < MOST_ROWS && getline(&text, &room, stdin) > 0) {
    text[strcspn(text, "\n")] = 0;
    char *rest = strdup(text);
    for (int i = 0; i < COLUMNS; i++) {
      char *word = rest ? strsep(&rest, "\t") : 0;
      cells[rows][i] = word ? word : (char *)"";
      if (i && width(cells[rows][i]) > widths[i]) widths[i] = width(cells[rows][i]);
    }
    rows++;
  }
  const char *section = "";
  for (size_t r = 0; r < rows; r++) {
    if (strcmp(section, cells[r][0])) {
      section = cells[r][0];
      printf("\n## %s\n\n", section);
      for (int i = 1; i < COLUMNS; i++) {
        cell(heads[i], widths[i], i == 1 || i == 3 || i == 4);
        fputs("  ", stdout);
      }
      putchar('\n');
    }
    for (int i = 1; i < COLUMNS; i++) {
      cell(cells[r][i], widths[i], i == 1 || i == 3 || i == 4 || i == 8);
      fputs(i < COLUMNS - 1 ? "  " : "\n", stdout);
    }
  }
  return 0;
}
