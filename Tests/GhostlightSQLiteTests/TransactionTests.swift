import Dispatch
import GhostlightSQLite
import Synchronization
import Testing

@Suite struct `Transactions and statements` {
  private struct Refusal: Error {}

  private let folder = TemporaryDatabases()

  private func numbers(_ queue: DatabaseQueue) throws -> [Int] {
    try queue.inDatabase { try Int.fetchAll($0, sql: "SELECT a FROM t ORDER BY a") }
  }

  private func queue() throws -> DatabaseQueue {
    let queue = try DatabaseQueue()
    try queue.inDatabase { try $0.execute(sql: "CREATE TABLE t (a UNIQUE)") }
    return queue
  }

  @Test func `a transaction is kept completely or not at all`() throws {
    let queue = try queue()
    let count = try queue.write { database in
      try database.execute(sql: "INSERT INTO t VALUES (1); INSERT INTO t VALUES (2)")
      try database.execute(sql: "UPDATE t SET a = a + 10")
      return database.changesCount
    }
    #expect(count == 2)
    #expect(throws: Refusal.self) {
      try queue.write { database in
        try database.execute(sql: "DELETE FROM t")
        throw Refusal()
      }
    }
    #expect(throws: DatabaseError.self) {
      try queue.write { database in
        try database.execute(sql: "INSERT INTO t VALUES (13)")
        try database.execute(sql: "INSERT INTO t VALUES (11)")
      }
    }
    #expect(try numbers(queue) == [11, 12])
  }

  @Test func `a transaction that SQLite has ended is over`() throws {
    let queue = try queue()
    #expect(throws: DatabaseError.self) {
      try queue.write { database in
        try database.execute(sql: "INSERT INTO t VALUES (1)")
        try database.execute(sql: "INSERT OR ROLLBACK INTO t VALUES (1)")
      }
    }
    try queue.write { try $0.execute(sql: "INSERT INTO t VALUES (2)") }
    #expect(try numbers(queue) == [2])
  }

  @Test func `statements before a failing one are kept outside a transaction`() throws {
    let queue = try queue()
    #expect(throws: DatabaseError.self) {
      try queue.inDatabase {
        try $0.execute(sql: "INSERT INTO t VALUES (1); -- two\nINSERT INTO t VALUES (1);")
      }
    }
    #expect(try numbers(queue) == [1])
  }

  @Test func `a second connection waits for the first for the configured time`() throws {
    let path = folder.path("busy.sqlite")
    let first = try DatabaseQueue(path: path)
    try first.inDatabase { try $0.execute(sql: "CREATE TABLE t (a)") }
    let hasty = try DatabaseQueue(path: path)
    let patient = try DatabaseQueue(path: path, busyMilliseconds: 60_000)
    let isWritten = DispatchSemaphore(value: 0)
    try first.write { database in
      try database.execute(sql: "INSERT INTO t VALUES (1)")
      let error = #expect(throws: DatabaseError.self) {
        try hasty.write { try $0.execute(sql: "INSERT INTO t VALUES (2)") }
      }
      #expect(error?.resultCode == .busy)
      #expect(error?.message == "database is locked")
      DispatchQueue.global().async {
        try? patient.write { try $0.execute(sql: "INSERT INTO t VALUES (3)") }
        isWritten.signal()
      }
    }
    isWritten.wait()
    #expect(try numbers(first) == [1, 3])
  }

  @Test func `a cached statement is compiled once, and is usable after an error`() throws {
    try queue().inDatabase { database in
      let sql = "INSERT INTO t VALUES (?)"
      let statement = try database.cachedStatement(sql: sql)
      try statement.execute(arguments: [1])
      #expect(throws: DatabaseError.self) { try statement.execute(arguments: [1]) }
      try statement.execute(arguments: [2])
      #expect(try database.cachedStatement(sql: sql) === statement)
      #expect(try database.makeStatement(sql: sql) !== statement)
      #expect(try Int.fetchAll(database, sql: "SELECT a FROM t ORDER BY a") == [1, 2])
    }
  }

  @Test func `a statement whose rows are being read is not shared`() throws {
    try queue().inDatabase { database in
      try database.execute(sql: "INSERT INTO t VALUES (1), (2), (3)")
      let sql = "SELECT a FROM t ORDER BY a"
      var pairs: [[Int]] = []
      let outer = try Row.fetchCursor(database.cachedStatement(sql: sql))
      while let one = try outer.next() {
        let inner = try Row.fetchCursor(database.cachedStatement(sql: sql))
        // Reads only the first of the inner rows.
        if let two = try inner.next() { pairs.append([one[0], two[0]]) }
      }
      #expect(pairs == [[1, 1], [2, 1], [3, 1]])
      #expect(try outer.next() == nil)
    }
  }

  @Test func `rows that are not read to the end hold no lock`() throws {
    let path = folder.path("lock.sqlite")
    let reader = try DatabaseQueue(path: path)
    try reader.inDatabase { database in
      try database.execute(sql: "CREATE TABLE t (a); INSERT INTO t VALUES (1), (2)")
      #expect(try Row.fetchCursor(database, sql: "SELECT a FROM t").next() != nil)
      #expect(try Int.fetchOne(database.cachedStatement(sql: "SELECT a FROM t")) == 1)
    }
    try DatabaseQueue(path: path).write { try $0.execute(sql: "INSERT INTO t VALUES (3)") }
    #expect(try numbers(reader) == [1, 2, 3])
  }

  @Test func `the cache of statements is limited`() throws {
    let queue = try queue()
    try queue.inDatabase { database in
      let first = try database.cachedStatement(sql: "SELECT 0")
      for number in 1...1000 {
        let statement = try database.cachedStatement(sql: "SELECT \(number)")
        #expect(try Int.fetchOne(statement) == number)
      }
      #expect(try database.cachedStatement(sql: "SELECT 0") !== first)
      #expect(try Int.fetchOne(first) == 0)
    }
    try queue.close()
  }

  @Test func `threads use a database one at a time`() throws {
    let queue = try queue()
    let errors = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 200) { number in
      do {
        try queue.write { database in
          let last = try Int.fetchOne(database, sql: "SELECT max(a) FROM t") ?? 0
          try database.execute(sql: "INSERT INTO t VALUES (?)", arguments: [last + 1])
        }
      } catch {
        errors.withLock { $0.append("\(number): \(error)") }
      }
    }
    #expect(errors.withLock { $0 } == [])
    #expect(try numbers(queue) == Array(1...200))
  }
}
