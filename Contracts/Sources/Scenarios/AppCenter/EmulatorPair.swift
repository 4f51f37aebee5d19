import AppCenterEmulator
import CosmosEmulator
package import GhostlightCore
import GhostlightEmulation
import GhostlightSigning
import HTTPTypes
import Synchronization

/// App Center and Cosmos DB as one responder, with a clock that the test sets and a list of
/// requests.
package final class EmulatorPair: Sendable {
  package typealias Intercept = @Sendable (Request) -> Response?

  private struct State {
    var exchange: AppCenterBackend
    var cosmos = CosmosBackend()
    var milliseconds: Int64 = 1_568_974_272_000
    var requests: [Request] = []
    var intercept: Intercept?
    var count: UInt64 = 0

    mutating func moment() -> Moment {
      count += 1
      return Moment(milliseconds: milliseconds, seed: count)
    }
  }

  package static let secret = AppCenterApp.defaultSecret

  private let state: Mutex<State>

  package init() throws {
    var configuration = AppCenterConfiguration()
    configuration.apps = [AppCenterApp(account: "lemmings-01-8f37d78902")]
    var initial = State(exchange: AppCenterBackend(configuration))
    _ = try initial.cosmos.setUp(
      "container exists", parameters: ["database": "mbaas", "container": "appcenter"],
      at: initial.moment())
    state = Mutex(initial)
  }

  package var responder: Responder { Responder(name: "emulators", immediate: { self.answer($0) }) }

  private func answer(_ request: Request) -> Response {
    let intercept = state.withLock { state in
      state.requests.append(request)
      return state.intercept
    }
    if let response = intercept?(request) { return response }
    return state.withLock { state in
      let moment = state.moment()
      return request.isForCosmos
        ? state.cosmos.respond(to: request, at: moment)
        : state.exchange.respond(to: request, at: moment)
    }
  }

  package var milliseconds: Int64 { state.withLock { $0.milliseconds } }

  package func advance(seconds: Int64) { state.withLock { $0.milliseconds += seconds * 1000 } }

  /// Sets a function that can respond instead of the emulators; it returns `nil` to let them
  /// respond.
  package func intercept(_ intercept: Intercept?) { state.withLock { $0.intercept = intercept } }

  /// Removes and returns the requests since the last call of this function.
  package func takeRequests() -> [Request] {
    state.withLock { state in
      defer { state.requests = [] }
      return state.requests
    }
  }

  package func setUp(exchange name: String, _ parameters: JSONObject) throws -> JSONObject {
    try state.withLock { state in
      let moment = state.moment()
      return try state.exchange.setUp(name, parameters: parameters, at: moment)
    }
  }

  /// Stores a document in Cosmos DB, as another client would.
  package func store(_ id: String, _ document: JSON, in partition: String) throws {
    try state.withLock { state in
      let moment = state.moment()
      _ = try state.cosmos.setUp(
        "document exists",
        parameters: [
          "database": "mbaas", "container": "appcenter",
          "document": [
            "document": document, "id": .string(id), "PartitionKey": .string(partition),
          ],
        ], at: moment)
    }
  }

  /// Returns a document as Cosmos DB stores it, including its system properties.
  package func stored(_ id: String, in partition: String) -> JSON? {
    state.withLock { state in
      var request = Request(
        .get, RequestTarget("/dbs/mbaas/colls/appcenter/docs/" + PercentEncoding.encode(id)))
      if let name = HTTPField.Name("x-ms-documentdb-partitionkey") {
        request.headers[name] = "[\"\(partition)\"]"
      }
      let signed = request.signed(with: .wellKnown, milliseconds: state.milliseconds)
      let moment = state.moment()
      let response = state.cosmos.respond(to: signed, at: moment)
      return response.status == .ok ? response.json : nil
    }
  }
}

extension Request {
  package var isForCosmos: Bool { target.raw.hasPrefix("/dbs") }

  /// The request as printed text: request line with scheme and host, header fields and body.
  package var text: String {
    let fields = headers.map { "\($0.name.rawName): \($0.value)\n" }.joined()
    let content = body.isEmpty ? "" : "\n" + String(decoding: body, as: UTF8.self)
    return "\(method.rawValue) \(scheme)://\(authority)\(target.raw)\n\(fields)\(content)"
  }
}
