import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Keeps web pages away from the control API.
///
/// A page can send requests to loopback, but not without its `Origin`, and DNS rebinding shows in
/// `Host`.
enum ControlGuard {
  /// - Throws: ``Fault/controlForbidden``.
  static func admit(_ request: Request) throws(Fault) {
    guard isLoopback(request.host) else {
      throw .controlForbidden.filled(["what": "Host \(request.authority) is not loopback"])
    }
    guard let origin = request.headers[.origin] else { return }
    guard origin == "\(request.scheme)://\(request.authority)" else {
      throw .controlForbidden.filled(["what": "Origin \(origin) is foreign"])
    }
  }

  /// Whether a host is this machine's loopback: a name under `localhost`, or an address.
  static func isLoopback(_ host: String) -> Bool {
    let host = host.lowercased()
    if host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }
}
