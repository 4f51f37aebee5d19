import Ghostlight
import GhostlightCore
import HTTPTypes

/// Keeps web pages away from an emulator whose name they have made point to this machine.
///
/// A page of `evil.example` can let that name resolve to loopback and read what it then gets, which
/// is DNS rebinding; the request still says `evil.example`. Nobody can do so with an address, a
/// single label or a name under `localhost`. Whoever calls an emulator by a vendor's own host has
/// told this machine to, in its `hosts` file or as a proxy.
struct HostGuard: Sendable {
  private let names: Set<String>
  /// Each with its first dot: `.example.com`.
  private let suffixes: [String]
  private let admitsAll: Bool

  /// Guards an emulator; patterns are names, `*.example.com`, or `*`.
  init(of emulator: String, allowing patterns: [String]) {
    let all = (patterns + (ProxySettings.vendorHosts[emulator] ?? [])).map { $0.lowercased() }
    admitsAll = all.contains("*")
    names = Set(all.filter { !$0.hasPrefix("*") })
    suffixes = all.filter { $0.hasPrefix("*.") }.map { String($0.dropFirst()) } + [".localhost"]
  }

  /// The same responder, which refuses requests for foreign hosts with 403.
  func guarding(_ responder: Responder) -> Responder {
    guard !admitsAll else { return responder }
    let name = responder.name
    var guarded = Responder(name: name) { request in
      admits(request.authority)
        ? await responder.respond(request) : Self.refusal(request.authority)
    }
    if let attempt = responder.attempt {
      guarded.attempt = { request in
        admits(request.authority)
          ? attempt(request) : .answered(Self.refusal(request.authority))
      }
    }
    if let respondNow = responder.respondNow {
      guarded.respondNow = { request in
        admits(request.authority) ? respondNow(request) : Self.refusal(request.authority)
      }
    }
    return guarded
  }

  /// Whether a host, with or without a port, is one of ours.
  func admits(_ authority: String) -> Bool {
    if Self.isUnambiguous(authority) { return true }
    var host = Authority(authority).host.lowercased()
    // A name may end with the root's dot.
    if host.hasSuffix(".") { host.removeLast() }
    return admitsAll || names.contains(host) || suffixes.contains { host.hasSuffix($0) }
  }

  /// Whether nobody else can give the host a meaning: an address, or a single label.
  private static func isUnambiguous(_ authority: String) -> Bool {
    var authority = authority
    return authority.withUTF8(isUnambiguous)
  }

  private static func isUnambiguous(_ authority: UnsafeBufferPointer<UInt8>) -> Bool {
    var hasDot = false
    var isNumeric = true
    for byte in authority {
      switch byte {
      case UInt8(ascii: "["): return true
      case UInt8(ascii: ":"): return !hasDot || isNumeric
      case UInt8(ascii: "."): hasDot = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"): continue
      default: isNumeric = false
      }
    }
    return !hasDot || isNumeric
  }

  private static func refusal(_ authority: String) -> Response {
    let reason =
      "Host \(authority) is not known here; --allow-host NAME, or allowHosts in ghostlight.json, "
      + "admits it"
    var response = Response.json(.forbidden, ["error": .string(reason)])
    response.headers[.ghostlightReason] = HeaderText.print(reason)
    return response
  }
}
