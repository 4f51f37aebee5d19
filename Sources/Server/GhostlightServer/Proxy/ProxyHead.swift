import GhostlightCore
import HTTPTypes

/// The head of a `CONNECT` request.
///
/// Heads of `CONNECT` requests are parsed more strictly than others, and must be unambiguous. The
/// bytes after the head are not parsed as HTTP.
///
/// - Source: RFC 9110, section 9.3.6; RFC 9112, sections 2.2 and 3.2.3.
struct ProxyHead: Sendable, Hashable {
  /// The host and port to which the tunnel leads.
  let destination: ProxyDestination
  /// Whether a Ghostlight proxy has already forwarded the request.
  let isLoop: Bool

  /// The name of this proxy in the header field `Via`.
  static let pseudonym = "ghostlight"
  /// The first bytes of a `CONNECT` request.
  static let method = Array("CONNECT ".utf8)

  /// Returns the number of bytes of a head including the empty line; `nil` if it is incomplete.
  static func length(of bytes: some Collection<UInt8>) -> Int? {
    var newlines = 0
    for (offset, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "\n"):
        newlines += 1
        if newlines == 2 { return offset + 1 }
      case UInt8(ascii: "\r"): continue
      default: newlines = 0
      }
    }
    return nil
  }

  /// Parses a complete head.
  ///
  /// - Throws: ``ProxyRefusal`` if the head is not a valid `CONNECT` request, or is ambiguous.
  init(_ head: some Collection<UInt8>) throws(ProxyRefusal) {
    var lines: [ArraySlice<UInt8>] = []
    for line in Array(head).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .dropLast()
    {
      guard line.last == UInt8(ascii: "\r") else { throw .malformed }
      let text = line.dropLast()
      guard text.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 9 }) else { throw .malformed }
      lines.append(text)
    }
    let words = (lines.first ?? []).split(
      separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count == 3, ["HTTP/1.1", "HTTP/1.0"].contains(Self.text(words[2])) else {
      throw .malformed
    }
    guard let destination = ProxyDestination(Self.text(words[1])) else {
      throw .malformedDestination
    }
    self.destination = destination
    var isLoop = false
    for line in lines.dropFirst() where !line.isEmpty {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
        HTTPField.Name(Self.text(line[..<colon])) != nil
      else { throw .malformed }
      let value = Substring(Self.text(line[line.index(after: colon)...])).trimmed
      switch Self.text(line[..<colon]).lowercased() {
      case "transfer-encoding": throw .body
      case "content-length" where value != "0": throw .body
      case "host":
        let named = ProxyDestination(value, standardPort: destination.port)
        guard named?.host == destination.host else { throw .hostMismatch }
      case "via": isLoop = isLoop || value.contains(" \(Self.pseudonym)")
      default: continue
      }
    }
    self.isLoop = isLoop
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}

/// The reason why a proxy rejects a request, with the remedy.
enum ProxyRefusal: Error, Sendable, Hashable {
  /// The request is not a valid `CONNECT` request.
  case malformed
  /// The destination is not a valid host and port.
  case malformedDestination
  /// The `Host` field names a different host from the request line.
  case hostMismatch
  /// The `CONNECT` request has a body.
  case body
  /// The request's head is too large.
  case headTooLarge
  /// The request has already passed through this proxy.
  case loop
  /// No proxy rule matches the host.
  case unknown(ProxyDestination)
  /// A proxy rule rejects the host.
  case ruledOut(ProxyDestination)
  /// The host is this machine, a link-local address or a cloud metadata service.
  case forbidden(ProxyDestination)
  /// The port is reserved for system services.
  case port(ProxyDestination)
  /// Too many tunnels are open.
  case full
  /// Too many requests to `http` hosts are being forwarded.
  case busy
  /// The host cannot be reached, for the given reason.
  case unreachable(ProxyDestination, reason: String)
  /// The request is not valid HTTP, and was not sent to the host.
  case unsendable(ProxyDestination, reason: String)
  /// A request in a tunnel is for a host other than the tunnel's.
  case misdirected(String, to: ProxyDestination)
}

extension ProxyRefusal {
  private var status: HTTPResponse.Status {
    switch self {
    case .malformed, .malformedDestination, .hostMismatch, .body, .unsendable: .badRequest
    case .headTooLarge: .requestHeaderFieldsTooLarge
    case .loop: HTTPResponse.Status(code: 508, reasonPhrase: "Loop Detected")
    case .unknown, .ruledOut, .forbidden, .port: .forbidden
    case .full, .busy: .serviceUnavailable
    case .unreachable: .badGateway
    case .misdirected: HTTPResponse.Status(code: 421, reasonPhrase: "Misdirected Request")
    }
  }

  /// The problem and its remedy, in one line.
  var reason: String {
    switch self {
    case .malformed: "This is not a CONNECT request in HTTP/1.1."
    case .malformedDestination:
      "CONNECT needs a host and a port such as api.example.com:443."
    case .hostMismatch: "The Host field names another host than CONNECT does."
    case .body: "A CONNECT request has no body."
    case .headTooLarge: "The request header is too large; \(Refusal.remedy("Head"))"
    case .loop: "The request has passed this proxy before: its upstream is the proxy itself."
    case .unknown(let destination):
      "\(destination.host) is not a vendor's host: name its emulator under proxy.hosts in "
        + "ghostlight.json, or reach other hosts with --other pass."
    case .ruledOut(let destination): "\(destination.host) is refused by proxy.hosts."
    case .forbidden(let destination):
      "\(destination.host) is this machine, a link-local address or a metadata service, which a "
        + "proxy does not connect to: call it directly (no_proxy)."
    case .port(let destination):
      "Port \(destination.port) is not allowed through this proxy: use 80, 443 or a port from 1024 on."
    case .full: "There are too many tunnels; \(Refusal.remedy("Tunnels"))"
    case .busy:
      "\(PassedExchange.concurrent) requests for http hosts are on their way: ask again."
    case .unreachable(let destination, let reason):
      "\(destination.authority) cannot be reached: \(reason)."
    case .unsendable(let destination, let reason):
      "The request was not sent to \(destination.authority): \(reason)."
    case .misdirected(let authority, let destination):
      "The tunnel leads to \(destination.authority), the request is for \(authority)."
    }
  }

  /// The error response, as plain text.
  var response: Response {
    Response(
      status,
      headers: [
        .contentType: "text/plain; charset=utf-8",
        .ghostlightReason: HeaderText.print(reason),
      ], body: Array((reason + "\n").utf8))
  }
}
