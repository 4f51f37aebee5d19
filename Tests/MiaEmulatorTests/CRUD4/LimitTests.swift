import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import MiaEmulator

@Suite struct `Limits of the CRUD service` {
  private static func nested(_ depth: Int) -> String {
    String(repeating: #"{"$and":["#, count: depth) + #"{"age":1}"#
      + String(repeating: "]}", count: depth)
  }

  @Test(arguments: [50, 51, 60])
  func `filter conditions may be nested 50 deep at most`(_ depth: Int) throws {
    var project = try MiaProject.library()
    let answer = project.run(.get, MiaProject.query("author", Self.nested(depth)))
    #expect(
      answer
        == (depth > 50
          ? #"500 {"statusCode":500,"error":"Internal Server Error","#
            + #""message":"Exceeded depth limit of 50 conditions within conditions"}"#
          : "200 []"))
  }

  @Test(arguments: ["a{1,1000}{1,1000}c", String(repeating: "a", count: 4097)])
  func `a regular expression that is too large is refused`(_ pattern: String) throws {
    var project = try MiaProject.library()
    let filter = #"{"name":{"$regex":"\#(pattern)"}}"#
    #expect(
      project.run(.get, MiaProject.query("author", filter))
        == #"400 {"statusCode":400,"error":"Bad Request","#
        + #""message":"The regular expression is too large for this emulator."}"#)
  }

  @Test(arguments: ["$in", "$nin", "$all"], [10_000, 10_001])
  func `a list in a filter has at most 10,000 values`(_ name: String, _ count: Int) throws {
    let list = JSON.array((0..<count).map { .integer(Int64($0)) })
    let filter: JSONObject = ["age": [name: list]]
    guard count > 10_000 else {
      _ = try FilterParser(schema: FilterFixture.schema).parse(filter)
      return
    }
    #expect(throws: FilterError.database("\(name) takes at most 10000 values")) {
      _ = try FilterParser(schema: FilterFixture.schema).parse(filter)
    }
  }

  @Test(arguments: [true, false])
  func `a long list finds the same documents with and without an index`(_ isIndexed: Bool) throws {
    let documents = try FilterFixture.documents(indexed: isIndexed)
    let numbers = (0..<100).map { JSON.integer($0 * 7) } + [20.5, "carlo", true, .bool(false)]
    let filter: JSONObject = [
      "$or": [["age": ["$in": .array(numbers)]], ["tags": ["$in": .array(numbers + ["y"])]]]
    ]
    let predicate = try FilterParser(schema: FilterFixture.schema).parse(filter).predicate
    #expect(documents.find(Query(predicate)).documents.map(\.key) == ["a", "b", "d"])
  }

  @Test(arguments: [
    ("name=Alfa&name=Carlo", "querystring/name must be string"),
    ("age=1&age=2", "querystring/age must be number"),
    ("_l=1&_l=2", "querystring/_l must be integer"),
    ("_q=%7B%7D&_q=%7B%7D", "querystring/_q must be string"),
    ("_st=DRAFT&_st=PUBLIC", "querystring/_st must be string"),
    ("_l=99999999999999999999", "querystring/_l must be <= 200"),
    ("_sk=-1", "querystring/_sk must be >= 0"), ("_l=1.5", "querystring/_l must be integer"),
  ])
  func `a parameter must be unique and in its range`(_ query: String, _ message: String) throws {
    var project = try MiaProject.library()
    let response = project.send(.init(.get, RequestTarget("/v2/author/?\(query)")))
    #expect(response.status == .badRequest)
    #expect(response.json?["message"]?.string == message)
  }

  @Test(arguments: ["9007199254740991", "9223372036854775808", "99999999999999999999", "1e30"])
  func `a page far after the last document is empty`(_ count: String) throws {
    var project = try MiaProject.library()
    for order in ["", "&_s=name"] {
      #expect(project.run(.get, RequestTarget("/v2/author/?_sk=\(count)\(order)")) == "200 []")
    }
    let export = RequestTarget("/v2/author/export?_sk=1&_l=\(count)&_p=name")
    #expect(project.run(.get, export).hasPrefix("200 {"))
  }
}
