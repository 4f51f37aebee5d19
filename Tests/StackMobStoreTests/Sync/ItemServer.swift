import Foundation
import Ghostlight
import GhostlightCore
import HTTPTypes
import StackMobEmulator
import StackMobStoreScenarios
import TestExecutors

/// A StackMob emulator with items, whose clock only moves when the test moves it.
final class ItemServer: Sendable {
  static let opening: Int64 = 1_371_040_000_000

  let testStage: TestExecutors.TestStage

  /// Creates a server that knows the fields of items, or that infers them from requests.
  init(infersSchema: Bool = false) throws {
    testStage = try TestExecutors.TestStage([.stackMob()], at: Self.opening)
    let fields: JSONObject = [
      "text": "string", "rating": "integer", "pic": "binary", "parent": "relationship[item]",
      "related": "relationships[item]",
    ]
    guard !infersSchema else { return }
    try testStage.setUp([.schema("item", fields)], in: "stackmob")
  }

  var milliseconds: Int64 { testStage.space.clock.milliseconds }

  func pass(_ milliseconds: Int64) throws {
    _ = try testStage.space.changeClock(.advance(milliseconds: milliseconds))
  }

  /// Sends a request as another client would.
  @discardableResult
  func send(_ method: HTTPRequest.Method, _ path: String, _ body: JSON? = nil) -> Response {
    var request = Request(
      method, RequestTarget(path), authority: "api.stackmob.com",
      headers: [
        .accept: "application/vnd.stackmob+json; version=0", .contentType: "application/json",
        HTTPField.Name("X-StackMob-API-Key") ?? .accept:
          StackMobConfiguration().developmentKeys.publicKey,
      ])
    if let body { request.body = body.bytes }
    return testStage.stage.respond(to: request, by: "stackmob")
  }

  /// All items on the server, by key.
  var items: [String: JSON] {
    (send(.get, "/item").json?.array ?? []).reduce(into: [:]) {
      $0[$1["item_id"]?.string ?? ""] = $1
    }
  }
}

/// An app's change to one item.
enum ItemEdit: String, Sendable, CaseIterable { case insert, change, delete }
