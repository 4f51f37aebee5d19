import CRUD
import Dispatch
import GhostlightClient

/// A phone with the app on it, for a service that may be anywhere.
package struct Device: Sendable {
  let crud: CalledCRUD
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
  var stranger: CalledCRUD { Self.crud(transport, endpoint, "wrong") }

  private static func crud(
    _ transport: Transport, _ endpoint: String, _ secret: String
  ) -> CalledCRUD {
    let crud = CRUD(basePath: endpoint + "/v2", secret: secret, transport: transport)
    crud.callbackQueue = DispatchQueue(label: "callbacks")
    return CalledCRUD(crud: crud)
  }
}
