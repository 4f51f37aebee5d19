import Ghostlight
package import GhostlightClient
package import GhostlightCore
import GhostlightEmulation
package import HTTPTypes
import MiaEmulator
import Synchronization
package import TestExecutors

/// A Mia project in this process, whose clock advances by a millisecond with each request.
package final class MiaProject: Sendable {
  package static let opening: Int64 = 1_586_106_974_175
  package static let secret = "s3cr3t"

  package let testStage: TestStage
  private let hook = Mutex<(@Sendable (Request) -> Response?)?>(nil)

  /// Creates a project with the collections `News` and `Author` of the CRUD service.
  ///
  /// The backend up to BaaS 3 does not need definitions of collections.
  package init(compatibility: Int64 = 6) throws {
    testStage = try TestStage([.mia()], at: Self.opening)
    try testStage.setUp(
      [Given("project has settings", ["crudCompat": .integer(compatibility)])]
        + [Self.news, Self.authors, KindsModel.collection], in: "mia")
  }

  package static let news = collection(
    "News",
    [
      "title": "string", "text": "string", "rating": "number", "price": "number",
      "isRead": "boolean", "published": "Date",
    ])
  package static let authors = collection("Author", ["name": "string"])

  package static func collection(_ name: String, _ fields: [String: String]) -> Given {
    let list = fields.sorted { $0.key < $1.key }.map { field -> JSON in
      ["name": .string(field.key), "type": .string(field.value), "nullable": true]
    }
    return Given(
      "collection exists",
      [
        "definition": [
          "name": .string(name), "endpointBasePath": .string("/" + name), "defaultState": "DRAFT",
          "fields": .array(list),
        ]
      ])
  }

  /// Moves the service's clock forward by some hours, or back if the number is negative.
  package func moveClock(hours: Int64) throws {
    try testStage.space.changeClock(.advance(milliseconds: hours * 3_600_000))
  }

  /// Sets a closure that sees each device's request first, and can return a response to it.
  ///
  /// If the closure returns `nil`, the project responds.
  package func intercept(_ body: (@Sendable (Request) -> Response?)?) {
    hook.withLock { $0 = body }
  }

  /// A transport to the project without a socket, for the devices' requests.
  package var transport: Transport { .inProcess(responder) }

  package var responder: Responder {
    Responder(name: "mia") { request in self.answer(request) }
  }

  private func answer(_ request: Request) -> Response {
    if let hook = hook.withLock({ $0 }), let answer = hook(request) { return answer }
    return exchange(request)
  }

  /// Sends a request to the project without the closure that ``intercept(_:)`` sets.
  private func exchange(_ request: Request) -> Response {
    _ = try? testStage.space.changeClock(.advance(milliseconds: 1))
    return testStage.stage.respond(to: request, by: "mia")
  }

  /// Sends a request as another client, which ``calls(since:)`` does not return.
  @discardableResult
  package func send(
    _ method: HTTPRequest.Method, _ path: String, _ body: JSON? = nil
  ) -> JSON {
    var request = Request(
      method, RequestTarget(path), scheme: "http", authority: "127.0.0.1:4402",
      headers: [.secretOfTests: Self.secret, .administration: "1"], body: [])
    if let body {
      request.body = Array(body.description.utf8)
      request.headers[.contentType] = "application/json"
    }
    return exchange(request).json ?? .null
  }

  /// Returns the devices' requests in order.
  ///
  /// - Parameter count: The number of journal entries to skip.
  /// - Returns: The method, target and response status of each request.
  package func calls(since count: Int = 0) -> [String] {
    testStage.space.journal.dropFirst(count)
      .filter { $0.request.headers[.administration] == nil }
      .map { "\($0.request.line) \($0.answer.response.status.code)" }
  }

  package var journalCount: Int { testStage.space.journal.count }
}

extension HTTPField.Name {
  fileprivate static let secretOfTests = known("secret")
  fileprivate static let administration = known("x-administration")
}
