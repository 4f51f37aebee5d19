/// The tables of the current format.
enum Tables {
  /// Makes all tables.
  ///
  /// A cut's states stand in parts of limited size; its row in `cuts` is written last and makes
  /// it complete.
  static let creation = """
    CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE changes (
      number INTEGER PRIMARY KEY, namespace TEXT NOT NULL, moment INTEGER NOT NULL,
      milliseconds INTEGER NOT NULL, kind TEXT NOT NULL, emulator TEXT, method TEXT,
      scheme TEXT, authority TEXT, target TEXT, headers TEXT, body BLOB, detail TEXT,
      previous INTEGER, answer INTEGER, checksum INTEGER);
    CREATE TABLE cuts (
      number INTEGER PRIMARY KEY, namespaces INTEGER NOT NULL,
      taken TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP);
    CREATE TABLE snapshots (
      cut INTEGER NOT NULL, namespace TEXT NOT NULL, part INTEGER NOT NULL,
      last_change INTEGER NOT NULL, state BLOB NOT NULL,
      PRIMARY KEY (cut, namespace, part));
    """
}
