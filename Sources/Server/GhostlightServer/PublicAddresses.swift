import Ghostlight
import GhostlightCore
import GhostlightEmulation
import Synchronization

/// The base URLs at which clients reach emulators through a reverse proxy.
///
/// Set them as ``ServerOptions/publicAddresses``. Requests are treated as if they were sent to
/// these URLs, whatever the reverse proxy writes in `Host`. Links in responses therefore use these
/// URLs, and signatures that clients computed for these URLs are valid.
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
  /// The complete public addresses of single emulators, keyed by the emulator's name.
  public var own: [String: PublicAddress] = [:]

  /// Creates an empty set, with which clients call the listeners directly.
  public init() {}

  var isEmpty: Bool { base == nil && own.isEmpty }

  /// The hosts of ``base`` and of all addresses in ``own``.
  var hosts: [String] { (own.values + [base].compactMap(\.self)).map(\.host) }

  /// Returns whether an emulator has a public address.
  ///
  /// The control API never does: clients call its listener directly.
  func isPublished(_ emulator: String) -> Bool {
    emulator != "control" && (base != nil || own[emulator] != nil)
  }

  /// Returns the public address of an emulator that listens on `port`; `nil` if it has none.
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
/// Clients use it to reach an emulator, for example through a reverse proxy. It cannot have a path,
/// because clients sign the paths of their requests.
public struct PublicAddress: Sendable, Hashable {
  /// The scheme: `http` or `https`.
  public let scheme: String
  /// A host name or IP address, in lower case; an IPv6 address has brackets.
  public let host: String
  /// The port; `nil` for the scheme's default port.
  public var port: Int?

  /// The host and port as in a `Host` field.
  var authority: String { host + (port.map { ":\($0)" } ?? "") }
  /// The base URL, without a trailing slash.
  public var url: String { "\(scheme)://\(authority)" }

  /// Parses a URL that consists of a scheme, a host and optionally a port.
  ///
  /// - Throws: ``PublicAddressError`` if the URL is invalid or has other parts.
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

/// The reason why a string is not a valid public address.
///
/// ``PublicAddress/init(_:)`` throws this error. Each case contains the string. The `description`
/// names the problem and the required form.
public enum PublicAddressError: Error, Sendable, Hashable {
  /// The string does not begin with `http://` or `https://`.
  case scheme(String)
  /// The URL has parts other than a scheme, a host and a port.
  case path(String)
  /// The URL has no host, or its host or port is invalid.
  case host(String)
  /// The URL's host would select a namespace.
  case namespace(String)
}

extension PublicAddressError: CustomStringConvertible {
  /// The problem and its remedy, in one line.
  public var description: String {
    switch self {
    case .scheme(let text): "\"\(text)\" must start with http:// or https://"
    case .path(let text):
      "\"\(text)\" must end after host and port: clients sign the path, so that a proxy cannot "
        + "add one; give each emulator a host or a port of its own"
    case .host(let text): "\"\(text)\" has no host and port such as api.example.com:8443"
    case .namespace(let text):
      "the host of \"\(text)\" would name a namespace: use one that does not end with .localhost"
    }
  }
}

/// The public address of one listener, which is known only after the listener's port is.
final class PublicOrigin: Sendable {
  private let address = Mutex<PublicAddress?>(nil)

  func setAddress(_ address: PublicAddress) { self.address.withLock { $0 = address } }

  /// Returns the request as if sent to the public address; a namespace in its host is preserved.
  func request(_ request: Request) -> Request {
    // A request that names different namespaces keeps its host, so that it can be refused.
    guard let address = address.withLock({ $0 }), NamespaceAddress.conflict(in: request) == nil
    else { return request }
    var request = request
    let namespace = Stage.namespaceName(of: request)
    if namespace != Stage.defaultNamespace { request.headers[.ghostlightNamespace] = namespace }
    request.scheme = address.scheme
    request.authority = address.authority
    return request
  }
}

extension Responder {
  /// Returns a responder that treats requests as if they were sent to a public address.
  func published(at origin: PublicOrigin) -> Responder {
    before { origin.request($0) }
  }
}
