import EGF2
import EGF2FixtureModels
import Foundation
import GhostlightCore
import HTTPTypes
import TestExecutors
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Parameters in request bodies` {
  @Test func `property names become field names, in structs and lists too`()
    async throws
  {
    let app = try ScriptedApp(.object("k-99"))
    _ = try await app.graph.updateObject(
      withId: "k-99",
      parameters: [
        "dayOfBirth": Foundation.Date(timeIntervalSince1970: 0.5), "is_open": true,
        "place": ["streetName": "Main", "inner": ["streetName": "Side", "other_name": 1]],
        "places": [["streetName": "First"]], "extra": ["streetName": 1], "unknownName": 2,
      ])
    #expect(
      app.service.lines == [
        #"PUT /v1/graph/k-99 {"day_of_birth":"1970-01-01T00:00:00.500Z","extra":{"streetName":1},"#
          + #""is_open":true,"place":{"inner":{"other_name":1,"street_name":"Side"},"#
          + #""street_name":"Main"},"places":[{"street_name":"First"}],"unknownName":2}"#
      ])
  }

  @Test func `a new object of a known type has field names, others keep their keys`()
    async throws
  {
    let app = try ScriptedApp(.object("k-99"))
    _ = try await app.graph.createObject(
      withParameters: ["object_type": "kinds", "dayOfBirth": "1990-01-01"])
    _ = try await app.graph.createObject(
      withParameters: ["object_type": "thing", "dayOfBirth": "1990-01-01"], forSource: "u-03",
      onEdge: "things")
    #expect(
      app.service.lines == [
        #"POST /v1/graph {"day_of_birth":"1990-01-01","object_type":"kinds"}"#,
        #"POST /v1/graph/u-03/things {"dayOfBirth":"1990-01-01","object_type":"thing"}"#,
      ])
  }

  @Test func `an update of me uses the field names of the user class`() async throws {
    let app = try ScriptedApp(.object("u-03"))
    _ = try await app.graph.updateObject(withId: "me", parameters: ["dateOfBirth": "1990-01-01"])
    #expect(app.service.lines == [#"PUT /v1/graph/me {"date_of_birth":"1990-01-01"}"#])
  }

  @Test func `a model sends its editable fields that are not nil`() async throws {
    let app = try ScriptedApp(.object("k-99"))
    let kinds = FieldKinds()
    kinds.dayOfBirth = Foundation.Date(timeIntervalSince1970: 1)
    kinds.owner = "u-03"
    kinds.place = FieldPlace()
    kinds.place?.streetName = "Main"
    kinds.sizes = [1]
    _ = try await app.graph.updateObject(withId: "k-99", object: kinds)
    #expect(
      app.service.lines == [
        #"PUT /v1/graph/k-99 {"day_of_birth":"1970-01-01T00:00:01.000Z","amount":0,"is_open":true,"#
          + #""owner":"u-03","place":{"street_name":"Main"},"places":[],"tags":[]}"#
      ])
  }

  @Test func `every kind of value can be sent`() async throws {
    let app = try ScriptedApp(.object("k-99"))
    let place = FieldPlace()
    place.streetName = "Main"
    _ = try await app.graph.updateObject(
      withId: "k-99",
      parameters: [
        "a": NSNull(), "b": true, "c": 1, "d": 1.5, "e": Float(0.1), "f": UInt64.max, "g": "text",
        "h": NSNumber(value: true), "i": NSNumber(value: 2.5),
        "j": NSDate(timeIntervalSince1970: 0),
        "k": [1, "two", [Any]()] as [Any], "l": place, "m": [place], "n": NSString("ns"),
        "o": NSDictionary(dictionary: ["x": 1]), "p": NSNumber(value: 7),
      ])
    #expect(
      app.service.lines == [
        #"PUT /v1/graph/k-99 {"a":null,"b":true,"c":1,"d":1.5,"e":0.1,"f":18446744073709551615,"#
          + #""g":"text","h":true,"i":2.5,"j":"1970-01-01T00:00:00.000Z","k":[1,"two",[]],"#
          + #""l":{"street_name":"Main"},"m":[{"street_name":"Main"}],"n":"ns","o":{"x":1},"p":7}"#
      ])
  }

  static let invalid: [(@Sendable () -> [String: Any], String)] = [
    ({ ["a": Foundation.Data()] }, "A Data at \"a\" cannot be sent"),
    ({ ["a": ["b": [Double.nan]]] }, "The number nan at \"a.b[0]\" cannot be sent"),
    ({ ["a": NSObject()] }, "A NSObject at \"a\" cannot be sent"),
    ({ ["place": [1: 2]] }, "A Dictionary<Int, Int> at \"place\" cannot be sent"),
  ]

  @Test(arguments: invalid)
  func `a value that cannot be sent is refused with its key and without a request`(
    _ row: (parameters: @Sendable () -> [String: Any], reason: String)
  ) async throws {
    let app = try ScriptedApp(.object("k-99"))
    let error = try await awaitCallback { resume in
      app.graph.updateObject(withId: "k-99", parameters: row.parameters()) { resume($1) }
    }
    #expect(error?.domain == "EGF2" && error?.code == 8)
    #expect(error?.localizedFailureReason?.hasPrefix(row.reason) == true)
    #expect(app.service.requests.isEmpty)
  }
}
