import Ghostlight
import GhostlightCore
import Synchronization

/// The base URLs at which clients reach emulators through a reverse proxy.
///
/// Set them as ``ServerOptions/publicAddresses``. Requests are treated as sent to these addresses,
/// whatever the reverse proxy writes in `Host`. Links in responses therefore use them, and
/// signatures that clients computed for them are valid.
///
/// ```swift
/// import GhostlightServer
///
/// func publishedOptions() throws -> ServerOptions {
///   var options = ServerOptions()
///   options.publicAddresses.own["stackmob"] = try PublicAddress("https://api.example.com")
///   return options
/// }
/// ```
public struct PublicAddresses: Sendable, Hashable {
  /// The scheme and host of all emulators without an entry in ``own``; each keeps its own port.
  public var base: PublicAddress?
  /// Whole addresses, by the emulators' names.
  public var own: [String: PublicAddress] = [:]

  /// Creates an empty set: clients reach the listeners directly.
  public init() {}

  var isEmpty: Bool { base == nil && own.isEmpty }

  /// The hosts of all addresses.
  var hosts: [String] { (own.values + [base].compactMap(\.self)).map(\.host) }

  /// Returns whether an emulator has a public address.
  ///
  /// The control API never does: clients call its listener directly.
  func isPublished(_ emulator: String) -> Bool {
    emulator != "control" && (base != nil || own[emulator] != nil)
  }

  /// Returns the public address of an emulator that listens on a port; `nil` if it has none.
  func address(of emulator: String, at port: Int) -> PublicAddress? {
    guard isPublished(emulator) else { return nil }
    if let own = own[emulator] { return own }
    var address = base
    address?.port = port
    return address
  }
}

/// A scheme, a host and optionally a port, as in `https://api.example.com`.
///
/// It is the address of an emulator for clients, such as that of a reverse proxy. It cannot have a
/// path, because clients sign the path of their requests.
public struct PublicAddress: Sendable, Hashable {
  /// `http` or `https`.
  public let scheme: String
  /// A name or an address, in lower case; an IPv6 address in brackets.
  public let host: String
  /// The port; `nil` for the default port of the scheme.
  public var port: Int?

  /// The host and port as in a `Host` field.
  var authority: String { host + (port.map { ":\($0)" } ?? "") }
  /// The base URL, without a slash at its end.
  public var url: String { "\(scheme)://\(authority)" }

  /// Parses an address.
  ///
  /// - Throws: ``PublicAddressError``, with the reason.
  public init(_ text: String) throws(PublicAddressError) {
    let parts = text.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let scheme = parts.first?.lowercased(),
      ["http", "https"].contains(scheme)
    else { throw .scheme(text) }
    var rest = String(parts[1])
    if rest.last == "/" { rest.removeLast() }
    guard !rest.contains(where: { "/?#@\\".contains($0) }) else { throw .path(text) }
    let authority = Authority(rest.lowercased())
    guard Self.isHost(authority.host) else { throw .host(text) }
    guard !authority.host.hasSuffix(".localhost") else { throw .namespace(text) }
    let namesPort = authority.host.utf8.count < rest.utf8.count
    guard namesPort == (authority.port != nil), authority.port != 0 else { throw .host(text) }
    self.scheme = scheme
    host = authority.host
    port = authority.port == (scheme == "https" ? 443 : 80) ? nil : authority.port
  }

  private static func isHost(_ text: String) -> Bool {
    if text.hasPrefix("["), text.hasSuffix("]") {
      let inner = text.dropFirst().dropLast()
      return inner.contains(":") && inner.allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
    }
    let labels = text.split(separator: ".", omittingEmptySubsequences: false)
    return labels.allSatisfy { label in
      !label.isEmpty
        && label.utf8.allSatisfy { byte in
          switch byte {
          case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
          default: false
          }
        }
    }
  }
}

/// The reason why a text is not a valid public address.
///
/// ``PublicAddress/init(_:)`` throws it. Each case contains the text. The `description` names the
/// problem and the form that the text must have.
public enum PublicAddressError: Error, Sendable, Hashable {
  /// It does not begin with `http://` or `https://`.
  case scheme(String)
  /// It has more than a scheme, a host and a port.
  case path(String)
  /// It does not have a host, or its host or port is invalid.
  case host(String)
  /// Its host would name a namespace.
  case namespace(String)
}

extension PublicAddressError: CustomStringConvertible {
  /// The problem and its remedy, in one line.
  public var description: String {
    switch self {
    case .scheme(let text): "\"\(text)\" has to begin with http:// or https://"
    case .path(let text):
      "\"\(text)\" has to end after host and port: clients sign the path, so that a proxy cannot "
        + "add one; give each emulator a host or a port of its own"
    case .host(let text): "\"\(text)\" has no host and port such as api.example.com:8443"
    case .namespace(let text):
      "the host of \"\(text)\" would name a namespace: take one that does not end with .localhost"
    }
  }
}

/// The public address of one listener, which becomes known with the listener's port.
final class PublicOrigin: Sendable {
  private let address = Mutex<PublicAddress?>(nil)

  func note(_ address: PublicAddress) { self.address.withLock { $0 = address } }

  /// Returns the request as sent to the address, in the namespace that its host named.
  func request(_ request: Request) -> Request {
    guard let address = address.withLock({ $0 }) else { return request }
    var request = request
    let namespace = Stage.namespaceName(of: request)
    if namespace != Stage.defaultNamespace { request.headers[.ghostlightNamespace] = namespace }
    request.scheme = address.scheme
    request.authority = address.authority
    return request
  }
}

extension Responder {
  /// Returns a responder that treats requests as sent to a public address.
  func published(at origin: PublicOrigin) -> Responder {
    let respond = respond
    var published = Responder(name: name) { await respond(origin.request($0)) }
    if let attempt { published.attempt = { attempt(origin.request($0)) } }
    if let respondNow { published.respondNow = { respondNow(origin.request($0)) } }
    return published
  }
}
