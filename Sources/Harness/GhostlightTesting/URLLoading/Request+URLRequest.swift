import Foundation
import GhostlightCore
import HTTPTypes

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Request {
  /// What a URL session wants to send, its target to the letter.
  ///
  /// - Returns: `nil` where the URL has no scheme or host.
  init?(loading request: URLRequest) {
    guard let url = request.url, let scheme = url.scheme, let host = url.host() else { return nil }
    let text = url.absoluteString
    // What stands behind the authority, without the fragment.
    guard let slashes = text.range(of: "://") else { return nil }
    var target = text[slashes.upperBound...].drop { $0 != "/" && $0 != "?" && $0 != "#" }
    target = target.prefix { $0 != "#" }
    let isIPv6 = host.contains(":") && !host.hasPrefix("[")
    let name = isIPv6 ? "[\(host)]" : host
    self.init(
      HTTPRequest.Method(rawValue: request.httpMethod ?? "GET") ?? .get,
      RequestTarget(target.hasPrefix("/") ? String(target) : "/\(target)"),
      scheme: scheme, authority: url.port.map { "\(name):\($0)" } ?? name)
    for (name, value) in (request.allHTTPHeaderFields ?? [:]).sorted(by: { $0.key < $1.key }) {
      guard let name = HTTPField.Name(name) else { continue }
      headers.append(HTTPField(name: name, value: value))
    }
    body = Array(request.httpBody ?? request.httpBodyStream.map(Data.init(reading:)) ?? Data())
  }
}

extension Data {
  /// All that a stream has to say.
  fileprivate init(reading stream: InputStream) {
    self.init()
    stream.open()
    defer { stream.close() }
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = stream.read(&buffer, maxLength: buffer.count)
      guard count > 0 else { return }
      append(contentsOf: buffer[..<count])
    }
  }
}
