import GhostlightClient
import GhostlightCore
import HTTPTypes

extension MKAppInstance {
  /// The bytes at a location, which may be anywhere: neither secret nor session are sent.
  func download(_ location: String) async throws(MKError) -> [UInt8] {
    guard let address = WebAddress(location), address.target.hasPrefix("/") else {
      throw MKError(.nullFileUrl, message: "The file's location \"\(location)\" is no address.")
    }
    let response = try await deliver(
      Request(
        .get, RequestTarget(address.target), scheme: address.scheme,
        authority: address.authority))
    guard response.status.code < 400 else { throw MKError(response) }
    return response.body
  }
}
