import Foundation
import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

@testable import StackMob

@Suite(.limitedConcurrency) struct `Argument values` {
  /// One test case: a value that a caller passes, and the string that must be sent for it.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let value: @Sendable () -> Any
    let text: String

    init(_ text: String, _ value: @autoclosure @escaping @Sendable () -> Any) {
      testDescription = text
      self.value = value
      self.text = text
    }
  }

  private static let rows = [
    Row(#""x""#, "x"), Row(#""y""#, NSString(string: "y")), Row("true", true),
    Row("false", NSNumber(value: false)), Row("1", 1), Row("2", NSNumber(value: 2)),
    Row("18446744073709551615", UInt64.max), Row("-128", Int8.min), Row("1.5", 1.5),
    Row("1.1", Float(1.1)), Row("2.5", NSNumber(value: 2.5)), Row("3.0", 3.0),
    Row("null", NSNull()), Row("[1,[2]]", [1, [2]]), Row("[1]", NSArray(array: [1])),
    Row(#"{"a":1,"b":{"c":null}}"#, ["b": ["c": NSNull()], "a": 1] as [String: Any]),
    Row(#"{"a":1}"#, NSDictionary(dictionary: ["a": 1])),
    Row(#"{"lat":37.8,"lon":-122.4}"#, SMGeoPoint(latitude: 37.8, longitude: -122.4)),
  ]

  @Test(arguments: rows) func `argument values become JSON with sorted members`(_ row: Row) throws {
    #expect(try JSON(foundation: row.value()).text() == row.text)
  }

  private static let invalid = [
    Row("A Date at a", ["a": Date(timeIntervalSince1970: 0)]),
    Row("A Data at a.b.[1]", ["a": ["b": [1, Data()] as [Any]]]),
    Row("A Double at a", ["a": Double.nan]), Row("A Double at a", ["a": Double.infinity]),
    Row("The key 1 is", [1: "a"] as [AnyHashable: Any]),
    Row("The key 2 at a is", ["a": [2: "a"] as [AnyHashable: Any]]),
    Row("A URL", ["a": URL(filePath: "/")]), Row("A Row at a", ["a": Row("", 0)]),
  ]

  @Test(arguments: invalid) func `a value without a JSON form fails with its path`(_ row: Row)
    async throws
  {
    let error = #expect(throws: NSError.self) { try JSON(foundation: row.value()) }
    #expect(error.map { SMErrorInvalidArguments ~= $0 } == true)
    #expect(error?.localizedDescription.hasPrefix(row.text) == true)
    let stage = MockTransport(.json(.ok, [:]))
    let store = try SMClient.of(stage).dataStore()
    let object = try #require(row.value() as? [AnyHashable: Any])
    let blocks = Blocks()
    store.createObject(
      object, inSchema: "todo", onSuccess: nil,
      onFailure: { error, _, schema in
        blocks.receive("\(Blocks.text(of: error)) \(schema ?? "-")")
      })
    #expect(blocks.received == ["SMError -100 todo"])
    #expect(stage.requests == [])
  }

  @Test func `an object with 200 nested levels fails with -100`() {
    var value: Any = 1
    for _ in 0..<200 { value = [value] }
    let error = #expect(throws: NSError.self) { try JSON(foundation: value) }
    #expect(error.map { SMErrorInvalidArguments ~= $0 } == true)
  }

  @Test func `values of a result have the types of the JSON that was sent`() throws {
    let json = try JSON.parse(
      #"{"a":[1,1.5,true,null,"x",{"b":2}],"c":18446744073709551615,"d":1.10,"e":{}}"#)
    let values = json.dictionary
    let list = try #require(values["a"] as? [Any])
    #expect(list[0] as? Int == 1)
    #expect(list[1] as? Double == 1.5)
    #expect(list[2] as? Bool == true)
    #expect(list[3] is NSNull)
    #expect((list[5] as? [AnyHashable: Any])?["b"] as? Int == 2)
    #expect(values["c"] as? UInt64 == .max)
    #expect(values["d"] as? Double == 1.1)
    #expect(try JSON(foundation: values)["a"] == json["a"])
  }
}
