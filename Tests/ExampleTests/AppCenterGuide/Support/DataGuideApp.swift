import AppCenter
import AppCenterData
import Foundation
import Ghostlight
import GhostlightClient
import GhostlightCore

/// An app with App Center Data and a signed-in user that connects to its own stage.
struct DataGuideApp: Sendable {
  static let user = "user-bd45f90e-6eb1-4c47-817e-e59b82b5c03d"

  let stage: Stage
  let context: MSAppCenterContext

  init() throws {
    let stage = Stage()
    let namespace = try stage.namespace()
    try namespace.changeClock(.freeze)
    let user = try namespace.setUp(
      "signed in", in: "appcenter",
      parameters: ["accountId": .string(String(Self.user.dropFirst(5)))])
    self.stage = stage
    let responder = Responder(
      name: "both",
      immediate: { request in
        let isForCosmos = request.target.raw.hasPrefix("/dbs")
        return stage.respond(to: request, by: isForCosmos ? "cosmos" : "appcenter")
      })
    var environment = MSAppCenterEnvironment(transport: .inProcess(responder))
    environment.now = {
      Date(timeIntervalSince1970: Double(namespace.clock.milliseconds) / 1000)
    }
    environment.storage = .memory
    context = MSAppCenterContext(environment: environment)
    MSAppCenterContext.$current.withValue(context) {
      MSAuthTokenContext.setAuthToken(
        user["idToken"]?.string, withAccountId: user["accountId"]?.string)
    }
  }

  /// Stores a document in the same form as an app.
  func store(_ id: String, _ document: JSON, in partition: String) throws {
    _ = try stage.namespace().setUp(
      "document exists", in: "cosmos",
      parameters: [
        "database": "mbaas", "container": "appcenter",
        "document": [
          "document": document, "id": .string(id), "PartitionKey": .string(partition),
        ],
      ])
  }

  /// Runs an app's code.
  func run<Value>(_ body: () throws -> Value) rethrows -> Value {
    try MSAppCenterContext.$current.withValue(context, operation: body)
  }

  /// Runs an app's asynchronous code.
  nonisolated(nonsending) func run<Value>(
    _ body: nonisolated(nonsending) () async throws -> Value
  ) async rethrows -> Value {
    try await MSAppCenterContext.$current.withValue(context) { try await body() }
  }
}
