import Foundation
import GhostlightSQLite
import Testing

@Suite struct `Conversions of column values` {
  private static let values: [DatabaseValue] = [
    .null, .int64(0), .int64(-7), .int64(.max), .double(2.9), .double(-2.9), .double(0),
    .double(1e300), .double(.nan), .string("ab"), .string(""), .blob([97, 98]), .blob([255]),
  ]

  private static func table<Value: DatabaseValueConvertible>(_ type: Value.Type) -> [String] {
    values.map { value in Value(value).map { "\($0)" } ?? "-" }
  }

  @Test func `each type reads the values that it can represent`() {
    let max = "\(Int64.max)"
    #expect(
      Self.table(Int64.self)
        == ["-", "0", "-7", max, "2", "-2", "0", "-", "-", "-", "-", "-", "-"])
    #expect(Self.table(Int.self) == Self.table(Int64.self))
    #expect(
      Self.table(Bool.self) == [
        "-", "false", "true", "true", "true", "true", "false", "true", "true", "-", "-", "-", "-",
      ])
    #expect(
      Self.table(Double.self) == [
        "-", "0.0", "-7.0", "9.223372036854776e+18", "2.9", "-2.9", "0.0", "1e+300", "nan", "-",
        "-",
        "-", "-",
      ])
    #expect(
      Self.table(String.self) == ["-", "-", "-", "-", "-", "-", "-", "-", "-", "ab", "", "ab", "-"])
    #expect(
      Self.table([UInt8].self)
        == ["-", "-", "-", "-", "-", "-", "-", "-", "-", "[97, 98]", "[]", "[97, 98]", "[255]"])
    #expect(Self.values.dropLast(5).map { DatabaseValue($0) } == Self.values.dropLast(5).map { $0 })
  }

  @Test func `each type is bound as its own kind of value`() {
    let values: [any DatabaseValueConvertible] = [
      Int64(-3), 5, true, false, 2.5, "x", [1] as [UInt8], DatabaseValue.null,
    ]
    let expected: [DatabaseValue] = [
      .int64(-3), .int64(5), .int64(1), .int64(0), .double(2.5), .string("x"), .blob([1]), .null,
    ]
    #expect(values.map(\.databaseValue) == expected)
    #expect(StatementArguments(values + [nil]).values == expected + [.null])
    #expect(StatementArguments([1, 2] as [Int]).values == [.int64(1), .int64(2)])
    let literal: StatementArguments = [1, nil, "x"]
    #expect(literal.values == [.int64(1), .null, .string("x")])
  }

  @Test func `a blob is printed with two digits for each byte`() {
    #expect(DatabaseValue.blob([0, 15, 16, 255]).description == "x'000f10ff'")
    #expect(DatabaseValue.blob([]).description == "x''")
  }

  @Test func `bytes of a text or a blob are read in place, and of nothing else`() throws {
    try DatabaseQueue().inDatabase { database throws in
      let found = try Row.fetchOne(database, sql: "SELECT 'ab', x'0102', 7, NULL, 2.5, ''") { row in
        (0..<6).map { column in row.withBytes(column) { Array($0) } }
      }
      #expect(found == [[97, 98], [1, 2], nil, nil, nil, []])
      let sizes = try Row.fetchOne(database, sql: "SELECT 'äb', x'0102', 7, NULL") { row in
        (0..<4).map { row.size($0) }
      }
      #expect(sizes == [3, 2, 0, 0])
    }
  }

  @Test func `values of a wrong type are an error with the statement`() throws {
    try DatabaseQueue().inDatabase { database throws in
      let sql = "SELECT 1 UNION ALL SELECT 'x'"
      let error = #expect(throws: DatabaseError.self) { try Int.fetchAll(database, sql: sql) }
      #expect(
        error == DatabaseError(.mismatch, #""x" instead of a value of type Int"#, sql: sql))
      #expect(try Int.fetchAll(database, sql: "SELECT 1 WHERE 0") == [])
      #expect(try String.fetchOne(database, sql: "SELECT ?", arguments: ["a"]) == "a")
      #expect(
        try Int.fetchAll(database, sql: "SELECT ? UNION ALL SELECT ?", arguments: [4, 3]) == [4, 3])
      #expect(
        try Row.fetchAll(database, sql: "SELECT ?, ?", arguments: [1, 2]) {
          [$0[0], $0[1]] as [Int]
        }
          == [[1, 2]])
      #expect(try Row.fetchOne(database, sql: "SELECT 1 WHERE 0") { $0[0] as Int } == nil)
      #expect(throws: DatabaseError.self) {
        try database.execute(sql: "SELECT ?", arguments: [1, 2])
      }
    }
  }

  /// Columns: a code, its name, and its primary code.
  @Test(
    arguments: [
      (ResultCode.error, 1), (.busy, 5), (.readOnly, 8), (.inputOutput, 10), (.corrupt, 11),
      (.full, 13), (.cannotOpen, 14), (.constraint, 19), (.mismatch, 20), (.misuse, 21),
      (.notADatabase, 26),
    ] as [(ResultCode, Int32)])
  func `a result code has SQLite's number, and its extended codes have it too`(
    _ code: ResultCode, _ number: Int32
  ) {
    #expect(code.rawValue == number && code.primary == code)
    let extended = ResultCode(rawValue: number | 7 << 8)
    #expect(extended.primary == code)
    let error = DatabaseError(extended)
    #expect(error.resultCode == code && error.extendedResultCode == extended && error.sql == nil)
    #expect(error.message == extended.description)
  }

  @Test(arguments: [
    ("SELECT 1", "SELECT 1"), ("  ;\nSELECT 1 ;\n; ", "SELECT 1"), (" ; ", ""), ("a;b", "a;b"),
  ])
  func `the statement of an error is printed without blanks around it`(
    _ sql: String, _ printed: String
  ) {
    #expect(
      DatabaseError(.busy, "m", sql: sql).description
        == "SQLite error 5: m - while executing `\(printed)`")
    #expect(DatabaseError(.busy, "m").description == "SQLite error 5: m")
  }

  @Test func `a statement needs as many arguments as it has places`() throws {
    try DatabaseQueue().inDatabase { database in
      let statement = try database.makeStatement(sql: "SELECT ?, ?")
      #expect(statement.sql == "SELECT ?, ?")
      for count in 0...3 {
        let arguments = StatementArguments(Array(repeating: 1, count: count))
        let isRight = (try? statement.execute(arguments: arguments)) != nil
        #expect(isRight == (count == 2))
      }
    }
  }
}
