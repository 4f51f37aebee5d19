#if Server
  import Foundation
  import GhostlightSQLite

  /// A row of the table `person` as a simple class, for the comparison with managed objects.
  final class PersonRecord {
    var id: Int64?
    var name: String?
    var mail: String?
    var age: Int?
    var salary: Double?
    var born: Date?

    init(_ number: Int) {
      name = "name \(number)"
      mail = "person\(number)@example.com"
      age = number % 90
      salary = Double(number) * 1.5
      born = Date(timeIntervalSinceReferenceDate: Double(number))
    }

    init(_ row: Row) {
      id = row["id"]
      name = row["name"]
      mail = row["mail"]
      age = row["age"]
      salary = row["salary"]
      born = (row["born"] as Double?).map(Date.init(timeIntervalSinceReferenceDate:))
    }

    private var arguments: [(any DatabaseValueConvertible)?] {
      [name, mail, age, salary, born?.timeIntervalSinceReferenceDate]
    }

    func insert(_ database: Database) throws {
      try database.cachedStatement(
        sql: "INSERT INTO person (name, mail, age, salary, born) VALUES (?, ?, ?, ?, ?)"
      ).execute(arguments: StatementArguments(arguments))
      id = try Int64.fetchOne(database.cachedStatement(sql: "SELECT last_insert_rowid()"))
    }

    func update(_ database: Database) throws {
      try database.cachedStatement(
        sql: "UPDATE person SET name = ?, mail = ?, age = ?, salary = ?, born = ? WHERE id = ?"
      ).execute(arguments: StatementArguments(arguments + [id]))
    }
  }

  /// An SQLite database of people, for the record classes.
  struct PersonDatabase {
    let queue: DatabaseQueue

    init(_ url: URL) throws {
      queue = try DatabaseQueue(path: url.path) { database in
        try database.execute(sql: "PRAGMA journal_mode = WAL")
        try database.execute(sql: "PRAGMA synchronous = NORMAL")
      }
      try queue.write { database in
        try database.execute(
          sql: "CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, mail TEXT, age INTEGER, "
            + "salary REAL, born REAL)")
        try database.execute(sql: "CREATE INDEX person_mail ON person (mail)")
      }
    }

    func insert(_ numbers: Range<Int>) throws {
      let records = numbers.map { PersonRecord($0) }
      try queue.write { database in for record in records { try record.insert(database) } }
    }

    /// Inserts the same rows as the record class does, with one prepared statement.
    func insertPrepared(_ numbers: Range<Int>) throws {
      try queue.write { database in
        let statement = try database.makeStatement(
          sql: "INSERT INTO person (name, mail, age, salary, born) VALUES (?, ?, ?, ?, ?)")
        for number in numbers {
          try statement.execute(arguments: [
            "name \(number)", "person\(number)@example.com", number % 90, Double(number) * 1.5,
            Double(number),
          ])
        }
      }
    }

    /// Reads up to `limit` records into a dictionary by id, and returns the sum of their ages.
    func read(_ limit: Int) throws -> Int {
      var byID: [Int64: PersonRecord] = [:]
      for record in try records(limit) { if let id = record.id { byID[id] = record } }
      return byID.values.reduce(0) { $0 + ($1.age ?? 0) }
    }

    func readPrepared(_ limit: Int) throws -> Int {
      try queue.inDatabase { database in
        var sum = 0
        let rows = try Row.fetchCursor(
          database, sql: "SELECT id, name, mail, age, salary, born FROM person LIMIT ?",
          arguments: [limit])
        while let row = try rows.next() { sum += row[3] as Int }
        return sum
      }
    }

    func find(_ number: Int) throws -> Int {
      try queue.inDatabase { database in
        try Row.fetchOne(
          database, sql: "SELECT * FROM person WHERE mail = ?",
          arguments: ["person\(number)@example.com"]
        ) { PersonRecord($0) }?.age ?? 0
      }
    }

    /// Returns a person's age, found with a cached statement.
    func findPrepared(_ number: Int) throws -> Int {
      try queue.inDatabase { database in
        let statement = try database.cachedStatement(sql: "SELECT age FROM person WHERE mail = ?")
        return try Int.fetchOne(statement, arguments: ["person\(number)@example.com"]) ?? 0
      }
    }

    func records(_ limit: Int) throws -> [PersonRecord] {
      try queue.inDatabase { database in
        try Row.fetchAll(database, sql: "SELECT * FROM person LIMIT ?", arguments: [limit]) {
          PersonRecord($0)
        }
      }
    }

    func update(_ records: [PersonRecord], _ salary: Double) throws {
      for record in records { record.salary = salary }
      try queue.write { database in for record in records { try record.update(database) } }
    }

    func updatePrepared(_ records: [PersonRecord], _ salary: Double) throws {
      try queue.write { database in
        let statement = try database.makeStatement(sql: "UPDATE person SET salary = ? WHERE id = ?")
        for record in records { try statement.execute(arguments: [salary, record.id]) }
      }
    }
  }
#endif
