import GhostlightClient

extension Transport {
  /// The network, without a memory for cookies and responses: the session travels in the requests
  /// themselves.
  static let ofCRUD = Transport.urlSession(.withoutMemory())
}
