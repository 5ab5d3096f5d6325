/* The stock files, embedded in the program: schemas, explanations of rules, meta-schemas. Written by contrib/generate into stock.c. */

#ifndef VITRINE_STOCK_H
#define VITRINE_STOCK_H

#include <stddef.h>

/* One embedded file. */
struct vitrine_stock_file {
  /* Its name: "schemas/…", "explain/…" or "metaschemas/…", with '/' between parts. */
  const char *name;
  /* Its bytes, followed by one NUL that is not counted. They live as long as the program. */
  const unsigned char *bytes;
  /* How many bytes. */
  size_t count;
};

/* All of them, sorted by the bytes of their names. The table lives as long as the program. */
const struct vitrine_stock_file *vitrine_stock_files(void);

/* How many there are. */
size_t vitrine_stock_file_count(void);

#endif
