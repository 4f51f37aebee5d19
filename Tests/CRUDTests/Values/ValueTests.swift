import CRUD
import Foundation
import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Values` {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let value: @Sendable () -> Any?

    init(_ text: String, _ value: @escaping @Sendable () -> Any?) {
      testDescription = text
      self.value = value
    }
  }

  static let rows: [Row] = [
    Row("true") { true },
    Row("true") { NSNumber(value: true) },
    Row("1") { NSNumber(value: 1) },
    Row("1.5") { NSNumber(value: 1.5) },
    Row("1.1") { Float(1.1) },
    Row("-9223372036854775808") { Int.min },
    Row("18446744073709551615") { UInt64.max },
    Row(#""à\"""#) { "à\"" },
    Row(#""text""#) { NSString(string: "text") },
    Row(#""1969-12-31T23:59:59.999Z""#) { Date(timeIntervalSince1970: -0.001) },
    Row(#""1970-01-01T00:00:01.000Z""#) { NSDate(timeIntervalSince1970: 1) },
    Row(#""AQI=""#) { Data([1, 2]) },
    Row(#""AQI=""#) { NSData(data: Data([1, 2])) },
    Row("[1,null,[]]") { [1, Int?.none as Any, [Int]()] as [Any] },
    Row(#"{"b":{"c":1}}"#) { ["a": Int?.none as Any, "b": ["c": Int?.some(1)]] as [String: Any] },
    Row(#"{"born":"1970-01-01T00:00:00.000Z","name":"A"}"#) {
      Author(name: "A", born: Date(timeIntervalSince1970: 0))
    },
    Row(#"[{"name":"A"},"DRAFT"]"#) { [Author(name: "A"), State.draft] as [Any] },
    Row(#""https:\/\/host""#.replacing("\\", with: "")) { URL(string: "https://host") },
    Row("null") { nil },
    Row("null") { Int?.none },
  ]

  @Test(arguments: rows) func `values are sent as JSON`(_ row: Row) throws {
    let stage = MockTransport(.created)
    try stage.crud.patch(collection: "a").update(object: row.value(), for: "v").sync(id: "1")
    #expect(stage.calls == [#"PATCH /v2/a/1 {"$set":{"v":\#(row.testDescription)}}"#])
  }

  struct Invalid: Encodable {
    var number = Double.infinity
  }

  static let invalid: [Row] = [
    Row("A Double cannot be sent; " + remedy) { Double.nan },
    Row("A Range<Character> at a.[0] cannot be sent; " + remedy) {
      ["a": ["a"..<Character("b")]] as [String: Any]
    },
    Row("The key 1 at a is not a string; use strings as keys.") { ["a": [1: 2]] as [String: Any] },
    Row("The date cannot be sent. The service accepts only dates of the years 0 to 9999.") {
      Date.distantFuture.addingTimeInterval(1e12)
    },
    Row("A Invalid cannot be encoded as JSON at number: ") { Invalid() },
  ]

  private static let remedy =
    "give text, numbers, booleans, dates, data, arrays, dictionaries or Encodable objects."

  @Test(arguments: invalid) func `values that JSON cannot express are refused`(_ row: Row) {
    let stage = MockTransport(.created)
    let patch = stage.crud.patch(collection: "a").update(object: row.value(), for: "v")
    let error = #expect(throws: CRUDError.self) { try patch.sync(id: "1") }
    #expect(
      error?.description.hasPrefix(row.testDescription) == true, "\(String(describing: error))")
    #expect(stage.calls == [])
  }

  @Test(arguments: [126, 127, 128, 129])
  func `arrays are sent with up to 127 levels above their values`(_ arrays: Int) throws {
    var value: Any = 1
    for _ in 0..<arrays { value = [value] }
    let stage = MockTransport(.created)
    let patch = stage.crud.patch(collection: "a").update(object: value, for: "v")
    guard arrays < 128 else {
      #expect(
        throws: CRUDError.encoding("The value is nested deeper than 128 levels; flatten it.")
      ) { try patch.sync(id: "1") }
      #expect(stage.calls == [])
      return
    }
    try patch.sync(id: "1")
    let text =
      String(repeating: "[", count: arrays) + "1" + String(repeating: "]", count: arrays)
    #expect(stage.calls == [#"PATCH /v2/a/1 {"$set":{"v":\#(text)}}"#])
  }

  @Test func `values that are nested too deeply are refused`() {
    var value: Any = 1
    for _ in 0..<200 { value = [value] }
    let patch = MockTransport(.created).crud.patch(collection: "a").push(object: value, to: "v")
    #expect(
      throws: CRUDError.encoding("The value is nested deeper than 128 levels; flatten it.")
    ) { try patch.sync(id: "1") }
  }

  @Test func `an infinite increment is refused`() {
    let patch = MockTransport(.created).crud.patch(collection: "a").increment(
      by: .infinity, for: "n")
    #expect(throws: CRUDError.encoding("n cannot be increased by inf.")) {
      try patch.sync(id: "1")
    }
  }

  @Test func `responses are decoded as the app's type`() throws {
    let stage = MockTransport(
      .json(
        .ok,
        [
          ["_id": "1", "name": "A", "born": "2020-04-05T17:16:14.175Z"],
          ["_id": "2", "age": 3, "born": "2020-04-05"],
        ]))
    let authors = try stage.crud.get(collection: "author").sync(object: Author.self)
    #expect(
      authors == [
        Author(name: "A", born: Date(timeIntervalSince1970: 1_586_106_974.175)),
        Author(age: 3, born: Date(timeIntervalSince1970: 1_586_044_800)),
      ])
  }

  @Test(arguments: [
    (#"[{"age":"x"}]"#, "The response cannot be decoded as Array<Author> at [0].age: "),
    (
      #"[{"born":"x"}]"#,
      "The response cannot be decoded as Array<Author> at [0].born: \"x\" is not a date in ISO 8601."
    ),
    ("{}", "The response cannot be decoded as Array<Author>: "),
    ("", "The response cannot be decoded as Array<Author>: "),
  ])
  func `responses that do not fit the app's type are errors with their place`(
    _ body: String, _ start: String
  ) {
    let crud = MockTransport(Response(.ok, body: Array(body.utf8))).crud
    let error = #expect(throws: CRUDError.self) {
      try crud.get(collection: "author").sync(object: Author.self)
    }
    guard case .decoding(let text) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(text.hasPrefix(start), "\(text)")
  }

  @Test func `values use the app's own coders if it sets them`() throws {
    let stage = MockTransport(.json(.ok, ["_id": "1", "born": 10]))
    let crud = stage.crud
    let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
    encoder.dateEncodingStrategy = .secondsSince1970
    decoder.dateDecodingStrategy = .secondsSince1970
    crud.encoder = encoder
    crud.decoder = decoder
    let author = Author(born: Date(timeIntervalSince1970: 10))
    try crud.post(collection: "author").sync(object: author)
    #expect(stage.calls == [#"POST /v2/author/ {"born":10}"#])
    #expect(try crud.get(collection: "author").sync(id: "1", object: Author.self) == author)
    #expect(crud.encoder === encoder)
    #expect(crud.decoder === decoder)
  }
}
