import CRUD
import Dispatch
import GhostlightClient

/// A phone with the app; the service is in process, behind a socket or in a recording.
package struct Device: Sendable {
  let crud: CalledCRUD
  /// The session id that a login with `mkApp` would have returned.
  let sid: String?
  private let transport: Transport
  private let endpoint: String

  /// Creates a phone that sends requests to the URL `endpoint` through a transport.
  init(_ transport: Transport, at endpoint: String, sid: String?) {
    self.transport = transport
    self.endpoint = endpoint
    self.sid = sid
    crud = Self.crud(transport, endpoint, "s3cr3t")
  }

  /// The SDK with a wrong secret.
  var stranger: CalledCRUD { Self.crud(transport, endpoint, "wrong") }

  private static func crud(
    _ transport: Transport, _ endpoint: String, _ secret: String
  ) -> CalledCRUD {
    let crud = CRUD(basePath: endpoint + "/v2", secret: secret, transport: transport)
    crud.callbackQueue = DispatchQueue(label: "callbacks")
    return CalledCRUD(crud: crud)
  }
}
