package import GhostlightCore
import HTTPTypes

/// Functions that make URLs in a response select the namespace of the request.
///
/// A client that follows such a URL does not send the namespace header field, so the URL itself
/// must name the namespace. The URL has a path prefix, because the client's resolver may not know
/// `<namespace>.localhost`: those of Node.js, Python, Java and glibc do not. A client that used a
/// host below `localhost` gets such a host, if the name is a valid host label.
///
/// When a request with the path prefix arrives, ``unwrapped(_:)`` removes the prefix before any
/// other code sees the path, and sets the header field instead.
///
/// A client signs the path without the prefix.
package enum NamespaceAddress {
  /// The start of the path prefix, which ends with the namespace's name.
  package static let folder = "/__ghostlight/ns/"

  /// Returns the namespace in a request's path prefix and the request without the prefix, or `nil`
  /// if the path does not have the prefix.
  package static func unwrapped(_ request: Request) -> (name: String, inner: Request)? {
    // This check rejects nearly every request quickly, because other paths do not start with an
    // underscore.
    let raw = request.target.raw.utf8
    let mayBeFolder = raw.withContiguousStorageIfAvailable {
      $0.count > 1 && $0[1] == UInt8(ascii: "_")
    }
    guard mayBeFolder ?? true, raw.starts(with: folder.utf8) else { return nil }
    let rest = raw.dropFirst(folder.utf8.count)
    let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }
    let name = String(decoding: rest[..<(end ?? rest.endIndex)], as: UTF8.self)
    let path = String(decoding: rest[(end ?? rest.endIndex)...], as: UTF8.self)
    var inner = request
    inner.target = RequestTarget(path.utf8.first == UInt8(ascii: "/") ? path : "/" + path)
    inner.headers[.ghostlightNamespace] = name
    return (name, inner)
  }

  /// Returns the namespace that the host of a request names, as in `mine.localhost`, or `nil`.
  package static func ofHost(_ request: Request) -> String? {
    let mayBeName = request.authority.utf8.withContiguousStorageIfAvailable {
      $0.contains(UInt8(ascii: "l"))
    }
    guard mayBeName ?? true else { return nil }
    let host = request.host
    guard host.hasSuffix(ending) else { return nil }
    return String(host.dropLast(ending.count))
  }

  /// Returns the namespaces that the header field and the host of a request name, each with the
  /// part of the request that names it.
  package static func names(in request: Request) -> [(by: String, name: String)] {
    var names: [(by: String, name: String)] = []
    if let name = request.value(of: .ghostlightNamespace) {
      names.append(("the header X-Ghostlight-Namespace", name))
    }
    if let name = ofHost(request) { names.append(("the host", name)) }
    return names
  }

  /// Returns the problem of a request whose path, header field and host name different namespaces,
  /// or `nil` if they name the same one.
  package static func conflict(in request: Request) -> String? {
    let path = unwrapped(request)?.name
    let header = request.value(of: .ghostlightNamespace)
    // Most requests name no namespace, or only by their host.
    guard let first = path ?? header else { return nil }
    let host = ofHost(request)
    guard header ?? first != first || host ?? first != first else { return nil }
    var named = names(in: request)
    if let path { named.insert((by: "the path", name: path), at: 0) }
    return conflict(named)
  }

  /// Returns the problem of a request whose parts name different namespaces, or `nil` if they name
  /// the same one.
  package static func conflict(_ names: [(by: String, name: String)]) -> String? {
    guard let first = names.first, let other = names.first(where: { $0.name != first.name }) else {
      return nil
    }
    return "\(first.by) is for the namespace \"\(first.name)\", \(other.by) for \"\(other.name)\"; "
      + "name one"
  }

  /// Returns the authority for URLs in the response to `request`, followed by the path prefix if
  /// needed.
  static func location(for request: Request) -> String {
    guard let name = request.value(of: .ghostlightNamespace) else {
      return request.authority
    }
    let authority = Authority(request.authority)
    let host = authority.host
    let namesNone = !host.hasSuffix(ending)
    if namesNone ? name == defaultName : host == name + ending { return request.authority }
    guard isLabel(name), !namesNone else { return request.authority + folder + name }
    return name + ending + (authority.port.map { ":\($0)" } ?? "")
  }

  /// The name of the namespace for requests that do not name one.
  package static let defaultName = "default"

  /// The suffix of host names that select a namespace.
  package static let ending = ".localhost"

  /// Returns whether a name can be used as a host label: host labels are not case-sensitive, so it
  /// must not have upper-case letters.
  ///
  /// - Source: RFC 1123 section 2.1.
  private static func isLabel(_ name: String) -> Bool {
    let bytes = name.utf8
    let dash = UInt8(ascii: "-")
    guard (1...63).contains(bytes.count), bytes.first != dash, bytes.last != dash else {
      return false
    }
    return bytes.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == dash
    }
  }
}

extension Request {
  /// The start of URLs in the response: the scheme, the authority and, if needed, the path prefix
  /// that selects the namespace of this request.
  package var linkBase: String { "\(scheme)://\(linkPlace)" }

  /// The value of ``linkBase`` without the scheme and the `://`.
  package var linkPlace: String { NamespaceAddress.location(for: self) }
}
