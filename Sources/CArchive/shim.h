#include <archive.h>
#include <archive_entry.h>
#include <locale.h>

// libarchive takes names as the locale of the thread has them: this one makes them UTF-8, whatever the person's is. 0 where there is none.
static inline locale_t vitrine_archive_names_are_utf8(void) {
  locale_t unicode = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
  return unicode == (locale_t)0 ? (locale_t)0 : uselocale(unicode);
}

// Gives the thread back the locale it had, and frees the other.
static inline void vitrine_archive_names_as_before(locale_t before) {
  locale_t unicode = uselocale(before);
  if (unicode != before && unicode != LC_GLOBAL_LOCALE) freelocale(unicode);
}
