import Ghostlight
import GhostlightCore
import HTTPTypes

/// Protects an emulator from web pages whose host name resolves to this machine.
///
/// A page of `evil.example` can make that name resolve to loopback and read the responses, which is
/// called DNS rebinding; the request's host is still `evil.example`. IP addresses, single labels
/// and names under `localhost` cannot be abused in this way. A client that calls an emulator by the
/// vendor's own host was configured on this machine, in its `hosts` file or with a proxy.
struct HostGuard: Sendable {
  private let names: Set<String>
  /// The admitted suffixes with their leading dot, such as `.example.com`.
  private let suffixes: [String]
  private let admitsAll: Bool
  /// The sentence in the error response that explains how to admit the host.
  private let remedy: String
  /// Returns a sentence for the reason of a request that is refused, or `nil`.
  var hint: (@Sendable (Request) -> String?)?

  /// Creates an emulator's guard, which admits the hosts of the table that lead to the emulator.
  init(of emulator: String, in hosts: HostTable, remedy: String = ServerOptions().hostRemedy) {
    let all = hosts.patterns(of: emulator).map { $0.lowercased() }
    admitsAll = all.contains("*")
    names = Set(all.filter { !$0.hasPrefix("*") })
    suffixes = all.filter { $0.hasPrefix("*.") }.map { String($0.dropFirst()) } + [".localhost"]
    self.remedy = remedy
  }

  /// Returns a responder that rejects requests for other hosts with a 403.
  func guarding(_ responder: Responder) -> Responder {
    guard !admitsAll else { return responder }
    return responder.unless { admits($0.authority) ? nil : refusal(of: $0) }
  }

  /// Returns whether a host, which may include a port, is admitted.
  func admits(_ authority: String) -> Bool {
    if Self.isUnambiguous(authority) { return true }
    var host = Authority(authority).host.lowercased()
    // A percent-encoded host is rejected, because a client may decode it to a name that is not
    // compared here.
    if host.contains("%") { return false }
    // A name may end with the dot of the DNS root, which is ignored.
    if host.hasSuffix(".") { host.removeLast() }
    return admitsAll || names.contains(host) || suffixes.contains { host.hasSuffix($0) }
  }

  /// Returns whether the host is an IP address or a single label, and thus safe from DNS rebinding.
  private static func isUnambiguous(_ authority: String) -> Bool {
    var authority = authority
    return authority.withUTF8(isUnambiguous)
  }

  private static func isUnambiguous(_ authority: UnsafeBufferPointer<UInt8>) -> Bool {
    if authority.first == UInt8(ascii: "[") { return isAddressInBrackets(authority) }
    var hasDot = false
    var isNumeric = true
    for (position, byte) in authority.enumerated() {
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "%"): return false
      case UInt8(ascii: ":"):
        return (!hasDot || isNumeric) && isPort(authority[(position + 1)...])
      case UInt8(ascii: "."): hasDot = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"): continue
      default: isNumeric = false
      }
    }
    return !hasDot || isNumeric
  }

  /// Returns whether the authority is an IPv6 address in brackets, optionally with a zone and a port.
  ///
  /// - Source: RFC 3986, section 3.2.2; RFC 6874, section 2.
  private static func isAddressInBrackets(_ authority: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let end = authority.firstIndex(of: UInt8(ascii: "]")) else { return false }
    let rest = authority[(end + 1)...]
    guard rest.isEmpty || rest.first == UInt8(ascii: ":") && isPort(rest.dropFirst()) else {
      return false
    }
    let address = authority[1..<end].prefix { $0 != UInt8(ascii: "%") }
    return NetworkAddress(String(decoding: address, as: UTF8.self))?.bytes.count == 16
  }

  private static func isPort(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  private func refusal(of request: Request) -> Response {
    var reason = "Host \(request.authority) is not known here; \(remedy)"
    if let sentence = hint?(request) { reason += ". " + sentence }
    var response = Response.json(.forbidden, ["error": .string(reason)])
    response.headers[.ghostlightReason] = HeaderText.print(reason)
    return response
  }
}
