import EGF2
import EGF2FixtureModels
import Foundation
import GhostlightCore
import HTTPTypes
import Synchronization
import TestExecutors
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Models from JSON` {
  static let whole: JSONObject = [
    "text": "hello", "day_of_birth": "1990-01-01T00:00:00.001Z", "amount": 7, "ratio": 1.5,
    "is_open": false, "owner": "u-03", "system": "s-01",
    "place": [
      "street_name": "Main", "since": "2017-01-20T10:15:00+01:00", "keeper": "k-03",
      "inner": ["street_name": "Side"],
    ],
    "extra": ["some_key": [1, "two", nil], "is_it": true], "places": [["street_name": "First"]],
    "tags": ["a", "b"], "days": ["2017-01-20"], "sizes": [1, 2], "ratios": [0.5, 2],
    "flags": [true, false],
  ]

  @Test func `every kind of field is read into its property`() async throws {
    let app = try ScriptedApp(.object("k-99", Self.whole))
    let kinds = try #require(await app.graph.object(withId: "k-99") as? FieldKinds)
    #expect(kinds.id == "k-99" && kinds.text == "hello")
    #expect(kinds.dayOfBirth == Foundation.Date(timeIntervalSince1970: 631_152_000.001))
    #expect(kinds.amount == 7 && kinds.ratio == 1.5 && !kinds.isOpen)
    #expect(kinds.owner == "u-03" && kinds.ownerObject == nil && kinds.system == "s-01")
    #expect(kinds.place?.streetName == "Main" && kinds.place?.inner?.streetName == "Side")
    #expect(kinds.place?.since == Foundation.Date(timeIntervalSince1970: 1_484_903_700))
    #expect(kinds.place?.keeper == "k-03" && kinds.place?.keeperObject == nil)
    #expect(kinds.places.map(\.streetName) == ["First"])
    #expect(kinds.tags == ["a", "b"] && kinds.sizes == [1, 2] && kinds.ratios == [0.5, 2])
    #expect(kinds.days == [Foundation.Date(timeIntervalSince1970: 1_484_870_400)])
    #expect(kinds.flags == [true, false])
    let extra = try #require(kinds.extra)
    #expect(extra["is_it"] as? Bool == true)
    #expect((extra["some_key"] as? [Any])?.count == 3)
  }

  @Test func `a missing or null field leaves the default of its property`() async throws {
    let app = try ScriptedApp(.object("k-99", ["text": nil, "is_open": nil, "amount": nil]))
    let kinds = try #require(await app.graph.object(withId: "k-99") as? FieldKinds)
    #expect(kinds.text == nil && kinds.isOpen && kinds.amount == 0 && kinds.places.isEmpty)
    #expect(kinds.place == nil && kinds.extra == nil && kinds.tags.isEmpty)
  }

  static let wrong: [(JSONObject, String)] = [
    (["text": 1], "text"), (["day_of_birth": "soon"], "dayOfBirth"), (["amount": 1.5], "amount"),
    (["amount": true], "amount"), (["ratio": "1"], "ratio"), (["is_open": 1], "isOpen"),
    (["owner": 3], "owner"), (["place": "here"], "place"), (["extra": []], "extra"),
    (["places": [1]], "places"), (["tags": "a"], "tags"), (["days": ["x"]], "days"),
    (["sizes": [1, "2"]], "sizes"), (["owner": ["name": "no id"]], "owner"),
    (["owner": ["id": "x-77"]], "owner"),
  ]

  @Test(arguments: wrong)
  func `a value of a wrong type is skipped and logged`(_ row: (JSONObject, String)) async throws {
    let lines = LogLines()
    let app = try ScriptedApp(.object("k-99", row.0)) { $0.log = lines.note }
    let kinds = try #require(await app.graph.object(withId: "k-99") as? FieldKinds)
    #expect(lines.all.count == 1)
    #expect(lines.all.first?.hasPrefix("FieldKinds.\(row.1): ") == true)
    let fresh = FieldKinds()
    fresh.id = "k-99"
    if kinds.owner == nil { #expect(kinds.isEqual(graphObject: fresh)) }
  }

  @Test func `missing required fields are logged if cache logs are on`() async throws {
    let lines = LogLines()
    let app = try ScriptedApp(.object("k-99")) { $0.log = lines.note }
    app.graph.showCacheLogs = true
    _ = try await app.graph.object(withId: "k-99")
    #expect(
      lines.all == [
        "EGF2: object k-99 comes from the server",
        "FieldKinds.text: the required field is missing",
      ])
  }

  @Test func `expanded objects are read next to their ids, in structs too`() async throws {
    let app = try ScriptedApp(
      .object(
        "k-99",
        [
          "owner": .sample("u-03", ["email": "u@example.com"]),
          "place": ["keeper": .sample("v-03", ["email": "v@example.com"])],
          "comments": ["results": [.sample("c-13")], "count": 1],
        ]))
    let kinds = try #require(
      await app.graph.object(withId: "k-99", expand: ["owner", "place.keeper"]) as? FieldKinds)
    #expect(kinds.owner == "u-03")
    #expect((kinds.ownerObject as? User)?.email == "u@example.com")
    #expect(kinds.place?.keeper == "v-03")
    #expect(kinds.place?.keeperObject?.email == "v@example.com")
    let again = try #require(
      await app.graph.object(withId: "k-99", expand: ["owner", "place.keeper"]) as? FieldKinds)
    #expect(again.place?.keeperObject?.email == "v@example.com")
    #expect(app.service.requests.count == 1)
  }

  @Test func `an expanded object that does not fit its property is skipped`() async throws {
    let app = try ScriptedApp(.object("p-12", ["creator": .sample("c-13")]))
    let post = try #require(
      await app.graph.object(withId: "p-12", expand: ["creator"]) as? Post)
    #expect(post.creator == "c-13" && post.creatorObject == nil)
  }
}
