/* The files of the page that vitrined serves: style sheets, modules, languages. Written by contrib/generate into page.c. */

#ifndef VITRINE_PAGE_H
#define VITRINE_PAGE_H

#include <stddef.h>

/* One embedded file. */
struct vitrine_page_file {
  /* Its path in Sources/CPage, with '/' between parts. */
  const char *name;
  /* Its bytes, followed by one NUL that is not counted. They live as long as the program. */
  const unsigned char *bytes;
  /* How many bytes. */
  size_t count;
};

/* All of them: the page's own, sorted by the bytes of their names, then those of Leaflet that were there to be embedded. The table lives as long as the
   program. */
const struct vitrine_page_file *vitrine_page_files(void);

/* How many there are. */
size_t vitrine_page_file_count(void);

#endif
