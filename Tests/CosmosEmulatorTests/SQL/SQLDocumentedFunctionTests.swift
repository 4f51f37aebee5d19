import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import CosmosEmulator

/// Tests that the functions are those of the vendor's documentation.
@Suite struct `Documented SQL functions` {
  @Test func `each documented function has a row, and is emulated or refused by name`() {
    let rows = SQLDocumentedFunction.all.map(\.page)
    #expect(rows.sorted() == SQLDocumentation.pages.sorted())
    let emulated = Set(SQLFunction.all.keys).union(
      SQLDocumentedFunction.aggregates.map(\.name).filter { SQLAggregate(rawValue: $0) != nil })
    let missing = SQLDocumentedFunction.all.map(\.name).filter { !emulated.contains($0) }
    #expect(missing == [])
  }

  @Test func `each emulated function is documented`() {
    #expect(Set(SQLFunction.all.keys).subtracting(SQLDocumentedFunction.all.map(\.name)) == [])
  }

  @Test(arguments: SQLDocumentedFunction.all)
  func `a function has the documented number of arguments and results`(
    _ function: SQLDocumentedFunction
  ) throws {
    if let arity = SQLFunction.all[function.name]?.arity {
      let most = arity.upperBound == .max ? "" : String(arity.upperBound)
      let text = arity.lowerBound == arity.upperBound ? most : "\(arity.lowerBound)-\(most)"
      #expect(text == function.arity)
    }
    #expect(function.sample.lowercased().contains(function.name.lowercased() + "("))
    #expect(
      try SQLCase("SELECT VALUE \(function.sample)", "").run(over: []) == "[\(function.result)]")
    let failing = SQLCase("SELECT VALUE \(function.failing)", "")
    if function.failure == SQLDocumentedFunction.refused {
      let error = #expect(throws: SQLError.self) { _ = try failing.run(over: []) }
      #expect(error?.refusal == nil)
    } else {
      #expect(try failing.run(over: []) == "[\(function.failure ?? "")]")
    }
  }

  @Test(arguments: SQLDocumentation.scores)
  func `a score is only allowed in the clause ORDER BY RANK`(_ page: String, _ call: String) throws
  {
    let error = #expect(throws: SQLError.self) {
      _ = try SQLStatement("SELECT VALUE \(call) FROM c")
    }
    #expect(error?.refusal == nil)
    #expect(try SQLStatement("SELECT * FROM c ORDER BY RANK \(call)").query.rank != nil)
    #expect(call.lowercased().hasPrefix(page + "("))
  }
}

/// Tests of rules that the pages of the documentation only hint at.
@Suite struct `Details of SQL functions` {
  @Test(arguments: empty + integers + texts + infinite + names)
  func `a function has a defined value at its limits`(_ row: SQLCase) throws {
    #expect(try row.run(over: []) == row.rows)
  }

  private static let empty: [SQLCase] = [
    .value("ARRAY_SUM([])", "0"), .value("ARRAY_AVG([])", nil), .value("ARRAY_MIN([])", nil),
    .value("ARRAY_MAX([undefined])", nil), .value("ARRAY_MEDIAN([])", nil),
    .value("ARRAY_MEDIAN([5])", "5"), .value("ARRAY_MIN([null, 1])", "null"),
    .value("ARRAY_CONTAINS_ALL([1], 2, undefined)", "false"),
    .value("ARRAY_CONTAINS_ANY([1], undefined, 1)", "true"),
    .value("ARRAY_CONTAINS_ANY(1, 1)", nil),
    .value("SetDifference([], [1])", "[]"), .value("SetEqual([], [])", "true"),
    .value("SetEqual([1], [1, 2])", "false"), .value("ObjectToArray({})", "[]"),
    .value("ObjectToArray({a: 1}, 'x', 2)", nil),
    .value("ObjectToArray({a: 1}, 'x', 'x')", #"[{"x":1}]"#),
    .value("CHOOSE(1.5, 1, 2)", nil), .value("CHOOSE(3, 1, 2)", nil),
    .value("CHOOSE(1, undefined, 2)", nil),
    .value("[1, undefined]", "[1,null]"),
  ]

  private static let integers: [SQLCase] = [
    .value("IntDiv(IntBitLeftShift(1, 63), -1)", "-9223372036854775808"),
    .value("IntMod(IntBitLeftShift(1, 63), -1)", "0"), .value("IntMod(12, -5)", "2"),
    .value("IntSub(-9223372036854775807, 2)", "9223372036854775807"),
    .value("IntAdd(1.0, 2)", "3"), .value("IntBitRightShift(-1, 63)", "-1"),
    .value("IntBitLeftShift(3, 63)", "-9223372036854775808"),
    .value("IS_INTEGER(-9223372036854775808)", "true"), .value("IS_INTEGER(1e18)", "true"),
    .value("IS_INTEGER(18446744073709551615)", "false"), .value("IS_INTEGER(Infinity)", "false"),
    .value("NumberBin(37.752, -100)", "100"), .value("NumberBin(-0.5)", "-1"),
    .value("LOG(8, 2)", "3"), .value("LOG(1000, 10)", "3"),
  ]

  private static let texts: [SQLCase] = [
    .value("LASTINDEXOF('abcabc', 'bc')", "4"), .value("LASTINDEXOF('abcabc', 'x')", "-1"),
    .value("LASTINDEXOF('abcabc', 'bc', 99)", "4"), .value("LASTINDEXOF('abcabc', 'a', -1)", "-1"),
    .value("LASTINDEXOF('abcabc', 'c', 2)", "2"), .value("LASTINDEXOF('abc', '')", "3"),
    .value("LASTINDEXOF('aaa', 'aa')", "1"), .value("LASTINDEXOF('😀b😀', '😀')", "3"),
    .value("StringSplit('', '')", #"[""]"#), .value("StringSplit('lamp', '')", #"["lamp"]"#),
    .value("StringSplit('aaa', 'aa')", #"["","a"]"#), .value("StringJoin([], '-')", "\"\""),
    .value("TRIM('lamp', '')", "\"lamp\""), .value("TRIM('lamp', 'plam')", "\"\""),
    .value("CONTAINS_ANY_CI('ÄPFEL', 'äpf')", "true"), .value("CONTAINS_ALL_CS('a', '')", "true"),
    .value("IS_DATETIME('2024-12-12T20:21:25.')", "false"),
    .value("IS_DATETIME('2024-12-12Z')", "true"),
    .value("IS_DATETIME('2024-12-12T20:21')", "false"),
    .value("IS_DATETIME('2024-12-12x20:21:25')", "false"),
    .value("IS_DATETIME('2024-12-12T20:21:25+00:00')", "false"),
    .value("IS_DATETIME(undefined)", "false"),
    .value("Ago('d', -9223372036854775808)", nil),
    .value("Now()", #""2019-09-20T10:11:12.1230000Z""#),
    .value("DocumentId('AQAAAAIAAIAqAAAAAAAAAA==')", nil),
  ]

  private static let infinite: [SQLCase] = [
    .value("ToString(NaN)", "\"NaN\""), .value("ToString(Infinity)", "\"Infinity\""),
    .value("ToString(-Infinity)", "\"-Infinity\""), .value("ToString(1e999)", "\"Infinity\""),
    .value("ToString(LOG(0))", "\"-Infinity\""), .value("IS_FINITE_NUMBER(SQRT(-1))", "false"),
    .value("IS_FINITE_NUMBER(NaN)", "false"), .value("IS_NUMBER(NaN)", "true"),
    .value("8.5 / 0 > 1e308", "true"), .value("-8.5 / 0 < 0", "true"),
    .value("ToString(8.5 % 0)", "\"NaN\""), .value("StringToNumber('1e999')", nil),
    .value("IS_DEFINED(LOG(-1))", "true"), .value("NaN & 7", "0"), .value("[1, 2][Infinity]", nil),
    .value("LEFT('lamp', Infinity)", nil), .value("REPLICATE('a', NaN)", nil),
    .value("(SELECT VALUE LOG(0)) < 0", "true"),
    .value("(SELECT VALUE Infinity FROM (SELECT VALUE 7) AS Infinity)", "7"),
  ]

  private static let names: [SQLCase] = [
    SQLCase("SELECT (SELECT 7 AS name).name", #"[{"name":7}]"#),
    SQLCase("SELECT {a: 1}.a, [{b: 2}][0].b, [3][0]", #"[{"a":1,"b":2,"$1":3}]"#),
  ]

  private static let large = FoundDocument(
    key: "1", sequence: 0,
    document: [
      "n": .array((0..<100_000).map { .integer($0) }),
      "text": .string(String(repeating: "ab", count: 100_000)),
      "o": .object((0..<10_000).reduce(into: JSONObject()) { $0.append("m\($1)", .null) }),
    ])

  @Test(arguments: [
    "ARRAY_CONTAINS_ANY(c.n, -1)", "ARRAY_CONTAINS_ALL(c.n, 99999, 99998)", "ARRAY_SUM(c.n)",
    "ARRAY_AVG(c.n)", "ARRAY_MIN(c.n)", "ARRAY_MAX(c.n)", "ARRAY_MEDIAN(c.n)",
    "SetDifference(c.n, [])", "SetEqual(c.n, c.n)", "SetIntersect([], c.n)", "ObjectToArray(c.o)",
    "CONTAINS_ANY_CI(c.text, 'x')", "CONTAINS_ALL_CS(c.text, 'a')", "LASTINDEXOF(c.text, 'x')",
    "StringSplit(c.text, 'x')", "StringJoin([c.text, c.text], '')", "StringJoin(c.n, '')",
    "TRIM(c.text, 'x')", "TRIM('x', c.text)", "DateTimeFormat('2020-01-01', c.text)",
  ])
  func `the work on large values is charged to the budget`(_ expression: String) throws {
    let statement = try SQLStatement("SELECT VALUE \(expression) FROM c")
    let error = #expect(throws: SQLError.self) {
      _ = try statement.rows(over: [Self.large], at: SQLCase.instant, within: WorkBudget(20_000))
    }
    #expect(error?.refusal != nil)
  }

  @Test func `the parts of a string are charged one by one`() throws {
    let statement = try SQLStatement("SELECT VALUE StringSplit(c.text, 'a') FROM c")
    let error = #expect(throws: SQLError.self) {
      _ = try statement.rows(over: [Self.large], at: SQLCase.instant, within: WorkBudget(400_000))
    }
    #expect(error?.refusal != nil)
  }

  @Test func `each call of RAND has its own number, also in one row`() throws {
    let statement = try SQLStatement("SELECT VALUE [RAND(), RAND()] FROM c")
    let instant = SQLCase.instant
    var numbers: [Double] = []
    for number in 0..<3 {
      let document = FoundDocument(key: "\(number)", sequence: number, document: [:])
      let rows = try statement.rows(over: [document], at: instant)
      numbers += try #require(rows[0].value.array).compactMap(\.number)
    }
    #expect(numbers.count == 6)
    #expect(Set(numbers).count == 6)
    #expect(numbers.allSatisfy { (0..<1).contains($0) })
  }

  @Test func `the number of a document is that in its RID`() throws {
    var account = CosmosAccount.shop()
    let query = CosmosAccount.query("SELECT c._rid, DocumentId(c) AS number FROM c")
    let row = try #require(account.send(query).json?["Documents"]?[0])
    let rid = try #require(row["_rid"]?.string)
    #expect(row["number"]?.integer == ResourceID.documentNumber(rid).map { Int64($0) })
  }
}
