package import GhostlightCore
import HTTPTypes

/// Addresses that lead back to the namespace of the request that they are an answer to.
///
/// Whoever follows an address sends no header field, so the address itself names the namespace: by
/// the host `<namespace>.localhost` where the client came by loopback and the name can be one label
/// of a host, else by a folder before the path.
///
/// A request that came through the folder loses it before anything else looks at the path, and has
/// the header field instead; what a client signs has to stand without it.
package enum NamespaceAddress {
  /// What stands before the name in paths.
  package static let folder = "/__ghostlight/ns/"

  /// The namespace that the folder of a path names, with the request as it is without it; `nil`
  /// for every other path.
  package static func unwrapped(_ request: Request) -> (name: String, inner: Request)? {
    // Nearly every request ends here: no other path has an underscore there.
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

  /// Authority, and perhaps a folder, of addresses in the answer to a request.
  static func place(for request: Request) -> String {
    guard let name = request.value(of: .ghostlightNamespace) else {
      return request.authority
    }
    let authority = Authority(request.authority)
    let host = authority.host
    let namesNone = !host.hasSuffix(ending)
    if namesNone ? name == defaultName : host == name + ending { return request.authority }
    guard isLabel(name), isLoopback(host) else { return request.authority + folder + name }
    return name + ending + (authority.port.map { ":\($0)" } ?? "")
  }

  /// The namespace of requests that name none.
  package static let defaultName = "default"

  /// How hosts end that name a namespace.
  package static let ending = ".localhost"

  /// Whether a host leads to the machine of whoever asks, so that one below `localhost` does too.
  private static func isLoopback(_ host: String) -> Bool {
    if host == "localhost" || host == "[::1]" || host.hasSuffix(ending) { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  /// Whether a name can be a label of a host, which knows no capitals.
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
  /// What addresses in the answer begin with: scheme, authority and perhaps a folder, such that
  /// they lead to the namespace that the request was for.
  package var linkBase: String { "\(scheme)://\(linkPlace)" }

  /// ``linkBase`` without the scheme.
  package var linkPlace: String { NamespaceAddress.place(for: self) }
}
