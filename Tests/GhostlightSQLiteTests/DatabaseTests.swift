import Foundation
import GhostlightSQLite
import Testing

@Suite struct `SQLite databases` {
  private let folder = TemporaryDatabases()

  // MARK: Values

  @Test(arguments: [
    DatabaseValue.null, .int64(0), .int64(.min), .int64(.max), .double(0.1), .double(-.infinity),
    .string(""), .string("a\u{0}b"), .string("Grüße 👩‍👩‍👧"), .blob([]), .blob([0, 255, 0]),
    .string(String(repeating: "x", count: 100_000)),
  ])
  func `a database returns the stored value`(_ value: DatabaseValue) throws {
    try DatabaseQueue().inDatabase { database in
      try database.execute(sql: "CREATE TABLE t (v)")
      try database.execute(sql: "INSERT INTO t VALUES (?)", arguments: [value])
      let found = try Row.fetchAll(database, sql: "SELECT v FROM t") { $0.value(0) }
      #expect(found == [value])
    }
  }

  @Test func `columns are read as the requested type, by position and by name`() throws {
    try DatabaseQueue().inDatabase { database in
      let sql = "SELECT 7 AS n, 2.5 AS d, 'text' AS t, x'4142' AS b, NULL AS n5, 1 AS yes"
      let names = try Row.fetchOne(database, sql: sql) { row in
        #expect(row.count == 6)
        #expect(row[0] as Int == 7 && row[0] as Double == 7 && row["n"] == Int64(7))
        #expect(row[1] as Double == 2.5 && row[1] as Int == 2)
        #expect(row["t"] == "text" && row["T"] as String? == nil && row[2] == [UInt8]("text".utf8))
        #expect(row[3] as [UInt8] == [0x41, 0x42] && row[3] as String == "AB")
        #expect(row.size(2) == 4 && row.size(3) == 2 && row.size(0) == 0)
        #expect(row[4] as Int? == nil && row.hasNull(atIndex: 4) && row.value(9) == .null)
        #expect(row[5] as Bool)
        return row.names
      }
      #expect(names == ["n", "d", "t", "b", "n5", "yes"])
    }
  }

  @Test func `a missing row and NULL give nil, and a different type throws`() throws {
    try DatabaseQueue().inDatabase { database throws in
      #expect(try Int.fetchOne(database, sql: "SELECT 1 WHERE 0") == nil)
      #expect(try Int.fetchOne(database, sql: "SELECT NULL") == nil)
      #expect(try Int.fetchAll(database, sql: "SELECT 1 UNION SELECT 2") == [1, 2])
      let error = #expect(throws: DatabaseError.self) {
        try Int.fetchOne(database, sql: "SELECT 'one'")
      }
      #expect(error?.resultCode == .mismatch)
    }
  }

  @Test func `values are described in SQL notation`() {
    let values: [DatabaseValue] = [
      .null, .int64(-1), .double(0.5), .string("\"a\""), .blob([1, 0xAB]),
    ]
    #expect(values.map(\.description) == ["NULL", "-1", "0.5", #""\"a\"""#, "x'01ab'"])
  }

  @Test func `bytes can be bound in place`() throws {
    try DatabaseQueue().inDatabase { database in
      try database.execute(sql: "CREATE TABLE t (a, b, c, d)")
      let statement = try database.makeStatement(sql: "INSERT INTO t VALUES (?, ?, ?, ?)")
      for text in ["one", "two"] {
        try Array("\(text)!".utf8).withUnsafeBytes {
          try statement.execute([.text(0..<3), .blob(3..<4), .integer(5), .null], in: $0)
        }
      }
      let rows = try Row.fetchAll(database, sql: "SELECT * FROM t") { row in
        (0..<4).map { row.value($0) }
      }
      #expect(
        rows == [
          [.string("one"), .blob([33]), .int64(5), .null],
          [.string("two"), .blob([33]), .int64(5), .null],
        ])
    }
  }

  // MARK: Errors

  @Test func `an error has its code, message and statement`() throws {
    try DatabaseQueue().inDatabase { database in
      try database.execute(sql: "CREATE TABLE t (a UNIQUE)")
      try database.execute(sql: "INSERT INTO t VALUES (1)")
      let double = #expect(throws: DatabaseError.self) {
        try database.execute(sql: "INSERT INTO t VALUES (?);\n", arguments: [1])
      }
      #expect(double?.resultCode == .constraint)
      #expect(double?.extendedResultCode == ResultCode(rawValue: 2067))
      #expect(
        double.map { "\($0)" } == "SQLite error 19: UNIQUE constraint failed: t.a - while "
          + "executing `INSERT INTO t VALUES (?)`")
      let syntax = #expect(throws: DatabaseError.self) { try database.execute(sql: "SELEC") }
      #expect(syntax == DatabaseError(.error, "near \"SELEC\": syntax error", sql: "SELEC"))
      #expect(ResultCode.full.description == "database or disk is full")
    }
  }

  @Test(arguments: [
    ("SELECT 1; SELECT 2", "there are several statements"), (" -- none", "there is no statement"),
    ("SELECT ?", "wrong number of statement arguments: 0"),
  ])
  func `only one statement with its arguments is accepted`(
    _ sql: String, _ message: String
  ) throws {
    try DatabaseQueue().inDatabase { database in
      let error = #expect(throws: DatabaseError.self) {
        try database.makeStatement(sql: sql).execute()
      }
      #expect(error?.resultCode == .misuse)
      #expect(error?.message == message)
    }
  }

  @Test func `text in double quotes is not a string`() throws {
    #expect(throws: DatabaseError.self) {
      try DatabaseQueue().inDatabase { try $0.execute(sql: #"SELECT "nothing""#) }
    }
  }

  // MARK: Files

  @Test func `a file that is not a database, or is missing and read-only, is not opened`() throws {
    let path = folder.path("text.sqlite")
    try Data(repeating: 0x41, count: 4096).write(to: URL(fileURLWithPath: path))
    let text = #expect(throws: DatabaseError.self) { try DatabaseQueue(path: path) }
    #expect(text?.resultCode == .notADatabase)
    let missing = #expect(throws: DatabaseError.self) {
      try DatabaseQueue(path: folder.path("missing.sqlite"), isReadOnly: true)
    }
    #expect(missing?.resultCode == .cannotOpen)
    #expect(missing?.message == "unable to open database file")
  }

  @Test func `a read-only database cannot be written`() throws {
    let path = folder.path("read.sqlite")
    try DatabaseQueue(path: path).write { try $0.execute(sql: "CREATE TABLE t (a)") }
    let reader = try DatabaseQueue(path: path, isReadOnly: true)
    #expect(try reader.inDatabase { try $0.tableExists("T") })
    let error = #expect(throws: DatabaseError.self) {
      try reader.inDatabase { try $0.execute(sql: "INSERT INTO t VALUES (1)") }
    }
    #expect(error?.resultCode == .readOnly)
  }

  @Test func `a closed database refuses every use`() throws {
    let queue = try DatabaseQueue()
    try queue.inDatabase { _ = try $0.cachedStatement(sql: "SELECT 1") }
    try queue.close()
    try queue.close()
    let error = #expect(throws: DatabaseError.self) {
      try queue.inDatabase { try Int.fetchOne($0, sql: "SELECT 1") }
    }
    #expect(error == DatabaseError(.misuse, "Connection is closed"))
    #expect(throws: DatabaseError.self) { try queue.write { _ in } }
  }

  @Test func `after a checkpoint the file has everything`() throws {
    let path = folder.path("wal.sqlite")
    let queue = try DatabaseQueue(path: path) {
      try $0.execute(sql: "PRAGMA journal_mode = WAL")
    }
    try queue.write { try $0.execute(sql: "CREATE TABLE t (a)") }
    #expect(try folder.size(path + "-wal") > 0)
    try queue.inDatabase { try $0.checkpoint(.passive) }
    try queue.inDatabase { try $0.checkpoint(.truncate) }
    #expect(try folder.size(path + "-wal") == 0)
  }
}

/// A temporary folder for database files, which is deleted when this object is deallocated.
final class TemporaryDatabases: Sendable {
  private let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("sqlite-\(UUID().uuidString)")

  init() { try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  func size(_ path: String) throws -> Int {
    try Data(contentsOf: URL(fileURLWithPath: path)).count
  }
}
