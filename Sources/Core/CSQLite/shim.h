#include <sqlite3.h>

/// Has SQLite refuse text in double quotes that names no column, instead of taking it for a text.
///
/// `sqlite3_db_config` is variadic, which Swift cannot call.
static inline void ghostlight_refuse_quoted_texts(sqlite3 *database) {
#ifdef SQLITE_DBCONFIG_DQS_DDL
  sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DDL, 0, (void *)0);
  sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DML, 0, (void *)0);
#endif
}
