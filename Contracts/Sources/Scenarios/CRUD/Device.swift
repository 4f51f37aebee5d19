import CRUD
import Dispatch
import GhostlightClient
import TestSupport

/// A phone with the app on it, for a service that may be anywhere.
package struct Device: Sendable {
  let crud: CRUD
  /// The session that a login made with `mkApp` would have opened.
  let sid: String?
  private let transport: Transport
  private let endpoint: String

  /// Makes a phone that goes a way to a service.
  init(_ transport: Transport, at endpoint: String, sid: String?) {
    self.transport = transport
    self.endpoint = endpoint
    self.sid = sid
    crud = Self.crud(transport, endpoint, "s3cr3t")
  }

  /// An instance with another secret.
  var stranger: CRUD { Self.crud(transport, endpoint, "wrong") }

  private static func crud(
    _ transport: Transport, _ endpoint: String, _ secret: String
  ) -> CRUD {
    let crud = CRUD(basePath: endpoint + "/v2", secret: secret, transport: transport)
    crud.callbackQueue = DispatchQueue(label: "callbacks")
    return crud
  }

  /// Runs an app's code that blocks its thread, on a thread of its own.
  @discardableResult
  func block<Value: Sendable>(
    _ body: @escaping @Sendable (CRUD) throws -> Value
  ) async throws -> Value {
    let crud = crud
    return try await withCheckedThrowingContinuation { continuation in
      DispatchQueue(label: "app").async {
        continuation.resume(with: Result { try body(crud) })
      }
    }
  }

  /// Calls something with a closure and waits for what the closure tells.
  func awaitCallback<Letter: Sendable>(
    _ start: (@escaping @Sendable (Letter) -> Void) -> Void
  ) async throws -> Letter {
    try await Mailbox.letter(from: start)
  }
}
