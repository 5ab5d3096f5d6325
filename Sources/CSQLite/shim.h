#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast that Swift does not see: the bytes are copied before the call returns.
static inline int vitrine_sqlite_bind_text(sqlite3_stmt *statement, int index, const char *bytes, unsigned long long count) {
  return sqlite3_bind_text64(statement, index, bytes, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}
