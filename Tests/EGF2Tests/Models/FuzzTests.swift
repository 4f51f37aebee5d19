import EGF2
import EGF2FixtureModels
import Foundation
import GhostlightCore
import HTTPTypes
import TestExecutors
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Random server responses` {
  /// Returns random JSON, mostly with names and shapes that the module knows.
  private func json(_ numbers: inout SeededNumbers, depth: Int = 0) -> JSON {
    let names = [
      "id", "object_type", "results", "count", "owner", "place", "places", "keeper", "extra",
      "days", "tags", "amount", "comments", "is_open",
    ]
    switch numbers.next() % (depth < 4 ? 12 : 8) {
    case 0: return .null
    case 1: return .bool(numbers.next() % 2 == 0)
    case 2: return .integer(Int64(bitPattern: numbers.next()))
    case 3: return .double(Double(bitPattern: numbers.next()))
    case 4: return .string("2017-01-20T09:15:00.123Z")
    case 5: return .string(["u-03", "k-99", "x-77", "", "-", "é-12"][Int(numbers.next() % 6)])
    case 6: return .integer(Int64(numbers.next() % 5))
    case 7: return .string("a-\(numbers.next() % 3)-99")
    case 8:
      return .array((0..<numbers.next() % 4).map { _ in json(&numbers, depth: depth + 1) })
    default:
      var object: JSONObject = numbers.next() % 2 == 0 ? [:] : ["id": "k-99", "object_type": "k"]
      for _ in 0..<numbers.next() % 5 {
        object[names[Int(numbers.next() % 14)]] = json(&numbers, depth: depth + 1)
      }
      return .object(object)
    }
  }

  @Test func `random responses are delivered or refused, cached, saved and read again`()
    async throws
  {
    var numbers = SeededNumbers(seed: 1117)
    let expand = ["owner", "place.keeper", "comments(2){owner}", "places.keeper"]
    for _ in 0..<200 {
      let answers = (0..<4).map { _ in Response.json(.ok, json(&numbers)) }
      let store = EGF2MemoryStore()
      let app = try ScriptedApp(answers: answers, store: store)
      let graph = app.graph
      let object = try? await graph.object(withId: "k-99", expand: expand) as? FieldKinds
      if let object { #expect(object.copyGraphObject().isEqual(graphObject: object)) }
      _ = try? await graph.objects(forSource: "k-99", edge: "comments", expand: expand)
      _ = try? await graph.createObject(
        withParameters: ["object_type": "kinds"], forSource: "k-99", onEdge: "comments")
      _ = try? await graph.deleteObject(
        withId: "k-99", forSource: "k-99", fromEdge: "comments")
      graph.save()
      let next = try ScriptedApp(answers[0], store: store)
      _ = try? await next.graph.object(withId: "k-99", expand: expand)
    }
  }

  @Test func `impossible counts are refused, negative page sizes ignored`() async throws {
    let app = try ScriptedApp(
      .page([], count: .max), .object("p-12", ["comments": ["results": [], "count": 0]]))
    let error = await #expect(throws: EGF2Error.self) {
      try await app.graph.objects(forSource: "u-03", edge: "posts")
    }
    #expect(error?.kind == .wrongResponse)
    app.graph.defaultPageSize = -5
    _ = try await app.graph.object(withId: "p-12", expand: ["comments"])
    _ = try await app.graph.object(withId: "p-12", expand: ["comments"])
    #expect(app.service.requests.count == 2)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `a date that is not finite cannot be sent`(_ seconds: Double) async throws {
    let app = try ScriptedApp(.object("k-99"))
    let date = Foundation.Date(timeIntervalSince1970: seconds)
    let error = try await awaitCallback { resume in
      app.graph.updateObject(withId: "k-99", parameters: ["a": date]) { resume($1) }
    }
    #expect(error?.code == 8)
    let kinds = FieldKinds()
    kinds.dayOfBirth = date
    _ = kinds.changesFrom(graphObject: FieldKinds())
  }
}
